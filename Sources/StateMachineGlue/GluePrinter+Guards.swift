import StateMachineModel
import StateMachineSyntax

/// The Swift for guards of statements: conditions for their sources and patterns, and replaced names.
extension GluePrinter {
  /// Returns the conditions that match a state and the payload of an event and bind the names that guards use, and a
  /// statement that uses the names in patterns, so that the compiler does not warn.
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
        // A pattern for a submachine is matched with its state.
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

  /// Returns the condition that matches an event and binds its payload: `case .enter(let count) = eventInGlue`.
  func condition(for event: EventID, _ payload: [Int: String]) -> String {
    let parts = machine.events[event].fields.enumerated().map { place, field in
      payload[place].map { $0.hasPrefix("(") && !machine.hasMethods ? labelled($0, field) : $0 } ?? "_"
    }
    return "case .\(name(of: event))(\(parts.joined(separator: ", "))) = eventInGlue"
  }

  // MARK: Guards

  /// Returns the conditions of a guard, which commas join in the file, each as Swift.
  func parts(_ condition: SwiftCode) -> [String] {
    let bytes = machine.source.bytes
    return condition.conditions(bytes).map { $0.needsParentheses(bytes) ? "(\(swift($0)))" : swift($0) }
  }

  /// The functions that `in(state)` in guards calls, one for each such query.
  var queries: [String] {
    machine.queries.enumerated().map { index, query in
      "\n  fileprivate func query\(index)InGlue() -> Bool {\n\(areActive(query.members))  }\n"
    }
  }

  /// Returns the body of a function that returns whether one of some states is active.
  func areActive(_ states: [StateID]) -> String {
    let all = states.map { conditions(of: $0) }
    // A region of the machine is always active.
    if all.contains(where: \.isEmpty) { return "    return true\n" }
    return all.map { "    \(when($0, "return true"))\n" }.joined() + "    return false\n"
  }

  /// Returns a guard as Swift, in which named guards and the queries `in(state)` are replaced by their Swift.
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
