import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The only machine of a text that has no errors.
func machine(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> StateMachine {
  let (machines, result) = Compiler().machines(of: SourceFile(path: "test.sm", text: text))
  let errors = result.diagnostics.filter { $0.severity == .error }.map(\.message)
  try #require(errors == [], "\(text)", sourceLocation: sourceLocation)
  return try #require(machines.first, sourceLocation: sourceLocation)
}

/// The example machines, and random ones with hostile texts.
enum Machines {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func specs() throws -> [StateMachine] {
    let folder = root.appending(path: "specs")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sm") }.sorted()
    let sources = try names.map { name in
      SourceFile(path: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    var context = MachineContext()
    for source in sources { context.add(source) }
    return sources.flatMap { Compiler(context: context).machines(of: $0).machines }
  }

  /// As many as `SM_GEN_RANDOM_MACHINES` says.
  static let seeds = 1...TestExtent.count("SM_GEN_RANDOM_MACHINES", short: 40, long: 300)

  static func random() throws -> [StateMachine] {
    try seeds.map { seed in try machine(RandomMachine.text(seed: seed)) }
  }
}
