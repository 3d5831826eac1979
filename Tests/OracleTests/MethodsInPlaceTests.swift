import TestSupport
import Testing

/// Methods change a payload without a copy, even in a state that no transition replaces. The programs count how often
/// an array has another storage than before.
@Suite struct MethodsInPlaceTests {
  private static let helpers = """
    struct Lines: Equatable, Codable {
      var list: [Int] = []
      mutating func put(_ x: Int) { list.append(x) }
      var place: UInt { list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }
    func lines() -> Lines {
      var list: [Int] = []
      list.reserveCapacity(1_000)
      return Lines(list: list)
    }
    struct Full: Error {}
    func check(_ count: Int, _ limit: Int) throws(Full) { if count > limit { throw Full() } }
    struct Token: ~Copyable { let id: Int }
    """

  @Test(arguments: [SwiftMode.swift5, .swift6], ["-Onone", "-O"])
  func aStructWithoutAStateThatIsEmpty(_ mode: SwiftMode, _ optimization: String) throws {
    let machine = """
      machine M: Equatable, Codable {
        interface methods
        initial state a(var lines: Lines, last: Int? = nil)
        state b(var lines: Lines)
        choice even
        event put(_ x: Int) -> Bool = false
        event move(_ x: Int) -> Int
        event look -> Int
        a : put / { lines.put(x) }, last = x, return true
        b -> even : put / { let isEven = x % 2 == 0 }
        even -> a : [isEven] / { lines.put(2) }, return true
        even : [else] / { lines.put(2) }
        a -> b : move / { lines.put(x) }, return lines.list.count
        b -> a : move / { lines.put(x) }, return lines.list.count
        a, b : look / return lines.list.count
      }
      """
    let main =
      Self.helpers + """

        extension M {
          var place: UInt { switch state { case .a(let lines, _), .b(let lines): lines.place } }
        }
        @main struct Main {
          static func main() {
            var machine = M(lines: lines())
            var copies = 0
            for number in 0..<100 {
              let before = machine.place
              _ = number % 3 == 0 ? machine.move(number) : machine.put(number) ? 1 : 0
              if machine.place != before { copies += 1 }
            }
            let copy = machine
            print(copies, machine.look(), copy == machine, M(lines: Lines()) == machine)
          }
        }
        """
    #expect(try Oracle.output(of: machine, main: main, [optimization] + mode.flags) == ["0 100 true false"])
  }

  @Test(arguments: [SwiftMode.swift5, .swift6], ["-Onone", "-O"])
  func whatCannotBeCopied(_ mode: SwiftMode, _ optimization: String) throws {
    let machine = """
      machine M: ~Copyable {
        interface methods
        let limit: Int
        initial state a(token: Token, var lines: Lines)
        state b(token: Token, lines: Lines, n: Int)
        group open = a, b
        choice full
        event put(_ x: Int) throws(Full) -> Bool = false
        event swap(_ next: consuming Token) -> Int
        event look -> Int = 0
        a : put / { lines.put(x); try check(lines.list.count, limit) }, return true
        b -> full : put / { let count = n + 1 }
        full -> b(n: count) : [count < limit] / return true
        full : [else]
        a -> b(token: next, n: 0) : swap / return token.id
        b -> a(token: next) : swap / return token.id
        a : look / return lines.list.count
      }
      """
    let main =
      Self.helpers + """

        extension M {
          var place: UInt {
            switch state {
            case .a(_, let lines)?: lines.place
            case .b(_, let lines, _)?: lines.place
            case nil: 0
            }
          }
        }
        @main struct Main {
          static func main() throws {
            var machine = M(limit: 50, token: Token(id: 1), lines: lines())
            var copies = 0
            for number in 0..<50 {
              let before = machine.place
              _ = try machine.put(number)
              if machine.place != before { copies += 1 }
            }
            print(copies, machine.look())
            do { print(try machine.put(50)) } catch { print(error, machine.look()) }
            print(machine.swap(Token(id: 2)), machine.look(), try machine.put(51), machine.swap(Token(id: 3)))
            switch machine.state {
            case let state?: print(state.isOpen)
            case nil: print("taken")
            }
            print(copies, machine.look())
          }
        }
        """
    #expect(
      try Oracle.output(of: machine, main: main, [optimization] + mode.flags) == [
        "0 50", "Full() 51", "1 0 true 2", "true", "0 51",
      ])
  }
}
