extension Parser {
  /// Reads one statement in a body of the given kind, and adds it to `items`. Returns nil if the statement has a
  /// mistake, which has been reported.
  mutating func parseItem(in kind: BodyKind, into items: inout [ItemSyntax]) -> Void? {
    let documentation = lexer.takeDocumentation()
    if token.kind == .at {
      guard let head = parseDeclarationHead() else { return nil }
      // Documentation may also follow attributes.
      let afterAttributes = lexer.takeDocumentation()
      return parseMethodDeclaration(head, documentation ?? afterAttributes, in: kind, into: &items)
    }
    if let word = keyword(), word.isAccess, beginsMethodDeclaration() {
      guard let head = parseDeclarationHead() else { return nil }
      return parseMethodDeclaration(head, documentation, in: kind, into: &items)
    }
    let access = takeAccess()
    if let keyword = keyword(), keyword.beginsItem, isKeywordHere(keyword) || isBeforeArrow(keyword) {
      return parseDeclaration(keyword, documentation, access, in: kind, into: &items)
    }
    switch token.kind {
    case .identifier:
      if let foreign = swiftDeclaration() {
        reportSwiftDeclaration(foreign)
        return nil
      }
    case .asterisk, .arrow, .colon:
      break
    default:
      if isStarInBrackets { hasPossibleInitialState = true }
      reportUnexpected(expected: "a declaration or a row", at: .statement)
      return nil
    }
    if isPossibility { return parsePossibility(documentation, in: kind, into: &items) }
    let start = token.start
    guard let transition = parseTransition(documentation) else {
      guard let sources = sourcesBeforeCan.take() else { return nil }
      return parseReachability(documentation, of: sources, from: start, in: kind, into: &items)
    }
    // A mistake later on the line may be the cause of other findings on the row.
    guard !hasEndedEarly, endStatement(of: transition) != nil else { return nil }
    items.append(.transition(transition))
    return ()
  }

  /// The access level that is written before a property or a wrapper.
  private struct ItemAccess {
    var level: AccessLevel
    /// Whether the access level is only for the setter: `private(set)`.
    var isSetter = false
  }

  /// Reads the access level before a property or a wrapper. A property can have `private` or `private(set)`, and a
  /// wrapper any access level. Returns nil, and reads nothing, before anything else: a state may have the name
  /// `private`.
  private mutating func takeAccess() -> ItemAccess? {
    guard let word = keyword(), word.isAccess, let level = AccessLevel(rawValue: word.rawValue) else { return nil }
    let start = lexer
    var access = ItemAccess(level: level)
    lexer.advance()
    if token.kind == .leftParen {
      lexer.advance()
      access.isSetter = token.kind == .identifier && isWord("set")
      lexer.advance()
      if access.isSetter, token.kind == .rightParen { lexer.advance() } else { access.isSetter = false }
    }
    let isHere =
      switch keyword() {
      case .var?: level == .private && isKeywordHere(.var)
      case .let?: level == .private && !access.isSetter && isKeywordHere(.let)
      case .wrapper?: !access.isSetter && isKeywordHere(.wrapper)
      default: false
      }
    if isHere, !lexer.isAtEndOfStatement { return access }
    lexer = start
    return nil
  }

  /// Returns whether the keyword begins a transition of a pseudostate, `history -> target` or `initial -> target`. `=>`
  /// in place of the arrow counts, too: it is reported later.
  private func isBeforeArrow(_ keyword: Keyword) -> Bool {
    guard keyword == .history || keyword == .initial else { return false }
    let next = lexer.peek(isInRow: true)
    return next.0 == Ascii.minus || next == (Ascii.equals, Ascii.rightAngle)
  }

