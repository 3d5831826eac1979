/// The values that a pattern matches, as far as they are known. By the shapes of several patterns, the compiler finds
/// out whether these patterns together match every value, as `nil` and `let x?` do for an optional.
package indirect enum PatternShape: Hashable, Sendable {
  /// The pattern matches every value, as `_` and `let x` do.
  case anything
  /// The pattern matches the values of one known case, if their parts match the shapes. An example is
  /// `.one(.some, [.anything])` for `let x?`.
  case one(PatternCase, [PatternShape])
  /// The pattern matches some values, but it is not known which.
  case unknown
}

/// A case of a type all of whose cases are known.
package enum PatternCase: Hashable, Sendable {
  case `false`, `true`
  case none, some
  case success, failure
  /// The only case of a tuple type with this number of elements.
  case tuple(Int)

  /// All cases of the type to which this case belongs: `.none` and `.some` for each of the two. `parts` is the number
  /// of a case's associated values or, for a tuple, of its elements.
  package var alternatives: [(case: PatternCase, parts: Int)] {
    switch self {
    case .false, .true: [(.false, 0), (.true, 0)]
    case .none, .some: [(.none, 0), (.some, 1)]
    case .success, .failure: [(.success, 1), (.failure, 1)]
    case .tuple(let count): [(self, count)]
    }
  }
}

