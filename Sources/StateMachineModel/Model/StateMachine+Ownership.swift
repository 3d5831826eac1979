import StateMachineSyntax

/// Functions that tell whether a change of a payload would copy memory. Swift copies the memory of a value if another
/// value shares it.
extension StateMachine {
  /// Returns whether values of a type own no memory, so that a copy costs next to nothing. Only known types of the
  /// standard library, such as `Int`, count.
  package func ownsNothing(_ type: SourceRange) -> Bool {
    PlainTypes.ownNothing.contains(source.text(aliased(type)))
  }

  /// Returns whether a transition may change `local`, a field of its source, in place, as `list.append(1)` does. The
  /// field's memory would be copied if another value, such as the old state, still shared it. False for a type that
  /// owns no memory, such as `Int`.
  package func changesInPlace(_ local: Local, of state: StateID) -> Bool {
    local.owner == .source && local.isChangedInPlace && !ownsNothing(states[state].pathFields[Int(local.field)].type)
  }
}

/// Functions that tell whether Swift may learn the size of a type only when the program runs. Swift handles values of
/// such a type by their address.
extension StateMachine {
  /// Whether the generated code declares a struct for each payload of a state. Swift 6.3 crashes if a pattern binds a
  /// number in a noncopyable state whose value Swift handles by address, as in `.open(let count, let value)`. A struct
  /// avoids that pattern.
  package var holdsPayloadsInStructs: Bool {
    hasMethods && isNoncopyable && states.contains { $0.fields.contains { mayBeAddressOnly($0.type) } }
  }

  /// Returns whether a word in a type names something whose size Swift may learn only when the program runs. Such a
  /// word is a generic parameter of the machine or `any`. It is also a type such as `Date`, whose size may change with
  /// the version of its library.
  private func isAddressOnly(_ word: String) -> Bool {
    switch word {
    case "Any", "any", "AnyHashable", "AsyncStream", "AsyncThrowingStream", "CheckedContinuation",
      "CollectionDifference", "Date", "Instant", "Mirror", "Regex", "TaskPriority", "URL", "UUID":
      true
    default: genericParameters.contains { source.text($0.name) == word }
    }
  }

  /// Returns whether Swift may learn the size of a type only when the program runs. This is so if a word in the type's
  /// text is such a type: `Date`, or a type of the file that contains one. Words in brackets are ignored if they do not
  /// matter for the size: `Array<Date>` is a pointer. Function types and `any Error` have a known size.
  ///
  /// - Parameter depth: the number of type aliases that have been followed to find the type. If it is greater than 8,
  ///   the result is false.
  private func mayBeAddressOnly(_ type: SourceRange, _ depth: Int = 0) -> Bool {
    if source.text(type).isFunctionType || depth > 8 { return false }
    var word = ""
    // The number of open brackets since the bracket whose contents do not matter, because the value only points to
    // them.
    var open = 0
    for token in SwiftLexer.tokens(of: source.bytes, in: type) {
      let text = source.text(SourceRange(token.start, token.end))
      // In brackets that do not matter, or at their beginning: `[Date]`, `Array<Date>`.
      if open > 0 || text == "[" || text.hasPrefix("<") && Self.pointing.contains(word) {
        // One token may have several brackets, as `>>` has; the `>` of an arrow is none.
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

  /// The generic types whose values are pointers. The size of `Array<Element>` does not depend on `Element`, so the
  /// types in the brackets do not matter.
  private static let pointing: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Deque", "Dictionary", "Set", "Task", "UnsafeContinuation",
  ]

  /// Returns whether Swift may learn the size of a type with this name only when the program runs. If the name is a
  /// type alias, the alias is followed. The declaration of another type is not examined: the result is true if any word
  /// in the Swift of the file has such a size.
  private func declaresAddressOnly(_ name: String, _ depth: Int) -> Bool {
    if let alias = typealiasIndices[name] { return mayBeAddressOnly(typealiases[alias].type, depth + 1) }
    guard (swift.types + swift.typesBeside).contains(where: { source.text($0.name) == name }) else { return false }
    return swift.wordsBeside.types.contains(where: isAddressOnly)
      || swift.usedNames.contains { isAddressOnly(names.text($0)) }
  }
}
