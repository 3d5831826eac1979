import StateMachineModel
import StateMachineSyntax

/// Names of types that both the tested module and the testing library declare. The glue imports each such type of the
/// tested module by an `import` of its own, so that its name is not ambiguous.
enum CollidingNames {
  /// The names of all public types of the testing library.
  static let library: Set<String> = [
    "Bounds", "Constants", "Explorable", "Finding", "Model", "ModelBound", "ModelPayload", "ModelProperty",
    "ModelRow", "ModelSource", "ModelStart", "ModelState", "ModelStatement", "ModelTry", "Place", "Replayable",
    "Replayed", "Report", "RowPath", "Step", "Stopped", "Trace", "Trial", "Tried", "TriedContinuations", "TriedError",
    "TriedEvents", "TriedNearConstants", "WaitedFor", "Waiter", "Waiting", "Watch",
  ]

  /// Returns an `import` statement for each type of the file that has the same name as a type of the testing library.
  /// One is `@testable public import struct App.Report`. Types of the file are its machines, and the types that its
  /// blocks `swift { … }` declare outside of machines.
  static func imports(_ machines: [StateMachine], _ source: SourceFile, from module: String) -> [String] {
    let names = machines.map { source.text($0.name.range) }.filter(library.contains).map { "struct \(module).\($0)" }
    let types = FileType.all(in: source).filter { $0.isTopLevel && library.contains($0.name) }.map { type in
      "\(type.kind == "actor" ? "class" : type.kind) \(module).\(type.name)"
    }
    return (names + types).map { "@testable public import \($0)" }
  }
}
