import StateMachineSyntax

/// A check that reports Swift which gives another value each time, so that a machine would not do the same when its
/// recorded events are replayed.
extension Checks {
  /// Reports values that differ each time, such as `Date()`, in guards, effects and arguments. Only an `Encodable`
  /// machine is checked: its journal, the record of its start and its events, can be stored and replayed. Initial
  /// values and payloads of events need no check, because the journal contains them.
  mutating func checkReplay() {
    guard machine.isEncodable else { return }
    var pieces = Set(machine.shorthands.filter { $0.kind == .condition }.map(\.range))
    func add(_ effects: [Effect]?) {
      for effect in effects ?? [] {
        pieces.formUnion(effect.codes.map(\.range))
        if case .scope(let scope) = effect { add(scope.effects) }
      }
    }
    for row in machine.rows {
      if let condition = row.condition { pieces.insert(condition.range) }
      add(row.effects)
    }
    for state in machine.states {
      add(state.entry?.effects)
      add(state.exit?.effects)
    }
    func add(_ transition: Transition) {
      let fields = transition.leaf.map { machine.states[$0].pathFields }
      pieces.formUnion(Self.ranges(of: transition.arguments, fields ?? []))
      for entry in transition.regions {
        pieces.formUnion(Self.ranges(of: entry.arguments, machine.states[entry.leaf].pathFields))
      }
      for branch in transition.branches { add(branch) }
    }
    for transition in machine.transitions { add(transition) }
    let declared = declaredNames()
    for piece in pieces.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let values = UnrepeatableValues(piece, machine.source.bytes, isDeclared: declared.contains)
      for place in values.places { diagnostics.append(.unrepeatable(place, machine.source.text(place))) }
    }
  }

  /// Returns the ranges of the Swift that gives the arguments of a transition: the Swift of the arguments as written,
  /// and the default values of fields without an argument.
  private static func ranges(of arguments: [TargetArgument], _ fields: [Field]) -> [SourceRange] {
    arguments.enumerated().flatMap { index, argument -> [SourceRange] in
      switch argument {
      case .code(let code): [code.range]
      case .submachine(_, let properties, let state):
        properties.map(\.value.range) + [state?.range].compactMap(\.self)
      case .defaultValue: fields.indices.contains(index) ? fields[index].defaultValue.map { [$0] } ?? [] : []
      case .local, .bound, .stays, .restored, .same: []
      }
    }
  }

  /// Returns names that the file declares: of states, events, outputs, results and types. If the file declares `now`,
  /// for example, `now` in its Swift is not the current time, and is not reported. Also returns each lowercase word of
  /// the file's Swift that never follows a dot, because an enum may declare it: `case now`.
  private func declaredNames() -> Set<String> {
    let cases = machine.actionEnums.flatMap { [$0.name] + $0.cases.map(\.name) }
    let names = machine.states.map(\.name) + machine.events.map(\.name) + machine.outputs.map(\.name) + cases
    let types = (machine.swift.types + machine.swift.typesBeside).map(\.name)
    var words = machine.swift.wordsBeside
    for block in machine.swift.blocks { words.read(block, machine.source.bytes, isType: true) }
    // As in `case now`: the cases of enums in the file's Swift are words that never stand after a dot.
    let members = words.types.subtracting(words.members).filter { $0.first?.isLowercase == true }
    return members.union((names.map(\.range) + types).map(machine.source.text)).union(machine.typealiasIndices.keys)
  }
}
