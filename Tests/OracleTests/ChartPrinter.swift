/// Writes a chart as a `.sm` file.
extension Chart {
  var source: String {
    let parameters = isGeneric ? "<Item: Hashable>" : ""
    let conformances = isStored ? "Equatable, Codable" : "Equatable"
    let kind = hasMethods ? "interface methods" : "wrapper none"
    var text = machines.map(\.source).joined(separator: "\n")
    text += "machine \(name)\(parameters): \(conformances) {\n  \(kind)\n  typealias Number = Int\n"
    if unhandled != .ignore { text += "  unhandled \(unhandled.rawValue)\n" }
    for property in properties { text += "  var \(property.name): Int = \(property.value)\n" }
    if hasMethods { text += "  var trace: [String] = []\n" }
    for state in children(of: nil) { text += declaration(of: state, "  ") }
    if hasMethods {
      let cases = ["none"] + answers.map { $0.name + declaration(of: $0.fields) }
      text += "  action Act: Equatable { \(cases.joined(separator: ", ")) }\n"
    }
    for event in events where event.inner == nil {
      let labels = event.labels.map { "\($0): Int" }.joined(separator: ", ")
      let policy = event.unhandled.map { " unhandled \($0.rawValue)" } ?? ""
      text += "  event \(event.name)\(labels.isEmpty ? "" : "(\(labels))")\(signature(of: event))\(policy)\n"
    }
    for output in outputs where !hasMethods { text += "  output \(output)(_ value: Int)\n" }
    for state in states.indices where states[state].activity != nil {
      text += "  output \(activityName(of: state))(_ value: Int) async\n"
    }
    for choice in choices where choice.parent == nil {
      text += "  choice \(choice.name)\n"
    }
    for effect in effects {
      text += "  effect \(effect.name) = \(self.text(effect.effects, isNamed: true))\n"
    }
    for group in groups {
      let members = group.groups.map { groups[$0].name } + group.states.map(path)
      text += "  group \(group.name) = \(members.joined(separator: ", "))\n"
    }
    for row in rows {
      if case .wildcard(_?, _) = row.sources { continue }
      if isInitialRow(row) { continue }
      text += "  \(self.text(row))\n"
    }
    for choice in choices {
      for branch in choice.branches { text += "  \(self.text(branch, of: choice))\n" }
    }
    for statement in statements { text += "  \(statement)\n" }
    return text + "}\n"
  }

  private func declaration(of index: Int, _ indentation: String) -> String {
    let state = states[index]
    guard !state.isPseudostate else {
      return initialRow(of: index).map { indentation + initialText($0, of: index) } ?? ""
    }
    let keyword = state.isRegion ? "region" : "state"
    let kind = (state.isInitial ? "initial " : "") + (state.isFinal ? "final " : "")
    var text = indentation + kind + "\(keyword) \(state.name)"
    text += declaration(of: state.fields)
    if let machine = machine(of: index) { text += ": \(machine.name)" }
    var body: [String] = []
    body += lines("entry", state.entry)
    if let value = state.activity { body.append("do / \(activityName(of: index))(\(self.text(value)))") }
    body += lines("exit", state.exit)
    if !state.deferred.isEmpty {
      body.append("defer " + state.deferred.map { events[$0].name }.joined(separator: ", "))
    }
    if let target = state.historyDefault, !states[target].isPseudostate {
      body.append("history -> \(states[target].name)")
    }
    for choice in choices where choice.parent == index {
      body.append("choice \(choice.name)")
    }
    let inner = children(of: index).map { declaration(of: $0, indentation + "  ") }
    let wildcards = rows.filter { if case .wildcard(index, _) = $0.sources { true } else { false } }
    body += wildcards.map(self.text)
    guard !body.isEmpty || !inner.isEmpty else { return text + "\n" }
    text += " {\n" + body.map { "\(indentation)  \($0)\n" }.joined() + inner.joined()
    return text + indentation + "}\n"
  }

