#if PostgreSQL
  import CPostgreSQL
  import Foundation

  /// A connection to a server of PostgreSQL.
  public final class PostgreSQL: Database {
    public let dialect = Dialect(
      // Each statement sees what was committed before it, also by those who had the lock.
      begin: "BEGIN ISOLATION LEVEL READ COMMITTED",
      // The clock of the server: that of a worker may be wrong.
      now: "CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint)",
      key: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", lock: "FOR UPDATE OF m SKIP LOCKED",
      rows: "json_array_elements(CAST($1 AS json)) AS elements(value)", isAmong: { "= ANY(ARRAY(\($0)))" },
      lockSchema: ["SELECT pg_advisory_xact_lock(hashtext('machines'))"], notify: ["NOTIFY machines"])
    private let connection: OpaquePointer?
    private var prepared: [String: String] = [:]

    /// Connects, with parameters as libpq has them: `host=/run/postgresql dbname=orders`.
    public init(_ parameters: String) throws {
      connection = PQconnectdb(parameters)
      try check(PQstatus(connection) == CONNECTION_OK, "connect")
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      // A worker that hangs in a transaction loses its connection, and its machines are free for the others.
      try run("SET idle_in_transaction_session_timeout = '10s'", [])
      // The tables are filled and emptied faster than their statistics follow: a plan by the indexes is always right.
      for plan in ["seqscan", "hashjoin", "mergejoin"] { try run("SET enable_\(plan) = off", []) }
      try run("LISTEN machines", [])
    }

    deinit { PQfinish(connection) }

    private func check(_ isRight: Bool, _ what: String) throws {
      if isRight { return }
      let message = String(cString: PQerrorMessage(connection)).trimmingCharacters(in: .whitespacesAndNewlines)
      throw DatabaseError("PostgreSQL: \(message) (\(what))")
    }

    @discardableResult public func run(_ statement: String, _ parameters: [String]) throws -> [Row] {
      let name = prepared[statement] ?? "s\(prepared.count)"
      if prepared[statement] == nil {
        let result = PQprepare(connection, name, statement, 0, nil)
        defer { PQclear(result) }
        try check(PQresultStatus(result) == PGRES_COMMAND_OK, statement)
        prepared[statement] = name
      }
      let values = parameters.map { UnsafePointer(strdup($0)) }
      defer { for value in values { free(UnsafeMutablePointer(mutating: value)) } }
      let result = PQexecPrepared(connection, name, Int32(values.count), values, nil, nil, 0)
      defer { PQclear(result) }
      try check([PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)), statement)
      let columns = (0..<PQnfields(result)).map { (index: $0, name: String(cString: PQfname(result, $0))) }
      return (0..<PQntuples(result)).map { row in
        let texts = columns.filter { PQgetisnull(result, row, $0.index) == 0 }
        return Row(uniqueKeysWithValues: texts.map { ($0.name, String(cString: PQgetvalue(result, row, $0.index))) })
      }
    }

    public func wait(for duration: Duration) throws {
      var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      var isTold = false
      // What was told while a statement ran is read already: it ends the waiting before it begins.
      for milliseconds in [0, Int32(duration / .milliseconds(1))] where !isTold {
        _ = poll(&descriptor, 1, milliseconds)
        try check(PQconsumeInput(connection) == 1, "wait")
        while let notification = PQnotifies(connection) {
          PQfreemem(notification)
          isTold = true
        }
      }
    }
  }
#endif
