import JSON
import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Makes the JSON table of one machine. The lists of states, events and other declarations have the order of the `.sm`
/// file. Elsewhere in the table, a declaration is named by its index in its list: 0 is the first state.
struct MachineTable {
  let behaviour: Behaviour
  let machine: StateMachine
  let text: MachineText
  let types: SwiftTypes
  private let templates: ValueTemplates
  private let lines: LineTable
  /// The full names of all machines of the document. The table names a submachine by its index in this list.
  private let machines: [String]
  /// The rows, in which references replace the names. A row of the file is in the list several times if a name has
  /// several meanings: in `a, b : e [count > 0]`, the states `a` and `b` may have different fields `count`.
  private var rows: [JSONValue] = []
  private var rowPlaces: [JSONValue: Int] = [:]

  init(_ behaviour: Behaviour, machines: [String]) {
    self.behaviour = behaviour
    self.machines = machines
    machine = behaviour.machine
    text = MachineText(machine)
    types = SwiftTypes(machine)
    templates = ValueTemplates(behaviour)
    lines = LineTable(machine.source.bytes)
  }

  /// The names that Swift outside of rows can use, such as a default value. These are the machine's properties, because
  /// no payload is known there.
  var scope: SwiftScope { SwiftScope(machine, types) }

  var json: JSONValue {
    mutating get {
      let transitions = machine.transitions.indices.map { transition($0) }
      let states = machine.states.indices.map(state)
      return .compact(
        ("name", .string(machine.fullName)), ("documentation", documentation(machine.documentation)),
        ("interface", .string(machine.interface.rawValue)), ("unhandled", policy(machine.unhandled)),
        ("types", object(machine.typealiases.map { (machine.source.text($0.name), .string(text.swift($0.type))) })),
        ("enums", types.enums.isEmpty ? nil : types.json),
        ("properties", .list(machine.storedProperties.map(property))),
        ("events", .list(machine.events.indices.map(event))),
        ("outputs", .list(machine.outputs.indices.map(output))),
        ("actions", .list(machine.actionEnums.map(actions))),
        ("states", .array(states)),
        ("timers", .list(machine.timers.indices.map(timer))),
        ("queries", .list(machine.queries.map(query))),
        ("rows", .list(rows)), ("transitions", .list(transitions)),
        ("start", behaviour.start.map { arrival($0, scope) }), ("swift", templates.wholeState.map(template)),
        ("new", template(templates.new)), ("equatable", .flag(templates.areEquatable)),
        ("throws", .flag(templates.handleThrows)), ("starts", .flag(templates.hasStart)))
    }
  }

  // MARK: Declarations

  private func object(_ members: [(String, JSONValue)]) -> JSONValue? {
    members.isEmpty ? nil : .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
  }

  private func name(_ name: Identifier) -> JSONValue { .string(machine.names.text(name.id)) }

  private func documentation(_ range: SourceRange?) -> JSONValue? {
    let documentation = text.documentation(range)
    return documentation.isEmpty ? nil : .string(documentation)
  }

  /// Returns the tree of a default value or an initial value, which can use no payload: `0` for `var count: Int = 0`.
  /// Nil if `range` is nil, because the declaration has no value.
  private func constant(_ range: SourceRange?) -> JSONValue? {
    range.map { ExpressionReader.tree(SwiftCode(range: $0), scope) }
  }

  private func template(_ pieces: [ValueTemplates.Piece]) -> JSONValue {
    .array(
      pieces.map { piece in
        switch piece {
        case .text(let text): .string(text)
        case .field(let place): ["field": .int(place)]
        case .active(within: let state): ["in": .int(state.index)]
        case .delay: ["delay": true]
        case .property(let place): ["property": .int(place)]
        case .state: ["state": true]
        }
      })
  }

  private func policy(_ unhandled: Unhandled) -> JSONValue {
    .compact(
      ("policy", .string(unhandled.policy.rawValue)),
      ("message", unhandled.message.map { ExpressionReader.tree($0, scope) }),
      ("error", unhandled.error.map { ExpressionReader.text($0, scope) }))
  }

  private func property(_ property: StoredProperty) -> JSONValue {
    .compact(
      ("name", name(property.name)), ("type", .string(text.swift(property.type))),
      ("variable", .flag(property.isVariable)), ("parameter", .flag(property.isParameter)),
      ("value", constant(property.initialValue)))
  }

