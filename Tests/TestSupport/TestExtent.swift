import Foundation

/// How much a test takes of what it could take: machines that chance makes up, places of a text.
///
/// `swift test` takes little, so that it is over in some minutes. With `SM_GEN_TESTS=long` in the environment, as
/// `Tests/long` has it, tests take more; and a variable of its own says the number for each of them.
package enum TestExtent {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isLong = environment["SM_GEN_TESTS"] == "long"

  /// A number in the environment; nil where there is none.
  package static func number(_ variable: String) -> UInt64? { environment[variable].flatMap { UInt64($0) } }

  /// How many to take: as many as the variable says, else as suits the run.
  package static func count(_ variable: String, short: UInt64, long: UInt64) -> UInt64 {
    number(variable) ?? pick(short: short, long: long)
  }

  /// What suits the run, where no variable says it.
  package static func pick<Value>(short: Value, long: Value) -> Value { isLong ? long : short }

  /// Says on standard error what is being done. Swift Testing tells of a test's end when most others are over, too.
  package static func say(_ words: String) {
    FileHandle.standardError.write(Data("· \(words)\n".utf8))
  }
}
