import Foundation
import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineCompiler

/// A slip that Swift, or nobody, would find is one finding at its place.
@Suite struct SlipTests {
  /// A name alone binds in a pattern, and Swift looks it up elsewhere in a value.
  @Test func casesOfASubmachineHaveADot() {
    expectDiagnostics(
      """
      machine Inner {
        initial state x
        final state y(code: Int)
        event ping(n: Int), stop
        x -> y(code: n) : ping
        x -> y(code: 0) : stop
      }
      machine M {
        initial state a
        state b: Inner
        final state c
        event go, again(stop: Inner.Event)
        a -> b : go
        a -> b(x) : again
        b : b(ping) / raise b(stop)
      //      ^~~~ W315 'ping' without a dot is a pattern for every event of 'Inner': write '.ping'
      //                      ^~~~ W315 'stop' is a label of 'again', and not known here: write what this row's states and events have
        b : again / raise b(stop)
        b(y) -> a : go
      //  ^ W315 'y' without a dot is a pattern for every state of 'Inner': write '.y'
        b -> c : done(y)
      //              ^ W315 'y' without a dot is a pattern for every final state of 'Inner': write '.y'
        b : b(ping: ping) / raise b(.stop)
      //      ^~~~ E107 the event 'b' has no label 'ping': it has no labels
      }
      """, notesElsewhere: true)
  }

  /// A pattern after `done` is read as that of a submachine is.
  @Test func aFinalStateWithinHasADot() {
    expectDiagnostics(
      """
      machine M {
        initial state a {
          initial state i
          final state e(code: Int)
          i -> e(code: 2) : go
        }
        final state c
        event go
        a -> c : done(e)
      //              ^ W315 'e' without a dot is a pattern for every final state of 'a': write '.e'
      }
      """, notesElsewhere: true)
  }

  /// It has no events that are values.
  @Test func aMachineWithMethodsIsNoSubmachine() {
    expectDiagnostics(
      """
      machine Meth {
        interface methods
        initial state a
        final state b
        event go
        a -> b : go
      }
      machine Own {
        initial state a
        state w: Meth
      //         ^~~~ E214 a submachine is sent its events as values, and 'Meth' has methods: leave 'interface methods' out of it
        final state c
        event go
        a -> w : go
        w -> c : done
      }
      """, notesElsewhere: true)
  }

  /// As many as the machine has parameters.
  @Test func aGenericSubmachineHasItsArguments() {
    expectDiagnostics(
      """
      machine Inner<T> {
        initial state a
        final state b
        event go(t: T)
        a -> b : go
      }
      machine Plain {
        initial state a
        final state b
        event go
        a -> b : go
      }
      machine M {
        initial state u: Inner
      //                 ^~~~~ E214 'Inner' is generic: write an argument for each of its parameters, as in 'Inner<T>'
        state v: Inner<Dictionary<Int, Int>>
        state w: Inner<Int, Int>
      //         ^~~~~~~~~~~~~~~ E214 'Inner' is generic: write an argument for each of its parameters, as in 'Inner<T>'
        state x: Plain<Int>
      //         ^~~~~~~~~~ E214 'Plain' is not generic: leave out what stands in '<' and '>'
        final state c
        event go
        u -> v : go
        v -> w : go
        w -> x : go
        x -> c : go
      }
      """, notesElsewhere: true)
  }

