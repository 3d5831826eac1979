/// A construct of other languages and tools, and what to write instead: a line of the table.
struct Habit: Sendable {
  /// The place of a token that cannot be where it is.
  enum Place: String {
    /// At a word of other languages that begins a line, whatever follows (`word`); at any place (`any`).
    case word, any
    /// At the beginning of a line of a body; of a line of a file; at the end of a statement.
    case statement, file, end
    /// In place of a name; of the name of a declaration; of the name of a machine.
    case name, declaration, machineName
    /// After the name of a machine, of a region, and so on.
    case machine, region, group, `guard`, namedEffect, answers, state, event, output, choice
    /// After `initial` and `final`; in the list of a group's states; after `entry`, `exit` and `do`.
    case kindOfState, member, action
    /// After an attribute; after `wrapper` and its attributes; after `class` or `actor`; after the wrapper's name.
    case attribute, kindOfWrapper, wrapper, namedWrapper
    /// After the events that an output sends; after the states of `can reach`; after other statements for tests.
    case sent, reach, claim
    /// After `initial` or `history`: in place of the arrow; after the target.
    case arrow, pseudostate
    /// In a row: after the sources; after the targets; in place of a target; of an event; of an effect.
    case source, target, step, trigger, effect
    /// After a word in place of an effect.
    case verb
    /// After the events of a row; after its guard; after its effects.
    case events, guarded, effects
  }

  let places: [Place]
  /// The texts that may precede the token; empty if any text may.
  let before: [Substring]
  /// The tokens that match; empty if any token does.
  let tokens: [Substring]
  let conditions: [Misfit.Condition]
  let remedy: Substring

  /// Creates a habit from a line of the table; nil if the line names an unknown place, condition or gap.
  init?(_ line: Substring) {
    let parts = line.split(separator: " ⇒ ")
    guard parts.count == 2, let colon = parts[0].firstIndex(of: ":") else { return nil }
    let names = parts[0][..<colon].split(separator: " ")
    let patterns = parts[0][colon...].dropFirst().split(separator: "^", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ") }
    let words = patterns[patterns.count - 1]
    places = names.compactMap { Place(rawValue: String($0)) }
    before = patterns.count > 1 ? patterns[0] : []
    conditions = words.compactMap { Misfit.conditions[$0] }
    tokens = words.filter { !$0.hasPrefix("?") || $0 == "?" }
    remedy = parts[1]
    let gaps = remedy.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
    guard places.count == names.count, tokens.count + conditions.count == words.count,
      gaps.allSatisfy({ Misfit.gaps[$0.prefix(while: \.isLetter)] != nil })
    else { return nil }
  }
}
