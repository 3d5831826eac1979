import StateMachineSyntax

/// Checks of payloads that someone waits for: a continuation that is never resumed leaves its caller waiting for ever,
/// a task that is forgotten goes on unseen.
extension Checks {
  /// A payload that a row drops: of its event, or of a state that it exits.
  private struct DroppedField: Hashable {
    var row: RowID
    /// The state; nil for the event.
    var state: StateID?
    var field: Int
  }

  /// Reports rows that drop an awaited payload, of their event or of a state that they exit, and states that ignore an
  /// event with one.
  mutating func checkWaiting() {
    var awaitedEvents = IDMap<Event, [Int]>()
    for event in machine.events { awaitedEvents.append(awaitedFields(event.fields)) }
    var awaitedStates = IDMap<State, [Int]>()
    for state in machine.states { awaitedStates.append(awaitedFields(state.fields)) }
    let hasEvents = machine.events.indices.contains { !awaitedEvents[$0].isEmpty }
    let states = machine.states.indices.filter { !awaitedStates[$0].isEmpty }
    guard hasEvents || !states.isEmpty else { return }
    var reported: Set<DroppedField> = []
    for transition in machine.transitions where !machine.rows[transition.row].traps {
      if let event = transition.trigger.event { check(transition, event, awaitedEvents[event], &reported) }
      transition.forEachArrival { arrival in
        for state in behaviour.exitSet(of: transition, endingWith: arrival).members(of: states)
        where canRun(transition, in: state) {
          check(transition, leaving: state, awaitedStates[state], &reported)
        }
      }
    }
    if hasEvents, usage.brokenRows.isEmpty, !machine.isSubmachine {
      checkIgnored(awaitedEvents)
    }
  }

  /// Returns whether a transition of a composite state can run while a state within it is active: neither that state
  /// nor one in between always takes the event before.
  private func canRun(_ transition: Transition, in state: StateID) -> Bool {
    let source = transition.source
    guard state != source, machine.isInside(state, source), machine.region(of: state) == machine.region(of: source)
    else { return true }
    return behaviour.leavesOver(transition.trigger, from: state, to: source)
  }

  /// Reports the awaited fields of a transition's event that the transition does not use.
  private mutating func check(
    _ transition: Transition, _ event: EventID, _ fields: [Int], _ reported: inout Set<DroppedField>
  ) {
    // The missing use may be a misspelled name.
    if usage.doubtfulRows.contains(transition.row) { return }
    for field in fields {
      let declared = machine.events[event].fields[field]
      if isUsed(declared, at: field, of: .event, by: transition) { continue }
      if isNil(declared, at: field, of: .event, in: transition.source, when: transition) { continue }
      guard reported.insert(DroppedField(row: transition.row, field: field)).inserted else { continue }
      diagnostics.append(
        .forgottenEventPayload(
          machine.rows[transition.row].range, name(of: machine.events[event].fields[field]), event: name(of: event),
          state: name(of: transition.source)))
    }
  }

  /// Reports the awaited fields of a state that a transition exits without using them.
  private mutating func check(
    _ transition: Transition, leaving state: StateID, _ fields: [Int], _ reported: inout Set<DroppedField>
  ) {
    if usage.doubtfulRows.contains(transition.row) { return }
    for field in fields where !isKept(field, of: state, by: transition) {
      let place = Int32(machine.states[state].ownFields + field)
      let declared = machine.states[state].fields[field]
      if isNil(declared, at: Int(place), of: .source, in: state, when: transition) { continue }
      if awaited(in: declared.type) == .task, tellsOfEnd(transition.trigger, in: state) { continue }
      guard reported.insert(DroppedField(row: transition.row, state: state, field: field)).inserted else { continue }
      diagnostics.append(
        .forgottenStatePayload(
          machine.rows[transition.row].range, name(of: machine.states[state].fields[field]), state: name(of: state),
          event: machine.name(of: transition.trigger)))
    }
  }

  /// Reports rows of events that only outputs send, none of which runs in the row's sources.
  mutating func checkSentEvents() {
    var sources: [RowID: [StateID]] = [:]
    var events: [RowID: EventID] = [:]
    for transition in machine.transitions {
      guard case .event(let event) = transition.trigger, behaviour.isSentByOutputs(event) else { continue }
      sources[transition.row, default: []] += leaves(of: transition.source).filter { !behaviour.endsMachine($0) }
      events[transition.row] = event
    }
    for row in machine.rows.indices {
      guard let event = events[row], let states = sources[row], let reason = behaviour.reasonNotSent(event, in: states)
      else { continue }
      diagnostics.append(.notSent(machine.rows[row].triggers, reason))
    }
  }

