import StateMachineSyntax

/// Reads keywords, brackets and operators. They declare names, or decide which type is expected next.
extension MemberReader {
  mutating func read() {
    for index in tokens.indices where tokens[index].kind == .identifier { declareMembers(at: index) }
    var index = 0
    while index < tokens.count {
      if tokens[index].followsNewline || index > 0 && isByte(index - 1, Ascii.semicolon) { beginStatement(at: index) }
      index = read(at: index)
    }
  }

  /// Reads the token at an index. After a keyword such as `func`, also reads tokens that belong to it, such as the
  /// function's name.
  ///
  /// - Returns: the index of the next token to read.
  mutating func read(at index: Int) -> Int {
    let token = tokens[index]
    switch token.kind {
    case .identifier: return readWord(at: index)
    case .punctuation: return readPunctuation(at: index)
    case .infixOrPrefix: readOperator(at: index)
    case .postfix: set(operandType.unwrapped)
    case .number, .literal, .end:
      set(.other)
      frame.path = []
    }
    return index + 1
  }

  /// Reads a word: a member after a dot, a label, a keyword or another name. Returns the index of the next token to
  /// read.
  private mutating func readWord(at index: Int) -> Int {
    frame.callee = Call()
    if index > 0, isByte(index - 1, Ascii.dot), !isLeading(index - 1) {
      readMember(at: index)
      return index + 1
    }
    let isLabel =
      index + 1 < tokens.count && isByte(index + 1, Ascii.colon) && frame.kind == .call
      && index == frame.first
    if isLabel { return index + 1 }
    if tokens[index].byte != Ascii.backtick, let next = readKeyword(at: index) { return next }
    if frame.isPattern, frame.bindsAll {
      declare(text(index), frame.expected)
      return index + 1
    }
    readPlainName(at: index)
    return index + 1
  }

  mutating func beginStatement(at index: Int) {
    guard frame.kind == .braces, !continues(at: index) else { return }
    if frame.isBody { forgetLocals(to: frame.localCount) }
    expect(frame.value)
    (frame.colon, frame.arrow, frame.conditionals) = (nil, nil, 0)
    set(.unknown)
    if !["where", "throws", "async"].contains(where: { isWord(index, $0) }) { frame.pending = nil }
  }

  /// Returns whether the token at an index continues the statement in the line before: `&&` in a line `&& isOpen`. The
  /// token is the first one in its line.
  private func continues(at index: Int) -> Bool {
    let token = tokens[index]
    if token.kind == .infixOrPrefix { return true }
    if token.kind == .punctuation, !isByte(index, Ascii.leftParen), !isByte(index, Ascii.at) {
      return !isByte(index, Ascii.dot) || !isLeading(index)
    }
    guard index > 0 else { return false }
    return tokens[index - 1].kind == .infixOrPrefix || isByte(index - 1, Ascii.comma)
  }

  /// Begins an expression. `type` is the type that Swift expects for it.
  mutating func expect(_ type: KnownType) { (frame.whole, frame.expected) = (type, type) }

  /// Reads the word at an index if it is a keyword there.
  ///
  /// - Returns: the index of the next token to read; nil if the word is no keyword, but a name.
  mutating func readKeyword(at index: Int) -> Int? {
    switch text(index) {
    case "func" where isInSwift(index), "init" where isInSwift(index), "subscript" where isInSwift(index):
      return readFunction(at: index)
    case "let", "var": return readVariable(at: index)
    case "case": readCaseWord(at: index)
    case "default" where frame.subject != nil:
      forgetLocals(to: frame.localCount)
      frame.isCase = true
    case "where": (frame.isPattern, frame.bindsAll) = (false, false)
    case "return": expect(isInSwift(index) ? frame.result : result(at: index + 1))
    case "throw": expect(.other)
    case "switch":
      frame.pending = .cases(value: frame.whole)
      expect(.unknown)
    case "if", "guard", "while", "do", "catch", "defer", "repeat", "else": beginBranch(at: index)
    case "get" where isBrace(index + 1), "set" where isBrace(index + 1): frame.pending = .branch(frame.value)
    case "for": return readLoop(at: index)
    case "in": readSignature(at: index)
    case "enum", "struct", "class", "actor", "protocol":
      guard isInSwift(index), tokens.indices.contains(index + 1), tokens[index + 1].kind == .identifier else {
        return nil
      }
      frame.pending = .type(scope: frame.scope, .other)
      return index + 2
    case "extension" where isInSwift(index): beginExtension(at: index)
    case "true", "false", "nil": set(.other)
    case "try", "await", "as", "is", "any", "some", "import": break
    default: return nil
    }
    return index + 1
  }

