import StateMachineModel
import StateMachineSyntax

/// Choices with parameters that need no method of their own: one row alone leads there from a state, and the rows of
/// the choice stand where it ends, behind a `let` for each parameter.
///
/// The rows of a choice know neither the event nor what is declared on the way: where one of these names means
/// something else in them, or would hide what they need, they stand in a method.
struct InlinedChoices: Sendable {
  private struct Key: Hashable {
    var choice: ChoiceID
    var source: StateID
  }

  private var rows: [TransitionID: [TransitionID]] = [:]
  private var callers: [Key: TransitionID] = [:]

  init(_ behaviour: Behaviour, isLocated: Bool) {
    let machine = behaviour.machine
    // What cannot be copied is handed on. Composites have methods of their own, and source locations want each piece
    // of Swift where it is written.
    guard machine.hasMethods, !machine.isNoncopyable, !isLocated,
      machine.choices.contains(where: { !$0.fields.isEmpty }),
      !machine.states.contains(where: \.isComposite)
    else { return }
    var calls: [Key: [TransitionID]] = [:]
    for id in machine.transitions.indices {
      func count(_ transition: Transition) {
        guard let choice = transition.choice else { return }
        if machine.choices[choice].fields.isEmpty {
          for branch in transition.branches { count(branch) }
        } else {
          calls[Key(choice: choice, source: machine.transitions[id].source), default: []].append(id)
        }
      }
      count(machine.transitions[id])
    }
    for (key, ids) in calls {
      guard let caller = ids.first, ids.count == 1, machine.transitions[caller].choice == key.choice,
        let group = behaviour.group(of: key.source, on: .choice(key.choice)),
        case let tried = Array(behaviour.tried(group)),
        Self.canStand(tried, behind: caller, key.choice, behaviour)
      else { continue }
      rows[caller] = tried
      callers[key] = caller
    }
  }

  /// The rows of the choice that a transition leads to, which stand in its place; nil where there are none.
  func rows(behind id: TransitionID) -> [TransitionID]? { rows[id] }

  func contains(_ choice: ChoiceID, from source: StateID) -> Bool {
    callers[Key(choice: choice, source: source)] != nil
  }

  /// The only transition that leads to the choice which another is a row of.
  func caller(of transition: Transition) -> TransitionID? {
    guard case .choice(let choice) = transition.trigger else { return nil }
    return callers[Key(choice: choice, source: transition.source)]
  }

  // MARK: Names

  private static func canStand(
    _ ids: [TransitionID], behind id: TransitionID, _ choice: ChoiceID, _ behaviour: Behaviour
  ) -> Bool {
    let machine = behaviour.machine
    let caller = machine.transitions[id]
    guard case .event(let event) = caller.trigger, case .call(_, let arguments) = behaviour.passage(of: id).end else {
      return false
    }
    let row = machine.rows[caller.row]
    let fields = Set(machine.states[caller.source].pathFields.compactMap { $0.name?.id })
    let labels = machine.events[event].fields.compactMap { $0.name?.id }
    let bound = caller.patterns.flatMap { $0.bindings.map(\.name.id) }
    let outer = Set(labels + bound + row.blockNames)
    let inner = ids.flatMap { id in
      machine.transitions[id].patterns.flatMap { $0.bindings.map(\.name.id) }
        + machine.rows[machine.transitions[id].row].blockNames
    }
    guard outer.isDisjoint(with: fields), outer.isDisjoint(with: inner), !inner.contains(where: fields.contains),
      namesFields(caller, machine), ids.allSatisfy({ namesFields(machine.transitions[$0], machine) }),
      ids.allSatisfy({ behaviour.passage(of: $0).exits.isEmpty && machine.transitions[$0].choice == nil })
    else { return false }
    var known: Set<NameID> = []
    for (place, field) in machine.choices[choice].fields.enumerated() {
      guard let name = field.name, !fields.contains(name.id), known.insert(name.id).inserted else { return false }
      switch arguments[place] {
      case .local(let carried) where carried.id == name.id: break
      case .code(let code):
        let used = SwiftAnalysis.usedNames(in: code.range, machine.source.bytes)
        if outer.contains(name.id) || used.contains(machine.names.text(name.id)) { return false }
      default: return false
      }
    }
    let hidden = Set(outer.subtracting(known).map(machine.names.text))
    return !ids.contains { id in
      codes(of: machine.transitions[id], machine).contains { code in
        // What a guard's name stands for is not looked into.
        !code.expansions.isEmpty
          || !hidden.isDisjoint(with: SwiftAnalysis.usedNames(in: code.range, machine.source.bytes))
      }
    }
  }

  /// Whether a transition knows all fields under their own names.
  private static func namesFields(_ transition: Transition, _ machine: StateMachine) -> Bool {
    transition.locals.allSatisfy { local in
      let fields =
        local.owner == .source ? machine.states[transition.source].pathFields : machine.fields(of: transition.trigger)
      return fields[Int(local.field)].name?.id == local.name.id
    }
  }

  /// All Swift of a transition.
  private static func codes(of transition: Transition, _ machine: StateMachine) -> [SwiftCode] {
    var codes = transition.patterns.map { SwiftCode(range: $0.range) }
    transition.forEachRow { id in
      let row = machine.rows[id]
      if let condition = row.condition { codes.append(condition) }
      func add(_ effects: [Effect]) {
        for effect in effects {
          codes += effect.codes
          if case .scope(let scope) = effect { add(scope.effects) }
        }
      }
      add(row.effects)
    }
    transition.forEachArrival { arrival in
      for argument in arrival.arguments { if case .code(let code) = argument { codes.append(code) } }
    }
    return codes
  }
}
