/// The keywords of the `.sm` language. All are contextual: `state` may also be the name of a state, and the tokens
/// around it decide which is meant.
package enum Keyword: String, CaseIterable {
  // Begin a statement.
  case `import`, machine
  case initial, final, state, choice, region, group, event, output
  case `let`, `var`, `guard`, effect, `typealias`
  case entry, exit, `do`, unhandled, `defer`, wrapper, history, swift, interface, action
  case never, invariant, within, `try`, was
  // Access.
  case `public`, package, `internal`, `fileprivate`, `private`
  // Isolation.
  case nonisolated
  // Elsewhere.
  case except, async, stream, also
  case after, every, always, done
  case raise, trap, `throw`, `return`
  case `else`, none, `class`, actor, `struct`

  /// Creates the keyword that is written at `start ..< end`; nil if the word there is no keyword. For speed, the word
  /// is compared only with keywords of the same length and the same first letter.
  package init?(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    guard start < end else { return nil }
    func isWord(_ word: StaticString) -> Bool { SwiftKeyword.matches(word, bytes, start) }
    let keyword: Keyword? =
      switch (end - start, bytes[start]) {
      case (2, UInt8(ascii: "d")): isWord("do") ? .do : nil
      case (3, UInt8(ascii: "l")): isWord("let") ? .let : nil
      case (3, UInt8(ascii: "t")): isWord("try") ? .try : nil
      case (3, UInt8(ascii: "v")): isWord("var") ? .var : nil
      case (3, UInt8(ascii: "w")): isWord("was") ? .was : nil
      case (4, UInt8(ascii: "a")): isWord("also") ? .also : nil
      case (4, UInt8(ascii: "d")): isWord("done") ? .done : nil
      case (4, UInt8(ascii: "e")): isWord("exit") ? .exit : isWord("else") ? .else : nil
      case (4, UInt8(ascii: "n")): isWord("none") ? Keyword.none : nil
      case (4, UInt8(ascii: "t")): isWord("trap") ? .trap : nil
      case (5, UInt8(ascii: "a")): isWord("async") ? .async : isWord("after") ? .after : isWord("actor") ? .actor : nil
      case (5, UInt8(ascii: "c")): isWord("class") ? .class : nil
      case (5, UInt8(ascii: "d")): isWord("defer") ? .defer : nil
      case (5, UInt8(ascii: "e")): isWord("event") ? .event : isWord("entry") ? .entry : isWord("every") ? .every : nil
      case (5, UInt8(ascii: "f")): isWord("final") ? .final : nil
      case (5, UInt8(ascii: "g")): isWord("guard") ? .guard : isWord("group") ? .group : nil
      case (5, UInt8(ascii: "n")): isWord("never") ? .never : nil
      case (5, UInt8(ascii: "r")): isWord("raise") ? .raise : nil
      case (5, UInt8(ascii: "s")): isWord("state") ? .state : isWord("swift") ? .swift : nil
      case (5, UInt8(ascii: "t")): isWord("throw") ? .throw : nil
      case (6, UInt8(ascii: "a")): isWord("always") ? .always : isWord("action") ? .action : nil
      case (6, UInt8(ascii: "c")): isWord("choice") ? .choice : nil
      case (6, UInt8(ascii: "e")): isWord("except") ? .except : isWord("effect") ? .effect : nil
      case (6, UInt8(ascii: "i")): isWord("import") ? .import : nil
      case (6, UInt8(ascii: "o")): isWord("output") ? .output : nil
      case (6, UInt8(ascii: "p")): isWord("public") ? .public : nil
      case (6, UInt8(ascii: "r")): isWord("region") ? .region : isWord("return") ? .return : nil
      case (6, UInt8(ascii: "s")): isWord("stream") ? .stream : isWord("struct") ? .struct : nil
      case (6, UInt8(ascii: "w")): isWord("within") ? .within : nil
      case (7, UInt8(ascii: "h")): isWord("history") ? .history : nil
      case (7, UInt8(ascii: "i")): isWord("initial") ? .initial : nil
      case (7, UInt8(ascii: "m")): isWord("machine") ? .machine : nil
      case (7, UInt8(ascii: "p")): isWord("package") ? .package : isWord("private") ? .private : nil
      case (7, UInt8(ascii: "w")): isWord("wrapper") ? .wrapper : nil
      case (8, UInt8(ascii: "i")): isWord("internal") ? .internal : nil
      case (9, UInt8(ascii: "i")): isWord("interface") ? .interface : isWord("invariant") ? .invariant : nil
      case (9, UInt8(ascii: "t")): isWord("typealias") ? .typealias : nil
      case (9, UInt8(ascii: "u")): isWord("unhandled") ? .unhandled : nil
      case (11, UInt8(ascii: "f")): isWord("fileprivate") ? .fileprivate : nil
      case (11, UInt8(ascii: "n")): isWord("nonisolated") ? .nonisolated : nil
      default: nil
      }
    guard let keyword else { return nil }
    self = keyword
  }

  /// The keywords that can be written after `:` in place of an event.
  package static let triggers: Set<Keyword> = [.after, .every, .always, .done]

  /// The keywords that begin an effect after `/`, where otherwise the name of an output is.
  package static let effects: Set<Keyword> = [.raise, .trap, .throw, .return]

  /// Whether the keyword begins a statement in a body. The caller has checked that the word is not used as a name.
  package var beginsItem: Bool {
    switch self {
    case .initial, .final, .state, .choice, .region, .group, .event, .output, .let, .var, .guard, .effect, .typealias,
      .entry, .exit, .do, .unhandled, .defer, .wrapper, .history, .swift, .interface, .action, .machine, .import,
      .never, .invariant, .within, .try, .was:
      true
    default: false
    }
  }

  /// Whether the keyword may be written between the attributes of a machine and the word `machine`.
  var isModifier: Bool { isAccess || self == .nonisolated }

  /// Whether the keyword is an access level that a machine or an import may have.
  var isAccess: Bool {
    switch self {
    case .public, .package, .internal, .fileprivate, .private: true
    default: false
    }
  }
}
