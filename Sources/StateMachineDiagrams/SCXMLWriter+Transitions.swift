import StateMachineModel
import StateMachineSyntax

/// Writes transitions, with their triggers, their guards, and the assignments to the variables for payloads.
extension SCXMLWriter {
  /// Returns the transitions of a state in groups, each of which becomes one element. Transitions of one row are in one
  /// group if they have neither patterns nor arguments. They then differ only in their triggers. The groups are in the
  /// order of the `.sm` file, except that rows with the source `*` come last.
  func transitionGroups(of state: StateID) -> [[Transition]] {
    var groups: [[Transition]] = []
    for id in behaviour.transitionsInSourceOrder(of: state) {
      let transition = machine.transitions[id]
      // Patterns and arguments may read fields of the trigger, which differ between events. So such transitions are
      // not grouped.
      if let last = groups.last?.first, last.row == transition.row, last.patterns.isEmpty, transition.patterns.isEmpty,
        last.arguments.isEmpty
      {
        groups[groups.count - 1].append(transition)
      } else {
        groups.append([transition])
      }
    }
    return groups
  }

  /// Writes one element for several transitions of one row, which differ only in their triggers.
  mutating func write(_ transitions: [Transition], _ depth: Int) {
    guard let first = transitions.first else { return }
    if let choice = first.choice, stayingChoices.contains(choice) {
      for transition in transitions { writePaths(of: transition, [transition], depth) }
      return
    }
    let indentation = String(repeating: "  ", count: depth)
    let row = machine.rows[first.row]
    writeComment(read.documentation(row.documentation), depth)
    writeComment(read.row(row), depth)
    text += "\(indentation)<transition\(attributes(of: transitions, first, row))"
    // An internal transition does not exit the state, so it has to start its repeating timer again.
    let again = behaviour.kind(of: first) == .internal ? transitions.compactMap(repeatingTimer) : []
    let assignments = self.assignments(first)
    guard !row.effects.isEmpty || !assignments.isEmpty || !again.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for timer in again { writeTimer(timer, depth + 1) }
    for effect in row.effects { write(effect, depth + 1) }
    for (variable, value) in assignments { writeAssignment(variable, value, depth + 1) }
    text += "\(indentation)</transition>\n"
  }

  /// Returns the timer that triggers a transition, if the timer repeats (`every 1s`); otherwise nil. A timer of SCXML
  /// elapses only once, so the transition must start it again.
  private func repeatingTimer(of transition: Transition) -> TimerID? {
    transition.trigger.timer.flatMap { machine.timers[$0].repeats ? $0 : nil }
  }

  /// Writes the elements for a transition to a choice from which a row keeps the active state. Each path through the
  /// choice becomes one element. If a path keeps the active state, its element has no target. Unlike in the machine,
  /// all guards of a path are evaluated before its first effect.
  ///
  /// `steps` is the path so far: the transition, and the rows (branches) of the choices that come after it.
  private mutating func writePaths(of transition: Transition, _ steps: [Transition], _ depth: Int) {
    guard let last = steps.last else { return }
    if last.choice != nil {
      for branch in last.branches { writePaths(of: transition, steps + [branch], depth) }
      return
    }
    let indentation = String(repeating: "  ", count: depth)
    for step in steps { writeComment(read.row(machine.rows[step.row]), depth) }
    var attributes = event(of: transition).map { " event=\"\($0)\"" } ?? ""
    var conditions = [condition(machine.rows[transition.row], transition)].filter { !$0.isEmpty }
    for step in steps.dropFirst() {
      if let condition = machine.rows[step.row].condition { conditions.append(self.condition(condition)) }
    }
    let target = target(last.target, nil, last.history, last.otherTargets)
    // SCXML demands an event, a condition or a target of each transition (§3.5.1).
    if attributes.isEmpty, conditions.isEmpty, target == nil { conditions = ["true"] }
    if !conditions.isEmpty { attributes += " cond=\"\(Markup.escaped(conditions.joined(separator: ", ")))\"" }
    if let target { attributes += " target=\"\(target)\"" }
    if target != nil, last.domain == transition.source { attributes += " type=\"internal\"" }
    text += "\(indentation)<transition\(attributes)"
    var arrival = last
    // Values that carry over come from the source and the event of the transition to the first choice.
    arrival.locals = transition.locals
    let assignments = self.assignments(arrival)
    let again = last.isInternal ? repeatingTimer(of: transition) : nil
    let hasEffects = steps.contains { !machine.rows[$0.row].effects.isEmpty }
    guard !assignments.isEmpty || hasEffects || again != nil else {
      text += "/>\n"
      return
    }
    text += ">\n"
    if let again { writeTimer(again, depth + 1) }
    for step in steps { for effect in machine.rows[step.row].effects { write(effect, depth + 1) } }
    for (variable, value) in assignments { writeAssignment(variable, value, depth + 1) }
    text += "\(indentation)</transition>\n"
  }

