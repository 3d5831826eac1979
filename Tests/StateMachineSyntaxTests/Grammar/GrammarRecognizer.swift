@testable import StateMachineSyntax

/// Reads a text by the rules of the page, and knows nothing else of the language: not its parser.
///
/// A rule that begins at a token may end after several tokens; which ones is found once for each pair of rule and token.
/// No rule of the page begins with itself, so this ends. Bodies are the only rules that are nested deeply.
final class GrammarRecognizer {
  /// A place between two tokens, with the token after it.
  private struct Place {
    /// Its current token is the one after the place.
    var lexer: Lexer
    /// The number of open brackets; within brackets, the end of a line is a blank.
    var depth: Int
    var next: [Int: Int] = [:]
  }

  let grammar: EBNF
  private let bytes: [UInt8]
  private let base: Lexer
  private var places: [Place] = []
  /// The places by their tokens.
  private var numbers: [Int: Int] = [:]
  private var known: [Int: [Int]] = [:]
  private let characters: CharacterRecognizer
  private let firsts: FirstWords
  private let sources, requirements, property, row: Int?
  private let attributeArguments: Int?

  /// The rules that have matched a text.
  private(set) var reached: Set<Int> = []
  /// The ranges of embedded Swift, of all rules that have been tried.
  private(set) var pieces: [Range<Int>] = []
  /// The end of the longest text that the rules have matched.
  private(set) var furthest = 0
  private var hasOpenComment = false

  init(_ grammar: EBNF, _ text: [UInt8], _ firsts: FirstWords, _ characters: CharacterRecognizer) {
    self.grammar = grammar
    self.firsts = firsts
    self.characters = characters
    bytes = text
    var lexer = Lexer(SourceFile(path: "grammar.sm", bytes: text))
    let first = lexer
    _ = lexer.takeDocumentation()
    base = lexer
    sources = grammar.names["Sources"]
    requirements = grammar.names["Requirements"]
    property = grammar.names["Property"]
    row = grammar.names["Row"]
    attributeArguments = grammar.names["AttributeArguments"]
    _ = place(first, depth: 0)
  }

  /// Whether a rule derives the text.
  func accepts(_ rule: String = "File") -> Bool {
    let isWhole = ends(grammar.rule(rule), at: 0, in: -1).contains { places[$0].lexer.token.kind == .endOfFile }
    return isWhole && !hasOpenComment
  }

  // MARK: Places

  private func place(_ lexer: Lexer, depth: Int) -> Int {
    var lexer = lexer
    // Within brackets, the end of a line is a blank.
    while depth > 0, lexer.token.kind == .separator, isNewline(lexer.token) { lexer.advance() }
    let kind = lexer.token.kind == .separator ? 1 : lexer.token.kind == .endOfFile ? 2 : 0
    let key = (lexer.token.start * 3 + kind) * 64 + min(depth, 63)
    if let number = numbers[key] { return number }
    numbers[key] = places.count
    places.append(Place(lexer: lexer, depth: depth))
    furthest = max(furthest, lexer.token.start)
    if lexer.hasUnterminatedComment { hasOpenComment = true }
    return places.count - 1
  }

  /// The place after the current token.
  private func after(_ number: Int, depth change: Int = 0) -> Int {
    if let next = places[number].next[change] { return next }
    var lexer = places[number].lexer
    let end = lexer.token.end
    let isSeparator = lexer.token.kind == .separator
    _ = lexer.takeDocumentation()
    lexer.advance()
    if !isSeparator, lexer.token.kind != .separator { characters.checkGap(bytes, end..<lexer.token.start) }
    let next = place(lexer, depth: places[number].depth + change)
    places[number].next[change] = next
    return next
  }

  /// The place at an offset after Swift.
  private func resume(at offset: Int, depth: Int) -> Int {
    var lexer = base
    lexer.resume(at: offset, after: SourceRange(offset, offset), isBracketed: true)
    return place(lexer, depth: depth)
  }

  private func isNewline(_ token: Token) -> Bool { token.start == bytes.count || Ascii.isNewline(bytes[token.start]) }

  // MARK: Expressions