  /// Reports events with an awaited payload in states without a row that is certain to take them.
  private mutating func checkIgnored(_ awaited: IDMap<Event, [Int]>) {
    for event in machine.events.indices
    where usage.events[event] && machine.policy(of: event).ignoresInRelease {
      guard let field = awaited[event].first else { continue }
      // Nothing takes an event once the machine has ended.
      let states = machine.states.indices.filter { state in
        !machine.states[state].isComposite
          && (behaviour.endsMachine(state) || machine.hasMethods || !machine.states[state].isFinal)
          && mayIgnore(event, in: state)
      }
      guard !states.isEmpty else { continue }
      diagnostics.append(
        .ignoredCaller(
          machine.events[event].name.range, name(of: machine.events[event].fields[field]), event: name(of: event),
          states: states.map { name(of: $0) }, hasFinal: states.contains { machine.states[$0].isFinal }))
    }
  }

  /// Returns whether no row may take an event in a state; an event that a submachine gets is not examined.
  private func mayIgnore(_ event: EventID, in state: StateID) -> Bool {
    if behaviour.endsMachine(state) { return behaviour.canCome(event, in: state) }
    let reaction = behaviour.reaction(of: state, to: event)
    return !reaction.isCertain && reaction.transitions.count == reaction.attempts.count
  }

  // MARK: Awaited fields

  /// Returns the indices of the fields that someone waits for.
  private func awaitedFields(_ fields: [Field]) -> [Int] {
    fields.indices.filter { fields[$0].submachine == nil && awaited(in: fields[$0].type) != nil }
  }

  /// The limit for type aliases of type aliases, which also ends a cycle of aliases.
  private static let maximumAliases = 8

  private enum Awaited: Comparable {
    /// A task, which goes on by itself, and ends.
    case task
    /// A continuation: somebody is suspended until it is resumed.
    case continuation
  }

  /// Returns the awaited value that a type is, or contains, perhaps through type aliases: a `Task<…>`, or a type named
  /// like a continuation, which takes precedence.
  private func awaited(in type: SourceRange, depth: Int = 0) -> Awaited? {
    guard !type.isEmpty, depth < Self.maximumAliases else { return nil }
    var found: Awaited?
    let bytes = machine.source.bytes
    var swift = SwiftLexer(bytes: bytes, from: type.lowerBound, to: type.upperBound)
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      if token.kind == .identifier {
        let name = bytes[token.start..<token.end]
        // Without its generic arguments, `Task` is a type of the app, and `Task.Handle` is none.
        if name.elementsEqual("Task".utf8), next.start == token.end, next.byte == Ascii.leftAngle { found = .task }
        if name.suffix(12).elementsEqual("Continuation".utf8), !next.isPunctuation(Ascii.dot) { return .continuation }
        if !machine.typealiases.isEmpty, let alias = machine.alias(named: SourceRange(token.start, token.end)),
          let behind = awaited(in: alias, depth: depth + 1)
        {
          found = max(found ?? behind, behind)
        }
      }
      token = next
    }
    return found
  }

  private func name(of field: Field) -> String {
    (field.name ?? field.label).map { machine.names.text($0.id) } ?? machine.source.text(field.type)
  }

  // MARK: Uses of awaited fields

  /// Returns whether a payload of an exited state is used: by the row, or by the state's `exit`.
  private func isKept(_ field: Int, of state: StateID, by transition: Transition) -> Bool {
    let place = Int32(machine.states[state].ownFields + field)
    if machine.states[state].exit?.locals.contains(where: { $0.field == place && !$0.usage.isEmpty }) == true {
      return true
    }
    return machine.isInside(transition.source, state)
      && isUsed(machine.states[state].fields[field], at: Int(place), of: .source, by: transition)
  }

  /// Returns whether every branch of a transition, or the row that begins it, uses a field.
  private func isUsed(_ declared: Field, at field: Int, of owner: PayloadOwner, by transition: Transition) -> Bool {
    // The source stays active, and keeps its payload.
    if transition.isInternal, owner == .source { return true }
    let used = UsedField(owner: owner, field: Int32(field))
    if transition.ownUses.contains(used) { return true }
    if transition.choice != nil {
      return areUsedOrLeft(transition.branches, declared) { isUsed(declared, at: field, of: owner, by: $0) }
    }
    // The sender of the event has the value still, and the result tells the sender what to do with it.
    if owner == .event, tellsCaller(transition) { return true }
    let isLocal = transition.locals.contains {
      $0.owner == owner && $0.field == Int32(field) && !$0.usage.isEmpty
    }
    if isLocal { return true }
    return transition.patterns.contains {
      // The pattern matches nil: nobody waits.
      $0.owner == owner && $0.field == Int32(field)
        && ($0.shape == .one(.none, []) || $0.bindings.contains { !$0.usage.isEmpty })
    }
  }
}

extension Checks {
  /// Returns whether a row of a method gives a result, other than one that says that there is nothing to do.
  private func tellsCaller(_ transition: Transition) -> Bool {
    switch transition.answer {
    case nil: false
    case .value(let code): !["nil", ".none", "()"].contains(machine.source.text(code.range))
    case .action(let id, let index, _, _):
      machine.source.text(machine.actionEnums[id].cases[index].name.range) != "none"
    }
  }
}

extension UnhandledPolicy {
  /// Whether an event without a transition is ignored silently in a release build.
  fileprivate var ignoresInRelease: Bool { self == .ignore || self == .assert }
}
