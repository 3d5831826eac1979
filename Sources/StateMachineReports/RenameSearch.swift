import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// Finds the declarations that were renamed between two versions of a machine, by trials. In the old text, a trial
/// replaces an old name by a name that only the new version has. If the two versions then differ by clearly fewer
/// changes, the declaration was renamed. A `was` in the new version decides alone: `state order was cart`.
package struct RenameSearch {
  /// A function that compiles a text. It returns the machines and the occurrences of names; nil if the text has errors.
  package typealias Reader = (SourceFile) -> (machines: [StateMachine], occurrences: Occurrences)?

  /// The old machine, with its own names.
  package let original: StateMachine
  /// The old machine, in which the declarations in `renames` have their new names.
  package private(set) var machine: StateMachine
  package private(set) var renames: [Diagram.Rename] = []
  private let new: StateMachine
  private let read: Reader
  private var tries = 0
  /// The largest number of trials. The number is limited because each trial compiles a changed text.
  private static let maximumTries = 40
  /// The largest number of new names that are tried for each old name.
  private static let maximumCandidates = 3

  package init(from old: StateMachine, to new: StateMachine, read: @escaping Reader) {
    (original, machine) = (old, old)
    self.new = new
    self.read = read
    while let found = next() {
      machine = found.machine
      renames.append(found.rename)
    }
  }

  private struct Symbol {
    var kind: String
    /// The path of the composite state or region that contains the declaration; empty for the machine's body.
    var scope: String
    var name: String
    var range: SourceRange
    /// The names that the declaration had in older versions, as `was` says.
    var formerNames: [String] = []

    var path: String { scope.isEmpty ? name : "\(scope).\(name)" }
    var place: [String] { [kind, scope] }
    var identity: [String] { place + [name] }
  }

  /// Searches for one more renamed declaration. Returns the old machine with the new name, and the renaming. Nil if no
  /// trial succeeds.
  private mutating func next() -> (machine: StateMachine, rename: Diagram.Rename)? {
    let (before, after) = (Self.symbols(machine), Self.symbols(new))
    let gone = Self.lacking(before, in: after)
    let come = Self.lacking(after, in: before)
    guard !gone.isEmpty, !come.isEmpty, let places = read(machine.source)?.occurrences else { return nil }
    let count = changes(from: machine).count
    let unknown = Set((gone + come).flatMap { $0.symbols.map(\.name) })
    for (place, symbols) in gone {
      for (index, symbol) in symbols.enumerated() {
        let others = come.first { $0.place == place }?.symbols ?? []
        // The new name at the same position in the list of declarations is tried first.
        let order = others.indices.sorted { abs($0 - index) < abs($1 - index) }
        for other in order.prefix(Self.maximumCandidates).map({ others[$0] }) {
          guard tries < Self.maximumTries else { return nil }
          tries += 1
          let isSaid = other.formerNames.contains(symbol.name)
          guard let renamed = renamed(symbol, to: other, places),
            isSaid || isCertain(renamed, other, count, unknown)
          else { continue }
          let rename = Diagram.Rename(kind: symbol.kind, former: symbol.path, name: other.name, path: other.path)
          return (renamed, rename)
        }
      }
    }
    return nil
  }

  private func changes(from machine: StateMachine) -> [ChangeReport.Change] {
    ChangeReport(from: machine, to: new, isSwiftEqual: false).changes
  }

  /// Returns whether a trial shows that a declaration was renamed. The trial must remove more changes between the
  /// versions than remain with the new name in their texts. One removed change is not counted, because the renaming is
  /// itself a change.
  ///
  /// - Parameters:
  ///   - renamed: the old machine after the trial.
  ///   - symbol: the declaration in the new machine whose name was used.
  ///   - count: the number of changes before the trial.
  ///   - unknown: the names that only one of the versions has. They may be renamed, too. If an added and a removed
  ///     change differ only in such names, neither counts as remaining.
  private func isCertain(_ renamed: StateMachine, _ symbol: Symbol, _ count: Int, _ unknown: Set<String>) -> Bool {
    let left = changes(from: renamed)
    let saved = count - left.count - 1
    guard saved >= 1 else { return false }
    var texts: [String: Int] = [:]
    let mentions = left.filter { $0.text.words.contains { $0 == symbol.name } }
    // Changes that are equal apart from unknown names, one added and one removed, cancel each other.
    for change in mentions where change.kind != .changed {
      let text = change.text.words.map { $0 != symbol.name && unknown.contains(String($0)) ? "_" : String($0) }
      texts[text.joined(separator: " "), default: 0] += change.kind == .added ? 1 : -1
    }
    return saved > texts.values.reduce(0) { $0 + abs($1) } + mentions.count { $0.kind == .changed }
  }

  /// Returns the old machine as it would be if the declaration `symbol` had the name of `other`. For this, compiles the
  /// old text with the new name. Nil if the changed text has errors.
  private func renamed(_ symbol: Symbol, to other: Symbol, _ occurrences: Occurrences) -> StateMachine? {
    var edits: [SourceRange: String] = [:]
    for place in occurrences.named([symbol.range]) {
      edits[place.range] = place.form.text(other.name)
    }
    // Back-ticks around the old name stay in the text, so the new name needs none there.
    let isPlain = SwiftName.written(other.name) == other.name
    let source = machine.source.applying(
      edits.map { range, name in
        let isQuoted = machine.source.written(range) != range
        return TextEdit(range, isPlain || isQuoted ? name : SwiftName.written(name))
      })
    return read(source)?.machines.first { $0.fullName == machine.fullName }
  }

  private static func lacking(_ symbols: [Symbol], in others: [Symbol]) -> [(place: [String], symbols: [Symbol])] {
    let known = Set(others.map(\.identity))
    let lacking = symbols.filter { !known.contains($0.identity) }
    var places: [[String]] = []
    let groups = Dictionary(grouping: lacking, by: \.place)
    for symbol in lacking where !places.contains(symbol.place) { places.append(symbol.place) }
    return places.map { ($0, groups[$0] ?? []) }
  }

  /// Returns the declarations of a machine whose names can be compared with those of another version.
  private static func symbols(_ machine: StateMachine) -> [Symbol] {
    let text = MachineText(machine)
    func symbols(_ kind: String, _ names: some Sequence<Identifier>) -> [Symbol] {
      symbols(kind, names.map { ($0, []) })
    }
    func symbols(_ kind: String, _ names: [(name: Identifier, former: [Identifier])]) -> [Symbol] {
      names.map {
        Symbol(
          kind: kind, scope: "", name: text.name($0.name), range: $0.name.range, formerNames: $0.former.map(text.name))
      }
    }
    // States come after the states that contain them, so that a composite state is renamed first.
    let states = machine.states.filter { !$0.isPseudostate }.map { state in
      Symbol(
        kind: state.isRegion ? "region" : "state", scope: state.parent.map(text.path) ?? "",
        name: text.name(state.name), range: state.name.range, formerNames: state.formerNames.map(text.name))
    }
    let choices = machine.choices.map { choice in
      Symbol(
        kind: "choice", scope: choice.parent.map(text.path) ?? "", name: text.name(choice.name),
        range: choice.name.range)
    }
    return states + choices
      + symbols("event", machine.events.filter { $0.owner == nil }.map { ($0.name, $0.formerNames) })
      + symbols("output", machine.outputs.filter { $0.owner == nil }.map { ($0.name, $0.formerNames) })
      + symbols("property", machine.storedProperties.map { ($0.name, $0.formerNames) })
      + machine.shorthands.flatMap { symbols($0.kind.rawValue, [$0.name]) }
      + symbols("group", machine.groups.map(\.name))
  }
}

extension String {
  /// The words and numbers in the text, and each other character by itself, without blanks: `a`, `:`, `b2` for
  /// `a : b2`.
  fileprivate var words: [Substring] {
    var words: [Substring] = []
    var rest = self[...]
    while let first = rest.first {
      let isName = first.isLetter || first.isNumber || first == "_"
      let word = isName ? rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" } : rest.prefix(1)
      if first != " " { words.append(word) }
      rest = rest.dropFirst(word.count)
    }
    return words
  }
}