  private func declaration(of fields: [Field]) -> String {
    guard !fields.isEmpty else { return "" }
    let fields = fields.map { field in
      // Under another name, it is a type that may live on the heap for all that the compiler knows.
      "\(field.label): \(field.label == "b" ? "Number" : "Int")" + (field.defaultValue.map { " = \($0)" } ?? "")
    }
    return "(\(fields.joined(separator: ", ")))"
  }

  /// Returns the text after an event's parameters: ` throws -> Int = -1`.
  private func signature(of event: Event) -> String {
    let throwing =
      switch event.throwing {
      case .never: ""
      case .anything: " throws"
      case .typed: " throws(Failure)"
      }
    let (type, value) =
      switch event.result {
      case .nothing: ("", "")
      case .number: (" -> Int", " = -1")
      case .action: (" -> Act", " = .none")
      case .optionalAction: (" -> Act?", " = nil")
      }
    return throwing + type + (event.hasDefault ? value : "")
  }

  private func text(_ patterns: [Pattern], of owner: Pattern.Owner) -> String {
    let own = patterns.filter { $0.owner == owner }
    guard !own.isEmpty else { return "" }
    let fields = own.map { pattern in
      switch pattern.shape {
      case .value(let value): "\(pattern.label): \(value)"
      case .range(let first, let last): "\(pattern.label): (\(first))...(\(last))"
      case .name: "\(pattern.label): \(pattern.label)"
      }
    }
    return "(\(fields.joined(separator: ", ")))"
  }

  /// Returns a row as a line of the file: `  s0 -> s1 : e0 / o0`.
  func printed(_ row: Row) -> String {
    guard isInitialRow(row), case .listed(let sources) = row.sources, let state = sources.first else {
      return text(row)
    }
    return String(initialText(row, of: state).dropLast())
  }

  private func initialText(_ row: Row, of pseudostate: Int) -> String {
    let target = row.target.map { " -> \(self.text($0))" } ?? ""
    var effects = after(row.effects, row.target)
    if effects.isEmpty, isPlainInitial(row, of: pseudostate) { effects = " / { }" }
    return "\(states[pseudostate].name)\(target)\(effects)\n"
  }

  /// Returns whether the row of a pseudostate would mean the same as `initial` before a state, or as a default of a
  /// history, if it had no effects: then the compiler would make no pseudostate. Such a row gets an empty effect,
  /// `/ { }`.
  private func isPlainInitial(_ row: Row, of pseudostate: Int) -> Bool {
    if !states[pseudostate].isInitial {
      if case .choice = row.target?.place { return false }
      return row.target?.others.isEmpty ?? true
    }
    guard let target = row.target, target.arguments.isEmpty, target.others.isEmpty,
      case .state(let state) = target.place
    else { return false }
    return states[state].parent == states[pseudostate].parent
  }

  /// Returns the lines of an `entry` or `exit`. Effects with a guard get a line of their own.
  private func lines(_ word: String, _ effects: [Effect]) -> [String] {
    var lines: [String] = []
    var rest = effects[...]
    while let first = rest.first {
      if case .when(let condition, let inner) = first {
        // The effects before it may have made what it compares a constant.
        lines.append("\(word) [\(text(condition, isOpaque: true))] / \(text(inner))")
        rest = rest.dropFirst()
      } else {
        let plain = rest.prefix { if case .when = $0 { false } else { true } }
        lines.append("\(word) / \(text(Array(plain)))")
        rest = rest.dropFirst(plain.count)
      }
    }
    return lines
  }

  func text(_ row: Row) -> String {
    let groups = row.groups.map { self.groups[$0].name }
    var text =
      switch row.sources {
      case .listed(let sources):
        (groups + sources.map { path($0) + self.text(row.patterns, of: .source) }).joined(separator: ", ")
      case .wildcard(_, let except):
        except.isEmpty && groups.isEmpty
          ? "*" : "* except " + (except.map { states[$0].name } + groups).joined(separator: ", ")
      }
    if let target = row.target { text += " -> \(self.text(target))" }
    text += " : " + row.triggers.map { self.text($0) + self.text(row.patterns, of: .event) }.joined(separator: ", ")
    let after = after(row.effects, row.target)
    if let condition = row.condition { text += " [\(self.text(condition))\(hiding(in: row, after))]" }
    return text + after
  }

