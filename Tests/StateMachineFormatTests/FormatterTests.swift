import CompilerProperties
import Foundation
import TestSupport
import Testing

@testable import StateMachineFormat
@testable import StateMachineSyntax

/// Each rule of the formatter keeps formatted texts, and changes others as expected.
@Suite struct FormatterTests {
  /// Formats the body of a machine, written without its indentation; the result is a fixed point.
  private func expect(
    _ body: String, _ expected: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    func whole(_ body: String) -> String {
      let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      return "machine M {\n" + lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined() + "}\n"
    }
    expectFile(whole(body), whole(expected ?? body), sourceLocation: sourceLocation)
  }

  private func expectFile(
    _ text: String, _ expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let result = Formatter.format(SourceFile(path: "m.sm", text: text))
    #expect(result.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
    #expect(!result.isGivenUp, sourceLocation: sourceLocation)
    #expect(String(decoding: result.bytes ?? [], as: UTF8.self) == expected, sourceLocation: sourceLocation)
    let second = Formatter.format(SourceFile(path: "m.sm", text: expected)).bytes
    #expect(String(decoding: second ?? [], as: UTF8.self) == expected, sourceLocation: sourceLocation)
    #expect(CompilerProperties.violation(of: Array(text.utf8)) == nil, sourceLocation: sourceLocation)
  }

  @Test func aFileWithoutAMachineIsFormatted() {
    expectFile("", "")
    expectFile("\n\n// only\n\n\n/* this */", "// only\n\n/* this */\n")
  }

  @Test func blocksWithDeclarationsStayWhereTheyAre() {
    expect(
      """
      initial state open(items: [Int] = [])
      state closed(items: [Int])
      event close(n: Int)
      output log(Int)

      open -> closed : close / {
        let sum = items.count + n
        items.append(sum)
      }, log(sum)
      closed -> open : close
      """)
    expect("initial state a\nswift {\n  let x: Int = 3\n  var y: Int { x }\n}")
  }

  @Test func declarationsOfValues() {
    expect(
      """
      interface methods
      var x : Int  =  3
      var y: Int=3  // three
      let z   :
        [Int]
      var last: Int /* a */=/* b */ 3
      typealias T  =  // why
        Int
      guard isEmpty=x == 0
      initial state a
      event f(x: Int)  ->  Bool where T: Q=false unhandled trap
      event g->
        Bool=
         true
      a : f, g / return true
      """,
      """
      interface methods
      var x: Int = 3
      var y: Int = 3  // three
      let z: [Int]
      var last: Int /* a */ = /* b */ 3
      typealias T =  // why
          Int
      guard isEmpty = x == 0
      initial state a
      event f(x: Int) -> Bool where T: Q = false unhandled trap
      event g -> Bool = true
      a : f, g / return true
      """)
  }

  @Test func aValueThatDoesNotFitHasALineOfItsOwn() {
    let name = String(repeating: "n", count: 60)
    expect(
      "initial state a\nguard \(name) = \(name) == 0\nvar \(name): Int = 0",
      "initial state a\nguard \(name) =\n    \(name) == 0\nvar \(name): Int = 0")
  }

  // MARK: Lines

  @Test func twoBlanksForEachBrace() {
    expectFile(
      "machine M{\ninitial state a{\n\t\tstate b{\n  entry / x\n exit / x }\nstate c\n}\n\n\noutput x\n}",
      """
      machine M {
        initial state a {
          state b {
            entry / x
            exit / x
          }
          state c
        }

        output x
      }

      """)
  }

  @Test func oneBlankLineAtMostAndNoneInsideOfBraces() {
    expectFile(
      "\n\n// Licence\n\n\n\nmachine M {\n\n  state a\n \t\n\n  state b\n\n}\n\n\n",
      "// Licence\n\nmachine M {\n  state a\n\n  state b\n}\n")
  }

  @Test func noBlanksAtTheEndsOfLines() {
    expectFile("machine M { \n  state a  \t\n  // why  \n}  ", "machine M {\n  state a\n  // why\n}\n")
  }

