import StateMachineSyntax

/// A declaration in a Swift file or in a type.
struct SwiftMember {
  typealias Tokens = SwiftCode.Tokens

  /// The keyword: `func`, `struct`, `case`, `extension`; `#` for a compiler condition such as `#if`.
  var introducer: String
  /// The name, with its backticks. It is `init` for an initializer, and the path of the extended type (`Door.State`)
  /// for an extension.
  var name = ""
  var attributes: [String] = []
  /// The modifiers in their order, such as `private`, `mutating` and `private(set)`.
  var modifiers: [String] = []
  /// The tokens of the whole declaration, from its first attribute or modifier.
  var all: Tokens
  /// The index of the keyword's token.
  var start: Int
  /// The tokens between the braces; nil for a declaration without braces.
  var body: Tokens?

  /// Returns the tokens between the name and the body; up to the end if there is no body.
  func head(_ code: SwiftCode) -> Tokens {
    let first = introducer == "init" || introducer == "subscript" ? start + 1 : start + 2
    return min(first, headEnd)..<headEnd
  }
  private var headEnd: Int { body.map { $0.lowerBound - 1 } ?? all.upperBound }

  /// Returns whether an extension has conformances or a `where` clause. The members of such an extension cannot be
  /// added to its type.
  func isConstrained(_ code: SwiftCode) -> Bool {
    head(code).contains { code.word($0) == ":" || code.word($0) == "where" }
  }

  var isType: Bool { ["struct", "enum", "class", "actor", "extension"].contains(introducer) }
  var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
  var access: String? {
    modifiers.first { ["public", "open", "package", "internal", "fileprivate", "private"].contains($0) }
  }
  var isPrivate: Bool { access == "private" || access == "fileprivate" }