  private func isBrace(_ index: Int) -> Bool { tokens.indices.contains(index) && isByte(index, Ascii.leftBrace) }

  /// Returns the type of the result of a row, such as `.done(3)` in `/ return .done(3)`. Unknown if no result begins at
  /// the index.
  private mutating func result(at index: Int) -> KnownType {
    guard tokens.indices.contains(index), let type = results[tokens[index].start] else { return .unknown }
    return types.type(type, in: frame.scope)
  }

  private mutating func beginBranch(at index: Int) {
    if !isWord(index, "else"), !isWord(index - 1, "else") { frame.branches = frame.whole }
    frame.pending = .branch(frame.branches)
    expect(.unknown)
  }

  private mutating func beginExtension(at index: Int) {
    let end = endOfType(from: index + 1) ?? index + 1
    let names = (index + 1..<end).filter { tokens[$0].kind == .identifier }.prefix { !isWord($0, "where") }.map {
      text($0)
    }
    let type = types.path(names, in: frame.scope)
    frame.pending = .type(scope: type?.machine ?? names.joined(separator: "."), type ?? .other)
  }

  // MARK: Functions and variables

  /// Reads the head of a function, from `func`, `init` or `subscript` on. Stores its parameters and its result in
  /// `frame.pending`, for the braces that follow. Returns the index of the next token to read.
  private mutating func readFunction(at index: Int) -> Int {
    let name = isWord(index, "func") ? index + 1 : index
    guard let opener = opener(after: name), closers[opener] > opener else { return name + 1 }
    let closer = closers[opener]
    var parameters: [(String, KnownType)] = []
    for item in tokens.elements(of: opener + 1..<closer) {
      guard let colon = item.first(where: { isByte($0, Ascii.colon) }), colon > item.lowerBound else { continue }
      let end = item.first { isEquals($0) } ?? item.upperBound
      parameters.append((text(colon - 1), types.type(text(colon + 1..<max(end, colon + 1)), in: frame.scope)))
    }
    var result = KnownType.unknown
    var next = closer + 1
    while ["async", "throws", "rethrows"].contains(where: { isWord(next, $0) }) { next += 1 }
    if tokens.indices.contains(next), isByte(next, Ascii.leftParen), closers[next] > next { next = closers[next] + 1 }
    if isOperator(next, "->"), let end = endOfType(from: next + 1), end > next + 1 {
      result = types.type(text(next + 1..<end), in: frame.scope)
    }
    frame.pending = .function(result, parameters)
    return name + 1
  }

  /// Reads the name after `let` or `var`, and declares it as a local variable. In a pattern with brackets, as in
  /// `let (a, b)`, all names of the pattern are bound. Returns the index of the next token to read.
  private mutating func readVariable(at index: Int) -> Int {
    let name = index + 1
    guard tokens.indices.contains(name) else { return name }
    if tokens[name].kind != .identifier {
      if frame.isPattern || frame.kind != .braces {
        frame.bindsAll = true
      } else if isByte(name, Ascii.leftParen) {
        declareNames(in: name..<max(closers[name], name))
      }
      return name
    }
    if frame.isPattern || frame.kind != .braces {
      declare(text(name), frame.expected)
    } else {
      declare(text(name), typeOfVariable(name, isBound: index > 0 && isCondition(index - 1)))
    }
    return name + 1
  }

  /// Returns whether the token at an index is `if`, `guard`, `while` or a comma. A `let` after such a token unwraps an
  /// optional.
  private func isCondition(_ index: Int) -> Bool {
    isByte(index, Ascii.comma) || ["if", "guard", "while"].contains { isWord(index, $0) }
  }

