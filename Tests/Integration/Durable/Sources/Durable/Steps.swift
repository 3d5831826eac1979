/// The most events that a transaction reads, and the most steps that a machine takes in it.
let most = 1000

/// The steps that a machine takes in one transaction, as the rows that they leave.
struct Steps<Machine: DurableMachine> {
  private(set) var machine: Row
  /// The events that were handled or refused. Those of timers are new, and have no number.
  private(set) var events: [Row] = []
  private(set) var outputs: [Row] = []
  private let now: Duration
  private var step = 0
  private var id: String { machine["id", default: ""] }

  /// Takes the steps. A machine that cannot go on is put aside, with all that waits for it.
  init(_ row: Row, _ waiting: [Row], until end: Int, now: Int) {
    (machine, self.now) = (row, .microseconds(now))
    do { try run(waiting[...], until: end) } catch {
      machine = row.with(["failure": "\(error)"])
      (events, outputs) = (waiting.map { $0.with(["failure": "\(error)"]) }, [])
    }
  }

  /// Reads the machine, or begins it, and lets it handle events and the timers that were due by `end`, in the order in
  /// which they came.
  private mutating func run(_ waiting: ArraySlice<Row>, until end: Int) throws {
    if let failure = machine["failure"] { throw DatabaseError(failure) }
    var value = try machine["state"] == nil ? Machine.initial(id: id) : machine.value("state")
    var (version, waiting) = (Machine.version, waiting)
    step = try machine.value("step")
    for _ in 0..<most {
      let due = value.due?.microseconds ?? .max
      if let row = waiting.first, try due >= row.value("sent") {
        version = try max(version, row.value("version"))
        // Newer code has sent the event: from here on, the machine is left to newer code.
        if version > Machine.version { break }
        waiting.removeFirst()
        // An event that cannot be read, or that the machine throws an error for, is refused.
        do { try take(row.value("event"), row, &value) } catch { events.append(row.with(["failure": "\(error)"])) }
      } else if due <= end, let event = value.popElapsed(at: now) {
        try take(event, ["id": id, "event": event.json, "sent": "\(due)"], &value)
      } else {
        break
      }
    }
    machine = machine.with(["version": "\(version)", "step": "\(step)", "state": try value.json])
    machine["due"] = value.due.map { "\($0.microseconds)" }
  }

  /// Hands an event to the machine, and keeps its outputs for those who perform them. An error leaves all as it is.
  private mutating func take(_ event: Machine.Event, _ row: Row, _ value: inout Machine) throws {
    var (changed, emitted): (Machine, [Machine.Output]) = (value, [])
    if step == 0 { try changed.start(at: now) { emitted.append($0) } }
    _ = try changed.handle(event: event, at: now) { emitted.append($0) }
    outputs += try emitted.enumerated().map { index, output in
      ["id": id, "identity": "\(id)/\(step + 1)/\(index)", "output": try output.json]
    }
    (value, step) = (changed, step + 1)
    events.append(row.with(["step": "\(step)"]))
  }
}
