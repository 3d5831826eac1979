import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// A missing `{` is one mistake: the body is read as if the brace were there.
@Suite struct MissingBraceTests {
  private static let body = """
      initial state a
      state b
      event x
      output o
      a -> b : x / o
      b -> a : x
    }
    """

  /// The findings as `line:column code message`.
  private func findings(_ text: String) -> [String] {
    let source = SourceFile(path: "m.sm", text: text)
    let lines = LineTable(source.bytes)
    return Compiler().check(source).diagnostics.map { finding in
      let (line, column) = lines.position(of: finding.range.lowerBound)
      return "\(line):\(column) \(finding.code.rawValue) \(finding.message)"
    }
  }

  @Test(arguments: [
    "machine M", "machine M: Sendable, Hashable", "machine M<T: Sendable>", "machine M<T> where T: Sendable",
    "@MainActor public machine M: Sendable",
  ])
  func ofAMachine(_ head: String) {
    #expect(
      findings(head + "\n" + Self.body) == [
        "1:\(head.utf8.count + 1) E010 the end of the line stands where '{' and the machine's body should be"
      ])
    #expect(findings(head + " {\n" + Self.body) == [])
  }

  /// One `}` too many also closes the enclosing body: it is the only finding.
  @Test func oneTooMany() {
    let text = """
      machine M {
        initial state a
        state b {
          initial state c { exit / o }}
          state d
          c -> d : x
          b -> a : x
        }
        event x
        output o
        a -> b : x
      }
      """
    #expect(findings(text) == ["8:3 E010 '}' closes the machine here, and statements follow: leave it out"])
    let last = text.replacing("  event x\n  output o\n  a -> b : x\n", with: "")
    #expect(findings(last) == ["9:1 E010 '}' stands where 'machine' or 'import' should be"])
  }

  /// A declaration without a name may declare any name that others use.
  @Test(arguments: [
    "state { initial state c }", "region { initial state c }", "event", "output", "choice", "state (n: Int)",
    "state (n: Int) { initial state c }", "event (n: Int)", "output , p",
  ])
  func aMissingName(_ declaration: String) {
    #expect(findings("machine M {\n  \(declaration)\n  initial state a\n  event e\n  a -> b : x / o\n}").count == 1)
  }

  /// A list of cases, as an enum of Swift has it, is one mistake.
  @Test(arguments: ["state", "event", "output"]) func casesInLines(_ keyword: String) {
    let cases = "    case b\n\n    case c(n: Int)\n    case d\n"
    let rest = "  initial state a\n  event e\n  a : e / { print(1) }\n"
    #expect(findings("machine M {\n  \(keyword)\n\(cases)\(rest)}").count == 1)
    #expect(findings("machine M {\n\(cases)\(rest)}").count == 1)
    // What stands below is told of as ever.
    #expect(findings("machine M {\n  \(keyword)\n\(cases)\(rest)  a ->\n}").count == 2)
  }

  /// Brackets that a head opens are not also wrong in a type.
  @Test func aParenthesisInItsPlace() {
    #expect(findings("machine M: Sendable (\n" + Self.body).count == 1)
  }

  @Test func ofAMachineBetweenOthers() {
    let missing = "E010 the end of the line stands where '{' and the machine's body should be"
    let other = "machine Other {\n  initial state c\n}\n"
    #expect(findings(other + "machine M\n" + Self.body + "\n") == ["4:10 \(missing)"])
    #expect(findings("machine M\n" + Self.body + "\n" + other) == ["1:10 \(missing)"])
    #expect(findings("machine M\n" + other) == ["1:10 \(missing)"])
    #expect(findings("machine M").count == 1)
  }

  @Test func ofAComposite() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b(n: Int = 0)
                         //^ E010 the end of the line stands where '{' and the state's body should be
          // What is within.
          initial state c
          state d
          entry / o
          c -> d : x
          -> a : y
        }
        event x, y
        output o
        a -> b : x / o
      }
      """)
  }

  @Test func inTheNextLine() {
    // The head of a machine goes on before its body.
    #expect(findings("machine M\n{\n" + Self.body) == [])
    #expect(findings("machine M: Sendable\n{\n" + Self.body) == [])
    let text = "machine M {\n  initial state a\n  {\n    initial state b\n    b : x\n  }\n  event x\n}\n"
    #expect(findings(text) == ["2:18 E010 the end of the line stands where '{' and the state's body should be"])
  }

  @Test func ofACompositeInOneLine() {
    expectDiagnostics(
      """
      machine M {
        initial state a  entry / o }
                       //^~~~~ E010 'entry' stands where '{' and the state's body should be
        event x
        output o
        a : x
      }
      """)
  }

  @Test func ofARegion() {
    expectDiagnostics(
      """
      machine M {
        initial state a {
          region r
                //^ E010 the end of the line stands where '{' and the region's body should be: write 'region r { … }'
            initial state c
            state d
            c -> d : x
          }
          region s {
            initial state e
            e : x
          }
          -> b : y
        }
        state b
        event x, y
        b -> a : x
      }
      """)
  }

  @Test func aBraceThatClosesTheMachineTooEarlyIsOneMistake() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        a -> b : x
        }
      //^ E010 '}' closes the machine here, and statements follow: leave it out
        state b
        event x
        b -> a : x
      }
      machine N {
        initial state a
        a -> c : x
           //^ E101 'c' is not declared as a state: declare it in the machine
        event x
      }
      """)
  }

  @Test func aHeadThatIsNotUnderstoodIsOneMistake() {
    expectDiagnostics(
      """
      machine M<T: Sendable {
             //^ E006 this '<' is never closed: '>' is missing
        initial state a
        event x
        a : x
      }
      """)
  }

  @Test func whatFollowsFromAMissingCloserIsNoFindingOfItsOwn() {
    expectDiagnostics(
      """
      machine M {
        initial state a {
                      //^ E006 this '{' is never closed: '}' is missing
          region r {
            initial state c
            c -> b : x

          region s {
            initial state d
            d : x
          }
        }
        state b
        b -> a : x
        event x
      }
      """)
  }

  /// Indentation alone says nothing.
  @Test func linesMayBeIndentedAsTheyLike() {
    let text = """
      machine M {
        initial state a
          a -> b : x
        state b {
        initial state c
          c -> a : x
        }
        event x
      }
      """
    #expect(findings(text) == [])
  }

  /// In the line of a `{`, what is wrong is what stands there, and no missing `}`.
  @Test(arguments: [
    "event f", "output f", "let f: Int = 1", "guard f = true", "wrapper class", "group f = a", "unhandled error",
    "effect f = { }", "typealias F = Int", "machine N { initial state x }", "import N",
  ])
  func aMisplacedDeclarationInOneLineIsThatMistake(_ declaration: String) {
    let head = "machine M {\ninitial state a\nevent e\na -> b : e\n"
    let inRegion = "state b { region r { \(declaration); initial state c }\nregion s { initial state d } }"
    for text in ["state b { \(declaration) }", inRegion] {
      let words = findings(head + text + "\n}").map { $0.split(separator: " ") }
      #expect(words.map { $0[1] } == ["E022"])
      #expect(words.first?.first?.hasPrefix("5:") == true)
    }
  }
}
