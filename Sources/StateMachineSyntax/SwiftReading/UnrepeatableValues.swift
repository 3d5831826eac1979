/// Finds Swift that has another value each time it is evaluated: the current time and random values. The type looks for
/// names of the standard library and of Foundation, such as `Date()` and `shuffled()`. The members `now` and `random`
/// of a value, as in `clock.now`, are left out: the type of the value is not known.
package struct UnrepeatableValues {
  private let bytes: [UInt8]
  private let tokens: [SwiftToken]
  /// A function that returns whether the file itself declares a name. The name then means the declaration in the file,
  /// and not the one in a library.
  private let isDeclared: (String) -> Bool
  /// The index of the closing bracket's token, by the index of the opening one's.
  private var closers: [Int: Int] = [:]
  /// The indices of the opening parentheses of calls with an argument `using:`, such as `shuffled(using: &generator)`.
  /// These calls are not reported: if the generator is a property of the machine, their values are the same in a
  /// replay.
  private var withGenerator: Set<Int> = []

  /// Reads the tokens of the Swift in `range`, in which `places` then finds expressions such as `Date()`.
  ///
  /// - Parameter isDeclared: returns whether the file declares a name. It is called with names of types, and with
  ///   members that have no type before the dot.
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

  /// The ranges of the expressions found, such as `Date()`, `.now`, `Int.random` and `shuffled()`. Arguments are left
  /// out, except in `Date(timeIntervalSinceNow: 5)`; empty parentheses are included.
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

  /// Returns the range of a call that makes another value each time, such as `Date()` or `Foundation.Date.init()`. Nil
  /// if its arguments determine the value.
  ///
  /// - Parameter type: the index of the type's token.
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

  /// Returns the index of the token at which a member with its type begins: `Clock` in `Clock.now` and in
  /// `Clock().now`, and the dot in `.now`. Nil for members of values, and for names that the file declares.
  ///
  /// - Parameter member: the index of the member's token.
  private func beginOfMember(_ member: Int) -> Int? {
    let dot = member - 1
    guard isPunctuation(dot, Ascii.dot) else { return nil }
    // No type is written before the dot. A `\.now` is a key path and no value, so it is not reported.
    guard dot > 0, endsOperand(before: dot) else {
      return isPunctuation(dot - 1, Ascii.backslash) || isDeclared(word(member)) ? nil : dot
    }
    var type = dot - 1
    // In `Clock().now`, the type is before the empty parentheses.
    if dot > 2, isPunctuation(dot - 1, Ascii.rightParen), isPunctuation(dot - 2, Ascii.leftParen) { type = dot - 3 }
    guard isType(type), !isDeclared(word(type)) else { return nil }
    while type > 1, isPunctuation(type - 1, Ascii.dot), isType(type - 2) { type -= 2 }
    return type
  }

  /// Returns whether an operand precedes the dot at the index `dot`, perhaps on the previous line. If not, the dot
  /// begins a member of an inferred type, such as `.now`.
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

  /// Returns whether the parentheses that begin at the index `opener` are empty: `()`.
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
