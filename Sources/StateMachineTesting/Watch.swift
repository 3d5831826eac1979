/// What must hold of the steps of a machine one after the other, as an order of outputs: that each `openSession` is
/// followed by a `closeSession`.
///
/// What it has seen is part of what exploring tells apart: let it keep little.
public protocol Watch<Machine>: Hashable {
  associatedtype Machine: Explorable
  /// Sees a step, those that do nothing included.
  ///
  /// - Throws: what is wrong with the step. It is a finding, with a shortest way to it.
  mutating func see(_ step: Step<Machine>) throws
}

/// A step of a machine.
public struct Step<Machine: Explorable> {
  /// The Swift that takes it.
  public var swift: String
  public var event: Machine.Glue.Event
  /// What it has handed out, in order.
  public var outputs: [Machine.Glue.Output]
  /// The names of the states before and behind it: of several regions, one behind the other.
  public var before: String
  public var after: String
}

/// Explores a machine as ``explore(_:_:)`` does, and shows each step to a watch.
///
/// - Parameter watch: the watch as it begins with each start of the machine.
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