  /// Returns whether the token is an access level before a method. It is if `event` or `action` follows the token, and
  /// then a name.
  private func beginsMethodDeclaration() -> Bool {
    var next = lexer
    next.advance()
    guard next.token.kind == .identifier else { return false }
    switch Keyword(bytes, next.token.start, next.token.end) {
    case .event, .action: return Ascii.beginsIdentifier(next.peek().0) || next.peek().0 == Ascii.backtick
    default: return false
    }
  }

  /// Reads a declaration of an event or an action from its keyword on, and adds it to `items`.
  ///
  /// - Parameter head: the attributes and the access level before the keyword, which the parser has read already.
  private mutating func parseMethodDeclaration(
    _ head: DeclarationHead, _ documentation: SourceRange?, in kind: BodyKind, into items: inout [ItemSyntax]
  ) -> Void? {
    let keyword: Keyword = self.keyword() == .action ? .action : .event
    guard kind == .machine else {
      report(.misplaced("'\(keyword.rawValue)'", "stands in the machine's body, not in a state's", token.range))
      return nil
    }
    lexer.advance()
    if keyword == .event { return parseSignatures(keyword, documentation, head, into: &items) }
    guard let action = parseActionEnum(documentation, head.attributes, head.access?.level) else { return nil }
    items.append(.actionEnum(action))
    return endStatement()
  }

  /// The words that begin declarations of Swift, such as `func`. `what` has the words for the declaration in messages,
  /// such as `a function`.
  private static let foreignWords: [(word: StaticString, what: String)] = [
    ("lazy", "a 'lazy' property"), ("weak", "a 'weak' property"), ("unowned", "an 'unowned' property"),
    ("static", "a 'static' member"), ("func", "a function"), ("init", "an initialiser"), ("struct", "a type"),
    ("enum", "a type"), ("indirect", "a type"), ("extension", "an extension"), ("class", "a type"), ("actor", "a type"),
    ("protocol", "a protocol"),
  ]

  /// Returns the words for the declaration of Swift that begins at the token, such as `a function`, for a message. Nil
  /// if no declaration of Swift begins at the token.
  func swiftDeclaration() -> String? {
    var next = lexer
    let modifiers: [StaticString] = ["mutating", "nonmutating", "override", "final", "isolated"]
    func isModifier(_ token: Token) -> Bool {
      token.kind == .identifier
        && (Keyword(bytes, token.start, token.end)?.isModifier == true || modifiers.contains { isWord(token, $0) })
    }
    while isModifier(next.token) { next.advance() }
    let (after, _) = next.peek()
    guard Ascii.beginsIdentifier(after) || after == Ascii.leftParen else { return nil }
    let isInit = isWord(next.token, "init")
    return Self.foreignWords.first { isWord(next.token, $0.word) && (after != Ascii.leftParen || isInit) }?.what
  }

  /// Reports a declaration of Swift outside of `swift { … }`, and skips it. If its `{` is on the next line, the caller
  /// continues at this brace.
  ///
  /// - Parameter what: the words for the declaration in the message, such as `a function`.
  mutating func reportSwiftDeclaration(_ what: String) {
    if what == "a type", let remedy = remedyForWrapper {
      report(.unexpected(describe(token), token.range, expected: "'wrapper'", remedy: remedy))
    } else {
      report(.computedProperty(what, token.range))
    }
    recover()
    if token.kind == .separator, isBraceNext { lexer.advance() }
  }

