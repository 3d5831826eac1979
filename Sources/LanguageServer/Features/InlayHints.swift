import JSON
import StateMachineModel
import StateMachineSyntax

extension AnalysedDocument {
  /// Returns hints for fields that rows carry over: the editor shows `(persons: persons)` after the target of
  /// `open -> closing`, although the text does not contain it.
  ///
  /// - Parameter range: the range that the editor shows; nil for the whole text.
  func inlayHints(in range: SourceRange?) -> JSONValue {
    guard let tree = analysis.tree else { return [] }
    var hints: [JSONValue] = []
    for (machine, syntax) in zip(analysis.machines.map(\.machine), tree.machines) {
      let targets = CarriedFields(machine)
      syntax.body.forEachDeep { item in
        guard case .transition(let row) = item, range?.touches(row.range) ?? true else { return }
        for (step, fields) in targets.carried(by: row) {
          let names = fields.joined(separator: ", ")
          let place: Int
          let label: String
          if let arguments = step.arguments {
            place = arguments.range.upperBound - 1
            label = (arguments.items.isEmpty ? "" : ", ") + names
          } else {
            place = step.name.range.upperBound
            label = "(\(names))"
          }
          hints.append([
            "position": document.positions.json(offset: place), "label": .string(label), "kind": 2,
            "tooltip": "carried over",
          ])
        }
      }
    }
    return .array(hints)
  }
}

/// Finds the fields that each row of a machine carries over.
private struct CarriedFields {
  private let machine: StateMachine
  /// The first transition of each row; the key is the offset of the row. Further transitions of a row are not stored.
  private var transitions: [Int: Transition] = [:]

  init(_ machine: StateMachine) {
    self.machine = machine
    for transition in machine.transitions { add(transition) }
  }

  /// Stores a transition, unless its row has one already: of `open, ajar -> closed : e`, only that from `open` is
  /// stored. Also stores the transitions for the rows of the choices that the transition leads to.
  private mutating func add(_ transition: Transition) {
    let start = machine.rows[transition.row].range.lowerBound
    if transitions[start] == nil { transitions[start] = transition }
    for branch in transition.branches { add(branch) }
  }

  /// Returns the fields that a row carries over, as they could be written: `persons: persons` for `open -> closing`.
  /// Only the first of the row's transitions is examined. Empty if its target is a choice or a history.
  ///
  /// - Returns: the states on the target's path that get fields. `step` is the state's name in the row, and `fields`
  ///   the written fields.
  func carried(by row: TransitionSyntax) -> [(step: StepSyntax, fields: [String])] {
    guard let transition = transitions[row.range.lowerBound], let target = row.target else { return [] }
    let steps = [target.first] + target.rest
    var result: [(step: StepSyntax, fields: [String])] = []
    func add(_ fields: [String], _ step: StepSyntax) {
      if !fields.isEmpty { result.append((step, fields)) }
    }
    guard let leaf = transition.leaf, transition.history == nil else { return [] }
    var first = 0
    for state in machine.states[leaf].path {
      let declaration = machine.states[state]
      let arguments = transition.arguments.dropFirst(first).prefix(declaration.fields.count)
      first += declaration.fields.count
      guard let step = steps.first(where: { $0.name.id == declaration.name.id }) else { continue }
      add(written(declaration.fields, Array(arguments)), step)
    }
    return result
  }

  /// Returns, of some fields, those that are carried over, as text: `persons: persons`.
  private func written(_ fields: [Field], _ arguments: [TargetArgument]) -> [String] {
    zip(fields, arguments).compactMap { field, argument -> String? in
      switch argument {
      case .local(let name), .bound(let name):
        let value = machine.names.text(name.id)
        return field.label.map { "\(machine.names.text($0.id)): \(value)" } ?? value
      case .code, .defaultValue, .stays, .restored, .submachine, .same: return nil
      }
    }
  }
}