  /// Returns a binding in a guard that changes nothing, to test that its name hides a field that the row keeps. Empty
  /// for most rows.
  private func hiding(in row: Row, _ after: String) -> String {
    guard !isPlayed, row.target == nil, case .listed(let sources) = row.sources, let source = sources.first else {
      return ""
    }
    let isCertain = row.effects.allSatisfy { effect in
      switch effect {
      case .named, .reply(.action): false
      default: true
      }
    }
    if case .otherwise? = row.condition { return "" }
    let words = Set(after.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    let labels = (ancestors(of: source) + [source]).flatMap { states[$0].fields.map(\.label) }
    guard isCertain, let label = labels.first(where: { !words.contains($0) }), after.utf8.count % 3 == 0 else {
      return ""
    }
    return ", let \(label) = Optional(same(9)), \(label) == 9"
  }

  /// Returns the text after a row's trigger: its effects, and the blocks that declare names for the rows of a choice.
  private func after(_ effects: [Effect], _ target: Target?) -> String {
    var texts = effects.isEmpty ? [] : [text(effects)]
    if case .choice? = target?.place {
      for (name, value) in target?.arguments ?? [] {
        texts.append("{ let \(name) = \(text(value))\(isPlayed ? "" : "; _ = \(name)") }")
      }
    }
    return texts.isEmpty ? "" : " / \(texts.joined(separator: ", "))"
  }

  func text(_ branch: Branch, of choice: Choice) -> String {
    let path = (choice.parent.map { self.path($0) + "." } ?? "") + choice.name
    let target = branch.target.map { " -> \(self.text($0))" } ?? ""
    let effects = branch.effects + (branch.traps ? [.trap] : [])
    // In a method, constants may replace the names that earlier effects declare and assign.
    return "\(path)\(target) : [\(self.text(branch.condition, isOpaque: hasMethods))]" + after(effects, branch.target)
  }

  private func text(_ trigger: Trigger) -> String {
    switch trigger {
    case .event(let event): return events[event].name
    case .always: return "always"
    case .timer(let state):
      guard let timer = states[state].timer else { return "after 1s" }
      return "\(timer.repeats ? "every" : "after")(.seconds(\(text(timer.seconds))))"
    case .done(nil, _): return "done"
    case .done(let child?, let bindsValue):
      guard bindsValue else { return "done(.\(states[child].name))" }
      let ignored = states[child].fields.dropFirst().map { _ in ", _" }.joined()
      return "done(.\(states[child].name)(let z\(ignored)))"
    }
  }

  private func text(_ target: Target) -> String {
    let arguments = target.arguments.map { "\($0.label): \(self.text($0.value))" }.joined(separator: ", ")
    let list = arguments.isEmpty ? "" : "(\(arguments))"
    switch target.place {
    case .state(let state): return ([path(state) + list] + target.others.map(path)).joined(separator: ", ")
    case .history(let state, .shallow): return path(state) + list + ".history"
    case .history(let state, .deep): return path(state) + list + ".deepHistory"
    case .choice(let choice):
      return (choices[choice].parent.map { path($0) + "." } ?? "") + choices[choice].name
    }
  }

  func path(_ state: Int) -> String {
    (ancestors(of: state).reversed() + [state]).map { states[$0].name }.joined(separator: ".")
  }

  private func text(_ effects: [Effect], isNamed: Bool = false) -> String {
    effects.enumerated().map { place, effect in
      switch effect {
      case .assignInBlock(let name, let value) where isNamed:
        "{ let t\(place) = \(text(value)); \(name) = t\(place) }"
      case .assignInBlock(let name, let value): "\(name) = \(text(value))"
      // A smaller chart may have lost it: the compiler refuses that one.
      case .named(let effect): self.effects.indices.contains(effect) ? self.effects[effect].name : "missing"
      // Stands in a line of its own.
      case .when(_, let inner): text(inner)
      case .output(let output, let value) where hasMethods && isPlayed:
        "{ trace.append(\"\(outputs[output])(\\(\(text(value))))\") }"
      case .output(let output, let value) where hasMethods:
        "{ trace.append(said(\"\(outputs[output])\", \(text(value)))) }"
      case .output(let output, let value): "\(outputs[output])(\(text(value)))"
      case .evaluate(let value): "{ _ = \(text(value)) }"
      case .reply(let reply): text(reply)
      case .assign(let name, let value): "\(name) = \(text(value))"
      case .trap: "trap"
      case .throw(let value): "throw Failure(\(text(value)))"
      case .raise(let event, let values):
        "raise \(call(event, values.map { text($0) }))"
      }
    }.joined(separator: ", ")
  }

  /// Returns an event with its values in Swift, without the dot: `e0(x: 1)`, `s1(.e0(x: 1))`.
  func call(_ event: Int, _ values: [String]) -> String {
    let name = events[event].name
    guard !values.isEmpty else { return name }
    let list = "(" + zip(parameters(of: event), values).map { "\($0): \($1)" }.joined(separator: ", ") + ")"
    return events[event].inner == nil ? name + list : name.dropLast() + list + ")"
  }

  private func text(_ reply: Reply) -> String {
    switch reply {
    case .number(let value): return "return \(text(value))"
    case .none: return "return nil"
    case .action(nil, _): return "none"
    case .action(let answer?, let arguments):
      let values = arguments.map { "\($0.label): \(text($0.value))" }.joined(separator: ", ")
      return answers[answer].name + (values.isEmpty ? "" : "(\(values))")
    }
  }

  /// Returns a condition as Swift.
  ///
  /// - Parameter isOpaque: whether to hide operands from the Swift compiler, because it may know their values.
  private func text(_ condition: Condition, isOpaque: Bool = false) -> String {
    func text(_ inner: Condition) -> String { self.text(inner, isOpaque: isOpaque) }
    return switch condition {
    case .otherwise: "else"
    case .less(let first, let second): "\(opaque(first, second, isOpaque)) < \(self.text(second))"
    case .equal(let first, let second): "\(opaque(first, second, isOpaque)) == \(self.text(second))"
    // An operator throws what its second operand does.
    case .and(let first, let second): "\(second.mayThrow ? "try " : "")(\(text(first))) && (\(text(second)))"
    case .or(let first, let second): "\(second.mayThrow ? "try " : "")(\(text(first))) || (\(text(second)))"
    case .active(let state): "in(\(path(state)))"
    // A chart that is made smaller may have lost the group.
    case .inGroup(let group): groups.indices.contains(group) ? "in(\(groups[group].name))" : "false"
    case .not(let condition): "!(\(text(condition)))"
    }
  }

  /// Returns the first operand of a comparison as Swift. A constant is hidden in a call, `same(3)`, because the
  /// compiler would warn of code that a constant condition excludes.
  private func opaque(_ first: Expression, _ second: Expression, _ isOpaque: Bool) -> String {
    !isPlayed && (isOpaque || first.isConstant && second.isConstant) ? "same(\(text(first)))" : text(first)
  }

  private func text(_ expression: Expression) -> String {
    switch expression {
    case .constant(let value): value < 0 ? "(\(value))" : "\(value)"
    case .name(let name): name
    case .sum(let first, let second): "(\(text(first)) &+ \(text(second)))"
    case .difference(let first, let second): "(\(text(first)) &- \(text(second)))"
    case .remainder(let first, let divisor): "(\(text(first)) % \(divisor))"
    case .attempt(let value): "(try fail(\(text(value))))"
    }
  }
}
