/// Machines within a machine, and guards with names.
extension TypedMachineGenerator {
  /// The declarations of the submachine that its owner uses.
  struct Submachine {
    var type: String
    var events: [Signature]
    /// A state that it can begin in instead.
    var other: Signature
    var final: Signature?
  }

  /// - Parameter generics: the owner's generic parameters as they are declared.
  mutating func addSubmachine(_ word: String, _ generics: String, _ conformances: String) {
    let own = "Inner\(machine.name.filter { $0 != "`" })"
    let events = signatures(1...2, activities: 0)
    let outputs = signatures(1...2, activities: 25)
    let initial = Signature(name: name(), fields: payload(maximum: 2, needsDefaults: true))
    let other = Signature(name: name(), fields: payload(maximum: 2))
    let final = types.chance(60) ? Signature(name: name(), fields: payload(maximum: 2)) : nil
    var lines = types.chance(50) || !types.isSendable ? ["wrapper none"] : []
    lines += ["initial state \(text(initial))", "state \(text(other))"]
    if let final { lines.append("final state \(text(final))") }
    lines += events.map { "event \(text($0))" } + outputs.map { "output \(text($0))" }
    if types.chance(20) { lines.append(types.pick(["unhandled throw", "unhandled ignore"])) }
    let scope = labels(events[0].fields)
    func row(_ source: Signature, _ target: Signature?, _ condition: String) {
      guard let arguments = target.map({ self.arguments($0.fields, scope, carries: false) }) ?? "" else { return }
      let output = types.pick(outputs)
      let values = self.arguments(output.fields, scope)
      lines.append(
        source.name + (target.map { " -> \($0.name)\(arguments)" } ?? "") + " : \(events[0].name)\(condition)"
          + (values.map { " / \(output.name)\($0)" } ?? ""))
    }
    if let condition = condition(scope) { row(initial, other, " [\(condition)]") }
    row(initial, final ?? other, "")
    row(other, types.chance(50) ? initial : nil, "")
    if types.chance(15) { lines.append("\(other.name) -> \(initial.name) : after 3s") }
    let whole = "\(word) \(own)\(generics)\(conformances) {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
    guard accepts(whole) else { return }
    let arguments = types.generics.map(\.text).joined(separator: ", ")
    machine.submachine = whole
    submachine = Submachine(
      type: own + (arguments.isEmpty ? "" : "<\(arguments)>"), events: events, other: other, final: final)
  }

  private func labels(_ fields: [Field]) -> Scope {
    fields.compactMap { field in field.label.map { (name: $0, type: field.type) } }
  }

  // MARK: Guards

  /// Guards that ask for a property, or for something of an event or a state.
  mutating func addGuards() {
    guard types.chance(40) else { return }
    for _ in 0..<types.number(1...2) {
      let known = properties + labels(types.pick(events).fields) + labels(types.pick(states).fields)
      guard !known.isEmpty else { continue }
      let asked = types.pick(known)
      guard let condition = condition([asked]), !condition.contains("let "), !condition.contains("case ") else {
        continue
      }
      let guardName = name()
      let before = accepted
      attempt { $0.declarations.append(.init(text: "guard \(guardName) = \(condition)")) }
      if accepted > before { guards.append(NamedGuard(name: guardName, asks: asked)) }
    }
  }

  // MARK: Effects

  /// Effects of a name, of properties and of something of an event or a state.
  mutating func addEffects() {
    guard types.chance(50) else { return }
    for _ in 0..<types.number(1...3) {
      let known = properties + labels(types.pick(events).fields) + labels(types.pick(states).fields)
      let asked = known.isEmpty ? [] : [types.pick(known)]
      // Where it is used, another label may hide a property.
      let scope = asked + properties.filter { property in !fields.contains { $0.label == property.name } }
      let parameter = types.chance(50) ? Field(label: name(), type: types.type(), hasDefault: false) : nil
      let list = parameter.map { [$0] } ?? []
      let effects = (0..<types.number(1...2)).compactMap { _ in effect(scope + labels(list), assignable: scope) }
      guard !effects.isEmpty else { continue }
      let effectName = name()
      let before = accepted
      let parameters = list.map { "(\($0.label ?? ""): \($0.type.text))" }.joined()
      let text = "effect \(effectName)\(parameters) = \(effects.joined(separator: ", "))"
      attempt { $0.declarations.append(.init(text: text)) }
      if accepted > before { effectNames.append(NamedEffect(name: effectName, parameters: list, asks: scope)) }
    }
  }

  /// The name of an effect; nil where there is none that knows enough.
  mutating func namedEffect(_ scope: Scope) -> String? {
    let known = effectNames.filter { named in
      named.asks.allSatisfy { asked in scope.contains { $0.name == asked.name && $0.type == asked.type } }
    }
    guard !known.isEmpty else { return nil }
    let named = types.pick(known)
    return arguments(named.parameters, scope).map { named.name + $0 }
  }

  // MARK: Guards

  /// A condition with a named guard; nil where there is none that knows enough.
  mutating func namedGuard(_ scope: Scope) -> String? {
    let known = guards.filter { named in
      scope.contains { $0.name == named.asks.name && $0.type == named.asks.type }
        && !scope.contains { $0.name == named.name }
    }
    guard !known.isEmpty, types.chance(60) else { return nil }
    let name = types.pick(known).name
    return types.pick([name, name, "!\(name)", "\(name) || !\(name)", "(\(name)) == true"])
  }
}
