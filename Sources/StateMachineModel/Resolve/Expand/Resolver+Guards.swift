import StateMachineSyntax

/// Resolves guards as far as this does not depend on the source of a row.
extension Resolver {
  /// Returns the resolved guard of a row. It has no text if the row has no guard, and for `else` and `true`. For the
  /// guard `false`, it has no text either, and `neverApplies` is true.
  mutating func resolveGuard(_ syntax: GuardSyntax?) -> ResolvedGuard {
    guard case .expression(let text, let bound) = syntax else { return ResolvedGuard() }
    switch meaning(ofGuard: text, of: "row") {
    case .always: return ResolvedGuard()
    case .never: return ResolvedGuard(neverApplies: true)
    case .condition:
      bind(bound)
      return ResolvedGuard(text: text, condition: condition(text), bound: row.bound.map(\.name))
    }
  }

  /// Stores the names that a guard binds: `item` in `[let item = list.first]`. The row's effects can use these names.
  /// If the row leads to a choice, the rows of the choice can use them, too.
  private mutating func bind(_ names: [BoundName]) {
    for bound in names {
      self.names[bound.name.id].isTracked = true
      row.bound.append((file.identifier(bound.name), bound.isShorthand))
      guard row.choice != nil else { continue }
      row.declared.append(bound.name.id)
      self.names[bound.name.id].isDeclaredInBlock = true
    }
  }

  /// Returns whether a guard is `true`, `false` or a condition. Reports `true` and `false`, which need no guard, and
  /// conditions that are written as in other languages.
  ///
  /// - Parameter what: the word for the guarded statement in messages: `row`.
  mutating func meaning(ofGuard text: SwiftText, of what: String) -> GuardMeaning {
    if let literal = literal(of: text) {
      diagnostics.append(.literalGuard("\(literal)", text.range, of: what, in: source))
      return literal ? .always : .never
    }
    if let (condition, remedy) = foreignCondition(text) {
      reportOnce(.foreignCondition(text.range, condition, write: remedy))
      return .condition
    }
    return .condition
  }

  /// Returns the text of a guard that is written as in other languages, and the text that is meant: `else` for
  /// `otherwise`, `in(closed)` for `closed` or `state == closed`, `isFull` for `else if isFull`. Nil for any other
  /// guard. Also nil if the name is declared, for example as a property, because the guard may then be correct Swift.
  private func foreignCondition(_ guardText: SwiftText) -> (text: String, remedy: String)? {
    let (start, end) = (guardText.range.lowerBound, guardText.range.upperBound)
    func starts(with words: StaticString) -> Bool { SwiftKeyword.matches(words, source.bytes, start) }
    guard end - start <= Diagnostic.longestQuotation else { return nil }
    if starts(with: "else if ") {
      let written = source.text(guardText.range)
      return (written, String(written.dropFirst("else if ".count)))
    }
    if isPath(from: start, to: end) {
      let written = source.text(guardText.range)
      let first = String(written.prefix { $0 != "." })
      guard !isKnownToSwift(first) else { return nil }
      if written == "otherwise" || written.lowercased() == "else" { return (written, "else") }
      return isState(first) ? (written, "in(\(written))") : nil
    }
    guard starts(with: "state ") || starts(with: "self.state ") else { return nil }
    let written = source.text(guardText.range)
    let words = written.split(separator: " ").map(String.init)
    guard words.count == 3, ["==", "!=", "is"].contains(words[1]), !isKnownToSwift("state") else { return nil }
    // If states can be compared, Swift knows `.closed`.
    let isCase = words[2].hasPrefix(".") && !isComparable
    let state = isCase ? String(words[2].dropFirst()) : words[2]
    guard isState(state), isCase || !isKnownToSwift(state) else { return nil }
    return (written, "\(words[1] == "!=" ? "!" : "")in(\(state))")
  }

  private var isComparable: Bool {
    machine.conformances.contains {
      ["Equatable", "Hashable", "Comparable"].contains(StateMachine.protocolName(source.text($0)))
    }
  }

  /// Returns whether the text from `start` to `end` consists of names with dots between them, `active.sound`.
  private func isPath(from start: Int, to end: Int) -> Bool {
    var place = start
    while place < end, Ascii.beginsIdentifier(source.bytes[place]) {
      place = Ascii.endOfIdentifier(source.bytes, from: place, to: end)
      if place == end { return true }
      guard source.bytes[place] == Ascii.dot else { return false }
      place += 1
    }
    return false
  }

  private func isState(_ name: String) -> Bool { tree.names.find(text: name).map { names[$0].state != nil } ?? false }

  /// Returns the value of a guard that is `true` or `false`; nil for any other guard.
  func literal(of guardText: SwiftText) -> Bool? {
    let start = guardText.range.lowerBound
    switch guardText.range.upperBound - start {
    case 4 where SwiftKeyword.matches("true", source.bytes, start): return true
    case 5 where SwiftKeyword.matches("false", source.bytes, start): return false
    default: return nil
    }
  }

  /// Returns the code of a guard, with the places in it at which the generated Swift has other code. These are the uses
  /// of named guards, and conditions on the active states, such as `in(closed)`.
  mutating func condition(_ text: SwiftText) -> SwiftCode {
    var condition = code(text)
    condition.queries = queries(in: text)
    return condition
  }
}
