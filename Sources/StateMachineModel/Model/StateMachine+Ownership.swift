import StateMachineSyntax

/// The cost of changing a payload whose memory another value shares.
extension StateMachine {
  /// Returns whether values of a type own no memory, so that copies cost nothing: some types of the standard library.
  package func ownsNothing(_ type: SourceRange) -> Bool {
    PlainTypes.ownNothing.contains(source.text(aliased(type)))
  }

  /// Returns whether a local is a field of a state that is changed in place: memory that is shared would be copied.
  package func changesInPlace(_ local: Local, of state: StateID) -> Bool {
    local.owner == .source && local.isChangedInPlace && !ownsNothing(states[state].pathFields[Int(local.field)].type)
  }
}

/// Types whose size Swift may know only as the program runs, and whose values it handles by address.
extension StateMachine {
  /// Whether payloads of states are structs. Swift 6.3 crashes if a pattern takes a number out of a noncopyable state
  /// that is handled by its address, as in `.open(let count, let value)`; a struct avoids that.
  package var holdsPayloadsInStructs: Bool {
    hasMethods && isNoncopyable && states.contains { $0.fields.contains { mayBeAddressOnly($0.type) } }
  }

  /// Returns whether a word is a generic parameter, a protocol, or a library's type whose layout may change.
  private func isAddressOnly(_ word: String) -> Bool {
    switch word {
    case "Any", "any", "AnyHashable", "AsyncStream", "AsyncThrowingStream", "CheckedContinuation",
      "CollectionDifference", "Date", "Instant", "Mirror", "Regex", "TaskPriority", "URL", "UUID":
      true
    default: genericParameters.contains { source.text($0.name) == word }
    }
  }

  private func mayBeAddressOnly(_ type: SourceRange, _ depth: Int = 0) -> Bool {
    if source.text(type).isFunctionType || depth > 8 { return false }
    var word = ""
    // The number of open brackets, from the first whose content the value only points to.
    var open = 0
    for token in SwiftLexer.tokens(of: source.bytes, in: type) {
      let text = source.text(SourceRange(token.start, token.end))
      if open > 0 || text == "[" || text.hasPrefix("<") && Self.pointing.contains(word) {
        open += text == "->" ? 0 : text.reduce(0) { $0 + ("[(<".contains($1) ? 1 : "])>".contains($1) ? -1 : 0) }
      } else if word == "any", text != "Error" || isAddressOnly(text) {
        return true
      } else if token.kind == .identifier, text != "any" {
        if isAddressOnly(text) || declaresAddressOnly(text, depth) { return true }
      }
      word = text
    }
    return false
  }

  /// The generic types whose values are pointers, so that the types in their brackets do not matter.
  private static let pointing: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Deque", "Dictionary", "Set", "Task", "UnsafeContinuation",
  ]

  /// Returns whether the file declares this type, and something in its Swift is address-only.
  private func declaresAddressOnly(_ name: String, _ depth: Int) -> Bool {
    if let alias = typealiasIndices[name] { return mayBeAddressOnly(typealiases[alias].type, depth + 1) }
    guard (swift.types + swift.typesBeside).contains(where: { source.text($0.name) == name }) else { return false }
    return swift.wordsBeside.types.contains(where: isAddressOnly)
      || swift.usedNames.contains { isAddressOnly(names.text($0)) }
  }
}
