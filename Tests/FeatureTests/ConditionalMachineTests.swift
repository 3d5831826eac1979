import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineGlue
@testable import StateMachineSyntax

/// Machines may stand within `#if`.
@Suite struct ConditionalMachineTests {
  private static func machine(_ name: String) -> String {
    "machine \(name) {\n  initial state a\n  event go\n  a : go\n}\n"
  }

  private static let text = """
    import Foundation
    #if canImport(Missing)
    import Missing
    #endif

    #if MISSING || DEBUG_ONLY  // not here
    /// It is not here.
    \(machine("Absent"))
    #elseif !MISSING
    \(machine("Present"))
    swift { struct Beside {} }
    #else
    \(machine("Other"))
    #endif
    \(machine("Last"))
    """

  @Test func machinesStandInTheirConditions() throws {
    let source = SourceFile(path: "conditions.sm", text: Self.text)
    let result = Compiler().generate(source)
    #expect(result.diagnostics.map(\.message) == [])
    let swift = String(decoding: result.swift ?? [], as: UTF8.self)
    let uses = "let all: (Present.Type, Last.Type, Beside.Type) = (Present.self, Last.self, Beside.self)\n"
    let files = [("conditions.swift", swift), ("uses.swift", uses)]
    #expect(try SwiftCompiler().check(files) == [])
    #expect(try SwiftCompiler().check(files, ["-DMISSING"]).contains { $0.message.contains("'Present'") })
    let analysis = Compiler().analysis(of: source)
    let glue = GluePrinter.write(
      analysis.machines, head: try #require(analysis.tree?.head), source: source, module: "Module")
    let marks = glue.split(separator: "\n").filter {
      $0.hasPrefix("#if ") || $0.hasPrefix("#e") || $0.hasPrefix("extension") && !$0.contains(".Event")
    }
    #expect(
      marks.map { $0.prefix { $0 != ":" && $0 != "{" } } == [
        "#if canImport(Missing)", "#endif", "#if MISSING || DEBUG_ONLY", "extension Absent", "#elseif !MISSING",
        "extension Present", "#else", "extension Other", "#endif", "extension Last",
      ])
  }

  @Test func conditionsAreClosed() {
    let machine = Self.machine("A")
    func messages(_ text: String) -> [String] {
      Compiler().check(SourceFile(path: "a.sm", text: text)).diagnostics.map { "\($0.range.lowerBound): \($0.message)" }
    }
    #expect(messages("#if DEBUG\n\(machine)") == ["0: '#endif' should follow '#if'"])
    #expect(messages("#endif\n\(machine)") == ["0: '#endif' stands where '#if' should be"])
    #expect(messages("#if\n\(machine)#endif\n").count == 1)
    #expect(messages("#if DEBUG\n\(machine)#else\n#endif\n").isEmpty)
  }
}
