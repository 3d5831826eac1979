import Durable
import Foundation
import OrdersV1
import OrdersV2

/// Compares the tables with a replay of the journal. It is written without the code that writes the tables.
struct Verification {
  let database: String
  let ledger: String?

  struct Entry {
    let event: String
    let isTimer: Bool
    let sent: Int
    let step: Int
    let handler: Int
    let handled: Int
  }

  /// Returns what is wrong.
  func run(wait seconds: Int) throws -> [String] {
    let database = try connect(self.database)
    var findings = try quiesce(database, seconds)
    findings += try checkLedger(database)
    let entries = Dictionary(grouping: try journal(database), by: \.id)
    var outputs: [String: String] = [:]
    var late = 0
    var transitions: Set<[Int]> = []
    for row in try database.run("SELECT id, step, version, state, failure FROM machines", []) {
      let id = row["id", default: ""]
      if let failure = row["failure"] { findings.append("\(id) is put aside: \(failure)") }
      var replay = Replay(id: id)
      let mine = (entries[id] ?? []).map(\.entry)
      try replay.run(mine)
      for (old, new) in zip(mine, mine.dropFirst()) { transitions.insert([old.handler, new.handler]) }
      if "\(mine.count)" != row["step"] { replay.findings.append("\(id) has not one entry for each of its steps") }
      switch row["version"] {
      case "1": try replay.compare(row["state"], OrdersV1.Order.self)
      default: try replay.compare(row["state"], OrdersV2.Order.self)
      }
      findings += replay.findings
      late = max(late, replay.late)
      outputs.merge(replay.outputs) { $1 }
    }
    findings += try checkEffects(database, outputs)
    let versions = transitions.sorted { $0.lexicographicallyPrecedes($1) }.map { "\($0[0])>\($0[1])" }
    print("verify: steps by versions \(versions.joined(separator: " ")); the latest timer \(late / 1000) ms late")
    return findings
  }

  /// Waits until nothing is left to do.
  private func quiesce(_ database: any Database, _ seconds: Int) throws -> [String] {
    let end = Date().addingTimeInterval(Double(seconds))
    var left = ""
    repeat {
      let row = try database.run(
        """
        SELECT (SELECT count(*) FROM machine_events WHERE step IS NULL) AS events,
          (SELECT count(*) FROM machine_outputs) AS outputs,
          (SELECT count(*) FROM machines WHERE due IS NOT NULL) AS timers
        """, [])[0]
      if row.values.allSatisfy({ $0 == "0" }) { return [] }
      left = "\(row)"
      usleep(200_000)
    } while Date() < end
    return ["after \(seconds) s there are left: \(left)"]
  }

  private func checkLedger(_ database: any Database) throws -> [String] {
    guard let ledger else { return [] }
    let lines = try String(contentsOfFile: ledger, encoding: .utf8).split(separator: "\n").map(String.init)
    var handled: [String: Int] = [:]
    let rows = try database.run(
      "SELECT id, identity FROM machine_events WHERE step IS NOT NULL AND identity IS NOT NULL", [])
    for row in rows { handled["\(row["id", default: ""]) \(row["identity", default: ""])", default: 0] += 1 }
    print("verify: \(lines.count) events were sent, \(handled.count) with answers were handled")
    return lines.compactMap { line in
      handled[line] == 1 ? nil : "the event '\(line)' was handled \(handled[line] ?? 0) times"
    }
  }

  private func journal(_ database: any Database) throws -> [(id: String, entry: Entry)] {
    try database.run(
      """
      SELECT id, event, identity, sent, step, handler, handled FROM machine_events WHERE step IS NOT NULL
      ORDER BY id, step
      """, []
    ).map { row in
      func number(_ column: String) -> Int { row[column].flatMap { Int($0) } ?? -1 }
      let entry = Entry(
        event: row["event", default: ""], isTimer: row["identity"] == nil, sent: number("sent"), step: number("step"),
        handler: number("handler"), handled: number("handled"))
      return (row["id", default: ""], entry)
    }
  }

  private func checkEffects(_ database: any Database, _ outputs: [String: String]) throws -> [String] {
    var findings: [String] = []
    var outputs = outputs
    var performed = 0
    var times = 0
    for row in try database.run("SELECT identity, output, times FROM effects", []) {
      let identity = row["identity", default: ""]
      performed += 1
      times += row["times"].flatMap { Int($0) } ?? 0
      let expected = outputs.removeValue(forKey: identity)
      if row["output"] != expected {
        findings.append("the effect \(identity) is \(row["output"] ?? ""), and was to be \(expected ?? "none")")
      }
    }
    print("verify: \(performed) effects, performed \(times) times")
    return findings + outputs.keys.map { "the output \($0) was never performed" }
  }
}

/// A machine as the replay knows it: without the struct that keeps its deadlines.
protocol ReplayedMachine: Codable {
  associatedtype Event: Codable
  associatedtype Output: Codable
  associatedtype Timer: Codable & Equatable
  associatedtype Outcome