  private func fields(_ fields: [Field]) -> JSONValue? {
    .list(
      fields.map { field in
        .compact(
          ("label", field.label.map(name)), ("name", field.name.map(name)),
          ("type", .string(text.swift(field.type) + (field.submachine?.rawValue ?? ""))),
          ("default", constant(field.defaultValue)))
      })
  }

  private func event(_ id: EventID) -> JSONValue {
    let event = machine.events[id]
    let result = event.method.result.map { result in
      JSONValue.compact(
        ("type", .string(text.swift(result.type))), ("action", result.actionEnum.map { .int($0.index) }),
        ("default", constant(result.defaultValue)))
    }
    return .compact(
      ("name", name(event.name)), ("documentation", documentation(event.documentation)),
      ("fields", fields(event.fields)), ("unhandled", machine.ownUnhandled(id).map(policy)), ("answer", result),
      ("throws", .flag(event.method.throwing != nil)),
      ("owner", event.owner.map { .int($0.index) }), ("swift", template(templates.event(id))))
  }

  private func output(_ id: OutputID) -> JSONValue {
    let output = machine.outputs[id]
    let name = machine.names.text(output.name.id)
    let activity = output.kind == .plain ? nil : output.tasks.activity(name)
    let isOther = activity.map { $0.begin != name } ?? false
    return .compact(
      ("name", .string(name)), ("documentation", documentation(output.documentation)),
      ("fields", fields(output.fields)),
      ("kind", output.kind == .plain ? nil : output.kind == .async ? "async" : "stream"),
      ("sends", .list(output.sent.map { .int($0.index) })), ("owner", output.owner.map { .int($0.index) }),
      ("cancelName", output.kind == .plain ? nil : .string(TaskUse.cancel(name))),
      ("doName", isOther ? activity.map { .string($0.begin) } : nil),
      ("cancelDoName", activity.map { .string($0.cancel) }),
      ("swift", template(templates.output(id))), ("doSwift", isOther ? template(templates.activity(id)) : nil))
  }

  private func actions(_ actions: ActionEnum) -> JSONValue {
    let cases = actions.cases.map { one in
      JSONValue.compact(
        ("name", name(one.name)), ("fields", fields(one.fields)), ("swift", template(templates.result(one))))
    }
    return ["name": name(actions.name), "cases": .array(cases)]
  }

  private func query(_ query: StateQuery) -> JSONValue {
    ["text": .string(query.text), "states": .array(query.members.map { .int($0.index) })]
  }

  private func timer(_ id: TimerID) -> JSONValue {
    let timer = machine.timers[id]
    let delay: JSONValue =
      switch timer.delay {
      case .literal(let text): ExpressionReader.duration(text)
      case .code(let code): ExpressionReader.tree(code, scope(of: timer.state, machine.states[timer.state].entry))
      }
    let swift = templates.timer(id)
    return .compact(
      ("state", .int(timer.state.index)), ("text", .string(text.swift(timer.range))),
      ("repeats", .flag(timer.repeats)), ("delay", delay),
      ("elapsed", template(swift.elapsed)), ("begin", template(swift.begin)), ("cancel", template(swift.cancel)))
  }

  // MARK: States

  /// Returns a state as JSON: its declaration, its effects, and for each trigger the transitions to try.
  private func state(_ id: StateID) -> JSONValue {
    let state = machine.states[id]
    let groups = behaviour.groups(of: id).map { group in
      JSONValue.compact(
        ("trigger", trigger(group.trigger)), ("try", .array(behaviour.tried(group).map { .int($0.index) })),
        ("certain", .flag(behaviour.isCertain(group))))
    }
    let submachine = state.submachine.map { submachine in
      JSONValue.compact(
        ("machine", machines.firstIndex(of: submachine.interface.name).map { .int($0) }),
        ("type", .string(text.swift(submachine.type))), ("event", submachine.event.map { .int($0.index) }),
        ("output", submachine.output.map { .int($0.index) }), ("field", .int(submachine.field)))
    }
    let kind: JSONValue? =
      state.isRegion ? "region" : state.isPseudostate ? "pseudostate" : state.isFinal ? "final" : nil
    return .compact(
      ("name", name(state.name)), ("documentation", documentation(state.documentation)), ("kind", kind),
      ("parent", state.parent.map { .int($0.index) }), ("end", .int(max(state.end.index, id.index + 1))),
      ("fields", fields(state.fields)), ("initial", state.initialChild.map { .int($0.index) }),
      ("entry", moves(behaviour.entry(of: id))), ("exit", moves(behaviour.exit(of: id))),
      ("onEntry", action(state.entry, of: id)), ("onExit", action(state.exit, of: id)),
      ("defers", .list(state.deferred.map { .int($0.index) })), ("forgotten", .flag(state.isForgotten)),
      ("submachine", submachine), ("on", .list(groups)), ("swift", template(templates.state(id))))
  }

