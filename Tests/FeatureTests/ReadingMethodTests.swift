import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// The method of an event that changes nothing is not `mutating`.
@Suite struct ReadingMethodTests {
  private static let machine = """
    swift {
      func outside(_ n: Int) -> Int { n }
    }
    machine Reader {
      interface methods
      unhandled trap "\\(event) in \\(state)"
      var log: [Int] = []
      let limit: Int = 3
      initial state open(items: [Int] = [], isHot: Bool = true, check: (Int) -> Bool = { $0 > 1 }) {
        initial state near(n: Int = 1)
        state far
        near -> far : go
        near : innerCount / return n
      }
      final state closed
      action Found { found(Int), none }
      guard isFull = items.count > limit && log.isEmpty
      choice decide

      event go
      event isClosed -> Bool = false
      event count -> Int
      event first -> Found
      event fails throws -> Int
      event calls(_ n: Int) -> Int = 0
      event innerCount -> Int = 0
      event nothing
      event decides -> Int
      event close
      event takes -> Int = 0
      event logs -> Int = 0
      event helps -> Int = 0
      event changes -> Int = 0
      event bits -> Int = 0

      closed : isClosed / return true
      open   : isClosed [isFull] / return items.contains { $0 > 3 }
      *, closed : count / return max(limit, outside(2), helper(), log.count, self.limit)
      open   : first [let item = items.first] / found(item)
      *, closed : first / none
      open   : fails [items.isEmpty] / throw Failure()
      *, closed : fails / return 3
      open   : calls [check(n)] / return n
      open   : innerCount / return items.count
      open -> decide : decides
      decide : [isHot] / return 1
      decide : [else] / return log.first ?? 0
      open -> closed : close
      open   : takes [!items.isEmpty] / return items.removeLast()
      open   : logs / { log.append(1) }
      open   : helps / return changing()
      open   : changes / log = []
      open   : bits / return limit & 3 + items.count
      swift {
        struct Failure: Error {}
        func helper() -> Int { 3 }
        mutating func changing() -> Int {
          log = []
          return 1
        }
      }
    }
    """

  @Test func whatChangesNothingIsNotMutating() throws {
    let result = Compiler().generate(SourceFile(path: "reader.sm", text: Self.machine))
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let swift = String(decoding: result.swift ?? [], as: UTF8.self)
    let lines = swift.split(separator: "\n").filter { $0.hasPrefix("  mutating func ") }
    let names = lines.map { $0.dropFirst("  mutating func ".count).prefix { $0 != "(" } }
    #expect(names == ["go", "close", "takes", "logs", "helps", "changes", "changing"])
    let caller = """
      func ask(_ reader: Reader) throws -> [Int] {
        _ = reader.isClosed()
        _ = reader.first()
        reader.nothing()
        return [reader.count(), try reader.fails(), reader.calls(3), reader.innerCount(), reader.bits()]
      }
      """
    #expect(try SwiftCompiler().check([("reader.swift", swift), ("caller.swift", caller)]) == [])
  }

  /// The method of an event that `always` rows may follow is `mutating`, whatever the event's own rows do.
  @Test func whatFollowsMayChangeTheMachine() throws {
    let text = """
      machine A {
        interface methods
        var ready: Bool = false
        initial state a
        state b
        event ask -> Bool = false
        a -> b : always [ready]
      }
      """
    let swift = String(decoding: Compiler().generate(SourceFile(path: "a.sm", text: text)).swift ?? [], as: UTF8.self)
    #expect(swift.contains("  mutating func ask() -> Bool {"))
  }
}
