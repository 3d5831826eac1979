import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Methods of noncopyable machines consume the state, and assign the machine as a whole.
@Suite struct ConsumedStateTests {
  private static let file = """
    swift {
      struct Lease: ~Copyable { let slot: Int }
      struct Late: Error {}
      func isDue(_ x: Int) throws(Late) -> Bool { if x == 9 { throw Late() } else { x > 2 } }
    }

    machine Holder<Item>: ~Copyable {
      interface methods
      unhandled ignore

      let limit: Int = 2
      private var count: Int = 0
      private(set) var log: [Int] = []

      initial state held(lease: Lease, items: [Item] = [])
      state shared(lease: Lease, items: [Item], users: Int)

      event add(_ item: Item) -> Int = -1
      event share(_ x: Int) throws(Late) -> Int = -2
      event leave(_ x: Int) throws -> Int = -3
      event total -> Int = 0
      event stop unhandled trap "no"

      held, shared   : add(item) / { items.append(item); if items.count > limit { count += 1 } }, return items.count
      held -> shared(users: 1) : share(x) [try isDue(x)] / count += 10, return lease.slot
      held           : share / log += [x]
      shared         : share(x) [users < 5] / { users += 1; _ = try isDue(x) }, return users
      shared -> held : leave(x) [x == 1]    / { log.append(limit) }
      shared         : leave [x > limit, try isDue(x)] / users -= 1, return users
      held, shared   : total / return items.count + log.count
      held           : stop / count = 0
    }
    """

  @Test func eachPathPutsAStateBack() throws {
    let result = Compiler().generate(SourceFile(path: "m.sm", text: Self.file))
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(swift.contains("  private(set) var state: State\n"))
    #expect(!swift.contains("exchange") && !swift.contains(".take()"))
    let main = """
      func main() {
        var holder = Holder<String>(lease: Lease(slot: 7))
        func name() -> String {
          switch holder.state {
          case .held(_, let items): "held \\(items.count)"
          case .shared(_, let items, let users): "shared \\(items.count) \\(users)"
          }
        }
        func attempt(_ body: () throws -> Int) { print((try? body()) ?? -9, name()) }
        for _ in 0..<3 { _ = holder.add("a") }
        attempt { try holder.share(9) }
        attempt { try holder.share(1) }
        attempt { try holder.share(3) }
        attempt { try holder.share(9) }
        attempt { try holder.share(4) }
        attempt { try holder.leave(9) }
        attempt { try holder.leave(3) }
        attempt { try holder.leave(1) }
        holder.stop()
        print(holder.total(), holder.log, name())
      }
      main()
      """
    for mode in [SwiftMode.swift5, .swift6] {
      let output = try SwiftCompiler(mode: mode).run([("machine.swift", swift), ("main.swift", main)]).output
      #expect(
        output == """
          -9 held 3
          -2 held 3
          7 shared 3 1
          -9 shared 3 2
          3 shared 3 3
          -9 shared 3 3
          2 shared 3 2
          -3 held 3
          5 [1, 2] held 3

          """)
    }
  }

  /// A method that other modules inline must not call a private initializer.
  @Test func otherModulesInlineWhatWritesTheMachineAsAWhole() throws {
    let file = """
      @inlinable
      machine Counter: ~Copyable {
        interface methods
        private var count: Int = 0
        initial state on(list: [Int])
        event add(_ x: Int) -> Int
        on : add / count += x, return count
      }
      """
    let result = Compiler().generate(SourceFile(path: "m.sm", text: file))
    let swift = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(swift.contains("self = .init(count: self.count, state: .on(list: list))"))
    #expect(try SwiftCompiler(mode: .swift6).check([("machine.swift", swift)]).isEmpty)
  }

  private func isConsumed(_ rows: String, _ head: String = "machine") throws -> Bool {
    let text = """
      \(head) M: ~Copyable {
        interface methods
        unhandled ignore
        let limit: Int = 2
        initial state a(n: Int, list: [Int])
        state b(n: Int, list: [Int])
        action Told { told(count: Int) }
        event e(_ x: Int) -> Int = 0
        event f(_ x: Int) -> Told? = nil
        a -> b : e [x > 0]
        \(rows)
      }
      """
    let swift = String(
      decoding: try #require(Compiler().generate(SourceFile(path: "m.sm", text: text)).swift), as: UTF8.self)
    let isConsumed = swift.contains("switch consume self.state {")
    #expect(swift.contains(isConsumed ? "var state: State\n" : "var state: State?\n"))
    return isConsumed
  }

  /// Swift lets nobody use what a part has been taken out of, from a closure or as a whole.
  @Test func whatUsesTheMachineAsAWholeTakesTheStateOutOfAnOptional() throws {
    let consumed = [
      "b -> a : e / n += limit, return n + self.limit", "b : e [n > 2 && x > n] / { if n > limit { n = limit } }",
      "b : e [list.contains { $0 > x }] / { precondition(n > x) }", "b -> a : e(limit)",
      "b : e / return Int(x); swift { static func help() {} }", "b : e / trap(\"late\")",
      "b : f / told(count: n); swift { static var count: Int { 0 } }",
      "b : f / told(count: help()); swift { func help() -> Int { 0 } }",
      "b : e / { nonisolated(unsafe) let y = x; n += y }",
    ]
    for rows in consumed { #expect(try isConsumed(rows), "\(rows)") }
    let whole = [
      "b : e / return help(); swift { func help() -> Int { 0 } }", "b : e / return helpElsewhere(x)",
      "b -> a : f / told(count: help()); swift { func help() -> Int { 0 } }", "b : e [n > 2 && n > limit]",
      "b : f / told(count: help()); swift { mutating func help() -> Int { 0 } }",
      "b : e / { list.removeAll { $0 > limit } }",
      "b : e / { precondition(n > self.limit) }", "b : e / return isLate; swift { var isLate: Int { 0 } }",
      "b : e / trap(\"over \\(limit)\")", "swift { deinit { print(1) } }",
      "state c(n: Int, list: [Int]) { exit / { print(1) } }; b -> c : e; c -> a : e",
    ]
    for rows in whole { #expect(try !isConsumed(rows), "\(rows)") }
    #expect(try !isConsumed("", "public machine"))
    #expect(try !isConsumed("", "package machine"))
  }
}
