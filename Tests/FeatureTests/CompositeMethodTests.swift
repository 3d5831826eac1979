import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Methods have the rows of a composite state and of the states within it.
@Suite struct CompositeMethodTests {
  /// The rows within bind an array, and those around change one in place: the method looks at the state twice.
  private static let machine = """
    machine Shelf {
      interface methods
      initial state empty
      state open(list: [Int] = []) {
        initial state near
        state far(known: [Int])
        near -> far(known: [1, 2]) : go
      }
      final state ended
      event go
      event plain(_ id: Int) -> Bool unhandled trap
      event usual(_ id: Int) -> Int = 0
      event maybe(_ id: Int) throws -> Int? unhandled trap
      event silent(_ id: Int)
      empty -> open : go
      empty : plain / return false
      open.far : plain(id) [known.contains(id)] / return false
      open.far : usual(id) [known.contains(id)] / return -1
      open.far : maybe(id) [known.contains(id)] / return nil
      open.far : silent(id) [known.contains(id)]
      open : plain(id) / { list.append(id) }, return list.count > 1
      open : usual(id) / { list.append(id) }, return list.count
      open : maybe(id) / { list.append(id) }, return list.last
      open : silent(id) / { list.append(id) }
      ended : plain, maybe / trap("late")
    }
    """

  private static let program = """
    var shelf = Shelf()
    var answers: [Any?] = [shelf.plain(1), shelf.usual(1)]
    shelf.go()
    answers.append(shelf.usual(7))
    shelf.go()
    answers += [shelf.plain(1), shelf.plain(3), shelf.usual(2), shelf.usual(4), try shelf.maybe(5), try shelf.maybe(1)]
    shelf.silent(1)
    shelf.silent(6)
    guard case .open(let list, .far) = shelf.state else { fatalError() }
    print(answers.map { $0.map { "\\($0)" } ?? "nil" }, list)
    """

  @Test func whatLooksAtTheStateTwiceAnswers() throws {
    let result = Compiler().generate(SourceFile(path: "shelf.sm", text: Self.machine))
    let swift = String(decoding: result.swift ?? [], as: UTF8.self)
    #expect(swift.ranges(of: "bindings above end here").count == 4, "\(swift)")
    let run = try SwiftCompiler().run([("shelf.swift", swift), ("main.swift", Self.program)])
    let answers = #"["false", "0", "1", "false", "true", "-1", "3", "5", "nil"]"#
    #expect(run.output == answers + " [7, 3, 4, 5, 6]\n", "\(run)")
  }
}
