import StateMachineSyntax

/// The cost of a change of a payload that something else owns, too.
extension StateMachine {
  /// Tells whether a type is one of the standard library's that own no memory: a copy of such a value costs nothing.
  package func ownsNothing(_ type: SourceRange) -> Bool {
    PlainTypes.ownNothing.contains(source.text(aliased(type)))
  }

  /// Tells whether a local is a field of a state that is changed in place, so that a second owner would mean a copy.
  package func changesInPlace(_ local: Local, of state: StateID) -> Bool {
    local.owner == .source && local.isChangedInPlace && !ownsNothing(states[state].pathFields[Int(local.field)].type)
  }
}

/// What Swift may know the size of only as the program runs: it handles such a value by its address.
extension StateMachine {
  /// Is true where the payload of a state is a struct. Where a state cannot be copied, and is handled by its address, Swift
  /// 6.3 crashes where a pattern takes a number out of it, as in `.open(let count, let value)`; not so with a struct.
  package var holdsPayloadsInStructs: Bool {
    hasMethods && isNoncopyable && states.contains { $0.fields.contains { mayBeAddressOnly($0.type) } }
  }

  /// Generic parameters, protocols, and types of the standard library and of Foundation that may grow.
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
    // How many brackets are open, from one on whose content the value only points to.
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

  /// Types whose values only point to what is in them.
  private static let pointing: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Deque", "Dictionary", "Set", "Task", "UnsafeContinuation",
  ]

  /// Is true for a type that the file declares, where something in its Swift is address-only.
  private func declaresAddressOnly(_ name: String, _ depth: Int) -> Bool {
    if let alias = typealiasIndices[name] { return mayBeAddressOnly(typealiases[alias].type, depth + 1) }
    guard (swift.types + swift.typesBeside).contains(where: { source.text($0.name) == name }) else { return false }
    return swift.wordsBeside.types.contains(where: isAddressOnly)
      || swift.usedNames.contains { isAddressOnly(names.text($0)) }
  }
}
