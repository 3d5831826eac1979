/// Actions of states, and rows.
extension TypedMachineGenerator {
  // MARK: States

  /// `entry`, `exit`, `do` and `defer`.
  mutating func addActions() {
    for state in states.indices where !states[state].isRegion {
      // A line of an action has a guard of its own, and there may be several.
      let own = labels(of: [state])
      let scope = merged(labels(of: ancestors(of: state)), over: properties, by: own)
      for word in ["entry", "entry", "exit", "exit"]
      where types.chance(40) && !(word == "exit" && states[state].isFinal) {
        var item = TypedMachine.Item(text: word)
        for _ in 0..<types.number(1...2) {
          if let effect = effect(scope, assignable: visible(properties + (word == "entry" ? own : []), scope)) {
            item.effects.append(effect)
          }
        }
        if types.chance(30) { item.condition = namedGuard(scope) ?? condition(scope) }
        if !item.effects.isEmpty { attempt { $0.states[state].items.append(item) } }
      }
      addActivity(state, scope)
    }
  }

  private mutating func addActivity(_ state: Int, _ scope: Scope) {
    guard !states[state].isFinal else { return }
    if let activity = outputs.first(where: { $0.kind != .plain }), types.chance(30),
      let arguments = arguments(activity.fields, scope)
    {
      attempt { $0.states[state].items.append(.init(text: "do", effects: [activity.name + arguments])) }
    }
    if types.chance(10) {
      let event = types.pick(events).name
      attempt { $0.states[state].items.append(.init(text: "defer \(event)")) }
    }
  }

  /// The labels of states; those of the first hide the others.
  private func labels(of states: [Int]) -> Scope {
    var result: Scope = []
    for state in states {
      for field in self.states[state].fields {
        if let label = field.label, !result.contains(where: { $0.name == label }) { result.append((label, field.type)) }
      }
    }
    return result
  }

  /// Returns the names in scope, without those that inner names hide.
  private func merged(_ names: Scope, over outer: Scope, by inner: Scope = []) -> Scope {
    let names = names.filter { name in !inner.contains { $0.name == name.name } } + inner
    return outer.filter { name in !names.contains { $0.name == name.name } } + names
  }

  // MARK: Groups

  mutating func addGroups() {
    for _ in 0..<types.number(0...2) {
      let members = Array(states.indices.shuffled(using: &types.random).prefix(types.number(1...3)))
      let groupName = name()
      let before = accepted
      let paths = members.map(path).joined(separator: ", ")
      attempt { $0.declarations.append(.init(text: "group \(groupName) = \(paths)")) }
      if accepted > before { groups.append((groupName, members)) }
    }
  }

  // MARK: Rows

  mutating func addRow() {
    let sources = states.indices.filter { !states[$0].isFinal && !states[$0].isRegion }
    let group = !groups.isEmpty && types.chance(20) ? types.pick(groups) : nil
    let source = group?.states[0] ?? types.pick(sources)
    var taken: [String] = []
    // What is written for a group must be right for each of its states; no list of patterns mostly is.
    let sourceMatch =
      group == nil ? match(states[source].fields, taken: &taken) : Match(labels: labels(of: [source]))
    let (trigger, eventMatch) = trigger(of: source, &taken)
    let scope = scope(source, sourceMatch, eventMatch)
    let target = types.chance(65) ? target(from: source, scope) : nil
    var item = TypedMachine.Item(text: "")
    if types.chance(45) { item.condition = namedGuard(scope) ?? condition(scope) }
    var assignable = properties
    if target == nil {
      assignable += merged(labels(of: ancestors(of: source)), over: [], by: sourceMatch.labels)
    }
    // What the event has cannot change.
    assignable = visible(assignable, scope).filter { name in !eventMatch.all.contains { $0.name == name.name } }
    for _ in 0..<types.number(target == nil ? 1...3 : 0...3) {
      if let effect = effect(scope, assignable: assignable) { item.effects.append(effect) }
    }
    if types.chance(4) {
      item.effects = ["trap(\"why\")"]
    } else if types.chance(["done", "always"].contains(trigger) ? 40 : 8) {
      item.effects.append("throw \(types.pick(errors))")
    }
    if let group {
      item.text = "\(group.name)\(target.map { " -> \($0)" } ?? "") : \(trigger)"
      attempt { $0.rows.append(item) }
    } else if target != nil, sourceMatch.text.isEmpty, types.chance(30) {
      item.text = "\(target.map { "-> \($0)" } ?? "") : \(trigger)"
      attempt { $0.states[source].items.append(item) }
    } else {
      item.text = "\(path(source))\(sourceMatch.text)\(target.map { " -> \($0)" } ?? "") : \(trigger)"
      attempt { $0.rows.append(item) }
    }
  }

