import Foundation

/// The extent of a test: the number of its random machines, or of the places in a text that it tries.
///
/// `swift test` tries few, so that it ends in some minutes. With `SM_GEN_TESTS=long` in the environment, as
/// `Tests/long` sets it, tests try more; and each of these tests has a variable that sets its number.
package enum TestExtent {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isLong = environment["SM_GEN_TESTS"] == "long"

  /// Returns a number of the environment; nil if there is none.
  package static func number(_ variable: String) -> UInt64? { environment[variable].flatMap { UInt64($0) } }

  /// Returns the value of a variable; if it is not set, one of two numbers, by the kind of the run.
  package static func count(_ variable: String, short: UInt64, long: UInt64) -> UInt64 {
    number(variable) ?? pick(short: short, long: long)
  }

  /// Returns one of two values, by the kind of the run.
  package static func pick<Value>(short: Value, long: Value) -> Value { isLong ? long : short }

  /// Prints progress to standard error. Swift Testing reports the end of a test only when most other tests have ended.
  package static func say(_ words: String) {
    FileHandle.standardError.write(Data("· \(words)\n".utf8))
  }
}
