import Foundation
import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineGlue

/// The Swift that test targets explore machines with. `GoldenTests` compiles some of it, and runs it.
@Suite struct GlueTests {
  private func glue(_ text: String, module: String? = nil) throws -> String {
    let source = SourceFile(path: "test.sm", text: text)
    let analysis = Compiler().analysis(of: source)
    try #require(!analysis.result.hasErrors)
    return GluePrinter.write(
      analysis.machines, head: try #require(analysis.tree?.head), source: source, module: module)
  }

  @Test func guardsAreThoseOfTheReducer() throws {
    let text = try glue(
      """
      import Foundation
      machine M {
        initial state a(n: Int = 0, l: [Int] = [])
        guard few = n > 3, n < 9 || n == 20
        event e, f(k: Int)
        a : e [!few] / n += 1
        a : f [l.contains { $0 > k }, n < 5] / n += 1
      }
      """, module: "App")
    #expect(text.contains("public import StateMachineTesting\n@testable public import App\nimport Foundation\n"))
    #expect(
      text.contains("if case .a(let n, _) = self.state, !((n > 3) && (n < 9 || n == 20)) { bodyInGlue(0); return }"))
    #expect(text.contains("case .f(let k) = eventInGlue, (l.contains { $0 > k }), n < 5 { bodyInGlue(1); return }"))
  }

