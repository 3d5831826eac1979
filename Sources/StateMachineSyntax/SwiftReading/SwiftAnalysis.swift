/// Finds out from tokens, without a grammar, what the Swift in guards and blocks assigns, declares or calls. Tokens may
/// not show whether a method changes a variable. The result then has the method's name, and the generated Swift is
/// correct whether the variable changes or not.
package enum SwiftAnalysis {
  /// Returns whether a token is an operator that assigns, such as `=` or `+=`. Comparisons such as `==` and `<=` are
  /// not.
  private static func isAssignment(_ token: SwiftToken, _ bytes: [UInt8]) -> Bool {
    guard token.kind == .infixOrPrefix, bytes[token.end - 1] == Ascii.equals else { return false }
    let length = token.end - token.start
    if length == 1 { return true }
    switch bytes[token.start] {
    case Ascii.equals, Ascii.exclamation, Ascii.tilde: return false
    // `<=` and `>=` compare; the longer `<<=` and `>>=` assign.
    case Ascii.leftAngle, Ascii.rightAngle: return length > 2
    default: return true
    }
  }

  // MARK: Blocks

  /// Returns the words in a block that would leave or suspend the generated function, such as `return` and `await`. A
  /// `break` in a loop is left out, because it leaves only the loop. So is a `try` in a `do` with `catch`. Also returns
  /// `raise` before a name, which belongs to the `.sm` language and not to Swift.
  ///
  /// - Parameter range: the range of the block with its braces.
  package static func forbiddenWords(in range: SourceRange, _ bytes: [UInt8]) -> [(word: String, range: SourceRange)] {
    var control = ControlFlow(bytes: bytes)
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound + 1, to: range.upperBound - 1)
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      control.read(token, next: next)
      token = next
    }
    return control.finish()
  }

  private static let declaringWords: [StaticString] = ["func", "struct", "enum", "class", "typealias"]

  private static let conditionWords: [StaticString] = ["if", "while", "for", "switch", "catch"]

  /// Returns the ranges of the names that a block declares outside of inner braces. A range does not include the
  /// back-ticks of its name.
  ///
  /// - Parameters:
  ///   - range: the range of the block with its braces.
  ///   - withConditions: whether to include names in conditions, such as `x` in `if let x = y`. Such a name is known
  ///     only in the `if` statement.
  package static func declaredNames(
    in range: SourceRange, _ bytes: [UInt8], withConditions: Bool = true
  ) -> [SourceRange] {
    var names: [SourceRange] = []
    var isCondition = false
    func isWord(_ token: SwiftToken, _ word: StaticString) -> Bool {
      token.end - token.start == word.utf8CodeUnitCount && SwiftKeyword.matches(word, bytes, token.start)
    }
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound + 1, to: range.upperBound - 1)
    var braces = 0
    /// Whether a name comes next that `let` or `func` declares. If so, this is the number of open parentheses before
    /// the name: 0 for `let a`, 1 for `let (a, b)`. If not, it is -1.
    var brackets = -1
    var token = swift.next()
    var isMember = false
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftBrace) { (braces, isCondition) = (braces + 1, false) }
      if token.isPunctuation(Ascii.rightBrace) { braces -= 1 }
      let isFree = braces == 0 && token.kind == .identifier
      if isFree, !isMember, conditionWords.contains(where: { isWord(token, $0) }) {
        isCondition = !withConditions
      } else if isFree, isWord(token, "let") || isWord(token, "var") {
        brackets = 0
      } else if isFree, !isMember, declaringWords.contains(where: { isWord(token, $0) }) {
        brackets = 0
      } else if brackets >= 0 {
        if token.kind == .identifier, !isCondition {
          let isQuoted = token.byte == Ascii.backtick
          names.append(SourceRange(token.start + (isQuoted ? 1 : 0), token.end - (isQuoted ? 1 : 0)))
        }
        if token.isPunctuation(Ascii.leftParen) { brackets += 1 }
        if token.isPunctuation(Ascii.rightParen) { brackets -= 1 }
        if brackets <= 0 { brackets = -1 }
      }
      isMember = token.isPunctuation(Ascii.dot)
      token = swift.next()
    }
    return names
  }

  /// The change of a variable by a use of its name, as far as tokens show.
  package enum Mutation: Equatable {
    case none
    /// The variable is assigned with `=`, which replaces the whole value.
    case replaced
    /// The variable is assigned with `+=` or the like, or is passed `inout`.
    case assigned
    /// A member or an element is assigned, `name.count = 3`. The variable changes unless its value is a reference to an
    /// object.
    case memberAssigned
    /// A method is called on the variable or, if `ofMember` is true, on a member of it.
    case method(String, ofMember: Bool)
  }

  /// A use of a variable's name in a block.
  package struct Use: Equatable {
    package var change = Mutation.none
    /// Whether the result of the method that is called is used: `let n = name.removeLast()`.
    package var hasResult = false
  }

  /// Returns what a block does with the names at the given offsets, with one `Use` for each offset.
  ///
  /// - Parameters:
  ///   - starts: the offsets, in ascending order.
  ///   - range: the range of the block with its braces.
  package static func uses(of starts: [Int], in range: SourceRange, _ bytes: [UInt8]) -> [Use] {
    guard !starts.isEmpty else { return [] }
    let tokens = BracketedTokens(bytes: bytes, range: SourceRange(range.lowerBound + 1, range.upperBound - 1))
    var uses: [Use] = []
    var index = 0
    for start in starts {
      while index < tokens.count, tokens[index].end <= start { index += 1 }
      var use = Use()
      if index < tokens.count {
        use.change = change(at: index, tokens, bytes)
        if case .method = use.change { use.hasResult = !beginsStatement(index, tokens, bytes) }
      }
      uses.append(use)
    }
    return uses
  }

  /// Returns whether a call is a statement of its own, so that its result is not used. The call begins with the name at
  /// `index`. It is a statement if the name is at the beginning of one, or follows `_ =`.
  private static func beginsStatement(_ index: Int, _ tokens: BracketedTokens, _ bytes: [UInt8]) -> Bool {
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if before.isPunctuation(Ascii.leftBrace) || before.isPunctuation(Ascii.semicolon) { return true }
    if before.kind == .infixOrPrefix {
      guard index > 1, before.end - before.start == 1, before.byte == Ascii.equals else { return false }
      let dropped = tokens[index - 2]
      return dropped.byte == Ascii.underscore && dropped.end == dropped.start + 1
    }
    return tokens[index].followsNewline
  }

  /// Returns whether a block has a loop. In a loop, a change of a variable may be executed before a use that is written
  /// above it.
  package static func hasLoops(in range: SourceRange, _ bytes: [UInt8]) -> Bool {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var token = swift.next()
    while token.kind != .end {
      if token.kind == .identifier {
        let length = token.end - token.start
        if length == 3, SwiftKeyword.matches("for", bytes, token.start) { return true }
        if length == 5, SwiftKeyword.matches("while", bytes, token.start) { return true }
      }
      token = swift.next()
    }
    return false
  }

  /// Returns the change of a variable by one use of its name: `.replaced` for `n = 3`, `.none` for `n + 3`. The tokens
  /// next to the name decide: `.member[index]!.method(…)` or `+= 1` after it, or a `&` before it.
  ///
  /// - Parameters:
  ///   - start: the index of the name's token.
  ///   - closers: for each token that is an opening bracket, the index of its closing bracket.
  package static func change(
    at start: Int, of tokens: [SwiftToken], closers: [Int], _ bytes: [UInt8]
  ) -> Mutation {
    change(at: start, BracketedTokens(tokens: tokens, closers: closers), bytes)
  }

  /// Returns the change of a variable by the use of its name at the index `start`. Reads the members, subscripts and
  /// postfix operators after the name, up to an assignment, a call or another token, which decides.
  private static func change(at start: Int, _ tokens: BracketedTokens, _ bytes: [UInt8]) -> Mutation {
    if start > 0, tokens[start - 1].kind == .infixOrPrefix, tokens[start - 1].end == tokens[start].start,
      bytes[tokens[start - 1].end - 1] == Ascii.ampersand
    {
      return .assigned
    }
    var index = start + 1
    var links = 0
    var member: String?
    while index < tokens.count {
      let token = tokens[index]
      if token.isPunctuation(Ascii.dot), index + 1 < tokens.count, tokens[index + 1].kind == .identifier {
        member = String(decoding: bytes[tokens[index + 1].start..<tokens[index + 1].end], as: UTF8.self)
        links += 1
        index += 2
      } else if token.isPunctuation(Ascii.dot), index + 1 < tokens.count, tokens[index + 1].kind == .number {
        // `.0` of a tuple, or `.0.1`.
        member = nil
        links += 1
        index += 2
      } else if token.isPunctuation(Ascii.leftBracket), !token.followsNewline {
        member = nil
        links += 1
        // Continues after the `]`. A bracket that is not closed is its own closer, so only this bracket is skipped.
        index = tokens.closer(of: index) + 1
      } else if token.isPunctuation(Ascii.leftParen) && !token.followsNewline
        || token.isPunctuation(Ascii.leftBrace) && member != nil
      {
        // A call: a `(` on the same line, or the `{` of a trailing closure after a method's name.
        // The result of a call is another value.
        return .method(member ?? "callAsFunction", ofMember: links > 1)
      } else if token.kind == .postfix {
        index += 1
      } else if isAssignment(token, bytes) {
        if links > 0 { return .memberAssigned }
        return token.end - token.start == 1 ? .replaced : .assigned
      } else {
        return .none
      }
    }
    return .none
  }
}

