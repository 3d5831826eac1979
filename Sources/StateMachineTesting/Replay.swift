#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A machine whose journal can be replayed. A generated machine that is `Codable` needs only an empty conformance.
public protocol Replayable: Decodable {
  associatedtype Event: Decodable
  associatedtype State: Decodable & Equatable
  associatedtype Handled
  var state: State { get }
  mutating func handle(event: Event) throws -> Handled
}

/// Replays the journal of a machine: sends it the events that an app has recorded, and compares its state after each.
///
/// The first line of a journal has the machine's name and start; each other line has an event and the state after it:
///
///     {"machine":"Workout","start":{…}}
///     {"event":{"start":{}},"state":{"running":{…}}}
///
/// The first difference is an issue in a test of Swift Testing, and is thrown elsewhere. After a line without a
/// `state`, nothing is compared. Blank lines are skipped.
///
/// - Parameters:
///   - schema: the `schema` that the first line must have; nil to allow any.
/// - Returns: the machine after the last step taken; nil if the first line could not be read.
@discardableResult
public func replay<M: Replayable>(
  _ lines: some Sequence<some StringProtocol>, on machine: M.Type, schema: Int? = nil,
  decoder: JSONDecoder = JSONDecoder(), filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> M? {
  try replay(
    lines, on: machine, schema: schema, decoder: decoder, filePath: filePath, line: line, column: column, state: \.state
  ) { (machine: inout M, event: M.Event) in try machine.handle(event: event) }
}

/// Replays the journal of a machine whose events a function handles.
///
/// - Parameters:
///   - state: returns the state to compare with the journal.
///   - handle: sends the machine an event. An error that it throws is ignored, as the state shows its consequences.
@discardableResult
public func replay<M: Decodable, Event: Decodable, State: Decodable & Equatable, Handled>(
  _ lines: some Sequence<some StringProtocol>, on machine: M.Type, schema: Int? = nil,
  decoder: JSONDecoder = JSONDecoder(), filePath: String = #filePath, line: Int = #line, column: Int = #column,
  state: (M) -> State, handle: (inout M, Event) throws -> Handled
) throws -> M? {
  let reader = JournalReader<M, Event, State>(decoder: decoder, schema: schema)
  var replayed: M?
  var (number, last) = (0, "")
  do {
    for text in lines {
      number += 1
      if text.allSatisfy(\.isWhitespace) { continue }
      last = String(text)
      guard var current = replayed else {
        replayed = try reader.start(text)
        continue
      }
      let entry = try reader.entry(text)
      _ = try? handle(&current, entry.event)
      replayed = current
      try entry.compare(state(current))
    }
    if replayed == nil { throw Finding("there is no line with a machine to begin with") }
  } catch {
    var finding = error as? Finding ?? Finding("it cannot be read: \(said(by: error))", difference: [last])
    finding.text =
      (replayed == nil && last.isEmpty ? "the journal" : "line \(number) of the journal") + ": \(finding.text)"
    finding.place = Place(filePath, line, column)
    try tell([finding], finding)
  }
  return replayed
}

/// Returns the text of a decoding error, the same for each version of Swift.
private func said(by error: any Error) -> String {
  func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
  switch error as? DecodingError {
  case .keyNotFound(let key, let context): return "there is no '\(place(context.codingPath + [key]))'"
  case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
    return (context.codingPath.isEmpty ? "" : "'\(place(context.codingPath))': ") + context.debugDescription
  default: return "\(error)"
  }
}

/// A reader of the lines of a journal. Its errors are findings, or errors of the decoder.
private struct JournalReader<Machine: Decodable, Event: Decodable, State: Decodable & Equatable> {
  var decoder: JSONDecoder
  var schema: Int?

  private struct Head: Decodable {
    var machine: String
    var schema: Int?
  }

  private struct Start: Decodable { var start: Machine }

  struct Entry: Decodable {
    var event: Event
    var state: State?

    func compare(_ there: State) throws(Finding) {
      guard let state, state != there else { return }
      throw Finding(
        "the state differs behind '\(plainText(of: event))'",
        difference: ["expected: \(plainText(of: state))", "there is: \(plainText(of: there))"])
    }
  }

  /// Returns the machine that the journal begins with. Its name and schema are checked first, as the start of another
  /// machine or schema may not be decodable.
  func start(_ line: some StringProtocol) throws -> Machine {
    let head = try decoder.decode(Head.self, from: Data(line.utf8))
    if head.machine != "\(Machine.self)" {
      throw Finding("it is of '\(head.machine)', and not of '\(Machine.self)'")
    }
    if let schema, head.schema != schema {
      let there = head.schema.map { "\($0)" } ?? "not said"
      throw Finding("its schema is \(there), and not \(schema)")
    }
    return try decoder.decode(Start.self, from: Data(line.utf8)).start
  }

  func entry(_ line: some StringProtocol) throws -> Entry { try decoder.decode(Entry.self, from: Data(line.utf8)) }
}
