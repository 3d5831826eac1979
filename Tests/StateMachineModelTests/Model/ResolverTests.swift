import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

@Suite struct ResolverTests {
  /// The second field of a label is left out: no row is asked for it.
  @Test func aLabelThatIsDeclaredTwiceIsOneMistake() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b(n: Int, n: String)
      //                ^ E102 the label 'n' is declared twice: rename one of them
        event e
        a -> b(n: 1) : e
        b -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func eachWrongLabelIsAMistake() {
    expectDiagnostics(
      """
      machine M {
        wrapper none
        initial state a
        state b(x: Int, y: Int)
        event e, f
        a -> b(p: 1, q: 2) : e
      //       ^ E107 the state 'b' has no label 'p': it has 'x', 'y'
      //             ^ E107 the state 'b' has no label 'q': it has 'x', 'y'
        b -> b(1, 2) : e
      //       ^ E107 the state 'b' has a label here: write 'x: 1'
      //          ^ E107 the state 'b' has a label here: write 'y: 2'
        b -> a : f
      }
      """, notesElsewhere: true)
  }

  /// A name that cannot be assigned at all is not reported as unknown in one of the sources.
  @Test func aFieldOfTheTargetIsOneMistakeInARowOfSeveralSources() {
    expectDiagnostics(
      """
      machine M {
        wrapper none
        initial state a
        state b(x: Int = 0)
        event e(n: Int)
        a, b -> b : e / x = n
                      //^ E111 'x' is a field of 'b', which is entered after the effects: write '-> b(x: n)'
      }
      """)
  }

  @Test func undeclaredNamesAndTheNearest() {
    expectDiagnostics(
      """
      machine A {
        initial state open(persons: Int = 0)
        state closed
        event close, knock
        output buzz(times: Int)
        var count: Int = 0
        opne -> closed : close
      //^~~~ E101 'opne' is not declared as a state: did you mean 'open'?
        open -> closd : close
      //        ^~~~~ E101 'closd' is not declared as a state: did you mean 'closed'?
        open -> closed : clsoe
      //                 ^~~~~ E101 'clsoe' is not declared as an event: did you mean 'close'?
        open : knock / bzuz(times: 3)
      //               ^~~~ E101 'bzuz' is not declared as an output: did you mean 'buzz'?
        open : close [persons > 3] / person += 1
      //                             ^~~~~~ E101 'person' is not declared as a label or property: did you mean 'persons'?
        * except opn -> closed : knock
      //         ^~~ E101 'opn' is not declared as a state: did you mean 'open'?
        entirelyDifferent : close
      //^~~~~~~~~~~~~~~~~ E101 'entirelyDifferent' is not declared as a state: declare it in the machine
        unhandled ignroe
      //          ^~~~~~ E101 'ignroe' is not declared as a policy: did you mean 'ignore'?
      }
      """)
  }

  @Test func doubleDeclarations() {
    expectDiagnostics(
      """
      machine A<State> {
      //        ^~~~~ E104 'State' is the name of a generated type: qualify the one that is meant, as in 'Module.State', or rename it
        initial state a(x: Int = 0, x: Int = 1)
      //                            ^ E102 the label 'x' is declared twice: rename one of them
      //                ^ note: the first is here
        state a
      //      ^ E102 the state 'a' is declared twice: rename one of them
        event e, e
      //         ^ E102 the event 'e' is declared twice: rename one of them
      //      ^ note: the first is here
        var p: Int = 0
        guard p = true
      //      ^ E102 the property or guard 'p' is declared twice: rename one of them
        typealias T = Int
        typealias T = Int
      //          ^ E102 the type alias 'T' is declared twice: rename one of them
        a, a : e [p > 0]
      //   ^ E102 this row names the state 'a' twice: leave one out
        unhandled trap
        unhandled trap
      //^~~~~~~~~ E102 'unhandled' stands here for the second time: leave one of them out
      }
      machine A { initial state a; event e; a -> a : e }
      //@9-9 E102 the type 'A' is declared twice: rename one of them
      """, notesElsewhere: true)
  }

  @Test func payloads() {
    expectDiagnostics(
      """
      machine A {
        initial state idle
        state busy(name: String, times: Int = 1), done(Int)
        event begin(name: String), rename(String), finish(Int), go
        idle -> busy : begin
        idle -> busy : go
      //        ^~~~ E105 'busy' needs 'name: String', which neither the event 'go' nor the state 'idle' has: write 'busy(name: …)'
        busy -> busy : begin [times > 3]
      //        ^~~~ E106 'name' of 'busy' could come from the event 'begin' or from the state 'busy': bind the one that is meant, as in 'begin(name: name)', or leave the other out, as in 'busy(name: _)'
        busy -> busy(name: new) : begin(name: new) [else]
        busy -> done : finish(0)
      //        ^~~~ E105 'done' needs a value of type 'Int', which does not carry over: write 'done(…)'
        busy -> done(3, 4) : go [times > 1]
      //                ^ E108 one argument too many: the state 'done' takes one
        busy -> done(count: 4) : go [times > 2]
      //             ^~~~~ E107 the state 'done' has no label 'count': it has no labels
        busy -> busy("x") : rename
      //             ^~~ E107 the state 'busy' has a label here: write 'name: "x"'
        done(a, b) -> idle : go
      //        ^ E108 one pattern too many: the state 'done' takes one
      }
      """, notesElsewhere: true)
  }

