import StateMachineModel
import StateMachineSyntax

/// Finds out whether Swift of the `.sm` file may change the machine. It looks only at the tokens, because sm-gen does
/// not know the types of the file's Swift.
struct ReadingSwift {
  private let machine: StateMachine
  private var bytes: [UInt8] { machine.source.bytes }

  init(_ machine: StateMachine) { self.machine = machine }

  /// Returns whether Swift of the file changes no property of the machine. It must also call no function that may be a
  /// `mutating` method of the machine. An assignment to a label of a payload, such as `speed += 1`, does not count as a
  /// change.
  func changesNothing(_ code: SwiftCode) -> Bool {
    let tokens = SwiftLexer.tokens(of: bytes, in: code.range)
    let properties = tokens.indices.filter { isVariable(tokens, $0) }
    // The range of a block does not contain its braces.
    let around = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
    let uses = SwiftAnalysis.uses(of: properties.map { tokens[$0].start }, in: around, bytes)
    return uses.allSatisfy { $0.change == .none || TypeKnowledge.reads($0.change) }
      && tokens.indices.allSatisfy { isHarmless(tokens, $0) }
      && code.expansions.allSatisfy { changesNothing($0.code) }
  }

  /// Returns whether the file's Swift in `codes` compiles after a method has consumed the machine's state. Until the
  /// method stores a new state, Swift allows no use of the machine as a whole. So the code must contain no `self`
  /// alone, no call of a method and no `in(open)`. It may use stored properties, but not in a closure.
  ///
  /// - Parameter isDeferred: whether all of the Swift is in a closure, as the message of `assert` is. It then must use
  ///   no stored property.
  func needsNoMachine(_ codes: [SwiftCode], isDeferred: Bool = false) -> Bool {
    codes.allSatisfy { code in
      let tokens = SwiftLexer.tokens(of: bytes, in: code.range)
      let properties = tokens.indices.filter { isProperty(tokens, $0) }
      return code.queries.isEmpty && tokens.indices.allSatisfy { !mayNameMachine(tokens, $0) }
        && (properties.isEmpty || !isDeferred && !mayDefer(tokens))
        && needsNoMachine(code.expansions.map(\.code), isDeferred: isDeferred || mayDefer(tokens))
    }
  }

  /// Returns whether a token is the name of a stored property, with or without `self.` before it.
  private func isProperty(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    guard !isMember(tokens, index) || isMemberOfSelf(tokens, index) else { return false }
    let name = machine.names.find(tokens[index].start, tokens[index].end)
    return machine.storedProperties.contains { $0.name.id == name }
  }

  /// Returns whether tokens may contain a closure. Braces count as one, unless they belong to a statement such as `if`.
  /// So does an operand that Swift evaluates only when it is needed, such as the second one of `&&`. The arguments of
  /// `assert` and of macros (`#`) count, too.
  private func mayDefer(_ tokens: [SwiftToken]) -> Bool {
    var (isStatement, depth) = (false, 0)
    for token in tokens {
      switch machine.source.text(SourceRange(token.start, token.end)) {
      case "&&", "||", "??", "#", "assert", "assertionFailure", "precondition", "preconditionFailure", "fatalError":
        return true
      case "if", "else", "guard", "switch", "for", "while", "repeat", "do", "catch": isStatement = true
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{":
        // Within parentheses, braces are a closure even in the condition of a statement.
        if !isStatement || depth > 0 { return true }
        isStatement = false
      default: break
      }
    }
    return false
  }

  /// Returns whether a token may mean the machine as a whole. It does if it is `self` alone. It also does if it is a
  /// member other than a stored property, such as a method that is called.
  private func mayNameMachine(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .identifier, !isProperty(tokens, index) else { return false }
    let word = machine.source.text(SourceRange(token.start, token.end))
    if word == "self" { return index + 1 == tokens.count || !tokens[index + 1].isPunctuation(Ascii.dot) }
    if isMember(tokens, index) { return isMemberOfSelf(tokens, index) }
    // A lower-case name may be a member of the machine, if the file's Swift declares it or if it is called.
    return !isLabel(token) && Ascii.isLowercase(token.byte)
      && (machine.swift.names.contains(word) || !isHarmless(tokens, index))
  }

  /// Returns whether a token is the name of a `var` property of the machine, with or without `self.` before it.
  private func isVariable(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    guard tokens[index].kind == .identifier, !isMember(tokens, index) || isMemberOfSelf(tokens, index) else {
      return false
    }
    return machine.names.find(tokens[index].start, tokens[index].end).map(machine.variableNames.contains) ?? false
  }

  /// Returns whether a token is no sign of a change of the machine. There are two kinds of signs: the `&` before an
  /// `inout` argument, and the name in a call. A name is no sign if the called function is known to change nothing, as
  /// `max` is.
  private func isHarmless(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    let token = tokens[index]
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    if token.kind == .infixOrPrefix, token.byte == Ascii.ampersand, token.end == token.start + 1 {
      // `&value`, as opposed to `a & b`.
      return next.map { $0.start > token.end } ?? true
    }
    guard token.kind == .identifier else { return true }
    let word = machine.source.text(SourceRange(token.start, token.end))
    if isMember(tokens, index), !isMemberOfSelf(tokens, index) { return true }
    guard let next, next.isPunctuation(Ascii.leftParen), next.start == token.end else { return true }
    let isValue = !isMember(tokens, index) && isLabel(token)
    // A call is harmless if it calls a type, a value of a payload, or a function that changes nothing.
    return !Ascii.isLowercase(token.byte) || isValue || Self.functions.contains(word)
      || machine.swift.readingFunctions.contains(word) || SwiftKeyword.reserved.contains(word)
  }

  /// Returns whether a token is the label of a value in the payload of an event or a state. `label(…)` then calls the
  /// value, which is a function, and no method of the machine.
  private func isLabel(_ token: SwiftToken) -> Bool {
    guard let name = machine.names.find(token.start, token.end) else { return false }
    func has(_ fields: [Field]) -> Bool { fields.contains { $0.name?.id == name } }
    return machine.events.contains { has($0.fields) } || machine.states.contains { has($0.fields) }
  }

  private func isMember(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    index > 0 && tokens[index - 1].isPunctuation(Ascii.dot)
  }

  private func isMemberOfSelf(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    index > 1 && isMember(tokens, index)
      && machine.source.text(SourceRange(tokens[index - 2].start, tokens[index - 2].end)) == "self"
  }

  /// Names before parentheses that do not count as calls of a function that may change the machine. They are functions
  /// of the standard library, such as `max(a, b)`, and keywords, as in `unowned(safe)`.
  private static let functions: Set<String> = [
    "abs", "assert", "assertionFailure", "fatalError", "max", "min", "nonisolated", "precondition",
    "preconditionFailure", "print", "repeatElement", "sequence", "stride", "type", "unowned", "zip",
  ]
}
