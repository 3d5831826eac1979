import StateMachineModel
import StateMachineSyntax

/// Templates for the values of a machine as a user writes them in Swift, with gaps for what they contain. Programs that
/// write Swift about a machine, such as glue, fill the gaps without knowing the generated types.
package struct ValueTemplates: Sendable {
  package enum Piece: Sendable {
    case text(String)
    /// A field, by its index: of an event or output, among its own; of a state, after those of its ancestors.
    case field(Int)
    /// The active state within a composite state or a region, to be written by its own template.
    case active(within: StateID)
    /// The delay of a timer.
    case delay
    /// A stored property, by its index.
    case property(Int)
    /// The state with which a machine is created.
    case state
  }

  private let model: SwiftModel
  private var machine: StateMachine { model.machine }

  package init(_ behaviour: Behaviour) { model = SwiftModel(behaviour) }

  /// The creation of a machine in a state: `Door(limit: …, state: …)`.
  package var new: [Piece] {
    let properties = machine.storedProperties.indices.filter { machine.storedProperties[$0].isParameter }
    let arguments = properties.map { place -> [Piece] in
      [.text("\(name(machine.storedProperties[place].name).spelledAsName): "), .property(place)]
    }
    return call(model.machineType, arguments + [[.text("state: "), .state]])
  }

  /// Whether states, outputs and results are equatable.
  package var areEquatable: Bool {
    model.nestedConformances(isState: false).contains { $0.hasSuffix("Equatable") || $0.hasSuffix("Hashable") }
  }

  /// Whether `handle` throws (`handleThrows`), and whether there is a function `start` (`hasStart`).
  package var handleThrows: Bool { model.throws }
  package var hasStart: Bool { model.run.hasStart && !machine.hasMethods || machine.isSubmachine }

  /// Returns the template of a state: `.loaded(items: …, …)`.
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

  /// The state of a machine that itself has regions; nil for other machines.
  package var wholeState: [Piece]? { machine.isParallel ? regions(machine.topStates) : nil }

  /// Returns the template of an event: `.closeButton`, `.entered(count: …)`, or the call of a method.
  package func event(_ id: EventID) -> [Piece] {
    let event = machine.events[id]
    let name = name(event.name)
    let head = machine.hasMethods ? name.spelledAsName : ".\(name.spelledAsMember)"
    return call(head, arguments(event.fields, from: 0), isFunction: machine.hasMethods)
  }

  /// Returns the template of an output: `.close(speed: …)`.
  package func output(_ id: OutputID) -> [Piece] { output(id, called: name(machine.outputs[id].name)) }

  /// Returns the template of an output as an activity, which has a name of its own beside an effect: `.doSave(…)`.
  package func activity(_ id: OutputID) -> [Piece] {
    let name = name(machine.outputs[id].name)
    return output(id, called: machine.outputs[id].tasks.activity(name)?.begin ?? name)
  }

  private func output(_ id: OutputID, called name: String) -> [Piece] {
    call(".\(name.spelledAsMember)", arguments(machine.outputs[id].fields, from: 0))
  }

  /// Returns the template of a case of an `action`.
  package func answer(_ one: ActionEnum.Case) -> [Piece] {
    call(".\(name(one.name).spelledAsMember)", arguments(one.fields, from: 0))
  }

  /// Returns the event of an elapsed timer, and the outputs that begin and cancel the timer.
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

  /// Returns the pieces with adjacent texts joined.
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
