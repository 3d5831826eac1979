/// A connection to a database, for one thread at a time.
public protocol Database: AnyObject {
  /// The parts of SQL that differ between databases.
  var dialect: Dialect { get }
  /// Runs a statement, whose parameters are `$1`, `$2` and so on.
  @discardableResult func run(_ statement: String, _ parameters: [String]) throws -> [Row]
  /// Waits until another connection tells of something new, or for so long.
  func wait(for duration: Duration) throws
}

/// The parts of SQL that differ between databases.
public struct Dialect: Sendable {
  /// Begins a transaction that writes.
  var begin: String
  /// The time when the statement begins, in microseconds since 1970.
  var now: String
  /// The type of a column that numbers the rows of a table in the order in which they come.
  var key: String
  /// The end of a query, which locks rows of `m`, and leaves out those that another connection has locked.
  var lock = ""
  /// The elements of the array of JSON in `$1`, as a table with a column `value`.
  var rows: String
  /// Compares a column with what a query finds, so that an index looks for these values.
  var isAmong: @Sendable (_ query: String) -> String
  /// Lets one process alone make tables.
  var lockSchema: [String] = []
  /// Tells other connections of something new once the transaction is committed.
  var notify: [String] = []
}

/// An error of a database, in its own words.
public struct DatabaseError: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

extension Database {
  /// Runs `body` in a transaction, which an error undoes.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run(dialect.begin, [])
    do {
      let result = try body()
      try run("COMMIT", [])
      return result
    } catch {
      // The connection may be gone, and the transaction with it: the error that is told is the first one.
      _ = try? run("ROLLBACK", [])
      throw error
    }
  }
}
