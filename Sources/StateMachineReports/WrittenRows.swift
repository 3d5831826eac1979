import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// The rows of a machine as they are written, each with the body that it stands in.
struct WrittenRows {
  /// Tells rows apart that may be two forms of one.
  struct Ends: Hashable {
    var body: String
    var sources: String
    var target: String
    var triggers: String
  }

  struct Row {
    var ends: Ends
    var isInternal: Bool
    /// With the state that it is about, where its body says that.
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
    // Bodies that begin before the row; the last is the innermost, unless it has ended.
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
    let (sources, target) = ends(row)
    let text = read.row(row)
    let beginning = isPseudostate && !body.isEmpty ? "\(body): " : sources.isEmpty && !isPseudostate ? "\(body) " : ""
    let ends = Ends(
      body: body, sources: sources, target: isPseudostate ? "" : target ?? "", triggers: read.triggers(row))
    return Row(ends: ends, isInternal: target == nil, text: beginning + text)
  }

  /// The names before the arrow, or before the colon of a row without one; and those between the two.
  private func ends(_ row: StateMachineModel.Row) -> (sources: String, target: String?) {
    var depth = 0
    var sources = ""
    var target: String?
    for token in SwiftLexer.tokens(of: machine.source.bytes, in: row.range) {
      if token.isPunctuation(Ascii.leftParen) { depth += 1 }
      let text = machine.source.text(SourceRange(token.start, token.end))
      switch text {
      case ":" where depth == 0: return (sources, target)
      case "->" where depth == 0: target = ""
      case _ where depth > 0: break
      default: if target == nil { sources += text + " " } else { target? += text + " " }
      }
      if token.isPunctuation(Ascii.rightParen) { depth -= 1 }
    }
    return (sources, target)
  }

  /// The rows that have been added, removed or changed, those without an arrow first. Rows of one body with the same
  /// text are the same; of those that are left, rows with the same ends and events are two forms of one.
  func changes(since old: WrittenRows) -> [Diagram.Legend.Entry] {
    let (added, removed) = (unmatched(in: old), old.unmatched(in: self))
    return [true, false].flatMap { isInternal in
      changes(added.filter { $0.isInternal == isInternal }, removed.filter { $0.isInternal == isInternal })
    }
  }

  private func changes(_ added: [Row], _ removed: [Row]) -> [Diagram.Legend.Entry] {
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

  /// The rows that another version lacks.
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
