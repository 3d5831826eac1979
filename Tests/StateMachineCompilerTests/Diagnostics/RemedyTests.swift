import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The text that a finding suggests works, and consists of the names of the row.
@Suite struct RemedyTests {
  private func messages(_ text: String) -> [String] {
    Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message)
  }

  // MARK: Labels of events

  @Test func aRowThatAssignsALabelOfBoth() {
    expectDiagnostics(
      """
      machine A {
        initial state a(volume: Int = 0)
        event setVolume(volume: Int), add(by: Int, volume: Int), put(Int, volume: Int)
        a : setVolume / volume = volume
      //                ^~~~~~ E106 'volume' is a label of the event and of the source: give the event's another name, as in 'setVolume(volume: new) / volume = new'
        a : add / volume += volume * 2
      //          ^~~~~~ E106 'volume' is a label of the event and of the source: give the event's another name, as in 'add(volume: new) / volume += new * 2'
        a : put [volume > 3] / { volume = volume }
      //         ^~~~~~ E106 'volume' is a label of the event and of the source: give the event's another name, as in 'put(volume: new)'
      }
      """)
  }

  @Test func aRowThatAssignsTheEventsLabel() {
    expectDiagnostics(
      """
      machine A {
        var total: Int = 0
        initial state a(volume: Int = 0) {
          -> b : go
        }
        state b {
          -> a : go
        }
        event setVolume(volume: Int), mute(volume: Int), go, add(total: Int)
      //                                                         ^~~~~ W309
        a : setVolume(volume: volume) / volume = volume
      //                                ^~~~~~ E111 'volume' is the event's and cannot be changed: to change the state's, give the event's another name, as in 'setVolume(volume: new) / volume = new'
        a(volume: _) : mute / volume = 3
      //                      ^~~~~~ E111 'volume' is the event's and cannot be changed: to change the state's, give the event's another name, as in 'a : mute(volume: _) / volume = 3'
        b : setVolume / volume = 3
      //                ^~~~~~ E111 'volume' is the event's and cannot be changed: only the state's labels and properties can
        b : add / total = total + 1
      //          ^~~~~ E111 'total' is the event's and cannot be changed: to change the property, give the event's label another name, as in 'add(total: new) / total = new + 1'
      }
      """, notesElsewhere: true)
  }

  /// The row is a mistake in each of its sources, and one finding.
  @Test func aRowOfSeveralSources() {
    for sources in ["a, b", "b, a"] {
      let text = """
        machine A {
          initial state a(volume: Int = 0)
          state b
          event setVolume(volume: Int), go
          a -> b : go
          b -> a : go
          \(sources) : setVolume / volume = volume
        }
        """
      #expect(messages(text).count == 1)
    }
  }

  /// The suggestions of the messages work.
  @Test func theSuggestionsWork() {
    for row in [
      "a : setVolume(volume: new) / volume = new", "a : setVolume(volume: _) / volume = 3",
      "a : setVolume(volume: new) / { volume = new }",
    ] {
      let text = "machine A {\n  initial state a(volume: Int = 0)\n  event setVolume(volume: Int)\n  \(row)\n}\n"
      #expect(messages(text) == [])
    }
  }

  // MARK: Calls

  @Test func allMissingArgumentsAreNamed() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a(user: String = "")
        state b(user: String, password: String) { do / authenticate }
      //                                               ^~~~~~~~~~~~ E105 the output 'authenticate' needs 'user: String' and 'password: String': write 'authenticate(user: user, password: password)'
        event go(password: String), stop(user: Int)
        output authenticate(user: String, password: String) async, show(user: String, password: String, Int, flag: Bool = true)
        a -> b : go / show(password: password)
      //              ^~~~ E105 the output 'show' needs 'user: String' and a value of type 'Int': write 'show(user: user, password: password, …)'
        b -> a : stop / show(3)
      //                ^~~~ E105 the output 'show' needs 'user: String' and 'password: String': write 'show(user: …, password: password, 3)'
        a : stop / raise go
      //                 ^~ E105 the event 'go' needs 'password: String': write 'go(password: …)'
        b(user: _) : go / show(user: "me", 3)
      //                  ^~~~ E105 the output 'show' needs 'password: String': write 'show(user: "me", password: …, 3)'
      }
      """, notesElsewhere: true, warnings: false)
  }

  // MARK: Changes that are lost

  @Test func aChangeThatTheTargetHasNoFieldFor() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0)
        state b
        state c(n: Int)
        event go, come
        a -> b : go / n += 1
      //              ^ E111 'b' has no field 'n', so this change is lost: leave it out, or declare the field in 'b'
        a -> c(n: 3) : come / n = 1
      //                      ^ E111 'c' is given its own 'n' here, so this change is lost: leave out the change, or the argument
        b, c -> a : go
      }
      """)
  }

  @Test func anAssignmentToAFieldOfTheTarget() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b(list: [Int], Int = 0)
        event go
        a -> b : go / list = [3]
      //              ^~~~ E111 'list' is a field of 'b', which is entered after the effects: write '-> b(list: [3])'
        b -> a : go
      }
      """)
  }

  @Test func aHistoryThatIsEmpty() {
    expectDiagnostics(
      """
      machine A {
        initial state paused
        state running(degrees: Int) {
          initial state slow
          state fast
          slow -> fast : go
        }
        event go, rest
        paused -> running.history : go
      //                  ^~~~~~~ E105 where there is no history yet, 'running' needs 'degrees: Int', which neither the event 'go' nor the state 'paused' has: give it a default in 'running', or declare 'degrees' in 'paused'
        running -> paused : rest
      }
      """, notesElsewhere: true)
  }

  // MARK: Names

  /// The rows with such a name are read as something else, and that is no mistake of its own.
  @Test func namesThatMeanSomethingElse() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        event done, after(n: Int), every
      //      ^~~~ E020 after ':', 'done' is no event: write '`done`' here and in rows, or choose another name
      //            ^~~~~ E020
      //                           ^~~~~ E020
        output raise, trap, `throw`
      //       ^~~~~ E020 after '/', 'raise' is no output: write '`raise`' here and in rows, or choose another name
      //              ^~~~ E020
        effect return = { f() }
      //       ^~~~~~ E020
        a -> b : done / raise
        b -> a : after(n: 3) / return
        b -> a : every / trap
      }
      """)
    expectDiagnostics(
      """
      machine A {
        initial state a
        event every(n: Int)
      //      ^~~~~ E020
        event go
        a : go / raise
      //              ^ E010 the end of the line stands where the event to raise should be
      }
      """)
    expectDiagnostics(
      """
      machine A {
        initial state a
        event always(n: Int)
      //      ^~~~~~ E020
        a -> a : always(n: 3)
      }
      """)
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        event go
        a -> b : always(n: 3)
      //               ^ E010 '(' stands where a guard, an effect or the end of the line should be: 'always' is no event and has no payload: leave out the parentheses
        b -> a : go
      }
      """)
    #expect(
      messages("machine A {\n  initial state a\n  event `done`\n  output `raise`\n  a : `done` / `raise`\n}\n") == [])
  }

  @Test func noGuessAtShortNames() {
    #expect(Spelling.nearest(to: "c", among: ["a", "b"]) == nil)
    #expect(Spelling.nearest(to: "A", among: ["a", "b"]) == "a")
    #expect(Spelling.nearest(to: "ab", among: ["cd"]) == nil)
    #expect(Spelling.nearest(to: "aa", among: ["a"]) == "a")
    #expect(Spelling.nearest(to: "opne", among: ["open"]) == "open")
  }

  @Test func eventsAndOutputsAmongEffects() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        event go, stop, beep2(n: Int)
      //                      ^ W309
        output beep
        a : go / raise stop, beep2(n: 3)
      //                     ^~~~~ E101 'beep2' is an event and no output: write 'raise beep2'
        a : stop / raise beep
      //           ^~~~~ E101 'beep' is no event: leave out 'raise' before an output or effect
        a : beep2 / print("hello", [1])
      //            ^~~~~ E101 'print' is not declared as an output: declare it in the machine, or put Swift into braces: '{ print("hello", [1]) }'
      }
      """, notesElsewhere: true)
  }

  @Test func statesOfOneNameInTwoRegions() {
    expectDiagnostics(
      """
      machine A {
        initial state off
        state on {
          region p {
            initial state idle
            state busy
            idle -> busy : go
          }
          region q {
            initial state idle
      //                  ^~~~ E102 the state 'idle' is declared twice, and names of states are unique in a machine, also in other regions and composite states: rename one of them
            state running
            idle -> running : go
            on.q.idle -> running : go
          }
        }
        event go
        off -> on.q.idle : go
      }
      """, notesElsewhere: true)
  }

  @Test func policies() {
    let frame = "initial state a\n  state b\n  event go\n  a -> b : go\n  b -> b : go\n"
    #expect(
      messages("machine A {\n  \(frame)  unhandled fatalError\n}\n") == [
        "'fatalError' is no policy: write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program"
      ])
    #expect(
      messages("machine A {\n  \(frame)  unhandled trap\n  unhandled ignore\n}\n") == [
        "'unhandled' stands here for the second time: leave one of them out"
      ])
    expectDiagnostics(
      """
      machine A {
      //@9-9 E203 'unhandled throw' is for events with 'throws', so every state needs a row for 'go', and 1 row is missing: b : go; write it, or 'unhandled trap' in a line of its own
        interface methods
        initial state a
        state b
        event go
        unhandled throw
        a -> b : go
      }
      """, warnings: false)
  }

  @Test func aStateWithinASubmachine() {
    expectDiagnostics(
      """
      machine B {
        initial state b
        event go
        b : go
      }
      machine A {
        initial state work: B
        state rest
        event go
        work -> rest : go [in(work.b)]
      //                           ^ E101 'in' does not look into the machine that 'work' holds: give the row the source 'work(.b)'
        rest -> work : go
      }
      """)
  }

  // MARK: Methods

  @Test func whatNeedsTheOtherInterface() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        event go -> Action
      //         ^~ E241 '->' at an event needs a machine whose events are methods: write 'interface methods' in the machine's body
        action Action { upload, none }
        a : go / upload
      }
      """)
    expectDiagnostics(
      """
      machine A {
        interface methods
        initial state a
        event go
        output beep
      //       ^~~~ E241 a machine with 'interface methods' cannot have outputs, as it has no wrapper: let the event return a result, 'event name -> Action', or call the function in a block
        a : go / beep
        a -> a : after 3s
      //         ^~~~~ E241 a machine with 'interface methods' cannot have timers, as it has no wrapper: let the event return what its caller has to start
      }
      """)
    expectDiagnostics(
      """
      machine A {
        interface methods
        initial state a
        event go -> Action
        action Action { upload(file: String), none }
        a : go / .upload(file: "x")
      //         ^ E010 '.' stands where an output, an assignment or '{' after '/' should be: write 'upload' without '.'
      }
      """, warnings: false)
  }

  // MARK: Brackets

  @Test func bracketsOfDifferentKinds() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        event go, come
        output beep(Int)
        a : go / beep(3]
      //               ^ E009 ']' does not close '(': write ')', or leave it out
      //             ^ note: this bracket is open
        a : come [f(3) && g)
      //                   ^ E009 ')' does not close '[': write ']', or leave it out
      //         ^ note: this bracket is open
      }
      """)
  }

  // MARK: Durations

  @Test func numbersInParentheses() {
    expectDiagnostics(
      """
      machine A: Sendable {
        initial state a
        state b
        a -> b : after(30)
      //              ^~~~ E021 a number is no duration: write 'after 30s', or 'after (.seconds(30))'
        b -> a : after (30s)
      //               ^~~~~ E021 a duration stands without parentheses: write 'after 30s'
        a : every(0)
      //         ^~~ E021 '(0)' is no duration: write 'every 5s' (ns, us, ms, s, min or h, without a space) or 'every (expression)'
      }
      """, warnings: false)
  }

  /// A message about a field of the target fits the target as it is written, with its path and arguments.
  @Test func fieldsOfTargetsWithPathsAndArguments() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state p(x: Int = 0) { initial state b(y: Int = 0); final state end; b -> end : go }
        state c(_ x: Int = 0, _ y: Int = 0)
        event go, stop
        a -> p.b(y: 2) : go / x = 1
      //                      ^ E111 'x' is a field of 'p', which is entered after the effects: give 'p' the argument 'x: 1'
        a -> p.b : stop / y = 1
      //                  ^ E111 'y' is a field of 'b', which is entered after the effects: give 'b' the argument 'y: 1'
        p -> c : stop / y = 3
      //                ^ E111 'y' is a field of 'c', which is entered after the effects: give 'c' the argument '3'
        c -> a : go
      }
      """)
  }

  /// In two regions with the same states, the states are the only mistake.
  @Test func regionsWithTheSameStates() {
    expectDiagnostics(
      """
      machine M {
        event go
        region one { initial state idle; state busy; idle -> busy : go }
        region two { initial state idle; state busy; idle -> busy : go }
      //                           ^~~~ E102
      //                                       ^~~~ E102
      }
      """, notesElsewhere: true, warnings: false)
  }
}
