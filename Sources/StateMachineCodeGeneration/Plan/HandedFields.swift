import StateMachineModel

/// By state: the fields of its path that the functions of choices with parameters are handed, and those that rows of these
/// choices may change.
struct HandedFields: Sendable {
  private var handed: [StateID: Set<Int>] = [:]
  private var changed: [StateID: Set<Int>] = [:]

  /// - Parameter folded: the assignments that need no variable; nil where the state is taken out, and put back whole.
  init(_ behaviour: Behaviour, _ folded: FoldedAssignments?, _ inlined: InlinedChoices) {
    let machine = behaviour.machine
    for id in machine.transitions.indices {
      guard case .choice(let choice) = machine.transitions[id].trigger,
        !inlined.contains(choice, from: machine.transitions[id].source)
      else { continue }
      handed[machine.transitions[id].source, default: []].formUnion(Self.needs(of: id, behaviour))
      for local in machine.transitions[id].locals
      where local.owner == .source && local.isChanged && folded?[id][Int(local.field)] == nil {
        changed[machine.transitions[id].source, default: []].insert(Int(local.field))
      }
    }
  }

  /// The fields that a row of a choice needs: all where the state may stay, or is built anew behind what the row changes.
  private static func needs(of id: TransitionID, _ behaviour: Behaviour) -> Set<Int> {
    let machine = behaviour.machine
    let transition = machine.transitions[id]
    let locals = transition.locals.filter { $0.owner == .source }
    var keepsState = !behaviour.passage(of: id).exits.isEmpty || locals.contains(where: \.isChanged)
    transition.forEachArrival { if $0.isInternal || $0.domain != nil { keepsState = true } }
    if keepsState { return Set(machine.states[transition.source].pathFields.indices) }
    let patterns = transition.patterns.filter { $0.owner == .source }
    return Set(locals.map { Int($0.field) } + patterns.map { Int($0.field) })
  }

  func isHanded(_ field: Int, of state: StateID) -> Bool { handed[state]?.contains(field) ?? false }

  func isChanged(_ field: Int, of state: StateID) -> Bool { changed[state]?.contains(field) ?? false }
}