  /// A type of the module under test may have the name of one of the library.
  @Test func namesOfTheLibraryAreImportedAlone() throws {
    let text = try glue(
      """
      swift {
        enum Place { case here; struct Way {} }
        struct Seat {}
      }
      machine Step {
        initial state a
        event e(Place)
        a : e(_)
        swift { struct Report {} }
      }
      """, module: "App")
    #expect(
      text.contains(
        """
        @testable public import App
        @testable public import struct App.Step
        @testable public import enum App.Place

        """))
    #expect(!text.contains("App.Way") && !text.contains("App.Report") && !text.contains("App.Seat"))
  }

  /// The list of the library's types is that of its files.
  @Test func theNamesOfTheLibraryAreKnown() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/StateMachineTesting")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?m)^public (?:struct|enum|protocol|final class|class|actor) (\w+)/) {
        names.insert(String(match.1))
      }
    }
    #expect(names == CollidingNames.library)
  }

  /// A guard may use a field that the row's pattern looks at, and may throw.
  @Test func guardsUseWhatPatternsLookAt() throws {
    let text = try glue(
      """
      machine M {
        interface methods
        initial state a(n: Int = 0)
        event e(x: Int) throws
        a(n: 1) : e(x: 0...3) [x < n] / n += 1
        a : e [try check(x), n > 2] / n += 1
        a : e [else]
      }
      """)
    #expect(
      text.contains("case .e(let x) = eventInGlue, case 0...3 = x, case 1 = n, x < n { bodyInGlue(0)"))
    #expect(text.contains("(try? { () throws -> Bool in (try check(x)) && (n > 2) }()) ?? true { bodyInGlue(1)"))
  }

  /// What a state keeps for later is not for the rows of states around it, unless a region is between the two.
  @Test func whatIsKeptForLaterTakesNoRow() throws {
    let flat = try glue(
      """
      machine M {
        initial state a {
          initial state b { defer e }
          state c
        }
        event e, f
        a : e / { work() }
        a.b -> a.c : f
      }
      """)
    #expect(
      flat.contains(
        """
              if case .a(.b) = self.state { return }
              if case .a = self.state { bodyInGlue(0); return }

        """))
    let regions = try glue(
      """
      machine M {
        initial state a {
          region r {
            initial state b { defer e }
            state c
          }
          region s {
            initial state d
            state k {
              initial state l { defer e }
            }
          }
        }
        event e, f
        a : e / { work() }
        a.s.k : e / { work() }
        a.r.b -> a.r.c : f
        a.s.d -> a.s.k : f
      }
      """)
    let lines = regions.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains { $0.hasPrefix("if !takes") && $0.contains(", !keeps") })
    #expect(regions.matches(of: /!keeps\d+InGlue/).count == 1)
  }

  /// Nothing is declared that is not used, and nothing stands behind what always holds.
  @Test func questionsForRegionsDeclareNothing() throws {
    let text = try glue(
      """
      machine M {
        region r {
          initial state a { region s { initial state b }; region t { initial state c } }
          state d
        }
        region u { initial state k }
        event e, f
        r.d : e [in(r)]
        r.d -> r.a : f [in(r.a.s)]
      }
      """)
    #expect(text.contains("func query0InGlue() -> Bool {\n    return true\n  }"))
    #expect(!text.contains("let regions0InGlue) = self.state.r { return true }"))
  }

  /// A machine without a wrapper waits for the timers of the machines within it, too.
  @Test func timersWithinAMachineWithoutAWrapper() throws {
    let text = try glue(
      """
      machine Inner {
        wrapper none
        initial state a
        state b
        event e
        var n: Int = 0
        a -> b : after 1s
        b : e / n = 1
      }
      machine Outer {
        wrapper none
        initial state held: Inner
        state off
        event stop
        held -> off : stop
      }
      """)
    #expect(text.contains("case .held(let event): return Inner.Glue.isAwaited(event, waitedFor, path + \"held.\")"))
  }

  @Test func aMachineThatIsNotExploredSaysWhy() throws {
    let text = try glue(
      """
      machine Secret: ~Copyable {
        private var n: Int = 0
        initial state a
        event e
        a -> a : e
      }
      machine Plain {
        initial state a
        event e
        a -> a : e
      }
      """)
    #expect(
      text.contains(
        "// 'Secret' is not explored: it cannot be copied, and nothing else tells its private properties apart.\n"))
    #expect(text.contains("extension Plain: StateMachineTesting.Explorable {"))
    #expect(!text.contains("@testable"))
  }

  /// `Tests/PluginTests` explores such rows.
  @Test func rowsWithoutAnEventFollowOthers() throws {
    let text = try glue(
      """
      machine M {
        initial state a
        state b(n: Int = 0)
        state c
        event e(n: Int), f
        output beep
        choice x
        a -> x : e(n)
        x -> c : [n > 3] / beep
        x -> b : [else]
        b -> a : always [n > 9]
        c -> a : f
      }
      """)
    #expect(text.contains(".init(row: 0, behind: [2], targets: [2], outputs: [\"beep\"]),\n"))
    // What leads to 'b' may go on from there.
    #expect(text.contains(".init(row: 1, behind: [2]),\n"))
    #expect(text.contains(".init(row: 3, behind: [2], targets: [0]),\n"))
    #expect(!text.contains(".init(row: 2"))
  }

  /// What rows raise is taken in the step of another row, which alone is told.
  @Test func rowsOfRaisedEventsAreNotDemanded() throws {
    let text = try glue(
      """
      machine M {
        initial state a
        state b
        event e, f
        a -> b : e / raise f
        b -> a : f
      }
      """)
    #expect(text.contains(".init(\"a -> b : e / raise f\", .init(\"test.sm\", 5, 3)),\n"))
    #expect(text.contains(".init(\"b -> a : f\", .init(\"test.sm\", 6, 3), isDemanded: false),\n"))
  }

  /// What conforms to the library's protocols is as open as the machine: `Tests/RealMachines` compiles it.
  @Test func anInlinableMachineHasGlueForOtherModules() throws {
    let machine = """
      machine M {
        interface methods
        initial state a
        event e(_ x: Int) -> Int
        a : e / return 1
      }
      """
    let open = try glue("public \(machine)").components(separatedBy: "\n").filter { !$0.contains("import ") }
    let inlinable = try glue("@inlinable \(machine)").components(separatedBy: "\n").filter { !$0.contains("import ") }
    #expect(inlinable == open.map { $0.replacing("public ", with: "@usableFromInline ") })
    #expect(inlinable.contains("  @usableFromInline static var glue: Glue { Glue() }"))
  }

  /// `Tests/PluginTests` compiles such guards in another module.
  @Test func aMirrorReadsPrivateProperties() throws {
    let text = try glue(
      """
      machine M {
        private var n: Int = 0
        initial state a
        event e
        a : e [n > 3] / n += 1
        never a [n < 0]
      }
      """, module: "App")
    let reading = "    var n: Int { StateMachineTesting.hidden(\"n\", in: self) }\n"
    #expect(text.components(separatedBy: reading).count == 3)
  }
}
