/// What the emitter asks of the tree of states again and again, worked out once.
///
/// A class, as the emitter is copied for each machine.
final class Hierarchy {
  /// By state: how many stand beside it, itself included.
  private let siblingCounts: [Int]
  /// By state: how many of those before it have exit effects, or a history.
  private let exitsBefore: [Int]
  /// By composite: the triggers for which it, or a composite around it, has rows, or which it defers; empty for simple
  /// states.
  private let handledEvents: [[Bool]]
  /// By state: whether it has rows for events, or defers some.
  private let handlesEvents: [Bool]
  /// By state: whether it has `always` rows.
  private let hasAlways: [Bool]
  /// By composite: the enum of its children; empty for simple states.
  let enumNames: [String]

  init(_ machine: StateMachine) {
    let states = machine.states
    var counts = Array(repeating: 0, count: states.count + 1)
    var exits = [0]
    var handled: [[Bool]] = []
    var handles: [Bool] = []
    var always: [Bool] = []
    for (index, state) in states.enumerated() {
      counts[Int(state.parent) + 1] += 1
      exits.append(
        (exits.last ?? 0) + (state.exit == nil && state.histories.isEmpty && state.submachine == nil ? 0 : 1))
      let triggers = machine.transitions(of: index).map {
        Int(machine.transitions[Int(machine.transitionOrder[$0])].event)
      }
      handles.append(
        !state.deferred.isEmpty || state.submachine.map { $0.event >= 0 } == true
          || triggers.contains { $0 < machine.events.count || $0 == machine.elapsed })
      always.append(triggers.contains(machine.always))
      guard state.isComposite else {
        handled.append([])
        continue
      }
      var events =
        state.parent < 0 || state.isRegion
        ? Array(repeating: false, count: machine.triggerCount) : handled[Int(state.parent)]
      for trigger in triggers + state.deferred { events[trigger] = true }
      handled.append(events)
    }
    siblingCounts = states.map { counts[Int($0.parent) + 1] }
    exitsBefore = exits
    handledEvents = handled
    handlesEvents = handles
    hasAlways = always
    enumNames = Self.enumNames(machine)
  }

  /// `Loaded` for `loaded`; with `States` behind where a state beside it is called so, as its case would be the same
  /// declaration.
  private static func enumNames(_ machine: StateMachine) -> [String] {
    guard machine.states.contains(where: \.isComposite) else { return machine.states.map { _ in "" } }
    let names = machine.states.map { machine.source.text($0.name.range) }
    let taken = Set(zip(machine.states, names).map { "\($0.parent) \($1)" })
    return zip(machine.states, names).map { state, name in
      guard state.isComposite else { return "" }
      let capitalized = name.capitalizedFirst
      let unique = taken.contains("\(state.parent) \(capitalized)") ? capitalized + "States" : capitalized
      return unique.spelledAsName
    }
  }

  func hasSiblings(_ state: Int) -> Bool { siblingCounts[state] > 1 }

  /// Whether a state has rows for the triggers of a part.
  func hasRows(_ state: Int, _ part: LocalNaming.Part) -> Bool {
    switch part {
    case .events, .conditions, .selection: handlesEvents[state]
    case .always, .alwaysSelection: hasAlways[state]
    case .done, .doneSelection, .effects: false
    }
  }

  /// Whether a state within a composite has exit effects, or remembers something.
  func hasExits(within composite: Int, of machine: StateMachine) -> Bool {
    exitsBefore[Int(machine.states[composite].end)] > exitsBefore[composite + 1]
  }

  /// The events for which a composite around the state has rows; empty at the top level.
  func delegatedEvents(of state: State) -> [Bool] { state.parent < 0 ? [] : handledEvents[Int(state.parent)] }
}
