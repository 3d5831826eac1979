/// The declarations in a `swift` block that are not in inner braces, such as `func beep()`. They are found by their
/// tokens, without a parser for Swift. The machine with the block may have no property or guard with one of their
/// names. If a type is declared, `typealias` and generic parameters of the machine cannot have its name, either.
package struct SwiftDeclarations {
  package struct Declaration: Equatable {
    package enum Kind: Equatable {
      case function, type
      /// A property. `isStored` is true if each value of the type stores the property, and false if it is computed or
      /// static.
      case property(isStored: Bool)
    }

    package var kind: Kind
    /// The name without back-ticks.
    package var name: SourceRange
    /// The access level as written; nil if none is written.
    package var access: AccessLevel?
    /// Whether a `<` follows the name.
    package var isGeneric = false
    /// Whether `mutating` precedes the declaration.
    package var isMutating = false
  }

  package private(set) var declarations: [Declaration] = []
  /// The range of each `state` to which a function or another member of the block assigns a value. This is a mistake,
  /// because only rows may change a machine's state. Members of nested types are not searched.
  package private(set) var assignmentsOfState: [SourceRange] = []

  private let bytes: [UInt8]
  /// For each open brace, whether it opens the body of a type. The last element belongs to the innermost brace.
  private var braces: [Bool] = []
  private var openTypes = 0
  /// The number of open parentheses and square brackets.
  private var depth = 0
  /// Whether the next `{` opens the body of a type.
  private var isType = false
  // The current declaration.
  private var access: AccessLevel?
  private var isStatic = false
  private var isMutating = false
  private var expected: Declaration.Kind?
  /// The index in `declarations` of the last property, if the text after its name has not been read yet. That text
  /// shows its kind: a `{` means that it is computed; a `=`, or the next member, that it is stored. Nil if there is no
  /// such property.
  private var openProperty: Int?
  /// Whether the current line is an `import`. Its words declare nothing.
  private var isImport = false
  /// Whether the current member has a parameter or a variable with the name `state`. If so, `state` in the member does
  /// not mean the machine's state.
  private var hidesState = false
  private var assigned: [(start: Int, name: SourceRange, isMember: Bool)] = []

  /// Reads the declarations in `range`.
  ///
  /// - Parameter range: the range of the block, without its braces.
  package init(in range: SourceRange, _ bytes: [UInt8]) {
    self.bytes = bytes
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    let nothing = SwiftToken(kind: .end, byte: 0, followsNewline: false, start: 0, end: 0)
    var (beforePrevious, previous) = (nothing, nothing)
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      read(token, previous, beforePrevious, next)
      (beforePrevious, previous) = (previous, token)
      token = next
    }
    endProperty(isStored: true)
    findAssignments(in: range)
  }

  /// Reads a token, given the two tokens before it and the token after it. Notes the declaration that it begins or
  /// names, the end of a property, and an assignment to `state`.
  private mutating func read(
    _ token: SwiftToken, _ previous: SwiftToken, _ beforePrevious: SwiftToken, _ next: SwiftToken
  ) {
    if token.followsNewline { isImport = false }
    switch token.kind {
    case .punctuation: readPunctuation(token)
    case .infixOrPrefix where token.byte == Ascii.equals && token.end == token.start + 1:
      if braces.isEmpty, depth == 0 { endProperty(isStored: true) }
    case .identifier:
      if previous.isPunctuation(Ascii.dot) {
        noteMember(token, previous, beforePrevious)
      } else if isWord(token, "state") {
        noteState(token, previous, next)
      } else if braces.isEmpty, depth == 0, !isImport {
        readWord(token, previous, next)
      } else if isTypeWord(token), !isWord(token, "typealias"), next.kind == .identifier {
        isType = true
      }
      readName(token, next)
    default: break
    }
  }

  private mutating func readPunctuation(_ token: SwiftToken) {
    switch token.byte {
    case Ascii.leftParen, Ascii.leftBracket: depth += 1
    case Ascii.rightParen, Ascii.rightBracket: depth = max(0, depth - 1)
    case Ascii.leftBrace:
      if braces.isEmpty, depth == 0 { endProperty(isStored: false) }
      braces.append(isType)
      openTypes += isType ? 1 : 0
      isType = false
    case Ascii.rightBrace:
      if let wasType = braces.popLast(), wasType { openTypes -= 1 }
      if braces.isEmpty { endMember() }
    default: break
    }
  }

  /// Reads a word that is outside of braces, parentheses and square brackets. The word may begin a declaration, as
  /// `func` does, or modify the next declaration, as `private` does.
  private mutating func readWord(_ token: SwiftToken, _ previous: SwiftToken, _ next: SwiftToken) {
    guard expected == nil else { return }
    switch text(token) {
    case "import": isImport = true
    case "public", "open": beginModifier(.public, next)
    case "package": beginModifier(.package, next)
    case "internal": beginModifier(.internal, next)
    case "fileprivate": beginModifier(.fileprivate, next)
    case "private": beginModifier(.private, next)
    case "mutating" where next.kind == .identifier: isMutating = true
    case "static" where next.kind == .identifier: isStatic = true
    case "func" where next.kind == .identifier: begin(.function)
    case "let" where next.kind == .identifier, "var" where next.kind == .identifier:
      begin(.property(isStored: !isStatic))
    case "class" where isWord(next, "func") || isWord(next, "var") || isWord(next, "let"): isStatic = true
    case "extension":
      endMember()
      isType = true
    case "init", "subscript", "deinit":
      // `init` may be called in the value of a static property, after an operator, `try` or `await`. A modifier or an
      // attribute, with or without arguments, precedes a declaration.
      let isCalled = previous.kind == .infixOrPrefix || isWord(previous, "try") || isWord(previous, "await")
      if token.followsNewline || !isCalled { endMember() }
    case _ where isTypeWord(token) && next.kind == .identifier:
      begin(.type)
      isType = !isWord(token, "typealias")
    default: break
    }
  }

  /// Stores an access level such as `private` for the next declaration. `private(set)` is left out, because it does not
  /// limit reading.
  private mutating func beginModifier(_ level: AccessLevel, _ next: SwiftToken) {
    guard next.kind == .identifier || next.isPunctuation(Ascii.at) else { return }
    access = level
  }

  private mutating func begin(_ kind: Declaration.Kind) {
    let (access, isStatic, isMutating) = (access, isStatic, isMutating)
    endMember()
    (self.access, self.isStatic, self.isMutating) = (access, isStatic, isMutating)
    expected = kind
  }

  /// Adds a declaration with the token as its name, if a word such as `func` or `var` has begun a declaration. Does
  /// nothing if the token is itself such a word.
  private mutating func readName(_ token: SwiftToken, _ next: SwiftToken) {
    guard let kind = expected, !isDeclaringWord(token) else { return }
    expected = nil
    let isQuoted = token.byte == Ascii.backtick
    let name = SourceRange(token.start + (isQuoted ? 1 : 0), token.end - (isQuoted ? 1 : 0))
    let isGeneric = next.kind == .infixOrPrefix && next.byte == Ascii.leftAngle
    declarations.append(
      Declaration(kind: kind, name: name, access: access, isGeneric: isGeneric, isMutating: isMutating))
    if case .property(isStored: true) = kind { openProperty = declarations.count - 1 }
    (access, isStatic, isMutating) = (nil, false, false)
  }

  /// Stores whether the property at `openProperty` is stored or computed. The text after its name has shown this: a `{`
  /// makes it computed, and a `=` or the next member makes it stored. Does nothing if `openProperty` is nil.
  private mutating func endProperty(isStored: Bool) {
    guard let index = openProperty else { return }
    declarations[index].kind = .property(isStored: isStored)
    openProperty = nil
  }

  private mutating func endMember() {
    endProperty(isStored: true)
    (access, isStatic, isMutating, expected) = (nil, false, false, nil)
    hidesState = false
  }

  // MARK: The state

  private mutating func noteMember(_ token: SwiftToken, _ dot: SwiftToken, _ owner: SwiftToken) {
    guard openTypes == 0, !braces.isEmpty, isWord(token, "state"), isWord(owner, "self") else { return }
    assigned.append((owner.start, SourceRange(token.start, token.end), true))
  }

  private mutating func noteState(_ token: SwiftToken, _ previous: SwiftToken, _ next: SwiftToken) {
    guard openTypes == 0 else { return }
    if braces.isEmpty {
      // A parameter `state: …` of a function.
      if next.isPunctuation(Ascii.colon) { hidesState = true }
    } else if isWord(previous, "let") || isWord(previous, "var") || isWord(previous, "for") {
      hidesState = true
    } else if !hidesState {
      assigned.append((token.start, SourceRange(token.start, token.end), false))
    }
  }

  private mutating func findAssignments(in range: SourceRange) {
    // `uses(of:in:)` expects the range of a block with its braces.
    let around = SourceRange(range.lowerBound - 1, range.upperBound + 1)
    let uses = SwiftAnalysis.uses(of: assigned.map(\.start), in: around, bytes)
    for (use, found) in zip(assigned, uses) {
      switch found.change {
      case .replaced, .assigned, .memberAssigned: assignmentsOfState.append(use.name)
      case .none, .method: break
      }
    }
  }

  // MARK: Words

  private func text(_ token: SwiftToken) -> String {
    String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }

  private func isWord(_ token: SwiftToken, _ word: StaticString) -> Bool {
    token.kind == .identifier && token.end - token.start == word.utf8CodeUnitCount
      && SwiftKeyword.matches(word, bytes, token.start)
  }

  private func isTypeWord(_ token: SwiftToken) -> Bool {
    ["struct", "enum", "class", "actor", "protocol", "typealias", "extension"].contains(text(token))
  }

  private func isDeclaringWord(_ token: SwiftToken) -> Bool {
    isWord(token, "func") || isWord(token, "let") || isWord(token, "var") || isTypeWord(token)
  }
}