  /// Reads the statement that begins with `keyword`, and adds it to `items`. Returns nil after a mistake, which has
  /// been reported. A keyword that only another kind of body can have is such a mistake.
  ///
  /// - Parameter access: the access level before a property or a wrapper, which has been read; nil if there is none.
  private mutating func parseDeclaration(
    _ keyword: Keyword, _ documentation: SourceRange?, _ access: ItemAccess?, in kind: BodyKind,
    into items: inout [ItemSyntax]
  ) -> Void? {
    let word = token
    if keyword == .initial, isBeforeArrow(keyword) {
      return parsePseudostateTransition(documentation, in: kind, into: &items) { .initialTransition($0) }
    }
    if kind != .machine, Self.belongsToMachine(keyword) {
      report(.misplaced("'\(keyword.rawValue)'", "stands in the machine's body, not in a state's", word.range))
      return nil
    }
    if kind == .machine,
      keyword == .entry || keyword == .exit || keyword == .do || keyword == .defer || keyword == .history
    {
      if keyword == .history, lexer.isAtEndOfStatement {
        lexer.advance()
        reportUnexpected(expected: "'->' after 'history'", at: .arrow)
        return nil
      }
      report(
        .misplaced(
          "'\(keyword.rawValue)'", "stands in a state's body, as in 'state a { \(keyword.rawValue) … }'", word.range))
      return nil
    }
    if keyword == .history {
      return parsePseudostateTransition(documentation, in: kind, into: &items) { .historyDefault($0) }
    }
    lexer.advance()
    lexer.begin(.after(keyword))
    switch keyword {
    case .initial, .final, .state:
      return parseStates(keyword, word, documentation, into: &items)
    case .choice:
      guard parseChoices(documentation, into: &items) != nil else { return nil }
      return endStatement(at: .choice)
    case .region:
      guard let name = parseDeclaredName("the region's name") else { return nil }
      let formerNames = parseFormerNames()
      let bodyStart = startOfBody
      let body =
        token.kind == .leftBrace
        ? parseBody(of: .region) : parseBodyWithoutBrace(of: .region, after: word, name: text(of: name.range))
      guard let body else { return nil }
      items.append(
        .region(
          RegionSyntax(
            name: name, formerNames: formerNames, body: body, bodyRange: bodyRange(from: bodyStart),
            range: SourceRange(word.start, lexer.previousEnd))))
    case .group:
      guard parseGroup(documentation, into: &items) != nil else { return nil }
      return endStatement(at: .member)
    case .event, .output:
      return parseSignatures(keyword, documentation, nil, into: &items)
    case .action:
      guard let action = parseActionEnum(documentation, [], nil) else { return nil }
      items.append(.actionEnum(action))
    case .interface:
      guard let interface = parseInterface(after: word) else { return nil }
      items.append(.interface(interface))
    case .let, .var:
      let visibility: PropertyVisibility = access.map { $0.isSetter ? .readOnly : .private } ?? .machine
      return parseStored(isVariable: keyword == .var, visibility, documentation, into: &items)
    case .guard:
      return parseNamedGuard(documentation, into: &items)
    case .effect:
      guard let effect = parseNamedEffect(documentation) else { return nil }
      items.append(.namedEffect(effect))
    case .typealias:
      guard token.kind == .identifier else {
        report(.expected("'Name = Type'", after: "typealias", at: word.range))
        return nil
      }
      lexer.begin(.type)
      let result = scanner.scan(.line, from: word.end, opener: word.start)
      resume(after: result, marks: [result.items.first?.equals])
      guard !result.isUnclosed else { return nil }
      guard let equals = result.items.first?.equals, hasNameOfTypealias(result.text),
        let type = bytes[(equals + 1)...].firstIndex(where: { !Ascii.isBlank($0) && !Ascii.isNewline($0) }),
        !beginsStatement(type, after: equals)
      else {
        report(.expected("'Name = Type'", after: "typealias", at: word.range))
        return nil
      }
      items.append(.typealias(TypealiasSyntax(documentation: documentation, text: result.text)))
    case .entry, .exit, .do:
      guard let action = parseAction(keyword, word) else { return nil }
      items.append(.action(action))
    case .unhandled:
      guard let policy = parsePolicy(after: word) else { return nil }
      if token.kind == .comma, lexer.peek().0 != Ascii.lineFeed {
        lexer.advance()
        report(.severalPolicies(token.range, text(of: token.range)))
        return nil
      }
      items.append(.unhandled(policy))
    case .defer:
      guard let first = parseName("the event to defer") else { return nil }
      var events = NonEmpty(first)
      while token.kind == .comma {
        guard continues(with: "an event", in: .after(.defer)) else { break }
        guard let next = parseName("the event to defer") else { return nil }
        events.append(next)
      }
      items.append(.defer(events, keyword: word.range))
    case .never, .invariant, .within:
      return parseClaim(keyword, word, documentation, into: &items)
    case .try:
      return parseTry(word, documentation, into: &items)
    case .was:
      return parseFormerState(into: &items)
    case .wrapper:
      return parseWrapper(word, access?.level, into: &items)
    case .swift:
      guard let block = parseSwiftBlock(after: word) else { return nil }
      items.append(.swift(block))
    default:
      report(.misplaced("'\(keyword.rawValue)'", "stands outside of machines", word.range))
      return nil
    }
    return endStatement()
  }

