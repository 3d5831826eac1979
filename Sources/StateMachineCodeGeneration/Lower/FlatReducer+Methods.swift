import StateMachineModel
import StateMachineSyntax

/// What only the methods of events ask of states: which of them are ignored together, and what becomes of a payload
/// that a method has taken out or released.
extension FlatReducer {
  // MARK: Cases

  /// Tells whether the method of an event has nothing to do in a state, as its row says: such states share a case.
  func isIgnoredByMethod(_ state: StateID) -> Bool {
    guard case .method(let event) = purpose, let group = behaviour.group(of: state, on: .event(event)) else {
      return false
    }
    return end(of: group, isFollowed: false) == .ignored
  }

  /// Tells whether a composite has a case of its own in a method: nothing within it has transitions for the event.
  func hasCase(_ composite: StateID) -> Bool {
    guard case .method = purpose else { return false }
    return machine.states[composite].isComposite && handles(composite) && !called.contains(composite)
  }

  // MARK: Payloads

  /// Lowers the case of a state that has been taken out, and for which nothing is done.
  func lowerTakenOut(_ state: StateID, _ verdict: Verdict, _ out: inout SwiftWriter) {
    let isPutBack = verdict == .ignored || putsBack(state)
    lowerCase(of: [state], planner.sourceBindings(of: state, [], rebuildsAll: isPutBack), verdict, &out)
  }

  /// Tells whether some way through the case of a state that has been taken out puts it back: all of its fields are
  /// bound then.
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

  /// Tells whether a composite's turn for the method's event, or that of one around it, changes a payload in place:
  /// nothing else must own it then.
  func changesPayload(_ composite: StateID) -> Bool {
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
