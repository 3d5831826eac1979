import AllocationCounter

// An event through the generated reducer, in turns with the same machine written by hand. Prints medians over rounds, and
// ratios within a round, as the clock of a busy computer is not to be trusted.

let eventCount = 4_000_000
let rounds = 15

/// A fixed sequence of events that no compiler can foresee.
struct Choices {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  mutating func next() -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % 6)
  }
}

var choices = Choices()
let script = (0..<4096).map { _ in choices.next() }

let generatedEvents: [Door.Event] = script.map {
  switch $0 {
  case 0: .personsEntered(count: 1)
  case 1: .personsEntered(count: 3)
  case 2: .closeButton
  case 3: .doorLocked
  case 4: .openButton
  default: .doorOpened
  }
}
let handWrittenEvents: [DoorEvent] = script.map {
  switch $0 {
  case 0: .personsEntered(count: 1)
  case 1: .personsEntered(count: 3)
  case 2: .closeButton
  case 3: .doorLocked
  case 4: .openButton
  default: .doorOpened
  }
}

@inline(never)
func driveGenerated(_ events: [Door.Event]) -> Int {
  var machine = Door()
  var outputs = 0
  for index in 0..<eventCount {
    if machine.handle(event: events[index & 4095], emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
  }
  return outputs
}

@inline(never)
func driveNested(_ events: [DoorEvent]) -> Int {
  var machine = NestedDoor()
  var outputs = 0
  for index in 0..<eventCount {
    if machine.handle(events[index & 4095], emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
  }
  return outputs
}

@inline(never)
func driveTuple(_ events: [DoorEvent]) -> Int {
  var machine = TupleDoor()
  var outputs = 0
  for index in 0..<eventCount {
    if machine.handle(events[index & 4095], emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
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
var nested: [Double] = []
var tuple: [Double] = []
var results: Set<Int> = []
for round in 0..<rounds {
  // The order changes from round to round.
  for turn in 0..<3 {
    switch (round + turn) % 3 {
    case 0:
      let (time, result) = nanoseconds { driveGenerated(generatedEvents) }
      generated.append(time)
      results.insert(result)
    case 1:
      let (time, result) = nanoseconds { driveNested(handWrittenEvents) }
      nested.append(time)
      results.insert(result)
    default:
      let (time, result) = nanoseconds { driveTuple(handWrittenEvents) }
      tuple.append(time)
      results.insert(result)
    }
  }
}
precondition(results.count == 1, "the machines do not do the same")

let before = allocation_count()
_ = driveGenerated(generatedEvents)
let allocations = allocation_count() - before

let faster = zip(nested, tuple).map { min($0, $1) }
let ratio = median(zip(generated, faster).map { $0 / $1 })
print("reducer, ns per event (medians of \(rounds) rounds of \(eventCount) events)")
print("  generated          \(rounded(median(generated)))")
print("  nested switch      \(rounded(median(nested)))")
print("  tuple switch       \(rounded(median(tuple)))")
print("  generated / faster \(rounded(ratio))")
print("  allocations of \(eventCount) events through the generated reducer: \(allocations)")