  /// Returns the type of a local variable: the type after the colon, or else that of the value after `=`. If `isBound`
  /// is true, an optional is unwrapped, as by `if let`.
  private mutating func typeOfVariable(_ name: Int, isBound: Bool) -> KnownType {
    guard tokens.indices.contains(name + 1) else { return .unknown }
    if isByte(name + 1, Ascii.colon) {
      let end = endOfType(from: name + 2) ?? name + 2
      let type = types.type(text(name + 2..<max(end, name + 2)), in: frame.scope)
      if isBrace(end) { frame.pending = .function(type, []) }
      return type
    }
    let (type, end) = typeAhead(from: isEquals(name + 1) ? name + 2 : name)
    let isWhole =
      !tokens.indices.contains(end) || tokens[end].followsNewline
      || [Ascii.comma, Ascii.leftBrace, Ascii.rightBrace, Ascii.semicolon].contains { isByte(end, $0) }
      || isWord(end, "else")
    // The value goes on with something that may change the type, such as an operator.
    guard isWhole else { return .unknown }
    return isBound ? type.unwrapped : type
  }

  /// Finds the type of a path of names, such as `door.state`, that begins at an index. Returns the type and the index
  /// after the path. Afterwards, `frame` is as it was before. The type is unknown if the reader is already inside a
  /// call of this function.
  mutating func typeAhead(from start: Int) -> (type: KnownType, end: Int) {
    // Reading ahead does not read ahead again: each token is read twice at most.
    guard !isAhead else { return (.unknown, start) }
    let before = frame
    isAhead = true
    defer { (frame, isAhead) = (before, false) }
    var index = start
    set(.unknown)
    frame.isPattern = false
    frame.bindsAll = false
    while tokens.indices.contains(index), index == start || !tokens[index].followsNewline {
      let isDot = isByte(index, Ascii.dot) && !isLeading(index)
      guard isDot || tokens[index].kind == .identifier || tokens[index].kind == .postfix else { break }
      if !isDot, index > start, !isByte(index - 1, Ascii.dot), tokens[index].kind == .identifier { break }
      let next = read(at: index)
      guard next == index + 1 else { return (.unknown, next) }
      index = next
    }
    return (index == start ? .unknown : operandType, index)
  }

  private mutating func declareNames(in range: Range<Int>) {
    for index in range where tokens[index].kind == .identifier { declare(text(index), .unknown) }
  }

  /// Reads the head of a `for` loop, and declares the names in it. If a known list follows `in`, a single name gets the
  /// type of the list's elements. Returns the index of the next token to read.
  private mutating func readLoop(at index: Int) -> Int {
    frame.branches = .unknown
    frame.pending = .branch(.unknown)
    expect(.unknown)
    guard
      let end = tokens[index...].indices.dropFirst().prefix(Self.longestHead).first(where: {
        isWord($0, "in") || isByte($0, Ascii.leftBrace)
      })
    else {
      return index + 1
    }
    if isWord(index + 1, "case") { return index + 1 }
    var element = KnownType.unknown
    if end == index + 2, isWord(end, "in"), case .list(let type) = typeAhead(from: end + 1).type { element = type }
    for name in index + 1..<end where tokens[name].kind == .identifier { declare(text(name), element) }
    return end + 1
  }

  /// Reads the parameters of a closure, between its opening brace and the `in` at an index. Their names then count as
  /// local variables.
  private mutating func readSignature(at index: Int) {
    guard frame.kind == .braces, frame.mayBeSignature, !frame.isBody, frame.first <= index else { return }
    frame.mayBeSignature = false
    declareNames(in: frame.first..<index)
  }

  // MARK: Patterns

  private mutating func readCaseWord(at index: Int) {
    let isCondition = index > 0 && (isCondition(index - 1) || isWord(index - 1, "for"))
    if isCondition {
      let (subject, isElement) = subject(after: index)
      let list = if case .list(let type) = subject, isElement { type } else { KnownType.unknown }
      (frame.isPattern, frame.bindsAll) = (true, false)
      expect(isElement ? list : subject)
    } else if let subject = frame.subject {
      forgetLocals(to: frame.localCount)
      (frame.isCase, frame.isPattern, frame.bindsAll) = (true, true, false)
      expect(subject)
    }
  }

  /// Returns the type of the value that a `case` in a condition matches: `door` in `if case .open = door`. For a loop,
  /// `for case .open in doors`, returns the type of the list `doors`, and true for `isElement`.
  ///
  /// - Parameter start: the index of the `case`.
  private mutating func subject(after start: Int) -> (KnownType, isElement: Bool) {
    var index = start + 1
    while index < tokens.count, index < start + Self.longestHead, !isBrace(index) {
      if isEquals(index) { return (typeAhead(from: index + 1).type, false) }
      if isWord(index, "in") { return (typeAhead(from: index + 1).type, true) }
      index = max(closers[index], index) + 1
    }
    return (.unknown, false)
  }

