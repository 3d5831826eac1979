import StateMachineModel

/// Writes how the states of regions are asked on one trigger.
struct LevelPrinter {
  private let reducer: ReducerPrinter
  private var model: SwiftModel { reducer.model }
  private var states: StatePrinter { reducer.states }

  init(_ reducer: ReducerPrinter) { self.reducer = reducer }

  func write(_ level: Level, _ context: ReducerPrinter.Context, _ out: inout SwiftWriter) {
    switch level {
    case .states(let switched): write(switched, context, &out)
    case .composite(let one, let region): write(one, of: region, context, &out)
    case .answers(let answers): write(answers, context, &out)
    case .selection(let selection): write(selection, context, &out)
    case .body(let body): reducer.write(body, context, &out)
    case .step: break
    }
  }

  private func write(_ switched: RegionSwitch, _ context: ReducerPrinter.Context, _ out: inout SwiftWriter) {
    let subject = model.layout.subject(ofRegion: switched.region)
    if switched.cases.count == 1, !switched.others.isEmpty {
      writeOnly(switched.cases[0], subject, switched.otherwise, context, &out)
      return
    }
    out.openSwitch(over: subject)
    for one in switched.cases {
      out.write("case ")
      writePattern(one, &out)
      out.openCase()
      reducer.write(one.body, context, &out)
      out.closeCase()
    }
    if !switched.others.isEmpty {
      states.writeCaseList(states: switched.others, &out)
      out.openCase()
      reducer.writeEnd(switched.otherwise, context, &out)
      out.closeCase()
    }
    out.closeSwitch()
  }

  /// One state of several: a `guard` where nothing else follows for the others.
  private func writeOnly(
    _ one: RegionCase, _ subject: String, _ otherwise: Verdict, _ context: ReducerPrinter.Context,
    _ out: inout SwiftWriter
  ) {
    if otherwise == .next {
      out.write("if case ")
      writePattern(one, &out)
      out.write(string: " = \(subject)")
      out.openBrace(.check)
      reducer.write(one.body, context, &out)
      out.closeBrace()
    } else {
      out.write("guard case ")
      writePattern(one, &out)
      out.write(string: " = \(subject)")
      out.endGuard(otherwise: reducer.text(otherwise, context), label: context.label)
      reducer.write(one.body, context, &out)
    }
  }

  private func write(
    _ one: RegionCase, of region: StateID, _ context: ReducerPrinter.Context, _ out: inout SwiftWriter
  ) {
    let subject = model.layout.subject(ofRegion: region)
    guard model.layout.isOnlyState(one.state) else {
      writeOnly(one, subject, .next, context, &out)
      return
    }
    out.openSwitch(over: subject)
    out.write("case ")
    writePattern(one, &out)
    out.openCase()
    reducer.write(one.body, context, &out)
    out.closeCase()
    out.closeSwitch()
  }

  private func writePattern(_ one: RegionCase, _ out: inout SwiftWriter) {
    let segments = model.layout.segments(of: one.state)
    let first = segments.last.map { model.layout.firstField(of: $0) } ?? 0
    states.writePattern(of: one.state, one.bindings, from: first, &out)
  }

  // MARK: Blocks

  private func write(_ answers: RegionAnswers, _ context: ReducerPrinter.Context, _ out: inout SwiftWriter) {
    for flag in [answers.accepted] + answers.flags { out.declare(flag: flag) }
    for selection in answers.selections {
      let task = ReducerPrinter.Context.Task.answer(accepted: answers.accepted, label: selection.label)
      write(selection, ReducerPrinter.Context(planner: context.planner, task: task), &out)
    }
    out.write("return ")
    out.write(variable: answers.accepted)
    out.endLeaving()
  }

  func write(_ selection: Selection, _ context: ReducerPrinter.Context, _ out: inout SwiftWriter) {
    var context = context
    switch context.task {
    case .answer(let accepted, _): context.task = .answer(accepted: accepted, label: selection.label)
    case .selection(let outcome, let rest, _):
      context.task = .selection(outcome: outcome, rest: rest, label: selection.label)
    case .function: break
    }
    out.openScope(label: selection.label)
    if let flag = selection.asks { reducer.writeGuard(flag, context, &out) }
    for level in selection.levels { write(level, context, &out) }
    for flag in selection.opens { out.set(flag) }
    out.closeBrace()
  }
}
