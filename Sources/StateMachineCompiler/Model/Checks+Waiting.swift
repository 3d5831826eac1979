/// Payloads that someone waits for: a continuation that is never resumed leaves its caller waiting for ever, a task that
/// is forgotten goes on unseen.
extension Checks {
  /// Rows that drop such a payload, of their event or of a state that they leave, and states that ignore an event with one.
  mutating func checkWaiting() {
    let awaitedEvents = machine.events.map { $0.fields.indices.filter(waits(among: $0.fields)) }
    let awaitedStates = machine.states.map { $0.fields.indices.filter(waits(among: $0.fields)) }
    let hasEvents = awaitedEvents.contains { !$0.isEmpty }
    let holders = machine.states.indices.filter { !awaitedStates[$0].isEmpty }
    guard hasEvents || !holders.isEmpty else { return }
    var reported: Set<[Int]> = []
    for transition in machine.transitions {
      let row = machine.rows[Int(transition.row)]
      if row.traps { continue }
      if Int(transition.event) < machine.events.count {
        for field in awaitedEvents[Int(transition.event)] where !isUsed(field, of: .event, by: transition) {
          guard reported.insert([Int(transition.row), -1, field]).inserted else { continue }
          let event = machine.events[Int(transition.event)]
          diagnostics.append(
            .forgottenEventPayload(
              row.range, name(of: event.fields[field], field), event: machine.triggerName(of: transition),
              state: name(of: Int(transition.source))))
        }
      }
      transition.forEachArrival { arrival in
        guard !arrival.isInternal else { return }
        for state in left(from: Int(transition.source), domain: Int(arrival.domain), among: holders) {
          for field in awaitedStates[state] where !isKept(field, of: state, by: transition) {
            guard reported.insert([Int(transition.row), state, field]).inserted else { continue }
            diagnostics.append(
              .forgottenStatePayload(
                row.range, name(of: machine.states[state].fields[field], field), state: name(of: state),
                event: machine.triggerName(of: transition)))
          }
        }
      }
    }
    if hasEvents, resolver.brokenRows.isEmpty, machine.unhandled == .ignore || machine.unhandled == .assert,
      !machine.isHeld
    {
      checkIgnored(awaitedEvents)
    }
  }

  /// An event with someone who waits, in states that have no row which is certain to take it.
  private mutating func checkIgnored(_ awaited: [[Int]]) {
    for event in machine.events.indices {
      guard let field = awaited[event].first, resolver.usedEvents[event] else { continue }
      let takers = regionsThatTake(event)
      let states = machine.states.indices.filter { state in
        let declaration = machine.states[state]
        return !declaration.isComposite && !declaration.isFinal && !takes(event, in: state, takers)
      }
      guard !states.isEmpty else { continue }
      diagnostics.append(
        .ignoredCaller(
          machine.events[event].name.range, name(of: machine.events[event].fields[field], field),
          event: name(ofEvent: event), states: states.map { name(of: $0) }))
    }
  }

  /// Whether a row of the state, or of a composite around it, always takes the event, or it is kept or handed on there.
  ///
  /// - Parameter takers: the regions with rows for it, by the composites that they are of: one of them is enough.
  private func takes(_ event: Int, in state: Int, _ takers: [Int: Set<Int>]) -> Bool {
    machine.path(of: state).contains { outer in
      machine.states[outer].deferred.contains(event) || machine.states[outer].submachine?.event == event
        || machine.states[outer].isRegion
          && takers[Int(machine.states[outer].parent)]?.contains { $0 != outer } == true
        || machine.transitions(of: outer).contains { place in
          let transition = machine.transitions[Int(machine.transitionOrder[place])]
          return Int(transition.event) == event && !(transition.isConditional && isLast(place, of: outer))
        }
    }
  }

  private func regionsThatTake(_ event: Int) -> [Int: Set<Int>] {
    guard machine.hasRegions else { return [:] }
    var takers: [Int: Set<Int>] = [:]
    for transition in machine.transitions where Int(transition.event) == event {
      let region = machine.region(of: Int(transition.source))
      if region >= 0 { takers[Int(machine.states[region].parent), default: []].insert(region) }
    }
    return takers
  }