  // MARK: Punctuation

  mutating func readPunctuation(at index: Int) -> Int {
    switch tokens[index].byte {
    case Ascii.leftParen, Ascii.leftBracket: openList(at: index)
    case Ascii.leftBrace: openBody(at: index)
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: close()
    case Ascii.comma: readComma(at: index)
    case Ascii.colon: readColon(at: index)
    case Ascii.at: return index + 2
    case Ascii.dot: return readDot(at: index)
    default: break
    }
    return index + 1
  }

  private mutating func readDot(at index: Int) -> Int {
    guard isLeading(index), index + 1 < tokens.count, tokens[index + 1].kind == .identifier else { return index + 1 }
    frame.callee = Call()
    frame.path = [text(index + 1)]
    if index > 0, isByte(index - 1, UInt8(ascii: "\\")) {
      readMember(at: index + 1, of: .unknown)
      return index + 2
    }
    readCase(at: index, of: frame.expected.isKnown ? frame.expected : typeOfOther(index))
    return index + 2
  }

  /// Returns the type of the value after `==` or `!=` with which a case is compared: `door.state` in
  /// `.open == door.state`. Unknown if no `==` or `!=` follows the case.
  ///
  /// - Parameter dot: the index of the case's dot.
  private mutating func typeOfOther(_ dot: Int) -> KnownType {
    // The token after `.name`, or after its list.
    var end = dot + 2
    if tokens.indices.contains(end), isByte(end, Ascii.leftParen) { end = max(closers[end], end) + 1 }
    guard isOperator(end, "==") || isOperator(end, "!=") else { return .unknown }
    return typeAhead(from: end + 1).type
  }

  /// Begins a frame for `(` or `[`. After a name, these are arguments or a subscript. Elsewhere, they are a tuple, a
  /// value in parentheses, or a list.
  private mutating func openList(at index: Int) {
    let isAfterName =
      index > 0 && !tokens[index].followsNewline && tokens[index - 1].end == tokens[index].start
      && (tokens[index - 1].kind == .identifier || isByte(index - 1, Ascii.rightParen)
        || tokens[index - 1].kind == .postfix)
    var inner = child(.call)
    if isByte(index, Ascii.leftBracket) {
      inner.kind = .list
      if !isAfterName, case .list(let element) = frame.expected { inner.whole = element }
    } else if isAfterName {
      inner.call = frame.callee
    } else if case .tuple(let items) = frame.expected {
      inner.items = items
      inner.call.outcome = frame.expected
    } else {
      inner.whole = frame.expected
      inner.isGroup = true
    }
    inner.first = index + 1
    push(inner)
    if inner.kind == .call { expectArgument(nil) }
  }

  private func child(_ kind: Frame.Kind) -> Frame {
    var inner = Frame(kind: kind)
    inner.scope = frame.scope
    inner.ownType = frame.ownType
    inner.result = frame.result
    inner.isBody = frame.isBody
    if kind != .braces { (inner.isPattern, inner.bindsAll) = (frame.isPattern, frame.bindsAll) }
    return inner
  }

  private mutating func push(_ inner: Frame) {
    frames.append(frame)
    frame = inner
    frame.localCount = localCount
    frame.expected = frame.whole
  }

  /// Begins a frame for `{`. `frame.pending` says what the braces contain, such as the body of a function.
  private mutating func openBody(at index: Int) {
    var inner = child(.braces)
    let pending = frame.pending
    frame.pending = nil
    // Outside of Swift, braces after a name or `)` are the body of a machine or a state: `state open(n: Int) {`.
    inner.isBody =
      !isInSwift(index) && index > 0 && (tokens[index - 1].kind == .identifier || isByte(index - 1, Ascii.rightParen))
    inner.first = index + 1
    var parameters: [(String, KnownType)] = []
    switch pending {
    case .function(let result, let names): (inner.result, inner.value, parameters) = (result, result, names)
    case .branch(let value): inner.value = value
    case .cases(let value): (inner.subject, inner.value) = (operandType, value)
    case .type(let scope, let type): (inner.scope, inner.ownType, inner.result) = (scope, type, .unknown)
    case nil: inner.result = .unknown
    }
    if let machine = body(at: tokens[index].start), frame.scope != machine, !isInSwift(index) {
      (inner.scope, inner.ownType) = (machine, .machine(machine))
    }
    inner.whole = inner.value
    push(inner)
    for (name, type) in parameters { declare(name, type) }
  }

