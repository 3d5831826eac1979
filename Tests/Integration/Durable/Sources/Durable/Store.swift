/// The machines of one kind in a database.
///
/// A row of `machines` is a machine. `machine_events` is inbox and journal: an event waits there, has the step that has
/// handled it, or the failure for which it was put aside. `machine_outputs` has what is to be performed.
public struct Store<Machine: DurableMachine> {
  private let database: any Database
  private let dialect: Dialect
  /// The rows of this kind of machine that this version knows, as a condition.
  private let ours: String
  /// The rows of machines that have a timer, and can go on, as a condition.
  private let timed: String
  /// The rows that a statement is given as its parameter, as a table.
  private let given: String
  private let kind = "'\(Machine.kind.replacing("'", with: "''"))'"
  private let version = Machine.version

  /// The machines in a database, whose tables `prepare` has made once.
  public init(_ database: any Database) {
    (self.database, self.dialect) = (database, database.dialect)
    ours = "m.kind = \(kind) AND m.version <= \(version)"
    timed = "machines m WHERE \(ours) AND m.failure IS NULL AND m.due IS NOT NULL"
    let texts = ["id", "identity", "event", "output", "state", "failure"].map { ($0, "text") }
    let numbers = ["seq", "version", "step", "due", "handler", "handled"].map { ($0, "bigint") }
    let columns = (texts + numbers).map { "CAST(value->>'\($0)' AS \($1)) AS \($0), " }.joined()
    let sent = "coalesce(CAST(value->>'sent' AS bigint), \(dialect.now)) AS sent"
    given = "(SELECT \(columns)\(sent) FROM \(dialect.rows)) AS r"
  }

  /// Makes the tables, where they are not there yet.
  public func prepare() throws {
    // Where they are there, nothing is locked: workers may be at work.
    if (try? database.run("SELECT 1 FROM machine_outputs LIMIT 0", [])) != nil { return }
    try database.transaction {
      for statement in dialect.lockSchema + schema(key: dialect.key) { try database.run(statement, []) }
    }
  }

  /// Sends events to machines, in their order. An event whose identity its machine has had is not handled again: who
  /// does not know whether sending has succeeded sends again.
  public func send(_ events: [(id: String, identity: String, event: Machine.Event)]) throws {
    let rows = try events.map { ["id": $0.id, "identity": $0.identity, "event": try $0.event.json] }
    try database.transaction { try insert(rows) }
  }

  /// Returns a machine as it is now, and nil where no event was handled yet.
  public func machine(_ id: String) throws -> Machine? {
    let rows = try database.run("SELECT state FROM machines WHERE kind = \(kind) AND id = $1", [id])
    return try rows.first { $0["state"] != nil }?.value("state")
  }

  /// Lets events that were put aside be handled again, once the code or the row of their machine is mended.
  public func release(_ id: String) throws {
    try database.transaction {
      for table in ["machines", "machine_events"] {
        try database.run("UPDATE \(table) SET failure = NULL WHERE kind = \(kind) AND id = $1", [id])
      }
    }
  }

  /// Puts events into the inbox, and makes the rows of machines that are not there yet. The row of a machine that is
  /// being handled is locked, and is not touched: who sends does not wait.
  private func insert(_ events: [Row]) throws {
    try insert(events, into: "machines", "id")
    try insert(events, into: "machine_events", "id, identity, event, sent")
  }

  private func insert(_ rows: [Row], into table: String, _ columns: String) throws {
    if rows.isEmpty { return }
    try database.run(
      """
      INSERT INTO \(table) (kind, version, \(columns)) SELECT \(kind), \(version), \(columns) FROM \(given)
      WHERE true ON CONFLICT DO NOTHING
      """, [rows.objects()])
    for statement in dialect.notify { try database.run(statement, []) }
  }