  /// The places at which an expression that begins at a place may end.
  private func ends(_ expression: EBNF.Expression, at number: Int, in rule: Int) -> [Int] {
    switch expression {
    case .literal(let text): return literal(text, at: number, in: rule)
    case .characters: return []
    case .rule(let index): return ends(ofRule: index, at: number)
    case .terminal(let terminal): return ends(terminal, at: number)
    case .sequence(let parts):
      var found = [number]
      for part in parts {
        found = found.count == 1 ? ends(part, at: found[0], in: rule) : all(found) { ends(part, at: $0, in: rule) }
        if found.isEmpty { return [] }
      }
      return found
    case .choice(let parts):
      var found: [Int] = []
      for part in parts where firsts.mayBegin(part, with: bytes, places[number].lexer.token) {
        for end in ends(part, at: number, in: rule) where !found.contains(end) { found.append(end) }
      }
      return found
    case .optional(let part):
      let found = ends(part, at: number, in: rule)
      return found.contains(number) ? found : [number] + found
    case .repetition(let part, let isOptional):
      var found = isOptional ? [number] : []
      var seen = Set(found)
      var waiting = [number]
      while let next = waiting.popLast() {
        for end in ends(part, at: next, in: rule) where seen.insert(end).inserted {
          found.append(end)
          waiting.append(end)
        }
      }
      return found
    case .difference(let part, let exception):
      let found = ends(part, at: number, in: rule)
      if found.isEmpty { return [] }
      let excepted = ends(exception, at: number, in: rule)
      return found.filter { !excepted.contains($0) }
    }
  }

  private func all(_ numbers: [Int], _ ends: (Int) -> [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    for number in numbers { for end in ends(number) where seen.insert(end).inserted { found.append(end) } }
    return found
  }

  private func ends(ofRule index: Int, at number: Int) -> [Int] {
    let key = number * grammar.rules.count + index
    if let ends = known[key] { return ends }
    let found: [Int]
    if grammar.rules[index].isToken {
      let token = places[number].lexer.token
      let isHere = token.kind != .separator && characters.matches(index, bytes, token.start..<token.end)
      let next = isHere ? after(number) : number
      let lacksValue = isHere && token.kind == .compoundAssignment && isBeforeStatement(token, next)
      found = isHere && !lacksValue ? [next] : []
    } else if index == attributeArguments,
      places[number].lexer.token.start != places[number].lexer.previousEnd
    {
      found = []
    } else {
      found = ends(grammar.rules[index].expression, at: number, in: index)
    }
    if !found.isEmpty { reached.insert(index) }
    known[key] = found
    return found
  }

  private func literal(_ text: String, at number: Int, in rule: Int) -> [Int] {
    let token = places[number].lexer.token
    guard token.kind != .separator, token.kind != .endOfFile else { return [] }
    let utf8 = text.utf8
    // The tokens of the language have no '>'.
    if text == ">" {
      guard bytes[token.start] == Ascii.rightAngle else { return [] }
      return [resume(at: token.start + 1, depth: places[number].depth - 1)]
    }
    guard token.end - token.start == utf8.count, bytes[token.start..<token.end].elementsEqual(utf8) else { return [] }
    let change =
      switch token.kind {
      case .leftParen, .leftBracket, .lessThan: 1
      case .rightParen, .rightBracket: -1
      default: 0
      }
    let next = after(number, depth: change)
    // Rule 6 of lines.
    let mustGoOn =
      switch token.kind {
      case .comma, .slash: rule != sources
      case .arrow, .equals: true
      case .colon: rule == property || rule == row
      default: rule == requirements
      }
    return mustGoOn && isBeforeStatement(token, next) ? [] : [next]
  }

  /// Whether what follows a token stands in a later line, and looks like a statement: rule 6 of lines.
  private func isBeforeStatement(_ token: Token, _ next: Int) -> Bool {
    let start = places[next].lexer.token.start
    return places[next].depth == 0 && bytes[token.end..<start].contains(where: Ascii.isNewline)
      && StatementStart.isCertain(bytes, at: start, limit: bytes.count, inBraces: false)
  }

  // MARK: What the page says in prose

  private func ends(_ terminal: EBNF.Terminal, at number: Int) -> [Int] {
    let key = -1 - (number * EBNF.Terminal.allCases.count + EBNF.Terminal.allCases.firstIndex(of: terminal)!)
    if let ends = known[key] { return ends }
    let lexer = places[number].lexer
    var found: [Int] = []
    switch terminal {
    case .end:
      if lexer.token.kind == .separator { found = [after(number)] }
    case .break:
      if lexer.token.kind == .separator, lexer.token.start < bytes.count, isNewline(lexer.token) {
        let next = after(number)
        if lexer.documentation == nil { found = [next] }
      }
    case .head where lexer.token.kind == .separator:
      // Rule 1 of embedded Swift.
      if isNewline(lexer.token) { found = ends(.head, at: after(number)) }
    default:
      guard lexer.token.kind != .separator, lexer.token.kind != .endOfFile else { break }
      let swift = EmbeddedSwift(bytes: bytes, kind: terminal, depth: places[number].depth)
      if let piece = swift.piece(from: lexer.token.start, after: lexer.previousEnd) {
        pieces.append(piece.text)
        found = [resume(at: piece.next, depth: places[number].depth)]
      } else {
        pieces.append(lexer.token.start..<lexer.token.end)
      }
    }
    known[key] = found
    return found
  }
}

/// A piece of embedded Swift, whose end is found from Swift's tokens alone, as the page says.
struct EmbeddedSwift {
  let bytes: [UInt8]
  let kind: EBNF.Terminal
  /// Whether it stands in brackets of the language.
  let depth: Int

