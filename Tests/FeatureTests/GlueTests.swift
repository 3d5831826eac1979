import StateMachineCompiler
import StateMachineGlue
import StateMachineSyntax
import TestSupport
import Testing

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

  @Test func aMachineThatIsNotExploredSaysWhy() throws {
    let text = try glue(
      """
      machine Secret: ~Copyable {
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
    #expect(text.contains("// 'Secret' is not explored: it cannot be copied.\n"))
    #expect(text.contains("extension Plain: StateMachineTesting.Explorable {"))
    #expect(!text.contains("@testable"))
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
