/// Reads a type in the text of a file: first its outermost form, such as an optional or a tuple, then its parts.
package struct TypeReader {
  let bytes: [UInt8]
  /// A function that gets the range of a name. For the name of a type alias, it returns the range of the type that the
  /// alias means; for any other name, nil.
  let alias: (SourceRange) -> SourceRange?

  package init(bytes: [UInt8], alias: @escaping (SourceRange) -> SourceRange?) {
    self.bytes = bytes
    self.alias = alias
  }
  /// The largest depth of nested types. Deeper types count as unknown. The limit also ends the search in a type alias
  /// that names itself.
  private static let maximumDepth = 16

  /// Returns the facts about the type in a range, by its outermost form: a function, an array or a dictionary, a tuple,
  /// or a type with a name.
  ///
  /// - Parameter depth: the number of types around this one. From `maximumDepth` on, the type counts as unknown.
  func knowledge(of type: SourceRange, depth: Int) -> TypeKnowledge {
    guard depth < Self.maximumDepth, let type = withoutWords(trimmed(type)) else { return .unknown }
    if !places(of: .arrow, in: type).isEmpty { return .handle }
    switch (bytes[type.lowerBound], bytes[type.upperBound - 1]) {
    case (Ascii.leftBracket, Ascii.rightBracket):
      let inside = trimmed(SourceRange(type.lowerBound + 1, type.upperBound - 1))
      let colon = places(of: .colon, in: inside).first
      let element = SourceRange(colon.map { $0 + 1 } ?? inside.lowerBound, inside.upperBound)
      return .value(element: knowledge(of: element, depth: depth + 1))
    case (Ascii.leftParen, Ascii.rightParen):
      let inside = trimmed(SourceRange(type.lowerBound + 1, type.upperBound - 1))
      let isTuple = inside.isEmpty || !places(of: .comma, in: inside).isEmpty
      return isTuple ? .value(element: .unknown) : knowledge(of: inside, depth: depth + 1)
    case (Ascii.leftBracket, _), (Ascii.leftParen, _):
      // A member of such a type.
      return .unknown
    default:
      return knowledge(ofNamed: type, depth: depth)
    }
  }

  /// Returns the facts about a type with a name, such as `Swift.Array<Int>`. The name may be a path of types or
  /// modules, and may have generic arguments.
  private func knowledge(ofNamed type: SourceRange, depth: Int) -> TypeKnowledge {
    let start = places(of: .dot, in: type).last.map { $0 + 1 } ?? type.lowerBound
    let last = SourceRange(start, type.upperBound)
    let end = bytes[start..<type.upperBound].firstIndex(of: Ascii.leftAngle) ?? type.upperBound
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    if name == "Task" || name.hasSuffix("Continuation") { return .handle }
    // The last generic argument: the element of `Array<Int>`, the value of `Dictionary<String, Int>`.
    func argument() -> TypeKnowledge {
      guard end < last.upperBound else { return .unknown }
      let arguments = SourceRange(end + 1, max(end + 1, last.upperBound - 1))
      let first = places(of: .comma, in: arguments).last.map { $0 + 1 } ?? arguments.lowerBound
      return knowledge(of: SourceRange(first, arguments.upperBound), depth: depth + 1)
    }
    switch name {
    case "Array", "ArraySlice", "ContiguousArray", "Set", "Dictionary": return .value(element: argument())
    case "Optional": return argument()
    case "String", "Substring", "Character": return .value(element: .unknown)
    case let name where PlainTypes.ownNothing.contains(name): return .value(element: .unknown)
    default:
      return alias(type).map { knowledge(of: $0, depth: depth + 1) } ?? .unknown
    }
  }

  // MARK: Structures of values

  /// The form of a type, as far as patterns can distinguish its values.
  package enum Structure {
    case bool
    case optional(of: SourceRange)
    case tuple([SourceRange])
    case result(success: SourceRange, failure: SourceRange)
    case other
  }

  /// Returns the form of the type in a range. Parentheses around the type are removed. A type alias is replaced by the
  /// type that it means. This is repeated at most `maximumDepth` times, because an alias may mean itself.
  package func structure(of type: SourceRange) -> Structure {
    var type = type
    for _ in 0..<Self.maximumDepth {
      type = blanksTrimmed(type)
      guard !type.isEmpty, places(of: .arrow, in: type).isEmpty else { return .other }
      let last = bytes[type.upperBound - 1]
      if last == Ascii.question { return .optional(of: plain(SourceRange(type.lowerBound, type.upperBound - 1))) }
      if bytes[type.lowerBound] == Ascii.leftParen, closer(of: type.lowerBound, type.upperBound) == type.upperBound - 1
      {
        let inside = SourceRange(type.lowerBound + 1, type.upperBound - 1)
        let commas = places(of: .comma, in: inside)
        guard commas.isEmpty else { return .tuple(elements(of: inside, commas)) }
        type = inside
        continue
      }
      let text = String(decoding: bytes[type.lowerBound..<type.upperBound], as: UTF8.self)
      if text == "Bool" || text == "Swift.Bool" { return .bool }
      for name in ["Optional<", "Swift.Optional<"] where text.hasPrefix(name) && last == Ascii.rightAngle {
        return .optional(of: plain(SourceRange(type.lowerBound + name.utf8.count, type.upperBound - 1)))
      }
      for name in ["Result<", "Swift.Result<"] where text.hasPrefix(name) && last == Ascii.rightAngle {
        let inside = SourceRange(type.lowerBound + name.utf8.count, type.upperBound - 1)
        let commas = places(of: .comma, in: inside)
        guard commas.count == 1 else { return .other }
        let parts = elements(of: inside, commas)
        return .result(success: parts[0], failure: parts[1])
      }
      guard let meaning = alias(type) else { return .other }
      type = meaning
    }
    return .other
  }

  /// Returns the types of a tuple's elements, without labels.
  ///
  /// - Parameters:
  ///   - inside: the range in the tuple's parentheses.
  ///   - commas: the offsets of the commas between the elements.
  private func elements(of inside: SourceRange, _ commas: [Int]) -> [SourceRange] {
    var start = inside.lowerBound
    return (commas + [inside.upperBound]).map { end in
      let element = SourceRange(start, end)
      start = end + 1
      let colon = places(of: .colon, in: element).first
      return plain(SourceRange(colon.map { $0 + 1 } ?? element.lowerBound, end))
    }
  }

  /// Returns the range of a type without blanks at its ends, and without parentheses around the whole type.
  private func plain(_ type: SourceRange) -> SourceRange {
    var type = blanksTrimmed(type)
    for _ in 0..<Self.maximumDepth
    where !type.isEmpty && bytes[type.lowerBound] == Ascii.leftParen
      && closer(of: type.lowerBound, type.upperBound) == type.upperBound - 1
    {
      let inside = blanksTrimmed(SourceRange(type.lowerBound + 1, type.upperBound - 1))
      guard !inside.isEmpty, places(of: .comma, in: inside).isEmpty else { return type }
      type = inside
    }
    return type
  }

  // MARK: Ends of types

  /// Returns the range of a type without white space at its ends, and without `?` and `!` at its end.
  private func trimmed(_ type: SourceRange) -> SourceRange {
    var type = blanksTrimmed(type)
    while !type.isEmpty,
      bytes[type.upperBound - 1] == Ascii.question || bytes[type.upperBound - 1] == Ascii.exclamation
    {
      type = blanksTrimmed(SourceRange(type.lowerBound, type.upperBound - 1))
    }
    return type
  }

  private func blanksTrimmed(_ type: SourceRange) -> SourceRange {
    func isSpace(_ byte: UInt8) -> Bool {
      byte == Ascii.space || byte == Ascii.tab || Ascii.isNewline(byte)
    }
    var (start, end) = (type.lowerBound, type.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return SourceRange(start, end)
  }

  /// Returns the range of a type without the attributes and modifiers before it, such as `@escaping` and `inout`. Nil
  /// if nothing follows the attributes and modifiers, or if a word such as `any` follows, because the type is then not
  /// known.
  private func withoutWords(_ type: SourceRange) -> SourceRange? {
    var start = type.lowerBound
    while start < type.upperBound {
      if bytes[start] == Ascii.at {
        start = Ascii.endOfIdentifier(bytes, from: start + 1, to: type.upperBound)
        if start < type.upperBound, bytes[start] == Ascii.leftParen { start = closer(of: start, type.upperBound) + 1 }
      } else {
        let end = Ascii.endOfIdentifier(bytes, from: start, to: type.upperBound)
        switch String(decoding: bytes[start..<end], as: UTF8.self) {
        case "sending", "borrowing", "consuming", "inout", "isolated": start = end
        case "any", "some", "each", "repeat": return nil
        default: return SourceRange(start, type.upperBound)
        }
      }
      start = trimmed(SourceRange(start, type.upperBound)).lowerBound
    }
    return nil
  }

  // MARK: Outside brackets

  private enum Mark { case arrow, colon, comma, dot }

  /// Returns the offsets of all arrows, colons, commas or dots in `range`, except those in brackets.
  ///
  /// - Parameter mark: the kind of punctuation to search for.
  private func places(of mark: Mark, in range: SourceRange) -> [Int] {
    var places: [Int] = []
    forEachOutside(range) { index in
      let isFound =
        switch mark {
        case .arrow: isArrow(index, range.upperBound)
        case .colon: bytes[index] == Ascii.colon
        case .comma: bytes[index] == Ascii.comma
        case .dot: bytes[index] == Ascii.dot
        }
      if isFound { places.append(index) }
    }
    return places
  }

  private func isArrow(_ index: Int, _ end: Int) -> Bool {
    bytes[index] == Ascii.minus && index + 1 < end && bytes[index + 1] == Ascii.rightAngle
  }

  private func forEachOutside(_ range: SourceRange, _ body: (Int) -> Void) {
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace, Ascii.leftAngle: depth += 1
      case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: depth -= 1
      // The `>` of an arrow closes no bracket.
      case Ascii.rightAngle where index == range.lowerBound || bytes[index - 1] != Ascii.minus: depth -= 1
      default: if depth == 0 { body(index) }
      }
      index += 1
    }
  }

  /// Returns the offset of the parenthesis that closes the one at `opener`; `end - 1` if it is not closed before the
  /// offset `end`.
  private func closer(of opener: Int, _ end: Int) -> Int {
    var depth = 0
    for index in opener..<end {
      if bytes[index] == Ascii.leftParen { depth += 1 }
      if bytes[index] == Ascii.rightParen { depth -= 1 }
      if depth == 0 { return index }
    }
    return end - 1
  }
}
