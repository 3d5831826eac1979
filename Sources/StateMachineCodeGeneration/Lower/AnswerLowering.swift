import StateMachineModel
import StateMachineSyntax

/// Writes what methods return.
struct AnswerLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
  }

  /// What an answer is called that is worked out before the new state is written.
  private var early: String { machine.names.fresh("answer") }
  private var earlyError: String { machine.names.fresh("failure") }

  // MARK: Where the text stands

  /// Writes `let answer: Action = …` where the text of an answer stands.
  func writeEarly(_ transition: Transition, _ attempt: Attempt, _ out: inout SwiftWriter) {
    guard let expected = machine.answer(to: transition.trigger), transition.answer != nil,
      AnswerPlan(model: model).isEarly(transition)
    else { return }
    out.beginLocation(location(of: transition))
    out.write(string: "let \(early): ")
    out.write(expected.type)
    out.write(" = ")
    writeValue(transition, expected, attempt, &out)
    out.endLine()
    out.endLocation()
  }

  // MARK: The end

  /// Writes `return …`, or what stands in its place.
  ///
  /// - Parameter isEarly: whether what may have to be worked out early has been.
  func writeReturn(_ transition: Transition, _ attempt: Attempt, isEarly: Bool, _ out: inout SwiftWriter) {
    guard let expected = machine.answer(to: transition.trigger) else {
      out.leave()
      return
    }
    if isEarly, transition.answer != nil, AnswerPlan(model: model).isEarly(transition) {
      out.leave("return \(early)")
      return
    }
    out.beginLocation(location(of: transition) ?? expected.defaultValue)
    out.write("return ")
    if transition.answer == nil {
      writeDefault(expected, &out)
    } else {
      writeValue(transition, expected, attempt, &out)
    }
    out.endLeaving()
    out.endLocation()
  }

  /// Writes what is returned where nothing is done.
  func writeDefault(of event: EventID, _ out: inout SwiftWriter) {
    guard let expected = machine.events[event].method.answer else {
      out.leave()
      return
    }
    out.beginLocation(expected.defaultValue)
    out.write("return ")
    writeDefault(expected, &out)
    out.endLeaving()
    out.endLocation()
  }

  private func writeDefault(_ expected: Method.Answer, _ out: inout SwiftWriter) {
    if let value = expected.defaultValue { out.code(SwiftCode(range: value), guards: machine.namedGuards) }
  }

  private func location(of transition: Transition) -> SourceRange? {
    switch transition.answer {
    case .value(let code): code.range
    case .action(_, _, _, let range): range
    case nil: nil
    }
  }

  private func writeValue(
    _ transition: Transition, _ expected: Method.Answer, _ attempt: Attempt, _ out: inout SwiftWriter
  ) {
    switch transition.answer {
    case .value(let code): out.code(code, guards: machine.namedGuards)
    case .action(let id, let index, let arguments, _):
      let answer = machine.actionEnums[id].cases[index]
      if !findsCases(of: id, answer.name, in: expected) { out.write(machine.actionEnums[id].name) }
      out.write(".")
      out.write(member: answer.name)
      guard !answer.fields.isEmpty else { return }
      let values = arguments.map { argument -> FieldValue in
        switch argument {
        case .code(let code): .code(code)
        case .local(let name): .name(attempt.carried(name, machine))
        case .bound(let name): .name(.declared(name))
        case .defaultValue, .stays, .restored, .submachine, .same: .defaultValue
        }
      }
      out.write("(")
      _ = states.writeArguments(values, for: answer.fields, holdsMore: false, &out)
      out.write(")")
    case nil: break
    }
  }

  /// Tells whether Swift finds a case behind a dot alone. In an optional it looks for `.none` and `.some` there first,
  /// and does not look into an optional of one.
  private func findsCases(of id: ActionEnumID, _ name: Identifier, in expected: Method.Answer) -> Bool {
    let type = model.text(expected.type)
    guard type.hasSuffix("?") else { return true }
    let text = model.text(name)
    return type == "\(model.text(machine.actionEnums[id].name))?" && text != "none" && text != "some"
  }

  // MARK: Errors

  /// Writes `let failure = Refused()` where the text of an error stands that the new state must not change.
  func writeEarly(_ error: SwiftCode, _ out: inout SwiftWriter) {
    guard !AnswerPlan.canFollow(error, machine) else { return }
    out.beginLocation(error.range)
    out.write(string: "let \(earlyError) = ")
    out.code(error, guards: machine.namedGuards)
    out.endLine()
    out.endLocation()
  }

  /// Writes `throw Refused()`, the end of a row.
  func writeThrow(_ error: SwiftCode, isEarly: Bool, _ out: inout SwiftWriter) {
    if isEarly, !AnswerPlan.canFollow(error, machine) {
      out.leave("throw \(earlyError)")
      return
    }
    out.beginLocation(error.range)
    out.write("throw ")
    out.code(error, guards: machine.namedGuards)
    out.endLeaving()
    out.endLocation()
  }
}

extension Attempt {
  /// What carries over is called as in the case: the row's own name for it may be hidden by what a block declares.
  func carried(_ name: Identifier, _ machine: StateMachine) -> LocalName {
    let local = machine.transitions[transition].local(named: name.id)
    return local.flatMap { self.name($0.owner, $0.field) } ?? .declared(name)
  }
}
