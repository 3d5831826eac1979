/// Reads the payloads of states, events and outputs, which are parameter lists in Swift's syntax.
extension Parser {
  /// Reads a payload or another parameter list, from its `(` to after its `)`. Returns nil after a mistake, which has
  /// been reported.
  ///
  /// - Parameters:
  ///   - ofEvent: whether the event may be a method, whose parameters can have specifiers such as `inout`.
  ///   - ofState: whether the list belongs to a state. Its labels can have `var` before them, and former names after
  ///     them.
  ///   - isStored: whether labels of a list that belongs to no state can have former names: `total was sum`.
  mutating func parsePayload(
    ofEvent: Bool = false, ofState: Bool = false, isStored: Bool = false
  ) -> [ParameterSyntax]? {
    lexer.begin(.type)
    guard let result = scanSwift(token.kind == .leftBrace ? .brace : .paren) else { return nil }
    lexer.begin(.end)
    var items = result.items
    if items.count > 1, let last = items.last, last.text.isEmpty { items.removeLast() }
    var parameters: [ParameterSyntax] = []
    var isWellFormed = true
    for item in items {
      if let parameter = parseParameter(
        item, in: result.text.range, ofEvent: ofEvent, ofState: ofState, isStored: ofState || isStored)
      {
        parameters.append(parameter)
      } else {
        isWellFormed = false
      }
    }
    return isWellFormed ? parameters : nil
  }

  /// Makes a parameter from one element of a list: its label, former names, type and default value. Returns nil after a
  /// mistake, which has been reported.
  ///
  /// - Parameter list: the range of the whole list, at which an empty element is reported.
  private mutating func parseParameter(
    _ item: SwiftListItem, in list: SourceRange, ofEvent: Bool, ofState: Bool, isStored: Bool
  ) -> ParameterSyntax? {
    let whole = item.text.range
    guard !item.text.isEmpty else {
      report(.malformedParameter(list, "a parameter is missing between two commas"))
      return nil
    }
    var parameter = ParameterSyntax(label: nil, name: nil, type: item.text, defaultValue: nil, range: whole)
    var typeStart = whole.lowerBound
    if let colon = item.colon, colon < item.equals ?? .max {
      var names: [NameSyntax] = []
      var swift = SwiftLexer(bytes: bytes, from: whole.lowerBound, to: colon)
      var next = swift.next()
      while next.kind == .identifier {
        let isQuoted = next.byte == Ascii.backtick
        let id = scanner.names.intern(next.start + (isQuoted ? 1 : 0), next.end - (isQuoted ? 1 : 0))
        names.append(NameSyntax(id: id, range: SourceRange(next.start, next.end)))
        next = swift.next()
      }
      if ofState, names.count > 1, let word = names.first, word.range.upperBound - word.range.lowerBound == 3,
        SwiftKeyword.matches("var", bytes, word.range.lowerBound)
      {
        parameter.isVariable = true
        names.removeFirst()
      }
      if isStored { parameter.formerNames = takeFormerNames(from: &names) }
      if names.count > 1, let word = wordOfProperty(names[0].range) {
        report(.constantParameter(names[0].range, word, end: names[1].range.lowerBound))
        return nil
      }
      guard next.kind == .end, names.count == 1 || names.count == 2 else {
        report(.malformedParameter(whole, "write 'label: Type', 'label name: Type', '_ name: Type' or 'Type'"))
        return nil
      }
      func isUnderscore(_ name: NameSyntax) -> Bool {
        bytes[name.range.lowerBound] == Ascii.underscore && name.range.upperBound == name.range.lowerBound + 1
      }
      parameter.label = isUnderscore(names[0]) ? nil : names[0]
      let inner = names[names.count - 1]
      parameter.name = isUnderscore(inner) ? nil : inner
      typeStart = colon + 1
    }
    let typeEnd = item.equals ?? whole.upperBound
    parameter.type = piece(of: item.text, from: typeStart, to: typeEnd)
    if let equals = item.equals {
      parameter.defaultValue = piece(of: item.text, from: equals + 1, to: whole.upperBound)
    }
    if parameter.type.isEmpty || parameter.defaultValue.map(\.isEmpty) == true {
      report(
        .malformedParameter(whole, parameter.type.isEmpty ? "its type is missing" : "its default is missing after '='")
      )
      return nil
    }
    if let mistake = missingColon(parameter) ?? missingType(parameter) {
      report(mistake)
      return nil
    }
    while let (range, problem, isSpecifier) = unusablePart(of: parameter.type) {
      guard ofEvent, isSpecifier else {
        report(.malformedParameter(range, problem))
        return nil
      }
      let start = parameter.specifier?.range.lowerBound ?? range.lowerBound
      parameter.specifier = SpecifierSyntax(
        range: SourceRange(start, range.upperBound), problem: parameter.specifier?.problem ?? problem)
      parameter.type = piece(of: parameter.type, from: range.upperBound, to: parameter.type.range.upperBound)
    }
    guard isType(parameter.type), parameter.defaultValue.map({ beginsBranch($0) }) != true,
      isExpression(misplaced: item.misplaced)
    else { return nil }
    return parameter
  }

  /// Returns whether a text may be a type, as far as its tokens show. Reports other texts.
  mutating func isType(_ text: SwiftText) -> Bool {
    guard let range = TypeForm.misplacedToken(in: text.range, bytes) else { return true }
    report(.misplacedInType(bytes, range))
    return false
  }

