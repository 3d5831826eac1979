/// The machines of one kind in a database.
///
/// A row of `machines` is a machine, with its state and its timers. `machine_events` is inbox and journal: an event
/// waits there, has the step that has handled it, or the failure for which it was put aside. `machine_outputs` has what
/// is to be performed.
public struct Store<Machine: DurableMachine> {
  private let database: any Database
  private let dialect: Dialect
  private let coding = Coding()
  /// The rows of this kind of machine that this version knows, as a condition.
  private let ours: String
  /// The rows that a statement is given as its parameter, as a table.
  private let given: String
  private let kind = "'\(Machine.kind.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  private let version = Machine.version
  /// How many events are handled in a transaction.
  private let most = 1000

  /// The machines in a database, whose tables `prepare` has made once.
  public init(_ database: any Database) {
    (self.database, self.dialect) = (database, database.dialect)
    ours = "m.kind = \(kind) AND m.version <= \(version)"
    let texts = ["id", "identity", "event", "output", "state", "timers", "failure"].map { "value->>'\($0)' AS \($0)" }
    let numbers = ["seq", "version", "step", "due", "handler", "handled"].map {
      "CAST(value->>'\($0)' AS bigint) AS \($0)"
    }
    let sent = "coalesce(CAST(value->>'sent' AS bigint), \(dialect.now)) AS sent"
    given = "(SELECT \((texts + numbers + [sent]).joined(separator: ", ")) FROM \(dialect.rows)) AS r"
  }

  /// Makes the tables, where they are not there yet.
  public func prepare() throws {
    // Where they are there, nothing is locked: workers may be at work.
    if (try? database.run("SELECT 1 FROM machine_outputs LIMIT 0", [])) != nil { return }
    try database.transaction {
      if let lock = dialect.lockSchema { try database.run(lock, []) }
      for statement in schema(key: dialect.key) { try database.run(statement, []) }
    }
  }

  /// Sends events to machines, in their order. An event whose identity its machine has had is not handled again: who
  /// does not know whether sending has succeeded sends again.
  public func send(_ events: [(id: String, identity: String, event: Machine.Event)]) throws {
    let rows = try events.map { ["id": $0.id, "identity": $0.identity, "event": try coding.encode($0.event)] }
    try database.transaction { try insert(rows) }
  }

  /// Returns a machine as it is now, and nil where no event was handled yet.
  public func machine(_ id: String) throws -> Machine? {
    let rows = try database.run("SELECT state FROM machines WHERE kind = \(kind) AND id = $1", [id])
    return try rows.first?["state"].map { try coding.decode($0) }
  }

  /// Lets events that were put aside be handled again, once the code or the row of their machine is mended.
  public func release(_ id: String) throws {
    try database.transaction {
      for table in ["machines", "machine_events"] {
        try database.run("UPDATE \(table) SET failure = NULL WHERE kind = \(kind) AND id = $1", [id])
      }
      try notify()
    }
  }

  /// Puts events into the inbox, and makes the rows of machines that are not there yet. The row of a machine that is
  /// being handled is locked, and is not touched: who sends does not wait.
  private func insert(_ events: [Row]) throws {
    try insert(events.map { ["id": $0["id"] ?? "", "version": "\(version)"] }, into: "machines", "id, version")
    try insert(
      events.map { $0.setting("version", "\(version)") }, into: "machine_events", "id, identity, version, event, sent")
    if !events.isEmpty { try notify() }
  }

  private func among(_ query: String) -> String { dialect.among.before + query + dialect.among.behind }

  private func notify() throws {
    if let statement = dialect.notify { try database.run(statement, []) }
  }

  private func insert(
    _ rows: [Row], into table: String, _ columns: String, onConflict: String = "ON CONFLICT DO NOTHING"
  ) throws {
    try run(
      "INSERT INTO \(table) (kind, \(columns)) SELECT \(kind), \(columns) FROM \(given) WHERE true \(onConflict)",
      for: rows)
  }

