import StateMachineModel
import StateMachineSyntax

/// What only the methods of events ask of states: which of them share a case, and what becomes of a payload that a
/// method has taken out or released.
extension FlatReducer {
  // MARK: Cases

  /// Whether the method of an event has nothing to do in a state, as its row says: such states share a case.
  func isIgnoredByMethod(_ state: StateID) -> Bool {
    guard case .method(let event) = purpose, let group = behaviour.group(of: state, on: .event(event)) else {
      return false
    }
    return end(of: group, isFollowed: false) == .ignored
  }

  /// Whether a composite has a case of its own in a method: nothing within it has transitions for the event.
  func hasCase(_ composite: StateID) -> Bool {
    guard case .method = purpose else { return false }
    return machine.states[composite].isComposite && handles(composite) && !called.contains(composite)
  }

  /// The cases of a method, in order: they are kept, as states further behind may share one.
  struct CasesOfMethod {
    private(set) var all: [StateCase] = []
    /// Where those are that may be shared.
    private var shared: [SharedCase: Int] = [:]

    /// - Parameter key: nil for a case that is not shared.
    mutating func add(_ own: StateCase, of state: StateID, sharing key: SharedCase?) {
      if let key {
        if let index = shared[key] {
          all[index].states.append(state)
          all[index].otherBindings.append(own.bindings)
          return
        }
        shared[key] = all.count
      }
      all.append(own)
    }
  }

  /// What the cases of states have in common that a method writes as one.
  struct SharedCase: Hashable {
    struct Name: Hashable {
      var name: NameID
      var type: String
    }

    var row: RowID
    /// What is bound, by the names that are the same in all patterns.
    var names: Set<Name>
  }

  /// What the case of a state has to have in common with that of another for the two to be one; nil where it stands
  /// alone.
  func sharedCase(of state: StateID, _ bindings: Bindings) -> SharedCase? {
    // Swift has no label of several patterns for what cannot be copied.
    guard !model.takesStateOut, let row = rowWithoutSource(of: state) else { return nil }
    var result = SharedCase(row: row, names: [])
    guard !bindings.isEmpty else { return result }
    guard case .method(let event) = purpose, let group = behaviour.group(of: state, on: .event(event)),
      let only = behaviour.tried(group).first, bindings.child == nil, !bindings.isVariable.contains(true),
      !machine.transitions[only].hasPatterns, !model.isLocated
    else { return nil }
    if case .stores = planner.change(by: only) { return nil }
    for (index, name) in bindings.names.enumerated() {
      guard let name else { continue }
      // A state's field, and no name that the compiler has made up.
      guard case .declared(let declared) = name else { return nil }
      let field = machine.states[state].pathFields[index]
      guard field.submachine == nil else { return nil }
      result.names.insert(SharedCase.Name(name: declared.id, type: machine.typeText(of: field)))
    }
    return result
  }

  /// The only row that a method has for a state, where nothing that it does depends on the source but for the payload:
  /// the states of such a row share a case, if it looks at no payload. What is taken out has a case for each state.
  private func rowWithoutSource(of state: StateID) -> RowID? {
    guard case .method(let event) = purpose, !planner.takesOut, machine.states[state].parent == nil,
      let group = behaviour.group(of: state, on: .event(event)), behaviour.isCertain(group)
    else { return nil }
    let transitions = behaviour.tried(group)
    guard transitions.count == 1, let only = transitions.first, !machine.namesState(in: only) else { return nil }
    let passage = behaviour.passage(of: only)
    switch passage.end {
    case .trap, .stay: return passage.row
    case .arrival: return passage.exits.isEmpty ? passage.row : nil
    case .choice, .call, .history: return nil
    }
  }

  // MARK: Payloads

  /// The case of a state that has been taken out, and is put back as its row says that nothing is done.
  func caseThatIgnores(takenOut state: StateID) -> StateCase {
    let bindings = planner.sourceBindings(of: state, [], rebuildsAll: true)
    return StateCase(states: [state], bindings: bindings, body: .verdict(.ignored))
  }

  /// The case of a state that has been taken out, and has no transition.
  func caseWithoutTransitions(takenOut state: StateID) -> StateCase {
    let bindings = planner.sourceBindings(of: state, [], rebuildsAll: putsBack(state))
    return StateCase(states: [state], bindings: bindings, body: .verdict(.unhandled))
  }

  /// Whether some way through the case of a state that has been taken out puts it back: all of its fields are bound
  /// then.
  func putsBack(_ state: StateID) -> Bool {
    guard planner.takesOut, case .method(let event) = purpose else { return false }
    let isStopped = machine.policy(of: event).stops
    guard let group = behaviour.group(of: state, on: .event(event)) else { return !isStopped }
    if !behaviour.isCertain(group), !isStopped { return true }
    return behaviour.tried(group).contains { id in
      if case .stores = planner.change(by: id) { return true }
      return machine.mayThrow(machine.transitions[id])
    }
  }

  /// Whether a composite's turn for the method's event, or that of one around it, changes a payload in place: nothing
  /// else must own it then.
  mutating func changesPayload(_ composite: StateID) -> Bool {
    if let known = changesInPlace[composite] { return known }
    var result = false
    if case .method(let event) = purpose, let group = behaviour.group(of: composite, on: .event(event)) {
      result = behaviour.tried(group).contains { id in
        machine.callsChoice(id)
          || machine.transitions[id].locals.contains { machine.changesInPlace($0, of: composite) }
      }
    }
    if !result, let outer = handler(of: composite) { result = changesPayload(outer) }
    changesInPlace[composite] = result
    return result
  }
}
