import StateMachineSyntax

/// Checks that report rows which forget a continuation or a task in a payload. The caller of a continuation that is
/// never resumed waits for ever, and a forgotten task goes on unseen. Functions such as `awaitedFields` call a field of
/// such a type awaited.
extension Checks {
  /// A value that a row drops: a field of its event, or of a state that it exits.
  private struct DroppedField: Hashable {
    var row: RowID
    /// The exited state that has the field; nil for a field of the event.
    var state: StateID?
    var field: Int
  }

  /// Reports rows that drop a continuation or a task. For `waiting(reply: CheckedContinuation<Int, Never>)`, this is a
  /// row `waiting -> idle : stop` that does not use `reply`. An event's payload is checked in the same manner. Also
  /// reports events with such a payload that a state may ignore.
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

  /// Returns whether a transition can be taken while `state`, which it exits, is active. For example,
  /// `outer -> idle : stop` cannot be taken in a state of `outer` that defers `stop`. Nor can it in a state with a row
  /// `inner : stop` without a guard. Only a state within the source, in the same region, is examined. For any other
  /// state, the result is true.
  private func canRun(_ transition: Transition, in state: StateID) -> Bool {
    let source = transition.source
    guard state != source, machine.isInside(state, source), machine.region(of: state) == machine.region(of: source)
    else { return true }
    return behaviour.leavesOver(transition.trigger, from: state, to: source)
  }

  /// Reports the continuations and tasks in the payload of a transition's event that the transition does not use.
  ///
  /// - Parameters:
  ///   - fields: the indices of the event's fields for continuations and tasks.
  ///   - reported: the fields that have such a finding for the same row already; they get no second one. The function
  ///     adds the fields that it reports.
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

  /// Reports the continuations and tasks in the payload of an exited state that the transition does not use.
  ///
  /// - Parameters:
  ///   - state: the state that the transition exits.
  ///   - fields: the indices of the state's fields for continuations and tasks.
  ///   - reported: the fields that have such a finding for the same row already; they get no second one. The function
  ///     adds the fields that it reports.
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

  /// Reports rows that are never taken because none of their events can arrive in the row's sources. For example, only
  /// `output dial async -> dropped` sends `dropped`, and `dial` runs in no source of the row
  /// `idle -> failed : dropped`.
  mutating func checkSentEvents() {
    var sources: [RowID: [Trigger: [StateID]]] = [:]
    for transition in machine.transitions {
      sources[transition.row, default: [:]][transition.trigger, default: []] +=
        leaves(of: transition.source).filter { !behaviour.endsMachine($0) }
    }
    for row in machine.rows.indices {
      guard let triggers = sources[row]?.sorted(by: { $0.key < $1.key }) else { continue }
      let reasons = triggers.map { trigger, states in
        if case .event(let event) = trigger { behaviour.reasonNotSent(event, in: states) } else { nil as String? }
      }
      guard let reason = reasons[0], !reasons.contains(nil) else { continue }
      diagnostics.append(.notSent(machine.rows[row].triggers, reason))
    }
  }

