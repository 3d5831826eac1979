import StateMachineModel

/// Writes states, choices and histories.
extension SCXMLWriter {
  /// Writes the element for a state with everything inside it: entry, exit, activities, transitions and child states.
  mutating func write(_ id: StateID, depth: Int) {
    let state = machine.states[id]
    let indentation = String(repeating: "  ", count: depth)
    writeComments(of: state, depth)
    // A `<final>` has no transitions (§3.7). A final state that has some (in a machine with methods) is a `<state>`.
    let isFinal = state.isFinal && state.transitions.isEmpty
    let element = isFinal ? "final" : machine.isParallel(id) ? "parallel" : "state"
    let transitions = transitionGroups(of: id)
    text += "\(indentation)<\(element) id=\"\(ids.states[id])\""
    if let initial = state.initialChild { text += " initial=\"\(ids.states[initial])\"" }
    guard !transitions.isEmpty || state.entry != nil || state.exit != nil || state.isComposite else {
      text += "/>\n"
      return
    }
    text += ">\n"
    write(state.entry, "onentry", depth + 1)
    write(state.exit, "onexit", depth + 1)
    for effect in state.written.activities { writeInvocation(effect, depth + 1) }
    for group in transitions { write(group, depth + 1) }
    writeBody(of: id, depth + 1)
    text += "\(indentation)</\(element)>\n"
  }

  /// Writes comments about the parts of a state that SCXML does not have: its documentation, payload and deferred
  /// events.
  private mutating func writeComments(of state: State, _ depth: Int) {
    writeComment(read.documentation(state.documentation), depth)
    if !state.fields.isEmpty { writeComment(read.name(state.name) + read.payload(of: state), depth) }
    guard !state.deferred.isEmpty else { return }
    writeComment("defer " + state.deferred.map { read.name(machine.events[$0].name) }.joined(separator: ", "), depth)
  }

  /// Writes the histories, the child states and the choices inside a composite state.
  private mutating func writeBody(of id: StateID, _ depth: Int) {
    writeHistory(ids.histories[id], "shallow", of: id, depth)
    writeHistory(ids.deepHistories[id], "deep", of: id, depth)
    for child in machine.states[id].children { write(child, depth: depth) }
    for choice in machine.choices.indices where machine.choices[choice].parent == id { write(choice, depth: depth) }
  }

  /// Writes the element for a history, with the transition to its default target. Writes nothing if `id` is nil.
  ///
  /// - Parameters:
  ///   - id: the identifier of the history; nil if the state has no history of this type.
  ///   - type: `shallow` or `deep`.
  private mutating func writeHistory(_ id: String?, _ type: String, of state: StateID, _ depth: Int) {
    guard let id else { return }
    let indentation = String(repeating: "  ", count: depth)
    let target = behaviour.historyDefaults(of: state).map { ids.states[$0] }.joined(separator: " ")
    text += "\(indentation)<history id=\"\(id)\" type=\"\(type)\">\n"
    text += "\(indentation)  <transition target=\"\(target)\"/>\n"
    text += "\(indentation)</history>\n"
  }

  /// Writes a choice as a state whose transitions have no events, so that it is exited at once. If the choice can lead
  /// to a row that keeps the active state (`a : [else]`), writes only comments. Each transition to such a choice is
  /// instead written once for each path through the choice.
  mutating func write(_ id: ChoiceID, depth: Int) {
    let choice = machine.choices[id]
    let indentation = String(repeating: "  ", count: depth)
    writeComment(read.documentation(choice.documentation), depth)
    writeComment("choice \(read.name(choice.name))", depth)
    // In such a choice, the source may stay active, but a state for the choice would not know the source. So each
    // transition to the choice is written once for each path through it (`writePaths`).
    if stayingChoices.contains(id) { return }
    text += "\(indentation)<state id=\"\(ids.choices[id])\">\n"
    for branch in choice.branches { write(branch, depth + 1) }
    text += "\(indentation)</state>\n"
  }

  /// Writes the transition for a row of a choice.
  private mutating func write(_ branch: Choice.Branch, _ depth: Int) {
    let row = machine.rows[branch.row]
    let indentation = String(repeating: "  ", count: depth)
    writeComment(read.documentation(row.documentation), depth)
    writeComment(read.row(row), depth)
    text += "\(indentation)<transition"
    if let condition = row.condition { text += " cond=\"\(Markup.escaped(read.swift(condition.range)))\"" }
    if row.neverApplies { text += " cond=\"false\"" }
    let target = target(branch.target, branch.choice, branch.history, branch.otherTargets)
    if let target { text += " target=\"\(target)\"" }
    // SCXML demands an event, a condition or a target of each transition (§3.5.1).
    if row.condition == nil, !row.neverApplies, target == nil { text += " cond=\"true\"" }
    guard !row.effects.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for effect in row.effects { write(effect, depth + 1) }
    text += "\(indentation)</transition>\n"
  }

  /// Writes `<onentry>` or `<onexit>` with the effects of a state's entry or exit. Writes nothing if there are no
  /// effects.
  private mutating func write(_ action: Action?, _ element: String, _ depth: Int) {
    // Activities begin and end with the state, as `<invoke>` says, so they are no effects here.
    let effects = action?.effects.filter { effect in
      switch effect {
      case .begin, .end: false
      default: true
      }
    }
    guard let effects, !effects.isEmpty else { return }
    let indentation = String(repeating: "  ", count: depth)
    text += "\(indentation)<\(element)>\n"
    for effect in effects { write(effect, depth + 1) }
    text += "\(indentation)</\(element)>\n"
  }
}
