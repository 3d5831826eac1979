import StateMachineModel
import StateMachineSyntax

/// Writes the Swift for the guards of statements for tests. It consists of conditions that match the source and the
/// patterns, and of the guard itself. Named guards and queries such as `in(open)` in the guard are replaced.
extension GluePrinter {
  /// Returns Swift conditions that match a state and the payload of an event, and that bind the names which a guard
  /// uses. Also returns a statement such as `_ = (a, b); ` with the names in the patterns. With it, the compiler does
  /// not warn about names that the guard does not use.
  ///
  /// - Parameters:
  ///   - locals: the fields that the guard uses.
  ///   - patterns: the patterns of the statement for tests.
  ///   - event: the event; nil if the statement has no event.
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

  /// Returns the Swift condition that matches an event and binds fields of its payload:
  /// `case .enter(let count) = eventInGlue`.
  ///
  /// - Parameter payload: the patterns for the fields of the event, by the index of the field.
  func condition(for event: EventID, _ payload: [Int: String]) -> String {
    let parts = machine.events[event].fields.enumerated().map { place, field in
      payload[place].map { $0.hasPrefix("(") && !machine.hasMethods ? labelled($0, field) : $0 } ?? "_"
    }
    return "case .\(name(of: event))(\(parts.joined(separator: ", "))) = eventInGlue"
  }

  // MARK: Guards

  /// Returns the Swift of each condition of a guard. In `[let n = limit, n > 3]`, a comma separates two conditions.
  func parts(_ condition: SwiftCode) -> [String] {
    let bytes = machine.source.bytes
    return condition.conditions(bytes).map { $0.needsParentheses(bytes) ? "(\(swift($0)))" : swift($0) }
  }

  /// The Swift of functions that return whether a state is active. In a guard, a call of such a function replaces a
  /// query such as `in(open)`. There is one function for each query.
  var queries: [String] {
    machine.queries.enumerated().map { index, query in
      "\n  fileprivate func query\(index)InGlue() -> Bool {\n\(areActive(query.members))  }\n"
    }
  }

  /// Returns the Swift in the body of a function. The function returns whether one of the given states is active.
  func areActive(_ states: [StateID]) -> String {
    let all = states.map { conditions(of: $0) }
    // A region of the machine is always active.
    if all.contains(where: \.isEmpty) { return "    return true\n" }
    return all.map { "    \(when($0, "return true"))\n" }.joined() + "    return false\n"
  }

  /// Returns the Swift of a guard. A named guard in it is replaced by its expression. A query such as `in(open)` is
  /// replaced by a call of the function that `queries` has for it.
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