/// The tokens of a piece of Swift, with the index of the closing bracket for each opening one.
private struct BracketedTokens {
  private let tokens: [SwiftToken]
  private let closers: [Int]

  init(bytes: [UInt8], range: SourceRange) {
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    self.init(tokens: tokens, closers: tokens.closers)
  }

  init(tokens: [SwiftToken], closers: [Int]) { (self.tokens, self.closers) = (tokens, closers) }

  var count: Int { tokens.count }
  subscript(index: Int) -> SwiftToken { tokens[index] }

  /// Returns the index of the token that closes the bracket at `index`; `index` itself if the bracket is not closed.
  func closer(of index: Int) -> Int { closers[index] }
}

/// Reads a block token by token, and finds the words that leave the block: each `return`, `throw`, `await`, `break`,
/// `continue` or `try`. Also finds `raise` before a name. Words that leave only a closure, a loop or another construct
/// within the block do not count.
private struct ControlFlow {
  /// The construct to which open braces belong.
  private enum Brace {
    /// A closure, or a local function or type. A `return` in it does not leave the block.
    case closed
    case loop
    case `switch`
    /// `do`. `pending` has the words in it that may throw. If the token after the `}` is `catch`, these words do not
    /// leave the block.
    case `do`(pending: [(word: String, range: SourceRange)])
    /// `if`, `else`, `guard`, `catch` or `defer`. Every word in it counts as if it were outside.
    case plain
  }