  @Test func theFirstNewlineIsThatOfTheFile() {
    expectFile("machine M {\r\n state a\n state b\r}", "machine M {\r\n  state a\r\n  state b\r\n}\r\n")
    expectFile("machine M {\r state a\n}", "machine M {\r  state a\r}\r")
    // In Swift and in comments, newlines stay.
    expectFile(
      "machine M {\r\n state a\r\n let x: Int = [\n 1]\n  /* a\n b */\n}",
      "machine M {\r\n  state a\r\n  let x: Int = [\n 1]\r\n  /* a\n b */\r\n}\r\n")
  }

  @Test func aByteOrderMarkStays() {
    expectFile("\u{FEFF} machine M {\nstate a }", "\u{FEFF}machine M {\n  state a\n}\n")
  }

  @Test func aMachineWithNothingInIt() { expectFile("machine M\n{\n\n}", "machine M {}\n") }

  // MARK: Blanks in statements

  @Test func blanksAroundTokens() {
    expect(
      """
      initial   state a ( n : Int )
      state b:Outer . Inner<Int>,c
      event e ,f(  Int)
      var  x  : Int = 1
      let y:Int=2
      guard g=x>1
      typealias  T=Int
      effect both=o( 1 ),x+=1
      output o ( Int )async->e,f
      group h=a,b . c
      unhandled   throw  Bad()
      a ( n )  ->b . c(1):e[ g ]/o ( 2 ),{ x }
      *except   a->b:f/raise   e
      a:after  ( .seconds(1) ) , every   2s
      a:done ( .x )
      """,
      """
      initial state a( n : Int )
      state b: Outer.Inner<Int>, c
      event e, f(  Int)
      var x: Int = 1
      let y: Int = 2
      guard g = x>1
      typealias T = Int
      effect both = o( 1 ), x += 1
      output o( Int ) async -> e, f
      group h = a, b.c
      unhandled throw Bad()
      a( n ) -> b.c(1) : e [ g ] / o( 2 ), { x }
      * except a -> b  : f       / raise e
      a                : after( .seconds(1) ), every 2s
      a                : done( .x )
      """)
  }

  @Test func headsOfMachinesAndMethods() {
    expectFile(
      """
      import   Foundation
      @available( macOS 15,* )
      public   machine M < T >:P,Q where T:R
      {
      interface   methods
      @discardableResult
      private event e < T >( _ x:T )throws ( E )->Int? = nil
      wrapper   @MainActor   class   W
      private ( set )var x:Int=0
      action  A:P{a,b(Int)
      ,c}
      }
      """,
      """
      import Foundation
      @available( macOS 15,* )
      public machine M< T >: P,Q where T:R {
        interface methods
        @discardableResult
        private event e< T >( _ x:T ) throws( E ) -> Int? = nil
        wrapper @MainActor class W
        private(set) var x: Int = 0
        action A: P { a, b(Int), c }
      }

      """)
  }

  @Test func whereNewlinesMeanNothingTheyGo() {
    expect(
      """
      event a,
        b
      x ->
        y
        : a
        [c]
        / o,
        p
      group g =
        x, y
      """,
      """
      event a, b
      x -> y : a [c] / o, p
      group g = x, y
      """)
  }

  // MARK: Swift

  @Test func swiftIsCopied() {
    expectFile(
      """
      machine M {
      var names: [String:  Int] =
           ["a":1,
      "b":2]
      swift   {
      func f( ) { }
            let x  = 1 // why
      }
      a:e  [ x  &&
      y ]/{  f( )
          }
      entry(x)   : e/return   x  +  1
      }
      """,
      """
      machine M {
        var names: [String:  Int] = ["a":1,
      "b":2]
        swift {
      func f( ) { }
            let x  = 1 // why
      }
        a : e [ x  &&
      y ] / {  f( )
          }
        entry(x) : e / return x  +  1
      }

      """)
  }

  /// The scanner takes a line for a statement that is indented no deeper than the bracket which it stands in.
  @Test func swiftThatLooksLikeStatementsStaysDeeper() {
    expectFile(
      "machine M {\nstate a\nswift {\n subscript(i: Int) -> Int { i }\n}\n}",
      "machine M {\n  state a\nswift {\n subscript(i: Int) -> Int { i }\n}\n}\n")
  }

