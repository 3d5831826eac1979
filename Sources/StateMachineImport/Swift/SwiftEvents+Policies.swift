import StateMachineSyntax

/// Chooses policies for events without transitions. Removes the rows that are not needed, because a policy or a default
/// result does the same.
extension SwiftEvents {
  // MARK: Policies

  /// Chooses policies for the machine and for its events, and removes rows that do the same as a policy. Returns the
  /// statement of the machine's policy. It is `unhandled trap` if events trap in at least as many states as they are
  /// ignored. Nil for the default policy, `ignore`, which needs no statement.
  mutating func choosePolicies() -> String? {
    var traps: [String: Int] = [:]
    for event in events {
      for group in event.groups {
        if let simple = group.simple, simple.kind == .trap {
          traps[simple.effects[0], default: 0] += group.states.count
        }
      }
    }
    let trap = traps.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let ignored = events.reduce(0) { sum, event in
      sum + event.groups.reduce(0) { $0 + ($1.simple?.kind == .nothing ? $1.states.count : 0) }
    }
    let isTrap = trap != nil && traps.values.reduce(0, +) >= ignored
    for index in events.indices {
      chooseResult(index)
      if isTrap, let trap { dropTraps(index) { Self.says($0, trap) } }
      if isTrap, let trap, drop(index, where: { $0.kind == .trap && Self.says($0.effects[0], trap) }) {
        continue
      }
      // A policy cannot use payloads or parameters, so rows that use them stay.
      let kinds = events[index].groups.compactMap { group in
        group.simple.flatMap { $0.uses.isEmpty || $0.kind == .trap ? ($0, group.states.count) : nil }
      }
      // A policy must serve three states. But if the machine does not trap, rows that do nothing are never needed.
      guard let best = kinds.filter({ $0.0.kind != .trap || !isTrap }).max(by: { $0.1 < $1.1 }),
        best.1 >= 3 || !isTrap && best.0.kind == .nothing
      else { continue }
      switch best.0.kind {
      case .nothing:
        if events[index].result != nil, events[index].defaultResult == nil { continue }
        if isTrap { events[index].policy = "unhandled ignore" }
      case .result:
        if events[index].defaultResult != nil { continue }
        events[index].defaultResult = Self.value(of: best.0.effects[0])
        if isTrap { events[index].policy = "unhandled ignore" }
      case .trap: events[index].policy = "unhandled " + Self.policy(best.0.effects[0])
      case .error: events[index].policy = "unhandled " + best.0.effects[0]
      case .other: continue
      }
      _ = drop(index) { $0 == best.0 }
    }
    return isTrap ? trap.map { "unhandled " + Self.policy($0) } : nil
  }

  /// Returns the policy that does the same as an effect `trap("…")`, with the same text: `trap "…"`. In a policy, the
  /// text can use only the state and the event. If the text uses other values, returns `trap` without it.
  private static func policy(_ effect: String) -> String {
    guard effect.hasPrefix("trap(\""), effect.hasSuffix("\")"), !effect.contains("\n") else { return "trap" }
    let text = effect.dropFirst(5).dropLast()
    var rest = text.replacing("\\(state)", with: "").replacing("\\(event)", with: "")
    rest = rest.replacing("\\\"", with: "")
    return rest.contains("\\(") || rest.dropFirst().dropLast().contains("\"") ? "trap" : "trap " + text
  }

  /// Returns whether the machine's policy may replace a row that traps. It may if both traps have the same text, or if
  /// the row's trap has no text. It also may if both texts contain `\(state)`.
  ///
  /// - Parameters:
  ///   - effect: the trap of the row: `trap("…")` or `trap`.
  ///   - other: the trap of the policy, in the same form.
  private static func says(_ effect: String, _ other: String) -> Bool {
    effect == other || effect == "trap" || effect.contains("\\(state)") && other.contains("\\(state)")
  }

  /// Removes each group of states from an event whose only row fulfils a condition, such as a row that traps. Returns
  /// whether it removed a group. The comments above a removed row are moved to the event.
  ///
  /// - Parameters:
  ///   - index: the index of the event.
  ///   - condition: returns whether the row is removed.
  private mutating func drop(_ index: Int, where condition: (Text) -> Bool) -> Bool {
    let count = events[index].groups.count
    var kept: [String] = []
    events[index].groups.removeAll { group in
      guard let simple = group.simple, condition(simple) else { return false }
      let names = group.states.map { machine.states[$0].name }.joined(separator: ", ")
      // The comments of the dropped rows stay, as the policy does not contain them.
      if !group.texts[0].lead.isEmpty {
        kept.append("// \(names):")
        kept += group.texts[0].lead
      }
      return true
    }
    events[index].lead = kept + events[index].lead
    return events[index].groups.count < count
  }

  // MARK: Default results

  /// Chooses the default result of an event, and removes this result from the rows that return it. For an optional
  /// result, the default is nil if some row returns nil. For any other type, it is the case without a payload that most
  /// states return. At least two states must return it.
  private mutating func chooseResult(_ index: Int) {
    guard let result = events[index].result else { return }
    let isOptional = result.hasSuffix("?")
    var counts: [String: Int] = [:]
    for group in events[index].groups {
      for text in group.texts { Self.count(text, group.states.count, &counts) }
    }
    let best =
      isOptional
      ? ["return nil", "return .none"].first { counts[$0] != nil }
      : counts.filter { !$0.key.hasPrefix("return ") && $0.value > 1 }
        .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    guard let best else { return }
    events[index].defaultResult = isOptional ? "nil" : Self.value(of: best)
    let same = isOptional ? ["return nil", "return .none"] : [best]
    for group in events[index].groups.indices {
      for row in events[index].groups[group].texts.indices { events[index].groups[group].texts[row].drop(same) }
    }
    events[index].groups = Self.joined(events[index].groups)
  }

