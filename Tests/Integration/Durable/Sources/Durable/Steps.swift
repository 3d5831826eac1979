import Foundation

/// The steps that a machine takes in one transaction.
struct Steps<Machine: DurableMachine> {
  /// A timer that runs, in the row of its machine. Times are microseconds.
  private struct Running: Codable {
    var timer: Machine.Timer
    var due: Int
    var every: Int?
  }

  private let id: String
  private let now: Int
  private let coding: Coding
  private var machine: Machine
  private var timers: [Running]
  private var version = Machine.version
  private var step: Int
  /// The events that were handled or refused, as their rows are now. Those of timers are new, and have no number.
  private(set) var events: [Row] = []
  private(set) var outputs: [Row] = []

  /// Reads a machine, or begins it.
  init(_ row: Row, now: Int, coding: Coding) throws {
    (self.id, self.step, self.now, self.coding) = (try row.text("id"), try row.number("step"), now, coding)
    self.timers = try coding.decode(row.text("timers"))
    self.machine = try row["state"].map { try coding.decode($0) } ?? Machine.initial(id: id)
    guard row["state"] == nil else { return }
    var emitted: [Machine.Output] = []
    try machine.start { emitted.append($0) }
    try keep(emitted)
  }

  func row() throws -> Row {
    var row = ["id": id, "version": "\(version)", "step": "\(step)"]
    row["state"] = try coding.encode(machine)
    row["timers"] = try coding.encode(timers)
    row["due"] = timers.map(\.due).min().map(String.init)
    return row
  }

  /// Handles events and the timers that were due by `end`, in the order in which they came, and at most so many.
  mutating func run(_ waiting: [Row], until end: Int, atMost most: Int) throws {
    var waiting = waiting[...]
    for _ in 0..<most {
      // Of timers that are due together, the first is the one that began first.
      let next = timers.indices.min { timers[$0].due < timers[$1].due }.flatMap { timers[$0].due <= end ? $0 : nil }
      if let event = waiting.first, try next.map({ timers[$0].due }) ?? .max >= event.number("sent") {
        version = try max(version, event.number("version"))
        // Newer code has sent the event: from here on, the machine is left to newer code.
        if version > Machine.version { return }
        waiting.removeFirst()
        handle(event)
      } else if let next {
        try elapse(next)
      } else {
        return
      }
    }
  }

  /// Handles an event. One that cannot be read, or that the machine throws an error for, is refused.
  private mutating func handle(_ row: Row) {
    var changed = self
    do {
      try changed.take(coding.decode(row.text("event")), row)
      self = changed
    } catch {
      events.append(row.setting("failure", "\(error)"))
    }
  }

  private mutating func elapse(_ index: Int) throws {
    let elapsed = timers[index]
    if let interval = elapsed.every.map({ max($0, 1) }) {
      // Firings that were missed are one, and the rhythm stays.
      timers[index].due += ((now - elapsed.due) / interval + 1) * interval
    } else {
      timers.remove(at: index)
    }
    let event = Machine.elapsed(elapsed.timer)
    try take(event, ["id": id, "version": "\(version)", "event": coding.encode(event), "sent": "\(elapsed.due)"])
  }

  private mutating func take(_ event: Machine.Event, _ row: Row) throws {
    var emitted: [Machine.Output] = []
    try machine.handle(event: event) { emitted.append($0) }
    step += 1
    events.append(row.setting("step", "\(step)"))
    try keep(emitted)
  }

  /// Keeps outputs for those who perform them, and does what is about timers.
  private mutating func keep(_ emitted: [Machine.Output]) throws {
    for (index, output) in emitted.enumerated() {
      switch Machine.request(in: output) {
      case .perform:
        let row = ["id": id, "version": "\(version)", "identity": "\(id)/\(step)/\(index)"]
        outputs.append(row.setting("output", try coding.encode(output)))
      case .schedule(let timer, let delay): set(timer, after: delay, every: nil)
      case .repeat(let timer, let interval): set(timer, after: interval, every: interval.microseconds)
      case .cancel(let timer): timers.removeAll { $0.timer == timer }
      }
    }
  }

  private mutating func set(_ timer: Machine.Timer, after delay: Duration, every interval: Int?) {
    timers.removeAll { $0.timer == timer }
    timers.append(Running(timer: timer, due: now + delay.microseconds, every: interval))
  }
}

/// Values as texts of JSON, which people can read in the tables.
struct Coding {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init() { encoder.outputFormatting = .sortedKeys }

  func encode(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
  func decode<Value: Decodable>(_ text: String) throws -> Value {
    try decoder.decode(Value.self, from: Data(text.utf8))
  }

  /// Rows as an array of objects, by hand: they are many, and hold texts alone.
  func array(_ rows: [Row]) -> String {
    var json: [UInt8] = []
    for row in rows {
      json += json.isEmpty ? "[{".utf8 : ",{".utf8
      for (index, (column, text)) in row.enumerated() {
        json += index == 0 ? "\"\(column)\":\"".utf8 : ",\"\(column)\":\"".utf8
        for byte in text.utf8 {
          switch byte {
          case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
          case ..<32: json += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
          default: json.append(byte)
          }
        }
        json.append(UInt8(ascii: "\""))
      }
      json.append(UInt8(ascii: "}"))
    }
    return String(decoding: json + "]".utf8, as: UTF8.self)
  }
}

extension Row {
  func setting(_ column: String, _ text: String) -> Row { merging([column: text]) { $1 } }

  func text(_ column: String) throws -> String {
    guard let text = self[column] else { throw DatabaseError("the column '\(column)' is empty") }
    return text
  }

  func number(_ column: String) throws -> Int {
    guard let number = Int(try text(column)) else { throw DatabaseError("the column '\(column)' has no number") }
    return number
  }
}

extension Duration {
  /// The duration in microseconds, rounded up: no timer is early.
  var microseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000 + Int((attoseconds + 999_999_999_999) / 1_000_000_000_000)
  }
}
