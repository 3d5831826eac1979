import AllocationCounter
import Foundation

// Measures `send` in the generated wrappers, and in the same classes and the same actor written by hand, alternately;
// and the memory of a hundred thousand machines that wait for a timer.

let eventCount = 1_000_000
let actorEventCount = 20_000
let rounds = 15

/// A fixed sequence that no compiler can foresee.
func script<Event>(_ coin: Event, _ push: Event) -> [Event] {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  return (0..<4096).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state & 64 == 0 ? coin : push
  }
}

/// The number of calls of the closures and delegates.
final class Counter: @unchecked Sendable {
  var count = 0
}

let counter = Counter()

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func rounded(_ value: Double) -> Double { Double(Int(value * 100 + 0.5)) / 100 }

func nanoseconds(_ duration: Duration, of count: Int) -> Double {
  let (seconds, attoseconds) = duration.components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
}

/// Runs two pieces of work alternately; prints the medians of their times, and the median of the ratios.
@MainActor func compare(_ name: String, _ count: Int, _ first: () async -> Void, _ second: () async -> Void) async {
  var times: ([Double], [Double]) = ([], [])
  await first()
  await second()
  let clock = ContinuousClock()
  for _ in 0..<rounds {
    times.0.append(nanoseconds(await clock.measure { await first() }, of: count))
    times.1.append(nanoseconds(await clock.measure { await second() }, of: count))
  }
  let ratio = median(zip(times.0, times.1).map { $0 / $1 })
  print(
    "  \(name): generated \(rounded(median(times.0))), by hand \(rounded(median(times.1))), ratio \(rounded(ratio))")
}

final class Delegate: TurnstileStateMachineDelegate, HandDelegate {
  var steps = 0

  func stateMachine(_: TurnstileStateMachine, didChangeFrom _: Turnstile.State, on _: Turnstile.Event?) { steps &+= 1 }
  func stateMachine(_: TurnstileStateMachine, willHandle _: Turnstile.Event, in _: Turnstile.State) { steps &+= 1 }
  func turnstile(_: HandTurnstile, willHandle _: HandEvent, in _: HandState) { steps &+= 1 }
  func turnstile(_: HandTurnstile, didEnter _: HandState, on _: HandEvent) { steps &+= 1 }
  func turnstile(_: HandTurnstile, didStayIn _: HandState, on _: HandEvent) { steps &+= 1 }
}

@MainActor final class MainDelegate: MainTurnstileDelegate, HandMainDelegate {
  var steps = 0

  func stateMachine(_: MainTurnstile, didChangeFrom _: Turnstile.State, on _: Turnstile.Event?) { steps &+= 1 }
  func stateMachine(_: MainTurnstile, willHandle _: Turnstile.Event, in _: Turnstile.State) { steps &+= 1 }
  func turnstile(_: HandMainTurnstile, willHandle _: HandEvent, in _: HandState) { steps &+= 1 }
  func turnstile(_: HandMainTurnstile, didEnter _: HandState, on _: HandEvent) { steps &+= 1 }
  func turnstile(_: HandMainTurnstile, didStayIn _: HandState, on _: HandEvent) { steps &+= 1 }
}

final class ActorDelegate: TurnstileActorDelegate, HandActorDelegate {
  func stateMachine(_: isolated TurnstileActor, didChangeFrom _: Turnstile.State, on _: Turnstile.Event?) {}
  func turnstile(_: isolated HandTurnstileActor, willHandle _: Turnstile.Event, in _: Turnstile.State) {}
  func turnstile(_: isolated HandTurnstileActor, didEnter _: Turnstile.State, on _: Turnstile.Event) {}
  func turnstile(_: isolated HandTurnstileActor, didStayIn _: Turnstile.State, on _: Turnstile.Event) {}
}

extension TurnstileActor {
  func send(all events: [Turnstile.Event], _ count: Int) {
    for index in 0..<count { send(events[index & 4095]) }
  }
}

extension HandTurnstileActor {
  func send(all events: [Turnstile.Event], _ count: Int) {
    for index in 0..<count { send(events[index & 4095]) }
  }
}

