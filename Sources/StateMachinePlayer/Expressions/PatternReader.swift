import JSON
import StateMachineModel
import StateMachineSyntax

/// Reads patterns as trees of JSON, for a player that does not run Swift. Such a player matches values with the trees.
/// The type can read names, optionals, cases of enums, tuples, and values to compare with.
struct PatternReader {
  private var reader: ExpressionReader
  private let scope: SwiftScope
  private static let maximumDepth = 16

  /// Returns the tree of a pattern: `["some", ["bind", "a"]]` for `let a?`. If a player that does not run Swift cannot
  /// match it, the tree contains its text and the names bound.
  static func tree(_ pattern: Pattern, _ scope: SwiftScope) -> JSONValue {
    let pieces = PatternReader(reader: ExpressionReader(SwiftCode(range: pattern.range), scope), scope: scope)
    if let tree = pieces.tree(of: pieces.reader.tokens.indices, binds: false, depth: 0) { return tree }
    let names = pattern.bindings.map { JSONValue.string(scope.machine.names.text($0.name.id)) }
    return ["text", .string(scope.machine.source.text(pattern.range)), .array(names)]
  }

  private var tokens: [SwiftToken] { reader.tokens }

  /// Returns the tree of the pattern in a range of tokens. Nil if the pattern is too deep. Also nil if a player that
  /// does not run Swift cannot match it: `let n as Int`.
  ///
  /// - Parameters:
  ///   - binds: whether `let` or `var` stands before the pattern, or before brackets that contain it. If so, a name in
  ///     the pattern is bound: `a` in `let (a, b)`.
  ///   - depth: the number of patterns around this one; limits the recursion.
  private func tree(of range: Range<Int>, binds: Bool, depth: Int) -> JSONValue? {
    guard depth < Self.maximumDepth, let first = range.first, let last = range.last else { return nil }
    if range.contains(where: { isWord($0, "as") || isWord($0, "is") }) { return nil }
    if isWord(first, "let") || isWord(first, "var") {
      return tree(of: first + 1..<range.upperBound, binds: true, depth: depth + 1)
    }
    // `a??` is a pattern for an optional of an optional: one level for each `?`.
    if first != last, tokens[last].kind == .postfix || tokens[last].kind == .infixOrPrefix,
      reader.word(last).allSatisfy({ $0 == "?" })
    {
      let wrapped = tree(of: first..<last, binds: binds, depth: depth + 1)
      return reader.word(last).reduce(wrapped) { tree, _ in tree.map { ["some", $0] } }
    }
    if first == last, tokens[first].kind == .identifier, tokens[first].byte != Ascii.backtick || binds {
      if isWord(first, "_") { return ["any"] }
      if binds { return ["bind", .string(reader.name(first))] }
    }
    if tokens[first].isPunctuation(Ascii.leftParen), tokens.closer(of: first, in: range) == last {
      guard let (_, parts) = parts(of: first + 1..<last, binds: binds, depth: depth) else { return nil }
      return parts.count == 1 ? parts[0] : .array(["tuple"] + parts)
    }
    if let tree = enumCase(range, binds: binds, depth: depth) { return tree }
    if binds { return nil }
    let value = reader.tree(of: range)
    return ExpressionReader.known(value).map { ["value", $0] }
  }

  /// Reads the pattern of an enum's case, `.name`, `.name(…)` or `Enum.name(…)`. For `.open(let a)`, the tree is
  /// `["case", "open", [null], ["bind", "a"]]`, in which `[null]` has the labels. Nil for any other pattern, and for a
  /// static member such as `.zero`. Also nil if a pattern in the parentheses cannot be read.
  ///
  /// - Parameters:
  ///   - binds: whether `let` or `var` stands before the pattern, as in `let .open(a)`, so that `a` is bound.
  ///   - depth: the number of patterns around this one; limits the recursion.
  private func enumCase(_ range: Range<Int>, binds: Bool, depth: Int) -> JSONValue? {
    var name = range.lowerBound
    if tokens[name].kind == .identifier {
      // `limits.low` is a value: the names of enums begin with a capital.
      guard reader.name(name).first?.isUppercase == true else { return nil }
      name += 1
    }
    guard name + 1 < range.upperBound, tokens[name].isPunctuation(Ascii.dot), tokens[name + 1].kind == .identifier,
      scope.mayBeCase(reader.name(name + 1))
    else { return nil }
    let head: [JSONValue] = ["case", .string(reader.name(name + 1))]
    let opener = name + 2
    if opener == range.upperBound { return .array(head + [[]]) }
    guard tokens[opener].isPunctuation(Ascii.leftParen), tokens.closer(of: opener, in: range) == range.upperBound - 1,
      let (labels, parts) = parts(of: opener + 1..<range.upperBound - 1, binds: binds, depth: depth)
    else { return nil }
    return .array(head + [.array(labels)] + parts)
  }

  /// Returns the labels and the trees of the patterns between brackets. The label is `null` for a pattern without one.
  /// Nil if one of the patterns cannot be read.
  private func parts(
    of inside: Range<Int>, binds: Bool, depth: Int
  ) -> (labels: [JSONValue], parts: [JSONValue])? {
    var labels: [JSONValue] = []
    var parts: [JSONValue] = []
    for element in tokens.elements(of: inside) {
      let isLabelled =
        element.count > 2 && tokens[element.lowerBound].kind == .identifier
        && tokens[element.lowerBound + 1].isPunctuation(Ascii.colon)
      labels.append(isLabelled ? .string(reader.name(element.lowerBound)) : .null)
      let range = isLabelled ? element.lowerBound + 2..<element.upperBound : element
      guard let part = tree(of: range, binds: binds, depth: depth + 1) else { return nil }
      parts.append(part)
    }
    return (labels, parts)
  }

  private func isWord(_ index: Int, _ word: String) -> Bool {
    tokens[index].kind == .identifier && reader.word(index) == word
  }
}
