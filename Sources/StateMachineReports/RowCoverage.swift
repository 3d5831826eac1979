import StateMachineCodeGeneration
import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// Counts for each row of a file: how often tests have taken the row. They also say how often its guard or pattern was
/// true and was false.
package struct RowCoverage: Sendable {
  /// A number of times that something happened.
  package struct Count: Sendable, Equatable {
    package var value = 0
    /// Whether `value` may be too large, because the same place of the generated Swift also runs for other rows.
    /// Reports then show `≤ 3` in place of `3`.
    package var isAtMost = false
  }

  /// A row of the file, with its counts.
  package struct Row: Sendable {
    /// The offset of the row in the file.
    package var place: Int
    /// The number of the line in which the row begins.
    package var line: Int
    /// The text of the whole row, on one line.
    package var text: String
    /// Whether the row has a guard or a pattern.
    package var isConditional: Bool
    /// The number of times that the row was taken; nil if it is unknown.
    package var taken: Count?
    /// The number of times that the row's conditions were true; nil if it is unknown.
    package var timesTrue: Count?
    /// The number of times that the row's conditions were false; nil if it is unknown.
    package var timesFalse: Count?
  }

  /// The rows of one machine, in the order of the file.
  package struct Machine: Sendable {
    package var name: String
    package var rows: [Row]
  }

  package private(set) var machines: [Machine] = []
  private let source: SourceFile

  /// A Swift file that was generated for the machines. If several modules contain the machines, each module has its own
  /// file.
  package struct Generated {
    /// The places of the rows in the generated file.
    var lines: [RowLine]
    /// Returns how often the tests have reached a place in the generated file; nil if the number is unknown.
    var count: (RowLine.Position) -> Int?

    package init(_ lines: [RowLine], count: @escaping (RowLine.Position) -> Int?) {
      (self.lines, self.count) = (lines, count)
    }
  }

  package init(_ machines: [StateMachine], _ source: SourceFile, _ files: [Generated]) {
    self.source = source
    var sums = Sums()
    for file in files { sums.add(file) }
    let table = LineTable(source.bytes)
    for machine in machines {
      let words = MachineText(machine)
      let rows = Self.uses(of: machine).sorted { $0.key < $1.key }.map { place, use in
        let (asked, timesTrue) = (sums.count(.asked, of: place), sums.count(.passed, of: place))
        // Each time that the conditions were evaluated and were not true, they were false.
        let timesFalse = asked.flatMap { asked in timesTrue.map { Count(value: max(0, asked.value - $0.value)) } }
        // A row without a place in the Swift is never reached. For a row that does nothing, the Swift may be shared
        // with events that have no row, so that the count is known only if each of its transitions has a place.
        let isComplete = use.acts || sums.places(of: place) >= use.count
        return Row(
          place: place, line: table.position(of: place).line, text: words.swift(use.range),
          isConditional: sums.has(.asked, of: place),
          taken: isComplete ? sums.count(.taken, of: place, otherwise: Count()) : nil, timesTrue: timesTrue,
          timesFalse: timesFalse)
      }
      self.machines.append(Machine(name: words.title, rows: rows))
    }
  }

  /// A row of the file, and facts about the transitions that it declares.
  private struct Use {
    var range: SourceRange
    var count = 0
    /// Whether one of the row's transitions has effects or exits its source.
    var acts = false
  }

  /// Returns facts about each row of a machine: the number of its transitions, and whether one of them has effects or
  /// exits its source. The key is the offset of the row in the file.
  private static func uses(of machine: StateMachine) -> [Int: Use] {
    var uses: [Int: Use] = [:]
    func add(_ transition: Transition) {
      let row = machine.rows[transition.row]
      var use = uses[row.range.lowerBound] ?? Use(range: row.range)
      use.count += 1
      use.acts = use.acts || !transition.isInternal || !row.effects.isEmpty
      uses[row.range.lowerBound] = use
      for branch in transition.branches { add(branch) }
    }
    for transition in machine.transitions { add(transition) }
    return uses
  }

  /// The counts of each row. If a row has several places in the generated Swift, the counts of these places are added.
  private struct Sums {
    private struct Part: Hashable {
      var kind: RowLine.Kind
      var row: Int
    }

    private var counts: [Part: Count] = [:]
    private var places: [Int: Int] = [:]
    private var untold: Set<Part> = []

    mutating func add(_ file: Generated) {
      for line in file.lines {
        let part = Part(kind: line.kind, row: line.row)
        guard let position = line.position, let value = file.count(position) else {
          untold.insert(part)
          continue
        }
        counts[part, default: Count()].value += value
        if line.kind == .taken { places[line.row, default: 0] += 1 }
        if line.isShared { counts[part]?.isAtMost = true }
      }
    }

    func has(_ kind: RowLine.Kind, of row: Int) -> Bool {
      let part = Part(kind: kind, row: row)
      return counts[part] != nil || untold.contains(part)
    }

    /// Returns the number of places in the generated Swift at which the row is taken. A row with two sources may have
    /// two such places, for example.
    func places(of row: Int) -> Int { places[row] ?? 0 }

    /// Returns a count of a row. By `kind`, it counts how often the row was taken, or its conditions were evaluated or
    /// were true. Nil if the count is unknown for one of the row's places in the generated Swift.
    ///
    /// - Parameters:
    ///   - row: the offset of the row in the file.
    ///   - otherwise: the result for a row that has no place of this kind in the generated Swift.
    func count(_ kind: RowLine.Kind, of row: Int, otherwise: Count? = nil) -> Count? {
      let part = Part(kind: kind, row: row)
      return untold.contains(part) ? nil : counts[part] ?? otherwise
    }
  }

  // MARK: Texts

  /// The counts as a table for a terminal.
  package var plainText: String { machines.map(Self.plainText).joined(separator: "\n") }

  private static func plainText(of machine: Machine) -> String {
    var cells = [["taken", "true", "false"]]
    for row in machine.rows {
      let outcomes = row.isConditional ? [text(row.timesTrue), text(row.timesFalse)] : ["", ""]
      cells.append([text(row.taken)] + outcomes)
    }
    let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String], _ rest: String) -> String {
      let columns = zip(cells, widths).map { String(repeating: " ", count: $1 - $0.count + 2) + $0 }
      return columns.joined() + "  " + rest + "\n"
    }
    var result = "machine \(machine.name): \(summary(of: machine.rows))\n" + line(cells[0], "row")
    for (row, cells) in zip(machine.rows, cells.dropFirst()) { result += line(cells, "\(row.line): \(row.text)") }
    return result
  }

  private static func text(_ count: Count?) -> String {
    count.map { ($0.isAtMost ? "≤ " : "") + String($0.value) } ?? "?"
  }

  private static func summary(of rows: [Row]) -> String {
    func part(_ counts: [Count?], _ what: String, _ verb: String) -> String {
      let unknown = counts.count { $0 == nil }
      return "\(counts.count { ($0?.value ?? 0) > 0 }) of \(counts.count) \(what)\(verb)"
        + (unknown > 0 ? ", \(unknown) not known" : "")
    }
    let outcomes = rows.filter(\.isConditional).flatMap { [$0.timesTrue, $0.timesFalse] }
    let guards = outcomes.isEmpty ? "" : "; " + part(outcomes, "outcomes of guards", " seen")
    return part(rows.map(\.taken), "rows", " taken") + guards
  }

  /// The counts that a picture shows with its rows, such as `3`, `≤ 3` or `?`. The key is the offset of the row in the
  /// file.
  package var heat: [Int: Diagram.Heat] {
    var heat: [Int: Diagram.Heat] = [:]
    for row in machines.flatMap(\.rows) {
      let outcomes =
        row.isConditional ? ", guard true: \(Self.text(row.timesTrue)), false: \(Self.text(row.timesFalse))" : ""
      let taken = Self.text(row.taken)
      heat[row.place] = Diagram.Heat(count: row.taken?.value, text: taken, note: "taken: " + taken + outcomes)
    }
    return heat
  }

  /// The counts as a record of LCOV: a line for each row, and a branch for each result of the row's conditions. Counts
  /// that are unknown are left out.
  package var trace: String {
    var lines: [Int: Int] = [:]
    var branches: [String] = []
    var reached = 0
    for row in machines.flatMap(\.rows) {
      if let taken = row.taken { lines[row.line, default: 0] += taken.value }
      guard row.isConditional, let timesTrue = row.timesTrue, let timesFalse = row.timesFalse else { continue }
      let isAsked = timesTrue.value + timesFalse.value > 0
      for (number, count) in [timesTrue, timesFalse].enumerated() {
        branches.append("BRDA:\(row.line),\(row.place),\(number),\(isAsked ? String(count.value) : "-")\n")
        if count.value > 0 { reached += 1 }
      }
    }
    return "TN:\nSF:\(source.visiblePath)\n" + branches.joined() + "BRF:\(branches.count)\nBRH:\(reached)\n"
      + lines.sorted { $0.key < $1.key }.map { "DA:\($0.key),\($0.value)\n" }.joined()
      + "LF:\(lines.count)\nLH:\(lines.values.count { $0 > 0 })\nend_of_record\n"
  }
}
