import JSON
import StateMachineModel
import StateMachineSyntax

extension AnalysedDocument {
  /// Returns hints that show the fields which rows carry over: `(persons: persons)` behind `open -> closing`.
  ///
  /// - Parameter range: the visible range of the text; nil for the whole text.
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

/// The fields that each row of a machine carries over.
private struct CarriedFields {
  private let machine: StateMachine
  /// The first transition of each row, by the row's offset.
  private var transitions: [Int: Transition] = [:]

  init(_ machine: StateMachine) {
    self.machine = machine
    for transition in machine.transitions { add(transition) }
  }

  /// Adds a transition with its row, and the rows of its choices, of which the resolver bounds the number.
  private mutating func add(_ transition: Transition) {
    let start = machine.rows[transition.row].range.lowerBound
    if transitions[start] == nil { transitions[start] = transition }
    for branch in transition.branches { add(branch) }
  }

  /// Returns the fields that a row carries over to each state on the path of its first target, as they would be
  /// written. The last of these states also has the fields of its initial child state.
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
