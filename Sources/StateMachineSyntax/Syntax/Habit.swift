/// What people write who come from other languages and tools, and what to write instead: a line of the table.
struct Habit: Sendable {
  /// Where a token stands that nothing can follow from.
  enum Place: String {
    /// A word of other languages that begins a line, whatever follows; and any place.
    case word, any
    /// Where a line of a body or of a file begins, and behind a statement.
    case statement, file, end
    /// Where a name stands, that of what is declared, and that of a machine.
    case name, declaration, machineName
    /// Behind the name of what the case says.
    case machine, region, group, `guard`, namedEffect, answers, state, event, output, choice
    /// Behind `initial` and `final`, in the list of a group's states, and behind `entry` and its like.
    case kindOfState, member, action
    /// Behind an attribute, behind `wrapper` and its attributes, behind `class` or `actor`, and behind the name.
    case attribute, kindOfWrapper, wrapper, namedWrapper
    /// Behind the events that an output sends, the states of `can reach`, and another statement for tests.
    case sent, reach, claim
    /// Behind `initial` and `history`: where the arrow stands, and behind the target.
    case arrow, pseudostate
    /// In a row: behind sources and targets, and where a target, an event or an effect stands.
    case source, target, step, trigger, effect
    /// Behind a word in the place of an effect.
    case verb
    /// Behind a row that has events alone, a guard, or effects.
    case events, guarded, effects
  }

  let places: [Place]
  /// What stands before the token; anything where there is nothing.
  let before: [Substring]
  /// What the token is.
  let tokens: [Substring]
  let conditions: [Misfit.Condition]
  let remedy: Substring

  /// Reads a line of the table; nil where it names a place, a condition or a gap that there is none of.
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