  /// Reports events with a continuation or a task in their payload that some state may ignore. In such a state, no row
  /// is certain to take the event, so nobody may resume the continuation. An event is examined only if some row has it,
  /// and if its policy is `ignore` or `assert`.
  ///
  /// - Parameter awaited: for each event, the indices of its fields for continuations and tasks.
  private mutating func checkIgnored(_ awaited: IDMap<Event, [Int]>) {
    for event in machine.events.indices
    where usage.events[event] && machine.policy(of: event).ignoresInRelease {
      guard let field = awaited[event].first else { continue }
      // Nothing takes an event once the machine has ended.
      let states = machine.states.indices.filter { state in
        !machine.states[state].isComposite
          // A final state counts only if it ends the machine, or if methods can be called in it.
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

  /// Returns whether an event may find no transition in a state. Returns false if a submachine of the state gets the
  /// event, because the submachine's rows are not examined.
  private func mayIgnore(_ event: EventID, in state: StateID) -> Bool {
    if behaviour.endsMachine(state) { return behaviour.canCome(event, in: state) }
    let reaction = behaviour.reaction(of: state, to: event)
    return !reaction.isCertain && reaction.transitions.count == reaction.attempts.count
  }

  // MARK: Awaited fields

  /// Returns the indices of the fields whose values are continuations or tasks.
  private func awaitedFields(_ fields: [Field]) -> [Int] {
    fields.indices.filter { fields[$0].submachine == nil && awaited(in: fields[$0].type) != nil }
  }

  /// The greatest number of type aliases that are followed if each alias stands for the next. The limit also ends a
  /// cycle of aliases.
  private static let maximumAliases = 8

  private enum Awaited: Comparable {
    /// A task. It goes on and ends even if nobody waits for it.
    case task
    /// A continuation: somebody is suspended until it is resumed.
    case continuation
  }

  /// Returns `.task` if the text of a type names a task, `Task<Void, Never>?`. Returns `.continuation` if it names a
  /// type whose name ends with `Continuation`. A type that names both counts as a continuation. Nil for a type that
  /// names neither, and for `Task` without `<…>`, which is a type of the app. Type aliases of the machine are followed.
  ///
  /// - Parameter depth: the number of type aliases that have been followed so far. At `maximumAliases`, the result is
  ///   nil.
  private func awaited(in type: SourceRange, depth: Int = 0) -> Awaited? {
    // A type alias without a type has an empty range; the depth ends a cycle of aliases.
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
        // `Continuation` has twelve letters.
        if name.suffix(12).elementsEqual("Continuation".utf8), !next.isPunctuation(Ascii.dot) { return .continuation }
        if !machine.typealiases.isEmpty, let alias = machine.alias(named: SourceRange(token.start, token.end)),
          let after = awaited(in: alias, depth: depth + 1)
        {
          found = max(found ?? after, after)
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

  /// Returns whether a field of an exited state is used, so that its value is not forgotten. The state's `exit` may use
  /// the field. So may the transition, if its source is the state or a state within it.
  ///
  /// - Parameter field: the index of the field in the state's own payload.
  private func isKept(_ field: Int, of state: StateID, by transition: Transition) -> Bool {
    let place = Int32(machine.states[state].ownFields + field)
    if machine.states[state].exit?.locals.contains(where: { $0.field == place && !$0.usage.isEmpty }) == true {
      return true
    }
    return machine.isInside(transition.source, state)
      && isUsed(machine.states[state].fields[field], at: Int(place), of: .source, by: transition)
  }

  /// Returns whether a transition uses a field, so that its value is not forgotten. It does if its row uses the field,
  /// or if every row of the choice to which it leads does. The pattern `nil` counts as a use, too, because nobody waits
  /// then. A result that tells the caller to do something counts as a use of each field of the event. An internal
  /// transition counts as using each field of its source, because the payload stays.
  ///
  /// - Parameters:
  ///   - declared: the declaration of the field.
  ///   - field: the index of the field among the fields of the event, or among those of the source and its ancestors.
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
  /// Returns whether a transition tells the caller of its event's method what to do. It does by any result, except for
  /// `nil`, `.none`, `()` and an action's case `none`, which say that there is nothing to do.
  private func tellsCaller(_ transition: Transition) -> Bool {
    switch transition.result {
    case nil: false
    case .value(let code): !["nil", ".none", "()"].contains(machine.source.text(code.range))
    case .action(let id, let index, _, _):
      machine.source.text(machine.actionEnums[id].cases[index].name.range) != "none"
    }
  }
}

extension UnhandledPolicy {
  /// Whether the policy ignores an event without a transition in a release build, where an `assert` does nothing.
  fileprivate var ignoresInRelease: Bool { self == .ignore || self == .assert }
}