  /// Whether the place is the last of its state and event.
  private func isLast(_ place: Int, of state: Int) -> Bool {
    let next = place + 1
    guard next < machine.transitions(of: state).upperBound else { return true }
    return machine.transitions[Int(machine.transitionOrder[next])].event
      != machine.transitions[Int(machine.transitionOrder[place])].event
  }

  // MARK: What is waited for

  private func waits(among fields: [Field]) -> (Int) -> Bool {
    { place in fields[place].submachine == nil && isAwaited(machine.aliased(fields[place].type)) }
  }

  /// Whether a type is, or holds, a `Task<…>` or what is named like a continuation.
  private func isAwaited(_ type: SourceRange) -> Bool {
    guard !type.isEmpty else { return false }
    let bytes = machine.source.bytes
    var swift = SwiftLexer(bytes: bytes, from: type.lowerBound, to: type.upperBound)
    var token = swift.next()
    while token.kind != .end {
      let next = swift.next()
      if token.kind == .identifier {
        let name = bytes[token.start..<token.end]
        // Without its generic arguments, 'Task' is one of the app's own, and `Task.Handle` is none.
        if name.elementsEqual("Task".utf8), next.start == token.end, next.byte == Ascii.leftAngle { return true }
        if name.suffix(12).elementsEqual("Continuation".utf8), !next.isPunctuation(Ascii.dot) { return true }
      }
      token = next
    }
    return false
  }

  private func name(of field: Field, _ place: Int) -> String {
    field.name.map { resolver.text($0.id) } ?? field.label.map { resolver.text($0.id) }
      ?? machine.source.text(field.type)
  }

  // MARK: What becomes of it

  /// Those of some states, in order, that a transition leaves: from its source outward, what is active within them, and
  /// beside them.
  private func left(from source: Int, domain: Int, among states: [Int]) -> [Int] {
    func within(_ range: Range<Int>) -> ArraySlice<Int> {
      let start = states.partitioningIndex { $0 >= range.lowerBound }
      return states[start...].prefix { $0 < range.upperBound }
    }
    var left: [Int] = []
    for outer in machine.path(of: source) where !machine.stays(outer, domain: domain) {
      left += within(outer..<(outer + 1))
      let parent = Int(machine.states[outer].parent)
      guard machine.states[outer].isRegion, parent >= 0, !machine.stays(parent, domain: domain) else { continue }
      for region in machine.states[parent].children where region != outer {
        left += within(region..<Int(machine.states[region].end))
      }
    }
    return left + within((source + 1)..<max(source + 1, Int(machine.states[source].end)))
  }

  /// Whether a payload of a state that is left is used: by the row, or by the state's `exit`.
  private func isKept(_ field: Int, of state: Int, by transition: Transition) -> Bool {
    let place = Int32(machine.states[state].ownFields + field)
    if machine.states[state].exit?.locals.contains(where: { $0.field == place && !$0.usage.isEmpty }) == true {
      return true
    }
    return machine.isInside(Int(transition.source), state) && isUsed(Int(place), of: .source, by: transition)
  }

  /// Whether every way of a transition, or the row that begins it, does something with a field.
  private func isUsed(_ field: Int, of owner: PayloadOwner, by transition: Transition) -> Bool {
    if transition.choice >= 0 || transition.ownUses.contains(UsedField(owner: owner, field: Int32(field))) {
      return transition.ownUses.contains(UsedField(owner: owner, field: Int32(field)))
        || !transition.branches.isEmpty && transition.branches.allSatisfy { isUsed(field, of: owner, by: $0) }
    }
    let isLocal = transition.locals.contains {
      $0.owner == owner && $0.field == Int32(field) && !$0.usage.isEmpty
    }
    if isLocal { return true }
    return transition.patterns.contains {
      $0.owner == owner && $0.field == Int32(field) && $0.bindings.contains { !$0.usage.isEmpty }
    }
  }
}

extension [Int] {
  /// The first place from which a condition holds, in a list where it holds from some place on.
  fileprivate func partitioningIndex(_ belongs: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
