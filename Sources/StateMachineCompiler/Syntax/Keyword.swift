/// The words of the `.sm` language. All are contextual: what stands around them decides whether they are names.
enum Keyword: String {
  // Begin a statement.
  case `import`, machine
  case initial, final, state, choice, region, event, output
  case `let`, `var`, `guard`, `typealias`
  case entry, exit, `do`, unhandled, `defer`, wrapper, history
  // Access.
  case `public`, package, `internal`, `fileprivate`, `private`
  // Elsewhere.
  case except, async, stream
  case after, every, always, done
  case raise, trap
  case `else`, none, `class`, actor

  /// The keywords by length, so that few words are left to compare a name with.
  private static let byLength: [[(word: StaticString, keyword: Keyword)]] = [
    [],
    [],
    [("do", .do)],
    [("let", .let), ("var", .var)],
    [("exit", .exit), ("done", .done), ("trap", .trap), ("else", .else), ("none", Keyword.none)],
    [
      ("final", .final), ("state", .state), ("event", .event), ("guard", .guard), ("entry", .entry), ("defer", .defer),
      ("async", .async), ("after", .after), ("every", .every), ("raise", .raise), ("class", .class), ("actor", .actor),
    ],
    [
      ("import", .import), ("choice", .choice), ("region", .region), ("output", .output), ("public", .public),
      ("except", .except), ("stream", .stream), ("always", .always),
    ],
    [
      ("machine", .machine), ("initial", .initial), ("wrapper", .wrapper), ("history", .history), ("package", .package),
      ("private", .private),
    ],
    [("internal", .internal)],
    [("typealias", .typealias), ("unhandled", .unhandled)],
    [],
    [("fileprivate", .fileprivate)],
  ]

  /// The keyword at `start ..< end`, if it is one.
  init?(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    // All begin with a small letter and have 2 to 11.
    guard end - start >= 2, end - start < Self.byLength.count, bytes[start] &- 0x61 < 26 else { return nil }
    for (word, keyword) in Self.byLength[end - start]
    where bytes[start] == word.utf8Start[0] && SwiftKeyword.matches(word, bytes, start) {
      self = keyword
      return
    }
    return nil
  }

  /// Whether the word begins a statement in a body, where it is not a name.
  var beginsItem: Bool {
    switch self {
    case .initial, .final, .state, .choice, .region, .event, .output, .let, .var, .guard, .typealias, .entry, .exit,
      .do,
      .unhandled, .defer, .wrapper, .history, .machine, .import:
      true
    default: false
    }
  }

  /// The access levels of Swift that a machine or an import may have.
  var isAccess: Bool {
    switch self {
    case .public, .package, .internal, .fileprivate, .private: true
    default: false
    }
  }
}
