import StateMachineModel
import StateMachineSyntax

/// The rows that an event takes: their sources, patterns and guards, once more.
extension GluePrinter {
  var cases: [String] {
    let events = machine.events.indices.map { event in
      let sources = behaviour.reactors(to: event).sorted { machine.path(of: $0).count > machine.path(of: $1).count }
      let rows =
        machine.hasRegions
        ? inRegions(sources, event)
        : sources.flatMap { attempts(of: $0, .event(event)) + keeping(of: $0, event, "return") }
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

  /// What ends the search where a state keeps an event for later: what is around it has no row for it then.
  private func keeping(of state: StateID, _ event: EventID, _ ending: String) -> [String] {
    guard machine.states[state].deferred.contains(event) else { return [] }
    return ["      \(when(conditions(of: state), ending))\n"]
  }

  /// Each region may take a row. A state takes none where a state within it does, or where one keeps the event for
  /// later that is in no region within it.
  private func inRegions(_ sources: [StateID], _ event: EventID) -> [String] {
    let taking = sources.filter { !attempts(of: $0, .event(event)).isEmpty }
    let keeping = sources.filter { machine.states[$0].deferred.contains(event) }
    func takes(_ state: StateID) -> String { "takes\(state.index)InGlue" }
    func keeps(_ state: StateID) -> String { "keeps\(state.index)InGlue" }
    let flags = taking.map(takes) + keeping.map(keeps)
    var lines = flags.map { "      var \($0) = false\n" }
    for source in sources {
      let within = sources.filter { $0 != source && machine.isInside($0, source) }
      let isBeside = { (state: StateID) in
        machine.path(of: state).dropFirst(machine.path(of: source).count).contains { machine.states[$0].isRegion }
      }
      let conditions =
        (taking.contains(source) ? ["!\(takes(source))"] : [])
        + within.filter(taking.contains).map { "!\(takes($0))" }
        + within.filter { keeping.contains($0) && !isBeside($0) }.map { "!\(keeps($0))" }
      let rows =
        attempts(of: source, .event(event), "\(takes(source)) = true")
        + self.keeping(of: source, event, "\(keeps(source)) = true")
      for row in rows {
        lines.append(
          conditions.isEmpty ? row : "      if \(conditions.joined(separator: ", ")) {\n  \(row)      }\n")
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
    conditions += row.condition.map(partsOfRow) ?? []
    for name in row.bound { uses += "_ = \(machine.source.text(name.range)); " }
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
      let place = Int(pattern.field)
      if let name = pattern.owner == .event ? payload[place] : fields[place] {
        // The guard uses the name of the field as well.
        within.append("case \(written) = \(name.dropFirst("let ".count))")
      } else if pattern.owner == .event {
        payload[place] = written
      } else if ownFields[Int(pattern.field)].submachine == .machine {
        // A pattern for a submachine looks into its state.
        fields[Int(pattern.field)] = "let machine\(pattern.field)InGlue"
        within.append("case \(written) = machine\(pattern.field)InGlue.state")
      } else {
        fields[Int(pattern.field)] = written
      }
      bound += pattern.bindings.map { machine.source.text($0.name.range) }
    }
    var conditions = self.conditions(of: state, binding: fields)
    if let event, !payload.isEmpty { conditions.append(condition(for: event, payload)) }
    conditions += within
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

  /// The same of a row: a guard that throws ends the search, as one that holds does.
  private func partsOfRow(_ condition: SwiftCode) -> [String] {
    let bytes = machine.source.bytes
    let mayThrow = condition.texts.contains { SwiftAnalysis.attempt(in: $0, bytes) != nil }
    guard mayThrow else { return parts(condition) }
    let joined = condition.conditions(bytes).map { "(\(swift($0)))" }.joined(separator: " && ")
    return ["(try? { () throws -> Bool in \(joined) }()) ?? true"]
  }

  /// A function for each question for states.
  var queries: [String] {
    machine.queries.enumerated().map { index, query in
      "\n  fileprivate func query\(index)InGlue() -> Bool {\n\(areActive(query.members))  }\n"
    }
  }

  /// The body of a function that tells whether one of some states is active.
  func areActive(_ states: [StateID]) -> String {
    let all = states.map { conditions(of: $0) }
    // A region of the machine always is.
    if all.contains(where: \.isEmpty) { return "    return true\n" }
    return all.map { "    \(when($0, "return true"))\n" }.joined() + "    return false\n"
  }

  /// A guard, with what its names and its questions for states stand for.
  func swift(_ code: SwiftCode) -> String {
    var written = ""
    var end = code.range.lowerBound
    var parts = code.expansions.map { expansion in
      let values = expansion.code.conditions(machine.source.bytes).map(swift)
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
