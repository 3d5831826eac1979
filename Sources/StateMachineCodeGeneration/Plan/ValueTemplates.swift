import StateMachineModel
import StateMachineSyntax

/// How the values of a machine are written in Swift by whoever uses it: as text with gaps for what they hold. Programs
/// that write Swift about a machine, such as tests, fill these in and need to know no rule of the generated types.
package struct ValueTemplates: Sendable {
  package enum Piece: Sendable {
    case text(String)
    /// A payload field: of a state its place among those of the path, else its place in the list of fields.
    case field(Int)
    /// The state that is active within a composite or a region, by that one's template.
    case active(within: StateID)
    /// How long a timer waits.
    case delay
    /// A stored property, by its place among them.
    case property(Int)
    /// The state that a machine is made in.
    case state
  }

  private let model: SwiftModel
  private var machine: StateMachine { model.machine }

  package init(_ behaviour: Behaviour) { model = SwiftModel(behaviour) }

  /// `Door(limit: …, state: …)`: a machine that is made in a state.
  package var new: [Piece] {
    let properties = machine.storedProperties.indices.filter { machine.storedProperties[$0].isParameter }
    let arguments = properties.map { place -> [Piece] in
      [.text("\(name(machine.storedProperties[place].name).spelledAsName): "), .property(place)]
    }
    return call(model.machineType, arguments + [[.text("state: "), .state]])
  }

  /// Tells whether states, outputs and answers can be compared.
  package var areEquatable: Bool {
    model.nestedConformances(isState: false).contains { $0.hasSuffix("Equatable") || $0.hasSuffix("Hashable") }
  }

  /// Tells whether `handle` throws, and whether there is a `start`.
  package var handleThrows: Bool { model.throws }
  package var hasStart: Bool { model.run.hasStart && !machine.hasMethods || machine.isSubmachine }

  /// `.loaded(items: …, …)`
  package func state(_ id: StateID) -> [Piece] {
    let state = machine.states[id]
    var values = arguments(state.fields, from: state.ownFields)
    if machine.isParallel(id) {
      values.append(regions(state.children))
    } else if state.isComposite {
      values.append([.active(within: id)])
    }
    return call(".\(name(state.name).spelledAsMember)", values)
  }

  /// The value of a machine whose own body has regions; nil where one state is the machine's.
  package var wholeState: [Piece]? { machine.isParallel ? regions(machine.topStates) : nil }

  /// `.closeButton`, `.entered(count: …)`; of a method, its call.
  package func event(_ id: EventID) -> [Piece] {
    let event = machine.events[id]
    let name = name(event.name)
    let head = machine.hasMethods ? name.spelledAsName : ".\(name.spelledAsMember)"
    return call(head, arguments(event.fields, from: 0), isFunction: machine.hasMethods)
  }

  /// `.close(speed: …)`
  package func output(_ id: OutputID) -> [Piece] { output(id, called: name(machine.outputs[id].name)) }

  /// The same where states do it and effects begin it too: `.doSave(…)`.
  package func activity(_ id: OutputID) -> [Piece] {
    let name = name(machine.outputs[id].name)
    return output(id, called: machine.outputs[id].tasks.activity(name)?.begin ?? name)
  }

  private func output(_ id: OutputID, called name: String) -> [Piece] {
    call(".\(name.spelledAsMember)", arguments(machine.outputs[id].fields, from: 0))
  }

  /// A case of an enum of answers.
  package func answer(_ one: ActionEnum.Case) -> [Piece] {
    call(".\(name(one.name).spelledAsMember)", arguments(one.fields, from: 0))
  }

  /// The event of a timer that has run out, and the outputs that begin and cancel the timer.
  package func timer(_ id: TimerID) -> (elapsed: [Piece], begin: [Piece], cancel: [Piece]) {
    let repeats = machine.timers[id].repeats
    let function = repeats ? GeneratedNames.repeating(besideAfter: model.run.timers.after) : "schedule"
    let name = model.names.timer(id)
    return (
      [.text(".elapsed(.\(name))")],
      [.text(".\(function)(.\(name), \(repeats ? "every" : "after"): "), .delay, .text(")")],
      [.text(".cancel(.\(name))")]
    )
  }

  // MARK: Pieces

  private func name(_ name: Identifier) -> String { machine.names.text(name.id) }

  private func regions(_ regions: [StateID]) -> [Piece] {
    call(".init", regions.map { [.text("\(name(machine.states[$0].name).spelledAsName): "), .active(within: $0)] })
  }

  private func arguments(_ fields: [Field], from first: Int) -> [[Piece]] {
    fields.enumerated().map { index, field in
      guard let label = field.label else { return [.field(first + index)] }
      return [.text("\(name(label).spelledAsName): "), .field(first + index)]
    }
  }

  private func call(_ head: String, _ arguments: [[Piece]], isFunction: Bool = false) -> [Piece] {
    guard !arguments.isEmpty else { return [.text(isFunction ? head + "()" : head)] }
    return joined([.text(head + "(")] + Array(arguments.joined(separator: [.text(", ")])) + [.text(")")])
  }

  /// The pieces, of which texts that follow each other are one.
  private func joined(_ pieces: [Piece]) -> [Piece] {
    pieces.reduce(into: []) { result, piece in
      if case .text(let next) = piece, case .text(let last)? = result.last {
        result[result.count - 1] = .text(last + next)
      } else {
        result.append(piece)
      }
    }
  }
}