  /// Returns the attributes of the element for a group of transitions of one row: ` event="push" target="open"`. They
  /// are `event`, `cond`, `target` and `type="internal"`, each with a blank before it.
  ///
  /// - Parameter first: the first of the transitions. Its guard and its target are those of all.
  private func attributes(of transitions: [Transition], _ first: Transition, _ row: Row) -> String {
    let events = transitions.compactMap(event)
    let kind = behaviour.kind(of: first)
    var attributes = ""
    if !events.isEmpty { attributes += " event=\"\(events.joined(separator: " "))\"" }
    var condition = self.condition(row, first)
    if events.isEmpty, condition.isEmpty, kind == .internal { condition = "true" }
    if !condition.isEmpty { attributes += " cond=\"\(Markup.escaped(condition))\"" }
    if let target = target(first.target, first.choice, first.history, first.otherTargets) {
      attributes += " target=\"\(target)\""
    }
    // SCXML calls a transition `internal` if it does not exit its composite source and enters a state inside it.
    if kind == .local { attributes += " type=\"internal\"" }
    return attributes
  }

  /// Returns the name of the event that triggers a transition. A `done` row has SCXML's event `done.state.playing`
  /// (§3.7). Nil for an `always` row.
  private func event(of transition: Transition) -> String? {
    switch transition.trigger {
    case .event(let event): XMLNames.name(read.name(machine.events[event].name))
    case .always: nil
    case .done: "done.state.\(ids.states[transition.source])"
    case .elapsed(let timer): ids.timers[timer]
    }
  }

  /// Returns the identifier of a transition's target: of the choice, the state or the history. If there are targets in
  /// several regions, returns their identifiers with blanks between them (SCXML §3.11). Nil for an internal transition.
  func target(
    _ state: StateID?, _ choice: ChoiceID?, _ history: HistoryKind?, _ others: [StateID]
  ) -> String? {
    if let choice { return ids.choices[choice] }
    guard let state else { return nil }
    switch history {
    case nil: return ([state] + others).map { ids.states[$0] }.joined(separator: " ")
    case .shallow: return ids.histories[state]
    case .deep: return ids.deepHistories[state]
    }
  }

  /// Returns the patterns and the guard of a transition as one text. They are written like the conditions of a Swift
  /// `if`: `case .low = _event.data.level, isFree`.
  private func condition(_ row: Row, _ transition: Transition) -> String {
    var conditions: [String] = []
    for pattern in transition.patterns {
      let subject: String
      switch pattern.owner {
      case .event:
        subject = ids.parameter(machine.fields(of: transition.trigger)[Int(pattern.field)], Int(pattern.field))
      case .source: subject = variable(transition.source, Int(pattern.field))
      }
      conditions.append("case \(read.swift(pattern.range)) = \(subject)")
    }
    if let condition = row.condition { conditions.append(self.condition(condition)) }
    return conditions.joined(separator: ", ")
  }

