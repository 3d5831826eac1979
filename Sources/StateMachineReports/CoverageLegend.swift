import StateMachineDiagrams

/// The legend below tables of states and events, which explains their words.
extension Coverage {
  /// Each word that tables may contain, with its meaning, in the order of the legend.
  private static let meanings: KeyValuePairs = [
    "→": "a row leads there",
    "stays": "a row without an arrow is taken",
    "ignored": "a row without effects ignores the event on purpose",
    "trap": "the program stops, as the event cannot happen",
    "throws": "the row throws",
    "deferred": "the state defers the event",
    "handed on": "the submachine gets the event first",
    "other region": "another active region takes the event",
    "ended": "the machine has ended, and takes no more events",
    "assert": "no row may apply, which fails an assertion",
    "throw": "no row may apply, which throws an error",
    "error": "no row may apply",
    "returns": "no row may apply, and the default is returned",
    "unhandled": "no row may apply: nothing happens",
    "–": "nothing happens, or the event cannot come",
    "?": "it depends on a guard, a pattern or a region; else what follows",
  ]

  /// Returns a legend that explains the words in the given tables. Words that none of the tables contains are left out.
  ///
  /// - Parameter isMarkdown: whether the legend is a list in Markdown, and not text for a terminal.
  package static func legend(of tables: [Coverage], isMarkdown: Bool) -> String {
    let outcomes = Set(tables.lazy.flatMap(\.rows).flatMap { $0.cells + $0.ownSteps }.flatMap(\.outcomes))
    let used = meanings.filter { word, _ in outcomes.contains { has($0, word) } }
    let width = used.map(\.key.count).max() ?? 0
    let lines = used.map { word, meaning in
      isMarkdown
        ? "- \(MarkdownText.code(word)): \(meaning)\n"
        : word + String(repeating: " ", count: width - word.count + 2) + meaning + "\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// Returns whether a text in a cell contains a word of the legend as a whole word. `stays?` contains `stays`, but `→
  /// staysOpen` does not.
  ///
  /// - Parameter outcome: the text in the cell, such as `→ closing`.
  private static func has(_ outcome: String, _ word: String) -> Bool {
    if word == "?" { return outcome.hasSuffix(word) }
    let text = " " + (outcome.hasSuffix("?") ? outcome.dropLast() : outcome[...]) + " "
    return text.contains(" \(word) ")
  }
}
