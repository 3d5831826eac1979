import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

/// Programs of machines with methods print what the pages of the documentation say.
@Suite struct MethodProgramTests {
  /// The example of the page `Methods`: raised events and others after an event are handled when its method returns.
  @Test(arguments: [SwiftMode.swift5, .swift6]) func alwaysAndDoneFollowBeforeTheMethodReturns(_ mode: SwiftMode) throws
  {
    let machine = """
      machine Budget {
        interface methods
        unhandled ignore

        var notes: [String] = []
        initial state open(spent: Int = 0)
        state closing {
          initial -> first / { notes.append("began") }
          state first
          final state last
        }
        state closed

        event charge(_ amount: Int) -> Bool = false
        event confirm throws -> Int = 0
        event reset

        open : charge / spent += amount, return true
        open -> closing : always [spent >= 100] / { notes.append("full") }
        closing.first -> closing.last : confirm / throw Late()
        closing -> closed : done / { notes.append("done") }
        closed -> open : reset
      }
      """
    let main = """
      struct Late: Error {}
      @main struct Program {
        static func main() {
          var budget = Budget(state: .open(spent: 200))
          // An initializer takes no transition.
          print(budget.state)
          print(budget.charge(1), budget.state, budget.notes)
          print(budget.charge(1), budget.state)
          do { print(try budget.confirm()) } catch { print(error) }
          print(budget.state, budget.notes)
          budget.reset()
          print(budget.charge(99), budget.charge(1), budget.state)
        }
      }
      """
    #expect(
      try Oracle.output(of: machine, main: main, mode.flags) == [
        "open(spent: 200)",
        #"true closing(driver.Budget.State.Closing.first) ["full", "began"]"#,
        "false closing(driver.Budget.State.Closing.first)",
        "Late()",
        #"closed ["full", "began", "done"]"#,
        "true true closing(driver.Budget.State.Closing.first)",
      ])
  }

  /// Functions that other modules inline can be compiled there, with all functions, properties and types that they use,
  /// with and without source locations.
  @Test(arguments: [SwiftMode.swift5, .swift6], [false, true])
  func whatIsInlinableCompiles(_ mode: SwiftMode, _ isLocated: Bool) throws {
    for access in ["", "public "] {
      let machine = """
        @inlinable
        \(access)machine M {
          interface methods
          unhandled ignore
          typealias Number = Int
          var log: Int = 0
          initial state a(list: [Number] = [], n: Number = 0) {
            entry / log += 1
            exit [n > 3] / log += 2
          }
          state b(n: Number) {
            entry / log += 1
            history -> d
            initial state c
            state d(k: Number = 0) { exit / log += 3 }
          }
          state z
          choice found
          event e(_ x: Number) -> Int = 0
          event f(_ x: Number) -> Int = 0
          event g
          guard big = n > 5
          group ends = a, z
          effect note = log += 1
          a -> found : e(x) [n < x] / { let index = list.firstIndex(of: x) }, n += 1
          a -> found : f(x) [big] / note, { let index: Int? = nil }
          found -> b : [let i = index, i > n] / return i
          found -> b : [else] / return 1
          b.c -> b.d(k: x) : f(x) [in(b.c)]
          b.d -> a(list: []) : g
          b -> z : g [!in(ends)]
          z -> b(n: 3).history : g
          z -> b(n: 4).deepHistory : f
        }
        """
      var options = Compiler.Options()
      options.writesSourceLocations = isLocated
      let result = Compiler(options: options).generate(SourceFile(path: "M.sm", text: machine))
      try #require(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
      let swift = String(decoding: try #require(result.swift), as: UTF8.self)
      let findings = try SwiftCompiler(mode: mode).check([("M.swift", swift)])
      #expect(findings.map(\.description) == [], "\(access)")
    }
  }

  /// Of two choices whose rows throw, one is in a state within the other's. The generated code of each restores the
  /// state by itself, and compiles.
  @Test func choicesThatThrowWithinChoicesCompile() throws {
    let machine = """
      machine M: Equatable {
        interface methods
        wrapper none
        state o(a: Int = 0) {
          exit / { seen(a) }
          choice d
          initial state p(b: Int = 1) {
            exit / { seen(b) }
            choice c
            initial state q
          }
        }
        initial state far
        event e(x: Int) throws
        event f
        far -> o : f
        o.p.q -> o.p.c : e / a = x
        o.p.c -> o.d : [x > 1] / a = 3, { try check(x) }
        o.p.c -> far : [x > 2] / { try check(x) }, throw Bad()
        o.p.c -> o.d : [else] / { try check(x) }
        o.d -> far : [x > 4] / a = 3, { try check(a) }, throw Bad()
        o.d -> far : [else] / { try check(x) }, throw Bad()
      }

      """
    let result = Compiler().generate(SourceFile(path: "M.sm", text: machine))
    let swift = String(decoding: try #require(result.swift, "\(result.diagnostics.map(\.message))"), as: UTF8.self)
    let user = "func seen(_ x: Int) {}\nfunc check(_ x: Int) throws {}\nstruct Bad: Error {}\n"
    let findings = try SwiftCompiler(isThorough: true).check([("M.swift", swift), ("User.swift", user)])
    #expect(findings.isEmpty, "\(findings)")
  }
}