/// Returns the program's resident memory, the second number of Linux's `/proc/self/statm`; 0 on other systems.
func residentMegabytes() -> Double {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
  return pages * 4096 / 1_048_576
}

let events = script(Turnstile.Event.coin, .push)
let handEvents = script(HandEvent.coin, .push)

print("send, in nanoseconds (medians of \(rounds) rounds, in turns)")

let plain = TurnstileStateMachine(
  lock: { counter.count &+= 1 }, unlock: { counter.count &+= 2 }, thank: { counter.count &+= $0 },
  alarm: { counter.count &+= 3 })
let handPlain = HandTurnstile(
  lock: { counter.count &+= 1 }, unlock: { counter.count &+= 2 }, thank: { counter.count &+= $0 },
  alarm: { counter.count &+= 3 })
@MainActor func comparePlain(_ name: String) async {
  await compare(name, eventCount) {
    for index in 0..<eventCount { plain.send(events[index & 4095]) }
  } _: {
    for index in 0..<eventCount { handPlain.send(handEvents[index & 4095]) }
  }
}
await comparePlain("class, no delegate")
let delegate = Delegate()
plain.delegate = delegate
handPlain.delegate = delegate
await comparePlain("class, a delegate")
let before = allocation_count()
for index in 0..<100_000 { plain.send(events[index & 4095]) }
let plainAllocations = allocation_count() - before
print("  allocations in 100,000 events: \(plainAllocations)")

let main = MainTurnstile(
  lock: { counter.count &+= 1 }, unlock: { counter.count &+= 2 }, thank: { counter.count &+= $0 },
  alarm: { counter.count &+= 3 })
let handMain = HandMainTurnstile(
  lock: { counter.count &+= 1 }, unlock: { counter.count &+= 2 }, thank: { counter.count &+= $0 },
  alarm: { counter.count &+= 3 })
@MainActor func compareMain(_ name: String) async {
  await compare(name, eventCount) {
    for index in 0..<eventCount { main.send(events[index & 4095]) }
  } _: {
    for index in 0..<eventCount { handMain.send(handEvents[index & 4095]) }
  }
}
await compareMain("@MainActor class, no delegate")
let mainDelegate = MainDelegate()
main.delegate = mainDelegate
handMain.delegate = mainDelegate
await compareMain("@MainActor class, a delegate")
let beforeMain = allocation_count()
for index in 0..<100_000 { main.send(events[index & 4095]) }
let mainAllocations = allocation_count() - beforeMain
print("  allocations in 100,000 events: \(mainAllocations)")

let actor = TurnstileActor(
  lock: { counter.count &+= 1 }, unlock: { counter.count &+= 2 }, thank: { counter.count &+= $0 },
  alarm: { counter.count &+= 3 })
let handActor = HandTurnstileActor { output in
  switch output {
  case .lock: counter.count &+= 1
  case .unlock: counter.count &+= 2
  case .thank(let coins): counter.count &+= coins
  case .alarm: counter.count &+= 3
  }
}
await compare("actor, a hop for each event", actorEventCount) {
  for index in 0..<actorEventCount { await actor.send(events[index & 4095]) }
} _: {
  for index in 0..<actorEventCount { await handActor.send(events[index & 4095]) }
}
await compare("actor, from within", eventCount) {
  await actor.send(all: events, eventCount)
} _: {
  await handActor.send(all: events, eventCount)
}
let actorDelegate = ActorDelegate()
await actor.setDelegate(actorDelegate)
await handActor.setDelegate(actorDelegate)
await compare("actor, from within, a delegate", eventCount) {
  await actor.send(all: events, eventCount)
} _: {
  await handActor.send(all: events, eventCount)
}

print()
let empty = residentMegabytes()
var waiting: [WaitingStateMachine] = []
for _ in 0..<100_000 {
  let machine = WaitingStateMachine()
  await machine.send(.begin)
  waiting.append(machine)
}
// The tasks come to sleep.
try? await Task.sleep(for: .seconds(2))
let used = residentMegabytes() - empty
print("100,000 actors with a pending timer: \(rounded(used)) MB, \(rounded(used * 1_048_576 / 100_000)) bytes each")
withExtendedLifetime((waiting, delegate, mainDelegate, actorDelegate)) {}
exit(0)