  /// Adds to `counts` the result that a row returns, or the results of the rows of its choice. The key is the effect
  /// that gives the result, such as `return nil`. The number counts states that have the row.
  ///
  /// - Parameter states: the number of states that have the row.
  private static func count(_ text: Text, _ states: Int, _ counts: inout [String: Int]) {
    if let last = text.effects.last, last != "trap", !last.hasPrefix("throw "),
      last.allSatisfy({ !"({=\n\"".contains($0) })
    {
      counts[last, default: 0] += states
    }
    for row in text.choice { count(row, states, &counts) }
  }

  /// Returns the Swift for the value in an effect that gives a result: `.none` for `return .none`. Also `.none` for the
  /// effect `none`, which is the short form of a case.
  private static func value(of effect: String) -> String {
    effect.hasPrefix("return ") ? String(effect.dropFirst("return ".count)) : ".\(effect)"
  }

  /// Returns the groups of states, in which groups with the same rows have become one. Groups may have the same rows
  /// only since a default result was removed from them.
  private static func joined(_ groups: [Group]) -> [Group] {
    var result: [Group] = []
    for group in groups {
      guard let index = result.firstIndex(where: { $0.doesTheSame(as: group.texts) }) else {
        result.append(group)
        continue
      }
      if result[index].texts != group.texts { result[index].texts[0].lead += group.texts[0].lead }
      result[index].states += group.states
      result[index].patterns += group.patterns
      result[index].arms += group.arms
    }
    return result
  }

  // MARK: Traps

  /// Removes rows of an event that trap as the machine's policy does, because an event without a row traps anyway.
  /// First, it removes such rows from the end of each state's rows, up to one with a comment. It keeps the state's
  /// first row. Then it removes such rows with a pattern like `(next: nil)`. The patterns of the rows after them must
  /// be able to exclude nil.
  ///
  /// - Parameter says: returns whether an effect traps as the policy does.
  private mutating func dropTraps(_ index: Int, says: (String) -> Bool) {
    for group in events[index].groups.indices {
      // An event that no row takes traps because of the policy, so the last rows are not needed.
      while let last = events[index].groups[group].texts.last, events[index].groups[group].texts.count > 1,
        last.kind == .trap, last.lead.isEmpty, says(last.effects[0])
      {
        events[index].groups[group].texts.removeLast()
        for state in events[index].groups[group].patterns.indices {
          events[index].groups[group].patterns[state].removeLast()
        }
      }
      var row = 0
      while row + 1 < events[index].groups[group].texts.count {
        let text = events[index].groups[group].texts[row]
        let rest = zip(events[index].groups[group].patterns, events[index].groups[group].states).compactMap {
          asking(for: $0, besides: row, machine.states[$1])
        }
        guard text.kind == .trap, text.condition == nil, text.trigger.isEmpty, says(text.effects[0]),
          rest.count == events[index].groups[group].patterns.count
        else {
          row += 1
          continue
        }
        events[index].groups[group].patterns = rest
        events[index].groups[group].texts.remove(at: row)
        events[index].groups[group].texts[row].lead.insert(contentsOf: text.lead, at: 0)
      }
    }
  }

  /// Returns the patterns of a state's rows after one row is removed, which tests an optional: `(next: nil)`. The rows
  /// after it must still not match this value, so they get the opposite pattern: `(next: .some)`. Nil if this is not
  /// possible, for example because the removed row tests two values.
  ///
  /// - Parameters:
  ///   - patterns: the patterns of all rows of the state.
  ///   - row: the index of the row to remove.
  private func asking(for patterns: [String], besides row: Int, _ state: SwiftMachine.State) -> [String]? {
    let asked = Self.parts(of: patterns[row])
    // Parts that the row and all rows after it have in common need no change.
    let after = patterns[(row + 1)...].map(Self.parts)
    let open = asked.filter { part in !after.allSatisfy { $0.contains { $0 == part } } }
    guard open.count == 1, let part = open.first, (asked + after.joined()).allSatisfy({ !$0.label.isEmpty }),
      let other = ["nil": ".some", ".some": "nil", "_?": "nil"][part.value]
    else { return nil }
    var result = Array(patterns[..<row])
    for (index, pattern) in patterns[(row + 1)...].enumerated() {
      guard let own = after[index].first(where: { $0.label == part.label }) else {
        let order = { (label: String) in state.fields.firstIndex { $0.label == label } ?? 0 }
        let all = (after[index] + [(part.label, other)]).sorted { order($0.label) < order($1.label) }
        result.append("(\(all.map { "\($0.label): \($0.value)" }.joined(separator: ", ")))")
        continue
      }
      guard own.value == other || other == ".some" && own.value.hasSuffix("?") else { return nil }
      result.append(pattern)
    }
    return result
  }

  /// Returns the labels and the values in a pattern: `next` and `nil` for `(next: nil)`.
  private static func parts(of pattern: String) -> [(label: String, value: String)] {
    let code = SwiftCode(SourceFile(path: "", text: pattern))
    guard code.word(0) == "(" else { return [] }
    return code.elements(code.inside(0)).map { part in
      let value = code.value(ofArgument: part)
      return (value == part ? "" : code.word(part.lowerBound), code.line(value))
    }
  }
}

extension SwiftRows.Text {
  /// Removes the event's default result from the row, and from the rows of its choice.
  ///
  /// - Parameter results: the effects that give the default result: `return nil`, `return .none`.
  mutating func drop(_ results: [String]) {
    if let last = effects.last, results.contains(last) {
      effects.removeLast()
      if kind == .result { kind = .nothing }
    }
    for row in choice.indices { choice[row].drop(results) }
  }
}
