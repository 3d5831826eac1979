import JSON
import StateMachineModel
import StateMachineSyntax

/// Reads the subset of Swift's expressions that another program can evaluate, as trees of JSON with resolved names:
/// operators of the standard library with their precedence, literals, tuples, and the members and methods listed here.
/// For everything else, the reader returns nil, and `tree` returns it as text.
struct ExpressionReader {
  private let code: SwiftCode
  private let scope: SwiftScope
  private let bytes: [UInt8]
  let tokens: [SwiftToken]
  private(set) var index = 0
  /// Whether the expression may call mutating methods, as statements of blocks may.
  private let allowsChanges: Bool
  private var depth = 0
  /// The largest depth of brackets and operators that is read, more than real code has, as reading is recursive.
  private static let maximumDepth = 40
  /// The number of successive operators and members so far, which make a tree of this depth.
  private var chained = 0
  private static let maximumChain = 60

  init(_ code: SwiftCode, _ scope: SwiftScope, allowsChanges: Bool = false) {
    self.code = code
    self.scope = scope
    self.allowsChanges = allowsChanges
    bytes = scope.machine.source.bytes
    tokens = SwiftLexer.tokens(of: bytes, in: code.range)
  }

  /// Returns the tree of an expression; its text with references to names if another program cannot evaluate it.
  static func tree(_ code: SwiftCode, _ scope: SwiftScope, allowsChanges: Bool = false) -> JSONValue {
    var reader = ExpressionReader(code, scope, allowsChanges: allowsChanges)
    if let tree = reader.expression(), reader.isAtEnd { return tree }
    return reader.text(of: reader.tokens.indices)
  }

  /// Returns the text of an expression, in which references replace names.
  static func text(_ code: SwiftCode, _ scope: SwiftScope) -> JSONValue {
    let reader = ExpressionReader(code, scope)
    return reader.text(of: reader.tokens.indices)
  }

  /// Returns the tree of a duration with a unit, which the compiler has written as `.seconds(5)`.
  static func duration(_ text: String) -> JSONValue {
    let parts = text.split { "().".contains($0) }
    guard parts.count > 1, let open = text.firstIndex(of: "("),
      let value = number(String(text[open...].dropFirst().dropLast()))
    else { return ["text", .string(text)] }
    return ["case", .string(String(parts[0])), [.null], value]
  }

  /// Returns the tree of a guard. Commas are between conditions, all of which must be true.
  static func condition(_ code: SwiftCode, _ scope: SwiftScope) -> JSONValue {
    let reader = ExpressionReader(code, scope)
    let conditions = reader.tokens.elements(of: reader.tokens.indices).map(reader.tree)
    guard let first = conditions.first, conditions.allSatisfy({ known($0) != nil }) else {
      return reader.text(of: reader.tokens.indices)
    }
    return conditions.dropFirst().reduce(first) { ["&&", $0, $1] }
  }

  /// Returns the arguments of a call with their labels. An argument that another program cannot evaluate is text.
  static func arguments(_ code: SwiftCode?, _ scope: SwiftScope) -> [(label: String?, value: JSONValue)] {
    guard let code else { return [] }
    let reader = ExpressionReader(code, scope, allowsChanges: true)
    return reader.tokens.elements(of: reader.tokens.indices).map { element in
      let label = reader.label(at: element.lowerBound)
      let range = label == nil ? element : element.lowerBound + 2..<element.upperBound
      return (label, reader.tree(of: range))
    }
  }

  /// Returns the tree of the tokens in a range.
  func tree(of range: Range<Int>) -> JSONValue {
    var part = self
    part.index = range.lowerBound
    if let tree = part.expression(), part.index == range.upperBound { return tree }
    return text(of: range)
  }

  var isAtEnd: Bool { index == tokens.count }

  // MARK: Tokens

  var token: SwiftToken? { index < tokens.count ? tokens[index] : nil }

  func word(_ index: Int) -> String {
    String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  /// Returns the name at a token's index, without backticks.
  func name(_ index: Int) -> String { word(index).filter { $0 != "`" } }

  mutating func advance() { index += 1 }

  mutating func rewind(to place: Int) { index = place }

  func isPunctuation(_ byte: UInt8) -> Bool { token?.isPunctuation(byte) == true }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard isPunctuation(byte) else { return false }
    index += 1
    return true
  }

  func isOperator(_ text: String) -> Bool {
    guard let token, token.kind == .infixOrPrefix || token.kind == .postfix else { return false }
    return word(index) == text
  }

  private func label(at index: Int) -> String? {
    guard index + 1 < tokens.count, tokens[index].kind == .identifier, tokens[index + 1].isPunctuation(Ascii.colon)
    else { return nil }
    return name(index)
  }

