import CSQLite
import Foundation

/// A connection to a file of SQLite, which any number of processes on one computer use at once.
public final class SQLite: Database {
  public let dialect = Dialect(
    begin: "BEGIN IMMEDIATE", now: "CAST((julianday('now') - 2440587.5) * 86400000 AS integer) * 1000",
    key: "integer PRIMARY KEY AUTOINCREMENT", rows: "json_each($1)", among: ("IN (", ")"))
  private var handle: OpaquePointer?
  private var prepared: [String: OpaquePointer] = [:]
  private var seenVersion: String?

  /// Opens the file, and makes it where there is none.
  public init(path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK else {
      throw failure("open '\(path)'")
    }
    // A process that is writing is waited for: transactions are short.
    sqlite3_busy_timeout(handle, 10_000)
    try run("PRAGMA journal_mode = WAL", [])
    // What is committed is on the disk, as with the default of PostgreSQL.
    try run("PRAGMA synchronous = FULL", [])
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  private func failure(_ what: String) -> DatabaseError {
    DatabaseError("SQLite: \(String(cString: sqlite3_errmsg(handle))) (\(what))")
  }

  @discardableResult public func run(_ statement: String, _ parameters: [String]) throws -> [Row] {
    var compiled = prepared[statement]
    if compiled == nil {
      guard sqlite3_prepare_v2(handle, statement, -1, &compiled, nil) == SQLITE_OK else { throw failure(statement) }
      prepared[statement] = compiled
    }
    // What a statement has read or locked is free again when it is reset.
    defer { sqlite3_reset(compiled) }
    for (index, parameter) in parameters.enumerated() {
      let position = sqlite3_bind_parameter_index(compiled, "$\(index + 1)")
      // SQLITE_TRANSIENT: SQLite copies the text, which is gone when this call returns.
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      guard sqlite3_bind_text(compiled, position, parameter, -1, copy) == SQLITE_OK else { throw failure(statement) }
    }
    var rows: [Row] = []
    while true {
      switch sqlite3_step(compiled) {
      case SQLITE_ROW:
        var row: Row = [:]
        for column in 0..<sqlite3_column_count(compiled) {
          guard let text = sqlite3_column_text(compiled, column) else { continue }
          row[String(cString: sqlite3_column_name(compiled, column))] = String(cString: text)
        }
        rows.append(row)
      case SQLITE_DONE: return rows
      default: throw failure(statement)
      }
    }
  }

  /// Asks every few milliseconds whether another connection has written: a file tells nobody.
  public func wait(for duration: Duration) throws {
    let end = ContinuousClock.now + duration
    repeat {
      let version = try run("PRAGMA data_version", []).first?["data_version"]
      defer { seenVersion = version }
      if version != seenVersion { return }
      usleep(5_000)
    } while ContinuousClock.now < end
  }
}
