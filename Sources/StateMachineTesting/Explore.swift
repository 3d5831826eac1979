#if canImport(Testing)
  import Testing
#endif

/// Explores a machine: takes every event in every configuration that the machine can get into, and reports what is
/// wrong.
///
///     @Test func door() throws { try explore(Door.self) }
///
/// In a test of Swift Testing, each finding is recorded as an issue at its place in the `.sm` file. In XCTest, and
/// outside of tests, the report is thrown.
///
/// - Parameter bounds: the limits of the exploration. If nil, an exploration that is not complete within 100,000
///   configurations and ten seconds is a finding. Otherwise ``Report/ending`` says which limit ended the exploration.
/// - Returns: the report, with counts and findings.
/// - Throws: the ``Report``, if it has findings and no test of Swift Testing runs.
@discardableResult
public func explore<M: Explorable & ~Copyable>(
  _ machine: M.Type, _ bounds: Bounds? = nil,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Report {
  try explore(machine.glue, bounds, filePath: filePath, line: line, column: column)
}

/// Explores a model that is written by hand, and reports its findings as the function for machines does.
@discardableResult
public func explore(
  _ model: some Model, _ bounds: Bounds? = nil,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Report {
  let explorer = Explorer(model, bounds ?? Bounds())
  explorer.run()
  return try conclude(
    explorer.report, bounds, "or call 'explore' with bounds", at: Place(filePath, line, column))
}

/// Reports the findings of an exploration by ``tell(_:_:at:)``, and returns the report. If `bounds` is nil, an
/// incomplete exploration is one more finding. If the user has given `bounds`, it is only a warning, and Swift Testing
/// before Swift 6.3 shows none.
///
/// - Parameters:
///   - remedy: the end of that finding's text, which says what else the user can do: `or call 'explore' with bounds`.
///   - caller: the place in the test for findings that have no place in the `.sm` file.
func conclude(_ report: Report, _ bounds: Bounds?, _ remedy: String, at caller: Place) throws -> Report {
  var report = report
  if bounds == nil, let ending = report.ending {
    let example = report.growth.map { ", as in '\($0)'" } ?? ""
    let advice = "say by 'within' what is gone on from\(example), \(remedy)"
    report.findings.append(Finding("not all was seen within \(ending): \(advice)"))
  }
  try tell(report.findings, report, at: caller)
  #if canImport(Testing) && compiler(>=6.3)
    let ended = bounds == nil ? nil : report.ending
    let lines = (ended.map { ["not all was seen within \($0)"] + report.unseen.map { "    " + $0 } } ?? [])
    // One warning for the incomplete exploration, and one for each default bound that was reached.
    for text in (lines.isEmpty ? [] : [lines.joined(separator: "\n")]) + report.defaults where Test.current != nil {
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location(caller))
    }
  #endif
  return report
}

/// Reports findings. In a test of Swift Testing, it records them as issues; elsewhere, it throws `error`. Without
/// findings, it does nothing.
func tell(_ findings: [Finding], _ error: some Error, at caller: Place? = nil) throws {
  guard !findings.isEmpty else { return }
  #if canImport(Testing)
    if Test.current != nil {
      for finding in findings { record(finding, at: finding.place ?? caller) }
      return
    }
  #endif
  throw error
}

#if canImport(Testing)
  private func record(_ finding: Finding, at place: Place?) {
    let comment = Comment(rawValue: finding.description)
    guard let place else {
      Issue.record(comment)
      return
    }
    Issue.record(comment, sourceLocation: location(place))
  }

  private func location(_ place: Place) -> SourceLocation {
    let name = place.file.split(separator: "/").last.map(String.init) ?? place.file
    return SourceLocation(
      fileID: "StateMachines/\(name)", filePath: place.file, line: place.line, column: place.column)
  }
#endif

/// A shortest path from a start of a machine to a row. The last step of the path takes the row.
public struct RowPath<Machine: Explorable & ~Copyable>: CustomStringConvertible {
  /// The row that the last step takes.
  public var row: ModelRow
  /// The configuration before the last step.
  public var before: Machine.Glue.Configuration
  /// The configuration after the last step.
  public var after: Machine.Glue.Configuration
  /// The outputs of the last step, in order.
  public var outputs: [Machine.Glue.Output]
  /// The path as lines of Swift that repeat it: `var door = Door()`, then a line for each step. The last line takes the
  /// row.
  public var swift: [String]

  public var description: String { row.text }
}

extension RowPath: Sendable
where Machine: ~Copyable, Machine.Glue.Configuration: Sendable, Machine.Glue.Output: Sendable {}

extension Explorable where Self: ~Copyable {
  /// Returns a shortest path to each row, in the order of the file. The paths can be arguments for a test, such as
  /// `@Test(arguments: Door.rowPaths()) func row(_ found: RowPath<Door>)`.
  ///
  /// Exploring ends as soon as it has found a path to each row. A row is left out if no step within the bounds takes
  /// it, or if the first such step traps.
  public static func rowPaths(_ bounds: Bounds = Bounds()) -> [RowPath<Self>] {
    let model = glue
    let explorer = Explorer(model, bounds, endsWithRows: true)
    explorer.run()
    return model.rows.indices.compactMap { row in
      guard let taking = explorer.firstSteps[row] else { return nil }
      let path = explorer.steps(to: taking.from)
      var before = model.begin(with: path.start)
      let trace = Trace()
      for step in path.steps { _ = model.take(step, in: &before, trace) { _ in } }
      var after = before
      var outputs: [Glue.Output] = []
      _ = model.take(taking.step, in: &after, trace) { outputs.append($0) }
      if trace.isStopped { return nil }
      return RowPath(
        row: model.rows[row], before: before.configuration, after: after.configuration, outputs: outputs,
        swift: explorer.path(to: taking.from, then: taking.step))
    }
  }
}
