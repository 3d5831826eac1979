import StateMachineModel
import StateMachineSyntax

/// Types of a file under test with names of the library's types, which an import of each such type makes unambiguous.
enum CollidingNames {
  /// The names of the library's public types.
  static let library: Set<String> = [
    "Bounds", "Constants", "Explorable", "Finding", "Model", "ModelBound", "ModelPayload", "ModelProperty",
    "ModelRow", "ModelSource", "ModelStart", "ModelState", "ModelStatement", "ModelTry", "Place", "Replayable",
    "Replayed", "Report", "Step", "Stopped", "Trace", "Trial", "Tried", "TriedContinuations", "TriedError",
    "TriedEvents", "TriedNearConstants", "WaitedFor", "Waiter", "Waiting", "Watch", "Way",
  ]

  /// Returns an import for each machine, and each type in a block `swift { … }`, that has the name of a library's type.
  static func imports(_ machines: [StateMachine], _ source: SourceFile, from module: String) -> [String] {
    let names = machines.map { source.text($0.name.range) }.filter(library.contains).map { "struct \(module).\($0)" }
    let types = FileType.all(in: source).filter { $0.isTopLevel && library.contains($0.name) }.map { type in
      "\(type.kind == "actor" ? "class" : type.kind) \(module).\(type.name)"
    }
    return (names + types).map { "@testable public import \($0)" }
  }
}
