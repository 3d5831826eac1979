/// A condition on the sequence of a machine's steps, such as that a `closeSession` follows each `openSession`.
/// Exploring shows each step to the watch, whose stored properties keep what it has to remember.
///
///     struct SessionsEnd: Watch {
///       var isOpen = false
///       mutating func see(_ step: Step<Client>) throws {
///         for output in step.outputs {
///           if output == .openSession, isOpen { throw OpenedTwice() }
///           isOpen = output == .openSession || isOpen && output != .closeSession
///         }
///       }
///     }
///
/// Two configurations with different watches are explored separately. So the fewer different values the stored
/// properties have, the sooner exploring ends.
public protocol Watch<Machine>: Hashable {
  associatedtype Machine: Explorable
  /// Observes a step that the machine has taken. Steps that change nothing are observed, too.
  ///
  /// - Throws: an error if the step is wrong. Its description says what is wrong, and it becomes a finding with a
  ///   shortest path.
  mutating func see(_ step: Step<Machine>) throws
}

/// A step of a machine.
public struct Step<Machine: Explorable> {
  /// The Swift that takes the step.
  public var swift: String
  /// The event that the machine handles in the step.
  public var event: Machine.Glue.Event
  /// The outputs of the step, in order.
  public var outputs: [Machine.Glue.Output]
  /// The names of the active states before the step, separated by commas.
  public var before: String
  /// The names of the active states after the step, separated by commas.
  public var after: String
}

/// Explores a machine as ``explore(_:_:)`` does, and also shows each step to a watch:
/// `try explore(Client.self, watching: SessionsEnd())`.
///
/// - Parameter watch: the watch before the first step.
@discardableResult
public func explore<M: Explorable>(
  _ machine: M.Type, _ bounds: Bounds? = nil, watching watch: some Watch<M>,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Report {
  let model = machine.glue
  let (tries, events) = (model.tries, model.events)
  let watches = model.starts.map { _ in watch }
  var (report, wrong) = Accompanied.explore(model, watches, bounds ?? Bounds(), endsWithWrong: false) { taken, watch in
    let step = Step<M>(
      swift: tries[taken.step].swift, event: events[taken.step], outputs: taken.outputs,
      before: model.stateNames(of: taken.before.configuration),
      after: model.stateNames(of: taken.after.configuration))
    do {
      try watch.see(step)
      return nil
    } catch {
      let text = "\(type(of: watch)): \(error)"
      return Finding(text, model.place(of: taken.step, in: taken.before))
    }
  }
  if let wrong { report.findings.append(wrong) }
  return try conclude(
    report, bounds, "or let the watch keep less, or call 'explore' with bounds", at: Place(filePath, line, column))
}