  /// Returns the word before a label if it is `let`, `var` or `inout`, which a parameter cannot have; nil for another
  /// word. The `var` that a state's field may have has been removed before.
  private func wordOfProperty(_ range: SourceRange) -> String? {
    guard range.upperBound - range.lowerBound <= 5 else { return nil }
    return ["let", "var", "inout"].first { bytes[range.lowerBound..<range.upperBound].elementsEqual($0.utf8) }
  }

  /// Returns the finding on `n = 3`, a default value without a type. Nil if the parameter has no such mistake, and for
  /// names with an underscore such as `int_t`, which may be types.
  private func missingType(_ parameter: ParameterSyntax) -> Diagnostic? {
    guard parameter.name == nil, parameter.label == nil, let value = parameter.defaultValue else { return nil }
    let name = text(of: parameter.type.range)
    guard name.first?.isLowercase == true, name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
    return .malformedParameter(
      SourceRange(parameter.type.range.lowerBound, value.range.upperBound),
      "write its type, as in '\(name): Int = \(Diagnostic.quotation(text(of: value.range)))'")
  }

  /// Returns the finding on `x Int`, `Int x` or `was x`, two words without a colon. Nil if the parameter has no such
  /// mistake, and for two words that are a type, such as `any Error`.
  private func missingColon(_ parameter: ParameterSyntax) -> Diagnostic? {
    guard parameter.name == nil, parameter.label == nil else { return nil }
    let range = parameter.type.range
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    let first = swift.next()
    let second = swift.next()
    guard first.kind == .identifier, second.kind == .identifier else { return nil }
    let label = String(decoding: bytes[first.start..<first.end], as: UTF8.self)
    if label == Keyword.was.rawValue {
      return .malformedParameter(range, "write '\(text(of: range))' after the payload, without parentheses")
    }
    guard !["any", "some", "repeat", "each", "sending", "borrowing", "consuming", "isolated"].contains(label) else {
      return nil
    }
    let type = String(decoding: bytes[second.start..<range.upperBound], as: UTF8.self)
    // `Int n`, as in C: a type begins with a capital letter, or is one of C's words.
    let isType = label.first?.isUppercase == true || ["int", "bool", "double", "float", "string"].contains(label)
    return isType && type.first?.isLowercase == true
      ? .typeBeforeLabel(range, label: type, type: label)
      : .parameterWithoutColon(range, label: label, type: type, end: first.end)
  }

  /// Returns the part of a parameter's type that no value in a payload can have, such as `inout`. `problem` is the
  /// message about it. `isSpecifier` is true if a parameter of a method may have the part. Nil if the type has no such
  /// part.
  private func unusablePart(of type: SwiftText) -> (range: SourceRange, problem: String, isSpecifier: Bool)? {
    let (start, end) = (type.range.lowerBound, type.range.upperBound)
    var swift = SwiftLexer(bytes: bytes, from: start, to: end)
    var token = swift.next()
    while token.isPunctuation(Ascii.at) {
      let name = swift.next()
      let attribute = SourceRange(token.start, name.end)
      switch String(decoding: bytes[name.start..<name.end], as: UTF8.self) {
      case "escaping": return (attribute, "a function in a payload is escaping without '@escaping': leave it out", true)
      case "autoclosure": return (attribute, "a payload is a value: it cannot be '@autoclosure'", false)
      default: break
      }
      token = swift.next()
      // The arguments of the attribute.
      if token.isPunctuation(Ascii.leftParen), token.start == name.end {
        while token.kind != .end, !token.isPunctuation(Ascii.rightParen) { token = swift.next() }
        token = swift.next()
      }
    }
    let word = SourceRange(token.start, token.end)
    let next = swift.next()
    let text = String(decoding: bytes[word.lowerBound..<word.upperBound], as: UTF8.self)
    if ["inout", "sending", "borrowing", "consuming", "isolated", "__owned", "__shared"].contains(text),
      next.kind == .identifier || next.kind == .punctuation && next.byte != Ascii.dot
    {
      return (word, "a payload is a value: it cannot be '\(text)'", true)
    }
    if end - start > 3, bytes[end - 1] == Ascii.dot, bytes[end - 2] == Ascii.dot, bytes[end - 3] == Ascii.dot {
      return (type.range, "a payload cannot be variadic: write '[Element]'", false)
    }
    return nil
  }

  /// Returns the part of `text` from `start` to before `end`, without blanks at its ends, and with the uses of names in
  /// this part.
  func piece(of text: SwiftText, from start: Int, to end: Int) -> SwiftText {
    var swift = SwiftLexer(bytes: bytes, from: start, to: end)
    let first = swift.next()
    var last = end
    while last > first.start, Ascii.isBlank(bytes[last - 1]) || Ascii.isNewline(bytes[last - 1]) { last -= 1 }
    guard first.kind != .end else { return SwiftText(range: SourceRange(start, start), uses: .none) }
    var uses = text.uses
    while uses.first < uses.end, Int(scanner.nameUses[Int(uses.first)].start) < first.start { uses.first += 1 }
    while uses.first < uses.end, Int(scanner.nameUses[Int(uses.end) - 1].start) >= last { uses.end -= 1 }
    return SwiftText(range: SourceRange(first.start, last), uses: uses)
  }
}
