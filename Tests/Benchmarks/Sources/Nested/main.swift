import AllocationCounter
import Foundation

// Measures an event in a machine that is nested four deep, and in the same switch written by hand, alternately; and the
// allocations of machines with composite states, regions, histories, choices, `always` and `done`.
// Other files measure machines with regions, `Turns.swift` first. With the argument `regions` the program does no more.

switch CommandLine.arguments.dropFirst().first {
case "regions":
  compareRegions()
  exit(0)
case "methods":
  compareMethods()
  exit(0)
default: break
}

let eventCount = 4_000_000
let rounds = 15

/// A fixed sequence of numbers that no compiler can foresee.
struct Choices {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  mutating func next() -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % 16)
  }
}

var choices = Choices()
let script = (0..<4096).map { _ in choices.next() }

let generatedEvents: [Nested.Event] = script.map {
  switch $0 {
  case 0...8: .step
  case 9...11: .shift
  case 12: .beat
  case 13, 14: .pause
  default: .power
  }
}
let handWrittenEvents: [HandWritten.Event] = script.map {
  switch $0 {
  case 0...8: .step
  case 9...11: .shift
  case 12: .beat
  case 13, 14: .pause
  default: .power
  }
}

@inline(never)
func driveGenerated(_ events: [Nested.Event]) -> Int {
  var machine = Nested()
  var outputs = 0
  for index in 0..<eventCount {
    let outcome = machine.handle(event: events[index & 4095]) { output in
      if case .report(let total) = output { outputs &+= total }
    }
    if outcome != .ignored { outputs &+= 1 }
  }
  return outputs
}

@inline(never)
func driveHandWritten(_ events: [HandWritten.Event]) -> Int {
  var machine = HandWritten()
  var outputs = 0
  for index in 0..<eventCount {
    let isHandled = machine.handle(events[index & 4095]) { output in
      if case .report(let total) = output { outputs &+= total }
    }
    if isHandled { outputs &+= 1 }
  }
  return outputs
}

func nanoseconds(_ work: () -> Int) -> (time: Double, result: Int) {
  let clock = ContinuousClock()
  var result = 0
  let duration = clock.measure { result = work() }
  let (seconds, attoseconds) = duration.components
  return ((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(eventCount), result)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func rounded(_ value: Double) -> Double { Double(Int(value * 1000 + 0.5)) / 1000 }

var generated: [Double] = []
var handWritten: [Double] = []
for round in 0..<rounds {
  var results: Set<Int> = []
  // The order changes from round to round.
  for turn in 0..<2 {
    if (round + turn) % 2 == 0 {
      let (time, result) = nanoseconds { driveGenerated(generatedEvents) }
      generated.append(time)
      results.insert(result)
    } else {
      let (time, result) = nanoseconds { driveHandWritten(handWrittenEvents) }
      handWritten.append(time)
      results.insert(result)
    }
  }
  precondition(results.count == 1, "the machines do not do the same")
}

func allocations(_ work: () -> Void) -> Int {
  let before = allocation_count()
  work()
  return Int(allocation_count() - before)
}

let nestedAllocations = allocations { _ = driveGenerated(generatedEvents) }

let playerEvents: [MediaPlayer.Event] = [
  .play(track: "a"), .progressed(1), .muteButton, .pauseButton, .interruptionBegan, .interruptionEnded, .playButton,
  .volumeButton, .trackEnded, .play(track: "b"), .stop,
]
let playerAllocations = allocations {
  var machine = MediaPlayer()
  for index in 0..<100_000 { machine.handle(event: playerEvents[index % playerEvents.count]) { _ in } }
}
let settlingAllocations = allocations {
  var machine = Settling()
  for index in 0..<100_000 { machine.handle(event: index % 37 == 0 ? .stop : .pour) }
}

print("nested four deep, ns per event (medians of \(rounds) rounds of \(eventCount) events)")
print("  generated    \(rounded(median(generated)))")
print("  hand-written \(rounded(median(handWritten)))")
print("  generated / hand-written \(rounded(median(zip(generated, handWritten).map { $0 / $1 })))")
print(
  "  allocations: \(nestedAllocations) nested, \(playerAllocations) with regions and histories, \(settlingAllocations) with choices, always and done"
)
print()
compareRegions()