  /// Returns the text of a guard. Each `in(open)` in it becomes SCXML's `In('open')` (§5.9.2).
  func condition(_ code: SwiftCode) -> String {
    var text = ""
    var start = code.range.lowerBound
    for query in code.queries {
      text += piece(start, query.range.lowerBound)
      let states = machine.queries[query.query].members.map { "In('\(ids.states[$0])')" }
      text += states.count == 1 ? states[0] : "(\(states.joined(separator: " || ")))"
      start = query.range.upperBound
    }
    return text + piece(start, code.range.upperBound)
  }

  /// Returns a part of a guard's text: before, between or after its queries (`in(open)`). Several blanks at the
  /// beginning of the part become one blank, and so do several at its end.
  ///
  /// - Parameters:
  ///   - start: the offset in the file at which the part begins.
  ///   - end: the offset in the file at which the part ends.
  private func piece(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    let bytes = machine.source.bytes
    let before = Ascii.isBlank(bytes[start]) ? " " : ""
    let text = read.swift(SourceRange(start, end)).trimmed
    return text.isEmpty ? before : before + text + (Ascii.isBlank(bytes[end - 1]) ? " " : "")
  }

  /// Returns the assignments to the variables for the payloads of the states that a transition enters. One may assign
  /// `_event.data.count` to `persons`. A label that source and target share has a single variable, so it needs no
  /// assignment.
  private func assignments(_ transition: Transition) -> [(variable: String, value: String)] {
    guard let leaf = transition.leaf else { return [] }
    var assignments = self.assignments(transition, leaf, transition.arguments)
    let targeted = transition.regions.filter { entry in
      transition.otherTargets.contains { machine.isInside($0, entry.region) }
    }
    for entry in targeted {
      for assignment in self.assignments(transition, entry.leaf, entry.arguments)
      where !assignments.contains(where: { $0.variable == assignment.variable }) {
        assignments.append(assignment)
      }
    }
    return assignments
  }

  /// Returns the assignments for the payloads of one leaf state that the transition enters, and of its ancestors.
  private func assignments(
    _ transition: Transition, _ leaf: StateID, _ arguments: [TargetArgument]
  ) -> [(variable: String, value: String)] {
    var assignments: [(variable: String, value: String)] = []
    for (place, (field, argument)) in zip(machine.states[leaf].pathFields, arguments).enumerated() {
      let variable = variable(leaf, place)
      switch argument {
      case .code(let code): assignments.append((variable, read.swift(code.range)))
      case .defaultValue:
        if let value = field.defaultValue { assignments.append((variable, read.swift(value))) }
      case .stays, .restored, .submachine: break
      case .same(let outer):
        let value = self.variable(leaf, Int(outer))
        if value != variable { assignments.append((variable, value)) }
      case .bound(let name): assignments.append((variable, read.name(name)))
      case .local(let name):
        let value = carried(name, transition)
        if value != variable { assignments.append((variable, value)) }
      }
    }
    return assignments
  }

  /// Returns the expression for a value that carries over to the target: a field of the event (`_event.data.persons`),
  /// or the variable of a label of the source (`persons`).
  private func carried(_ name: Identifier, _ transition: Transition) -> String {
    guard let local = transition.locals.first(where: { $0.name.id == name.id }) else { return read.name(name) }
    let place = Int(local.field)
    switch local.owner {
    case .event: return ids.parameter(machine.fields(of: transition.trigger)[place], place)
    case .source: return variable(transition.source, place)
    }
  }

  /// Returns the name of the document's variable for a field of a state or of its ancestors.
  ///
  /// - Parameter place: the index of the field among all fields of the state and its ancestors, outermost ancestor
  ///   first.
  private func variable(_ state: StateID, _ place: Int) -> String {
    let owner = machine.path(of: state).last { machine.states[$0].ownFields <= place } ?? state
    let index = place - machine.states[owner].ownFields
    return ids.field(machine.states[owner].fields[index], index, of: owner)
  }
}

extension String {
  /// The string without blanks at its beginning and end.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