  private var isInBrackets: Bool { depth > 0 || kind == .tokens }

  /// - Returns: the piece, and where the text goes on; nil where brackets or strings have no end.
  func piece(from start: Int, after previousEnd: Int) -> (text: Range<Int>, next: Int)? {
    // Rule 1 of embedded Swift.
    if kind == .type, depth == 0, bytes[previousEnd..<start].contains(where: Ascii.isNewline) { return nil }
    var lexer = SwiftLexer(bytes: bytes, from: start, to: bytes.count)
    if kind == .string { return string(&lexer, from: start) }
    let opener = max(0, previousEnd - 1)
    let isInBraces = kind == .tokens && bytes[opener] == Ascii.leftBrace
    var open: [UInt8] = []
    var angles = 0
    var previous = SwiftToken(kind: .end, byte: 0, followsNewline: false, start: start, end: start)
    while true {
      let isCode = !lexer.isInInterpolation
      let token = lexer.next()
      let isFirst = previous.end == start
      func ends(at next: Int) -> (text: Range<Int>, next: Int)? {
        isFirst || !lexer.unterminated.isEmpty ? nil : (start..<previous.end, next)
      }
      if token.kind == .end { return open.isEmpty && !isInBrackets ? ends(at: previous.end) : nil }
      if isCode {
        if token.followsNewline, !isFirst || isInBrackets {
          if open.isEmpty, kind == .head {
            if isStatement(token, inBraces: false) { return nil }
          } else if open.isEmpty, !isInBrackets {
            return ends(at: previous.end)
          } else if Lines.indentation(bytes, at: token.start) <= Lines.indentation(bytes, at: opener),
            isStatement(token, inBraces: isInBraces || open.contains(Ascii.leftBrace))
          {
            return nil
          }
        }
        if open.isEmpty, let next = end(at: token, angles), !isFirst || token.kind != .identifier {
          return next > token.start ? (start..<next, next) : ends(at: next)
        }
        switch token.kind {
        case .punctuation:
          switch token.byte {
          case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: open.append(token.byte)
          case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace:
            guard let last = open.popLast() else { return ends(at: token.start) }
            guard
              [Ascii.leftParen: Ascii.rightParen, Ascii.leftBracket: Ascii.rightBracket][
                last, default: Ascii.rightBrace]
                == token.byte
            else { return nil }
          default: break
          }
        case .infixOrPrefix, .postfix:
          if open.isEmpty {
            if bytes[token.start] == Ascii.leftAngle, previous.kind == .identifier, previous.end == token.start,
              closesAngle(from: token.start)
            {
              angles += 1
            } else {
              angles = max(0, angles - closers(token).count)
            }
          }
        default: break
        }
      }
      previous = token
    }
  }

