import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineDiagrams
@testable import StateMachineSyntax

/// Mistakes in named effects and in `entry` and `exit` lines with guards are found, and the generated code is right.
/// `OracleTests` test what they do.
@Suite struct NamedEffectTests {
  // MARK: Declarations

  @Test func whatIsWrongIsSaidOnceWhereItIsDeclared() {
    expectDiagnostics(
      """
      machine A {
        var total: Int = 0
        guard isBig = total > 10
        effect greet = hello("x")
      //               ^~~~~ E101 'hello' is not declared as an output or effect: declare it in the machine, or put Swift into braces: '{ hello("x") }'
        effect arg = log
      //             ^~~ E105
        effect typo = totel += 1
      //              ^~~~~ E101 'totel' is not declared as a label or property: did you mean 'total'?
        effect grd = isBig = true
      //             ^~~~~ E111 'isBig' is a guard and cannot be assigned
        effect evt = k = 3
      //             ^ E111 'k' is the event's and cannot be changed: only the state's labels and properties can
        effect blk = { return }
      //               ^~~~~~ E114
        effect late = trap, log("x")
      //                    ^~~~~~~~ E204
        effect again = greet, total += 1
        output log(String)
        event go(k: Int = 0), back
        initial state a { entry [isBig] / greet, typo }
        state b { exit / grd, blk }
        a -> b : go / arg, evt, again
        b -> a : back / late
      }
      """, notesElsewhere: true)
  }

  @Test func noEffectUsesItself() {
    expectDiagnostics(
      """
      machine A {
        effect one = two
        effect two = log("a"), three, one
      //       ^~~ E112 this effect uses itself through 'one': write the effects of one of them out
        effect three = log("b")
        output log(String)
        event go
        initial state a
        a : go / one
      }
      """, notesElsewhere: true)
  }

