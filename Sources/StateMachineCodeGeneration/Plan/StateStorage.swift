import StateMachineModel
import StateMachineSyntax

/// The stored form of a machine's state.
enum StateStorage {
  /// `var state: State`
  case state
  /// An optional, which is nil only while a method changes the payload, as every state has a payload.
  case optional

  init(_ behaviour: Behaviour, emptyState: StateID?, _ consumingMethods: Set<EventID>) {
    let machine = behaviour.machine
    let others = Set(machine.events.indices).subtracting(consumingMethods)
    let isOptional =
      machine.hasMethods && emptyState == nil
      && (machine.isNoncopyable
        ? !others.isSubset(of: Self.readingMethods(behaviour, .state)) : Self.changesPayload(behaviour))
    self = isOptional ? .optional : .state
  }

  /// Returns whether an effect changes a payload in place that has no empty literal and would be copied.
  private static func changesPayload(_ behaviour: Behaviour) -> Bool {
    let machine = behaviour.machine
    func isCopied(_ local: Local, of state: StateID) -> Bool {
      machine.changesInPlace(local, of: state)
        && machine.emptyLiteral(machine.states[state].pathFields[Int(local.field)].type) == nil
    }
    let isInEffects = machine.transitions.contains { transition in
      !machine.rows[transition.row].traps && transition.locals.contains { isCopied($0, of: transition.source) }
        && !behaviour.seesSource(transition)
    }
    return isInEffects
      || machine.states.indices.contains { state in
        machine.states[state].entry?.locals.contains { isCopied($0, of: state) } ?? false
      }
  }

  /// Returns the events of a noncopyable machine whose methods consume the state. Swift allows no use of the machine as
  /// a whole until a new state is written: no row may call a method of it, and no state may have an `exit`. Nor does
  /// Swift consume a part of a type that has a `deinit`, or that other modules see under library evolution.
  static func consumingMethods(_ behaviour: Behaviour) -> Set<EventID> {
    let machine = behaviour.machine
    let isSeen = machine.access == .public || machine.access == .package
    guard machine.hasMethods, machine.isNoncopyable, !isSeen, !declaresDeinit(machine) else { return [] }
    let swift = ReadingSwift(machine)
    var events = Set(
      machine.events.indices.filter { event in
        let policy = machine.unhandled(event)
        return !policy.policy.stops || swift.needsNoMachine(policy.message.map { [$0] } ?? [], isDeferred: true)
      })
    for transition in machine.transitions {
      guard case .event(let event) = transition.trigger else { continue }
      if !isIndependent(transition, behaviour, swift) { events.remove(event) }
    }
    return events
  }

  private static func declaresDeinit(_ machine: StateMachine) -> Bool {
    machine.swift.blocks.contains { block in
      SwiftLexer.tokens(of: machine.source.bytes, in: block).contains {
        machine.source.text(SourceRange($0.start, $0.end)) == "deinit"
      }
    }
  }

  private static func isIndependent(_ transition: Transition, _ behaviour: Behaviour, _ swift: ReadingSwift) -> Bool {
    let machine = behaviour.machine
    let row = machine.rows[transition.row]
    var traps: [SwiftCode] = []
    _ = row.effects.containsSingle { effect in
      if case .trap(let code?, _) = effect { traps.append(code) }
      return false
    }
    return machine.states[transition.source].exit == nil
      && swift.needsNoMachine(behaviour.codes(in: transition) + transition.patterns.map { SwiftCode(range: $0.range) })
      && swift.needsNoMachine(traps, isDeferred: true)
      && transition.branches.allSatisfy { isIndependent($0, behaviour, swift) }
  }

  /// Returns the events of a noncopyable machine whose methods leave the state in place: their rows only read copyable
  /// values. Swift allows no change of the machine while a pattern binds a part of its state, and none of the machine
  /// as a whole inside a `switch` over it.
  static func readingMethods(_ behaviour: Behaviour, _ storage: StateStorage) -> Set<EventID> {
    let machine = behaviour.machine
    guard machine.hasMethods, machine.isNoncopyable else { return [] }
    let swift = ReadingSwift(machine)
    var events = Set(machine.events.indices)
    for transition in machine.transitions {
      guard case .event(let event) = transition.trigger else { continue }
      let looksAtNothing =
        transition.locals.isEmpty && transition.patterns.isEmpty && storage == .state
        && behaviour.codes(in: transition).allSatisfy { swift.changesNothing($0) || swift.needsNoMachine([$0]) }
      if !transition.isInternal || !looksAtNothing && !onlyReads(transition, machine) { events.remove(event) }
    }
    return events
  }

  private static func onlyReads(_ transition: Transition, _ machine: StateMachine) -> Bool {
    let row = machine.rows[transition.row]
    let fields = machine.states[transition.source].pathFields
    let read =
      transition.locals.filter { $0.owner == .source }.map(\.field)
      + transition.patterns.filter { $0.owner == .source }.map(\.field)
    let answers = row.effects.allSatisfy { if case .answer = $0 { true } else { false } }
    return answers && row.condition.map { MovableSwift.canFollow($0, machine) } ?? true
      && MovableSwift.canFollow(transition.answer, machine) && !transition.locals.contains(where: \.isChanged)
      && read.allSatisfy { machine.ownsNothing(fields[Int($0)].type) }
  }
}

extension Behaviour {
  /// Whether the property `state` of the generated machine is an optional, as the machine is noncopyable.
  package var hasOptionalState: Bool { machine.isNoncopyable && StateLayout(self).storage == .optional }
}
