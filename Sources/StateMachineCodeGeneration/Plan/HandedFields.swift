import StateMachineModel

/// By state: the fields of its path that the functions of choices with parameters are handed, and those that rows of these
/// choices may change.
struct HandedFields: Sendable {
  private var handed: [StateID: Set<Int>] = [:]
  private var changed: [StateID: Set<Int>] = [:]
  /// The composites that may stay, or are built anew: what they hold is handed, too.
  private var kept: Set<StateID> = []

  /// - Parameter folded: the assignments that need no variable; nil where the state is taken out, and put back whole.
  init(_ behaviour: Behaviour, _ folded: FoldedAssignments?, _ inlined: InlinedChoices) {
    let machine = behaviour.machine
    for id in machine.transitions.indices {
      guard case .choice(let choice) = machine.transitions[id].trigger,
        !inlined.contains(choice, from: machine.transitions[id].source)
      else { continue }
      let source = machine.transitions[id].source
      if Self.keepsState(id, behaviour) {
        if machine.states[source].isComposite { kept.insert(source) }
        handed[source] = Set(machine.states[source].pathFields.indices)
      } else {
        handed[source, default: []].formUnion(Self.needs(of: machine.transitions[id]))
      }
      for local in machine.transitions[id].locals
      where local.owner == .source && local.isChanged && folded?[id][Int(local.field)] == nil {
        changed[source, default: []].insert(Int(local.field))
      }
    }
  }

  /// Whether the state may stay behind a row of a choice, or is built anew behind what the row changes.
  private static func keepsState(_ id: TransitionID, _ behaviour: Behaviour) -> Bool {
    let transition = behaviour.machine.transitions[id]
    var keepsState =
      !behaviour.passage(of: id).exits.isEmpty
      || transition.locals.contains { $0.owner == .source && $0.isChanged }
    transition.forEachArrival { if $0.isInternal || $0.domain != nil { keepsState = true } }
    return keepsState
  }

  /// The fields that a row of a choice uses.
  private static func needs(of transition: Transition) -> [Int] {
    transition.locals.filter { $0.owner == .source }.map { Int($0.field) }
      + transition.patterns.filter { $0.owner == .source }.map { Int($0.field) }
  }

  func isHanded(_ field: Int, of state: StateID) -> Bool { handed[state]?.contains(field) ?? false }

  /// Whether what a composite holds is handed.
  func handsChild(of state: StateID) -> Bool { kept.contains(state) }

  func isChanged(_ field: Int, of state: StateID) -> Bool { changed[state]?.contains(field) ?? false }
}
