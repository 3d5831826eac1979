import StateMachineSyntax

/// A type that a `.sm` file declares: in its Swift, as a machine, or as an action. It is found in the tokens of the
/// file, without a compiler.
struct FileType {
  /// `struct`, `enum`, `class`, `actor`, `protocol`, `typealias`, `machine` or `action`.
  var kind: String
  var name: String
  /// Whether the type is `private` or `fileprivate`.
  var isHidden: Bool
  /// Whether the type is declared in a block `swift { … }` outside of machines and of other types.
  var isTopLevel: Bool
  var isNoncopyable = false

  private static let kinds: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "machine", "action",
  ]

  /// Returns the types that a file declares, in the order of the file. A type is found by a keyword, such as `struct`,
  /// and the name after it.
  static func all(in source: SourceFile) -> [FileType] {
    var types: [FileType] = []
    // Whether the tokens are those between the last type's name and its brace.
    var isHead = false
    var (depth, opener) = (0, "")
    // The last three tokens; the one directly before the current token has the index 2.
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
