import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// If a state's payload is one struct, rows can assign its parts, and several states can share rows.
@Suite struct WideStateTests {
  private static let types = """
    swift {
      struct Open: Equatable { var n = 0; var list: [Int] = [0]; var inner: Half?; var pair = (1, 2)
        static func == (one: Open, other: Open) -> Bool { one.n == other.n }
      }
      struct Half: Equatable { var n = 0; var t = 1 }
    }

    """

  private static let rows = """
    effect bump = it.n += 1
      open, half : go [it.n > 3] / it.n += k, SENT
      open : go / bump, it.list[0] = k, marks[k, default: 0] += 1, it.inner?.n = 3, it.pair.0 = (it.n + 1) * 2
      half : go / marks[k] = nil, it.t -= 1
      open -> half(it: Half(n: it.n)) : up / it.n += 1
      half -> open(it: .init()) : up
    """

  @Test(arguments: [false, true]) func partsAreAssigned(isLocated: Bool) throws {
    let states = "initial state open(var it: Open = Open())\n  state half(var it: Half)"
    let text = """
      \(Self.types)machine A: Equatable {
        interface methods
        var marks: [Int: Int] = [:]
        \(states)
        event go(_ k: Int) -> Int = 0
        event up
        \(Self.rows.replacing("SENT", with: "return it.n"))
      }
      machine B: Equatable {
        var marks: [Int: Int] = [:]
        \(states)
        event go(_ k: Int)
        event up
        output o(Int)
        \(Self.rows.replacing("SENT", with: "o(it.n)").replacing("up", with: "up").replacing("go", with: "go(let k)"))
      }
      """
    var options = Compiler.Options()
    options.writesSourceLocations = isLocated
    let result = Compiler(options: options).generate(SourceFile(path: "wide.sm", text: text))
    #expect(result.diagnostics.map(\.message) == [])
    let main = """
      var a = A(), b = B()
      for k in 1...6 {
        _ = a.go(k)
        _ = b.handle(event: .go(k))
      }
      guard case .open(let one) = a.state, case .open(let other) = b.state else { fatalError() }
      precondition(one.n == 15 && one.list == [4] && one.pair.0 == 10 && a.marks == [1: 1, 2: 1, 3: 1, 4: 1])
      precondition(one == other && a.marks == b.marks)
      a.up()
      precondition(a.state == .half(it: Half(n: 16)) && a.go(1) == 17)
      """
    let files = [("wide.swift", String(decoding: result.swift ?? [], as: UTF8.self)), ("main.swift", main)]
    let run = try SwiftCompiler().run(files)
    #expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
  }

  @Test func picturesShowThemAsTheyAreWritten() throws {
    let machine = try SmallMachine(
      """
      initial state a(var it: Point)
      event go
      a : go / it.x += 1, { it.y = 2 }
      """)
    let effects = machine.machine.rows.flatMap(\.effects).map(MachineText(machine.machine).effect)
    #expect(effects == ["it.x += 1", "{ it.y = 2 }"])
  }

  @Test func aPartOfAConstantIsNoted() {
    expectDiagnostics(
      """
      machine A {
        interface methods
        initial state a(it: Point, var that: Point, list: [Int], delegate: (any Delegate)?)
        event go
        a : go / it.x += 1, that.x += 1, list[0] = 3, { delegate?.went() }
      //         ^~ N405 'it' is a constant in the method: where the assignment changes it, declare it 'var it' in the state
      }
      """)
  }

  @Test func whatCannotBeAssignedHasNoPartsEither() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0) { exit / n.x = 3 }
      //                                     ^ E111
        state b
        event go(p: Point), on
        a -> b : go / p.x = 3, n.y = 3
      //                       ^ E111 'b' has no field 'n', so this change is lost: leave it out, or declare the field in 'b'
        b -> a : go / delegate.x()
      //                      ^ E010
      }
      """, notesElsewhere: true, warnings: false)
  }
}