  private func trigger(_ trigger: Trigger) -> JSONValue {
    switch trigger {
    case .event(let event): ["event": .int(event.index)]
    case .always: "always"
    case .done: "done"
    case .elapsed(let timer): ["timer": .int(timer.index)]
    }
  }

  private func scope(of state: StateID, _ action: Action?) -> SwiftScope {
    var scope = scope
    scope.add(action?.locals ?? [])
    scope.stateName = text.path(state)
    return scope
  }

  private func action(_ action: Action?, of state: StateID) -> JSONValue? {
    guard let action else { return nil }
    var scope = scope(of: state, action)
    return .list(effects(action.effects, &scope))
  }

  // MARK: Transitions

  /// Returns a transition as JSON: its patterns, the states that it exits, and what it does (`passage`).
  private mutating func transition(_ id: TransitionID) -> JSONValue {
    let transition = machine.transitions[id]
    var scope = scope
    scope.add(transition.locals)
    scope.stateName = text.path(transition.source)
    scope.eventName = machine.name(of: transition.trigger)
    let patterns = transition.patterns.map { pattern(of: $0, &scope) }
    return .compact(
      ("source", .int(transition.source.index)), ("patterns", .list(patterns)),
      ("internal", .flag(transition.isInternal)), ("ignores", .flag(behaviour.ignores(id))),
      (
        "leaves",
        .list(
          behaviour.exitSet(of: transition).ranges.filter { !$0.isEmpty }.map {
            [.int($0.lowerBound.index), .int($0.upperBound.index)]
          })
      ),
      ("passage", passage(behaviour.passage(of: id), of: transition, scope)))
  }

  private func pattern(of pattern: Pattern, _ scope: inout SwiftScope) -> JSONValue {
    let tree = PatternReader.tree(pattern, scope)
    for binding in pattern.bindings { scope.bind(machine.names.text(binding.name.id)) }
    return [
      "of": pattern.owner == .event ? "event" : "source", "field": .int(Int(pattern.field)), "pattern": tree,
      "text": .string(text.swift(pattern.range)),
    ]
  }

  /// Returns what a transition does as JSON: its row, its exits, and the states that it enters. For a transition to a
  /// choice, this is a list with one such object for each row of the choice.
  private mutating func passage(_ passage: Passage, of transition: Transition, _ scope: SwiftScope) -> JSONValue {
    var scope = scope
    let row = row(passage.row, &scope)
    var members: [JSONValue.Member] = [.init(key: "row", value: .int(row))]
    func add(_ key: String, _ value: JSONValue?) { if let value { members.append(.init(key: key, value: value)) } }
    add("exits", moves(passage.exits))
    add("answer", transition.result.map { result($0, scope) })
    switch passage.end {
    case .trap: add("trap", true)
    case .stay: add("stay", true)
    case .choice(let branches):
      var list: [JSONValue] = []
      for branch in branches {
        var inner = scope
        inner.add(branch.transition.locals)
        list.append(self.passage(branch.passage, of: branch.transition, inner))
      }
      add("branches", .array(list))
    case .arrival(let arrival): add("arrival", self.arrival(arrival, scope))
    case .history(let history, otherwise: let arrival):
      add("arrival", self.arrival(arrival, scope))
      add("history", self.history(history, scope))
    }
    return .object(members)
  }

  private func result(_ given: TransitionResult, _ scope: SwiftScope) -> JSONValue {
    switch given {
    case .value(let code): ["value": ExpressionReader.tree(code, scope)]
    case .action(let action, let index, let arguments, _):
      .compact(
        ("action", .int(action.index)), ("case", .int(index)),
        ("arguments", .list(self.arguments(arguments, of: machine.actionEnums[action].cases[index].fields, scope))))
    }
  }

