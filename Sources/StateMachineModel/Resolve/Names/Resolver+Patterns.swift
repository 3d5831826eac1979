import StateMachineSyntax

extension Resolver {
  /// Returns a plan: the patterns of all fields, in the order of the fields. In `open(n)`, the pattern of the field
  /// `persons` is `n`. Empty if the row writes no patterns. Nil if the patterns do not fit the fields, or if one of
  /// them is no pattern. Both are reported, and set `row.isBroken`.
  ///
  /// - Parameters:
  ///   - what: the kind of declaration with the fields, for messages: `state`.
  ///   - name: the name of the declaration.
  mutating func plan(
    _ list: ArgumentListSyntax?, for fields: [Field], of what: String, named name: Identifier
  ) -> [FieldPattern]? {
    guard let list, !list.items.isEmpty else { return [] }
    if let condition = conditionInParentheses(list, fields) {
      reject(.conditionInParentheses(condition, source.text(condition), after: text(name.id)))
      return nil
    }
    guard let places = match(list, to: fields, of: what, named: name, isPattern: true) else { return nil }
    var plan = Array(repeating: FieldPattern.unnamed, count: fields.count)
    for (item, field) in zip(list.items, places) {
      if let mistake = mistakeInPattern(item.value, of: fields[field], named: text(name.id)) {
        reject(mistake)
        return nil
      }
      plan[field] = pattern(item.value, of: subject(fields[field]))
      noteNames(plan[field], of: fields[field])
    }
    return plan
  }

  /// Returns the range of a condition that is written in place of patterns, as in `go (n > 3)` for `go [n > 3]`. Nil if
  /// the list may be a pattern.
  private func conditionInParentheses(_ list: ArgumentListSyntax, _ fields: [Field]) -> SourceRange? {
    guard list.items.count == 1, list.items[0].label == nil,
      !fields.contains(where: { source.text($0.type) == "Bool" })
    else { return nil }
    let range = list.items[0].value.range
    var angles: [UInt8] = []
    var compares = false
    for token in outerTokens(of: range) where token.kind == .infixOrPrefix {
      switch source.text(SourceRange(token.start, token.end)) {
      case "==", "!=", "<=", ">=", "&&", "||", "===", "!==": compares = true
      case "<", ">": angles.append(token.byte)
      default: break
      }
    }
    // Without fields there are no patterns, and no pattern begins with `!`.
    let isCondition = source.bytes[range.lowerBound] == Ascii.exclamation || fields.isEmpty && isGuard(range)
    // Two angle brackets may enclose generic arguments.
    return compares || angles.count == 1 || isCondition ? range : nil
  }

  private func isGuard(_ range: SourceRange) -> Bool {
    tree.names.find(range.lowerBound, range.upperBound).map { names[$0].namedGuard != nil } ?? false
  }

  /// Returns a finding for text that is no pattern: a type (`count: Int`), a case without its dot (`some(let n)`), or a
  /// condition as in other languages (`> 3`, `let n where n > 3`). Nil if the text may be a pattern.
  private func mistakeInPattern(_ value: SwiftText, of field: Field, named name: String) -> Diagnostic? {
    // Most patterns are one name.
    let first = source.bytes[value.range.lowerBound]
    let end = Ascii.endOfIdentifier(source.bytes, from: value.range.lowerBound, to: value.range.upperBound)
    if end == value.range.upperBound, first == Ascii.underscore || Ascii.isLowercase(first) { return nil }
    let label = field.label.map { text($0.id) } ?? "value"
    if !field.type.isEmpty, source.text(value.range) == source.text(field.type) {
      return .typeAsPattern(value.range, label: label, name)
    }
    if Ascii.isLowercase(first), source.bytes[end] == Ascii.leftParen,
      SwiftLexer.tokens(of: source.bytes, in: SourceRange(end, value.range.upperBound)).contains(where: isBinding)
    {
      return .caseWithoutDot(SourceRange(value.range.lowerBound, end), source.bytes)
    }
    for token in outerTokens(of: value.range) {
      let range = SourceRange(token.start, token.end)
      if token.start == value.range.lowerBound, [">", "<", ">=", "<=", "==", "!="].contains(source.text(range)) {
        return .conditionInParentheses(value.range, "\(label) \(source.text(value.range))", after: name)
      }
      if token.kind == .identifier, source.text(range) == "where" {
        let condition = source.text(SourceRange(token.end, value.range.upperBound))
        return .whereInPattern(range, condition: condition)
      }
    }
    return nil
  }

  /// Returns the tokens of a piece of Swift that are outside of all brackets in it.
  private func outerTokens(of range: SourceRange) -> [SwiftToken] {
    var depth = 0
    return SwiftLexer.tokens(of: source.bytes, in: range).filter { token in
      let isOuter = depth == 0
      if token.kind == .punctuation {
        switch token.byte {
        case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: depth += 1
        case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: depth -= 1
        default: break
        }
      }
      return isOuter
    }
  }

  /// Returns the type of the values that a field's pattern must match: `Int` for `n` in `open(n)` with
  /// `state open(persons: Int)`. Unknown for a field that contains a submachine's state or event. The file declares no
  /// type for such a field.
  private func subject(_ field: Field) -> PatternReader.Subject {
    // A pattern for a submachine looks into its state.
    field.submachine == nil && !field.type.isEmpty ? .type(field.type) : .unknown
  }

  var typeReader: TypeReader { TypeReader(bytes: source.bytes, alias: machine.alias) }

