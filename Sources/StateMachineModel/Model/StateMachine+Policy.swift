/// The policies for events that no transition takes, and the errors that policies and rows throw.
extension StateMachine {
  /// Returns the policy for an event. Usually it is the one that the event declares, or else the machine's; see
  /// `ownUnhandled` for the exceptions.
  package func unhandled(_ event: EventID) -> Unhandled { ownUnhandled(event) ?? unhandled }

  /// Returns the policy of an event if it is not the machine's first policy. Nil if the machine's first policy applies
  /// to the event.
  ///
  /// Usually this is the policy that the event declares. But an event whose method does not throw cannot have the
  /// policy `throw`. If only the machine declares `throw`, the event gets the machine's second policy. If there is
  /// none, or if the event itself declares `throw`, it gets `error`. Every state then needs a row for it.
  package func ownUnhandled(_ event: EventID) -> Unhandled? {
    // Only for an event whose method does not throw, although `throw` is declared, another policy is chosen.
    guard throwsElsewhere(event) else { return events[event].unhandled }
    return events[event].unhandled == nil ? unhandledElsewhere ?? Unhandled(policy: .error) : Unhandled(policy: .error)
  }

  /// The policies that the machine declares. There is one, or two if the first one is `throw`: the second one is for
  /// events whose methods do not throw.
  package var policies: [Unhandled] { [unhandled] + (unhandledElsewhere.map { [$0] } ?? []) }

  /// Returns whether the policy `throw` is declared for an event, by the event or by the machine, although the event's
  /// method does not throw.
  package func throwsElsewhere(_ event: EventID) -> Bool {
    hasMethods && (events[event].unhandled ?? unhandled).policy == .throw && events[event].method.throwing == nil
  }

  /// Returns whether an event itself declares the policy `throw` although its method does not throw, which is a
  /// mistake.
  package func misthrows(_ event: EventID) -> Bool { throwsElsewhere(event) && events[event].unhandled != nil }
  /// Returns the kind of policy that applies to an event, such as `ignore` or `throw`.
  package func policy(of event: EventID) -> UnhandledPolicy { unhandled(event).policy }

  /// The policies of all events, one element for each event. If all events have the machine's policy (`hasOnePolicy`),
  /// there is only one element.
  private var everyUnhandled: [Unhandled] {
    if hasOnePolicy { return [unhandled] }
    return events.indices.map { unhandled($0) }
  }

  /// Whether all events have the machine's policy, because no event declares its own. False for a machine with methods,
  /// because its policy `throw` does not apply to methods that do not throw.
  package var hasOnePolicy: Bool { !hasMethods && !events.contains { $0.unhandled != nil } }

  /// Returns whether the condition holds for the policy of at least one event.
  package func hasPolicy(where holds: (UnhandledPolicy) -> Bool) -> Bool {
    everyUnhandled.contains { holds($0.policy) }
  }

  /// Whether an event without a transition may throw the generated error `UnhandledEvent`. This error is used if a
  /// policy `throw` names no other error. False for a machine with methods.
  package var throwsUnhandledEvent: Bool {
    !hasMethods && everyUnhandled.contains { $0.policy == .throw && $0.error == nil }
  }

  /// The errors that policies `throw` name, as written, one for each event whose policy names an error. If all events
  /// have the machine's policy (`hasOnePolicy`), there is at most one.
  package var errorsOfPolicies: [SwiftCode] { everyUnhandled.compactMap { $0.policy == .throw ? $0.error : nil } }

  /// The errors that rows throw, as written, in the order of the file.
  package var errorsOfRows: [SwiftCode] {
    var errors: [SwiftCode] = []
    for row in rows.indices {
      rows[row].effects.forEachSingle { if case .throw(let error, _) = $0 { errors.append(error) } }
    }
    return errors
  }
}
