import StateMachineModel
import StateMachineSyntax

/// Writes history: what a composite was when it was left, kept in a property of the machine.
struct HistoryLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }
  private var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
  }

  private func remembers(_ state: StateID) -> Bool { !machine.states[state].histories.isEmpty }

  // MARK: Types and properties

  /// `State.Player`, the enum of a composite's children.
  private func enumPath(_ state: StateID) -> String {
    "State." + machine.path(of: state).map(names.children).joined(separator: ".")
  }

  /// The type of what is remembered: the child alone, unless the composite has a payload of its own.
  func type(of state: StateID) -> String {
    if model.actions.wholeHistories.contains(state) { return "State" }
    return machine.states[state].fields.isEmpty ? enumPath(state) : names.historyType(of: state)
  }

  /// What a remembered field is called.
  private func propertyName(_ field: Field, _ index: Int) -> String {
    guard let name = field.name, machine.names.text(name.id) != "child" else { return "value\(index + 1)" }
    return model.spelling(name)
  }

  /// The same as the label of an argument, where Swift warns of needless back-ticks.
  private func labelName(_ field: Field, _ index: Int) -> String {
    let name = propertyName(field, index)
    let plain = name.filter { $0 != "`" }
    return SwiftName.isPlain(plain.utf8) && plain != "inout" ? plain : name
  }

  /// The properties of all composites that remember.
  func writeProperties(_ out: inout SwiftWriter) {
    for state in machine.states.indices where remembers(state) {
      out.line(string: "/// The history of `\(model.name(of: state))`: what was active in it when it was last left.")
      out.line(string: "\(model.helperAccess)var \(names.history(of: state)): \(type(of: state))?")
    }
  }

  /// The types of what is remembered of composites that have a payload.
  func writeTypes(_ out: inout SwiftWriter, conformances: [String]) {
    for state in machine.states.indices
    where remembers(state) && !machine.states[state].fields.isEmpty && !model.actions.wholeHistories.contains(state) {
      out.line(string: "/// The history of `\(model.name(of: state))`: its payload, and what was active in it.")
      out.write(string: "\(model.helperAccess)struct \(type(of: state))")
      if !conformances.isEmpty { out.write(string: ": " + conformances.joined(separator: ", ")) }
      out.openBrace()
      for (index, field) in machine.states[state].fields.enumerated() {
        out.beginLocation(field.type)
        out.write(string: "\(model.helperMemberAccess)var \(propertyName(field, index)): ")
        out.code(SwiftCode(range: field.type), guards: Table())
        out.endLine()
        out.endLocation()
      }
      out.line(string: "\(model.helperMemberAccess)var child: \(enumPath(state))")
      out.closeBrace()
      out.blankLine()
    }
  }

  // MARK: Leaving

  /// The function that remembers what was active within a composite.
  func writeFunction(of state: StateID, _ out: inout SwiftWriter) {
    guard remembers(state) else { return }
    let children = machine.states[state].children
    let clearing =
      children.contains { machine.states[$0].isPseudostate } ? "A final state or a pseudostate" : "A final state"
    out.lines(
      """

      /// Stores the active substates of `\(model.name(of: state))` as its history. \(clearing) clears it.
      """)
    out.write(string: "\(model.helperAccess)mutating func \(names.function("remember", state))()")
    out.openFunction(answers: false)
    let property = names.history(of: state)
    let forgotten = children.filter { machine.states[$0].isForgotten }
    if forgotten.count == children.count {
      out.line(string: "self.\(property) = nil")
      out.closeFunction()
      return
    }
    let fields = machine.states[state].fields
    var child = "child"
    var opened = 0
    if machine.states[state].isRegion {
      (opened, child) = states.beginRegion(state, &out)
    } else {
      let outer: [LocalName?] = Array(repeating: nil, count: machine.states[state].ownFields)
      let own = fields.indices.map { LocalName.fresh("value\($0 + 1)") as LocalName? }
      opened = states.beginMatch(state, Bindings(names: outer + own, child: .fresh(child)), .init(), &out)
    }
    let value =
      fields.isEmpty
      ? child
      : "\(type(of: state))("
        + fields.enumerated().map { "\(labelName($1, $0)): value\($0 + 1), " }.joined() + "child: child)"
    if forgotten.isEmpty {
      out.line(string: "self.\(property) = \(value)")
    } else {
      out.openSwitch(over: child)
      states.writeCaseList(states: forgotten, within: state, &out)
      out.openCase()
      out.line(string: "self.\(property) = nil")
      out.closeCase()
      states.writeCaseList(states: children.filter { !machine.states[$0].isForgotten }, within: state, &out)
      out.openCase()
      out.line(string: "self.\(property) = \(value)")
      out.closeCase()
      out.closeSwitch()
    }
    states.endMatch(opened, &out)
    out.closeFunction()
  }

  // MARK: Coming back

  /// What a composite with a history was, where a transition leads back to it.
  struct Remembered {
    /// The variable for all of it, and what stands for the child.
    var variable: String
    var child: String
    /// What the fields were, by place.
    var fields: [Int: String] = [:]
  }

  func remembered(of composite: StateID) -> Remembered {
    let variable = names.fresh("last")
    let fields = machine.states[composite].fields
    var result = Remembered(variable: variable, child: fields.isEmpty ? variable : "\(variable).child")
    for (index, field) in fields.enumerated() {
      let place = machine.states[composite].ownFields + index
      result.fields[place] = "\(variable).\(propertyName(field, index))"
    }
    return result
  }
}

