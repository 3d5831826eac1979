import StateMachineModel
import StateMachineSyntax

/// Describes a name for an editor, which shows the text beside the name: the declaration, its `///` comment, and facts
/// about its use in the machine.
package enum NameDescription {
  /// Returns the description of a name; nil if its declaration is not found in the machine.
  ///
  /// - Parameter asMarkdown: whether the text is Markdown, in which the declaration is a block of code.
  package static func text(of occurrence: Occurrence, in behaviour: Behaviour, asMarkdown: Bool) -> String? {
    let description = Description(behaviour)
    guard let (declaration, facts) = description.parts(of: occurrence) else { return nil }
    var parts = [asMarkdown ? "```sm\n\(declaration)\n```" : declaration]
    let comment = behaviour.machine.source.documentationText(
      behaviour.machine.documentations[occurrence.declaration])
    if !comment.isEmpty { parts.append(comment) }
    if !facts.isEmpty { parts.append(facts.joined(separator: asMarkdown ? "  \n" : "\n")) }
    return parts.joined(separator: "\n\n")
  }
}

private struct Description {
  typealias Parts = (declaration: String, facts: [String])

  let behaviour: Behaviour
  let machine: StateMachine
  let text: MachineText
  /// The largest number of names that a list shows. A longer list ends with the number of the others: `and 3 more`.
  private static let limit = 12

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    machine = behaviour.machine
    text = MachineText(machine, keepsBackticks: true)
  }

  /// Returns the declaration of a name as text, and facts about its use. Nil if the machine does not have the
  /// declaration.
  func parts(of occurrence: Occurrence) -> Parts? {
    let place = occurrence.declaration
    switch occurrence.kind {
    case .machine: return ("machine \(text.title)", machineFacts)
    case .wrapper: return ("wrapper \(machine.source.text(place))", [])
    case .state, .region:
      return machine.states.indices.first { machine.states[$0].name.range == place }.map(state)
    case .choice:
      return machine.choices.indices.first { machine.choices[$0].name.range == place }.map(choice)
    case .group:
      return machine.groups.first { $0.name.range == place }.map {
        ("group \(text.name($0.name)) = \($0.members.map(text.path).joined(separator: ", "))", [])
      }
    case .event: return machine.events.indices.first { machine.events[$0].name.range == place }.map(event)
    case .output: return machine.outputs.first { $0.name.range == place }.map(output)
    case .property: return machine.storedProperties.first { $0.name.range == place }.map(property)
    case .namedGuard, .namedEffect:
      return machine.shorthands.first { $0.name.range == place }.map {
        ("\($0.kind.rawValue) \(text.name($0.name))\(text.payload($0.fields)) = \(text.swift($0.range))", [])
      }
    case .actionEnum:
      return machine.actionEnums.first { $0.name.range == place }.map { action in
        let cases = action.cases.map { text.name($0.name) + text.payload($0.fields, withDefaults: true) }
        return ("action \(text.name(action.name)) { \(cases.joined(separator: ", ")) }", [])
      }
    case .result: return result(place)
    case .typeAlias:
      return machine.typealiases.first { $0.name == place }.map {
        ("typealias \(text.swift($0.head)) = \(text.swift($0.type))", [])
      }
    case .label: return label(place)
    case .binding: return binding(place)
    }
  }

  // MARK: Machines, states and choices

  private var machineFacts: [String] {
    let states = machine.states.count { !$0.isRegion && !$0.isPseudostate }
    return ["\(states) states, \(machine.events.count) events, \(machine.transitions.count) transitions"]
  }

  /// Returns the declaration of a state. Also the transitions that enter it or exit it, and the events that it takes.
  private func state(_ id: StateID) -> Parts {
    let state = machine.states[id]
    var words: [String] = []
    if machine.isInitial(id) { words.append("initial") }
    if state.isFinal { words.append("final") }
    words.append(state.isRegion ? "region" : "state")
    words.append(text.path(id) + text.payload(of: state, withDefaults: true))
    var facts: [String] = []
    let incoming = arrivals(at: id)
    if !incoming.isEmpty { facts.append("← \(list(incoming))") }
    let outgoing = departures(from: id)
    if !outgoing.isEmpty { facts.append("→ \(list(outgoing))") }
    let handled = machine.events.indices.filter { event in
      machine.events[event].owner == nil
        && !behaviour.reaction(of: leaf(id), to: event).transitions.isEmpty
    }
    if !handled.isEmpty { facts.append("takes \(list(handled.map { text.name(machine.events[$0].name) }))") }
    return (words.joined(separator: " "), facts)
  }

  private func leaf(_ state: StateID) -> StateID { machine.states.leaf(of: state) }

  /// Returns a text `source : trigger`, such as `open : close`, for each transition that leads to the state or into it.
  /// Transitions from the states within it are left out.
  private func arrivals(at state: StateID) -> [String] {
    unique(
      machine.transitions.filter { $0.target.map { machine.states.isInside($0, state) } ?? false }
        .filter { !machine.states.isInside($0.source, state) || $0.source == state }
        .map { "\(text.path($0.source)) : \(text.trigger($0))" })
  }

  /// Returns a text `target : trigger`, such as `closed : close`, for each transition that exits the state.
  private func departures(from state: StateID) -> [String] {
    unique(
      machine.transitions.filter { machine.states.isInside($0.source, state) }.compactMap { transition in
        let target = transition.target.map(text.path) ?? transition.choice.map { text.name(machine.choices[$0].name) }
        guard let target, transition.target.map({ $0 == state || !machine.states.isInside($0, state) }) ?? true else {
          return nil
        }
        return "\(target) : \(text.trigger(transition))"
      })
  }

  private func choice(_ id: ChoiceID) -> Parts {
    let choice = machine.choices[id]
    let targets = choice.branches.map { branch in
      branch.target.map(text.path) ?? branch.choice.map { text.name(machine.choices[$0].name) } ?? "the source"
    }
    let facts = targets.isEmpty ? [] : ["→ \(list(unique(targets)))"]
    return ("choice \(text.name(choice.name))", facts)
  }

  // MARK: Events, outputs and properties

  /// Returns the declaration of an event, and the states in which it is taken.
  private func event(_ id: EventID) -> Parts {
    let event = machine.events[id]
    var declaration = "event \(text.name(event.name))\(text.payload(event.fields, withDefaults: true))"
    if let result = event.method.result {
      declaration += " -> " + (result.specifier == nil ? "" : "sending ") + text.swift(result.type)
    }
    var facts: [String] = []
    let states = machine.states.indices.filter { machine.canEndRun(in: $0) && !machine.states[$0].isFinal }
    let taking = states.filter { !behaviour.reaction(of: $0, to: id).transitions.isEmpty }
    facts.append(taking.isEmpty ? "no state takes it" : "taken in \(list(taking.map(text.path)))")
    let others = states.count - taking.count
    if !taking.isEmpty, others > 0 {
      facts.append("\(others) other \(others == 1 ? "state" : "states"): \(machine.policy(of: id).rawValue)")
    }
    return (declaration, facts)
  }

  private func output(_ output: Output) -> Parts {
    var declaration = "output \(text.name(output.name))\(text.payload(output.fields, withDefaults: true))"
    switch output.kind {
    case .plain: break
    case .async: declaration += " async"
    case .stream: declaration += " stream"
    }
    let sent = text.sent(by: output)
    if !sent.isEmpty { declaration += " -> \(sent.joined(separator: ", "))" }
    return (declaration, [])
  }

  private func property(_ property: StoredProperty) -> Parts {
    let value = text.value(property.initialValue)
    return (
      "\(property.isVariable ? "var" : "let") \(text.name(property.name)): \(text.swift(property.type))\(value)",
      []
    )
  }

  private func result(_ place: SourceRange) -> Parts? {
    for action in machine.actionEnums {
      guard let result = action.cases.first(where: { $0.name.range == place }) else { continue }
      let payload = text.payload(result.fields, withDefaults: true)
      return ("\(text.name(action.name)).\(text.name(result.name))\(payload)", [])
    }
    return nil
  }

  // MARK: Labels

  /// Returns the label of the field that is declared at `place`, with the field's type. Also says which state, event,
  /// output or result has the field. Nil if no field is declared there.
  private func label(_ place: SourceRange) -> Parts? {
    func parts(_ fields: [Field], _ owner: String) -> Parts? {
      guard let field = fields.first(where: { $0.label?.range == place || $0.name?.range == place }) else { return nil }
      let type = text.swift(field.type) + text.value(field.defaultValue)
      return ("\(machine.source.text(place)): \(type)", ["of \(owner)"])
    }
    for state in machine.states.indices {
      if let found = parts(machine.states[state].fields, "the state '\(text.path(state))'") { return found }
    }
    for event in machine.events {
      if let found = parts(event.fields, "the event '\(text.name(event.name))'") { return found }
    }
    for output in machine.outputs {
      if let found = parts(output.fields, "the output '\(text.name(output.name))'") { return found }
    }
    for action in machine.actionEnums {
      for result in action.cases {
        if let found = parts(result.fields, "the result '\(text.name(result.name))'") { return found }
      }
    }
    return nil
  }

  /// Returns the name that a pattern binds at `place`, with its type if the type is known.
  private func binding(_ place: SourceRange) -> Parts? {
    let name = machine.source.text(place)
    for transition in machine.transitions where machine.rows[transition.row].range.contains(place) {
      for pattern in transition.patterns {
        guard let binding = pattern.bindings.first(where: { $0.name.range == place }), let type = binding.type else {
          continue
        }
        return ("\(name): \(text.swift(type))", ["bound by the pattern"])
      }
      for local in transition.locals where local.name.range == place {
        let fields =
          local.owner == .event ? machine.fields(of: transition.trigger) : machine.states[transition.source].pathFields
        guard fields.indices.contains(Int(local.field)) else { continue }
        return ("\(name): \(text.swift(fields[Int(local.field)].type))", ["bound by the pattern"])
      }
    }
    return (name, ["bound by the pattern"])
  }

  // MARK: Lists

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(Self.limit).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > Self.limit ? "\(shown) and \(names.count - Self.limit) more" : shown
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
