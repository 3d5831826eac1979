#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A machine whose journal can be replayed by a test. A journal is a list of the events that an app has recorded. A
/// generated machine that is `Codable` needs only an empty conformance: `extension Workout: Replayable {}`.
public protocol Replayable: Decodable {
  associatedtype Event: Decodable
  associatedtype State: Decodable & Equatable
  associatedtype Handled
  var state: State { get }
  mutating func handle(event: Event) throws -> Handled
}

/// Replays the journal of a machine: sends the machine the events that an app has recorded, and compares the machine's
/// state with the recorded state after each event.
///
///     try replay(text.split(separator: "\n"), on: Workout.self)
///
/// The first line of a journal has the machine's name and the value that it began with. Each other line has an event
/// and the state after it:
///
///     {"machine":"Workout","start":{…}}
///     {"event":{"start":{}},"state":{"running":{…}}}
///
/// The first difference is recorded as an issue in a test of Swift Testing, and is thrown elsewhere. If a line has no
/// `state`, the states are not compared after its event. Blank lines are skipped.
///
/// - Parameters:
///   - schema: the number that the first line must have as `schema`; nil to allow any number or none.
/// - Returns: the machine after the last event that was replayed; nil if no line with the machine's start could be
///   read.
@discardableResult
public func replay<M: Replayable>(
  _ lines: some Sequence<some StringProtocol>, on machine: M.Type, schema: Int? = nil,
  decoder: JSONDecoder = JSONDecoder(), filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> M? {
  try replay(
    lines, on: machine, schema: schema, decoder: decoder, filePath: filePath, line: line, column: column, state: \.state
  ) { (machine: inout M, event: M.Event) in try machine.handle(event: event) }
}

/// Replays the journal of a machine that is not ``Replayable``. The journal is a list of recorded events. Two functions
/// return the machine's state and send it events.
///
/// - Parameters:
///   - state: returns the state to compare with the journal.
///   - handle: sends the machine an event. An error that it throws is ignored, because the next comparison of states
///     shows what the error has changed.
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

/// Returns the text of an error. For a decoding error, the text is made here, such as `there is no 'event.start'`,
/// because Foundation's text differs between versions of Swift.
private func said(by error: any Error) -> String {
  func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
  switch error as? DecodingError {
  case .keyNotFound(let key, let context): return "there is no '\(place(context.codingPath + [key]))'"
  case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
    return (context.codingPath.isEmpty ? "" : "'\(place(context.codingPath))': ") + context.debugDescription
  default: return "\(error)"
  }
}

/// Reads the lines of a journal. Its functions throw a ``Finding`` if the journal belongs to another machine or schema,
/// and the decoder's error if a line cannot be decoded.
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
        "the state differs after '\(plainText(of: event))'",
        difference: ["expected: \(plainText(of: state))", "there is: \(plainText(of: there))"])
    }
  }

  /// Returns the machine in the first line of a journal: `{"machine":"Workout","start":{…}}`. The name and the schema
  /// are checked first, because the start of another machine or schema may not be decodable.
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