  @Test func severalSourcesMeanARowForEach() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0)
        state b(x: Int, y: Int), c(x: String)
        event e, f, g, h(y: Int)
        output o(Int)
        a, b : e / o(x)
        a, b : f / o(y)
      //             ^ E110 'y' is not known in 'a' on 'f': give that its own row, or write something that all of them have
        a, c : g / o(x)
        b : g, h / o(y)
      //             ^ E106 'y' is a label of the event and of the source: bind the one that is meant, as in 'h(y: y)', or leave the other out, as in 'b(y: _)'
        a -> b(y: 0) : h(y: _)
        b -> c(x: "") : e [x > 0]
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func assignments() {
    expectDiagnostics(
      """
      machine A {
        let fixed: Int = 1
        var total: Int = 0
        guard isLow = total < 3
        initial state a(x: Int = 0, list: [Int] = []) {
          entry / x += 1
          exit / x += 1
      //         ^ E111 'x' is left with its state: an 'exit' cannot change it
        }
        state b
        event e(by: Int), f, g
        a -> b : f / x = 3
      //             ^ E111 'b' has no field 'x', so this change is lost: leave it out, or declare the field in 'b'
        a : e [isLow] / by = 3
      //                ^~ E111 'by' is the event's and cannot be changed: only the state's labels and properties can
        a : g [total > 1] / isLow = true
      //                    ^~~~~ E111 'isLow' is a guard and cannot be assigned
        a : g [total > 2] / total -= fixed, list.append(3)
      //                                        ^ E010 '.' stands where the end of the line should be: write Swift in braces, as in '{ list.append(3) }'
        a -> b : g [total > 3] / { list.append(3) }
      //                           ^~~~ E111
        b -> a : f
        b : e, g
      }
      """, notesElsewhere: true)
  }

  @Test func blocksRunToTheirEnd() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        event e
        a : e [n > 0] / { return }
      //                  ^~~~~~ E114 'return' cannot leave a block: a block runs to its end; put the condition into an 'if'
        a : e [n > 1] / { throw Failure() }
      //                  ^~~~~ E114
        a : e [n > 2] / { try run(); try? run(); try! run() }
      //                  ^~~ E114 'try' cannot leave a block: catch the error here, or write 'try?'
        a : e [n > 3] / { await run(); break; continue }
      //                  ^~~~~ E114
      //                               ^~~~~ E114
      //                                      ^~~~~~~~ E114
        a : e [n > 4] / {
          run { return 3 }
          for x in list { if x > 3 { break } else { continue } }
          switch n { case 1: break default: n = 3 }
          do { try run() } catch { n = 4 }
          Task { await run(); try await run(); return }
          func local() throws { throw Failure() }
          self.return = value.break
        }
        a : e [n > 5] / { do { try run() }; n = 1 }
      //                       ^~~ E114
      }
      """)
  }

  @Test func guards() {
    expectDiagnostics(
      """
      machine A {
        guard a = b && c
        guard b = a
      //      ^ E112 this guard uses itself through 'a': write the expression of one of them out
        guard c = x > 3
        guard d = d || c
      //      ^ E112 this guard uses itself through 'd': write the expression of one of them out
        initial state s(x: Int = 0)
        event e
        s -> s : e [a && b && d]
        s : e [let y = Optional(x), y == 3, case .some = Optional(y)]
        s : e [list.contains { $0 == x } || x <= 3 || x >= 3 || x != 2 || x === y]
        s : e [false]
      //       ^~~~~ W306
      }
      """, notesElsewhere: true)
  }

  @Test func orderOfRows() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0)
        state b
        final state c
        event e, f, g
        a -> b : e
        a -> a : e [x > 3]
      //^~~~~~~~~~~~~~~~~~ W303 this row never applies: 'a' has a row before it that always takes 'e'
        a -> b : e
      //^~~~~~~~~~ E201 'a' has two rows for 'e' that always apply: give the first a guard, or leave one out
        a, b -> c : f
        * : f
      //^~~~~ W304 this '*' row never applies: every state has a row of its own, or is excepted
        * -> b : g
        * -> a(x: 1) : g
      //^~~~~~~~~~~~~~~~ E201 'a' has two rows for 'g' that always apply: give the first a guard, or leave one out
        b -> a(x: 0) : g [else]
        c -> a : e
      //^ E202 no row can begin in the final state 'c': leave it out, or leave out 'final'
        * except c : e [1 > 2]
      //         ^ E202 '*' does not include the final state 'c': leave it out after 'except'
      }
      """, notesElsewhere: true)
  }

  /// The states after `*` and a comma are sources besides those of `*`.
  @Test func statesBesideAWildcard() throws {
    let machine = try SmallMachine(
      """
      machine A {
        interface methods
        initial state a
        state b
        final state c, d
        event e, f
        *, c -> d : e
        a : f
        *, c, d : f / { print() }
      }
      """)
    let pairs = machine.machine.transitions.map { transition in
      "\(machine.name(transition.source)) \(machine.machine.name(of: transition.trigger))"
    }
    #expect(pairs == ["a e", "b e", "c e", "a f", "b f", "c f", "d f"])
    expectDiagnostics(
      """
      machine A {
        initial state a
        final state c
        event e, f, g
        a -> c : g
        *, a : e
      //   ^ E102 this row names the state 'a' twice: leave one out
        *, c : f
      //   ^ E202 no row can begin in the final state 'c': leave it out, or leave out 'final'
      }
      """, notesElsewhere: true)
  }

  @Test func warnings() {
    expectDiagnostics(
      """
      machine A {
        let unused: Int = 0
      //    ^~~~~~ W305 the property 'unused' is never used: no row or action uses it
        let used: Int = 0
        guard idle = true
      //      ^~~~ W305
        initial state a(used: Int = 0)
      //                ^~~~ W309 the label 'used' hides the machine's property: rename one of them
        state lost
      //      ^~~~ W301 no arrow leads to 'lost' from the initial state
        state stuck
      //      ^~~~~ W302 'stuck' has no row: declare it 'final' if the machine ends there
        state Stuck
      //      ^~~~~ W308 the states 'Stuck' and 'stuck' differ only in case: rename one of them
        event e, never
      //         ^~~~~ W305 the event 'never' is never used: no row has it as its event
        output o
      //       ^ W305 the output 'o' is never used: no effect produces it
        a -> stuck : e [self.used > 3]
        a -> Stuck : e [else]
        Stuck -> a : e
        lost -> a : e
      }
      """, notesElsewhere: true)
  }

  @Test func aMissingDeclarationIsOneFinding() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        event e
        a -> k : e, f
           //^ E101 'k' is not declared as a state: declare it in the machine
           //       ^ E101 'f' is not declared as an event: declare it in the machine
        a -> k : f / o
                   //^ E101 'o' is not declared as an output: declare it in the machine, or put Swift into braces: '{ o() }'
        k -> a : [x > 1] / o
        k -> a : [else]
      }
      """)
  }

  @Test func strictMakesErrorsOfWarnings() {
    let text = "machine A { initial state a; event e, f; a -> a : e }"
    var options = Compiler.Options()
    #expect(Compiler(options: options).generate(SourceFile(path: "a.sm", text: text)).swift != nil)
    options.isStrict = true
    let result = Compiler(options: options).generate(SourceFile(path: "a.sm", text: text))
    #expect(result.swift == nil)
    #expect(result.diagnostics.map(\.severity) == [.error])
  }

  @Test func everyPair() {
    expectDiagnostics(
      """
      machine A {
      //      ^ E203 under 'unhandled error' every state needs a row for every event, and 2 rows are missing: a : f, b : e
        unhandled error
        initial state a
        state b
        final state c
        event e, f
        a -> b : e
        b -> c : f
      }
      """)
  }

  /// `CaseIterable` holds for the states alone.
  @Test func onlyStatesAreCaseIterable() throws {
    let text = "machine A: CaseIterable { initial state a ; event e ; a -> a : e }"
    let swift = Compiler().generate(SourceFile(path: "a.sm", text: text)).swift
    let generated = String(decoding: try #require(swift), as: UTF8.self)
    #expect(generated.contains("struct A {"))
    #expect(generated.contains("enum State: CaseIterable {"))
    #expect(generated.contains("enum Event {"))
  }

  /// After `:`, these words are no events.
  @Test(arguments: ["after", "every", "always", "done"])
  func anEventIsNotCalledLikeWhatStandsInItsPlace(_ word: String) {
    func messages(_ name: String) -> [String] {
      let rows = "  a : \(name)(3)\n  a : e / raise \(name)(4)\n"
      let text = "machine M {\n  initial state a\n  event \(name)(Int), e\n\(rows)}\n"
      return Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message)
    }
    let expected = "after ':', '\(word)' is no event: write '`\(word)`' here and in rows, or choose another name"
    #expect(messages(word).prefix(1) == [expected])
    // The row of a timer is one.
    if word == "after" || word == "every" { #expect(messages(word) == [expected]) }
    #expect(messages("`\(word)`") == [])
  }

  @Test(arguments: ["Void", "()", "k: Void", "Swift.Void", "k: ( ) = ()"])
  func aPayloadHoldsSomething(_ parameter: String) {
    for declaration in ["event y(\(parameter))", "state b(\(parameter))", "output o(Int, \(parameter))"] {
      let text = "machine M {\n  initial state a\n  event e\n  a : e\n  \(declaration)\n}\n"
      let errors = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.filter { $0.severity == .error }
      #expect(errors.map(\.message) == ["a parameter of a payload holds something: leave out what has no value"])
    }
  }
}
