import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// The rows of a machine as they are written, to compare them with the rows of another version.
struct WrittenRows {
  /// The body, sources, targets and triggers of a row. For `open, ajar -> closed : push`, the sources are `ajar` and
  /// `open`, the target is `closed`, and the trigger is `push`. An old and a new row with equal `Ends` but different
  /// texts count as one changed row.
  struct Ends: Hashable {
    var body: String
    var sources: [String]
    /// The targets of the row; nil for a row without `->`.
    var targets: [String]?
    var triggers: [String]
  }

  struct Row {
    var ends: Ends
    var isInternal: Bool
    /// The text of the row. A row in the body of a state may name no source. The state is then written before it:
    /// `open : close`.
    var text: String
  }

  private(set) var rows: [Row] = []
  private let machine: StateMachine
  private let read: MachineText

  var texts: [String] { rows.map { "'\($0.text)'" } }

  init(_ machine: StateMachine) {
    self.machine = machine
    read = MachineText(machine)
    let pseudostates = Set(machine.states.filter(\.isPseudostate).map(\.range))
    let bodies = machine.states.indices.filter { machine.states[$0].bodyRange != nil }
    // The number of bodies that begin before the row. The last of them is the innermost body that contains the row,
    // unless it ends before the row; then an ancestor's body is.
    var next = 0
    for row in machine.rows.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      while next < bodies.count, isBegun(bodies[next], before: row.range) { next += 1 }
      let body = next == 0 ? nil : innermost(bodies[next - 1], around: row.range)
      rows.append(written(row, in: body.map(read.path) ?? "", isPseudostate: pseudostates.contains(row.range)))
    }
  }

  private func isBegun(_ state: StateID, before range: SourceRange) -> Bool {
    machine.states[state].bodyRange.map { $0.lowerBound < range.lowerBound } ?? false
  }

  private func innermost(_ state: StateID, around range: SourceRange) -> StateID? {
    machine.path(of: state).last { machine.states[$0].bodyRange?.contains(range) ?? false }
  }

  private func written(_ row: StateMachineModel.Row, in body: String, isPseudostate: Bool) -> Row {
    let ends = ends(row, in: body, isPseudostate: isPseudostate)
    // In the body of `on`, the texts begin as in `on: initial -> …`, and as in `on : close` for a row without sources.
    let beginning = isPseudostate && !body.isEmpty ? "\(body): " : ends.sources.isEmpty ? "\(body) " : ""
    return Row(ends: ends, isInternal: ends.targets == nil, text: beginning + read.row(row))
  }

  /// Returns the `Ends` of a row: its body, sources, targets and triggers.
  ///
  /// - Parameters:
  ///   - body: the path of the state whose body has the row; empty for the body of the machine.
  ///   - isPseudostate: whether the row is `initial -> …` or `history -> …`. Its targets are then left out of the
  ///     result. So a row with another target counts as changed, and not as removed and added.
  private func ends(_ row: StateMachineModel.Row, in body: String, isPseudostate: Bool) -> Ends {
    let tokens = outerTokens(row.range)
    let colon = tokens.first { text($0) == ":" }?.start ?? row.range.upperBound
    let arrow = tokens.first { text($0) == "->" && $0.start < colon }
    let targets = arrow.map { names(in: SourceRange($0.end, colon)) }
    return Ends(
      body: body, sources: names(in: SourceRange(row.range.lowerBound, arrow?.start ?? colon)),
      targets: isPseudostate ? [] : targets, triggers: names(in: row.triggers))
  }

  private func text(_ token: SwiftToken) -> String { machine.source.text(SourceRange(token.start, token.end)) }

  /// Returns the elements of a list as texts, sorted, without the parts in parentheses: `["ajar", "open"]` for
  /// `open(0), ajar`.
  private func names(in range: SourceRange) -> [String] {
    outerTokens(range).split { text($0) == "," }.map { $0.map(text).joined(separator: " ") }.sorted()
  }

  /// Returns the tokens in a range that are outside of parentheses.
  private func outerTokens(_ range: SourceRange) -> [SwiftToken] {
    var depth = 0
    return SwiftLexer.tokens(of: machine.source.bytes, in: range).filter { token in
      if token.isPunctuation(Ascii.leftParen) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) { depth -= 1 }
      return depth == 0 && !token.isPunctuation(Ascii.rightParen)
    }
  }

  /// Returns the rows that were added, removed and changed since the version `old`; rows without `->` come first. A row
  /// that has the same text in the same body in both versions is left out. An old and a new row with different texts
  /// but equal `ends` are one changed row.
  func changes(since old: WrittenRows) -> [Diagram.Legend.Entry] {
    let (added, removed) = (unmatched(in: old), old.unmatched(in: self))
    return [true, false].flatMap { isInternal in
      changes(added.filter { $0.isInternal == isInternal }, removed.filter { $0.isInternal == isInternal })
    }
  }

  /// Returns the entries for rows that have no equal row in the other version. An added and a removed row with equal
  /// `ends` make one entry for a changed row, each row being used once.
  private func changes(_ added: [Row], _ removed: [Row]) -> [Diagram.Legend.Entry] {
    // Reversed, because `popLast` then returns the first row that was removed.
    let former = Dictionary(grouping: removed.indices.reversed()) { removed[$0].ends }
    var left = former
    var isChanged = Array(repeating: false, count: removed.count)
    var entries: [Diagram.Legend.Entry] = []
    for row in added {
      if let index = left[row.ends]?.popLast() {
        isChanged[index] = true
        entries.append(.init(change: .changed, text: "\(row.text), was: \(removed[index].text)"))
      } else {
        entries.append(.init(change: .added, text: row.text))
      }
    }
    return entries
      + removed.indices.filter { !isChanged[$0] }.map { .init(change: .removed, text: removed[$0].text) }
  }

  /// Returns the rows of this version for which `other` has no row with the same text in the same body. If this version
  /// has such a row twice, and `other` once, the second row is returned.
  private func unmatched(in other: WrittenRows) -> [Row] {
    struct Key: Hashable {
      var body: String
      var text: String
    }
    var counts: [Key: Int] = [:]
    for row in other.rows { counts[Key(body: row.ends.body, text: row.text), default: 0] += 1 }
    return rows.filter { row in
      let key = Key(body: row.ends.body, text: row.text)
      counts[key, default: 0] -= 1
      return counts[key, default: 0] < 0
    }
  }
}
