import StateMachineModel
import StateMachineSyntax

/// Templates for the Swift that creates values of a machine: `.open(persons: …)`, where `…` is a gap for a value of the
/// payload. Code that writes Swift about a machine, such as the printer of glue, fills the gaps. It need not know the
/// generated types.
package struct ValueTemplates: Sendable {
  package enum Piece: Sendable {
    case text(String)
    /// A gap for the value of a field. The number is the field's index: in an event or an output, fields are counted
    /// from 0; in a state, the fields of its ancestors are counted first.
    case field(Int)
    /// A gap for the active state within a composite state or a region. It is filled with the template of that state.
    case active(within: StateID)
    /// A gap for the delay of a timer.
    case delay
    /// A gap for the value of a stored property, by the property's index.
    case property(Int)
    /// A gap for the state in which a machine is created.
    case state
  }

  private let model: SwiftModel
  private var machine: StateMachine { model.machine }

  package init(_ behaviour: Behaviour) { model = SwiftModel(behaviour) }

  /// The Swift that creates a machine in a given state, with gaps for the properties and the state:
  /// `Door(limit: …, state: …)`.
  package var new: [Piece] {
    let properties = machine.storedProperties.indices.filter { machine.storedProperties[$0].isParameter }
    let arguments = properties.map { place -> [Piece] in
      [.text("\(name(machine.storedProperties[place].name).spelledAsName): "), .property(place)]
    }
    return call(model.machineType, arguments + [[.text("state: "), .state]])
  }

  /// Whether states, outputs and results are equatable, so that a test can compare them.
  package var areEquatable: Bool {
    model.nestedConformances(isState: false).contains { $0.hasSuffix("Equatable") || $0.hasSuffix("Hashable") }
  }

  /// Whether `handle` throws.
  package var handleThrows: Bool { model.throws }
  /// Whether the machine has a function `start` that tests call.
  package var hasStart: Bool { model.run.hasStart && !machine.hasMethods || machine.isSubmachine }

  /// Returns the Swift that creates a state, with gaps for the payload: `.loaded(items: …)`. If the state is composite,
  /// there is a gap for the active state in it.
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

  /// The Swift that creates the state of a machine that itself has regions, with a gap for each region:
  /// `.init(audio: …, video: …)`; nil for other machines.
  package var wholeState: [Piece]? { machine.isParallel ? regions(machine.topStates) : nil }

  /// Returns the Swift that creates an event, with gaps for the payload: `.closeButton`, `.entered(count: …)`. If
  /// events are methods, it is a call of the method.
  package func event(_ id: EventID) -> [Piece] {
    let event = machine.events[id]
    let name = name(event.name)
    let head = machine.hasMethods ? name.spelledAsName : ".\(name.spelledAsMember)"
    return call(head, arguments(event.fields, from: 0), isFunction: machine.hasMethods)
  }

  /// Returns the Swift that creates an output, with gaps for the payload: `.close(speed: …)`.
  package func output(_ id: OutputID) -> [Piece] { output(id, called: name(machine.outputs[id].name)) }

  /// Returns the Swift that creates the output that begins an activity, with gaps for the payload: `.save(…)`. If the
  /// output is also used as an effect, the name is a different one: `.doSave(…)`.
  package func activity(_ id: OutputID) -> [Piece] {
    let name = name(machine.outputs[id].name)
    return output(id, called: machine.outputs[id].tasks.activity(name)?.begin ?? name)
  }

  private func output(_ id: OutputID, called name: String) -> [Piece] {
    call(".\(name.spelledAsMember)", arguments(machine.outputs[id].fields, from: 0))
  }

  /// Returns the Swift that creates a result, a case of an `action` enum, with gaps for its payload: `.succeed(…)`.
  package func result(_ one: ActionEnum.Case) -> [Piece] {
    call(".\(name(one.name).spelledAsMember)", arguments(one.fields, from: 0))
  }

  /// Returns the Swift for a timer: for the event that it has elapsed, `.elapsed(.closing)`, and for the outputs that
  /// begin and cancel it.
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

  /// Returns the Swift that creates a struct of regions, with a gap for each region: `.init(audio: …, video: …)`.
  private func regions(_ regions: [StateID]) -> [Piece] {
    call(".init", regions.map { [.text("\(name(machine.states[$0].name).spelledAsName): "), .active(within: $0)] })
  }

  /// Returns the arguments for fields, each with its label and a gap: `speed: …`.
  ///
  /// - Parameter first: the number of the first gap: 0 in an event or an output. In a state, it is the number of its
  ///   ancestors' fields.
  private func arguments(_ fields: [Field], from first: Int) -> [[Piece]] {
    fields.enumerated().map { index, field in
      guard let label = field.label else { return [.field(first + index)] }
      return [.text("\(name(label).spelledAsName): "), .field(first + index)]
    }
  }

  /// Returns the template `head(a, b)`; `head` if there are no arguments.
  ///
  /// - Parameter isFunction: whether `head` is a function, so that there are parentheses even without arguments.
  private func call(_ head: String, _ arguments: [[Piece]], isFunction: Bool = false) -> [Piece] {
    guard !arguments.isEmpty else { return [.text(isFunction ? head + "()" : head)] }
    return joined([.text(head + "(")] + Array(arguments.joined(separator: [.text(", ")])) + [.text(")")])
  }

  /// Returns a template in which neighbouring texts are joined to one: `.close`, `(` and `speed: ` become
  /// `.close(speed: `.
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
