import StateMachineModel
import StateMachineSyntax

/// The rows that an event takes: their sources, patterns and guards, once more.
extension GluePrinter {
  var cases: [String] {
    let events = machine.events.indices.map { event in
      let sources = behaviour.reactors(to: event).sorted { machine.path(of: $0).count > machine.path(of: $1).count }
      let tried = sources.filter { behaviour.group(of: $0, on: .event(event)) != nil }
      let rows = machine.hasRegions ? inRegions(tried, event) : tried.flatMap { attempts(of: $0, .event(event)) }
      return "    case .\(name(of: event)):\n\(rows.isEmpty ? "      break\n" : rows.joined())"
    }
    return events
      + machine.timers.indices.map { timer in
        let rows = attempts(of: machine.timers[timer].state, .elapsed(timer))
        return "    case \(elapsed(timer)):\n\(rows.isEmpty ? "      break\n" : rows.joined())"
      }
  }

  private func attempts(of state: StateID, _ trigger: Trigger, _ ending: String = "return") -> [String] {
    guard let group = behaviour.group(of: state, on: trigger) else { return [] }
    return behaviour.tried(group).compactMap { row($0, of: trigger.event, ending) }
  }

  /// Each region may take a row; a state takes none where a state within it does.
  private func inRegions(_ sources: [StateID], _ event: EventID) -> [String] {
    let flags = sources.map { "takes\($0.index)InGlue" }
    var lines = flags.map { "      var \($0) = false\n" }
    for (source, flag) in zip(sources, flags) {
      let within = zip(sources, flags).filter { $0.0 != source && machine.isInside($0.0, source) }.map { "!\($0.1)" }
      for row in attempts(of: source, .event(event), "\(flag) = true") {
        let conditions = (["!\(flag)"] + within).joined(separator: ", ")
        lines.append("      if \(conditions) {\n  \(row)      }\n")
      }
    }
    return lines + flags.map { "      _ = \($0)\n" }
  }

  /// `if case .open(let persons) = self.state, … { bodyInGlue(0); return }`
  private func row(_ id: TransitionID, of event: EventID?, _ ending: String) -> String? {
    let transition = machine.transitions[id]
    guard let index = indices[transition.row] else { return nil }
    let row = machine.rows[transition.row]
    let locals = transition.locals.filter { $0.usage.contains(.condition) }
    var (conditions, uses) = matching(transition.source, locals, transition.patterns, of: event)
    conditions += row.condition.map(parts) ?? []
    return "      \(when(conditions, "\(uses)bodyInGlue(\(index)); \(ending)"))\n"
  }

  /// The conditions for a state and the payload of an event, with the names that guards use; and a statement that uses the
  /// names of patterns.
  func matching(
    _ state: StateID, _ locals: [Local], _ patterns: [Pattern], of event: EventID?
  ) -> (conditions: [String], uses: String) {
    var fields: [Int: String] = [:]
    var payload: [Int: String] = [:]
    for local in locals {
      let name = "let \(machine.source.text(local.name.range))"
      if local.owner == .event { payload[Int(local.field)] = name } else { fields[Int(local.field)] = name }
    }
    var bound: [String] = []
    var within: [String] = []
    let ownFields = machine.states[state].pathFields
    for pattern in patterns {
      let written = machine.source.text(pattern.range)
      if pattern.owner == .event {
        payload[Int(pattern.field)] = written
      } else if ownFields[Int(pattern.field)].submachine == .machine {
        // A pattern for a submachine looks into its state.
        fields[Int(pattern.field)] = "let machine\(pattern.field)InGlue"
        within.append("case \(written) = machine\(pattern.field)InGlue.state")
      } else {
        fields[Int(pattern.field)] = written
      }
      bound += pattern.bindings.map { machine.source.text($0.name.range) }
    }
    var conditions = self.conditions(of: state, binding: fields) + within
    if let event, !payload.isEmpty { conditions.append(condition(for: event, payload)) }
    return (conditions, bound.isEmpty ? "" : "_ = (\(bound.joined(separator: ", "))); ")
  }

  /// `case .enter(let count) = event`
  func condition(for event: EventID, _ payload: [Int: String]) -> String {
    let parts = machine.events[event].fields.enumerated().map { place, field in
      payload[place].map { $0.hasPrefix("(") && !machine.hasMethods ? labelled($0, field) : $0 } ?? "_"
    }
    return "case .\(name(of: event))(\(parts.joined(separator: ", "))) = eventInGlue"
  }

  // MARK: Guards

  /// The conditions that a guard joins by commas.
  func parts(_ condition: SwiftCode) -> [String] {
    let bytes = machine.source.bytes
    return condition.conditions(bytes).map { $0.needsParentheses(bytes) ? "(\(swift($0)))" : swift($0) }
  }

  /// A function for each question for states.
  var queries: [String] {
    machine.queries.enumerated().map { index, query in
      let lines = query.members.map { "    \(when(conditions(of: $0), "return true"))\n" }
      return "\n  fileprivate func query\(index)InGlue() -> Bool {\n\(lines.joined())    return false\n  }\n"
    }
  }

  /// A guard, with what its names and its questions for states stand for.
  func swift(_ code: SwiftCode) -> String {
    var written = ""
    var end = code.range.lowerBound
    var parts = code.expansions.map { expansion in
      let values = machine.namedGuards[expansion.namedGuard].expression.conditions(machine.source.bytes).map(swift)
      return (expansion.range, values.count == 1 ? "(\(values[0]))" : "((\(values.joined(separator: ") && ("))))")
    }
    parts += code.queries.map { ($0.range, "self.query\($0.query.index)InGlue()") }
    for (range, replacement) in parts.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
      written += machine.source.text(SourceRange(end, range.lowerBound)) + replacement
      end = range.upperBound
    }
    return written + machine.source.text(SourceRange(end, code.range.upperBound))
  }
}
