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
      analysis.machines, imports: try #require(analysis.tree?.head).imports, source: source, module: module)
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
