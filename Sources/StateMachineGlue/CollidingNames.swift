import StateMachineModel
import StateMachineSyntax

/// Types of a file under test that have the name of a type of the library: an import of each alone says which one is meant.
enum CollidingNames {
  /// The public types of the library.
  static let library: Set<String> = [
    "Bounds", "Explorable", "Finding", "Model", "ModelProperty", "ModelRow", "ModelStart", "ModelState",
    "ModelStatement",
    "ModelTry", "Place", "Replayable", "Replayed", "Report", "Step", "Trial", "Tried", "TriedError", "TriedEvents",
    "WaitedFor", "Waiter", "Waiting", "Watch", "Way",
  ]

  /// `@testable public import struct App.Step`, for machines and for types in blocks `swift { … }` of the file.
  static func imports(_ machines: [StateMachine], _ source: SourceFile, from module: String) -> [String] {
    let names = machines.map { source.text($0.name.range) }.filter(library.contains).map { "struct \(module).\($0)" }
    let types = types(in: source).filter { library.contains($0.name) }.map { "\($0.kind) \(module).\($0.name)" }
    return (names + types).map { "@testable public import \($0)" }
  }

  private static func types(in source: SourceFile) -> [(kind: String, name: String)] {
    var types: [(kind: String, name: String)] = []
    var (depth, opener, last) = (0, "", "")
    for token in SwiftLexer.tokens(of: source.bytes, in: SourceRange(0, source.bytes.count)) {
      let text = source.text(SourceRange(token.start, token.end))
      if text == "{" {
        if depth == 0 { opener = last }
        depth += 1
      } else if text == "}" {
        depth -= 1
      } else if depth == 1, opener == "swift", token.kind == .identifier,
        ["struct", "enum", "class", "protocol", "typealias"].contains(last) || last == "actor"
      {
        types.append((last == "actor" ? "class" : last, text))
      }
      last = text
    }
    return types
  }
}
