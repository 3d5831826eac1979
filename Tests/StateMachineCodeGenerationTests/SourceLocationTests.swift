import TestSupport
import Testing

/// The Swift compiler reports errors in embedded Swift at their place in the `.sm` file.
@Suite struct SourceLocationTests {
  @Test func sourceLocationsStandBeforeEmbeddedSwift() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0)
        event e(Int)
        output o(Int)
        a -> a(x: x + 1) : e(1...3) [x > 1
          && x < 5]
          / o(x), {
            print(x)
          }
      }
      """, path: "/a folder/\"A\".sm", locations: true)
    // Each piece has its column of the source. The text before it is indented less, or stands in the line above.
    #expect(
      text.contains(
        #"""
              case .e(let eventValue1):
                #sourceLocation(file: "/a folder/\"A\".sm", line: 5)
                if case        1...3 = eventValue1 {
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\"A\".sm", line: 5)
                  if self.guard1(x) {
                    #sourceLocation()
                    #sourceLocation(file: "/a folder/\"A\".sm", line: 7)
        emit(.o(x))
                    #sourceLocation()
                    #sourceLocation(file: "/a folder/\"A\".sm", line: 8)
              print(x)
                    #sourceLocation()
                    #sourceLocation(file: "/a folder/\"A\".sm", line: 4)
                    self.state = .a(x:
                    x + 1)
                    #sourceLocation()
        """#))
    #expect(
      text.contains(
        #"""
          private func guard1(_ x: Parameter1) -> Bool {
            #sourceLocation(file: "/a folder/\"A\".sm", line: 5)
            if                         x > 1
            && x < 5 {
              #sourceLocation()
              return true
            }
            return false
          }
        """#))
  }

  /// The alias of a parameter's type stands before the functions, with a blank line after it.
  @Test func aParameterHasATypeOfItsOwn() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int)
        event e
        a : e [x > 1] / { print(x) }
      }
      """, locations: true)
    #expect(text.contains("typealias Parameter1 =\n                     Int\n  #sourceLocation()\n\n  /// Takes"))
  }

  /// Named guards that are part of a condition would move what stands after them.
  @Test func aNamedGuardKeepsWhatFollowsInItsColumn() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int)
        event e
        guard isBig = x > 9
        a : e [isBig && x > 1]
      }
      """, locations: true)
    #expect(text.contains("line: 4)\n        return (x > 9)\n"))
    #expect(text.contains("line: 5)\n      if isBig && x > 1 {\n"))
  }

  @Test func rowsWithoutSwiftHaveALocation() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        state b
        event e
        output o
        a -> b : e
        b : e / o
      }
      """, locations: true)
    #expect(text.contains("line: 6)\n        self.state = .b\n"))
    #expect(text.contains("line: 7)\n        emit(.o)\n"))
  }

  /// A breakpoint on a row that ignores an event stops there, not at what another row does.
  @Test func rowsThatIgnoreHaveALocation() throws {
    let text = """
      machine A {
        unhandled ignore
        initial state a
        state c {
          initial state c1
          c1 : e
          c : e, f
        }
        state p {
          region r {
            initial state r1
            state r2
            r1 -> r2 : e
            r2 : e
          }
          region s {
            initial state s1
            state s2
            s1 -> s2 : e
            s2 : e
          }
          : f
        }
        event e, f, g
        a : e
        a : f
        a -> c : g
        c -> p : g
        * : g
      }
      """
    let located = try generated(text, locations: true)
    for line in [6, 7, 22, 25, 26, 29] {
      let directives = located.split(separator: "line: \(line))\n").dropFirst()
      #expect(!directives.isEmpty && directives.allSatisfy { $0.contains(/^ *return .ignored\n/) }, "\(line)")
    }
    for line in [14, 20] {
      #expect(located.contains("line: \(line))\n      rest = .ignored\n"), "\(line)")
    }
    // Without locations they share a case.
    #expect(try generated(text).contains("case .e, .f:\n        return .ignored\n"))
  }

  /// The text before a piece needs a column for each of its bytes: it is indented less, as much as needed, or stands in
  /// the line above.
  @Test func whatStandsBeforeAPieceGivesWay() throws {
    /// The effect's argument stands in a column.
    func effect(_ column: Int) throws -> String {
      let text = try generated(
        """
        machine A {
          initial state a(x: Int)
          event e
          output o(Int)
          a : e /
        \(String(repeating: " ", count: column - 3))o(x)
        }
        """, locations: true)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let first = try #require(lines.firstIndex { $0.contains("emit(.o(") })
      return lines[(first - 1)...(first + 1)].joined(separator: "\n")
        .replacing("#sourceLocation(file: \"test.sm\", ", with: "(").replacing("\n        #sourceLocation()", with: "")
    }
    #expect(try effect(18) == "        (line: 6)\n        emit(.o( x))")
    #expect(try effect(17) == "        (line: 6)\n        emit(.o(x))")
    #expect(try effect(16) == "        (line: 6)\n       emit(.o(x))")
    #expect(try effect(9) == "        (line: 6)\nemit(.o(x))")
    #expect(try effect(8) == "        (line: 5)\n        emit(.o(\n       x))")
  }

  /// `#sourceLocation` counts from 1.
  @Test func inTheFirstLineNothingStandsAbove() throws {
    let text = try generated(
      "machine A<T: P> { wrapper @S class B\n  initial state a(x: T)\n  event e\n  a : e\n}", locations: true)
    #expect(text.contains("line: 1)\n    associatedtype T: P\n    #sourceLocation()"))
    #expect(!text.contains("line: 0"))
  }

  @Test func aLineEndsWithoutBlanksBeforeAPieceOfALaterOne() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        state b(x: Int, y: Int)
        event e
        a -> b(x:                      1,
          y: 2) : e
        b -> a : e
      }
      """, locations: true)
    #expect(text.contains("line: 5)\n        self.state = .b(x:       1, y:\n       2)\n"))
  }

  @Test func codeOnALaterLineIsReportedThere() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0)
        event e(Int)
        a -> a : e(1...3)
          [x > 1]
      }
      """, locations: true)
    #expect(text.contains("line: 5)\n  if x > 1 {"))
  }

  /// The parts of the head keep their line and column in the struct, the wrapper and the delegate.
  @Test func theHeadIsReportedWhereItIsWritten() throws {
    let text = try generated(
      """
      @available(*, unavailable)
      machine A<T: P>: Q where T: R {
        wrapper @S class B
        initial state a(x: T)
        event e
        a : e
      }
      """, locations: true)
    let head = "@available(*, unavailable) struct\n        A<T: P>: Q where T: R {\n"
    #expect(text.contains("line: 1)\n\(head)  #sourceLocation()"))
    let wrapper = "@available(*, unavailable)\n          @S final class B<T: P> where T: R {\n    #sourceLocation()"
    #expect(text.contains("*) \(wrapper)"))
    #expect(text.contains("line: 1)\n    associatedtype T:\n             P\n    #sourceLocation()"))
  }

  @Test func theHeadMayHaveSeveralLines() throws {
    let text = try generated(
      """
      @frozen
      @usableFromInline
      machine Long<T: P<
          Q>, U>: Comparable, Hashable,
        R
        where T: S,
          U: S {
        wrapper none
        initial state a
        event e
        a : e
      }
      """, locations: true)
    #expect(
      text.contains(
        """
        line: 1)
        @frozen
        @usableFromInline struct
                Long<T: P<
            Q>, U>:             Hashable,
          R where
                T: S,
            U: S {
          #sourceLocation()
        """))
  }

  /// In a file that is one long line, columns grow with the file: blanks must not.
  @Test func columnsFarToTheRightAreNotKept() throws {
    let rows = String(repeating: "a -> a(x: n) : e(n) [n > x] / o(n); ", count: 2000)
    let text = try generated(
      "machine A { wrapper none; initial state a(x: Int); event e(Int); output o(Int); \(rows)}", locations: true)
    #expect(text.utf8.count < rows.utf8.count * 40)
    #expect(text.contains("emit(.o(n))"))
  }
}
