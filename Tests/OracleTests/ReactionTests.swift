import Foundation
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The compiler's reactions of the example machines, by leaf state and event, are those of their rows. The oracle
/// checks the same for random machines, and whether the generated programs react so.
@Suite struct ReactionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "specs")

  private static func specs() throws -> [SourceFile] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sm") }
    return try names.sorted().map { name in
      SourceFile(path: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
  }

  @Test func theExamplesDoWhatTheirRowsSay() throws {
    let specs = try Self.specs()
    var context = MachineContext()
    for source in specs { context.add(source) }
    var pairs = 0
    for source in specs {
      let (machines, result) = Compiler(context: context).machines(of: source)
      try #require(!result.hasErrors && !machines.isEmpty, "\(source.path)")
      let strict = Compiler(context: context).machines(of: try Self.underErrorPolicy(source, machines))
      for (machine, other) in zip(machines, strict.machines) {
        let table = ReactionTable(machine)
        let diagnostics = strict.result.diagnostics.filter { $0.range == other.name.range }
        let faults = table.faults() + table.faults(underErrorPolicy: diagnostics)
        #expect(faults == [], "\(source.path)")
        #expect(other.unhandled.policy == .error, "\(source.path)")
        pairs += table.leaves.count * machine.events.count
      }
    }
    #expect(pairs > 300)
  }

  /// Returns a file in which each machine has `unhandled error` in place of its own policy.
  private static func underErrorPolicy(_ source: SourceFile, _ machines: [StateMachine]) throws -> SourceFile {
    var text = String(decoding: source.bytes, as: UTF8.self)
    for machine in machines.reversed() {
      let name = text.utf8.index(text.startIndex, offsetBy: Int(machine.name.range.lowerBound))
      let brace = try #require(text[name...].firstIndex(of: "{"))
      text.insert(contentsOf: "\n  unhandled error", at: text.index(after: brace))
    }
    let error = #/throw\b(?: [\w.]+(?:\((?:[^()\n]|\([^()\n]*\))*\))?)?/#
    let policies = text.matches(of: #/\bunhandled (?:ignore|(?:assert|trap)(?: "[^"\n]*")?)/#).map(\.range)
    let errors = text.matches(of: #/\bunhandled (?=throw\b)/#).map { match in
      let end = text[match.range.upperBound...].prefixMatch(of: error)?.range.upperBound
      return match.range.lowerBound..<(end ?? match.range.upperBound)
    }
    let ranges = (policies + errors).sorted { $0.lowerBound < $1.lowerBound }
    for range in ranges.reversed() { text.removeSubrange(range) }
    return SourceFile(path: source.path, text: text)
  }
}
