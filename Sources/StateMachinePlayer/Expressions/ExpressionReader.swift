import JSON
import StateMachineModel
import StateMachineSyntax

/// Reads Swift expressions as trees of JSON, for a player that does not run Swift: `["<", ["field", 0], 3]` for
/// `persons < 3`. References such as `["field", 0]` replace the names of fields and properties.
///
/// The type can read literals, the usual operators, cases of enums, subscripts, and the members and methods that it
/// lists. For any other expression, `expression()` returns nil, and `tree` returns a tree that contains the text.
struct ExpressionReader {
  private let code: SwiftCode
  private let scope: SwiftScope
  private let bytes: [UInt8]
  let tokens: [SwiftToken]
  private(set) var index = 0
  /// Whether the expression may call methods that change a variable, such as `queue.removeFirst()`. True for arguments
  /// and for the statements of blocks. False for guards, for example, because a guard must change nothing.
  private let allowsChanges: Bool
  private var depth = 0
  /// The largest depth of nested brackets and operators that is read. Real code is less deep; the limit protects the
  /// stack, because the functions call each other recursively.
  private static let maximumDepth = 40
  /// The number of operators and members that have been read one after the other: 3 for `a.b.c.d`. The tree becomes as
  /// deep as this number. `maximumChain` limits it, because deep trees could exhaust the stack of a program that reads
  /// them recursively.
  private var chained = 0
  private static let maximumChain = 60

  init(_ code: SwiftCode, _ scope: SwiftScope, allowsChanges: Bool = false) {
    self.code = code
    self.scope = scope
    self.allowsChanges = allowsChanges
    bytes = scope.machine.source.bytes
    tokens = SwiftLexer.tokens(of: bytes, in: code.range)
  }

  /// Returns the tree of an expression. If a player that does not run Swift cannot evaluate it, the tree contains its
  /// text. References replace the names in the text: `["text", "send(", ["field", 0], ")"]`.
  ///
  /// - Parameter allowsChanges: whether the expression may call mutating methods, such as `queue.removeFirst()`.
  static func tree(_ code: SwiftCode, _ scope: SwiftScope, allowsChanges: Bool = false) -> JSONValue {
    var reader = ExpressionReader(code, scope, allowsChanges: allowsChanges)
    if let tree = reader.expression(), reader.isAtEnd { return tree }
    return reader.text(of: reader.tokens.indices)
  }

  /// Returns a tree that contains the text of an expression. In the text, references replace the names of fields and
  /// properties. This is for the error of a `throw`. A player only shows the error, so it need not be able to evaluate
  /// the expression.
  static func text(_ code: SwiftCode, _ scope: SwiftScope) -> JSONValue {
    let reader = ExpressionReader(code, scope)
    return reader.text(of: reader.tokens.indices)
  }

  /// Returns the tree of a timer's duration: `["case", "seconds", [null], 5]` for the text `.seconds(5)`. The list
  /// `[null]` has the labels of the case's values: the value 5 has none. The compiler has translated a duration such as
  /// `5s` to this Swift.
  static func duration(_ text: String) -> JSONValue {
    let parts = text.split { "().".contains($0) }
    guard parts.count > 1, let open = text.firstIndex(of: "("),
      let value = number(String(text[open...].dropFirst().dropLast()))
    else { return ["text", .string(text)] }
    return ["case", .string(String(parts[0])), [.null], value]
  }

  /// Returns the tree of a guard. A guard with commas, `[a, b]`, is read as `a && b`. If a player that does not run
  /// Swift cannot evaluate the guard, the tree contains its text.
  static func condition(_ code: SwiftCode, _ scope: SwiftScope) -> JSONValue {
    let reader = ExpressionReader(code, scope)
    let conditions = reader.tokens.elements(of: reader.tokens.indices).map(reader.tree)
    guard let first = conditions.first, conditions.allSatisfy({ known($0) != nil }) else {
      return reader.text(of: reader.tokens.indices)
    }
    return conditions.dropFirst().reduce(first) { ["&&", $0, $1] }
  }

