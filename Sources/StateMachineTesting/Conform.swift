/// Compares a machine with another implementation of the same behavior. It explores all pairs of configurations that
/// events can lead to, breadth first, so that the path to a difference is a shortest one.
///
/// After each step, the outputs are compared; and also, if `state` is given, the names of the states, and if `isFinal`
/// is given, whether both have ended. The first difference is recorded as an issue in a test of Swift Testing, and is
/// thrown elsewhere.
///
///     try conform(ElevatorDoor.self, to: HandDoor(), state: \.name) { door, event in
///       switch event {
///       case .personsEntered(let count): door.enter(count) ? [] : [.buzz]
///       …
///       }
///     }
///
/// - Parameters:
///   - other: the other implementation before the first event.
///   - bounds: the limits. If nil, an exploration that is not complete within 100,000 pairs and ten seconds fails.
///   - state: returns the name of the state that the machine should be in: `open`. If nil, states are not compared.
///   - isFinal: returns whether the machine should be in a final state. If nil, this is not compared.
///   - begin: prepares the other implementation for one of the machine's starts, for example by copying a property. The
///     default does nothing, which suffices for a machine with one start.
///   - step: lets the other implementation handle an event, and returns the outputs that the machine should emit.
@discardableResult
public func conform<M: Explorable & ~Copyable, Other: Hashable>(
  _ machine: M.Type, to other: Other, _ bounds: Bounds? = nil,
  state: ((Other) -> String)? = nil, isFinal: ((Other) -> Bool)? = nil,
  begin: (inout Other, M.Glue.Configuration) -> Void = { _, _ in },
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  step: @escaping (inout Other, M.Glue.Event) -> [M.Glue.Output]
) throws -> Report {
  let model = machine.glue
  let (names, events) = ((machine: "\(M.self)", other: "\(Other.self)"), model.events)
  func difference(of own: Deed<M.Glue.Output>, from other: Other, _ outputs: [M.Glue.Output] = []) -> [String]? {
    own.difference(from: Deed(outputs, state?(other), isFinal?(other)), names)
  }
  let others = model.starts.map { start in
    var other = other
    begin(&other, start.configuration)
    return other
  }
  for (number, (start, other)) in zip(model.starts, others).enumerated() {
    guard let difference = difference(of: Deed(model, [], start.configuration), from: other) else { continue }
    let told = ToldPath(model, from: number, [])
    let finding = Finding(theyDiffer, model.states.first?.place, told, difference: difference)
    return try conclude(finding, in: Report())
  }
  let (report, finding) = Accompanied.explore(model, others, bounds ?? Bounds(), endsWithWrong: true) { taken, other in
    let outputs = step(&other, events[taken.step])
    return difference(of: Deed(model, taken.outputs, taken.after.configuration), from: other, outputs).map {
      Finding(theyDiffer, model.place(of: taken.step, in: taken.before), difference: $0)
    }
  }
  if let finding { return try conclude(finding, in: report) }
  var compared = report
  // Findings about the machine alone are those of `explore`, and are not reported here.
  compared.findings = []
  return try conclude(compared, bounds, "or call 'conform' with bounds", at: Place(filePath, line, column))
}

private func conclude(_ finding: Finding, in report: Report) throws -> Report {
  var report = report
  (report.findings, report.ending, report.beyond, report.bounds) = ([finding], nil, 0, [])
  try tell([finding], report)
  return report
}

let theyDiffer = "the two differ"

/// The behavior of one implementation in a step: its outputs, and its state after the step. For the other
/// implementation, `state` is nil if states are not compared. `isFinal` is nil if the ends of the two are not compared.
struct Deed<Output> {
  var outputs: [Output]
  var state: String?
  var isFinal: Bool?

  init(_ outputs: [Output], _ state: String?, _ isFinal: Bool?) {
    (self.outputs, self.state, self.isFinal) = (outputs, state, isFinal)
  }

  init<M: Model>(_ model: M, _ outputs: [Output], _ configuration: M.Configuration) where M.Output == Output {
    self.init(outputs, model.stateNames(of: configuration), model.isFinal(configuration))
  }

  /// Returns two lines to print after a path, one for each implementation: `// Door: close → closed`. Nil if the two
  /// implementations do not differ.
  ///
  /// - Parameters:
  ///   - other: the behavior of the other implementation. If its `state` or `isFinal` is nil, that property is not
  ///     compared.
  ///   - names: the names of the two implementations, for the lines.
  func difference<Other>(from other: Deed<Other>, _ names: (machine: String, other: String)) -> [String]? {
    // States and ends are compared only if the other implementation has them.
    let isSame =
      outputs.count == other.outputs.count && zip(outputs, other.outputs).allSatisfy(isHandedOut)
      && (other.state == nil || state == other.state) && (other.isFinal == nil || isFinal == other.isFinal)
    if isSame { return nil }
    let (tellsState, tellsEnd) = (other.state != nil, other.isFinal != nil)
    return [
      "// \(names.machine): \(text(tellsState, tellsEnd))", "// \(names.other): \(other.text(tellsState, tellsEnd))",
    ]
  }

  private func text(_ tellsState: Bool, _ tellsEnd: Bool) -> String {
    var text = plainText(ofAll: outputs)
    if tellsState, let state { text += " → \(state)" }
    if tellsEnd, let isFinal { text += isFinal ? ", final" : ", not final" }
    return text
  }
}

/// Returns whether an output of the machine and an output of the other implementation are equal. The machine's output
/// may be a case whose payload is a method's result, such as `.count(3)`. It then also equals the result alone, such as
/// `3`.
private func isHandedOut(_ own: Any, by other: Any) -> Bool {
  if areSame(own, other) { return true }
  // The output `.count(3)` of the machine also equals the result `3` of a method.
  guard type(of: own) != type(of: other), let child = Mirror(reflecting: own).children.first else { return false }
  return areSame(child.value, other)
}

/// Returns whether two values are equal. Values of one type are compared by `==` if the type is `Equatable`. Otherwise,
/// structs and enums are compared field by field, and objects by identity. Values of two different types are equal if
/// they have the same cases, field names and values. Objects of two different classes are never equal.
private func areSame(_ one: Any, _ other: Any) -> Bool {
  func areEqual<Known: Equatable>(_ one: Known) -> Bool { one == other as? Known }
  if type(of: one) == type(of: other) {
    if let one = one as? any Equatable { return areEqual(one) }
    func print(_ value: Any) -> Int {
      var hasher = Hasher()
      feed(value, to: &hasher)
      return hasher.finalize()
    }
    // Values that are not `Equatable` are compared by hashes of their fields.
    return print(one) == print(other)
  }
  let mirrors = (Mirror(reflecting: one), Mirror(reflecting: other))
  guard let style = mirrors.0.displayStyle, style == mirrors.1.displayStyle, style != .class else { return false }
  let (parts, others) = (Array(mirrors.0.children), Array(mirrors.1.children))
  // The mirror of a case without a payload does not show the case's name.
  if style == .enum, parts.isEmpty, others.isEmpty { return String(describing: one) == String(describing: other) }
  return parts.count == others.count
    && zip(parts, others).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
}