  static var initial: Self { get }
  static func elapsed(_ timer: Timer) -> Event
  /// What an output asks for.
  static func request(in output: Output) -> Request<Timer>
  mutating func handle(event: Event, emit: (Output) -> Void) throws -> Outcome
}

/// What an output asks for: an effect in the world, or something about a timer.
enum Request<Timer> {
  case perform
  case schedule(Timer, after: Duration)
  case `repeat`(Timer, every: Duration)
  case cancel(Timer)
}

extension OrdersV1.Order: ReplayedMachine {
  static var initial: Self { Self() }
  static func elapsed(_ timer: Timer) -> Event { .elapsed(timer) }

  static func request(in output: Output) -> Request<Timer> {
    switch output {
    case .schedule(let timer, let delay): .schedule(timer, after: delay)
    case .repeat(let timer, let interval): .repeat(timer, every: interval)
    case .cancel(let timer): .cancel(timer)
    case .charge, .remind, .ship, .refund: .perform
    }
  }
}

extension OrdersV2.Order: ReplayedMachine {
  static var initial: Self { Self() }
  static func elapsed(_ timer: Timer) -> Event { .elapsed(timer) }

  static func request(in output: Output) -> Request<Timer> {
    switch output {
    case .schedule(let timer, let delay): .schedule(timer, after: delay)
    case .repeat(let timer, let interval): .repeat(timer, every: interval)
    case .cancel(let timer): .cancel(timer)
    case .charge, .remind, .ship, .refund: .perform
    }
  }
}

/// A machine that takes the steps of its journal once more, each with the version that took it.
struct Replay {
  let id: String
  private(set) var outputs: [String: String] = [:]
  var findings: [String] = []
  private(set) var late = 0
  private var state: String?
  private var timers: [(timer: String, due: Int, interval: Int?)] = []

  init(id: String) { self.id = id }

  mutating func run(_ entries: [Verification.Entry]) throws {
    for (index, entry) in entries.enumerated() {
      guard entry.step == index + 1 else {
        findings.append("\(id) has step \(entry.step) in the place of \(index + 1)")
        return
      }
      switch entry.handler {
      case 1: try take(entry, OrdersV1.Order.self)
      default: try take(entry, OrdersV2.Order.self)
      }
    }
  }

  private mutating func take<Machine: ReplayedMachine>(_ entry: Verification.Entry, _ machine: Machine.Type) throws {
    var machine: Machine = try state.map { try decode($0) } ?? Machine.initial
    let event: Machine.Event = try decode(entry.event)
    if entry.isTimer { try elapse(entry, Machine.self) }
    var emitted: [Machine.Output] = []
    _ = try machine.handle(event: event) { emitted.append($0) }
    var place = 0
    for output in emitted {
      switch Machine.request(in: output) {
      case .perform:
        outputs["\(id)/\(entry.step)/\(place)"] = try canonical(output)
        place += 1
      case .schedule(let timer, let delay):
        timers.append((try canonical(timer), entry.handled + delay.inMicroseconds, nil))
      case .repeat(let timer, let interval):
        timers.append((try canonical(timer), entry.handled + interval.inMicroseconds, interval.inMicroseconds))
      case .cancel(let timer): try timers.removeAll { try decode($0.timer) == timer }
      }
    }
    state = try canonical(machine)
  }

  private mutating func elapse<Machine: ReplayedMachine>(_ entry: Verification.Entry, _ machine: Machine.Type) throws {
    let running = try timers.firstIndex { timer in
      let own: Machine.Timer = try decode(timer.timer)
      return try canonical(Machine.elapsed(own)) == canonical(decode(entry.event, as: Machine.Event.self))
    }
    guard let running else {
      findings.append("\(id) step \(entry.step): a timer has elapsed that did not run")
      return
    }
    let timer = timers[running]
    if timer.due != entry.sent { findings.append("\(id) step \(entry.step): the timer was due at another time") }
    if entry.handled < timer.due { findings.append("\(id) step \(entry.step): the timer was early") }
    late = max(late, entry.handled - timer.due)
    if let interval = timer.interval {
      while timers[running].due <= entry.handled { timers[running].due += interval }
    } else {
      timers.remove(at: running)
    }
  }

  /// Compares what the table has with the replay.
  mutating func compare<Machine: ReplayedMachine>(_ stored: String?, _ machine: Machine.Type) throws {
    guard let state else {
      findings.append("\(id) has no step")
      return
    }
    let value: Stored<Machine> = try decode(stored ?? "")
    if try canonical(value.machine) != canonical(decode(state, as: Machine.self)) {
      findings.append("\(id) is \(stored ?? ""), and its replay is \(state)")
    }
    if value.deadlines.map(\.time.inMicroseconds) != timers.map(\.due).sorted() {
      findings.append("\(id) has other timers than its replay")
    }
  }
}

/// What is read of a state that is stored.
private struct Stored<Machine: Decodable>: Decodable {
  struct Deadline: Decodable {
    let time: Duration
  }

  let machine: Machine
  let deadlines: [Deadline]
}

extension Duration {
  fileprivate var inMicroseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