  /// Runs a statement for rows, where there are any.
  @discardableResult private func run(_ statement: String, for rows: [Row]) throws -> [Row] {
    rows.isEmpty ? [] : try database.run(statement, [coding.array(rows)])
  }

  /// Takes the steps of some machines that have something to do, in one transaction. Returns how many machines these
  /// are, and what was put aside: a machine that cannot go on, with what waits for it, or an event that was refused.
  func handle() throws -> (machines: Int, failures: [String]) {
    try database.transaction {
      let claimed = try claim()
      guard let now = try claimed.last?.number("now") else { return (0, []) }
      // Said otherwise than in the index of all that waits, so that the index by machines is taken.
      let waiting = try run(
        """
        SELECT seq, id, version, event, sent FROM machine_events
        WHERE kind = \(kind) AND id \(among("SELECT id FROM \(given)")) AND step IS NULL AND coalesce(failure, '') = ''
        ORDER BY seq + 0 LIMIT \(most)
        """, for: claimed.map { ["id": $0["id"] ?? ""] })
      // Where some events were not read, a timer may be due behind one of them.
      let end = waiting.count < most ? now : try min(now, waiting[most - 1].number("sent"))
      let waitingFor = Dictionary(grouping: waiting) { $0["id"] }
      var (machines, events, outputs): ([Row], [Row], [Row]) = ([], [], [])
      for machine in claimed {
        let waiting = waitingFor[machine["id"]] ?? []
        do {
          if let failure = machine["failure"] { throw DatabaseError(failure) }
          var steps = try Steps<Machine>(machine, now: now, coding: coding)
          try steps.run(waiting, until: end, atMost: most)
          machines.append(try steps.row())
          events += steps.events
          outputs += steps.outputs
        } catch {
          machines.append(machine.setting("failure", "\(error)"))
          events += waiting.map { $0.setting("failure", "\(error)") }
        }
      }
      let marks = ["handler": "\(version)", "handled": "\(now)"]
      try write(machines, events.map { $0.merging(marks) { $1 } }, outputs)
      let failures = (machines + events).compactMap { row in
        row["failure"].map { "'\(row["id"] ?? "")' \(row["event"] ?? "cannot go on"): \($0)" }
      }
      return (claimed.count, failures)
    }
  }

  /// Locks machines that have events waiting or timers due, and that nobody else has locked.
  private func claim() throws -> [Row] {
    var seen: Set<String?> = []
    return try [
      """
      machine_events e JOIN machines m ON m.kind = e.kind AND m.id = e.id
      WHERE e.kind = \(kind) AND e.step IS NULL AND e.failure IS NULL AND \(ours) ORDER BY e.seq
      """,
      "machines m WHERE \(ours) AND m.due <= \(dialect.now) AND m.failure IS NULL ORDER BY m.due",
    ].flatMap { from in
      try database.run(
        """
        SELECT m.id, m.version, m.step, m.state, m.timers, m.due, m.failure, \(dialect.now) AS now
        FROM \(from) LIMIT 200 \(dialect.lock)
        """, [])
    }.filter { seen.insert($0["id"]).inserted }
  }

  private func write(_ machines: [Row], _ events: [Row], _ outputs: [Row]) throws {
    let columns = ["version", "step", "state", "timers", "due", "failure"]
    let update = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try insert(
      machines, into: "machines", "id, " + columns.joined(separator: ", "),
      onConflict: "ON CONFLICT (kind, id) DO UPDATE SET \(update)")
    try run(
      """
      UPDATE machine_events SET step = r.step, failure = r.failure, handler = r.handler, handled = r.handled
      FROM \(given) WHERE machine_events.seq = r.seq
      """, for: events.filter { $0["seq"] != nil })
    try insert(
      events.filter { $0["seq"] == nil }, into: "machine_events", "id, version, event, sent, step, handler, handled")
    try insert(outputs, into: "machine_outputs", "id, identity, version, output")
    if !outputs.isEmpty { try notify() }
  }

