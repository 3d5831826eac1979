/// The policies for events that no transition takes, and the errors of policies and rows.
extension StateMachine {
  /// Returns the policy for an event: its own, or the machine's.
  package func unhandled(_ event: EventID) -> Unhandled { ownUnhandled(event) ?? unhandled }

  /// Returns the policy for an event; nil if the machine's first policy applies. If that one is `throw`, an event whose
  /// method does not throw has the machine's second policy, or needs a row for every state.
  package func ownUnhandled(_ event: EventID) -> Unhandled? {
    guard throwsElsewhere(event) else { return events[event].unhandled }
    return events[event].unhandled == nil ? unhandledElsewhere ?? Unhandled(policy: .error) : Unhandled(policy: .error)
  }

  /// The policies of the machine as written: `throw` before `trap`.
  package var policies: [Unhandled] { [unhandled] + (unhandledElsewhere.map { [$0] } ?? []) }

  /// Returns whether the policy that is written for an event is `throw`, and the event's method does not throw.
  package func throwsElsewhere(_ event: EventID) -> Bool {
    hasMethods && (events[event].unhandled ?? unhandled).policy == .throw && events[event].method.throwing == nil
  }

  /// Returns whether an event has its own policy `throw` and a method that does not throw, which is a mistake.
  package func misthrows(_ event: EventID) -> Bool { throwsElsewhere(event) && events[event].unhandled != nil }
  /// Returns the kind of policy for an event.
  package func policy(of event: EventID) -> UnhandledPolicy { unhandled(event).policy }

  /// The policies of the events, or the machine's alone if all events have it.
  private var everyUnhandled: [Unhandled] {
    if hasOnePolicy { return [unhandled] }
    return events.indices.map { unhandled($0) }
  }

  /// Whether all events have one policy, with one error.
  package var hasOnePolicy: Bool { !hasMethods && !events.contains { $0.unhandled != nil } }

  /// Returns whether a condition holds for the policy of some event.
  package func hasPolicy(where holds: (UnhandledPolicy) -> Bool) -> Bool {
    everyUnhandled.contains { holds($0.policy) }
  }

  /// Whether the policy of some event throws the generated `UnhandledEvent`.
  package var throwsUnhandledEvent: Bool {
    !hasMethods && everyUnhandled.contains { $0.policy == .throw && $0.error == nil }
  }

  /// The errors of policies as written, in the order of the events.
  package var errorsOfPolicies: [SwiftCode] { everyUnhandled.compactMap { $0.policy == .throw ? $0.error : nil } }

  /// The errors of rows as written, in the order of the file.
  package var errorsOfRows: [SwiftCode] {
    var errors: [SwiftCode] = []
    for row in rows.indices {
      rows[row].effects.forEachSingle { if case .throw(let error, _) = $0 { errors.append(error) } }
    }
    return errors
  }
}