  @Test func stringsAndQuotedNames() {
    expect(
      """
      `b c`->`d, e`:`f:g`/trap("a  ->  b : c // no comment")
      unhandled trap   "a / b"
      """,
      """
      `b c` -> `d, e` : `f:g` / trap("a  ->  b : c // no comment")
      unhandled trap "a / b"
      """)
  }

  // MARK: Bodies

  @Test func aBodyWithOneStatementStandsInOneLine() {
    expect("state a {\n  entry / x\n}\nstate b { entry / x\n}", "state a { entry / x }\nstate b { entry / x }")
    expect("state a { }\nstate b {\n\n}", "state a {}\nstate b {}")
    // Not with what has a body itself, not with a comment, and not where it does not fit.
    expect("state a { state b { entry / x } }", "state a {\n  state b { entry / x }\n}")
    expect("state a { entry / x // why\n}", "state a {\n  entry / x  // why\n}")
    expect("state a { // why\n  entry / x\n}", "state a {  // why\n  entry / x\n}")
    let long = String(repeating: "x", count: 98)
    expect("state a { entry / \(long) }")
    expect("state a { entry / \(long)x }", "state a {\n  entry / \(long)x\n}")
  }

  @Test func semicolonsStay() {
    expect(
      "region r { initial state a;state b ; a->b:e;}\na : e ; b : f;\nc : g",
      "region r { initial state a; state b; a -> b : e; }\na : e; b : f;\nc : g")
    let long = String(repeating: "x", count: 70)
    expect("a : \(long); b -> c : \(long)", "a      : \(long);\nb -> c : \(long)")
  }

  @Test func answers() {
    expect(
      "action A { a, b\n}\naction B { a\n b, c\n}\naction C { // why\n/// One\na,\n/// Two\nb, c }",
      """
      action A { a, b }
      action B {
        a
        b, c
      }
      action C {  // why
        /// One
        a,
        /// Two
        b, c
      }
      """)
  }

  @Test func machinesInOneLine() {
    expectFile("machine M{initial state a;event e\n}\n", "machine M { initial state a; event e }\n")
    expectFile("machine M { initial state a }", "machine M {\n  initial state a\n}\n")
    expectFile("machine M { initial state a;\nevent e }", "machine M {\n  initial state a;\n  event e\n}\n")
  }

  // MARK: Comments

  @Test func commentsKeepTheirLine() {
    expectFile(
      """
      machine M {
      /// Doc
          // Line
      state a // after
      /* own */
      /* before */ state b /* in */ , c
         /* two
       lines */
      state d
      // end
      }
      // last
      """,
      """
      machine M {
        /// Doc
        // Line
        state a  // after
        /* own */
        /* before */ state b /* in */, c
        /* two
       lines */
        state d
        // end
      }
      // last

      """)
  }

  @Test func aCommentInAStatementEndsItsLine() {
    expect(
      "event a, // first\n b, // second\n// own\n c\nx -> // where\n y : a // last\nx : b",
      """
      event a,  // first
          b,  // second
          // own
          c
      x ->  // where
          y : a  // last
      x : b
      """)
  }

  // MARK: Rows

  @Test func colonsAndArrowsAreAligned() {
    expect("a->b:e\nlong->c:f", "a    -> b : e\nlong -> c : f")
    expect("a->b:e\nlong:f", "a -> b : e\nlong   : f")
    expect("state s {\n: e\n-> b : f\n}", "state s {\n       : e\n  -> b : f\n}")
    expect("a : e\nstate b\nlong : f", "a : e\nstate b\nlong : f")
  }

  @Test func whatEndsAGroup() {
    for between in ["", "// why", "/// why", "/* why */", "m : e / { x\n  }"] {
      expect("a : e\n\(between)\nlong : f", "a : e\n\(between)\nlong : f")
    }
    expect("a : e // why\nlong : f", "a    : e  // why\nlong : f")
    // No rows of a group: these have no colon.
    expect("state s {\n  initial -> a\n  history -> longer / o\n  a -> b : e\n}")
  }

  @Test func effectsAreAlignedWhereThatCostsLittle() {
    let blanks = String(repeating: " ", count: 24)
    let event = "e" + String(repeating: "x", count: 24)
    expect("a : e / o\na : \(event) / p", "a : e\(blanks) / o\na : \(event) / p")
    expect("a : e / o\na : \(event)x / p")
    // Rows without effects count for nothing.
    expect("a : e / o\na : \(event)xx\na : ef / p", "a : e  / o\na : \(event)xx\na : ef / p")
  }