  private mutating func close() {
    let inner = frame
    let last = operandType
    guard let outer = frames.popLast() else { return }
    frame = outer
    if inner.kind == .braces { forgetLocals(to: inner.localCount) }
    frame.path = []
    frame.callee = Call()
    guard inner.kind == .call else { return set(.unknown) }
    // The brackets enclose one value, or a tuple.
    if inner.isGroup { return set(inner.index == 0 ? last : .tuple(inner.items + [last])) }
    set(inner.call.outcome ?? .unknown)
  }

  /// Reads a comma: the next argument, element or pattern begins, with the type that is expected there.
  private mutating func readComma(at index: Int) {
    if frame.isGroup { frame.items.append(operandType) }
    frame.index += 1
    frame.first = index + 1
    (frame.colon, frame.arrow, frame.conditionals) = (nil, nil, 0)
    set(.unknown)
    switch frame.kind {
    case .call: expectArgument(nil)
    case .list: frame.expected = frame.whole
    case .braces:
      if frame.isCase, let subject = frame.subject {
        (frame.isPattern, frame.bindsAll) = (true, false)
        expect(subject)
      } else {
        expect(.unknown)
      }
    }
  }

  /// Reads a colon. It ends the condition of `a ? b : c`, a label, or the pattern of a `case`.
  private mutating func readColon(at index: Int) {
    if frame.conditionals > 0 {
      frame.conditionals -= 1
      frame.expected = frame.whole
      return
    }
    frame.colon = index
    switch frame.kind {
    case .call where index == frame.first + 1: expectArgument(frame.first)
    case .list: frame.expected = .unknown
    case .braces where frame.isCase:
      (frame.isCase, frame.isPattern, frame.bindsAll, frame.colon) = (false, false, false, nil)
      expect(frame.value)
    default: break
    }
  }

  /// Prepares for reading an argument: the reader then expects the type of the argument's parameter. Also adds the
  /// label to the names found if a machine declares it: `persons` in `.open(persons: 3)`.
  ///
  /// - Parameter label: the index of the label; nil for an argument without a label.
  private mutating func expectArgument(_ label: Int?) {
    let call = frame.call
    let name = label.map { text($0) }
    if frame.isGroup { return }
    if frame.items.indices.contains(frame.index) { return expect(frame.items[frame.index]) }
    let fitting = call.alternatives.compactMap { parameters in
      name.map { name in parameters.first { $0.label == name } }
        ?? (parameters.indices.contains(frame.index) ? parameters[frame.index] : nil)
    }
    let found = fitting.map { types.type($0.type, in: call.scope) }
    let first = found.first ?? .unknown
    expect(found.allSatisfy { $0 == first } ? first : .unknown)
    guard let label, let outline = call.outline, let declared = fitting.first?.declared, isInSwift(label),
      declared.text == text(label)
    else { return }
    note(label, declared, fitting.first?.kind ?? .label, outline)
  }

  // MARK: Operators

  /// Reads an operator, and sets the type that is expected after it. For `==`, this is the type of the operand before
  /// it.
  mutating func readOperator(at index: Int) {
    let before = operandType
    switch source.text(SourceRange(tokens[index].start, tokens[index].end)) {
    case "=":
      expect(assigned(at: index))
      (frame.isPattern, frame.bindsAll, frame.colon, frame.arrow) = (false, false, nil, nil)
    case "==", "!=", "~=": frame.expected = before
    case "??": frame.expected = before.isKnown ? before.unwrapped : frame.whole
    case "?":
      frame.conditionals += 1
      frame.expected = frame.whole
    case "->": frame.arrow = index
    case "/":
      (frame.colon, frame.arrow) = (nil, nil)
      expect(.unknown)
    default: frame.expected = .unknown
    }
    set(.unknown)
    frame.path = []
  }

  /// Returns the type that Swift expects for the value after `=`. In `let door: Door.State = .open` this is
  /// `Door.State`, and in `door = .open` it is the type of `door`.
  ///
  /// - Parameter index: the index of the `=`.
  private mutating func assigned(at index: Int) -> KnownType {
    guard let start = frame.arrow ?? frame.colon else { return operandType }
    return types.type(text(start + 1..<index), in: frame.scope)
  }
}