  /// Returns the tokens in a range as text, with references to names: `["text", "send(", ["field", 0], ")"]`.
  func text(of range: Range<Int>) -> JSONValue {
    var pieces: [JSONValue] = ["text"]
    guard let first = range.first, let last = range.last else { return .array(pieces) }
    var start = tokens[first].start
    func add(upTo end: Int) {
      if start < end { pieces.append(.string(String(decoding: bytes[start..<end], as: UTF8.self))) }
    }
    for index in range where tokens[index].kind == .identifier {
      let isMember = index > 0 && tokens[index - 1].isPunctuation(Ascii.dot)
      guard !isMember, label(at: index) == nil, let reference = scope.reference(to: name(index)) else { continue }
      add(upTo: tokens[index].start)
      pieces.append(reference)
      start = tokens[index].end
    }
    add(upTo: tokens[last].end)
    let changed = range.compactMap(changedPlace)
    return changed.isEmpty ? .array(pieces) : ["changing", .array(changed), .array(pieces)]
  }

  /// Returns the reference to the name that a call of a mutating method changes: `queue` in `queue.removeFirst()`.
  private func changedPlace(at index: Int) -> JSONValue? {
    guard index + 3 < tokens.count, tokens[index].kind == .identifier, tokens[index + 1].isPunctuation(Ascii.dot),
      Self.changingMethods.contains(word(index + 2)), tokens[index + 3].isPunctuation(Ascii.leftParen)
    else { return nil }
    return scope.reference(to: name(index))
  }

  // MARK: Operators

