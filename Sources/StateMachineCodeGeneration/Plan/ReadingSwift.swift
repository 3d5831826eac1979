import StateMachineModel
import StateMachineSyntax

/// Swift that changes nothing of the machine, as far as tokens show.
struct ReadingSwift {
  private let machine: StateMachine
  private var bytes: [UInt8] { machine.source.bytes }

  init(_ machine: StateMachine) { self.machine = machine }

  /// Whether a text changes no property, and calls no function that may be a `mutating` one of the machine's. What it
  /// does to labels is known elsewhere.
  func changesNothing(_ code: SwiftCode) -> Bool {
    let tokens = SwiftLexer.tokens(of: bytes, in: code.range)
    let properties = tokens.indices.filter { isVariable(tokens, $0) }
    // The range of a block has its braces.
    let around = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
    let uses = SwiftAnalysis.uses(of: properties.map { tokens[$0].start }, in: around, bytes)
    return uses.allSatisfy { $0.change == .none || TypeKnowledge.reads($0.change) }
      && tokens.indices.allSatisfy { isHarmless(tokens, $0) }
      && code.expansions.allSatisfy { changesNothing($0.code) }
  }

  /// Whether a token is the name of a property that changes, with `self.` before it or without.
  private func isVariable(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    guard tokens[index].kind == .identifier, !isMember(tokens, index) || isMemberOfSelf(tokens, index) else {
      return false
    }
    return machine.names.find(tokens[index].start, tokens[index].end).map(machine.variableNames.contains) ?? false
  }

  private func isHarmless(_ tokens: [SwiftToken], _ index: Int) -> Bool {
    let token = tokens[index]
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    if token.kind == .infixOrPrefix, token.byte == Ascii.ampersand, token.end == token.start + 1 {
      // `&value` and no `a & b`.
      return next.map { $0.start > token.end } ?? true
    }
    guard token.kind == .identifier else { return true }
    let word = machine.source.text(SourceRange(token.start, token.end))
    if isMember(tokens, index), !isMemberOfSelf(tokens, index) { return true }
    guard let next, next.isPunctuation(Ascii.leftParen), next.start == token.end else { return true }
    let isValue = !isMember(tokens, index) && isLabel(token)
    return !Ascii.isLowercase(token.byte) || isValue || Self.functions.contains(word)
      || machine.swift.readingFunctions.contains(word) || SwiftKeyword.reserved.contains(word)
  }

  /// A label's value may be a function, which cannot be one of the machine's.
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

  /// Functions of the standard library that are often called.
  private static let functions: Set<String> = [
    "abs", "max", "min", "print", "repeatElement", "sequence", "stride", "type", "zip",
  ]
}
