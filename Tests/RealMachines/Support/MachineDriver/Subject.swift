import CTraps

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a machine is driven. The same text is compiled beside the machine by hand and beside the generated one, so it
/// says nothing that only one of them has.
public protocol Subject {
  associatedtype Machine
  /// An event with its arguments: drawn without a look at the machine, so that both get the same.
  associatedtype Event

  /// A machine at its beginning.
  static func machine(_ random: inout Random) -> Machine

  static func event(_ random: inout Random) -> Event

  /// The answer; `()` where there is none.
  static func send(_ event: Event, to machine: inout Machine) throws -> Any

  /// What is compared of the machine: its state, and what else it stores that changes.
  static func state(of machine: Machine) -> String

  /// A life of the machine as its callers drive it, from the beginning to the end, by direct calls, with each answer
  /// given to `keep`. Returns how many events that were.
  static func life(_ round: Int) -> Int
}

extension Subject {
  /// The property `state`, with all that is in it.
  public static func state(of machine: Machine) -> String {
    words(stored("state", of: machine) ?? stored("_state", of: machine) ?? "no state")
  }
}

/// Keeps the optimiser from seeing that nobody reads this.
@inline(never)
@_optimize(none)
public func keep<Value>(_ value: Value) {}

/// What the program does: `walk SEED COUNT` prints a transcript of this many events, `time` how many nanoseconds an event
/// takes in a life.
public func drive<S: Subject>(_ subject: S.Type) {
  let arguments = CommandLine.arguments
  if arguments.count == 4, arguments[1] == "walk", let seed = UInt64(arguments[2]), let count = Int(arguments[3]) {
    walk(subject, seed: seed, count: count)
  } else if arguments.count == 2, arguments[1] == "time" {
    print(time(subject))
  } else {
    print("walk SEED COUNT, or time")
    exit(2)
  }
}

/// Sends events until this many were taken; one that traps is left out, in a machine of which a copy is kept. All of it
/// is told, a line each.
private func walk<S: Subject>(_ subject: S.Type, seed: UInt64, count: Int) {
  var random = Random(seed: seed)
  let machine = UnsafeMutablePointer<S.Machine>.allocate(capacity: 1)
  machine.initialize(to: S.machine(&random))
  var before = S.state(of: machine.pointee)
  var taken = 0
  var trapped = 0
  var changed = 0
  var stale = 0
  while taken < count {
    // Some lives are short, and others go on for long: what has ended is not driven for ever.
    if random.chance(1, of: 40) || stale > 12 {
      machine.pointee = S.machine(&random)
      stale = 0
      before = S.state(of: machine.pointee)
      print("anew \(before)")
    }
    let event = S.event(&random)
    // The event works on a copy, which is given up where it traps: what is in the middle of a change is no value.
    let trial = UnsafeMutablePointer<S.Machine>.allocate(capacity: 1)
    trial.initialize(to: machine.pointee)
    let answer = UnsafeMutablePointer<String>.allocate(capacity: 1)
    answer.initialize(to: "")
    let call = Call {
      do {
        answer.pointee = words(try S.send(event, to: &trial.pointee))
      } catch {
        answer.pointee = "throws \(words(error))"
      }
    }
    if machine_traps({ Unmanaged<Call>.fromOpaque($0!).takeUnretainedValue().body() }, call.pointer) != 0 {
      trapped += 1
      print("\(words(event)) traps in \(before)")
      continue
    }
    call.release()
    swap(&machine.pointee, &trial.pointee)
    trial.deinitialize(count: 1)
    trial.deallocate()
    let after = S.state(of: machine.pointee)
    stale = after == before ? stale + 1 : 0
    changed += after == before ? 0 : 1
    taken += 1
    before = after
    print("\(words(event)) -> \(answer.pointee); \(after)")
    answer.deinitialize(count: 1)
    answer.deallocate()
  }
  print("\(taken) events equal, of which \(changed) changed the state; \(trapped) others trapped in both")
}

/// What a function of C can call; it is not freed where the call is never left.
private final class Call {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  func release() { Unmanaged.passUnretained(self).release() }
}

/// The nanoseconds of an event: the best of some rounds, as whatever else the machine does only adds to them.
private func time<S: Subject>(_ subject: S.Type) -> String {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<20 {
    var events = 0
    let duration = clock.measure {
      for round in 0..<20_000 { events += S.life(round) }
    }
    let nanoseconds = Double(duration.components.attoseconds) / 1e9 + Double(duration.components.seconds) * 1e9
    best = min(best, nanoseconds / Double(events))
  }
  let tenths = Int((best * 100).rounded())
  return "\(tenths / 100).\(tenths % 100 < 10 ? "0" : "")\(tenths % 100)"
}
