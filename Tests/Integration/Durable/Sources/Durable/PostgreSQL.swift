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
      rows: "json_array_elements(CAST($1 AS json)) AS elements(value)", among: ("= ANY(ARRAY(", "))"),
      lockSchema: "SELECT pg_advisory_xact_lock(hashtext('machines'))", notify: "NOTIFY machines")
    private let connection: OpaquePointer
    private var prepared: [String: String] = [:]

    /// Connects, with parameters as libpq has them: `host=/run/postgresql dbname=orders`.
    public init(_ parameters: String) throws {
      guard let connection = PQconnectdb(parameters) else { throw DatabaseError("PostgreSQL: no memory") }
      self.connection = connection
      guard PQstatus(connection) == CONNECTION_OK else { throw failure("connect") }
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      // A worker that hangs in a transaction loses its connection, and its machines are free for the others.
      try run("SET idle_in_transaction_session_timeout = '10s'", [])
      // The tables are filled and emptied faster than their statistics follow: the way by the indexes is always right.
      for way in ["seqscan", "hashjoin", "mergejoin"] { try run("SET enable_\(way) = off", []) }
      try run("LISTEN machines", [])
    }

    deinit { PQfinish(connection) }

    private func failure(_ what: String) -> DatabaseError {
      let message = String(cString: PQerrorMessage(connection)).trimmingCharacters(in: .whitespacesAndNewlines)
      return DatabaseError("PostgreSQL: \(message) (\(what))")
    }

    @discardableResult public func run(_ statement: String, _ parameters: [String]) throws -> [Row] {
      let name = prepared[statement] ?? "s\(prepared.count)"
      if prepared[statement] == nil {
        PQclear(try check(PQprepare(connection, name, statement, 0, nil), statement))
        prepared[statement] = name
      }
      let values = parameters.map { strdup($0) }
      defer { for value in values { free(value) } }
      let pointers = values.map { UnsafePointer($0) }
      let result = try check(PQexecPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0), statement)
      defer { PQclear(result) }
      let columns = (0..<PQnfields(result)).map { (index: $0, name: String(cString: PQfname(result, $0))) }
      return (0..<PQntuples(result)).map { row in
        var texts: Row = [:]
        for column in columns where PQgetisnull(result, row, column.index) == 0 {
          texts[column.name] = String(cString: PQgetvalue(result, row, column.index))
        }
        return texts
      }
    }

    private func check(_ result: OpaquePointer?, _ statement: String) throws -> OpaquePointer? {
      if [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) { return result }
      PQclear(result)
      throw failure(statement)
    }

    public func wait(for duration: Duration) throws {
      var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      // What was told while another statement ran is read already.
      if !takeNotifications() { _ = poll(&descriptor, 1, Int32(duration / .milliseconds(1))) }
      guard PQconsumeInput(connection) == 1 else { throw failure("wait") }
      _ = takeNotifications()
    }

    private func takeNotifications() -> Bool {
      var isAny = false
      while let notification = PQnotifies(connection) {
        PQfreemem(notification)
        isAny = true
      }
      return isAny
    }
  }
#endif
