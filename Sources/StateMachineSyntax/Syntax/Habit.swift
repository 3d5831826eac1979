/// A mistake that comes from another language or tool, and what to write instead: one line of the table of habits.
struct Habit: Sendable {
  /// The place at which the parser has met an unexpected token. It selects the lines of the table that apply.
  enum Place: String {
    /// `word`: the beginning of a line, if a word of another language is there. `any`: every place.
    case word, any
    /// `statement`: the beginning of a line in a body. `file`: the beginning of a line outside of machines. `end`: the
    /// end of a statement.
    case statement, file, end
    /// `name`: where a name must be. `declaration`: where the name of a declaration must be. `machineName`: where a
    /// machine's name must be.
    case name, declaration, machineName
    /// After the name in a declaration: of a machine, of a region, and so on. `results` is after the name of an
    /// `action` enum.
    case machine, region, group, `guard`, namedEffect, results, state, event, output, choice
    /// `kindOfState`: after `initial` or `final`. `member`: among the states of a group. `action`: after `entry`,
    /// `exit` or `do`.
    case kindOfState, member, action
    /// `attribute`: after an attribute. `kindOfWrapper`: after `wrapper` and its attributes. `wrapper`: after `class`
    /// or `actor`. `namedWrapper`: after the wrapper's name.
    case attribute, kindOfWrapper, wrapper, namedWrapper
    /// `sent`: after the events in an output's declaration, such as `-> validated`. `reach`: after the states of
    /// `can reach`. `claim`: at the end of other statements for tests, such as `never`.
    case sent, reach, claim
    /// `arrow`: after `initial` or `history`, where an arrow must be. `pseudostate`: at the end of `initial -> target`.
    case arrow, pseudostate
    /// Places in a row. `source`: after the sources. `target`: after the targets. `step`: where a name of a target's
    /// path must be. `trigger`: where an event must be. `effect`: where an effect must be.
    case source, target, step, trigger, effect
    /// After a word such as `call` that is written where an effect must be.
    case verb
    /// Places at the end of a row. `events`: after the events. `guarded`: after the guard. `effects`: after the
    /// effects.
    case events, guarded, effects
  }

  let places: [Place]
  /// The words or punctuation that may be directly before the token; empty if any text may be there.
  let before: [Substring]
  /// The tokens to which the habit applies; empty if it applies to every token.
  let tokens: [Substring]
  let conditions: [Misfit.Condition]
  let remedy: Substring

  /// Creates a habit from a line of the table. Nil if the line does not have the form of the table, or names an unknown
  /// place, condition (`?word`) or gap (`$word`).
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
