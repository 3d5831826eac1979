import StateMachineModel
import StateMachineSyntax

/// The types of a file under test with names of the library's types: an import of each type resolves the conflict.
enum CollidingNames {
  /// The public types of the library.
  static let library: Set<String> = [
    "Bounds", "Constants", "Explorable", "Finding", "Model", "ModelBound", "ModelPayload", "ModelProperty",
    "ModelRow", "ModelSource", "ModelStart", "ModelState", "ModelStatement", "ModelTry", "Place", "Replayable",
    "Replayed", "Report", "Step", "Stopped", "Trace", "Trial", "Tried", "TriedContinuations", "TriedError",
    "TriedEvents", "TriedNearConstants", "WaitedFor", "Waiter", "Waiting", "Watch", "Way",
  ]

  /// Returns `@testable public import struct App.Step` for machines, and for types in blocks `swift { … }` of the file.
  static func imports(_ machines: [StateMachine], _ source: SourceFile, from module: String) -> [String] {
    let names = machines.map { source.text($0.name.range) }.filter(library.contains).map { "struct \(module).\($0)" }
    let types = FileType.all(in: source).filter { $0.isTopLevel && library.contains($0.name) }.map { type in
      "\(type.kind == "actor" ? "class" : type.kind) \(module).\(type.name)"
    }
    return (names + types).map { "@testable public import \($0)" }
  }
}
