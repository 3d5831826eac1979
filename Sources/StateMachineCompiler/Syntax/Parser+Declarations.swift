extension Parser {
  /// Reads one statement of a body.
  mutating func parseItem(in kind: BodyKind, into items: inout [ItemSyntax]) -> Void? {
    let documentation = lexer.takeDocumentation()
    if let keyword = keyword(), keyword.beginsItem, isKeywordHere(keyword) || isHistoryDefault(keyword) {
      return parseDeclaration(keyword, documentation, in: kind, into: &items)
    }
    switch token.kind {
    case .identifier:
      if let foreign = swiftDeclaration() {
        report(.computedProperty(foreign, token.range))
        return nil
      }
    case .asterisk, .arrow, .colon:
      break
    default:
      report(.unexpected(describe(token), token.range, expected: "a declaration or a row"))
      return nil
    }
    guard let transition = parseTransition(documentation) else { return nil }
    items.append(.transition(transition))
    return endStatement()
  }

  private func isHistoryDefault(_ keyword: Keyword) -> Bool {
    keyword == .history && lexer.peek().0 == Ascii.minus
  }

  /// What Swift has and a machine has not.
  private static let foreignWords: [(word: StaticString, what: String)] = [
    ("lazy", "a 'lazy' property"), ("weak", "a 'weak' property"), ("unowned", "an 'unowned' property"),
    ("static", "a 'static' member"), ("func", "a function"), ("init", "an initialiser"), ("struct", "a type"),
    ("enum", "a type"), ("class", "a type"), ("actor", "a type"), ("protocol", "a protocol"),
  ]

  /// `lazy var`, `func` and the like: no row has a second name behind its first.
  private func swiftDeclaration() -> String? {
    let (next, _) = lexer.peek()
    guard Ascii.beginsIdentifier(next) || next == Ascii.leftParen else { return nil }
    return Self.foreignWords.first { isWord($0.word) && (next != Ascii.leftParen || isWord("init")) }?.what
  }

  private mutating func parseDeclaration(
    _ keyword: Keyword, _ documentation: SourceRange?, in kind: BodyKind, into items: inout [ItemSyntax]
  ) -> Void? {
    let word = token
    if kind != .machine, Self.belongsToMachine(keyword) {
      report(.misplaced("'\(keyword.rawValue)'", "stands in the machine's body, not in a state's", word.range))
      return nil
    }
    if kind == .machine,
      keyword == .entry || keyword == .exit || keyword == .do || keyword == .defer || keyword == .history
    {
      report(.misplaced("'\(keyword.rawValue)'", "stands in a state's body", word.range))
      return nil
    }
    lexer.advance()
    switch keyword {
    case .initial, .final, .state:
      return parseStates(keyword, documentation, into: &items)
    case .choice:
      guard let name = parseName("the choice's name") else { return nil }
      items.append(.choice(name, documentation: documentation))
    case .region:
      guard let name = parseName("the region's name") else { return nil }
      guard token.kind == .leftBrace else {
        report(.unexpected(describe(token), token.range, expected: "'{' and the region's body"))
        guard token.kind == .separator, continuesDeeper(than: word) else { return nil }
        // What is indented is the body all the same.
        items.append(.region(name, body: parseBody(of: .region)))
        return endStatement()
      }
      items.append(.region(name, body: parseBody(of: .region)))
    case .event, .output:
      return parseSignatures(keyword, documentation, into: &items)
    case .let, .var:
      return parseStored(isVariable: keyword == .var, documentation, into: &items)
    case .guard:
      return parseNamedGuard(documentation, into: &items)
    case .typealias:
      guard token.kind == .identifier else {
        report(.expected("'Name = Type'", behind: "typealias", at: word.range))
        return nil
      }
      let result = scanner.scan(.line, from: word.end, opener: word.start)
      lexer.resume(at: result.end)
      guard !result.isUnclosed else { return nil }
      guard result.items.first?.equals != nil else {
        report(.expected("'Name = Type'", behind: "typealias", at: word.range))
        return nil
      }
      items.append(.typealias(TypealiasSyntax(documentation: documentation, text: result.text)))
    case .entry, .exit, .do:
      guard token.kind == .slash else {
        report(.unexpected(describe(token), token.range, expected: "'/' and effects behind '\(keyword.rawValue)'"))
        return nil
      }
      lexer.advance()
      guard let effects = parseEffects() else { return nil }
      let kind: ActionSyntax.Kind = keyword == .entry ? .entry : keyword == .exit ? .exit : .activity
      items.append(.action(ActionSyntax(kind: kind, keyword: word.range, effects: effects)))
    case .unhandled:
      guard let policy = parseName("'ignore', 'assert', 'trap', 'throw' or 'error'") else { return nil }
      items.append(.unhandled(policy, keyword: word.range))
    case .defer:
      guard let first = parseName("the event to defer") else { return nil }
      var events = NonEmpty(first)
      while token.kind == .comma {
        lexer.advance()
        guard let next = parseName("the event to defer") else { return nil }
        events.append(next)
      }
      items.append(.defer(events, keyword: word.range))
    case .wrapper:
      return parseWrapper(word, into: &items)
    case .history:
      guard token.kind == .arrow else {
        report(.unexpected(describe(token), token.range, expected: "'->' behind 'history'"))
        return nil
      }
      lexer.advance()
      guard let target = parseTarget() else { return nil }
      items.append(.historyDefault(target, keyword: word.range))
    default:
      report(.misplaced("'\(keyword.rawValue)'", "stands outside of machines", word.range))
      return nil
    }
    return endStatement()
  }

  /// Whether the next line that holds more than a comment is indented deeper than the one of a word.
  private func continuesDeeper(than word: Token) -> Bool {
    var next = token.start
    while next < bytes.count {
      if bytes[next] == Ascii.slash, next + 1 < bytes.count, bytes[next + 1] == Ascii.slash {
        while next < bytes.count, !Ascii.isNewline(bytes[next]) { next += 1 }
      } else if Ascii.isBlank(bytes[next]) || Ascii.isNewline(bytes[next]) {
        next += 1
      } else {
        break
      }
    }
    return next < bytes.count && Lines.indentation(bytes, at: next) > Lines.indentation(bytes, at: word.start)
  }

  private static func belongsToMachine(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .event, .output, .let, .var, .guard, .typealias, .unhandled, .wrapper: true
    default: false
    }
  }

  // MARK: States

  private mutating func parseStates(
    _ keyword: Keyword, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    // Documentation belongs to the first of several.
    var documentation = documentation
    if keyword != .state {
      guard self.keyword() == .state else {
        report(.unexpected(describe(token), token.range, expected: "'state' behind '\(keyword.rawValue)'"))
        return nil
      }
      lexer.advance()
    }
    while true {
      guard let name = parseName("the state's name") else { return nil }
      var state = StateSyntax(
        documentation: documentation, isInitial: keyword == .initial, isFinal: keyword == .final, name: name,
        payload: [], submachine: nil, body: [])
      if token.kind == .leftParen {
        guard let payload = parsePayload() else { return nil }
        state.payload = payload
      }
      if token.kind == .colon {
        lexer.advance()
        guard let machine = parseName("the machine that the state holds") else { return nil }
        state.submachine = machine
        state.submachineType = machine.range
        if token.kind == .lessThan {
          guard let angles = scanFence(.angle) else { return nil }
          state.submachineType = SourceRange(machine.range.lowerBound, angles.end)
        }
      }
      if token.kind == .leftBrace { state.body = parseBody(of: .state) }
      items.append(.state(state))
      documentation = nil
      guard token.kind == .comma else { return endStatement() }
      if keyword == .initial {
        report(.severalInitialStates(token.range))
        return nil
      }
      lexer.advance()
    }
  }

  // MARK: Events, outputs and their parameters

  private mutating func parseSignatures(
    _ keyword: Keyword, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    // Documentation belongs to the first of several.
    var documentation = documentation
    while true {
      guard let name = parseName("the \(keyword.rawValue)'s name") else { return nil }
      var signature = SignatureSyntax(documentation: documentation, name: name, payload: [])
      documentation = nil
      if token.kind == .leftParen {
        guard let payload = parsePayload() else { return nil }
        signature.payload = payload
      }
      if keyword == .event {
        items.append(.event(signature))
      } else {
        var kind = OutputKind.plain
        if let word = self.keyword(), word == .async || word == .stream {
          kind = word == .async ? .async : .stream
          lexer.advance()
        }
        items.append(.output(signature, kind))
      }
      guard token.kind == .comma else { return endStatement() }
      lexer.advance()
    }
  }

  /// A Swift parameter list, from its `(` to behind its `)`.
  private mutating func parsePayload() -> [ParameterSyntax]? {
    guard let result = scanFence(.paren) else { return nil }
    var items = result.items
    if items.count > 1, let last = items.last, last.text.isEmpty { items.removeLast() }
    var parameters: [ParameterSyntax] = []
    var isWellFormed = true
    for item in items {
      if let parameter = parseParameter(item, in: result.text.range) {
        parameters.append(parameter)
      } else {
        isWellFormed = false
      }
    }
    return isWellFormed ? parameters : nil
  }

  private mutating func parseParameter(_ item: SwiftListItem, in list: SourceRange) -> ParameterSyntax? {
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
        .malformedParameter(whole, parameter.type.isEmpty ? "its type is missing" : "its default is missing behind '='")
      )
      return nil
    }
    if let problem = unusableType(parameter.type) ?? missingColon(parameter) {
      report(.malformedParameter(parameter.type.range, problem))
      return nil
    }
    guard isType(parameter.type) else { return nil }
    return parameter
  }

  /// Whether the text may be a type; if not, that is reported.
  mutating func isType(_ text: SwiftText) -> Bool {
    guard let range = TypeForm.misplacedToken(in: text.range, bytes) else { return true }
    report(.misplacedInType(bytes, range))
    return false
  }

  /// `x Int`: two names in a row are no type, but for a few words that begin one.
  private func missingColon(_ parameter: ParameterSyntax) -> String? {
    guard parameter.name == nil, parameter.label == nil else { return nil }
    let range = parameter.type.range
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    let first = swift.next()
    let second = swift.next()
    guard first.kind == .identifier, second.kind == .identifier else { return nil }
    let label = String(decoding: bytes[first.start..<first.end], as: UTF8.self)
    guard !["any", "some", "repeat", "each", "sending", "borrowing", "consuming", "isolated"].contains(label) else {
      return nil
    }
    let type = String(decoding: bytes[second.start..<range.upperBound], as: UTF8.self)
    return "write '\(label): \(type)'"
  }

  /// What no associated value of an enum can be.
  private func unusableType(_ type: SwiftText) -> String? {
    let range = type.range
    if range.upperBound - range.lowerBound > 6, SwiftKeyword.matches("inout ", bytes, range.lowerBound) {
      return "a payload is a value: it cannot be 'inout'"
    }
    let end = range.upperBound
    if end - range.lowerBound > 3, bytes[end - 1] == Ascii.dot, bytes[end - 2] == Ascii.dot, bytes[end - 3] == Ascii.dot
    {
      return "a payload cannot be variadic: write '[Element]'"
    }
    return nil
  }

  /// The part of `text` between two offsets, trimmed, with the names that are used in it.
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

  // MARK: Properties and guards

  private mutating func parseStored(
    isVariable: Bool, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    guard token.kind == .identifier else {
      report(.unexpected(describe(token), token.range, expected: "the property's name"))
      return nil
    }
    let name = nameOfToken()
    guard !lexer.isAtEndOfStatement else {
      report(.propertyWithoutType(name.range, scanner.names.text(name.id)))
      return nil
    }
    let result = scanner.scan(.line, from: token.end, opener: token.start)
    lexer.resume(at: result.end)
    guard !result.isUnclosed else { return nil }
    guard result.items.count <= 1 else {
      report(
        .unexpected(
          "','", SourceRange(result.items[0].text.range.upperBound, result.items[0].text.range.upperBound + 1),
          expected: "the end of the line: one property a line"))
      return nil
    }
    guard let item = result.items.first, let colon = item.colon, colon == item.text.range.lowerBound else {
      report(.propertyWithoutType(name.range, scanner.names.text(name.id)))
      return nil
    }
    let type = piece(of: item.text, from: colon + 1, to: item.equals ?? item.text.range.upperBound)
    let value = item.equals.map { piece(of: item.text, from: $0 + 1, to: item.text.range.upperBound) }
    if type.isEmpty {
      report(.propertyWithoutType(name.range, scanner.names.text(name.id)))
      return nil
    }
    if let brace = accessorBrace(type, value) {
      report(.computedProperty("a computed or observed property", SourceRange(brace, brace + 1)))
      return nil
    }
    if let value, value.isEmpty {
      report(
        .missingSwift("the initial value", SourceRange(item.text.range.upperBound - 1, item.text.range.upperBound)))
      return nil
    }
    guard isType(type) else { return nil }
    items.append(
      .stored(
        StoredSyntax(documentation: documentation, isVariable: isVariable, name: name, type: type, initialValue: value))
    )
    return endStatement()
  }

  /// The `{` of accessors or observers.
  private func accessorBrace(_ type: SwiftText, _ value: SwiftText?) -> Int? {
    var swift = SwiftLexer(bytes: bytes, from: type.range.lowerBound, to: type.range.upperBound)
    var next = swift.next()
    while next.kind != .end {
      if next.isPunctuation(Ascii.leftBrace) { return next.start }
      next = swift.next()
    }
    guard let value else { return nil }
    swift = SwiftLexer(bytes: bytes, from: value.range.lowerBound, to: value.range.upperBound)
    var brace: Int?
    next = swift.next()
    while next.kind != .end {
      if let brace, next.kind == .identifier,
        SwiftKeyword.matches("didSet", bytes, next.start) || SwiftKeyword.matches("willSet", bytes, next.start)
      {
        return brace
      }
      brace = next.isPunctuation(Ascii.leftBrace) ? next.start : nil
      next = swift.next()
    }
    return nil
  }

  private mutating func parseNamedGuard(
    _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    guard let name = parseName("the guard's name") else { return nil }
    guard token.kind == .equals else {
      report(.unexpected(describe(token), token.range, expected: "'=' and the guard's condition"))
      return nil
    }
    let equals = token
    let result = scanner.scan(.line, from: token.end, opener: name.range.lowerBound)
    lexer.resume(at: result.end)
    guard !result.isUnclosed else { return nil }
    guard !result.text.isEmpty else {
      report(.missingSwift("the guard's condition", equals.range))
      return nil
    }
    items.append(
      .namedGuard(NamedGuardSyntax(documentation: documentation, name: name, expression: result.text)))
    return endStatement()
  }

  // MARK: Wrappers

  private mutating func parseWrapper(_ word: Token, into items: inout [ItemSyntax]) -> Void? {
    guard let attributes = parseAttributes() else { return nil }
    let kind: WrapperSyntax.Kind
    switch keyword() {
    case Keyword.none?: kind = .none
    case .class: kind = .class
    case .actor: kind = .actor
    default:
      report(.unexpected(describe(token), token.range, expected: "'class', 'actor' or 'none' behind 'wrapper'"))
      return nil
    }
    var range = SourceRange(word.start, token.end)
    lexer.advance()
    var name: NameSyntax?
    if token.kind == .identifier {
      name = nameOfToken()
      range.end = UInt32(token.end)
      lexer.advance()
    }
    items.append(.wrapper(WrapperSyntax(attributes: attributes, kind: kind, name: name, range: range)))
    return endStatement()
  }
}
