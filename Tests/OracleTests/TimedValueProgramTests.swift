import TestSupport
import Testing

/// Machines of all shapes with `wrapper struct` compile and run in each mode of Swift.
@Suite struct TimedValueProgramTests {
  private static let machines = """
    machine Door in Box: Hashable, Sendable {
      wrapper struct TimedDoor
      initial state open
      state closed
      event close
      output beep
      open -> closed : after 5s / beep
      open -> closed : close
      closed -> open : every 2s
    }

    machine Owner: Hashable, Codable, Sendable {
      wrapper struct
      wrapper actor OwnerActor
      var count: Int = 0
      initial state a: Inner
      state b: Other
      a -> b : done
      b : every 4s / count += 1
    }

    machine Inner: Hashable, Codable, Sendable {
      initial state x
      final state y
      event e
      output note(Int), later async
      x -> y : after 1s / note(7), later
      x : e
    }

    machine Other: Hashable, Codable, Sendable {
      initial state x
      state y
      x -> y : after 3s
      y -> x : every 3s
    }

    public machine Failing<Value: Sendable>: Sendable {
      public wrapper struct TimedFailing
      unhandled throw
      initial state a
      state b
      event e, f(Value)
      a -> b : after 1s
      a -> a : e
      b -> a : f
      b : after 1s / throw Late()
      b -> a : after 2s
    }

    machine Owning: ~Copyable {
      wrapper struct TimedOwning
      initial state a
      final state b
      a -> b : after 1s
    }

    @MainActor machine Isolated: Hashable, Sendable {
      wrapper struct TimedIsolated
      initial state a
      state b
      a -> b : after 1s
      b -> a : after 1s
    }
    """

  private static let main = """
    struct Box<Content> {}
    nonisolated struct Late: Error {}

    var door = Box<Int>.TimedDoor()
    door.start(at: .seconds(100)) { print($0) }
    door.elapse(at: .seconds(106)) { print($0) }
    print(door.machine.state, door.deadlines.map(\\.time))

    var owner = OwnerStateMachine()
    owner.start(at: .zero) { print($0) }
    owner.elapse(at: .seconds(2)) { print($0) }
    print(owner.deadlines.map { "\\($0.timer) \\($0.time)" })
    while let event = owner.popElapsed(at: .seconds(20)) {
      print(event, owner.handle(event: event, at: .seconds(20)) { print($0) })
    }
    print(owner.machine.count, owner.machine.state, owner.deadlines.map(\\.time))

    var failing = TimedFailing<Int>()
    failing.start(at: .zero) { print($0) }
    try failing.elapse(at: .seconds(1)) { print($0) }
    do { try failing.elapse(at: .seconds(5)) { print($0) } } catch { print("refused", failing.deadlines.count) }
    try failing.elapse(at: .seconds(5)) { print($0) }
    print(failing.machine.state)
    do { try failing.handle(event: .e, at: .seconds(2)) { print($0) } } catch { print("refused") }
    print(failing.deadlines.count)

    var owning = TimedOwning()
    owning.start(at: .zero) { print($0) }
    owning.elapse(at: .seconds(1)) { print($0) }
    print(owning.machine.isFinal, owning.deadlines.count)

    MainActor.assumeIsolated {
      var isolated = TimedIsolated()
      isolated.start(at: .zero) { print($0) }
      print(isolated == isolated, isolated.deadlines.count)
    }
    """

  @Test(arguments: [SwiftMode.swift5, .swift6, .mainActor])
  func machinesOfAllShapesRun(_ mode: SwiftMode) throws {
    let files = [("Machines.swift", try generated(Self.machines)), ("main.swift", Self.main)]
    let result = try SwiftCompiler(mode: mode).run(files)
    #expect(
      result.output == """
        beep
        closed [108.0 seconds]
        a(program.Inner.Output.note(7))
        a(program.Inner.Output.later)
        ["bTimer(program.Other.Timer.x) 5.0 seconds", "timer(program.Owner.Timer.b) 6.0 seconds"]
        b(program.Other.Event.elapsed(program.Other.Timer.x)) transitioned
        elapsed(program.Owner.Timer.b) stayed
        1 b(program.Other(state: program.Other.State.y)) [22.0 seconds, 23.0 seconds]
        refused 1
        a
        1
        true 0
        true 1

        """)
  }
}
