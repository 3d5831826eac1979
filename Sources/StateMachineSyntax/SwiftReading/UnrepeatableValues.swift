/// A search for Swift with another value in each evaluation: the time, and random values. It looks for names of the
/// standard library and of Foundation, without their types: `clock.now` may be anything.
package struct UnrepeatableValues {
  private let bytes: [UInt8]
  private let tokens: [SwiftToken]
  /// Returns whether the file declares a name, so that it means something else.
  private let isDeclared: (String) -> Bool
  /// The index of the token that closes a bracket, by the index of the token that opens it.
  private var closers: [Int: Int] = [:]
  /// The indices of the brackets of calls with `using:`, a generator that may be a property of the machine.
  private var withGenerator: Set<Int> = []

  /// - Parameter isDeclared: called with names of types, and of members without a type before the dot.
  package init(_ range: SourceRange, _ bytes: [UInt8], isDeclared: @escaping (String) -> Bool) {
    self.bytes = bytes
    self.isDeclared = isDeclared
    tokens = SwiftLexer.tokens(of: bytes, in: range)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.byte {
      case UInt8(ascii: "u"):
        guard let opener = open.last, isPunctuation(index + 1, Ascii.colon), word(index) == "using" else { break }
        withGenerator.insert(opener)
      case _ where token.kind != .punctuation: break
      case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: open.append(index)
      case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace:
        if let opener = open.popLast() { closers[opener] = index }
      default: break
      }
    }
  }

  /// The ranges found, with empty parentheses but without arguments: `Date()`, `.now`, `Int.random`, `shuffled()`.
  package var places: [SourceRange] { tokens.indices.compactMap(place) }

  private func place(_ index: Int) -> SourceRange? {
    guard tokens[index].kind == .identifier else { return nil }
    switch word(index) {
    case "Date", "UUID", "SystemRandomNumberGenerator": return call(of: index)
    case "now":
      // A case with a payload is the user's.
      guard !isCalled(index) || isClosed(index + 1), let start = beginOfMember(index) else { return nil }
      return range(from: start, to: index)
    case "random":
      guard isCalled(index), !withGenerator.contains(index + 1), let start = beginOfMember(index) else { return nil }
      return range(from: start, to: index)
    case "randomElement", "shuffled", "shuffle":
      guard isPunctuation(index - 1, Ascii.dot), isCalled(index), !withGenerator.contains(index + 1) else { return nil }
      return range(from: index, to: index)
    default: return nil
    }
  }

  /// Returns the range of a call such as `Date()` or `Foundation.Date.init()`; nil if its arguments determine the
  /// value.
  private func call(of type: Int) -> SourceRange? {
    let isNested = isPunctuation(type - 1, Ascii.dot) && (type < 2 || word(type - 2) != "Foundation")
    guard !isNested, !isDeclared(word(type)) else { return nil }
    let isInit = isPunctuation(type + 1, Ascii.dot) && type + 2 < tokens.count && word(type + 2) == "init"
    let name = isInit ? type + 2 : type
    guard isCalled(name) else { return nil }
    guard !isClosed(name + 1) else { return range(from: type, to: name) }
    let isSinceNow = name + 2 < tokens.count && word(name + 2) == "timeIntervalSinceNow"
    guard isSinceNow, let closer = closers[name + 1] else { return nil }
    return SourceRange(tokens[type].start, tokens[closer].end)
  }

  /// Returns the index where a member begins with its type: `Clock.now`, `Clock().now`, or `.now` of an inferred type.
  /// Nil for members of values, and for declared names.
  private func beginOfMember(_ member: Int) -> Int? {
    let dot = member - 1
    guard isPunctuation(dot, Ascii.dot) else { return nil }
    guard dot > 0, endsOperand(before: dot) else {
      return isPunctuation(dot - 1, Ascii.backslash) || isDeclared(word(member)) ? nil : dot
    }
    var type = dot - 1
    if dot > 2, isPunctuation(dot - 1, Ascii.rightParen), isPunctuation(dot - 2, Ascii.leftParen) { type = dot - 3 }
    guard isType(type), !isDeclared(word(type)) else { return nil }
    while type > 1, isPunctuation(type - 1, Ascii.dot), isType(type - 2) { type -= 2 }
    return type
  }

  /// Returns whether the dot belongs to the operand before it, which may be on the previous line.
  private func endsOperand(before dot: Int) -> Bool {
    let token = tokens[dot - 1]
    guard token.end == tokens[dot].start || tokens[dot].followsNewline else { return false }
    switch token.kind {
    case .identifier: return !SwiftKeyword.comesBeforeOperand(bytes, token.start, token.end)
    case .number, .postfix: return true
    // The text before an interpolation ends with its parenthesis.
    case .literal: return bytes[token.end - 1] != Ascii.leftParen
    case .punctuation: return [Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace].contains(token.byte)
    case .infixOrPrefix, .end: return false
    }
  }

  private func isType(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.kind == .identifier && token.byte != UInt8(ascii: "_") && !Ascii.isLowercase(token.byte)
  }

  private func isCalled(_ index: Int) -> Bool {
    isPunctuation(index + 1, Ascii.leftParen) && !tokens[index + 1].followsNewline
  }

  /// Returns whether the parenthesis at an index is closed by the next token: `()`.
  private func isClosed(_ opener: Int) -> Bool { isPunctuation(opener + 1, Ascii.rightParen) }

  private func isPunctuation(_ index: Int, _ byte: UInt8) -> Bool {
    tokens.indices.contains(index) && tokens[index].isPunctuation(byte)
  }

  private func word(_ index: Int) -> String {
    String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  private func range(from start: Int, to name: Int) -> SourceRange {
    let end = isCalled(name) && isClosed(name + 1) ? name + 2 : name
    return SourceRange(tokens[start].start, tokens[end].end)
  }
}