  private static func belongsToMachine(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .group, .event, .output, .let, .var, .guard, .effect, .typealias, .unhandled, .wrapper, .swift, .interface,
      .action, .never, .invariant, .within, .try:
      true
    default: false
    }
  }

  /// Returns whether the text after `typealias` begins with a name and `=`, or with a name and generic parameters.
  private func hasNameOfTypealias(_ text: SwiftText) -> Bool {
    var swift = SwiftLexer(bytes: bytes, from: text.range.lowerBound, to: text.range.upperBound)
    guard swift.next().kind == .identifier else { return false }
    let next = swift.next()
    return next.byte == Ascii.equals && next.end == next.start + 1 || next.byte == Ascii.leftAngle
  }

  // MARK: States

  /// Reads a line such as `entry [guard] / effects`, whose keyword `entry`, `exit` or `do` has been read. Only `entry`
  /// and `exit` may have a guard.
  private mutating func parseAction(_ keyword: Keyword, _ word: Token) -> ActionSyntax? {
    let kind: ActionSyntax.Kind = keyword == .entry ? .entry : keyword == .exit ? .exit : .activity
    var action = ActionSyntax(kind: kind, keyword: word.range, effects: [])
    if token.kind == .leftBracket, kind != .activity {
      guard let condition = parseGuard() else { return nil }
      switch condition {
      case .expression(let text, _): action.condition = text
      case .otherwise(let range):
        report(.elseOfAction(range, keyword.rawValue))
        return nil
      }
    }
    guard token.kind == .slash else {
      let head = Diagnostic.quotation(text(of: SourceRange(word.start, lexer.previousEnd)))
      reportUnexpected(expected: "'/' and effects after '\(keyword.rawValue)'", at: .action, after: head)
      return nil
    }
    guard continues(with: "an effect", in: .effect), let effects = parseEffects() else { return nil }
    action.effects = effects
    return action
  }

  /// Reads a declaration of one or several states, such as `state open, closed`, and adds the states to `items`.
  /// Returns nil after a mistake, which has been reported.
  private mutating func parseStates(
    _ keyword: Keyword, _ word: Token, _ documentation: SourceRange?, into items: inout [ItemSyntax]
  ) -> Void? {
    // Documentation belongs to the first of several.
    var documentation = documentation
    guard let isFinal = parseKindOfState(keyword) else { return nil }
    var start = word.start
    while true {
      guard let name = parseDeclaredName("the state's name") else { return nil }
      var state = StateSyntax(
        documentation: documentation, isInitial: keyword == .initial, isFinal: isFinal, name: name,
        payload: [], formerNames: [], submachine: nil, body: [],
        range: SourceRange(min(start, name.range.lowerBound), 0))
      if token.kind == .leftParen || isPayloadInBraces {
        if token.kind == .leftBrace {
          report(.unexpected("'{'", token.range, expected: "'('", remedy: "write a payload in parentheses"))
        }
        guard let payload = parsePayload(ofState: true) else { return nil }
        state.payload = payload
      }
      state.formerNames = parseFormerNames()
      guard !hasPayload(after: state.formerNames) else { return nil }
      if token.kind == .colon {
        let colon = token
        lexer.advance()
        lexer.begin(.submachine)
        guard !isBodyByIndentation(after: colon) else {
          report(.bodyAfterColon(colon.range, scanner.names.text(name.id)))
          guard Lines.indentation(bytes, at: token.start) > Lines.indentation(bytes, at: word.start) else {
            hasEndedEarly = true
            return nil
          }
          skipDeeperLines(than: word)
          items.append(.state(state))
          return endStatement()
        }
        guard token.kind == .identifier else {
          reportUnexpected(expected: "the machine that the state holds", at: .state)
          return nil
        }
        guard let machine = parseTypePath("the machine that the state holds") else { return nil }
        state.submachine = machine
      }
      if let bodyStart = startOfBody {
        state.body = parseBody(of: .state)
        state.bodyRange = bodyRange(from: bodyStart)
      } else if lacksBrace(word) {
        state.body = parseBodyWithoutBrace(of: .state, after: word) ?? []
      }
      state.range.end = UInt32(truncatingIfNeeded: lexer.previousEnd)
      start = .max
      // A mistake after the name may be a part of the declaration, which is then ignored.
      guard token.kind == .comma || endStatement(at: .state) != nil else {
        if !state.body.isEmpty { items.append(.state(state)) }
        return nil
      }
      items.append(.state(state))
      documentation = nil
      guard token.kind == .comma else { return () }
      if keyword == .initial {
        report(.severalInitialStates(token.range))
        return nil
      }
      guard continues(with: "a state", in: .after(.state)) else { return endStatement() }
    }
  }

  /// Whether `{ n: Int` or the like begins at the token: a payload in braces, which belongs in parentheses.
  private var isPayloadInBraces: Bool {
    guard token.kind == .leftBrace else { return false }
    var swift = SwiftLexer(bytes: bytes, from: token.end, to: bytes.count)
    guard swift.next().kind == .identifier, swift.next().isPunctuation(Ascii.colon) else { return false }
    let type = swift.next()
    return ["Int", "String", "Bool", "Double", "Float", "Date", "Duration"].contains(
      text(of: SourceRange(type.start, type.end)))
  }

  /// Returns whether the indented lines after `state x:` are the body of the state, as in Python. If the first of them
  /// has only a name, they are no body: the name is the state's submachine.
  private func isBodyByIndentation(after colon: Token) -> Bool {
    guard bytes[colon.end..<token.start].contains(where: Ascii.isNewline) else { return false }
    guard token.kind == .identifier, !beginsStatement else { return true }
    var next = lexer
    repeat { next.advance() } while next.token.kind == .dot || next.token.kind == .identifier
    return ![.separator, .endOfFile, .rightBrace, .leftBrace, .comma, .lessThan].contains(next.token.kind)
  }

  /// Skips the lines that are indented deeper than the line of `word`. Nothing in these lines is reported. They may
  /// declare names, so uses of the names in these lines are not reported as undeclared either.
  private mutating func skipDeeperLines(than word: Token) {
    let start = token.start
    let indentation = Lines.indentation(bytes, at: word.start)
    while token.kind != .endOfFile, Lines.indentation(bytes, at: token.start) > indentation {
      recover()
      guard token.kind == .separator else { break }
      lexer.advance()
    }
    notePossiblyDeclaredNames(from: start)
    if token.kind != .rightBrace { hasEndedEarly = true }
  }

  /// Reads the words between `initial` or `final` and the state's name, such as `final state` after `initial`. Returns
  /// whether the state is final; returns nil after a mistake, which has been reported.
  private mutating func parseKindOfState(_ keyword: Keyword) -> Bool? {
    guard keyword != .state else { return false }
    let isInitialFinal = keyword == .initial && self.keyword() == .final
    if isInitialFinal {
      lexer.advance()
      lexer.begin(.after(.final))
    }
    guard self.keyword() == .state else {
      let words = isInitialFinal ? "initial final" : keyword.rawValue
      reportUnexpected(
        expected: "'state' after '\(isInitialFinal ? "final" : keyword.rawValue)'", at: .kindOfState, after: words)
      return nil
    }
    lexer.advance()
    lexer.begin(.after(.state))
    return isInitialFinal || keyword == .final
  }

  /// Reads `programme, answered` after the keyword `choice`, and adds both choices to `items`.
  private mutating func parseChoices(_ documentation: SourceRange?, into items: inout [ItemSyntax]) -> Void? {
    // Documentation belongs to the first of several.
    var documentation = documentation
    while true {
      guard let name = parseDeclaredName("the choice's name") else { return nil }
      if token.kind == .leftParen {
        report(
          .dropped(
            "a choice with parameters", token.range,
            remedy: "leave them out, and declare what its rows need in a block of the rows that lead there,"
              + " '/ { let name = value }'; labels that all of these have stay in scope"))
        return nil
      }
      items.append(.choice(name, documentation: documentation))
      documentation = nil
      guard token.kind == .comma, continues(with: "a choice", in: .after(.choice)) else { return () }
    }
  }

  /// Reads `connected = established, active.sound` after the keyword `group`.
  private mutating func parseGroup(_ documentation: SourceRange?, into items: inout [ItemSyntax]) -> Void? {
    guard let name = parseDeclaredName("the group's name") else { return nil }
    guard token.kind == .equals else {
      reportUnexpected(expected: "'=' and the group's states", at: .group, after: text(of: name.range))
      return nil
    }
    guard continues(with: "a state", in: .source) else { return nil }
    guard token.kind == .identifier else {
      reportUnexpected(expected: "a state of the group", at: .member)
      return nil
    }
    guard let first = parsePath("a state of the group") else { return nil }
    var members = NonEmpty(first)
    while token.kind == .comma {
      guard continues(with: "a state", in: .source) else { break }
      guard let next = parsePath("a state of the group") else { return nil }
      members.append(next)
    }
    guard !hasEndedEarly else { return nil }
    items.append(.group(GroupSyntax(documentation: documentation, name: name, members: members)))
    return ()
  }

  // MARK: Events and outputs

  /// Reads the declarations after `event` or `output`, such as `entered(count: Int), left`, and adds them to `items`.
  ///
  /// - Parameter head: the attributes and the access level before an event that is a method; nil if the declaration has
  ///   neither.
  private mutating func parseSignatures(
    _ keyword: Keyword, _ documentation: SourceRange?, _ head: DeclarationHead?, into items: inout [ItemSyntax]
  ) -> Void? {
    // Documentation belongs to the first of several.
    var documentation = documentation
    while true {
      guard let name = parseDeclaredName("the \(keyword.rawValue)'s name") else { return nil }
      noteMisread(name, as: keyword == .event ? Keyword.triggers : Keyword.effects)
      var signature = SignatureSyntax(documentation: documentation, name: name, payload: [])
      documentation = nil
      let start = token.start
      var method = MethodSyntax(
        attributes: head?.attributes ?? [], access: head?.access?.range, range: head?.range ?? SourceRange(start, start)
      )
      if keyword == .event {
        guard let generics = parseGenericsOfEvent() else { return nil }
        method.generics = generics
      }
      if token.kind == .leftParen {
        guard let payload = parsePayload(ofEvent: keyword == .event, isStored: true) else { return nil }
        signature.payload = payload
      }
      signature.formerNames = parseFormerNames()
      guard !hasPayload(after: signature.formerNames) else { return nil }
      if keyword == .event {
        let after = token
        guard parseMethod(into: &method) != nil else { return nil }
        if head == nil { method.range = method.generics ?? after.range }
        if head != nil || method.generics != nil || lexer.previousEnd > after.start { signature.method = method }
      }
      if keyword == .event, self.keyword() == .unhandled {
        let word = token
        lexer.advance()
        lexer.begin(.after(.unhandled))
        guard let policy = parsePolicy(after: word) else { return nil }
        signature.policy = policy
      }
      if keyword == .event, token.kind == .slash {
        let event = text(of: name.range)
        report(
          .dropped(
            "an effect of an event in every state", token.range,
            remedy: "write it in the rows for '\(event)', and in '* : \(event) / …' for all other states"))
        return nil
      }
      let kind = keyword == .output ? parseOutputKind() : .plain
      if keyword == .output, token.kind == .arrow {
        guard parseSentEvents(of: &signature) != nil else { return nil }
      }
      // A mistake after the name may be a part of the declaration, which is then ignored.
      guard token.kind == .comma || endStatement(at: keyword == .event ? .event : .output) != nil else { return nil }
      items.append(keyword == .event ? .event(signature) : .output(signature, kind))
      guard token.kind == .comma else { return () }
      guard continues(with: "an \(keyword.rawValue)", in: .after(keyword)) else { return endStatement() }
    }
  }

  /// Reads `greet(_ name: String) = log("hello \(name)"), { count += 1 }` after the keyword `effect`.
  private mutating func parseNamedEffect(_ documentation: SourceRange?) -> NamedEffectSyntax? {
    guard let name = parseDeclaredName("the effect's name") else { return nil }
    noteMisread(name, as: Keyword.effects)
    var parameters: [ParameterSyntax] = []
    if token.kind == .leftParen {
      guard let payload = parsePayload() else { return nil }
      parameters = payload
    }
    guard token.kind == .equals else {
      reportUnexpected(expected: "'=' and what the effect does", at: .namedEffect, after: text(of: name.range))
      return nil
    }
    guard continues(with: "an effect", in: .effect) else { return nil }
    let start = token.start
    guard let effects = parseEffects() else { return nil }
    return NamedEffectSyntax(
      documentation: documentation, name: name, parameters: parameters, effects: effects,
      range: SourceRange(start, lexer.previousEnd))
  }

  /// Reads the policy after `unhandled`: `ignore`, `error`, `trap "text"`, `throw Refused()` and so on.
  private mutating func parsePolicy(after keyword: Token) -> PolicySyntax? {
    let isThrow = self.keyword() == .throw
    let isMisspelled = isWord("throws")
    let mayHaveMessage = self.keyword() == .trap || isWord("assert")
    guard let word = parseName("'ignore', 'assert', 'trap', 'throw' or 'error'") else { return nil }
    var policy = PolicySyntax(keyword: keyword.range, word: word)
    switch token.kind {
    case .separator, .rightBrace, .endOfFile, .comma, .slash: return policy
    case .unknown where mayHaveMessage && beginsStringLiteral:
      guard let message = parseMessage(after: word.range) else { return nil }
      policy.message = message
      return policy
    default: break
    }
    guard isThrow else {
      if isMisspelled {
        report(.unknownPolicy("throws", word.range, nearest: "throw"))
      } else if isPolicy(token.range) {
        report(.severalPolicies(token.range, text(of: token.range)))
      } else {
        report(.errorOfOtherPolicy(token.range, describe(token), after: scanner.names.text(word.id)))
      }
      return nil
    }
    guard let error = parseThrown(after: word.range) else { return nil }
    if let second = secondPolicy(after: error.range) {
      report(.severalPolicies(second, text(of: second)))
      return nil
    }
    policy.error = error
    return policy
  }

  private func isPolicy(_ range: SourceRange) -> Bool {
    let words: [StaticString] = ["ignore", "assert", "trap", "throw", "error", "unhandled"]
    return words.contains {
      range.upperBound - range.lowerBound == $0.utf8CodeUnitCount && SwiftKeyword.matches($0, bytes, range.lowerBound)
    }
  }

  private func isEndOfExpression(_ token: SwiftToken) -> Bool {
    guard token.kind == .identifier else { return token.isPunctuation(Ascii.rightParen) }
    let words: [StaticString] = ["as", "is", "any", "try", "some", "await"]
    return !words.contains {
      token.end - token.start == $0.utf8CodeUnitCount && SwiftKeyword.matches($0, bytes, token.start)
    }
  }

  /// Returns the range of the word that begins a second policy after an error, such as `trap` in
  /// `throw Refused() trap`. Nil if the text in the range `error` has no second policy.
  private func secondPolicy(after error: SourceRange) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: error.lowerBound, to: error.upperBound)
    var depth = 0
    var previous = swift.next()
    var token = previous
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftParen) || token.isPunctuation(Ascii.leftBracket) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) || token.isPunctuation(Ascii.rightBracket) { depth -= 1 }
      let range = SourceRange(token.start, token.end)
      if depth == 0, isPolicy(range), isEndOfExpression(previous), previous.end < token.start { return range }
      previous = token
      token = swift.next()
    }
    return nil
  }

  /// Reads `-> validated, also failed` after an output. Adds the events to `signature.sent`, and those with `also` to
  /// `signature.alsoSent`, too.
  private mutating func parseSentEvents(of signature: inout SignatureSyntax) -> Void? {
    repeat {
      guard continues(with: "an event", in: .trigger) else { return signature.sent.isEmpty ? nil : () }
      let next = lexer.peek().0
      let isAlso = keyword() == .also && (Ascii.beginsIdentifier(next) || next == Ascii.backtick)
      if isAlso { lexer.advance() }
      guard let event = parseName("the event that the output sends") else { return nil }
      signature.sent.append(event)
      if isAlso { signature.alsoSent.append(event) }
    } while token.kind == .comma
    guard token.kind != .leftParen, token.kind != .identifier else {
      reportUnexpected(expected: "the end of the line", at: .sent)
      return nil
    }
    return ()
  }

  private mutating func parseOutputKind() -> OutputKind {
    guard let word = keyword(), word == .async || word == .stream else { return .plain }
    lexer.advance()
    return word == .async ? .async : .stream
  }

  // MARK: Wrappers

  /// Reads a wrapper, such as `wrapper @Observable class Door`, after the keyword `wrapper`, and adds it to `items`.
  /// Returns nil after a mistake, which has been reported.
  private mutating func parseWrapper(_ word: Token, _ access: AccessLevel?, into items: inout [ItemSyntax]) -> Void? {
    guard let attributes = parseAttributes() else { return nil }
    if let last = attributes.last, beginsStatement(token.start, after: last.range.upperBound) {
      report(.expected("'class' or 'actor'", after: text(of: last.range), at: last.range))
      hasEndedEarly = true
      return nil
    }
    guard let keyword = keyword(), WrapperKind.words.contains(keyword.rawValue) else {
      reportUnexpected(expected: "'class', 'actor', 'struct' or 'none' after 'wrapper'", at: .kindOfWrapper)
      return nil
    }
    let kind = WrapperKind(rawValue: keyword.rawValue)
    var range = SourceRange(word.start, token.end)
    lexer.advance()
    var name: NameSyntax?
    if token.kind == .identifier {
      if self.keyword()?.isAccess == true {
        reportUnexpected(expected: "the end of the line", at: .attribute)
        return nil
      }
      name = nameOfToken()
      range.end = UInt32(token.end)
      lexer.advance()
    }
    items.append(.wrapper(WrapperSyntax(attributes: attributes, access: access, kind: kind, name: name, range: range)))
    // What follows `wrapper none` may be the name of a wrapper: the advice then names a kind that can have one.
    return endStatement(at: name == nil ? .wrapper : .namedWrapper, after: (kind ?? .class).rawValue)
  }
}