  private func isStatement(_ token: SwiftToken, inBraces: Bool) -> Bool {
    StatementStart.isCertain(bytes, at: token.start, limit: bytes.count, inBraces: inBraces)
  }

  /// Returns the end of the piece, if the piece ends at a token outside of its brackets; nil otherwise.
  private func end(at token: SwiftToken, _ angles: Int) -> Int? {
    switch token.kind {
    case .identifier:
      let isEnd =
        switch kind {
        case .result, .default: isWord(token, "where") || isWord(token, "unhandled")
        case .head: isWord(token, "where")
        default: false
        }
      return isEnd && angles == 0 ? token.start : nil
    case .punctuation:
      switch token.byte {
      case Ascii.leftBrace: return kind == .head ? token.start : nil
      case Ascii.comma:
        switch kind {
        case .expression, .type, .result, .default: return angles == 0 ? token.start : nil
        default: return nil
        }
      case Ascii.semicolon: return isInBrackets || kind == .head ? nil : token.start
      default: return nil
      }
    case .infixOrPrefix, .postfix:
      let isSlash =
        token.byte == Ascii.slash && token.end == token.start + 1 && Ascii.isBlank(bytes[token.start - 1])
        && token.end < bytes.count && (Ascii.isBlank(bytes[token.end]) || Ascii.isNewline(bytes[token.end]))
      switch kind {
      case .result where angles == 0 && isSlash, .default where angles == 0 && isSlash: return token.start
      case .type, .result:
        if angles == 0, token.byte == Ascii.equals, token.end == token.start + 1 { return token.start }
        let closers = closers(token)
        return kind == .type && closers.count > angles ? closers[angles] : nil
      default: return nil
      }
    default: return nil
    }
  }

  private func isWord(_ token: SwiftToken, _ word: String) -> Bool {
    bytes[token.start..<token.end].elementsEqual(word.utf8)
  }

  /// Returns the offsets of the `>` of types in an operator.
  private func closers(_ token: SwiftToken) -> [Int] {
    let type = (token.start..<token.end).prefix {
      bytes[$0] == Ascii.rightAngle || bytes[$0] == Ascii.question || bytes[$0] == Ascii.exclamation
    }
    return type.filter { bytes[$0] == Ascii.rightAngle }
  }

  private func closesAngle(from start: Int) -> Bool {
    var lexer = SwiftLexer(bytes: bytes, from: start, to: min(bytes.count, start + 1024))
    var angles = 0
    var nested = 0
    while true {
      let token = lexer.next()
      switch token.kind {
      case .identifier, .number: break
      case .punctuation:
        switch token.byte {
        case Ascii.leftParen, Ascii.leftBracket: nested += 1
        case Ascii.rightParen, Ascii.rightBracket: nested -= 1
        case Ascii.comma, Ascii.dot, Ascii.colon, Ascii.at: break
        default: return false
        }
        if nested < 0 { return false }
      case .infixOrPrefix, .postfix:
        if isWord(token, "->") || isWord(token, "&") || isWord(token, "?") || isWord(token, "!") { break }
        for byte in bytes[token.start..<token.end] {
          switch byte {
          case Ascii.leftAngle: angles += 1
          case Ascii.rightAngle: angles -= 1
          case Ascii.question, Ascii.exclamation: break
          default: return false
          }
          if angles == 0 { return nested == 0 }
        }
        if token.byte == Ascii.leftAngle, token.end < bytes.count, Ascii.isBlank(bytes[token.end]) { return false }
      default: return false
      }
    }
  }

  private func string(_ lexer: inout SwiftLexer, from start: Int) -> (text: Range<Int>, next: Int)? {
    let first = lexer.next()
    guard first.kind == .literal, first.byte == Ascii.quote || first.byte == Ascii.hash else { return nil }
    var end = first.end
    while lexer.isInInterpolation {
      let token = lexer.next()
      if token.kind == .end { return nil }
      end = token.end
    }
    guard lexer.unterminated.isEmpty else { return nil }
    let next = lexer.next()
    let isEnd =
      next.kind == .end || next.followsNewline
      || next.kind == .punctuation && [Ascii.comma, Ascii.semicolon, Ascii.rightBrace].contains(next.byte)
    return isEnd ? (start..<end, end) : nil
  }
}

/// Matches whole tokens, and what stands between them, with the rules about characters.
final class CharacterRecognizer {
  let grammar: EBNF
  private var known: [String: Bool] = [:]
  private(set) var reached: Set<Int> = []
  /// The texts between two tokens that are no `Gap`.
  private(set) var wrongGaps: Set<String> = []
  private var knownGaps: Set<[UInt8]> = []

