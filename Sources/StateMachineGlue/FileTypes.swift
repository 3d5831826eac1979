import StateMachineSyntax

/// A type that a file declares in its Swift, or as a machine or an action. Swift is read as tokens, not compiled.
struct FileType {
  /// `struct`, `enum`, `class`, `actor`, `protocol`, `typealias`, `machine` or `action`.
  var kind: String
  var name: String
  /// Whether the type is private to the file.
  var isHidden: Bool
  /// Whether the type is in a block `swift { … }` of the file, and not within another type.
  var isTopLevel: Bool
  var isNoncopyable = false

  private static let kinds: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "machine", "action",
  ]

  static func all(in source: SourceFile) -> [FileType] {
    var types: [FileType] = []
    // Whether the tokens are those between the last type's name and its brace.
    var isHead = false
    var (depth, opener) = (0, "")
    var before: [String] = ["", "", ""]
    for token in SwiftLexer.tokens(of: source.bytes, in: SourceRange(0, source.bytes.count)) {
      let text = source.text(SourceRange(token.start, token.end))
      if text == "{" {
        if depth == 0 { opener = before[2] }
        depth += 1
        isHead = false
      } else if text == "}" {
        depth -= 1
        isHead = false
      } else if token.kind == .identifier, kinds.contains(before[2]) {
        let isHidden = before.contains("private") || before.contains("fileprivate")
        types.append(
          FileType(kind: before[2], name: text, isHidden: isHidden, isTopLevel: depth == 1 && opener == "swift"))
        isHead = true
      } else if isHead, text == "Copyable", before[2] == "~", let last = types.indices.last {
        types[last].isNoncopyable = true
      }
      before = before.dropFirst() + [text]
    }
    return types
  }
}