  /// Takes the steps of some machines that have something to do, in one transaction. Returns the rows of machines and
  /// events. Those with a failure are put aside: an event that is refused, or a machine with all that waits for it.
  func handle() throws -> [Row] {
    try database.transaction {
      let claimed = try claim()
      guard let now: Int = try claimed.last?.value("now") else { return [] }
      // Said otherwise than in the index of all that waits, so that the index by machines is taken.
      let waiting = try database.run(
        """
        SELECT seq, id, version, event, sent FROM machine_events
        WHERE kind = \(kind) AND id \(dialect.isAmong("SELECT id FROM \(given)"))
          AND step IS NULL AND coalesce(failure, '') = '' ORDER BY seq + 0 LIMIT \(most)
        """, [claimed.map { ["id": $0["id", default: ""]] }.objects()])
      // Where some events were not read, a timer may be due after one of them.
      let end = waiting.count < most ? now : try min(now, waiting[most - 1].value("sent"))
      let waitingFor = Dictionary(grouping: waiting) { $0["id"] }
      let steps = claimed.map { Steps<Machine>($0, waitingFor[$0["id"]] ?? [], until: end, now: now) }
      let machines = steps.map(\.machine)
      let events = steps.flatMap(\.events).map { $0.with(["handler": "\(version)", "handled": "\(now)"]) }
      try database.run(
        """
        INSERT INTO machines (kind, id, version, step, state, due, failure)
        SELECT \(kind), id, version, step, state, due, failure FROM \(given) WHERE true
        ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, step = excluded.step, state = excluded.state,
          due = excluded.due, failure = excluded.failure
        """, [machines.objects()])
      try database.run(
        """
        UPDATE machine_events SET step = r.step, failure = r.failure, handler = r.handler, handled = r.handled
        FROM \(given) WHERE machine_events.seq = r.seq
        """, [events.filter { $0["seq"] != nil }.objects()])
      try insert(events.filter { $0["seq"] == nil }, into: "machine_events", "id, event, sent, step, handler, handled")
      try insert(steps.flatMap(\.outputs), into: "machine_outputs", "id, identity, output")
      return machines + events
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
      "\(timed) AND m.due <= \(dialect.now) ORDER BY m.due",
    ].flatMap { from in
      try database.run(
        """
        SELECT m.id, m.version, m.step, m.state, m.due, m.failure, \(dialect.now) AS now
        FROM \(from) LIMIT 200 \(dialect.lock)
        """, [])
    }.filter { seen.insert($0["id"]).inserted }
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
      WHERE seq \(dialect.isAmong("SELECT seq FROM free")) RETURNING seq, id, identity, output
      """, ["\(lease.microseconds)"])
  }

  /// Writes the results of outputs: a performed output is deleted, and its reply is an event of its machine; an output
  /// with a failure is performed again, later each time.
  func finish(_ rows: [Row]) throws {
    try database.transaction {
      try database.run(
        "DELETE FROM machine_outputs WHERE seq \(dialect.isAmong("SELECT seq FROM \(given)"))",
        [rows.filter { $0["failure"] == nil }.objects()])
      try database.run(
        """
        UPDATE machine_outputs SET failure = r.failure, lease = \(dialect.now) + attempts * 1000000
        FROM \(given) WHERE machine_outputs.seq = r.seq
        """, [rows.filter { $0["failure"] != nil }.objects()])
      try insert(rows.filter { $0["event"] != nil })
    }
  }

  /// Returns the time to wait for a notification: until the next timer is due, or a second.
  func pause() throws -> Duration {
    let next = try database.run("SELECT m.due - \(dialect.now) AS pause FROM \(timed) ORDER BY m.due LIMIT 1", [])
    return try .microseconds(min(max(next.first?.value("pause") ?? .max, 10_000), 1_000_000))
  }
}

/// The statements that make the tables.
private func schema(key: String) -> [String] {
  let own = "kind text NOT NULL, id text NOT NULL, version integer NOT NULL, failure text"
  return """
    CREATE TABLE IF NOT EXISTS machines (
      \(own), step bigint NOT NULL DEFAULT 0, state text, due bigint, PRIMARY KEY (kind, id));
    CREATE INDEX IF NOT EXISTS machines_due ON machines (kind, due) WHERE failure IS NULL AND due IS NOT NULL;
    CREATE TABLE IF NOT EXISTS machine_events (
      seq \(key), \(own), identity text, event text NOT NULL, sent bigint NOT NULL, step bigint, handler integer,
      handled bigint, UNIQUE (kind, id, identity));
    CREATE INDEX IF NOT EXISTS machine_events_of ON machine_events (kind, id, seq) WHERE step IS NULL;
    CREATE INDEX IF NOT EXISTS machine_events_new ON machine_events (kind, seq) WHERE step IS NULL AND failure IS NULL;
    CREATE TABLE IF NOT EXISTS machine_outputs (
      seq \(key), \(own), identity text NOT NULL, output text NOT NULL, lease bigint NOT NULL DEFAULT 0,
      attempts bigint NOT NULL DEFAULT 0);
    CREATE INDEX IF NOT EXISTS machine_outputs_free ON machine_outputs (kind, lease);
    CREATE INDEX IF NOT EXISTS machine_outputs_of ON machine_outputs (kind, id, seq)
    """.split(separator: ";").map(String.init)
}