  /// Returns the pattern that a text contains: a single name (`n` or `let n`), `_`, or another pattern of Swift
  /// (`.some(let n)`).
  mutating func pattern(_ value: SwiftText, of subject: PatternReader.Subject) -> FieldPattern {
    var swift = SwiftLexer(bytes: source.bytes, from: value.range.lowerBound, to: value.range.upperBound)
    var first = swift.next()
    var second = swift.next()
    let word = source.text(SourceRange(first.start, first.end))
    if first.kind == .identifier, word == "let" || word == "var", second.kind == .identifier {
      let third = swift.next()
      if third.kind == .end {
        first = second
        second = third
      }
    }
    if first.kind == .identifier, second.kind == .end {
      switch source.text(SourceRange(first.start, first.end)) {
      case "_": return .ignored
      case "nil", "true", "false": break
      default: return .bound(boundName(first))
      }
    }
    return .deep(deepPattern(value.range, of: subject), value)
  }

  mutating func binding(_ name: Identifier, _ reader: PatternReader) -> Pattern.Binding {
    let type = reader.type(of: name)
    return .init(
      name: name, type: type, key: type.map { typeNumbers.key(of: $0, source.bytes) } ?? .unknown, usage: [])
  }

  private mutating func boundName(_ token: SwiftToken) -> Identifier {
    let isQuoted = token.byte == Ascii.backtick
    let start = token.start + (isQuoted ? 1 : 0)
    let end = token.end - (isQuoted ? 1 : 0)
    // The scanner has interned every name of the embedded Swift.
    let id = tree.names.find(start, end) ?? .none
    names[id].isTracked = true
    let name = file.identifier(NameSyntax(id: id, range: SourceRange(token.start, token.end)))
    note(name.range, name, .binding)
    return name
  }

  /// Returns whether a token is `let` or `var`.
  func isBinding(_ token: SwiftToken) -> Bool {
    guard token.kind == .identifier else { return false }
    let word = source.text(SourceRange(token.start, token.end))
    return word == "let" || word == "var"
  }

  /// Returns a text as a pattern of Swift, with the names that it binds. A tuple that contains only names and `_`, such
  /// as `(let a, _)`, counts as a pattern that always matches.
  private mutating func deepPattern(_ range: SourceRange, of subject: PatternReader.Subject) -> Pattern {
    let tokens = SwiftLexer.tokens(of: source.bytes, in: range)
    let reader = PatternReader(tokens, of: subject, typeReader)
    var pattern = Pattern(
      owner: .event, field: 0, range: range, isIrrefutable: false, shape: reader.shape, bindings: [])
    /// Whether each name in brackets binds a value, because a `let` stands before the brackets: `let .some(n)`.
    var bindsAll = false
    var isExpected = false
    var type = CastType()
    // A tuple: `(let a, _)`, or `let (a, b)`.
    let opener = tokens.first.map { isBinding($0) } == true ? 1 : 0
    var isTuple = opener < tokens.count && tokens[opener].isPunctuation(Ascii.leftParen)
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if type.contains(token, source.bytes) { continue }
      guard token.kind == .identifier else {
        // A tuple contains only names, `_`, commas and brackets. A dot or an `@` makes it another pattern.
        let isPlain = token.kind == .punctuation && token.byte != Ascii.dot && token.byte != Ascii.at
        if !isPlain { isTuple = false }
        continue
      }
      let word = source.text(SourceRange(token.start, token.end))
      let followsDot = index > 0 && tokens[index - 1].isPunctuation(Ascii.dot)
      if isBinding(token) {
        isExpected = true
        if next?.kind != .identifier { bindsAll = true }
      } else if followsDot || next?.isPunctuation(Ascii.colon) == true {
        // A case or a label.
      } else if word == "as" || word == "is" {
        isTuple = false
        type.begin()
      } else if word == "_" || word == "nil" || word == "true" || word == "false" {
        if word != "_" { isTuple = false }
      } else if isExpected || bindsAll {
        let name = boundName(token)
        pattern.bindings.append(binding(name, reader))
        isExpected = false
      } else {
        isTuple = false
      }
    }
    pattern.isIrrefutable = isTuple && !tokens.contains { $0.kind == .literal || $0.kind == .number }
    return pattern
  }
}

/// Finds out which tokens of a pattern are the type after `as` or `is`, such as `Int` in `let n as Int`. The names in
/// the type bind nothing.
private struct CastType {
  /// The number of brackets that are open in the type; nil if no such type is being read.
  private var depth: Int?

  mutating func begin() { depth = 0 }

  /// Returns whether the next token of the pattern belongs to the type: `Int` in `(let n as Int, _)`. The type ends
  /// before a comma, or before the closing bracket that follows it.
  mutating func contains(_ token: SwiftToken, _ bytes: [UInt8]) -> Bool {
    guard let depth else { return false }
    switch token.kind {
    case .punctuation:
      switch token.byte {
      case Ascii.leftParen, Ascii.leftBracket: self.depth = depth + 1
      case Ascii.rightParen, Ascii.rightBracket: self.depth = depth == 0 ? nil : depth - 1
      case Ascii.comma where depth == 0: self.depth = nil
      default: break
      }
    case .infixOrPrefix, .postfix:
      let text = bytes[token.start..<token.end]
      let closers = text.elementsEqual([Ascii.minus, Ascii.rightAngle]) ? 0 : text.count { $0 == Ascii.rightAngle }
      self.depth = max(0, depth + text.count { $0 == Ascii.leftAngle } - closers)
    case .identifier, .literal, .number, .end: break
    }
    return self.depth != nil
  }
}
