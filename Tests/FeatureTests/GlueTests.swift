import Foundation
import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineGlue

/// The glue has what test targets need to explore machines. `GoldenTests` compiles and runs some of it.
@Suite struct GlueTests {
  private func glue(_ text: String, module: String? = nil) throws -> String {
    let source = SourceFile(path: "test.sm", text: text)
    let analysis = Compiler().analysis(of: source)
    try #require(!analysis.result.hasErrors)
    return GluePrinter.write(
      analysis.machines, head: try #require(analysis.tree?.head), source: source, module: module)
  }

  @Test func importsAreThoseOfTheFile() throws {
    let text = try glue(
      """
      import Foundation
      machine M {
        initial state a
        event e
        a : e
      }
      """, module: "App")
    #expect(text.contains("public import StateMachineTesting\n@testable public import App\nimport Foundation\n"))
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

  /// Nothing is declared that is not used, and nothing stands after what always holds.
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

  /// The machine is in the glue once more, and tells each row that it takes: those of choices, and of what rows raise.
  @Test func theMachineThatTellsTellsEachRow() throws {
    let text = try glue(
      """
      machine M {
        initial state a
        state b(n: Int = 0)
        state c
        event e(n: Int), f, g
        output beep
        choice x
        a -> x : e(n)
        x -> c : [n > 3] / beep
        x -> b : [else] / raise g
        b -> a : always [n > 9]
        c -> a : f
        b : g / trap("late")
      }
      """)
    #expect(text.contains("    public struct TellingInGlue {\n") || text.contains("  struct TellingInGlue {\n"))
    for row in 0..<6 { #expect(text.ranges(of: "StateMachineTesting.tell(row: \(row))\n").count == 1, "\(row)") }
    #expect(text.contains("StateMachineTesting.tell(.stop)\n") && !text.contains("preconditionFailure"))
    let facts = "entered: [2], sources: [0], targets: [2], values: [\"e.\"]"
    #expect(text.contains(".init(\"x -> c : [n > 3] / beep\", .init(\"test.sm\", 9, 3), \(facts)),\n"))
  }

  /// The types that conform to the library's protocols are as accessible as the machine: `Tests/RealMachines` compiles
  /// them.
  @Test func anInlinableMachineHasGlueForOtherModules() throws {
    let machine = """
      machine M {
        interface methods
        initial state a
        event e(_ x: Int) -> Int
        a : e / return 1
      }
      """
    func lines(_ access: String) throws -> [String] {
      try glue("\(access) \(machine)").components(separatedBy: "\n")
        .filter { !$0.contains("import ") && !$0.contains("digest: ") }
    }
    let (open, inlinable) = (try lines("public"), try lines("@inlinable"))
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
    #expect(text.components(separatedBy: reading).count == 2)
  }
}
