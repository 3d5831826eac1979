/// A condition on the sequence of a machine's steps, for example that a `closeSession` follows each `openSession`.
///
/// Exploring distinguishes configurations by the watch's stored values, too, so a watch should keep little.
public protocol Watch<Machine>: Hashable {
  associatedtype Machine: Explorable
  /// Observes a step. Steps that change nothing are observed, too.
  ///
  /// - Throws: an error that says what is wrong with the step. It becomes a finding with a shortest path to the step.
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

/// Explores a machine as ``explore(_:_:)`` does, and shows each step to a watch.
///
/// - Parameter watch: the watch in the state that it has at each start of the machine.
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