  /// Takes outputs that nobody else performs, and keeps others from them for so long. Those of one machine are taken
  /// one after the other.
  func claimOutputs(lease: Duration) throws -> [Row] {
    try database.run(
      """
      WITH free AS MATERIALIZED (
        SELECT m.seq FROM machine_outputs m WHERE \(ours) AND m.lease <= \(dialect.now) AND NOT EXISTS (
          SELECT 1 FROM machine_outputs o WHERE o.kind = m.kind AND o.id = m.id AND o.seq < m.seq)
        ORDER BY m.lease LIMIT 100 \(dialect.lock))
      UPDATE machine_outputs SET lease = \(dialect.now) + CAST($1 AS bigint), attempts = attempts + 1
      WHERE seq \(among("SELECT seq FROM free")) RETURNING seq, id, identity, output
      """, ["\(lease.microseconds)"])
  }

  /// Writes what has become of outputs: those that are performed are gone, and their answers are events of their
  /// machines; those that have failed are performed again, later each time.
  func finish(_ results: [Performed<Machine.Event>]) throws {
    let rows = try results.map { row, answer in
      switch answer {
      case .success(let event): try event.map { row.setting("event", try coding.encode($0)) } ?? row
      case .failure(let error): row.setting("failure", "\(error)")
      }
    }
    try database.transaction {
      try run(
        "DELETE FROM machine_outputs WHERE seq \(among("SELECT seq FROM \(given)"))",
        for: rows.filter { $0["failure"] == nil }
      )
      try run(
        """
        UPDATE machine_outputs SET failure = r.failure, lease = \(dialect.now) + attempts * 1000000
        FROM \(given) WHERE machine_outputs.seq = r.seq
        """, for: rows.filter { $0["failure"] != nil })
      try insert(rows.filter { $0["event"] != nil })
    }
  }

  /// How long nothing is to be done if no event comes: until the next timer is due, or the next lease ends.
  func pause() throws -> Duration {
    let next = try database.run(
      """
      SELECT (SELECT due FROM machines m WHERE \(ours) AND failure IS NULL AND due IS NOT NULL ORDER BY due LIMIT 1)
        - \(dialect.now) AS due,
        (SELECT lease FROM machine_outputs m WHERE \(ours) ORDER BY lease LIMIT 1) - \(dialect.now) AS lease
      """, [])[0].values.compactMap { Int($0) }.min()
    return .microseconds(min(max(next ?? .max, 10_000), 1_000_000))
  }
}

private func schema(key: String) -> [String] {
  let own = "kind text NOT NULL, id text NOT NULL, version integer NOT NULL, failure text"
  return [
    """
    TABLE IF NOT EXISTS machines (\(own), step bigint NOT NULL DEFAULT 0, state text,
      timers text NOT NULL DEFAULT '[]', due bigint, PRIMARY KEY (kind, id))
    """,
    "INDEX IF NOT EXISTS machines_due ON machines (kind, due) WHERE failure IS NULL AND due IS NOT NULL",
    """
    TABLE IF NOT EXISTS machine_events (seq \(key), \(own), identity text, event text NOT NULL, sent bigint NOT NULL,
      step bigint, handler integer, handled bigint, UNIQUE (kind, id, identity))
    """,
    "INDEX IF NOT EXISTS machine_events_waiting ON machine_events (kind, seq) WHERE step IS NULL AND failure IS NULL",
    "INDEX IF NOT EXISTS machine_events_of ON machine_events (kind, id, seq) WHERE step IS NULL",
    """
    TABLE IF NOT EXISTS machine_outputs (seq \(key), \(own), identity text NOT NULL, output text NOT NULL,
      lease bigint NOT NULL DEFAULT 0, attempts bigint NOT NULL DEFAULT 0)
    """,
    "INDEX IF NOT EXISTS machine_outputs_free ON machine_outputs (kind, lease)",
    "INDEX IF NOT EXISTS machine_outputs_of ON machine_outputs (kind, id, seq)",
  ].map { "CREATE \($0)" }
}