  init(_ grammar: EBNF) { self.grammar = grammar }

  func checkGap(_ bytes: [UInt8], _ range: Range<Int>) {
    guard range.count > 1 || range.count == 1 && bytes[range.lowerBound] != Ascii.space else { return }
    let gap = Array(bytes[range])
    guard knownGaps.insert(gap).inserted, let rule = grammar.names["Gap"] else { return }
    let text = String(decoding: gap, as: UTF8.self)
    if !matches(rule, text) { wrongGaps.insert(text) }
  }

  func matches(_ rule: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    matches(rule, String(decoding: bytes[range], as: UTF8.self))
  }

  func matches(_ rule: Int, _ text: String) -> Bool {
    let key = "\(rule) \(text)"
    if let found = known[key] { return found }
    let found = matches(.rule(rule), Array(text.unicodeScalars))
    known[key] = found
    return found
  }

  func matches(_ expression: EBNF.Expression, _ scalars: [Unicode.Scalar]) -> Bool {
    ends(expression, scalars, 0).contains(scalars.count)
  }

  private func ends(_ expression: EBNF.Expression, _ scalars: [Unicode.Scalar], _ start: Int) -> Set<Int> {
    switch expression {
    case .literal(let text):
      let wanted = Array(text.unicodeScalars)
      return scalars[start...].starts(with: wanted) ? [start + wanted.count] : []
    case .characters(let set): return start < scalars.count && set.contains(scalars[start]) ? [start + 1] : []
    case .rule(let index):
      let found = ends(grammar.rules[index].expression, scalars, start)
      if !found.isEmpty { reached.insert(index) }
      return found
    case .terminal: return []
    case .sequence(let parts):
      return parts.reduce([start]) { places, part in
        places.reduce(into: []) { $0.formUnion(ends(part, scalars, $1)) }
      }
    case .choice(let parts): return parts.reduce(into: []) { $0.formUnion(ends($1, scalars, start)) }
    case .optional(let part): return ends(part, scalars, start).union([start])
    case .repetition(let part, let isOptional):
      var found: Set<Int> = isOptional ? [start] : []
      var waiting = [start]
      while let next = waiting.popLast() {
        for end in ends(part, scalars, next) where found.insert(end).inserted { waiting.append(end) }
      }
      return found
    case .difference(let part, let exception):
      return ends(part, scalars, start).subtracting(ends(exception, scalars, start))
    }
  }
}

/// The words that may begin an expression, by which most alternatives of a rule are excluded at once.
final class FirstWords {
  private enum First {
    case words(Set<[UInt8]>)
    case anything
  }

  private let grammar: EBNF
  private var known: [Int: First] = [:]

  init(_ grammar: EBNF) {
    self.grammar = grammar
    for index in grammar.rules.indices { known[index] = .anything }
    for index in grammar.rules.indices.reversed() where !grammar.rules[index].isToken {
      known[index] = first(grammar.rules[index].expression)
    }
  }

  func mayBegin(_ expression: EBNF.Expression, with bytes: [UInt8], _ token: Token) -> Bool {
    guard case .words(let words) = first(expression) else { return true }
    return words.contains(Array(bytes[token.start..<token.end]))
  }

  private func first(_ expression: EBNF.Expression) -> First {
    switch expression {
    case .literal(let text): return text == ">" ? .anything : .words([Array(text.utf8)])
    case .rule(let index): return known[index] ?? .anything
    case .characters, .terminal, .optional: return .anything
    case .repetition(let part, let isOptional): return isOptional ? .anything : first(part)
    case .difference(let part, _): return first(part)
    case .sequence(let parts): return parts.first.map(first) ?? .anything
    case .choice(let parts):
      var words: Set<[UInt8]> = []
      for part in parts {
        guard case .words(let more) = first(part) else { return .anything }
        words.formUnion(more)
      }
      return .words(words)
    }
  }
}