  /// Its own `unhandled throw` is not made a trap.
  @Test func anEventThatThrowsByItsPolicySaysSo() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        final state b
        event go unhandled throw Oops.late
      //      ^~ E220 'go' does not throw: write 'throws' before 'unhandled throw', or 'unhandled trap' in its place
      //      ^~ W305 the event 'go' is never used: no row has it as its event
        event stop throws unhandled throw Oops.late
        a -> b : stop
      }
      """, notesElsewhere: true)
  }

  /// Also in a guard with a name.
  @Test func elseStandsAlone() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        final state b
        event go(n: Int), stop
        guard g = else
      //          ^~~~ E010 'else' stands alone in a guard: write '[else]'
        a -> b : go [else n > 2]
      //             ^~~~ E010 'else' stands alone in a guard: write '[else]'
        a -> b : stop [else && true]
      //               ^~~~ E010 'else' stands alone in a guard: write '[else]'
      }
      """, notesElsewhere: true)
  }

  /// `throws` stands before the arrow, a method throws one type, and a value has one type.
  @Test func whatFollowsAType() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        final state b
        event go -> Int throws = 0
      //                ^~~~~~ E010 'throws' stands where the end of the type should be: write 'throws' before '->'
        event stop throws(One, Two)
      //                       ^~~ E010 another type stands where ')' should be: a method throws errors of one type (SE-0413)
        a -> b : go / return 1
        a -> b : stop
      }
      """, notesElsewhere: true)
  }

  /// An operand after an operand, and comments of other languages.
  @Test func operandsAndComments() {
    expectDiagnostics(
      """
      machine M {
        var m: Int = 0
        initial state a # starts here
      //                ^ E010 '#' stands where the end of the line should be: write '//' before a comment
        final state b
        event go(n: Int), stop
        output show(n: Int)
        guard g = m > 3 # large
      //                ^ E010 '#' begins nothing here: write '//' before a comment
        a -> b : go [n 3]
      //               ^ E010 '3' cannot stand here in an expression: an operator or a comma is missing before it
        a : stop / show(n 3)
      //                  ^ E010 '3' cannot stand here in an expression: an operator or a comma is missing before it
        a : stop / m = 3 # done
      //                 ^ E010 '#' begins nothing here: write '//' before a comment
      }
      """, notesElsewhere: true)
  }

  /// Two values side by side are a mistake wherever Swift stands: in defaults, results, durations and interpolations,
  /// also after a bracket.
  @Test func twoValuesSideBySide() {
    expectDiagnostics(
      #"""
      machine M: Sendable {
        let m: Int = 0 1
      //               ^ E010 '1' cannot stand here in an expression: an operator or a comma is missing before it
        initial state a(k: [Int] = [1] 2, some other: Int)
      //                               ^ E010 '2' cannot stand here in an expression: an operator or a comma is missing before it
        state b(i: Int, j: Int = 3 m)
      //                           ^ E010 'm' cannot stand here in an expression: an operator or a comma is missing before it
        final state c
        event go, stop, halt unhandled trap "no \(1 2)"
      //                                            ^ E010 '2' cannot stand here in an expression: an operator or a comma is missing before it
        output say(String)
        a -> c : after(.seconds(1) 2)
      //                           ^ E010 '2' cannot stand here in an expression: an operator or a comma is missing before it
        a : go / say("\(m) and \(m m)")
      //                           ^ E010 'm' cannot stand here in an expression: an operator or a comma is missing before it
        a : stop / trap "\(m "x")"
      //                     ^~~ E010 '"x"' cannot stand here in an expression: an operator or a comma is missing before it
        a : halt / say("\(m)" + "\("\(m) \(m)") \(m, default: "n")\([m].map { x in "\(x)" })")
      }
      machine N {
        interface methods
        initial state a
        event go -> Int = 0 1
      //                    ^ E010 '1' cannot stand here in an expression: an operator or a comma is missing before it
        a : go / return 0 1
      //                  ^ E010 '1' cannot stand here in an expression: an operator or a comma is missing before it
      }
      """#, notesElsewhere: true)
  }

  /// Nor the parts of a declaration.
  @Test func whatSwitchesAndDeclarationsHaveIsNoPattern() {
    expectDiagnostics(
      """
      machine M {
        initial state a(n: Int?)
        final state b
        event go(n: Int?), stop(k: Int)
        a(n: case nil) -> b : go
      //     ^~~~ E022 a pattern has no 'case' before it here: leave it out
        a -> b : go(case let n?)
      //            ^~~~ E022 a pattern has no 'case' before it here: leave it out
        a -> b : stop(k: let k: Int)
      //                      ^~~~~ E022 a pattern takes the type of its field: write 'let k'
        a -> b : stop(let k: Int)
      //                   ^~~~~ E022 a pattern takes the type of its field: write 'let k'
      }
      """, notesElsewhere: true)
  }

  /// They stand in brackets.
  @Test func comparisonsAreNoPatterns() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        final state b
        event stop(k: Int)
        a -> b : stop(k: > 3)
      //                 ^~~ E022 after 'stop' stand patterns for its fields: write a condition in brackets, as in '[k > 3]'
        a -> b : stop(k: ...3)
      }
      """, notesElsewhere: true)
  }

  /// Through guards and effects with names, in activities and in defaults.
  @Test func labelsOutOfScope() {
    expectDiagnostics(
      """
      machine M: Sendable {
        initial state a(n: Int = k)
        state c { do / load(q: k) }
      //                       ^ W315 'k' is a label of 'go', and not known here: write what this row's states and events have
        final state b
        event go(k: Int), stop
        output f(n: Int), load(q: Int) async
        guard big = k > 3
        effect twice = f(n: k), f(n: k)
        a -> c : go [big] / twice
        c : go / twice
        c : stop [big] / twice
      //          ^~~ W315 'k', which 'big' uses, is a label of 'go', and not known here: use it in rows for 'go'
      //                 ^~~~~ W315 'k', which 'twice' uses, is a label of 'go', and not known here: use it in rows for 'go'
        c -> b : stop [else]
      }
      """, notesElsewhere: true)
  }

  /// Events, outputs and effects in the place of a condition.
  @Test func namesThatAreNoValues() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        final state b
        event go, stop
        output f
        effect e = f
        guard g = 1 + 1 > 2
        a -> b : go [f]
      //             ^ W315 'f' is declared as the name of an output, and Swift here needs a value
        a : stop [go] / e
      //          ^~ W315 'go' is declared as the name of an event, and Swift here needs a value
        a -> b : stop [e]
      //               ^ W315 'e' is declared as the name of an effect, and Swift here needs a value
        a : go / g
      //         ^ E101 'g' is not declared as an output or effect: it is a guard: write '[g]' before '/'
      }
      """, notesElsewhere: true)
  }

  /// In a pattern of a case.
  @Test func aNameThatTheRowUsesHasItsLet() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        final state d
        event go(n: Int?), stop(n: Int?), answer(isYes: Bool)
        output f(n: Int), g(Bool)
        a -> d : go(.some(c)) / f(n: c)
      //                  ^ W315 'c' is compared in this pattern, and declared nowhere here: write 'let c'
        a -> d : stop(.some(limit))
        a -> d : answer(isYes: true) / g(true)
      }
      """, notesElsewhere: true)
  }

  /// Without a guard they never end.
  @Test func rowsThatRaiseEachOther() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state c
        final state b
        event go, stop, x, y, z
        a -> c : go / raise x
      //^~~~~~~~~~~~~~~~~~~~~ W315 these rows raise each other's events for ever: go -> x -> go; give one of them a guard
        c -> a : x / raise go
        a : y [1 > 2] / raise y
        a : z / raise z
      //^~~~~~~~~~~~~~~ W315 these rows raise each other's events for ever: z -> z; give one of them a guard
        a -> b : stop
      }
      """, notesElsewhere: true)
  }

  /// Events that the entry of the target and the exit of the source raise count as raised by the row.
  @Test func entriesThatRaiseTheirOwnEvent() {
    expectDiagnostics(
      """
      machine M {
        event go, tick, tock, stop
        initial state a {
          entry / raise tick
          exit / raise stop
        }
        state b { exit / raise tock }
        final state c
        a -> b : tick
        b -> b : tock
      //^~~~~~~~~~~~~ W315 these rows raise each other's events for ever: tock -> tock; give one of them a guard
        b -> a : go
        b -> c : stop
        a : tock
        a : go
        a : stop
      }
      """, notesElsewhere: true)
  }

  /// A block calls functions, wherever in it.
  @Test func outputsAmongStatements() {
    expectDiagnostics(
      """
      machine M {
        var count: Int = 0
        event go, tick, stop
        output beep(Int), buzz, log(String), ring
        swift { func log(_ text: String) {} }
        initial state a
        a : go / { count += 1; beep(count) }
      //                       ^~~~ W315 'beep' is an output, and braces hold Swift, which calls a function: write '/ beep(count)'
        a : tick / { if count > 3 { buzz() }; log("x"); func ring() {}; ring() }
      //                            ^~~~ W315 'buzz' is an output, and braces hold Swift, which calls a function: write '/ buzz'
        a : stop / log("y"), ring
      }
      """, notesElsewhere: true)
  }

  @Test func pathsOfStatesAsConditions() {
    expectDiagnostics(
      """
      machine M {
        var a: [Int] = []
        event go, stop
        initial state off
        state on { initial state quiet; state loud; quiet -> loud : go }
        off -> on : go [on.loud]
      //                ^~~~~~~ E010 'on.loud' is no condition here: write 'in(on.loud)'
        off : stop [a.isEmpty]
        on : stop
      }
      """, notesElsewhere: true)
  }

  /// The picture shows each change of the state.
  @Test func blocksThatChangeTheState() {
    expectDiagnostics(
      """
      machine M {
        event go, stop, tick
        initial state a { entry / { state = .b } }
      //                            ^~~~~ E114 the state changes by arrows alone, and not in 'entry': write a row that leads there
        state b
        a : go / { state = .b }
      //           ^~~~~ E114 the state changes by arrows alone, and not in a row without one: write a row that leads there
        a -> b : stop / { state = .a }
      //                  ^~~~~ E114 the row's arrow says which state comes next, so this is lost: write it as the target
        a : tick / { var state = 3; state = 4; print(state) }
        b : tick / { if state == .a { print(1) } }
        b : go
        b : stop
      }
      machine N {
        interface method
      //          ^~~~~~ E101
        event f -> reply
        event g -> int?
        initial state a
        a : f / return 3
        a : g / return nil
      }
      """, notesElsewhere: true)
  }

  /// The word is reported, and not what stands after it.
  @Test func misspelledWords() {
    expectDiagnostics(
      """
      machine M {
        initial state a { defr go }
      //                  ^~~~ E010 'defr' begins no statement: did you mean 'defer'?
        state b
        final state d
        event go, stop, halt unhandeld trap
      //                     ^~~~~~~~~ E010 'unhandeld' is no keyword: did you mean 'unhandled'?
        a -> b : stop / rais go
      //                ^~~~ E010 'rais' is no keyword: did you mean 'raise'?
        b -> d : evry 5s
      //         ^~~~ E010 'evry' is no keyword: did you mean 'every'?
        b -> d : halt
        b -> d : go
      }
      """, notesElsewhere: true)
  }

  /// An effect needs no event of its own: the row has one.
  @Test func effectsInThePlaceOfAnEvent() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        final state b
        event go, stop
        a -> b : throw Refused()
      //               ^~~~~~~ E010 'Refused' stands where the end of the line should be: 'throw' begins an effect: write the event and '/' before it
        a -> b : raise go
      //               ^~ E010 'go' stands where the end of the line should be: 'raise' begins an effect: write the event and '/' before it
        a : trap "no"
      //         ^ E010 '"' stands where the end of the line should be: 'trap' begins an effect: write the event and '/' before it
        a : go, stop
      }
      """, notesElsewhere: true, warnings: false)
  }

  /// The choice is not unreached besides.
  @Test func oneFindingForARowToAChoice() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        state b
        choice c
        final state d
        event go -> Int, stop -> Int
        a -> c : go / return 3
      //              ^~~~~~~~ E242 the rows of the choice 'c' return the result: write it there
        a -> d : stop / return 3
        b -> d : go, stop / return 3
        c -> b : [1 > 2] / return 3
        c -> d : [else] / return 4
      }
      """, notesElsewhere: true)
  }

  /// And none for the string that seems to begin at its end.
  @Test func oneFindingForAnInterpolation() {
    expectDiagnostics(
      #"""
      machine M {
        initial state a
        final state d
        event go
        output f(s: String)
        a -> d : go / f(s: "\(go")
      //                   ^ E005 this string literal is never closed: write ')' after its interpolation
      }
      """#, notesElsewhere: true)
  }

  /// In the type of the result.
  @Test func anActionThatIsMisspelled() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        final state d
        event go -> Ongo
      //            ^~~~ E242 'go' returns 'Ongo', which is no action of this machine: did you mean 'OnGo'?
        event stop -> Ongo
      //              ^~~~ E242 'stop' returns 'Ongo', which is no action of this machine: did you mean 'OnGo'?
        action OnGo { x, y }
        a -> d : go / x
        a -> d : stop / y
      }
      """, notesElsewhere: true)
  }

  /// Words that say what to write.
  @Test func otherSlips() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state g { initial state i; state j; i -> j : go }
        state outer
        final state b
        event go, stop
        output f async stream
      //               ^~~~~~ E010 'stream' stands where the end of the line should be: an output is 'async' or 'stream', and not both: leave one out
        output load
        a -> g.outer : go
      //       ^~~~~ E101 'outer' is not declared as a state: it is not within 'g': write 'outer'
        a -> b : stop [in g.j]
      //               ^~ E218 'in' asks for a state, whose name stands in parentheses: write 'in(g.j)'
        a : go / cancelLoad
      //         ^~~~~~~~~~ E101 'cancelLoad' is not declared as an output: an output without 'async' or 'stream' ends at once: leave it out, or declare 'load async'
        g -> outer : stop
        outer -> b : go
      }
      machine N {
        var : Int
      //^~~ E010 a property has a name: write it between 'var' and ':'
        initial state a
      }
      machine O {
        initial state history
      //              ^~~~~~~ E020 'history' cannot be a name here: it means something else; choose another
      }
      """, notesElsewhere: true)
  }

  /// An action that is refused as a whole is one finding.
  @Test func actionsThatAreRefused() {
    expectDiagnostics(
      """
      machine M: Sendable {
        event go
        output save async
        initial state a { do / throw E() }
      //                       ^~~~~~~~~ E215
        state b { do / { return } }
      //               ^~~~~~~~~~ E215
        final state f { exit / throw E() }
      //                ^~~~ E202
        event reset
        a -> b : go / save
        b -> f : go, reset
        a : reset
      }
      machine N {
        interface methods
        event go
        initial state a
        state b
        a -> b : go
        b -> a : go / throw E()
      //              ^~~~~ E220
      }
      """, notesElsewhere: true)
  }

  @Test func theSecondOfTwoIsReported() {
    expectDiagnostics(
      """
      machine M {
        event go
        output beep
        initial state a
        state b {
          initial state c
          state d
          history -> c
          history -> d / beep
      //  ^~~~~~~ E102
          c -> d : go
        }
        state e { initial state x; choice k; x -> k : go }
        a -> b.history : go
        b -> e : go
        k -> e.x : [else]
      //^ E101 'k' is not declared as a choice: did you mean 'e.k'?
      }
      machine N {
        event go
        initial state a
        a -> a : go
      }
      machine N {
      //      ^ E102
        event go
        initial state s
        state t
        s -> t : go
        t -> s : after 3s
      }
      """, notesElsewhere: true)
  }

  /// A missing initial state is not reported if the body has a state with an undeclared machine.
  @Test func bodiesWithWhatIsMissing() {
    expectDiagnostics(
      """
      machine M {
        event go
        initial state a
        state c {
          state b: Missing
      //           ^~~~~~~ E101
          state d
        }
        a -> c : go
      }
      """, notesElsewhere: true)
  }

  /// In a machine with methods, a row for `*` stands for what the event of its own labels leaves to it.
  @Test func wildcardsOfEventsWithOneName() throws {
    let text = try generated(
      """
      machine M {
        interface methods
        event go(x: Int)
        event go(for y: Int)
        initial state a
        state b
        a -> b : go(for:)
        * -> b : go(x:)
        b -> a : go(for:)
      }
      """)
    let function = text.components(separatedBy: "mutating func go(x").last?.prefix { $0 != "}" }
    #expect(function?.contains("self.state = .b") == true)
  }

  /// However many warnings stand before it: without the error, Swift would be written.
  @Test func errorsTakeThePlaceOfWarnings() {
    let events = (0..<250).map { "e\($0)" }
    let rows = events.map { "  a -> b : \($0) [true]" }.joined(separator: "\n")
    let result = Compiler().check(
      SourceFile(
        path: "M.sm",
        text: "machine M {\n  event stop, \(events.joined(separator: ", "))\n  initial state a\n  state b\n\(rows)\n"
          + "  b -> nowhere : stop\n}\n"))
    #expect(result.hasErrors)
    #expect(result.diagnostics.contains { $0.message.contains("nowhere") })
    #expect(result.diagnostics.count == DiagnosticList.limit && result.omittedCount > 50)
  }

  /// The pattern is the mistake, and not what it does not give.
  @Test func casesInPatterns() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b(code: Int)
        state c {
          initial state d
          final state ok
          final state bad
          d -> ok : go
          d -> bad : stop
        }
        event go, stop, got(result: Result<Int, any Error>)
        a -> b(code: v) : got(success(let v))
      //                      ^~~~~~~ E022 a case has a dot before its name: write '.success'
        a -> b : got(.success(code))
      //                      ^~~~ E105 'code' is compared in this pattern, and 'b' needs a value for it: write 'let code'
        a -> c : got(.failure)
        c -> b(code: 0) : done(ok)
      //                       ^~ W315 'ok' without a dot is a pattern for every final state of 'c': write '.ok'
        c : done(.bad)
        b -> a : go
      }
      """, notesElsewhere: true)
  }

  /// A name that is declared as something else stands where that belongs.
  @Test func namesOfAnotherKind() {
    expectDiagnostics(
      """
      machine M: Sendable {
        initial state a
        state b, c
        event go, got(n: Int)
        output beep(String), load async -> Int
      //                                   ^~~ E101 'Int' is not declared as an event: an output gives no value: declare an event with it, and name that here
        var total: Int = 0
        a -> b : beep
      //         ^~~~ E101 'beep' is not declared as an event: it is an effect, and stands after '/'
        a -> b : c
      //         ^ E101 'c' is not declared as an event: it is a state, and a row leads there with '-> c'
        a -> got : go
      //     ^~~ E101 'got' is not declared as a state: it is an event, and stands after ':'
        b -> c : go / beep(c)
      //                   ^ W315 'c' is declared as the name of a state, and Swift here needs a value: a guard asks '[in(c)]'
        b -> a : got / total = load()
      //                       ^~~~ W315 'load' is an output, which gives no value: an event brings what comes of it
        b : got / send(.go)
      //          ^~~~ E101 'send' is not declared as an output: write '/ raise go'
        c -> a : go / { handle(event: .go) }
      //                ^~~~~~ W315 'handle' here would begin a step within this one: write 'raise event' after the block
      }
      """, notesElsewhere: true)
  }

  /// A state that a row names with a wrong path counts as reached, exited and used.
  @Test func aPathThatLeadsTooFar() {
    expectDiagnostics(
      """
      machine Inner {
        initial state x
        final state y
        event e
        x -> y : e
      }
      machine M {
        initial state a
        state b: Inner
        state c {
          initial state d
          state f
          d -> f : next
        }
        event go, next, finish
        a -> b.y : go
      //       ^ E101 no path leads into the machine that 'b' holds: where a row is meant, write 'b(.y)'
        a -> c : next
        f -> a : go
      //^ E101 'f' is not declared as a state: did you mean 'c.f'?
        b : finish / raise e
      //                   ^ E101 'e' is not declared as an event: the machine that 'b' holds has it: write 'b(.e)'
        b -> a : e
      }
      machine N {
        var count: Int = 0
        initial state a
        state b(count: Int)
      //        ^~~~~ W309 the label 'count' hides the machine's property: rename one of them
        state d
        event got(count: Int), set
      //          ^~~~~ W309 the label 'count' hides the machine's property: rename one of them
        a -> b : got / count += count
      //               ^~~~~ E111 'count' is the event's and cannot be changed: to change the property, give the event's label another name, as in 'got(count: new) / count += new'
        b -> a : got(_)
        a : set / { state = .d }
      //            ^~~~~ E114 the state changes by arrows alone, and not in a row without one: write a row that leads there
        d -> a : got(_)
      }
      machine P {
        initial state a
        choice p
        state b, c
        event go
        a -> p : go
        p -> b : [else]
        p -> c : [1 > 0]
      //^~~~~~~~~~~~~~~~ W303 this row never applies: the choice 'p' has a row before it that always does
        b, c -> a : go
      }
      """, notesElsewhere: true)
  }

  /// One finding for a word that is wrong in all rows.
  @Test func answersAndSourcesThatAreMissing() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        action Next { send, none }
        initial state a
        state b
        event go -> Next
        event stop -> Nxt
      //              ^~~ E242 'stop' returns 'Nxt', which is no action of this machine: did you mean 'Next'?
        event check -> Int
        a -> b : go / sent
      //              ^~~~ E101 'go' has no result 'sent': did you mean 'send'?
        b -> a : go / sent
        a -> b : stop / none
        b -> a : stop / send
        a : check / throw Bad()
      //            ^~~~~ E220 'check' does not throw: write 'event check(…) throws', or leave 'throw' out
        b : check / return 3
        swift { struct Bad: Error {} }
      }
      machine N {
        var n: Int = 0
        initial state a
        state b, c
        choice pick
        event go
        a -> pick : go / n += 1
        pick -> b : [n > 3]
        -> c : [else]
      //^ E016 this row has no source: write the state's name before it, or put it into the state's body
        b, c -> a : go
      }
      machine O {
        initial state idle
        state active {
          region p { initial state x; state y; x -> y : go }
          region q { initial state z; state w; z -> w : go }
        }
        event stop, go
        idle -> active.p(n: 3) : go
      //               ^ E212 'p' is a region, which is always active with the others: name a state
        active -> idle : stop
      }
      """, notesElsewhere: true)
  }

  /// The states may be declared in what cannot be read.
  @Test func statesOfOtherLanguages() {
    expectDiagnostics(
      """
      machine M {
        case a
      //     ^ E010 'a' stands where '->' or ':' after the source should be: write 'state' to declare a state
        case b
      //     ^ E010 'b' stands where '->' or ':' after the source should be: write 'state' to declare a state
        event go
        a -> b : go
      }
      machine N {
        initialState(.a)
      //                ^ E010 the end of the line stands where '->' or ':' after the source should be: write 'state' before a state that is declared
        state a {
          entry: n = 0
      //           ^ E010 '=' stands where the end of the line should be: write 'entry / effect'
        }
        var n: Int = 0
        event go
        a : go / n += 1
      }
      machine O {
        state a, b
        event go
        *a -> b : go
      // ^ E010 'a' stands where '->' or ':' after the source should be: write '* except a, b' for every state but some
        b : go / transitionTo(a)
      //         ^~~~~~~~~~~~ E101 'transitionTo' is not declared as an output: write the target before ':', as in 'a -> b : event'
      }
      """, notesElsewhere: true)
  }

  /// A name that is misspelled is what is never used, forgotten or missing besides.
  @Test func misspelledNamesAreOneFinding() {
    expectDiagnostics(
      """
      machine M: Sendable {
        let timeout: Duration = .seconds(3)
        output resume(CheckedContinuation<Int, Never>)
        initial state a
        state b(waiter: CheckedContinuation<Int, Never>)
        event go(waiter: CheckedContinuation<Int, Never>), back
        a -> b : go
        b : go(let other) / resume(other)
        b -> a : back / resume(watier)
      //                       ^~~~~~ W315 'watier' is not declared here: did you mean 'waiter'?
        a : back
        a : after(tiemout) / { print(1) }
      //          ^~~~~~~ W315 'tiemout' is not declared here: did you mean 'timeout'?
      }
      machine N {
        var n: Int = 0
        initial state a(count: Int = 0)
        state b, c
        choice pick
        event go(number: Int), back
        a -> pick : go / n += 1
        pick -> b : [n > 3]
        pikk -> c : [else]
      //^~~~ E101 'pikk' is not declared as a state: did you mean 'pick'?
        b, c -> a : back
        a : back [cuont > 3 && cuont < n] / count += 1
      //          ^~~~~ W315 'cuont' is not declared here: did you mean 'count'?
        a : go [cuont > 5] / count -= cuont
      }
      machine O {
        interface methods
        action Next { send(to: Int), none }
        initial state a
        event go -> Next, stop -> Next
        a : go, stop / send(too: 3)
      //                    ^~~ E107 the action 'send' has no label 'too': did you mean 'to'?
      }
      machine P {
        var count: Int = 0
        initial state a(count: Int = 0)
      //                ^~~~~ W309 the label 'count' hides the machine's property: rename one of them
        event go
        a : go / count += 1
      }
      """, notesElsewhere: true)
  }

  /// The row has what the target needs, under another name or none.
  @Test func aLabelThatARowRenames() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b(n: Int)
        state c(k: Int = 0, n: Int = 0)
        final state d
        event go(n: Int), two(n: Int), other(n: String), stop
        a -> b : go(m)
      //     ^ E105 'b' needs 'n: Int', which 'go' has, and this row calls 'm': write 'b(n: m)'
        a -> b : two(_)
      //     ^ E105 'b' needs 'n: Int', which 'two' has, and this row gives no name: write 'b(n: …)'
        a -> b : other(m)
      //     ^ E109 'n' is 'Int' in 'b' and 'String' where it would carry over from: write 'b(n: …)'
        c(n: m) -> b : stop
      //           ^ E105 'b' needs 'n: Int', which 'c' has, and this row calls 'm': write 'b(n: m)'
        a -> c : stop
        b, c -> d : go
      }
      """, notesElsewhere: true)
  }

  /// No machine holds itself, nor one that holds it.
  @Test func aSuggestedSubmachineIsAnother() {
    expectDiagnostics(
      """
      machine Loader {
        initial state a
        state b: Loadr
      //         ^~~~~ E101 'Loadr' is not declared as a machine: declare it, or say where with '--with FILE'
        event go
        a -> b : go
      }
      machine Loaders {
        initial state a
        state b: Loader
        state c: Looders
      //         ^~~~~~~ E101 'Looders' is not declared as a machine: did you mean 'Loader'?
        event go
        a -> b : go
      }
      """, notesElsewhere: true)
  }

  /// Swift has one case for each name that is composed of outputs, whatever their kinds and uses are.
  @Test(arguments: [("load", "Load"), ("aB", "AB"), ("load", "doLoad"), ("save", "cancelDoSave")])
  func outputsThatMakeOneCase(first: String, second: String) {
    let cancels = "cancel\(first.prefix(1).uppercased())\(first.dropFirst())"
    let kinds = ["", " async", " stream"]
    let uses = [
      "state a { do / \(first) }; state b { do / \(second) }; a -> b : go",
      "state a { do / \(first) }; state b; a -> b : go / \(first), \(second)",
      "state a { do / \(first) }; state b { do / \(second) }; a -> b : go / \(first); b : go / \(second)",
      "state a; a : go / \(first), \(second), \(cancels)", "state a; a : go / \(first), \(second)",
    ]
    for (kind, use) in kinds.flatMap({ kind in uses.map { (kind, $0) } }) {
      for other in kinds {
        let text = """
          machine M: Sendable {
            event go
            initial state i
            output \(first)\(kind), \(second)\(other)
            i -> a : go
            \(use)
          }
          """
        let result = Compiler().generate(SourceFile(path: "m.sm", text: text))
        let errors = result.diagnostics.filter { $0.severity == .error }
        guard let swift = result.swift else {
          #expect(!errors.isEmpty)
          continue
        }
        let enums = String(decoding: swift, as: UTF8.self).components(separatedBy: "enum Output")
        let cases = enums.last?.prefix { $0 != "}" }.matches(of: /case (\w+)/).map(\.1) ?? []
        #expect(Set(cases).count == cases.count, "\(text): \(cases)")
      }
    }
    let text =
      "machine M: Sendable { event go; initial state a { do / load }; state b { do / Load }; a -> b : go; output load async, Load async }"
    let found = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics
    let messages = found.filter { $0.severity == .error || $0.code == .differsInCase }.map(\.message)
    #expect(messages == ["the outputs 'load' and 'Load' both make 'cancelLoad': rename one of them"])
  }

  /// With a wrapper comes a protocol for its delegate.
  @Test(arguments: [
    "wrapper class Door; @ machine DoorDelegate { initial state a }",
    "wrapper class Door; @ swift { protocol DoorDelegate {} }", "@ swift { class MStateMachineDelegate {} }",
    "wrapper actor; wrapper class Door; @ machine MStateMachineDelegate { initial state a }",
  ])
  func theNameOfADelegate(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let machine = "machine M: Sendable { initial state a; event go; a : go; \(parts[0]) }\n\(parts[1])"
    let found = Compiler().check(SourceFile(path: "m.sm", text: machine)).diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == [.declaredTwice], "\(found.map(\.message))")
    #expect(found.first?.message.contains("Delegate' is declared twice") == true)
  }
}