  @Test func aLongRowBreaksBeforeItsEffects() {
    let name = String(repeating: "x", count: 54)
    expect("a : \(name) / \(name)xx")
    expect("a : \(name) / \(name)xxxx, p", "a : \(name)\n    / \(name)xxxx, p")
    // It is a row of several lines, and ends a group.
    expect("a : e\na : \(name) / \(name)xxxx\nlong : f", "a : e\na : \(name)\n    / \(name)xxxx\nlong : f")
    // The guard moves to a line of its own if the row is still too long, and then the event.
    let guardText = "[\(name)]"
    let shorter = "[\(name.dropLast(3))]"
    expect("a -> b : \(name) \(shorter) / o", "a -> b : \(name) \(shorter)\n    / o")
    expect("a -> \(name) : \(name) \(guardText) / o", "a -> \(name) : \(name)\n    \(guardText)\n    / o")
    expect(
      "a -> \(name)(x: 1) : \(name)xx \(guardText) / o",
      "a -> \(name)(x: 1) :\n    \(name)xx \(guardText)\n    / o")
  }

  @Test func alignmentMakesNoRowTooLong() {
    let name = String(repeating: "x", count: 54)
    // Its effects go into the next line.
    expect(
      "a : e\nb : \(name) / \(name)x\nlong : f\nc : g", "a : e\nb : \(name)\n    / \(name)x\nlong : f\nc    : g")
    // Blanks before effects are no reason for that: these are not aligned then.
    expect("a : \(name) / \(name)\na : \(name)xxxxxx / p")
    // A row without effects is not aligned.
    expect("a : \(name)\(name)xx\nlonger : e", "a : \(name)\(name)xx\nlonger : e")
  }

  @Test func longListsBreakAfterCommas() {
    let name = String(repeating: "x", count: 50)
    expect("event \(name), \(name), \(name)", "event \(name), \(name),\n    \(name)")
    expect("a : e / \(name), \(name), \(name)", "a : e\n    / \(name), \(name),\n      \(name)")
  }

  @Test func columnsAreCharacters() {
    expect("größe -> b : e\na -> b : e", "größe -> b : e\na     -> b : e")
    expect("`e\u{301}👩‍👩‍👧` : e\nabc : e", "`e\u{301}👩‍👩‍👧` : e\nabc  : e")
  }

  // MARK: Files

  @Test func aFileWithMistakesIsLeftAlone() {
    for text in ["machine M {\n a -> : e\n}", "machine M {", "state a", "machine M {\n state a }}", "\0"] {
      let result = Formatter.format(SourceFile(path: "m.sm", text: text))
      #expect(result.bytes == nil, "\(text)")
      #expect(result.diagnostics.contains { $0.severity == .error }, "\(text)")
    }
    // What names stand for is not asked.
    expectFile("machine M { a->b:e\n}", "machine M {\n  a -> b : e\n}\n")
  }

  @Test(arguments: Repository.machines) func shuffledFilesAreFormattedAlike(_ file: URL) throws {
    let source = SourceFile(path: "m.sm", bytes: Array(try Data(contentsOf: file)))
    guard let bytes = Formatter.format(source).bytes else { return }
    var count = 0
    let seeds = TestExtent.pick(short: 6, long: 20)
    for seed in 0..<seeds {
      let shuffled = try #require(FormatProperties.shuffled(source, seed: seed))
      guard Formatter.isSame(source, shuffled) else { continue }
      count += 1
      #expect(Formatter.format(shuffled).bytes == bytes)
    }
    #expect(count * 6 >= seeds)
  }

  @Test func manyRows() {
    var text = "machine M {\n"
    let count = TestExtent.pick(short: 10_000, long: 100_000)
    for row in 0..<count { text += "a\(row % 1000)->b\(row % 77):e / o\(row % 13)\n" }
    text += "}\n"
    let result = Formatter.format(SourceFile(path: "m.sm", text: text))
    #expect(result.bytes?.count ?? 0 > text.utf8.count)
    #expect(!result.isGivenUp)
  }
}