  /// Returns the label and the tree of each argument of a call: `("speed", 2)` for the arguments `speed: 2`. If a
  /// player that does not run Swift cannot evaluate an argument, its tree contains its text.
  static func arguments(_ code: SwiftCode?, _ scope: SwiftScope) -> [(label: String?, value: JSONValue)] {
    guard let code else { return [] }
    let reader = ExpressionReader(code, scope, allowsChanges: true)
    return reader.tokens.elements(of: reader.tokens.indices).map { element in
      let label = reader.label(at: element.lowerBound)
      let range = label == nil ? element : element.lowerBound + 2..<element.upperBound
      return (label, reader.tree(of: range))
    }
  }

  /// Returns the tree of the expression in a range of tokens. If a player that does not run Swift cannot evaluate the
  /// expression, the tree contains its text.
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

  /// Returns the text of the token at `index`, which is a name, without back-ticks.
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

  /// Returns a tree with the text of the tokens in a range, in which references replace names:
  /// `["text", "send(", ["field", 0], ")"]`. If the text calls mutating methods, the references that they change come
  /// first: `["changing", [["field", 0]], ["text", …]]`.
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

  /// Returns the reference to the name that a mutating method changes, if the token at `index` is that name: `queue` in
  /// `queue.removeFirst()`. Nil for any other token.
  private func changedPlace(at index: Int) -> JSONValue? {
    guard index + 3 < tokens.count, tokens[index].kind == .identifier, tokens[index + 1].isPunctuation(Ascii.dot),
      Self.changingMethods.contains(word(index + 2)), tokens[index + 3].isPunctuation(Ascii.leftParen)
    else { return nil }
    return scope.reference(to: name(index))
  }

  // MARK: Operators

  /// The binary operators in groups of equal precedence, the weakest group first (SE-0077 and the standard library).
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