  private func history(_ history: Passage.HistoryReturn, _ scope: SwiftScope) -> JSONValue {
    .compact(
      ("kind", history.kind == .deep ? "deep" : "shallow"), ("composite", .int(history.composite.index)),
      ("anew", .list(history.anew.map { ["child": .int($0.child.index), "arrival": arrival($0.arrival, scope)] })),
      ("whole", history.whole.map { arrival($0, scope) }),
      (
        "renewals",
        .list(history.renewals.map { ["body": .int($0.body.index), "arrival": arrival($0.arrival, scope)] })
      ),
      ("entries", moves(history.entries)))
  }

  private func arrival(_ arrival: Passage.Arrival, _ scope: SwiftScope) -> JSONValue {
    let regions = arrival.regions.map { entry in
      JSONValue.compact(
        ("region", .int(entry.region.index)), ("leaf", .int(entry.leaf.index)),
        ("arguments", .list(arguments(entry.arguments, of: machine.states[entry.leaf].pathFields, scope))))
    }
    return .compact(
      ("state", .int(arrival.state.index)), ("domain", arrival.domain.map { .int($0.index) }),
      ("arguments", .list(arguments(arrival.arguments, of: machine.states[arrival.state].pathFields, scope))),
      ("regions", .list(regions)), ("entries", moves(arrival.entries)))
  }

  /// Returns the values for the fields of an entered state or of a result, as trees. `["stays"]` means that the field
  /// keeps its value, for example, and `["restored"]` that a history gives the value.
  private func arguments(_ arguments: [TargetArgument], of fields: [Field], _ scope: SwiftScope) -> [JSONValue] {
    zip(arguments, fields).map { argument, field in
      switch argument {
      case .code(let code): ExpressionReader.tree(code, scope, allowsChanges: true)
      case .local(let name), .bound(let name): scope.reference(to: machine.names.text(name.id)) ?? ["missing"]
      case .defaultValue:
        constant(field.defaultValue) ?? (field.submachine == nil ? ["missing"] : ["submachine", .object([])])
      case .stays: ["stays"]
      case .restored: ["restored"]
      case .same(let place): ["same", .int(Int(place))]
      case .submachine(_, let properties, let state):
        [
          "submachine",
          .compact(
            (
              "properties",
              .list(properties.map { ["name": .string($0.label), "value": ExpressionReader.tree($0.value, scope)] })
            ),
            ("state", state.map { ExpressionReader.tree($0, scope) })),
        ]
      }
    }
  }

  /// Returns the steps of exiting and entering states as JSON, in the order in which they happen. Nil if there are
  /// none.
  private func moves(_ moves: [Move]) -> JSONValue? {
    .list(
      moves.map { move in
        let (kind, state): (JSONValue, StateID?) =
          switch move {
          case .exitWithin(let body): ("exitWithin", body)
          case .enterWithin(let body): ("enterWithin", body)
          case .stop(let state): ("stop", state)
          case .start(let state): ("start", state)
          case .remember(let state): ("remember", state)
          case .forget(let state): ("forget", state)
          case .exit(let state): ("exit", state)
          case .enter(let state): ("enter", state)
          case .finish(let state): ("finish", state)
          case .beginWithin(let body): ("beginWithin", body)
          case .begin(let state): ("begin", state)
          case .resume(let state): ("resume", state)
          }
        return [kind, state.map { .int($0.index) } ?? .null]
      })
  }

  // MARK: Rows and effects

  /// Adds a row to the table and returns its index. If the table has an equal row already, returns the index of that
  /// row. The names in the row are looked up in `scope`. Then the names that blocks of the row declare are added to
  /// `scope`.
  private mutating func row(_ id: RowID, _ scope: inout SwiftScope) -> Int {
    let row = machine.rows[id]
    let guards = row.condition.map { ExpressionReader.condition($0, scope) }
    let json = JSONValue.compact(
      ("id", .int(id.index)), ("text", .string(text.row(row))),
      ("line", .int(lines.position(of: row.range.lowerBound).line)), ("guard", guards),
      ("guardText", row.condition.map { .string(text.swift($0.range)) }), ("else", .flag(row.isElse)),
      ("never", .flag(row.neverApplies)), ("attempt", .flag(row.hasAttempt)),
      ("effects", .list(effects(row.effects, &scope))))
    if let place = rowPlaces[json] { return place }
    rows.append(json)
    rowPlaces[json] = rows.count - 1
    return rows.count - 1
  }