extension TransitionLowering {
  /// A transition to a composite's history: what was active comes back, or the default is entered.
  func write(
    _ history: Passage.HistoryReturn, _ otherwise: Passage.Arrival, of transition: Transition, _ attempt: Attempt,
    _ place: Place, _ arrivals: inout Arrivals, _ out: inout SwiftWriter
  ) {
    let printer = ArrivalLowering(model, states)
    let restoration = model.actions.restoration(history)
    if case .inOneValue = restoration {
      printer.write(otherwise, of: transition, attempt, place, unless: history, &out)
      writeEnd(history.entries, of: transition, attempt, place, &arrivals, &out)
      return
    }
    let last = HistoryLowering(model).remembered(of: history.composite)
    let keyword = history.renewals.isEmpty ? "let" : "var"
    out.write(string: "if \(keyword) \(last.variable) = self.\(model.names.history(of: history.composite))")
    out.openBrace(.check)
    switch restoration {
    case .inOneEntry(let whole):
      printer.write(
        whole, of: transition, attempt, place, child: .fresh(last.child), restored: last.fields,
        renewals: history.renewals, &out)
      out.continueBrace("else")
      printer.write(otherwise, of: transition, attempt, place, &out)
      out.closeBrace()
      writeEnd(history.entries, of: transition, attempt, place, &arrivals, &out)
      return
    case .inTwoArms(let whole):
      write(whole, last, renewals: history.renewals, of: transition, attempt, place, arrivals, &out)
    case .inCases: writeCases(history, last, of: transition, attempt, place, arrivals, &out)
    case .inOneValue, .never: break
    }
    out.closeBrace()
    printer.write(otherwise, of: transition, attempt, place, &out)
    // There is nothing to forget where nothing is remembered.
    let entries = otherwise.entries.filter { $0 != .forget(history.composite) }
    writeEnd(entries, of: transition, attempt, place, &arrivals, &out)
  }

  /// All that was active comes back as it was.
  private func write(
    _ whole: Passage.Arrival, _ last: HistoryLowering.Remembered, renewals: [Passage.Renewal] = [],
    of transition: Transition, _ attempt: Attempt, _ place: Place, _ arrivals: Arrivals, _ out: inout SwiftWriter
  ) {
    var arrivals = arrivals
    ArrivalLowering(model, states).write(
      whole, of: transition, attempt, place, child: .fresh(last.child), restored: last.fields, renewals: renewals,
      &out)
    writeEnd(whole.entries, of: transition, attempt, place, &arrivals, &out)
  }

  /// What was active is told apart: composites begin anew.
  private func writeCases(
    _ history: Passage.HistoryReturn, _ last: HistoryLowering.Remembered, of transition: Transition,
    _ attempt: Attempt, _ place: Place, _ arrivals: Arrivals, _ out: inout SwiftWriter
  ) {
    let composite = history.composite
    out.openSwitch(over: last.child)
    for (child, arrival) in history.anew {
      writeAnew(child, arrival, last, history, of: transition, attempt, place, arrivals, &out)
    }
    let listed = Set(history.anew.map(\.child))
    let others = model.machine.states[composite].children.filter { !listed.contains($0) }
    if !others.isEmpty, let whole = history.whole {
      states.writeCaseList(states: others, within: composite, &out)
      out.openCase()
      write(whole, last, of: transition, attempt, place, arrivals, &out)
      out.closeCase()
    }
    out.closeSwitch()
  }

  /// A composite that was active last begins anew, with its payload.
  private func writeAnew(
    _ child: StateID, _ arrival: Passage.Arrival, _ last: HistoryLowering.Remembered,
    _ history: Passage.HistoryReturn, of transition: Transition, _ attempt: Attempt, _ place: Place,
    _ arrivals: Arrivals, _ out: inout SwiftWriter
  ) {
    let declaration = model.machine.states[child]
    var restored = last.fields
    var bindings = Bindings(names: Array(repeating: nil, count: declaration.pathFields.count))
    for index in declaration.fields.indices {
      let field = declaration.ownFields + index
      guard case .restored = arrival.arguments[field] else { continue }
      let name = model.names.fresh("restored\(index + 1)")
      bindings.names[field] = .fresh(name)
      restored[field] = name
    }
    out.write("case ")
    states.writePattern(of: child, bindings, within: history.composite, &out)
    out.openCase()
    var arrivals = arrivals
    ArrivalLowering(model, states).write(arrival, of: transition, attempt, place, restored: restored, &out)
    writeEnd(arrival.entries, of: transition, attempt, place, &arrivals, &out)
    out.closeCase()
  }
}
