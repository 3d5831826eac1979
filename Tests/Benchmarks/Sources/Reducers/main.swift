import AllocationCounter

// Measures an event in the generated reducer and in handwritten machines alternately. Prints medians over rounds, and
// ratios within a round, as the clock of a busy computer is unreliable.

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
func driveGenerated(_ events: [Door.Event], _ count: Int) -> Int {
  var machine = Door()
  var outputs = 0
  for index in 0..<count {
    if machine.handle(event: events[index & 4095], emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
  }
  return outputs
}

@inline(never)
func driveNested(_ events: [DoorEvent], _ count: Int) -> Int {
  var machine = NestedDoor()
  var outputs = 0
  for index in 0..<count {
    if machine.handle(events[index & 4095], emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
  }
  return outputs
}

@inline(never)
func driveTuple(_ events: [DoorEvent], _ count: Int) -> Int {
  var machine = TupleDoor()
  var outputs = 0
  for index in 0..<count {
    if machine.handle(events[index & 4095], emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
  }
  return outputs
}

@inline(never)
func driveTable(_ script: [Int], _ count: Int) -> Int {
  final class Counter { var outputs = 0 }
  let counter = Counter()
  var machine = TableDoor { _ in counter.outputs += 1 }
  for index in 0..<count {
    let isTransition =
      switch script[index & 4095] {
      case 0: machine.handle(.personsEntered, count: 1)
      case 1: machine.handle(.personsEntered, count: 3)
      case 2: machine.handle(.closeButton)
      case 3: machine.handle(.doorLocked)
      case 4: machine.handle(.openButton)
      default: machine.handle(.doorOpened)
      }
    if isTransition { counter.outputs += 2 }
  }
  return counter.outputs
}

@inline(never)
func driveActor(_ events: [DoorEvent], _ count: Int) async -> Int {
  let machine = ActorDoor()
  for index in 0..<count { await machine.handle(events[index & 4095]) }
  return await machine.outputs
}

/// An implementation of the machine, with the number of events that it is driven with.
struct Contender {
  var name: String
  var count: Int
  var drive: (Int) async -> Int
  var times: [Double] = []
  var allocations = 0
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func rounded(_ value: Double) -> String {
  let hundredths = Int(value * 100 + 0.5)
  return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}

var contenders = [
  Contender(name: "generated reducer", count: eventCount) { driveGenerated(generatedEvents, $0) },
  Contender(name: "nested switch by hand", count: eventCount) { driveNested(handWrittenEvents, $0) },
  Contender(name: "switch over a tuple", count: eventCount) { driveTuple(handWrittenEvents, $0) },
  Contender(name: "table of closures", count: 400_000) { driveTable(script, $0) },
  Contender(name: "enum in an actor, called from outside", count: 100_000) { await driveActor(handWrittenEvents, $0) },
]
let expected = Dictionary(
  uniqueKeysWithValues: Set(contenders.map(\.count)).map { ($0, driveGenerated(generatedEvents, $0)) })
for round in 0..<rounds {
  // The order changes from round to round.
  for turn in contenders.indices {
    let index = (round + turn) % contenders.count
    let count = contenders[index].count
    let allocations = allocation_count()
    let clock = ContinuousClock()
    let start = clock.now
    let result = await contenders[index].drive(count)
    let (seconds, attoseconds) = (clock.now - start).components
    contenders[index].allocations = Int(allocation_count() - allocations)
    contenders[index].times.append((Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count))
    precondition(result == expected[count], "the machines do not do the same")
  }
}

print("| machine | ns/event | million events/s | allocations/event | time / generated |")
print("| --- | ---: | ---: | ---: | ---: |")
for contender in contenders {
  let ratio = median(zip(contender.times, contenders[0].times).map { $0 / $1 })
  let time = median(contender.times)
  print(
    "| \(contender.name) | \(rounded(time)) | \(rounded(1000 / time)) | "
      + "\(rounded(Double(contender.allocations) / Double(contender.count))) | \(rounded(ratio)) |")
}
// For what is written in other languages, which must come to the same.
print("expected \(eventCount) \(expected[eventCount] ?? 0) \(100_000) \(expected[100_000] ?? 0)")
print("generated \(rounded(median(contenders[0].times)))")