  @Test func noEffectGrowsWithoutBound() {
    let doubling = (0..<30).map { "effect e\($0) = e\($0 + 1), e\($0 + 1)" }.joined(separator: "\n")
    let source = "machine A {\noutput o\nevent go\ninitial state a\na : go / e0\n\(doubling)\neffect e30 = o\n}"
    let diagnostics = Compiler().generate(SourceFile(path: "test.sm", text: source)).diagnostics
    #expect(
      diagnostics.map(\.message) == ["'e21' stands for more than 256 effects, through others: use fewer"])
    let chain = (0..<60).map { "effect e\($0) = e\($0 + 1)" }.joined(separator: "\n")
    let deep = "machine A {\noutput o\nevent go\ninitial state a\na : go / e0\n\(chain)\neffect e60 = o\n}"
    let codes = Compiler().generate(SourceFile(path: "test.sm", text: deep)).diagnostics.map(\.code)
    #expect(codes == [.guardCycle])
  }

  @Test func namesAreThoseOfOutputs() {
    expectDiagnostics(
      """
      machine A: Sendable {
        effect log = beep
      //       ^~~ E102 the output or effect 'log' is declared twice: rename one of them
        effect cancelSave = beep
      //       ^~~~~~~~~~ E104 'cancelSave' is the name of a generated effect, which cancels 'save': choose another for this one
        effect note = beep
        effect note = log("a")
      //       ^~~~ E102 the output or effect 'note' is declared twice: rename one of them
        output log(String), beep, save async
        event go, back
        initial state a
        a : go / save, note, cancelSave
        a : back / notte, log("a"), beap
      //           ^~~~~ E101 'notte' is not declared as an output or effect: did you mean 'note'?
      //                            ^~~~ E101 'beap' is not declared as an output or effect: did you mean 'beep'?
      }
      """, notesElsewhere: true)
  }

  @Test func anEffectThatNothingNamesIsUnused() {
    expectDiagnostics(
      """
      machine A {
        var total: Int = 0
        effect greet = log("a"), { total += 1 }
      //       ^~~~~ W305 the effect 'greet' is never used: no row or action names it
        output log(String)
        event go
        initial state a
        a : go / {}
      }
      """, notesElsewhere: true)
  }

  // MARK: Uses

  @Test func namesAreLookedUpWhereItIsUsed() {
    expectDiagnostics(
      """
      machine A {
        effect count = n += 1
        effect tell = log(n)
        output log(Int)
        event go, back, tick
        initial state a(n: Int = 0) {
          entry [n > 3] / count
          exit / count
      //         ^~~~~ E111 'n' is left with its state: an 'exit' cannot change it
          : tick / count, tell
        }
        state b(m: Int) {
          entry / count
      //          ^~~~~ E110 'count' changes 'n', which is not known here: use it where the state has that label
        }
        a -> b(m: n) : go / tell
        a -> a(n: 1) : back / count
      //                      ^~~~~ E111
        b -> a : back / {}
        a, b : tick [false] / tell
      //             ^~~~~ W306
      //                      ^~~~ E110
      }
      """, notesElsewhere: true)
  }

  @Test func anEffectTakesNoArguments() {
    expectDiagnostics(
      """
      machine A: Sendable {
        effect note = log("a")
        effect stop = trap("b")
        output log(String), save async
        event go, back
        initial state a {
          do / note
      //       ^~~~ E215
        }
        a : go / note(3), save
      //              ^ E108 one argument too many: the effect 'note' has no payload
        a : back / stop, note
      //                 ^~~~ E204 nothing happens after 'trap': leave this out
      }
      """, notesElsewhere: true)
  }

  // MARK: Parameters

  @Test func argumentsAreThoseOfACall() {
    expectDiagnostics(
      """
      machine A {
        output log(String, Int)
        var total: Int = 0
        effect note(_ text: String, level: Int = 1) = log(text, level)
        effect twice(of n: Int) = total += n, total -= n
        effect wrong(_ n: Int) = n += 1
      //                         ^ E111 'n' is the effect's and cannot be changed: only the state's labels and properties can
        effect grown(_ list: [Int]) = { list.append(1) }
      //                                ^~~~ E111
        effect nameless(Int) = log("a", 1)
      //                ^~~ E017
        event go
        initial state a
        a : go / note
      //         ^~~~ E105
        a : go [total > 1] / note("a", 2)
      //                               ^ E107
        a : go [total > 2] / note(level: 2, "a")
      //                                    ^~~ E107
        a : go [total > 3] / note("a", lvel: 2)
      //                               ^~~~ E107
        a : go [total > 4] / note("a", level: 2, 3)
      //                                         ^ E108
        a : go [total > 5] / twice(of: total)
      //                               ^~~~~ E106 'twice' would work this out in each place of 'n', and after its changes: give it a name before, as in '{ let n = total }'
        a : go [total > 6] / twice(of: next())
      //                               ^~~~~~ E106
        a : go [total > 7] / twice(of: Box<Int>().next)
      //                               ^~~~~~~~~~~~~~~ E106
        a : go [total > 8] / twice(of: makers[0]().next)
      //                               ^~~~~~~~~~~~~~~~ E106
        a : go [total > 9] / wrong(1), grown([]), nameless(1)
        swift { func next() -> Int { 1 } }
      }
      """, notesElsewhere: true)
  }

  @Test func anArgumentStandsInThePlaceOfItsParameter() throws {
    let text = try swift(
      """
      machine Link {
        interface methods
        unhandled error
        initial state a(n: Int = 0)
        state b(what: String)
        event up throws, down throws, quiet, read(what: String) throws
        var log: [String] = []
        var total: Double = 0
        effect late(_ what: String) = throw violation("\\(event) came late in \\(state): \\(what)")
        effect note(_ text: String, times: Int = 1) = { for _ in 0..<times { log.append(text) } }
        effect noted(_ text: String) = note(text, times: 2), late(text)
        effect add(_ x: Double) = total += x
        effect kept = { let copy = log.count }, throw violation("\\(copy)")
        a -> b(what: "b") : up / note("up", times: n + 2), add(1), add(2.5)
        a : down / kept
        b : up, down / late("down")
        b(what: _) : read / noted(what)
        a : read / note("x\\(n)"), late("n\\(n)")
        a, b : quiet
      }
      """)
    for line in [
      #"for _ in 0..<(n + 2 as Int) { log.append("up") }"#, "self.total += (1 as Double)", "self.total += 2.5",
      #"throw violation("up came late in b: down")"#, #"throw violation("read came late in b: \(what)")"#,
      #"for _ in 0..<2 { log.append(what) }"#, #"for _ in 0..<1 { log.append("x\(n)") }"#,
      #"throw violation("\(copy)")"#,
    ] { #expect(text.contains("    " + line + "\n"), "\(line)") }
  }

  @Test func aNamedEffectThrowsWhereARowMay() {
    expectDiagnostics(
      """
      machine A {
        interface methods
        unhandled error
        effect late(_ what: String) = throw E(what)
        effect later = late("x")
        effect wrong = late("x"), { print(1) }
      //                          ^~~~~~~~~~~~ E204
        initial state a { entry / later }
      //                          ^~~~~ E220 rows throw, as their last effect; actions of states do not: write 'later' in the row
        choice c
        event up, down throws, left throws -> Int
        a : up / late("up")
      //         ^~~~ E220 'up' does not throw: write 'event up(…) throws', or leave 'late' out
        a -> c : down / later
      //                ^~~~~ E242 the rows of the choice 'c' end the method: write the 'later' there
        c -> a : [else]
        a : left [true] / wrong // sm-gen: ignore W306: for the test
        a : left / later, return 3
      //                  ^~~~~~~~ E204 'throw' is the last effect: put this before it
      }
      """, notesElsewhere: true)
  }

  @Test func theFormOfADeclaration() {
    expectDiagnostics(
      """
      machine A {
        initial state effect
        event e
        effect : e / {}
        effect note(text: String) log(text)
      //                          ^~~ E010
      }
      machine B {
        efect note = log
      //^~~~~ E010
        initial state a {
          effect inner = log
      //  ^~~~~~ E022 'effect' stands in the machine's body, not in a state's
        }
      }
      """, notesElsewhere: true)
  }

  // MARK: Lines with guards

  @Test func guardsOfActions() {
    expectDiagnostics(
      """
      machine A {
        var total: Int = 0
        guard isBig = total > 10
        output log(Int)
        event go
        initial state a(n: Int = 0) {
          entry [n > 3 && isBig] / n = 0
          entry [else] / log(1)
      //         ^~~~ E010 every 'entry' decides for itself, so there is no 'else': write a condition, or leave out the brackets
          entry [] / log(1)
      //        ^~ E015
          exit [true] / log(2)
      //        ^~~~ W306 this guard always holds: leave it out
          exit [false] / log(total)
      //        ^~~~~ W306 this guard never holds, and the exit never applies: leave it out
          do [n > 3] / log(2)
      //     ^ E010
          entry [n > 3] log(2)
      //                ^~~ E010
        }
        a -> a : go
      }
      """, notesElsewhere: true)
  }

  @Test func aGuardIsAnIf() throws {
    let text = try swift(
      """
      machine A {
        output warn(Int), bye
        event go
        initial state a(n: Int = 0) {
          entry [n > 3] / warn(n), n = 0
          entry / bye
          exit [true] / bye // sm-gen: ignore W306: for the test
        }
        state b
        a -> b : go
        b -> a : go
      }
      """)
    #expect(
      text.contains(
        """
            guard case .a(var n) = self.state else { return }
            if n > 3 {
              emit(.warn(n))
              n = 0
            }
            emit(.bye)
            self.state = .a(n: n)
        """))
    #expect(!text.contains("if true"))
  }

  @Test func anEffectKeepsItsNamesToItself() throws {
    let text = try swift(
      """
      machine A {
        var total: Int = 0
        effect note = { let t = total; total = t * 2 }
        effect both = note, bye
        output bye
        event go
        initial state a
        a : go / both, note
      }
      """)
    #expect(
      text.contains(
        """
                do {
                  let t = total; total = t * 2
                }
                emit(.bye)
                do {
                  let t = total; total = t * 2
                }
        """))
  }

  @Test func theSwiftCompilerIsToldWhereAnEffectIsDeclared() throws {
    var options = Compiler.Options()
    options.writesSourceLocations = true
    let text = try swift(
      """
      machine A {
        effect note = { wrong() }
        event go
        initial state a
        a : go / note
      }
      """, options)
    #expect(text.contains("#sourceLocation(file: \"test.sm\", line: 2)\n                  wrong()"))
  }

  @Test func picturesShowTheName() throws {
    let text = """
      machine A {
        effect note = log("a"), bye
        output log(String), bye
        event go
        initial state a { entry [1 > 0] / note }
        a -> a : go / note, bye
      }
      """
    let machine = try #require(Compiler().machines(of: SourceFile(path: "test.sm", text: text)).machines.first)
    let table = machine.drawing(format: .table, options: DiagramOptions())
    #expect(table.contains("| *entry* | `1 > 0` | | `note` |"))
    #expect(table.contains("| `go` | | `a` | `note`, `bye` |"))
    let scxml = machine.drawing(format: .scxml, options: DiagramOptions())
    #expect(scxml.contains("<if cond=\"1 &gt; 0\">\n        <send event=\"log\""))
  }

  /// An owner knows what tasks its submachine's effects begin, also those that have names.
  @Test func aSubmachinesEffectsBeginItsTasks() throws {
    let text = try swift(
      """
      machine A: Sendable {
        wrapper @MainActor class
        initial state a: Inner
      }
      machine Inner: Sendable {
        wrapper none
        effect both = store, stop
        effect store = save
        effect stop = cancelSave
        effect unused = trap
        output save async
        event go
        initial state b { do / save }
        b -> b : go / both // sm-gen: ignore W305: for the test
      }
      """)
    #expect(text.contains("case doSave"))
    #expect(text.contains("case cancelSave"))
  }

  private func swift(_ text: String, _ options: Compiler.Options = Compiler.Options()) throws -> String {
    let result = Compiler(options: options).generate(SourceFile(path: "test.sm", text: text))
    return String(decoding: try #require(result.swift), as: UTF8.self)
  }

  /// The names of the state and the event in an argument are those of the row, as in its own texts.
  @Test func argumentsNameTheStateAndTheEvent() throws {
    let text = try generated(
      """
      machine A {
        interface methods
        effect late(_ what: String) = throw Bad(what)
        initial state a
        state b
        event go throws
        a -> b : go
        b : go / late("\\(event) in \\(state)")
      }
      """)
    #expect(text.contains("throw Bad(\"go in b\")"))
  }
}