/// Reads a Swift pattern for a value of a known type, and finds which values it matches, and the types of the names
/// that it binds.
package struct PatternReader {
  /// The value that is matched with the pattern.
  package enum Subject {
    case type(SourceRange)
    /// The value is one of several cases with payloads: for example, the final state that a composite state has
    /// reached. The dictionary has the types in the payload of each case, by the name of the case.
    case cases([String: [SourceRange]])
    case unknown
  }

  private let tokens: [SwiftToken]
  private let types: TypeReader
  /// The type of each name that the pattern binds, if the type is known. The key is the offset of the name's text.
  private var typesOfNames: [Int: SourceRange] = [:]
  package private(set) var shape = PatternShape.unknown
  private var bytes: [UInt8] { types.bytes }

  /// The largest depth of nested patterns. Deeper ones count as `unknown`.
  private static let maximumDepth = 16

  package init(_ tokens: [SwiftToken], of subject: Subject, _ types: TypeReader) {
    self.tokens = tokens
    self.types = types
    // A cast may match more and less than its pattern.
    if tokens.indices.contains(where: { isWord($0, "as") || isWord($0, "is") }) { return }
    shape = read(tokens.indices, subject, binds: false, depth: 0)
  }

  /// Returns the type of a name that the pattern binds; nil if it is not known.
  package func type(of name: Identifier) -> SourceRange? { typesOfNames[name.range.lowerBound] }

  /// Returns the shape of a part of the pattern, and stores the types of the names that it binds.
  ///
  /// - Parameters:
  ///   - range: the indices of the part's tokens.
  ///   - subject: the value that the part is matched with.
  ///   - binds: whether `let` precedes the part or brackets around it, so that names in it are bound.
  ///   - depth: the number of patterns around this part. From `maximumDepth` on, the part counts as `unknown`, so that
  ///     the recursion is limited.
  private mutating func read(_ range: Range<Int>, _ subject: Subject, binds: Bool, depth: Int) -> PatternShape {
    guard depth < Self.maximumDepth, let first = range.first, let last = range.last else { return .unknown }
    if isWord(first, "let") || isWord(first, "var") {
      return read(first + 1..<range.upperBound, subject, binds: true, depth: depth + 1)
    }
    if isQuestionMarks(last) {
      let marks = tokens[last].end - tokens[last].start
      guard marks < Self.maximumDepth else { return .unknown }
      var wrapped = subject
      for _ in 0..<marks { wrapped = wrappedSubject(of: wrapped) }
      var shape = read(first..<last, wrapped, binds: binds, depth: depth + marks)
      // Each `?` stands for one `.some`.
      for _ in 0..<marks { shape = .one(.some, [shape]) }
      return shape
    }
    if first == last { return readWord(first, subject, binds: binds) }
    if tokens[first].isPunctuation(Ascii.leftParen), tokens.closer(of: first, in: range) == last {
      return readTuple(first + 1..<last, subject, binds: binds, depth: depth)
    }
    guard tokens[first].isPunctuation(Ascii.dot), tokens[first + 1].kind == .identifier else { return .unknown }
    return readCase(first + 1..<range.upperBound, subject, binds: binds, depth: depth)
  }

  private mutating func readWord(_ index: Int, _ subject: Subject, binds: Bool) -> PatternShape {
    guard tokens[index].kind == .identifier else { return .unknown }
    if isWord(index, "_") { return .anything }
    if isWord(index, "nil") { return .one(.none, []) }
    for (word, value) in [("true", PatternCase.true), ("false", .false)] where isWord(index, word) {
      if case .type(let type) = subject, case .bool = types.structure(of: type) { return .one(value, []) }
      return .unknown
    }
    guard binds else { return .unknown }
    let start = tokens[index].start + (tokens[index].byte == Ascii.backtick ? 1 : 0)
    if case .type(let type) = subject { typesOfNames[start] = type }
    return .anything
  }

  /// Reads the pattern in parentheses, given the indices of the tokens between them. One element is no tuple: its shape
  /// is returned. Several elements are the parts of a tuple, and get the types of its elements.
  private mutating func readTuple(
    _ inside: Range<Int>, _ subject: Subject, binds: Bool, depth: Int
  ) -> PatternShape {
    let elements = tokens.elements(of: inside)
    if elements.count == 1 { return read(elements[0], subject, binds: binds, depth: depth + 1) }
    var parts = Array(repeating: Subject.unknown, count: elements.count)
    if case .type(let type) = subject, case .tuple(let types) = types.structure(of: type), types.count == parts.count {
      // Labels in a pattern may name the elements in another order.
      let areLabelled = elements.contains { isLabelled($0) }
      if areLabelled { return readLabelled(elements, binds: binds, depth: depth) }
      parts = types.map { .type($0) }
    } else if elements.contains(where: { isLabelled($0) }) {
      return readLabelled(elements, binds: binds, depth: depth)
    }
    let shapes = zip(elements, parts).map { read($0, $1, binds: binds, depth: depth + 1) }
    return .one(.tuple(shapes.count), shapes)
  }

  /// Reads the elements of a tuple's pattern if some elements have labels. Labels may change the order:
  /// `(y: 0, x: let n)` for `(x: Int, y: Int)`. Therefore, the types of all elements count as unknown.
  ///
  /// - Parameters:
  ///   - elements: for each element, the indices of its tokens.
  ///   - binds: whether `let` precedes the tuple, so that names in it are bound.
  ///   - depth: the number of patterns around the tuple, which limits the recursion.
  private mutating func readLabelled(_ elements: [Range<Int>], binds: Bool, depth: Int) -> PatternShape {
    let shapes = elements.map { read(withoutLabel($0), .unknown, binds: binds, depth: depth + 1) }
    return shapes.allSatisfy { $0 == .anything } ? .anything : .unknown
  }

  /// Reads the pattern of a case, such as `some(let n)`, `success(_)`, or the name of a final state.
  ///
  /// - Parameters:
  ///   - range: the indices of the tokens after the dot.
  ///   - subject: the value that the case is matched with.
  ///   - binds: whether `let` precedes the case, so that names in it are bound.
  ///   - depth: the number of patterns around the case, which limits the recursion.
  private mutating func readCase(_ range: Range<Int>, _ subject: Subject, binds: Bool, depth: Int) -> PatternShape {
    let name = range.lowerBound
    let opener = name + 1
    var inside: Range<Int>?
    if opener < range.upperBound {
      guard tokens[opener].isPunctuation(Ascii.leftParen), tokens.closer(of: opener, in: range) == range.upperBound - 1
      else {
        return .unknown
      }
      inside = opener + 1..<range.upperBound - 1
    }
    switch subject {
    case .type(let type):
      let structure = types.structure(of: type)
      if case .result(let success, let failure) = structure {
        let isSuccess = isWord(name, "success")
        guard isSuccess || isWord(name, "failure") else { return .unknown }
        let part: PatternShape =
          if let inside {
            read(inside, .type(isSuccess ? success : failure), binds: binds, depth: depth + 1)
          } else { .anything }
        return .one(isSuccess ? .success : .failure, [part])
      }
      guard case .optional(let wrapped) = structure else { return .unknown }
      if isWord(name, "none"), inside == nil { return .one(.none, []) }
      guard isWord(name, "some") else { return .unknown }
      guard let inside else { return .one(.some, [.anything]) }
      return .one(.some, [read(inside, .type(wrapped), binds: binds, depth: depth + 1)])
    case .cases(let cases):
      let fields = cases[text(name)] ?? []
      let elements = inside.map { tokens.elements(of: $0) } ?? []
      guard fields.count == elements.count else { return .unknown }
      for (element, field) in zip(elements, fields) {
        _ = read(withoutLabel(element), .type(field), binds: binds, depth: depth + 1)
      }
      return .unknown
    case .unknown:
      return .unknown
    }
  }

  private func wrappedSubject(of subject: Subject) -> Subject {
    guard case .type(let type) = subject, case .optional(let wrapped) = types.structure(of: type) else {
      return .unknown
    }
    return .type(wrapped)
  }

  // MARK: Tokens

  private func text(_ index: Int) -> String {
    String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self)
  }

  private func isWord(_ index: Int, _ word: String) -> Bool {
    tokens[index].kind == .identifier && bytes[tokens[index].start..<tokens[index].end].elementsEqual(word.utf8)
  }

  private func isQuestionMarks(_ index: Int) -> Bool {
    let token = tokens[index]
    return (token.kind == .postfix || token.kind == .infixOrPrefix)
      && bytes[token.start..<token.end].allSatisfy { $0 == Ascii.question }
  }

  private func isLabelled(_ element: Range<Int>) -> Bool {
    element.count > 2 && tokens[element.lowerBound].kind == .identifier
      && tokens[element.lowerBound + 1].isPunctuation(Ascii.colon)
  }

  private func withoutLabel(_ element: Range<Int>) -> Range<Int> {
    isLabelled(element) ? element.lowerBound + 2..<element.upperBound : element
  }
}
