import StateMachineDiagrams

/// The legend of the tables of states and events.
extension Coverage {
  /// The words in tables, each with its meaning, in the order of the legend.
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

  /// Returns the legend: the meaning of each word that occurs in some tables.
  ///
  /// - Parameter isMarkdown: whether the legend is a list in Markdown.
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

  /// Returns whether an outcome contains a word on its own, and not only as a part of a name.
  private static func has(_ outcome: String, _ word: String) -> Bool {
    if word == "?" { return outcome.hasSuffix(word) }
    let text = " " + (outcome.hasSuffix("?") ? outcome.dropLast() : outcome[...]) + " "
    return text.contains(" \(word) ")
  }
}
