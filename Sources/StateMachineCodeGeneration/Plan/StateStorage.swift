import StateMachineModel
import StateMachineSyntax

/// The type of the property in which a machine stores its state.
enum StateStorage {
  /// `var state: State`
  case state
  /// An optional, in which nil stands for the state while a method changes the payload. It is for machines that have no
  /// state without a payload to store meanwhile.
  case optional

  init(_ behaviour: Behaviour, emptyState: StateID?, _ consumingMethods: Set<EventID>) {
    let machine = behaviour.machine
    let others = Set(machine.events.indices).subtracting(consumingMethods)
    // If there is no state to store meanwhile, nil stands for the state while a method changes it. A noncopyable
    // machine needs this if a method takes the state out, any other machine if an effect changes a payload in place.
    let isOptional =
      machine.hasMethods && emptyState == nil
      && (machine.isNoncopyable
        ? !others.isSubset(of: Self.readingMethods(behaviour, .state)) : Self.changesPayload(behaviour))
    self = isOptional ? .optional : .state
  }

  /// Returns whether an effect changes a value of a payload in place, as `log.add(line)` does. Swift would copy the
  /// value's memory if the machine's state still contained it. A value whose type has an empty literal does not count,
  /// because `[]` can replace it in the state.
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

  /// Returns the events of a noncopyable machine whose methods may consume the state.
  ///
  /// A method that has consumed the state cannot use the machine as a whole until it stores a new state. So no row of
  /// the event may use `self` alone or call a method of the machine. No source of these rows may have an `exit`. A
  /// machine with a `deinit`, or one that is public or `package`, has no such events.
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

  /// Returns whether the file's Swift declares a `deinit`.
  private static func declaresDeinit(_ machine: StateMachine) -> Bool {
    machine.swift.blocks.contains { block in
      SwiftLexer.tokens(of: machine.source.bytes, in: block).contains {
        machine.source.text(SourceRange($0.start, $0.end)) == "deinit"
      }
    }
  }

  /// Returns whether the code of a transition compiles in a method that has consumed the machine's state. The source
  /// must have no `exit`. The row's Swift must not use the machine as a whole, as a call of a method does.
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

  /// Returns the events of a noncopyable machine whose methods leave the state in the machine. All rows of such an
  /// event are internal, and they read nothing of the state but copyable values. The method of any other event takes
  /// the state out. Swift allows no change of the machine while a pattern binds a part of the state.
  static func readingMethods(_ behaviour: Behaviour, _ storage: StateStorage) -> Set<EventID> {
    let machine = behaviour.machine
    guard machine.hasMethods, machine.isNoncopyable else { return [] }
    let swift = ReadingSwift(machine)
    var events = Set(machine.events.indices)
    for transition in machine.transitions {
      guard case .event(let event) = transition.trigger else { continue }
      // If a row uses no values of the state, no pattern binds a part of it. The row may then do more than read.
      let looksAtNothing =
        transition.locals.isEmpty && transition.patterns.isEmpty && storage == .state
        && behaviour.codes(in: transition).allSatisfy { swift.changesNothing($0) || swift.needsNoMachine([$0]) }
      if !transition.isInternal || !looksAtNothing && !onlyReads(transition, machine) { events.remove(event) }
    }
    return events
  }

  /// Returns whether a transition only reads copyable values of the state. Its row may have a result, but no other
  /// effect. The guard and the result must call no function, because a function could read the whole state.
  private static func onlyReads(_ transition: Transition, _ machine: StateMachine) -> Bool {
    let row = machine.rows[transition.row]
    let fields = machine.states[transition.source].pathFields
    let read =
      transition.locals.filter { $0.owner == .source }.map(\.field)
      + transition.patterns.filter { $0.owner == .source }.map(\.field)
    let onlyGivesResult = row.effects.allSatisfy { if case .result = $0 { true } else { false } }
    return onlyGivesResult && row.condition.map { MovableSwift.canFollow($0, machine) } ?? true
      && MovableSwift.canFollow(transition.result, machine) && !transition.locals.contains(where: \.isChanged)
      && read.allSatisfy { machine.ownsNothing(fields[Int($0)].type) }
  }
}

extension Behaviour {
  /// Whether the machine is noncopyable and stores its state as an optional. The state is nil while a method changes
  /// it.
  package var hasOptionalState: Bool { machine.isNoncopyable && StateLayout(self).storage == .optional }
}