  private func effects(_ effects: [Effect], _ scope: inout SwiftScope) -> [JSONValue] {
    var list: [JSONValue] = []
    for effect in effects { if let json = self.effect(effect, &scope) { list.append(json) } }
    return list
  }

  /// Returns an effect as JSON: `{"output": 0, "arguments": [2]}` for `close(speed: 2)`. Nil for an effect that is the
  /// result of a method, because the table has the result in the transition.
  private func effect(_ effect: Effect, _ scope: inout SwiftScope) -> JSONValue? {
    switch effect {
    case .output(let id, let code, _):
      return .compact(("output", .int(id.index)), ("arguments", call(code, machine.outputs[id].fields, scope)))
    case .begin(let id, let code, _):
      return .compact(("begin", .int(id.index)), ("arguments", call(code, machine.outputs[id].fields, scope)))
    case .raise(let id, let code, _):
      return .compact(("raise", .int(id.index)), ("arguments", call(code, machine.events[id].fields, scope)))
    case .end(let id): return ["end": .int(id.index)]
    case .cancel(let id, _): return ["cancel": .int(id.index)]
    case .schedule(let id): return ["schedule": .int(id.index)]
    case .unschedule(let id): return ["unschedule": .int(id.index)]
    case .assignProperty(let name, let operation, let value), .assignField(let name, let operation, let value):
      return assignment(machine.names.text(name.id), machine.source.text(operation), value, text.effect(effect), scope)
    case .trap(let message, _): return ["trap": message.map { ExpressionReader.tree($0, scope) } ?? true]
    case .throw(let error, _): return ["throw": ExpressionReader.text(error, scope)]
    case .result: return nil
    case .block(let code): return block(code, text.effect(effect), &scope)
    case .scope(let inner):
      var within = scope
      let condition = inner.condition.map { ExpressionReader.condition($0, scope) }
      let json = JSONValue.compact(
        ("name", inner.name.map { _ in .string(text.effect(effect)) }), ("when", condition),
        ("do", .array(self.effects(inner.effects, &within))))
      if inner.condition == nil, !inner.isClosed { scope = within }
      return json
    }
  }

  private func assignment(
    _ name: String, _ operation: String, _ value: SwiftCode, _ text: String, _ scope: SwiftScope
  ) -> JSONValue {
    let target = scope.reference(to: name) ?? scope.property(named: name) ?? ["missing"]
    let value = ExpressionReader.tree(value, scope)
    let isKnown = ["=", "+=", "-=", "*=", "/=", "%="].contains(operation)
    let result: JSONValue =
      operation == "="
      ? value
      : isKnown
        ? [.string(String(operation.dropLast())), target, value] : ["text", target, .string(" \(operation) "), value]
    return ["set": target, "to": result, "text": .string(text)]
  }

  private func block(_ code: SwiftCode, _ text: String, _ scope: inout SwiftScope) -> JSONValue {
    let statements = BlockReader.statements(code, scope)
    let changes = behaviour.changes(of: code).compactMap { scope.reference(to: $0) ?? scope.property(named: $0) }
    let braces = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
    for range in SwiftAnalysis.declaredNames(in: braces, machine.source.bytes) {
      scope.bind(machine.source.text(range).filter { $0 != "`" })
    }
    return .compact(("block", .string(text)), ("do", statements.map { .array($0) }), ("changes", .list(changes)))
  }

  /// Returns the arguments of a call as a JSON array of trees, one for each field: `[2]` for `close(speed: 2)`. If a
  /// field has no argument, its default value takes that place. Nil if `fields` is empty.
  private func call(_ code: SwiftCode?, _ fields: [Field], _ scope: SwiftScope) -> JSONValue? {
    var given = ExpressionReader.arguments(code, scope)[...]
    return .list(
      fields.map { field in
        if let first = given.first, first.label == field.label.map({ machine.names.text($0.id) }) {
          given = given.dropFirst()
          return first.value
        }
        return constant(field.defaultValue) ?? ["missing"]
      })
  }
}