  private let bytes: [UInt8]
  private var braces: [Brace] = []
  private var closedCount = 0
  private var loopCount = 0
  private var switchCount = 0
  private var doCount = 0
  /// The construct whose `{` is expected after the last keyword; nil if no `{` is expected.
  private var head: Brace?
  /// The number of parentheses and square brackets that were open at the keyword of `head`. A `{` within further ones
  /// begins a closure, as in `if list.contains(where: { $0 > 3 }) {`.
  private var headDepth = 0
  private var depth = 0
  private var previousByte: UInt8 = 0
  private var afterDo: [(word: String, range: SourceRange)] = []
  private var found: [(word: String, range: SourceRange)] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a token: counts brackets, begins or ends a construct at a brace, and checks words. If no `catch` follows a
  /// `do`, the words that were kept with the `do` leave the block, and are recorded.
  mutating func read(_ token: SwiftToken, next: SwiftToken) {
    defer { previousByte = token.kind == .punctuation ? token.byte : 0 }
    if !afterDo.isEmpty {
      if !isWord(token, "catch") { for entry in afterDo { report(entry) } }
      afterDo = []
    }
    if token.kind == .punctuation {
      switch token.byte {
      case Ascii.leftParen, Ascii.leftBracket: depth += 1
      case Ascii.rightParen, Ascii.rightBracket: depth -= 1
      case Ascii.leftBrace: open()
      case Ascii.rightBrace: close()
      default: break
      }
    } else if token.kind == .identifier, previousByte != Ascii.dot, !next.isPunctuation(Ascii.colon) {
      readWord(token, next)
    }
  }

