import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Mistakes in timers, activities, asynchronous outputs and their wrappers are reported at their places.
@Suite struct AsynchronousTests {
  // MARK: Durations

  @Test(arguments: [
    ("5s", ".seconds(5)"), ("100ms", ".milliseconds(100)"), ("7us", ".microseconds(7)"), ("9ns", ".nanoseconds(9)"),
    ("2min", ".seconds(120)"), ("1.5min", ".seconds(90)"), ("0.1min", ".seconds(6)"), ("24h", ".seconds(86_400)"),
    ("0.25s", ".seconds(0.25)"), ("007s", ".seconds(7)"), ("1.50s", ".seconds(1.5)"), ("0.01h", ".seconds(36)"),
    ("0.001min", ".seconds(0.06)"),
  ]) func durations(_ text: String, _ swift: String) throws {
    #expect(try DurationLiteral.swift(text) == swift)
  }

  @Test(arguments: ["5", "s", "5 s", "5sec", "5.s", ".5s", "1.2.3s", "-5s", "5S", "1e3s", "1_000s", "", "5m"])
  func whatIsNoDuration(_ text: String) {
    #expect(throws: DurationLiteral.Problem.malformed) { try DurationLiteral.swift(text) }
  }

  @Test func firingsThatWereMissedAreOne() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a
        a -> a : after 5s all
      //                  ^~~ E010
        a : every 1s all / tick
      //             ^~~ E024 'all' after 'every' is no longer part of the language: leave it out, and ask the clock how much time has passed, as firings that were missed are one
        output tick
      }
      """)
  }

  @Test func durationsAreCheckedAtTheirPlace() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a
        a -> a : after 5
      //               ^ E021 '5' has no unit: write 'after 5s' (ns, us, ms, s, min or h, without a space)
        a -> a : after 0s
      //               ^~ E021 no time passes: write 'always', or a longer time
        a -> a : every 0.0ms
      //               ^~~~~ E021 a timer that elapses again at once never ends: write a longer time
        a -> a : every(Duration.seconds(0))
      //              ^~~~~~~~~~~~~~~~~~~~~ E021 a timer that elapses again at once never ends: write a longer time
        a -> a : after (.zero)
      //               ^~~~~~~ E021 no time passes: write 'always', or a longer time
        a -> a : after 123456789012345678h
      //               ^~~~~~~~~~~~~~~~~~~ E021 a timer counts whole nanoseconds, in at most 17 digits: write another duration
        a -> a : after 1.5ns
      //               ^~~~~ E021 a timer counts whole nanoseconds, in at most 17 digits: write another duration
        a -> a : after ()
      //               ^~ E015 the duration is missing
      }
      """)
  }

  // MARK: Timers

  @Test func rowsWithTheSameTextShareATimer() throws {
    let machine = try resolved(
      """
      machine A: Sendable {
        let pause: Duration = .seconds(1)
        initial state a(count: Int = 0)
        state b
        event e
        a -> b : after (pause) [count > 1]
        a -> a : after( pause ), e [count == 1]
        a -> b : after 5s
        b -> a : after(pause)
        b      : every 5s / trap
      }
      """)
    #expect(machine.timers.map(\.state.index) == [0, 0, 1, 1])
    #expect(machine.timers.map(\.repeats) == [false, false, false, true])
    let names = GeneratedNames(machine)
    #expect(machine.timers.indices.map(names.timer) == ["a", "a2", "b", "b2"])
  }

  @Test func timersAreToldApartByTheChecks() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a
        state b
        a -> b : after 5s
        a -> a : after 5s
      //^~~~~~~~~~~~~~~~~ E201 'a' has two rows for 'after 5s' that always apply: give the first a guard, or leave one out
        a -> a : after 6s, after 6s
      //                   ^~~~~~~~ E102 this row names the timer 'after 6s' twice: leave one out
        a -> a : after 7s
        b -> a : every 5s
      }
      """, notesElsewhere: true)
  }

  @Test func afterAChoiceATimerIsCalledAsWritten() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a
        final state b(times: Int)
        choice c
        a -> c : after 5s
        c -> b : [else]
      //     ^ E105 'b' needs 'times: Int', which neither the event 'after 5s' nor the state 'a' has: write 'b(times: …)'
      }
      """, notesElsewhere: true)
  }

  @Test func whatATimerNamesMustBeKnownInAllSources() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a(delay: Duration = .seconds(1))
        state b
        event e
        a, b -> b : after(delay)
      //                  ^~~~~ E110 'delay' is not known in 'b' on 'after(delay)': give that its own row, or write something that all of them have
        b -> a : e
      }
      """)
  }

  @Test func aMistakeInTheRowLeavesItsTimerUsed() {
    expectDiagnostics(
      """
      machine A: Sendable {
        let pause: Duration = .seconds(1)
        initial state a
        state b(count: Int)
        event e
        a -> b : after(pause)
      //     ^ E105 'b' needs 'count: Int', which neither the event 'after(pause)' nor the state 'a' has: write 'b(count: …)'
        b -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func timersAreNeverUnhandled() {
    expectDiagnostics(
      """
      machine A: Sendable {
        unhandled error
        initial state a
        state b
        event e
        a -> b : after 5s
        a, b : e
        b -> a : after 1s
      }
      """)
  }

  // MARK: Activities

  @Test func activities() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a {
          do / work, show
      //             ^~~~ E215 'show' is performed at once, so no state can do it for a while: write 'entry / show', or declare 'output show async'
          do / count = 1
      //       ^~~~~~~~~ E215 'do' begins an asynchronous output and nothing else: write this after 'entry /'
          do / missing
      //       ^~~~~~~ E101 'missing' is not declared as an output: declare it in the machine, or put Swift into braces: '{ missing() }'
        }
        state b {
          do / work, work
      //             ^~~~ E215 the state does 'work' already: leave this out, or declare another output
          initial state c { do / work }
      //                         ^~~~ E215 'b' does 'work' too, and can be active at the same time: declare an output for each
          state d { do / load(1) }
          c -> d : e
        }
        final state f { do / work }
      //                ^~ E202 the final state 'f' cannot have 'do': leave it out, or leave out 'final'
        var count: Int = 0
        event e
        output work async, show, load(Int) stream
        a -> b : e / load(count)
        b -> f : e
      }
      """, notesElsewhere: true)
  }

  /// `cancelWork` stands for the end of an asynchronous output, unless it is declared itself.
  @Test func effectsThatCancel() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a { do / cancelWork }
      //                       ^~~~~~~~~~ E215 'do' begins an asynchronous output and nothing else: write this after 'entry /'
        state b { entry / cancelWork, cancelLoad, cancelPlay }
        event e, f
        output work async, load(Int) stream, show, cancelPlay, play async
        a -> b : e / work, load(1), play
        a -> a : f / cancelShow
      //             ^~~~~~~~~~ E101 'cancelShow' is not declared as an output: an output without 'async' or 'stream' ends at once: leave it out, or declare 'show async'
        b -> a : e / cancelLoad(1)
      //                        ^ E108 one argument too many: the output 'load' has no payload
        b -> b : f / show
      }
      """, notesElsewhere: true)
  }

  /// An output that is both an activity and an effect has a case for each, and a case to cancel each.
  @Test func anOutputThatIsBothDoneAndAnEffect() throws {
    let text = """
      machine A: Sendable {
        wrapper none
        initial state a { do / work(1) }
        state b
        event e, f
        output work(Int) async
        a -> b : e / work(2)
        b -> a : f / cancelWork
      }
      """
    let result = Compiler().generate(SourceFile(path: "a.sm", text: text))
    #expect(result.diagnostics.map(\.message) == [])
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    for line in ["emit(.doWork(1))", "emit(.cancelDoWork)", "emit(.work(2))", "emit(.cancelWork)"] {
      #expect(swift.contains(line))
    }
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a { do / work }
        event e
        output work async, doWork
      //                   ^~~~~~ E104
        a : e / work, doWork
      }
      """)
  }

  @Test func oneOutputInStatesThatExcludeEachOther() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a { do / work }
        state b {
          region one { initial state c { do / load } }
          region two { initial state d { do / load } }
      //                                      ^~~~ E215 'c' does 'load' too, and can be active at the same time: declare an output for each
        }
        state g { do / work }
        event e
        output work async, load stream
        a -> b : e
        b -> g : e
        g -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func generatedNames() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a(at: Timer) { do / work }
      //                    ^~~~~ E104 'Timer' is the name of a generated type: qualify the one that is meant, as in 'Module.Timer', or rename it
        event elapsed
      //      ^~~~~~~ E104 'elapsed' is the name of a generated event, what timers send: choose another for this one
        output work async, cancelWork, schedule, cancel
      //                   ^~~~~~~~~~ E104 'cancelWork' is the name of a generated output, what ends the 'work' of a state: choose another for this one
      //                               ^~~~~~~~ E104 'schedule' is the name of a generated output, what begins or ends timers: choose another for this one
      //                                         ^~~~~~ E104 'cancel' is the name of a generated output, what begins or ends timers: choose another for this one
        a : after 1s, elapsed / cancelWork, schedule, cancel
      }
      """)
  }

  @Test func theNamesAreFreeWithoutTimers() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a(at: Timer)
        event elapsed
        output work async, cancelWork, schedule, cancel
        a : elapsed / work, cancelWork, schedule, cancel
      }
      """)
  }

  // MARK: Wrappers

  @Test func wrappersOfAsynchronousMachines() {
    expectDiagnostics(
      """
      machine A: Sendable {
        wrapper class
      //^~~~~~~~~~~~~ E116 a class without isolation cannot be called back when an asynchronous output or a timer ends: write 'wrapper actor' or 'wrapper @MainActor class'; the name of a global actor ends in 'Actor'
        wrapper @MainActor class B
        wrapper actor C
        wrapper actor
      //^~~~~~~~~~~~~ E115 two wrappers of a machine need different names: write 'wrapper actor Name'
        wrapper @MainActor @Observable class D
        wrapper @Observable actor E
      //        ^~~~~~~~~~~ E116 an actor's state cannot be observed from outside of it: write 'wrapper @MainActor @Observable class'
        wrapper @MainActor actor F
      //        ^~~~~~~~~~ E116 an actor isolates itself: leave out '@MainActor', or write 'wrapper @MainActor class'
        initial state a
        a -> a : after 5s
      }
      machine G {
      //      ^ E116 'G' has asynchronous outputs or timers, so its wrapper is an actor, which needs 'Sendable': write 'machine G: Sendable', or ask for 'wrapper @MainActor class'
        initial state a
        a -> a : after 5s
      }
      machine H {
        wrapper actor
      //^~~~~~~~~~~~~ E116 what an actor sends and receives crosses to other isolations: write 'machine H: Sendable'
        initial state a
        event e
        a -> a : e
      }
      machine I {
        wrapper @MainActor none
      //        ^~~~~~~~~~ E116 '@MainActor' belongs to a class, and there is none: leave it out
        initial state a
        a -> a : after 5s
      }
      machine J {
        wrapper struct
        wrapper @Observable struct K
      //        ^~~~~~~~~~~ E116 '@Observable' belongs to a class, and there is none: leave it out
        wrapper struct
      //^~~~~~~~~~~~~~ E115 two wrappers of a machine need different names: write 'wrapper struct Name'
        wrapper struct struct
      //               ^~~~~~ E010 'struct' stands where the wrapper's name should be: leave it out
        initial state a
        a -> a : after 5s
      }
      machine L {
        wrapper struct
      //^~~~~~~~~~~~~~ E116 a struct keeps the deadlines of timers, and there are none: write 'wrapper none', as the machine itself is a value
        initial state a
        event e
        output o async
        a -> a : e / o
      }
      """, notesElsewhere: true)
  }

  @Test func theDefaultIsAnActorWhereSomethingHappensByItself() throws {
    let source = { (body: String) in "machine A: Sendable {\n  initial state a\n  event e\n\(body)\n}" }
    #expect(try !resolved(source("  a -> a : e")).wrappers[0].isActor)
    #expect(try resolved(source("  a -> a : e, after 1s")).wrappers[0].isActor)
    #expect(try resolved(source("  output o async\n  a -> a : e / o")).wrappers[0].isActor)
    #expect(try resolved(source("  output o stream\n  a -> a : e / o")).wrappers[0].isActor)
  }

  @Test func whatAHeldMachineDoesCounts() throws {
    let text = """
      machine A: Sendable {
        initial state a: B
        event e
        a -> a : e
      }
      machine B: Sendable {
        initial state x
        x -> x : after 1s
      }
      """
    let machines = Compiler().machines(of: SourceFile(path: "a.sm", bytes: Array(text.utf8))).machines
    #expect(machines.map(\.needsClock) == [true, true])
    #expect(machines[0].wrappers[0].isActor)
  }

  private func resolved(_ text: String) throws -> StateMachine {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "a.sm", bytes: Array(text.utf8)))
    try #require(!result.hasErrors, "\(result.diagnostics)")
    return machines[0]
  }

  /// A row for a timer and an event needs what the timer names in its source alone.
  @Test func aTimersDelayIsNoBusinessOfTheEventsBesideIt() {
    let text = """
        wrapper none
        initial state a(d: Duration)
        state b(e: Duration)
        event x, y(d: Duration)
        output o
        a -> b(e: .zero) : after (d), x, y(d: _) / o
        b -> a(d: e) : x
      """
    #expect(findings(text, head: "machine M: Sendable {") == [])
  }
}
