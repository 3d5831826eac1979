import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

@Suite struct ParserTests {
  @Test(arguments: ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=", "&<<=", "&>>="])
  func everyOperatorThatAssigns(_ symbol: String) throws {
    let text = """
      machine M {
        var flags: Int = 1
        initial state a(n: Int = 3)
        event e
        a : e / flags \(symbol) 2, n \(symbol) flags
      }
      """
    let result = Compiler().generate(SourceFile(path: "m.sm", text: text))
    #expect(result.diagnostics.isEmpty)
    let swift = try #require(result.swift.map { String(decoding: $0, as: UTF8.self) })
    #expect(swift.contains("self.flags \(symbol) 2"))
    #expect(swift.contains("self.state = .a(n: n \(symbol.dropLast()) flags)"))
  }

  /// A row goes on in the next line, whatever its source is called.
  @Test(arguments: [
    "initial", "state", "final", "event", "output", "choice", "region", "group", "let", "var", "guard", "effect",
    "wrapper", "defer", "entry", "do",
  ])
  func sourcesThatAreCalledLikeKeywords(name: String) {
    for row in ["\(name)\n  -> b\n  : e", "\(name)\n  : e\n\(name) -> b : f", "\(name) -> b\n  : e"] {
      let text = "machine A {\ninitial state \(name)\nstate b\nevent e, f\n\(row)\nb : e, f\n}"
      #expect(Compiler().check(SourceFile(path: "a.sm", text: text)).diagnostics.map(\.message) == [])
    }
  }

  /// In a body, the line after the arrow from `initial` is a row of the state around.
  @Test func initialArrowsEndWithTheirLine() {
    let text = "machine A {\nevent e\ninitial state c {\ninitial\n-> b\n: e\nstate b\n}\n}"
    let machines = Compiler().machines(of: SourceFile(path: "a.sm", text: text))
    #expect(machines.result.diagnostics.map(\.message) == [])
  }

  @Test func keywordsMayBeNames() {
    expectDiagnostics(
      """
      machine Words {
        initial state initial
        state event, state, final, open
        event output, machine, guard, `after`, `always`
        output raise2, `raise`, entry
        initial -> event : output
        event -> state : machine / `raise`, entry
        state, final -> final : guard / raise2
        final, open -> open : `after`, `always`
      }
      """)
  }

  @Test func aDeclarationThatIsNotUnderstoodIsOneFinding() {
    expectDiagnostics(
      """
      machine A {
        initial state a n: Int = 0)
                      //^ E010 'n' stands where the end of the line should be: write a payload in parentheses
        state b(n: Int)
        event e
        event f m: Int)
              //^ E010 'm' stands where the end of the line should be: write a payload in parentheses
        a -> b : e
        b -> a : f(m) [m > n]
      }
      """)
  }

  @Test func aRegionThatIsNotUnderstoodIsOneFinding() {
    expectDiagnostics(
      """
      machine A {
        regon r { initial state a ; a : e }
      //^~~~~ E010 'regon' begins no statement: did you mean 'region'?
        region s { initial state b ; b : e }
        event e
      }
      """)
  }

  @Test func statementsMayShareALine() {
    expectDiagnostics("machine A { initial state a; state b; event e; a -> b : e; b -> a : e }")
  }

  @Test func rowsGoOnBeforeTheirArrowAndTheirColon() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b {
          initial state d
          d : e
          -> a : f
        }
        event e, f
        a
          -> b
          : e
        a
          : f
      }
      """)
    expectDiagnostics(
      """
      machine A {
        initial state a
        event e
        a
       //^ E010 the end of the line stands where '->' or ':' after the source should be: write a row, as in 'a -> b : event'
        a : e
      }
      """)
  }

  @Test func headsOfMethodsGoOnInTheNextLine() {
    expectDiagnostics(
      """
      machine A {
        interface methods
        initial state a
        event take<T>(_ value: T) throws(Failed)
          -> [T] where T: Hashable
        event stop(_ n: Int)
          -> Int = 0
        a : take / return try [check(value)]
        a : stop
      }
      """)
  }

  /// A row cannot end before its colon, nor a machine's head before its body.
  @Test func rowsAndHeadsGoOnInTheNextLine() {
    expectDiagnostics(
      """
      machine A<
        Value
      >
      where
        Value: Sendable
      {
        initial state a
        state b {
          -> a
            : back / { print("back") }
          b
          : go, stop
        }
        event go, stop, back
        a
          -> b
          : go
        a
          : stop, back
      }
      """)
  }

  @Test func aStatementGoesOnWhereItCannotEnd() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0),
      //                           ^ E010 a body has one initial state: declare the others on a line of their own, as in 'state a, b'
        event e,
          f
        output o(Int),
          p
        a -> a :
          e, f

          // A comment in between does not count.
          [x > 1]

          / o(x),
          p
      }
      """)
  }

  /// A mistake in a bracket, or in a row of a choice, is reported once.
  @Test(arguments: [
    "state b(n: Int { initial state c }", "x : after 1s [n > ( ; x : every 1s", "state b((n: Int) { b : every 1s }",
    "state b { initial state p ; finla state q ; p -> q : e } ; b -> a : done(.q)",
    "choice c ; x -> c : e ; c -> x : [n > 1] ; c -> a : [else", "choice c ; x -> c : ; c -> a : [else]",
  ])
  func whatFollowsIsNoFindingOfItsOwn(_ line: String) {
    let text = "machine M {\n  initial state a\n  \(line)\n  state x\n  event e\n  a -> x : e\n}\n"
    let found = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.filter { $0.severity == .error }
    #expect(found.count == 1, "\(found.map(\.message))")
  }

  @Test func aLabelThatIsNotDeclaredIsOneFinding() {
    expectDiagnostics(
      """
      machine A {
        initial state a(cuont: Int = 0)
        event e, f
        a : e / count += 1
              //^~~~~ E101 'count' is not declared as a label or property: did you mean 'cuont'?
        a : f / count -= 1
      }
      """)
  }

  @Test func documentationEndsAStatement() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0)
        event e
        output o
        a -> a : e
        /// Belongs to nothing that begins with a slash.
        / o
      //^ E010 '/' stands where a declaration or a row should be: write a row, as in 'a -> b : event'
      }
      """)
  }

  @Test func oneMistakeOneDiagnostic() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b, 3
      //         ^ E010 '3' stands where the state's name should be: a name begins with a letter or '_'
        event e f
      //        ^ E010 'f' stands where the end of the line should be: separate names by commas
        event g, h
        a => b : g
      //  ^~ E011 an arrow is written '->', not '=>'
        a --> b : h
      //  ^~~ E011 an arrow is written '->', not '-->'
        b → a : g()
      //  ^~~ E011 an arrow is written '->', not '→'
        a -> b
      //^~~~~~ E012 this arrow has no event: write ': event' after the target, ': always' if it needs none, or ': [else]' in a choice
        a b : e
      //  ^ E010 'b' stands where '->' or ':' after the source should be: write '->' before a target, and commas between sources
        a -> : e
      //     ^ E010 ':' stands where the target's name should be: write a state's name after '->', or leave '->' out to stay
        a : e /
      //      ^ E010 an effect should follow '/'
      }
      """)
  }

  @Test func anUnclosedBracketDoesNotSwallowTheFile() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0)
        state b(y: [Int]
      //       ^ E006 this '(' is never closed: ')' is missing
        event e, f
        output o(Int)
        a -> a(x: max(x, 1) : e
      //      ^ E006 this '(' is never closed: ')' is missing
        a : f [x > 1
      //      ^ E006 this '[' is never closed: ']' is missing
        a : f / { if x > 1 {
      //        ^ E006 this '{' is never closed: '}' is missing
          print(x)
        }
        unknown -> a : e
      //^~~~~~~ E101
      }
      """)
  }

  @Test func bracketsInBlocks() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0)
        event e
        a : e / { foo( }
      //             ^ E006 this '(' is never closed: ')' is missing
        a : e / { foo[1) }
      //             ^ E006 this '[' is never closed: ']' is missing
      }
      """)
  }

  @Test func otherToolsAreNamed() {
    expectDiagnostics("@startuml\n//@1-1 E013")
    expectDiagnostics("stateDiagram-v2\n//@1-12 E013\n  [*] --> Still")
    expectDiagnostics("%%\n//@1-2 E013\nTurnstile {")
    expectDiagnostics("%start Map::Red\n//@1-1 E013")
  }

  /// The brace after an unclosed bracket is that of the block, unless it stands further left than the block begins.
  @Test func whatABraceClosesIsToldByItsColumn() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        event e
        a : e / {
          print(1
      //       ^ E006
        }
        a : g
      //    ^ E101
      }
      machine B {
        initial state b
        event e
        b : e / {
          print(1
      //       ^ E006
      }
      machine C { initial state c ; c : g }
      //                                ^ E101
      """, warnings: false)
  }

  @Test func aMissingBraceIsReportedWhereItOpens() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
      //                ^ E006 this '{' is never closed: '}' is missing
          -> a : e
        event e
      }
      machine B {
        initial state b
        event e
        b -> b : e
      }
      """)
    expectDiagnostics(
      """
      machine A {
      //        ^ E006 this '{' is never closed: '}' is missing
        initial state a
        event e
        a -> a : e

      machine B {
        initial state b
        event e
        b -> b : e
      }
      """)
  }

  @Test func misspelledKeywords() {
    expectDiagnostics(
      """
      machine A {
        inital state a
      //^~~~~~ E010 'inital' begins no statement: did you mean 'initial'?
        stat b
      //^~~~ E010 'stat' begins no statement: did you mean 'state'?
        evnt e
      //^~~~ E010 'evnt' begins no statement: did you mean 'event'?
        a -> b : e
        b -> a : e
      }
      """)
  }

  @Test func linesEndInOperators() {
    expectDiagnostics(
      """
      machine A {
        var x: Int? = 3
        var y: Int = 1 +
      //               ^ E014 the line ends in '+': put the expression in parentheses to go on in the next line
          2
        let z: ClosedRange<Int> =
          0...9
        initial state a(n: Int = 0)
        event e
        a : e [y > 1 && x != nil] / n = z.count *
      //                                        ^ E014
          2, n = 3
      }
      """)
  }

  @Test func parameters() {
    expectDiagnostics(
      """
      machine A {
        initial state a(x: Int = 0, [String: Int] = ["a": 1], f: Foo<A, B> = Foo<A, B>(), g: (Int, Int) -> Int = { $0 + $1 })
        event e(_ id: Int, for key: String, at: Int...)
      //                                        ^~~~~~ E017 this is no parameter of a payload: a payload cannot be variadic: write '[Element]'
        event g(a b c: Int)
      //        ^~~~~~~~~~ E017
        event h(x: inout Int)
      //           ^~~~~ E017
        event i(x:)
      //        ^~ E017 this is no parameter of a payload: its type is missing
        event j(x: Int = )
      //        ^~~~~~~~ E017 this is no parameter of a payload: its default is missing after '='
        event ok(x: Int,)
        a -> a : ok(y)
      }
      """)
  }

  @Test func propertiesThatBelongInAnExtension() {
    expectDiagnostics(
      """
      machine A {
        lazy var a: Int = 3
      //^~~~ E018 a 'lazy' property cannot be declared here: give the machine a 'let' or 'var'
        var b: Int { 3 }
      //           ^ E018
        var c: Int = 3 { didSet { } }
      //               ^ E018
        var d = 3
      //    ^ E019 'd' needs a type: write 'd: Type' or 'd: Type = value'
        var e: () -> Int = { 3 }
        initial state s
        event f
        s : f / { _ = e() }
      }
      """)
  }

  /// Swift declares variables, too: in a block, such a line is no statement that shows a missing brace.
  @Test(arguments: ["let n = 3", "var n = 3", "guard isOpen else { fatalError() }", "typealias Number = Int"])
  func aBlockMayStandNoDeeperThanItsBrace(_ line: String) {
    let head = "machine M {\n  var isOpen: Bool = true\n  initial state a\n  event e\n"
    let text = head + "  a : e [isOpen] / {\n  \(line)\n  }\n}\n"
    #expect(Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message) == [])
  }
}