  /// Returns the words that leave the block, in the order of the file.
  func finish() -> [(word: String, range: SourceRange)] {
    (found + afterDo).sorted { $0.range.start < $1.range.start }
  }

  /// Reads a word. A word such as `for` or `do` begins a construct whose `{` comes next. A word such as `return` is
  /// recorded if it leaves the block. It is not if it leaves only a closure or a loop in the block.
  private mutating func readWord(_ token: SwiftToken, _ next: SwiftToken) {
    let word = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    let range = SourceRange(token.start, token.end)
    switch word {
    case "for", "while", "repeat": expect(.loop)
    case "switch": expect(.switch)
    case "do": expect(.do(pending: []))
    case "if", "else", "guard", "catch", "defer": expect(.plain)
    case "func", "struct", "class", "enum", "actor", "extension", "init", "get", "set": expect(.closed)
    case "return", "await":
      if closedCount == 0 { found.append((word, range)) }
    case "throw":
      if closedCount == 0 { report((word, range)) }
    case "try":
      // `try?` and `try!` do not throw. The lexer may read their mark as a postfix or as another operator.
      let isCaught =
        next.kind == .postfix
        || next.kind == .infixOrPrefix && (next.byte == Ascii.question || next.byte == Ascii.exclamation)
      if closedCount == 0, !isCaught { report((word, range)) }
    case "raise":
      if next.kind == .identifier, !next.followsNewline { found.append((word, range)) }
    case "break":
      if closedCount == 0, loopCount + switchCount == 0 { found.append((word, range)) }
    case "continue":
      if closedCount == 0, loopCount == 0 { found.append((word, range)) }
    default: break
    }
  }

  /// Records a `try` or a `throw`. Within a `do`, the keyword is kept with the innermost `do`, because a `catch` after
  /// that `do` may catch the error. Outside of every `do`, it counts as a keyword that leaves the block.
  private mutating func report(_ entry: (word: String, range: SourceRange)) {
    if doCount > 0 {
      for index in braces.indices.reversed() {
        if case .do(var pending) = braces[index] {
          pending.append(entry)
          braces[index] = .do(pending: pending)
          return
        }
      }
    }
    found.append(entry)
  }

  private mutating func expect(_ brace: Brace) {
    head = brace
    headDepth = depth
  }

  private mutating func open() {
    var brace = Brace.closed
    if let head, depth == headDepth {
      brace = head
      self.head = nil
    }
    braces.append(brace)
    count(brace, 1)
  }

  private mutating func close() {
    guard let brace = braces.popLast() else { return }
    count(brace, -1)
    if case .do(let pending) = brace { afterDo = pending }
  }

  private mutating func count(_ brace: Brace, _ change: Int) {
    switch brace {
    case .closed: closedCount += change
    case .loop: loopCount += change
    case .switch: switchCount += change
    case .do: doCount += change
    case .plain: break
    }
  }

  private func isWord(_ token: SwiftToken, _ word: StaticString) -> Bool {
    token.kind == .identifier && token.end - token.start == word.utf8CodeUnitCount
      && SwiftKeyword.matches(word, bytes, token.start)
  }
}