  /// Reads an operand, and the operators of `levels[level]` after it with their operands. The operands contain the
  /// operators of higher levels, which bind more strongly. Nil if a part cannot be read.
  private mutating func binary(_ level: Int) -> JSONValue? {
    guard level < Self.levels.count else { return prefix() }
    guard var left = binary(level + 1) else { return nil }
    while let token, token.kind == .infixOrPrefix || token.kind == .postfix, Self.levels[level].contains(word(index)) {
      let operation = word(index)
      chained += 1
      guard chained < Self.maximumChain else { return nil }
      advance()
      // Before `(`, the lexer cannot tell a postfix operator from an operator between two operands. It is read as the
      // latter.
      if token.kind == .postfix, !isPunctuation(Ascii.leftParen) { return operation == "..." ? ["from", left] : nil }
      // `??` is right-associative: `a ?? b ?? c` is `a ?? (b ?? c)`, so its right operand may contain `??` itself.
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

  /// Reads an operand without its members: a literal, a name, a value in brackets, or a case such as `.open`. Nil if it
  /// cannot be read.
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

  /// Returns an integer as JSON. From 2⁵³ on, JavaScript cannot represent each integer exactly, so the JSON is
  /// `["int", "9007199254740993"]`.
  private static func integer(_ value: Int) -> JSONValue {
    value.magnitude < 1 << 53 ? .int(value) : ["int", .string(String(value))]
  }

  /// Reads an operand that begins with a name. The name can be that of a named guard, a field, a property, an enum or a
  /// standard function. It can also be `true`, `false`, `nil`, `self` or `in`. Nil for any other name.
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
    // A function of the file cannot be called, and `Mode(rawValue: 1)` makes an enum's value that is not known here.
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

  /// Returns the tree if a player that does not run Swift can evaluate it. Nil for a tree that contains only text, such
  /// as `["text", "send()"]`. Such a tree cannot be a part of a larger tree.
  static func known(_ tree: JSONValue) -> JSONValue? {
    if case .array(let parts) = tree, parts.first == "text" || parts.first == "changing" { nil } else { tree }
  }

  /// Whether the next token is the opening parenthesis of a call, which must be on the same line.
  private var isCall: Bool { isPunctuation(Ascii.leftParen) && token?.followsNewline == false }

  /// Reads the arguments of a call, from the opening parenthesis to the closing one. For `(2, by: 3)`, the labels are
  /// `null` and `"by"`, and the values are `2` and `3`. Nil if one of the arguments cannot be read.
  private mutating func call() -> (labels: [JSONValue], values: [JSONValue])? {
    list(until: Ascii.rightParen)
  }

  /// Reads a list of expressions with optional labels, from the opening bracket to `closer`. Nil if one of the
  /// expressions cannot be read.
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

  /// Reads the name and the associated values of an enum's case, after its dot: `["case", "open", [null], 3]` for
  /// `.open(3)`. The list `[null]` has the labels of the values. Nil for a static member such as `.zero`, and if an
  /// associated value cannot be read.
  private mutating func enumCase() -> JSONValue? {
    guard token?.kind == .identifier, scope.mayBeCase(name(index)) else { return nil }
    let name = name(index)
    advance()
    guard isCall else { return ["case", .string(name), []] }
    guard let (labels, values) = call() else { return nil }
    return .array(["case", .string(name), .array(labels)] + values)
  }

  /// Reads the literal of an array or a dictionary from its opening bracket: `["array", 1, 2]` for `[1, 2]`. Nil if an
  /// element cannot be read, and for a type that is called, as in `[Int]()`.
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
    // In `[Int]()`, the brackets contain a type and no values.
    guard skip(Ascii.rightBracket), !isCall else { return nil }
    return .array([isDictionary ? "dictionary" : "array"] + values)
  }

  // MARK: Strings

  /// Reads a string literal: `["string", "to ", ["field", 0]]` for `"to \(name)"`. Nil for a literal with `"""` or `#`,
  /// and if an interpolation cannot be read.
  private mutating func string() -> JSONValue? {
    var parts: [JSONValue] = ["string"]
    guard var text = token.map({ bytes[$0.start..<$0.end] }), text.first == Ascii.quote,
      !text.starts(with: "\"\"\"".utf8)
    else { return nil }
    text = text.dropFirst()
    while true {
      advance()
      // The lexer splits `"a\(b)c"` into `"a\(`, the tokens of `b`, and `)c"`.
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
    // Swift prints an optional as `Optional(…)`. The program that evaluates the tree does not know which values are
    // optionals, so an interpolation whose value may be one is not read.
    guard case .array(let parts) = value else { return value }
    if scope.types.hasOwnDescriptions { return nil }
    // The result of a method, and the members `first` and `last`, may be optionals.
    let isPlain = parts.first != "call" && !(parts.first == "member" && ["first", "last"].contains(parts.last))
    return isPlain ? value : nil
  }

  /// Returns whether a text ends with an odd number of backslashes, so that the last one escapes the character after
  /// the text.
  private static func endsEscaped(_ text: ArraySlice<UInt8>) -> Bool {
    text.reversed().prefix { $0 == Ascii.backslash }.count % 2 == 1
  }

  /// Returns the text of a string literal with its escapes replaced, such as `\n` or `\u{e9}`. Nil for an unknown
  /// escape.
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
  /// The names of the mutating methods whose calls are read. Some of the methods return the element that they remove.
  static let changingMethods: Set<String> = [
    "append", "insert", "remove", "removeFirst", "removeLast", "removeAll", "removeValue", "popFirst", "popLast",
    "toggle", "formUnion", "subtract", "reserveCapacity",
  ]

  /// Reads what follows an operand: `!`, members, calls of methods, and subscripts. Returns the tree of the whole
  /// operand, or nil if a part cannot be read.
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
          // A subscript of a dictionary may have a default value: `counts["a", default: 0]`.
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