  private static let introducers: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "extension", "func", "init", "deinit", "let", "var",
    "subscript", "case", "import", "operator", "precedencegroup", "macro", "associatedtype",
  ]
  private static let modifierWords: Set<String> = [
    "public", "open", "package", "internal", "fileprivate", "private", "static", "class", "final", "mutating",
    "nonmutating", "override", "required", "convenience", "lazy", "weak", "unowned", "indirect", "dynamic", "optional",
    "nonisolated", "isolated", "distributed", "consuming", "borrowing", "prefix", "postfix", "infix",
  ]

  /// Returns the declarations among some tokens, in their order. Declarations inside others are not among them.
  static func all(in range: Tokens, _ code: SwiftCode) -> [SwiftMember] {
    var members: [SwiftMember] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let first = index
      var member = SwiftMember(introducer: "", all: first..<first, start: first)
      while index < range.upperBound, let next = member.readPrefix(at: index, range, code) { index = next }
      guard index < range.upperBound else { break }
      let word = code.word(index)
      guard introducers.contains(word) || word.hasPrefix("#") else {
        index = max(index, code.closers[index]) + 1
        continue
      }
      member.introducer = word.hasPrefix("#") ? "#" : word
      member.start = index
      let end = member.readRest(in: range, code)
      member.all = first..<end
      members += member.split(code)
      index = max(end, index + 1)
    }
    return members
  }

  /// Returns one declaration for each property in `var line = 1, column = 0`; any other declaration is returned
  /// unchanged.
  private func split(_ code: SwiftCode) -> [SwiftMember] {
    guard ["let", "var"].contains(introducer), body == nil, code.isName(start + 1) else { return [self] }
    var members = [self]
    while let last = members.last,
      let comma = code.first(in: last.start + 2..<all.upperBound, where: { code.word($0) == "," }),
      code.isName(comma + 1)
    {
      members[members.count - 1].all = last.all.lowerBound..<comma
      var next = self
      next.name = code.word(comma + 1)
      next.start = comma
      next.all = comma..<all.upperBound
      members.append(next)
    }
    return members
  }

  /// Reads an attribute or a modifier, adds it to the declaration, and returns the index of the token after it. Nil if
  /// neither an attribute nor a modifier begins at the index.
  private mutating func readPrefix(at index: Int, _ range: Tokens, _ code: SwiftCode) -> Int? {
    let word = code.word(index)
    if word == "@" {
      var end = index + 2
      while code.word(end) == "." { end += 2 }
      if code.word(end) == "(", code.tokens[end].start == code.tokens[end - 1].end { end = code.closers[end] + 1 }
      attributes.append(code.line(index..<min(end, range.upperBound)))
      return end
    }
    guard Self.modifierWords.contains(word), code.isName(index + 1) || ["(", "@"].contains(code.word(index + 1)) else {
      return nil
    }
    // `class` is a modifier only before a member, as in `class func`; otherwise it declares a class.
    if word == "class", !["func", "var", "let", "subscript"].contains(code.word(index + 1)),
      !Self.modifierWords.contains(code.word(index + 1))
    {
      return nil
    }
    if code.word(index + 1) == "(" {
      let end = code.closers[index + 1] + 1
      modifiers.append(code.line(index..<end))
      return end
    }
    modifiers.append(word)
    return index + 1
  }

  /// Reads the name and the body of the declaration, whose attributes, modifiers and keyword have been read already.
  /// Returns the index of the token after the declaration.
  private mutating func readRest(in range: Tokens, _ code: SwiftCode) -> Int {
    if introducer == "#" {
      let line =
        code.source.bytes[code.tokens[start].start...].firstIndex(of: Ascii.lineFeed) ?? code.source.bytes.count
      var end = start + 1
      while end < range.upperBound, code.tokens[end].start < line { end += 1 }
      return end
    }
    name = introducer == "init" || introducer == "subscript" ? introducer : code.word(start + 1)
    var index = start + 1
    if introducer == "extension" {
      while code.word(index + 1) == "." {
        index += 2
        name += "." + code.word(index)
      }
      start = index - 1
    }
    let isProperty = introducer == "var" || introducer == "let"
    var hasValue = false
    while index < range.upperBound {
      let word = code.word(index)
      if word == "{" {
        // In the value of a property, braces are those of a closure, and no body.
        if !(isProperty && hasValue && !Self.beginsObservers(index, code)) { body = code.inside(index) }
        let end = code.closers[index] + 1
        if body != nil || ends(before: end, range, code) { return min(end, range.upperBound) }
        index = end
        continue
      }
      if word == "=" { hasValue = true }
      index = max(index, code.closers[index]) + 1
      if ends(before: index, range, code) { break }
    }
    return min(index, range.upperBound)
  }

  /// Returns whether a brace begins the observers of a property, `didSet` or `willSet`.
  private static func beginsObservers(_ brace: Int, _ code: SwiftCode) -> Bool {
    ["didSet", "willSet"].contains(code.word(brace + 1))
  }

  /// Returns whether a declaration without a body ends before the token at an index.
  private func ends(before index: Int, _ range: Tokens, _ code: SwiftCode) -> Bool {
    guard index < range.upperBound else { return true }
    let word = code.word(index)
    if word == ";" || word == "}" { return true }
    if introducer == "func" || introducer == "init" || isType || introducer == "subscript" { return false }
    return code.tokens[index].followsNewline && !code.continuesLine(index) && word != "{"
  }
}

extension SwiftCode {
  /// Returns whether the token at the beginning of a line continues the statement of the line before: `.map(…)`,
  /// `else`, `+ 1`.
  func continuesLine(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let (before, word) = (tokens[index - 1], words[index])
    if before.kind == .infixOrPrefix, words[index - 1] != "!", !genericEnds.contains(index - 1) { return true }
    if [",", ":", ".", "(", "[", "@"].contains(words[index - 1]) { return true }
    if ["else", "catch", "where", "as", "is", "throws", "async", "in"].contains(word) { return true }
    if [")", "]", ",", ":"].contains(word) || word == "." { return true }
    guard tokens[index].kind == .infixOrPrefix || tokens[index].kind == .postfix else { return false }
    // A prefix operator stands directly before its operand, and so begins a statement.
    return index + 1 >= tokens.count || tokens[index].end < tokens[index + 1].start || word == "?" || word == "->"
  }
}
