import Foundation

/// The extent of a test: how many random machines it makes, or how many places in a text it tries.
///
/// By default, `swift test` tries few, so that it ends in some minutes. With `SM_GEN_TESTS=long` in the environment,
/// which `Tests/long` sets, tests try more. Each of these tests also has a variable of its own for its number.
package enum TestExtent {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isLong = environment["SM_GEN_TESTS"] == "long"

  /// Returns the number in an environment variable; nil if the variable is not set, or is no number.
  package static func number(_ variable: String) -> UInt64? { environment[variable].flatMap { UInt64($0) } }

  /// Returns the number in an environment variable. If it is not set, returns `long` with `SM_GEN_TESTS=long`,
  /// otherwise `short`.
  package static func count(_ variable: String, short: UInt64, long: UInt64) -> UInt64 {
    number(variable) ?? pick(short: short, long: long)
  }

  /// Returns `long` with `SM_GEN_TESTS=long` in the environment, otherwise `short`.
  package static func pick<Value>(short: Value, long: Value) -> Value { isLong ? long : short }

  /// Prints a message about a test's progress to standard error, because Swift Testing reports the end of a test only
  /// when most other tests have ended.
  package static func say(_ words: String) {
    FileHandle.standardError.write(Data("· \(words)\n".utf8))
  }
}
