import CSQLite
import Foundation

/// A connection to a file of SQLite, which any number of processes on one computer use at once.
public final class SQLite: Database {
  public let dialect = Dialect(
    begin: "BEGIN IMMEDIATE", now: "CAST((julianday('now') - 2440587.5) * 86400000 AS integer) * 1000",
    key: "integer PRIMARY KEY AUTOINCREMENT", rows: "json_each($1)", isAmong: { "IN (\($0))" })
  private var handle: OpaquePointer?
  private var seenVersion: String?

  /// Opens the file, and makes it where there is none.
  public init(path: String) throws {
    try check(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil), "open '\(path)'")
    // A process that is writing is waited for: transactions are short.
    sqlite3_busy_timeout(handle, 10_000)
    try run("PRAGMA journal_mode = WAL", [])
    // What is committed is on the disk, as with the default of PostgreSQL.
    try run("PRAGMA synchronous = FULL", [])
  }

  deinit { sqlite3_close(handle) }

  private func check(_ code: Int32, isDone: Int32 = SQLITE_OK, _ what: String) throws {
    if code != isDone { throw DatabaseError("SQLite: \(String(cString: sqlite3_errmsg(handle))) (\(what))") }
  }

  @discardableResult public func run(_ statement: String, _ parameters: [String]) throws -> [Row] {
    var compiled: OpaquePointer?
    defer { sqlite3_finalize(compiled) }
    try check(sqlite3_prepare_v2(handle, statement, -1, &compiled, nil), statement)
    for (index, parameter) in parameters.enumerated() {
      let position = sqlite3_bind_parameter_index(compiled, "$\(index + 1)")
      // SQLITE_TRANSIENT: SQLite copies the text, which is gone when this call returns.
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      try check(sqlite3_bind_text(compiled, position, parameter, -1, copy), statement)
    }
    var rows: [Row] = []
    var code = sqlite3_step(compiled)
    while code == SQLITE_ROW {
      var row: Row = [:]
      for column in 0..<sqlite3_column_count(compiled) {
        let text = sqlite3_column_text(compiled, column)
        row[String(cString: sqlite3_column_name(compiled, column))] = text.map { String(cString: $0) }
      }
      rows.append(row)
      code = sqlite3_step(compiled)
    }
    try check(code, isDone: SQLITE_DONE, statement)
    return rows
  }

  /// Asks every few milliseconds whether another connection has written: a file tells nobody.
  public func wait(for duration: Duration) throws {
    for _ in 0...Int(duration / .milliseconds(5)) {
      let version = try run("PRAGMA data_version", []).first?["data_version"]
      defer { seenVersion = version }
      if version != seenVersion { return }
      usleep(5_000)
    }
  }
}
