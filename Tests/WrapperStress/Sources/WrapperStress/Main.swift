import Foundation

// Keeps wrappers busy: `events COUNT`, `timers COUNT` or `race SECONDS SEED`. Fails where memory grows, something comes
// late, or something does not end.

@main struct Main {
  @MainActor static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().map { Int($0) ?? 0 }
    let isWell: Bool
    switch (arguments.first, numbers.first) {
    case ("events", let count?): isWell = await Events.check(count: count)
    case ("timers", let count?): isWell = await Timers.check(count: count)
    case ("race", let seconds?):
      isWell = await Race(seed: UInt64(numbers.dropFirst().first ?? 1)).check(seconds: seconds)
    default:
      print("events COUNT, timers COUNT, or race SECONDS SEED")
      isWell = false
    }
    exit(isWell ? 0 : 1)
  }
}

/// A value that several tasks change.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&stored) } }
}

/// A source of numbers that gives the same ones for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Returns the program's resident memory, from the second number of Linux's `/proc/self/statm`; nil on other systems.
func residentBytes() -> Int? {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
  return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
}