  /// The binary operators by precedence, the weakest first (SE-0077 and the standard library's declarations).
  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">="], ["??"], ["...", "..<"],
    ["+", "-", "&+", "&-", "|", "^"], ["*", "/", "%", "&*", "&"], ["<<", ">>"],
  ]
  private static let comparison = 2
  private static let coalescing = 3
  private static let range = 4

  mutating func expression() -> JSONValue? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth, !scope.types.hasOwnOperators, let condition = binary(0) else { return nil }
    guard isOperator("?"), tokens[index].kind == .infixOrPrefix else { return condition }
    advance()
    guard let yes = expression(), skip(Ascii.colon), let no = expression() else { return nil }
    return ["?:", condition, yes, no]
  }

  private mutating func binary(_ level: Int) -> JSONValue? {
    guard level < Self.levels.count else { return prefix() }
    guard var left = binary(level + 1) else { return nil }
    while let token, token.kind == .infixOrPrefix || token.kind == .postfix, Self.levels[level].contains(word(index)) {
      let operation = word(index)
      chained += 1
      guard chained < Self.maximumChain else { return nil }
      advance()
      // Before a bracket, the token may be either: between operands, the bracket begins no call.
      if token.kind == .postfix, !isPunctuation(Ascii.leftParen) { return operation == "..." ? ["from", left] : nil }
      guard let right = binary(level == Self.coalescing ? level : level + 1) else { return nil }
      left = [.string(operation), left, right]
      // Comparisons and ranges are not associative.
      if level == Self.comparison || level == Self.range { break }
    }
    return left
  }

  private static let prefixes = ["!": "!", "-": "neg", "~": "~", "...": "through", "..<": "upTo"]

  private mutating func prefix() -> JSONValue? {
    guard let token else { return nil }
    if token.kind == .infixOrPrefix {
      guard let name = Self.prefixes[word(index)] else { return nil }
      advance()
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.maximumDepth, let operand = prefix() else { return nil }
      if name == "neg", case .int(let value) = operand { return .int(-value) }
      return [.string(name), operand]
    }
    guard let operand = primary() else { return nil }
    return postfix(operand)
  }

  // MARK: Operands

  private static let keywords: Set<String> = [
    "try", "await", "if", "switch", "let", "var", "for", "while", "guard", "return", "throw", "as", "is", "repeat",
    "do",
  ]
  private static let functions: Set<String> = ["min", "max", "abs"]
  private static let conversions: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "String", "Set",
    "Array",
  ]

  private mutating func primary() -> JSONValue? {
    guard let token else { return nil }
    switch token.kind {
    case .number:
      advance()
      return Self.number(word(index - 1))
    case .literal: return string()
    case .identifier: return identifier()
    case .punctuation:
      switch token.byte {
      case Ascii.leftParen: return tuple()
      case Ascii.leftBracket: return collection()
      case Ascii.dot:
        advance()
        return enumCase()
      default: return nil
      }
    case .infixOrPrefix, .postfix, .end: return nil
    }
  }

  private static func number(_ text: String) -> JSONValue? {
    let text = text.filter { $0 != "_" }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where text.hasPrefix(prefix) {
      return Int(text.dropFirst(2), radix: radix).flatMap(integer)
    }
    if let value = Int(text) { return integer(value) }
    if text.allSatisfy(\.isNumber) { return ["int", .string(text)] }
    return Double(text).map { ["double", .double($0)] }
  }

  /// Returns a number as JSON; as text above 2⁵³, up to which the numbers of JavaScript are exact.
  private static func integer(_ value: Int) -> JSONValue {
    value.magnitude < 1 << 53 ? .int(value) : ["int", .string(String(value))]
  }

  private mutating func identifier() -> JSONValue? {
    if let expansion = code.expansions.first(where: { $0.range.lowerBound == tokens[index].start }) {
      advance()
      return Self.known(Self.tree(expansion.code, scope))
    }
    if let query = code.queries.first(where: { $0.range.lowerBound == tokens[index].start }) {
      while let token, token.start < query.range.upperBound { advance() }
      return ["in", .int(query.query.index)]
    }
    let name = name(index)
    let isQuoted = tokens[index].byte == Ascii.backtick
    advance()
    if !isQuoted {
      switch name {
      case "true", "false": return .bool(name == "true")
      case "nil": return .null
      case "self":
        guard skip(Ascii.dot), token?.kind == .identifier else { return nil }
        advance()
        return scope.property(named: self.name(index - 1))
      case _ where Self.keywords.contains(name): return nil
      default: break
      }
    }
    if let reference = scope.reference(to: name) { return isCall ? nil : reference }
    if scope.types.declared.contains(name) || scope.types.enumNames.contains(name) && isCall { return nil }
    if isCall, Self.functions.contains(name), let arguments = call() {
      return .array(["function", .string(name)] + arguments.values)
    }
    if isCall, Self.conversions.contains(name), let arguments = call(), arguments.values.count == 1 {
      return arguments.labels[0] == .null ? ["convert", .string(name), arguments.values[0]] : nil
    }
    if scope.types.enumNames.contains(name), skip(Ascii.dot) { return enumCase() }
    return nil
  }

  /// Returns the tree unless it contains text, which cannot be part of another tree; otherwise nil.
  static func known(_ tree: JSONValue) -> JSONValue? {
    if case .array(let parts) = tree, parts.first == "text" || parts.first == "changing" { nil } else { tree }
  }

  /// Whether the parentheses of a call follow on the same line.
  private var isCall: Bool { isPunctuation(Ascii.leftParen) && token?.followsNewline == false }

  /// Reads the arguments of a call, beginning at its opening parenthesis.
  private mutating func call() -> (labels: [JSONValue], values: [JSONValue])? {
    list(until: Ascii.rightParen)
  }

  /// Reads expressions with labels, beginning at their opening bracket and up to the closing bracket.
  private mutating func list(until closer: UInt8) -> (labels: [JSONValue], values: [JSONValue])? {
    advance()
    var labels: [JSONValue] = []
    var values: [JSONValue] = []
    while !isPunctuation(closer) {
      let label = label(at: index)
      if label != nil { index += 2 }
      guard let value = expression() else { return nil }
      labels.append(label.map { .string($0) } ?? .null)
      values.append(value)
      guard skip(Ascii.comma) else { break }
    }
    return skip(closer) ? (labels, values) : nil
  }

  private mutating func tuple() -> JSONValue? {
    guard let (labels, values) = list(until: Ascii.rightParen) else { return nil }
    if values.count == 1, labels[0] == .null { return values[0] }
    return .array(["tuple", .array(labels)] + values)
  }

  /// Reads the name and the values of an enum's case, beginning behind its dot.
  private mutating func enumCase() -> JSONValue? {
    guard token?.kind == .identifier, scope.mayBeCase(name(index)) else { return nil }
    let name = name(index)
    advance()
    guard isCall else { return ["case", .string(name), []] }
    guard let (labels, values) = call() else { return nil }
    return .array(["case", .string(name), .array(labels)] + values)
  }

  /// Reads the literal of an array or of a dictionary.
  private mutating func collection() -> JSONValue? {
    advance()
    if skip(Ascii.colon) { return skip(Ascii.rightBracket) ? ["dictionary"] : nil }
    var values: [JSONValue] = []
    var isDictionary = false
    while !isPunctuation(Ascii.rightBracket) {
      guard let value = expression() else { return nil }
      values.append(value)
      if values.count == 1 || isDictionary, skip(Ascii.colon) {
        isDictionary = true
        guard let mapped = expression() else { return nil }
        values.append(mapped)
      } else if isDictionary {
        return nil
      }
      guard skip(Ascii.comma) else { break }
    }
    // `[Int]()` is no list of values.
    guard skip(Ascii.rightBracket), !isCall else { return nil }
    return .array([isDictionary ? "dictionary" : "array"] + values)
  }

  // MARK: Strings

  private mutating func string() -> JSONValue? {
    var parts: [JSONValue] = ["string"]
    guard var text = token.map({ bytes[$0.start..<$0.end] }), text.first == Ascii.quote,
      !text.starts(with: "\"\"\"".utf8)
    else { return nil }
    text = text.dropFirst()
    while true {
      advance()
      let isInterpolated = text.suffix(2).elementsEqual("\\(".utf8) && !Self.endsEscaped(text.dropLast(2))
      guard isInterpolated || text.last == Ascii.quote else { return nil }
      guard let piece = Self.unescaped(text.dropLast(isInterpolated ? 2 : 1)) else { return nil }
      if !piece.isEmpty { parts.append(.string(piece)) }
      guard isInterpolated else { return .array(parts) }
      guard let value = interpolation(), token?.kind == .literal, let next = token else { return nil }
      parts.append(value)
      text = bytes[next.start..<next.end].dropFirst()
    }
  }

  private mutating func interpolation() -> JSONValue? {
    if let token, let place = code.names.first(where: { $0.range.lowerBound == token.start - 2 }) {
      advance()
      let name = place.subject == .state ? scope.stateName : scope.eventName
      return name.map { ["string", .string($0)] } ?? ["word", place.subject == .state ? "state" : "event"]
    }
    guard let value = expression() else { return nil }
    // Swift writes an optional as `Optional(…)`, but the values do not show that they are optionals.
    guard case .array(let parts) = value else { return value }
    if scope.types.hasOwnDescriptions { return nil }
    let isPlain = parts.first != "call" && !(parts.first == "member" && ["first", "last"].contains(parts.last))
    return isPlain ? value : nil
  }

  /// Returns whether a text ends with an odd number of backslashes.
  private static func endsEscaped(_ text: ArraySlice<UInt8>) -> Bool {
    text.reversed().prefix { $0 == Ascii.backslash }.count % 2 == 1
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String? {
    guard text.contains(Ascii.backslash) else { return String(decoding: text, as: UTF8.self) }
    let escapes: [Character: Character] = [
      "0": "\0", "t": "\t", "n": "\n", "r": "\r", "\"": "\"", "'": "'", "\\": "\\",
    ]
    var result = ""
    var rest = String(decoding: text, as: UTF8.self)[...]
    while let first = rest.popFirst() {
      guard first == "\\" else {
        result.append(first)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if escape == "u", rest.first == "{", let end = rest.firstIndex(of: "}"),
        let value = UInt32(rest[..<end].dropFirst(), radix: 16), let scalar = Unicode.Scalar(value)
      {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else if let character = escapes[escape] {
        result.append(character)
      } else {
        return nil
      }
    }
    return result
  }

  // MARK: Members

  private static let members: Set<String> = ["count", "isEmpty", "first", "last", "keys", "values"]
  private static let methods: Set<String> = [
    "contains", "isMultiple", "hasPrefix", "hasSuffix", "min", "max", "dropFirst", "dropLast", "prefix", "suffix",
    "uppercased", "lowercased", "reversed",
  ]
  /// The mutating methods that are read, which may return what they have removed.
  static let changingMethods: Set<String> = [
    "append", "insert", "remove", "removeFirst", "removeLast", "removeAll", "removeValue", "popFirst", "popLast",
    "toggle", "formUnion", "subtract", "reserveCapacity",
  ]

  private mutating func postfix(_ operand: JSONValue) -> JSONValue? {
    var tree = operand
    while let token {
      chained += 1
      guard chained < Self.maximumChain else { return nil }
      if token.kind == .postfix, word(index) == "!" {
        advance()
        tree = ["unwrap", tree]
      } else if token.isPunctuation(Ascii.dot) {
        advance()
        guard let member = member(of: tree) else { return nil }
        tree = member
      } else if token.isPunctuation(Ascii.leftBracket), !token.followsNewline {
        guard let (labels, values) = list(until: Ascii.rightBracket), labels.first == .null,
          values.count == 1 || values.count == 2 && labels[1] == "default"
        else { return nil }
        tree = .array(["subscript", tree] + values)
      } else {
        return token.isPunctuation(Ascii.leftParen) && !token.followsNewline ? nil : tree
      }
    }
    return tree
  }

  private mutating func member(of base: JSONValue) -> JSONValue? {
    guard let token else { return nil }
    let name = name(index)
    advance()
    if token.kind == .number { return ["member", base, .string(name)] }
    guard token.kind == .identifier else { return nil }
    guard isCall else {
      return Self.members.contains(name) || scope.types.tupleLabels.contains(name)
        ? ["member", base, .string(name)] : nil
    }
    guard Self.methods.contains(name) || allowsChanges && Self.changingMethods.contains(name),
      let (labels, values) = call()
    else { return nil }
    return .array(["call", base, .string(name), .array(labels)] + values)
  }
}
