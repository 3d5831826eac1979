import StateMachineSyntax

/// Texts for the parts of a machine, for a diagram, a table or an SCXML document.
package struct MachineText {
  package let machine: StateMachine
  private let text: LabelText

  /// Creates a value that returns the texts of a machine's parts.
  ///
  /// - Parameter keepsBackticks: whether names keep their back-ticks. They must if the texts become Swift that is
  ///   compiled.
  package init(_ machine: StateMachine, keepsBackticks: Bool = false) {
    self.machine = machine
    text = LabelText(source: machine.source, keepsBackticks: keepsBackticks)
  }

  package func name(_ identifier: Identifier) -> String { text.plain(identifier.range) }

  /// Returns the events that an output sends, in the form in which its declaration lists them: `loaded`, `also lost`.
  /// An event with `also` may come from elsewhere, too.
  package func sent(by output: Output) -> [String] {
    output.sent.map { (output.alsoSent.contains($0) ? "also " : "") + name(machine.events[$0].name) }
  }

  /// The name of the machine after the name of the type that contains it: `Client.Door`. Without such a type, only the
  /// name: `Door`.
  package var title: String { (machine.outer.map { text.plain($0.range) + "." } ?? "") + name(machine.name) }

  package func swift(_ range: SourceRange, isStatements: Bool = false) -> String {
    text.swift(range, isStatements: isStatements)
  }

  package func documentation(_ range: SourceRange?) -> String { text.documentation(range) }

  /// Returns the row as written, on one line.
  package func row(_ row: Row) -> String { text.swift(row.range) }

  // MARK: Declarations

  /// Returns the text of a transition's trigger: `shut`, `after 5s`, `done` or `always`.
  package func trigger(_ transition: Transition) -> String {
    switch transition.trigger {
    case .event(let event): name(machine.events[event].name)
    case .elapsed(let timer): swift(machine.timers[timer].range)
    case .always, .done: machine.name(of: transition.trigger)
    }
  }

  /// Returns the text of a history default: `history -> muted`. It says which state is entered by the history of
  /// `composite` if `composite` was never active.
  package func historyDefault(of composite: StateID, _ target: StateID) -> String {
    "history -> \(path(target).dropFirst(path(composite).count + 1))"
  }

  /// Returns the path of a state: `active.sound`.
  package func path(_ state: StateID) -> String {
    machine.path(of: state).map { name(machine.states[$0].name) }.joined(separator: ".")
  }

  /// The declarations of names and states that older versions had, each on one line: `state paying was checkout`,
  /// `label total of state paying was sum`, `was refunding -> cancelled`.
  package var formerNames: [String] {
    func lines(_ part: String, _ former: [Identifier]) -> [String] { former.map { "\(part) was \(name($0))" } }
    func lines(_ part: String, _ former: [Identifier], _ fields: [Field]) -> [String] {
      lines(part, former)
        + fields.flatMap { field in
          lines("label \(field.label.map(name) ?? "_") of \(part)", field.formerNames)
        }
    }
    let states = machine.states.indices.flatMap { id in
      let state = machine.states[id]
      return lines("\(state.isRegion ? "region" : "state") \(path(id))", state.formerNames, state.fields)
    }
    let events = machine.events.filter { $0.owner == nil }.flatMap {
      lines("event \(name($0.name))", $0.formerNames, $0.fields)
    }
    let outputs = machine.outputs.filter { $0.owner == nil }.flatMap {
      lines("output \(name($0.name))", $0.formerNames, $0.fields)
    }
    let properties = machine.storedProperties.flatMap { lines("property \(name($0.name))", $0.formerNames) }
    let gone = machine.formerStates.map { "was \(swift($0.range))" }
    return states + events + outputs + properties + gone
  }

  /// Returns the payload of a state, and then its submachine: `(times: Int): LoadedContent`.
  package func payload(of state: State, withDefaults: Bool = false) -> String {
    guard let submachine = state.submachine else { return payload(state.fields, withDefaults: withDefaults) }
    return payload(state.fields.dropLast(), withDefaults: withDefaults) + ": " + swift(submachine.type)
  }

  /// Returns the text of a payload in parentheses: `(persons: Int, for key: Key?)`. Empty if the payload has no fields.
  ///
  /// - Parameters:
  ///   - withDefaults: whether the text contains default values: `(persons: Int = 0)`.
  ///   - withWords: whether the text contains the words `var` and `inout`: `(var persons: Int)`.
  package func payload(
    _ fields: some Collection<Field>, withDefaults: Bool = false, withWords: Bool = false
  ) -> String {
    guard !fields.isEmpty else { return "" }
    let texts = fields.map { field($0, withWords) + (withDefaults ? value($0.defaultValue) : "") }
    return "(\(texts.joined(separator: ", ")))"
  }

  /// Returns the text of a default or initial value, as it stands after a type: ` = 0`. Empty if `range` is nil,
  /// because the file has no such value.
  package func value(_ range: SourceRange?) -> String { range.map { " = \(swift($0))" } ?? "" }

  private func field(_ field: Field, _ withWords: Bool) -> String {
    let specifier = withWords ? field.specifier.map { swift($0) + " " } ?? "" : ""
    let word = withWords && field.isVariable ? "var " : ""
    let type = specifier + swift(field.type) + (field.submachine?.rawValue ?? "")
    switch (field.label, field.name) {
    case (let label?, let name?) where label.id != name.id:
      return "\(word)\(self.name(label)) \(self.name(name)): \(type)"
    case (let label?, _): return "\(word)\(name(label)): \(type)"
    case (nil, let name?): return "\(word)_ \(self.name(name)): \(type)"
    case (nil, nil): return word + type
    }
  }
  /// Returns the text of a policy, in the form in which it follows `unhandled`: `throw Refused(state, event)`, `trap`.
  package func policy(_ unhandled: Unhandled) -> String {
    unhandled.policy.rawValue + (unhandled.error.map { " \(text.swift($0.range))" } ?? "")
  }

  // MARK: Rows

  /// Returns the events of a row with their patterns, as written: `failed(let why), lost`.
  package func triggers(_ row: Row) -> String { text.swift(row.triggers) }

  /// Returns the texts of a transition's conditions: the patterns for the payload of the source (`persons: 0`), and
  /// then the guard or `else`. The patterns for the payload of the event are left out, because `triggers(_:)` returns
  /// them.
  package func guards(_ transition: Transition) -> [String] {
    let row = machine.rows[transition.row]
    let fields = machine.states[transition.source].pathFields
    var guards: [String] = []
    for pattern in transition.patterns where pattern.owner == .source && !pattern.isIrrefutable {
      let label = fields[Int(pattern.field)].label.map { name($0) + ": " } ?? ""
      guards.append(label + text.swift(pattern.range))
    }
    if row.isElse { guards.append("else") }
    if let condition = row.condition { guards.append(text.swift(condition.range)) }
    return guards
  }

  /// Returns the arguments that a row writes for its target: `(persons: 0, name: "a")`. Empty if the row writes no
  /// arguments, and for a row that leads to a choice.
  package func arguments(_ transition: Transition) -> String {
    guard let leaf = transition.leaf else { return "" }
    var arguments = self.arguments(transition.arguments, of: leaf)
    // Arguments that several targets have in common are written once.
    for entry in transition.regions
    where transition.otherTargets.contains(where: { machine.isInside($0, entry.region) }) {
      arguments += self.arguments(entry.arguments, of: entry.leaf).filter { !arguments.contains($0) }
    }
    return arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
  }

  /// Returns the texts of the arguments that a row writes for a leaf state: `persons: 0`. Arguments that the compiler
  /// has found, such as those that are carried over, have no text.
  private func arguments(_ targetArguments: [TargetArgument], of leaf: StateID) -> [String] {
    let fields = machine.states[leaf].pathFields
    var arguments: [String] = []
    for (field, argument) in zip(fields, targetArguments) {
      switch argument {
      case .code(let code):
        arguments.append((field.label.map { name($0) + ": " } ?? "") + text.swift(code.range))
      case .submachine(_, let properties, let state):
        if let state { arguments.append(text.swift(state.range)) }
        arguments += properties.map { "\($0.label): \(text.swift($0.value.range))" }
      default: continue
      }
    }
    return arguments
  }

  /// Returns the statements of a block of Swift on one line, separated by `;`.
  package func statements(_ code: SwiftCode) -> String { swift(code.range, isStatements: true) }

  /// Returns the text of an effect as written. Empty if the file does not contain the effect: for the end of a `do`,
  /// and for the start and the end of a timer.
  package func effect(_ effect: Effect) -> String {
    switch effect {
    case .assignProperty(let name, let symbol, let value), .assignField(let name, let symbol, let value):
      return "\(self.name(name)) \(text.plain(symbol)) \(text.swift(value.range))"
    case .trap(let message, _): return "trap" + (message.map { "(\(text.swift($0.range)))" } ?? "")
    case .throw(let error, _): return "throw \(text.swift(error.range))"
    case .block(let code):
      let statements = statements(code)
      // The range of a block excludes its braces; without them, the block is written as statements only.
      guard machine.source.bytes[code.range.lowerBound - 1] == Ascii.leftBrace else { return statements }
      return statements.isEmpty ? "{ }" : "{ \(statements) }"
    case .begin(_, _, let range): return text.swift(range)
    case .scope(let scope):
      if let name = scope.name { return self.name(name) + (scope.arguments.map { text.swift($0) } ?? "") }
      let effects = scope.effects.map(self.effect).joined(separator: ", ")
      return scope.condition.map { "[\(text.swift($0.range))] / \(effects)" } ?? effects
    default: return effect.range.map { text.swift($0) } ?? ""
    }
  }
}