  /// Returns the assignable names, without those that another name hides.
  private func visible(_ assignable: Scope, _ scope: Scope) -> Scope {
    assignable.filter { name in
      scope.contains { $0.name == name.name && $0.type == name.type }
        && assignable.count { $0.name == name.name } == 1
    }
  }

  private func scope(_ source: Int, _ sourceMatch: Match, _ eventMatch: Match) -> Scope {
    var scope = merged(labels(of: ancestors(of: source)), over: properties)
    scope = merged(sourceMatch.labels, over: scope)
    let shared = sourceMatch.labels.filter { label in eventMatch.labels.contains { $0.name == label.name } }
    scope = merged(eventMatch.labels, over: scope)
    // What both have means neither.
    scope.removeAll { name in shared.contains { $0.name == name.name } }
    return merged(sourceMatch.bound + eventMatch.bound, over: scope)
  }

  private mutating func trigger(of source: Int, _ taken: inout [String]) -> (String, Match) {
    let finals =
      states[source].hasSubmachine
      ? submachine?.final.map { [$0] } ?? []
      : children(of: source).filter { states[$0].isFinal }.map {
        Signature(name: states[$0].name, fields: states[$0].fields)
      }
    if let final = finals.first, types.chance(40) {
      let match = match(final.fields, needsLet: true, taken: &taken)
      guard types.chance(70) else { return ("done", Match()) }
      return ("done(.\(final.name)\(match.text))", Match(text: match.text, bound: match.bound))
    }
    if states[source].hasSubmachine, let submachine, types.chance(60) {
      let event = types.pick(submachine.events)
      let match = match(event.fields, needsLet: true, taken: &taken)
      let text = "(.\(event.name)\(match.text))"
      return (states[source].name + text, Match(text: text, bound: match.bound))
    }
    switch types.number(0...(isEventless ? 1 : 19)) {
    case 0: return ("always", Match())
    case 1: return (types.pick(["after 5s", "every 100ms"]), Match())
    default:
      let event = types.pick(events)
      let match = match(event.fields, taken: &taken)
      return (event.name + match.text, match)
    }
  }

  // MARK: Targets

  private func path(_ state: Int) -> String {
    (ancestors(of: state).reversed() + [state]).map { states[$0].name }.joined(separator: ".")
  }

  /// A state, a composite, a history or a choice, with arguments; nil where something cannot be supplied.
  private mutating func target(from source: Int, _ scope: Scope) -> String? {
    if let choice = choices.first, types.chance(15) { return choice }
    let composites = states.indices.filter { !children(of: $0).isEmpty && !states[$0].isRegion }
    if let composite = composites.first, types.chance(15) {
      return path(composite) + types.pick([".history", ".deepHistory"])
    }
    let target = types.pick(states.indices.filter { !states[$0].isRegion })
    let around = ancestors(of: source) + [source]
    var steps: [String] = []
    for state in ancestors(of: target).reversed() + [target] {
      let isEntered = state == target || !around.contains(state)
      guard let arguments = isEntered ? arguments(states[state].fields, scope, carries: true) : "" else { return nil }
      steps.append(states[state].name + arguments)
    }
    if states[target].hasSubmachine, let inner = submachine?.other, types.chance(40) {
      guard let arguments = arguments(inner.fields, scope) else { return nil }
      // That is Swift, which needs brackets even where all have defaults.
      let brackets = arguments.isEmpty && !inner.fields.isEmpty ? "()" : ""
      steps[steps.count - 1] += "(.\(inner.name)\(arguments)\(brackets))"
    }
    return steps.joined(separator: ".")
  }

  /// Adds rows of the choice, whose guards and arguments use the properties.
  mutating func addChoice() {
    guard let choice = choices.first else { return }
    // A label of whatever leads to it hides a property.
    let scope = properties.filter { property in !fields.contains { $0.label == property.name } }
    for isLast in [false, true] {
      let simple = states.indices.filter { states[$0].parent == nil }
      let target = types.pick(simple)
      var item = TypedMachine.Item(text: "")
      item.condition = isLast ? "else" : condition(scope) ?? "else"
      if !isLast, item.condition == "else" { continue }
      guard let arguments = arguments(states[target].fields, scope) else {
        item.text = "\(choice) -> \(states[simple[0]].name) :"
        machine.rows.append(item)
        continue
      }
      item.text = "\(choice) -> \(states[target].name)\(arguments) :"
      if let effect = effect(scope, assignable: scope) { item.effects = [effect] }
      machine.rows.append(item)
    }
  }
}
