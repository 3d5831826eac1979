import StateMachineSyntax

/// What a row answers, as it is written.
enum AnswerOfRow {
  case value(SwiftText, keyword: SourceRange)
  case action(NameSyntax, ArgumentListSyntax?)

  var range: SourceRange {
    switch self {
    case .value(let text, let keyword): keyword.union(text.range)
    case .action(let name, let arguments): arguments.map { name.range.union($0.range) } ?? name.range
    }
  }
}

/// What rows answer to those who have called the method of their event.
extension Resolver {
  /// Whether an effect that is written as an output is an answer: a machine with methods has no outputs.
  func isAnswer(_ effect: EffectSyntax) -> Bool {
    switch effect {
    case .answer: true
    case .output(let name, _): machine.hasMethods && namedEffect(effect) == nil && names[name.id].output == nil
    default: false
    }
  }

  /// Notes the answer of the row at hand; what it stands for is decided for each of its events.
  mutating func resolveAnswer(_ effect: EffectSyntax) -> Effect? {
    let range = effect.range
    guard machine.hasMethods else {
      // The declaration of an event that answers has been reported.
      if !isIncomplete { diagnostics.append(.needsMethods(range, "an answer")) }
      isIncomplete = true
      row.isBroken = true
      return nil
    }
    // An activity has been refused as a whole.
    if row.carrier.isActivity {
      row.isBroken = true
      return nil
    }
    guard row.carrier.mayAnswer else {
      diagnostics.append(.answerOfAction(range))
      row.isBroken = true
      return nil
    }
    switch effect {
    case .answer(let keyword, let value):
      row.ending = .answer(.value(value, keyword: keyword))
      // It may take something out of the payload.
      row.blockChanges += changes(in: value)
      return .answer(named(value), range: range)
    case .output(let name, let arguments):
      row.ending = .answer(.action(name, arguments))
      var written = SwiftCode(range: range)
      for item in arguments?.items ?? [] {
        row.blockChanges += changes(in: item.value)
        written.expansions += code(item.value).expansions
      }
      return .answer(written, range: range)
    default: return nil
    }
  }

  /// Gives a transition that leads to no choice its answer; false where it needs one and has none.
  mutating func answer(_ transition: inout Transition) -> Bool {
    guard machine.hasMethods else { return true }
    if let choice = row.choice {
      let name = text(machine.choices[choice].name.id)
      if let answer = row.answer { reportOnce(.answerBeforeChoice(answer.range, name)) }
      if let keyword = row.throwing { reportOnce(.errorBeforeChoice(keyword, name)) }
      return row.answer == nil && row.throwing == nil
    }
    guard let declaration = machine.event(of: transition.trigger) else {
      guard let answer = row.answer else { return true }
      reportOnce(.unexpectedAnswer(answer.range, event: nil))
      return false
    }
    let name = text(declaration.name.id)
    guard let expected = declaration.method.answer else {
      guard let answer = row.answer else { return true }
      reportOnce(
        Diagnostic.unexpectedAnswer(answer.range, event: name)
          .note("'\(name)' is declared here", declaration.name.range))
      return false
    }
    switch row.answer {
    case .value(let text, _):
      transition.answer = .value(named(text))
      return true
    case .action(let name, let arguments):
      guard let answer = action(name, arguments, of: declaration, expected, transition) else { return false }
      transition.answer = answer
      return true
    case nil:
      if expected.defaultValue != nil || row.traps || row.throwing != nil { return true }
      reportOnce(
        Diagnostic.missingAnswer(row.range, event: name, type: source.text(expected.type))
          .note("'\(name)' is declared here", declaration.name.range))
      return false
    }
  }

  // MARK: Actions

  private mutating func action(
    _ name: NameSyntax, _ arguments: ArgumentListSyntax?, of event: Event, _ expected: Method.Answer,
    _ transition: Transition
  ) -> TransitionAnswer? {
    guard let id = expected.actionEnum else {
      row.isBroken = true
      let type = machine.nameOfAction(in: expected.type)
      if let type = tree.names.find(text: type), isExcused(type) { return nil }
      let nearest = Spelling.slip(type, among: machine.actionEnums.map { text($0.name.id) })
      // A type that is misspelled is one mistake for all rows.
      let range = nearest == nil ? name.range : expected.type
      if nearest == nil || !diagnostics.diagnostics.contains(where: { $0.range == range }) {
        reportOnce(
          .answerOfOtherType(
            range, event: text(event.name.id), type: source.text(expected.type), nearest: nearest))
      }
      return nil
    }
    let declaration = machine.actionEnums[id]
    guard let index = declaration.cases.firstIndex(where: { $0.name.id == name.id }) else {
      let spelling = text(name.id)
      let nearest = Spelling.nearest(to: spelling, among: declaration.cases.map { text($0.name.id) })
      reportOnce(
        Diagnostic.undeclaredAnswer(
          spelling, name.range, event: text(event.name.id), action: text(declaration.name.id), nearest: nearest
        ).note("'\(text(declaration.name.id))' is declared here", declaration.name.range))
      return nil
    }
    let answer = declaration.cases[index]
    note(name.range, answer.name, .answer)
    let list = arguments ?? ArgumentListSyntax(items: [], range: name.range)
    guard let places = match(list, to: answer.fields, of: "action", named: answer.name, isPattern: false) else {
      row.isBroken = true
      return nil
    }
    let call = list.items.contains { $0.label == nil } ? self.call(of: answer) : nil
    let target = CarryTarget(name: text(answer.name.id), declaration: answer.name.range, range: name.range, call: call)
    var given: [TargetArgument] = []
    var isComplete = true
    for (field, declared) in answer.fields.enumerated() {
      if let place = places.firstIndex(of: field) {
        given.append(.code(named(list.items[place].value)))
      } else if let carried = carry(declared, to: target, transition.source, transition.trigger) {
        given.append(carried)
      } else {
        isComplete = false
      }
    }
    return isComplete
      ? .action(id, index: index, given, range: row.answer?.range ?? name.range) : nil
  }
}

extension Resolver {
  /// A case with all of its fields: `write(part, to: executor, …)`.
  fileprivate func call(of answer: ActionEnum.Case) -> String {
    let arguments = answer.fields.map { field -> String in
      let value = field.name.map { text($0.id) } ?? "…"
      return field.label.map { "\(text($0.id)): \(value)" } ?? value
    }
    return "\(text(answer.name.id))(\(arguments.joined(separator: ", ")))"
  }
}

/// Errors that rows leave to those who have called the method of their event.
extension Resolver {
  /// Notes the first `try` of a row of a machine with methods whose error leaves the row, and whether one stands behind
  /// the guard: nothing has changed before that.
  mutating func noteAttempts(in syntax: TransitionSyntax) {
    guard machine.hasMethods else { return }
    let texts = texts(of: syntax, withBlocks: false)
    let guards = if case .expression? = syntax.guardSyntax { texts.prefix(1) } else { texts.prefix(0) }
    let behind = firstAttempt(in: syntax.effects) ?? firstAttempt(in: texts.dropFirst(guards.count))
    row.attempt = behind ?? firstAttempt(in: guards)
    row.triesBehindGuard = behind != nil
  }

  private func firstAttempt(in texts: some Sequence<SwiftText>) -> SourceRange? {
    for text in texts {
      if let attempt = SwiftAnalysis.attempt(in: text.range, source.bytes) { return attempt }
    }
    return nil
  }

  /// The first `try` in effects of a machine with methods whose error leaves them, or the name of effects with one.
  func firstAttempt(in effects: [EffectSyntax]) -> SourceRange? {
    guard machine.hasMethods else { return nil }
    for effect in effects {
      let attempt: SourceRange?
      if let named = namedEffect(effect) {
        attempt = namedEffects[named].mayThrow ? effect.range : nil
      } else if case .block(_, let range) = effect {
        attempt = SwiftAnalysis.forbiddenWords(in: range, source.bytes).first { $0.word == "try" }?.range
      } else {
        attempt = firstAttempt(in: texts(of: effect, withBlocks: false))
      }
      if let attempt { return attempt }
    }
    return nil
  }

  /// Where a row of a machine whose state is taken out names it.
  func placeOfState(in syntax: TransitionSyntax) -> SourceRange? {
    guard machine.isNoncopyable else { return nil }
    for text in texts(of: syntax, withBlocks: true) {
      guard let place = SwiftAnalysis.nameOfState(in: text.range, source.bytes),
        !file.namePlaces(in: text).contains(where: { $0.range.contains(place) })
      else { continue }
      return place
    }
    return nil
  }

  /// The Swift of a row of a machine with methods.
  private func texts(of syntax: TransitionSyntax, withBlocks: Bool) -> [SwiftText] {
    guard machine.hasMethods else { return [] }
    var texts: [SwiftText] = []
    if case .expression(let condition)? = syntax.guardSyntax { texts.append(condition) }
    for effect in syntax.effects {
      texts += self.texts(of: effect, withBlocks: withBlocks)
    }
    for target in syntax.targets {
      for step in [target.first] + target.rest { texts += step.arguments?.items.map(\.value) ?? [] }
    }
    return texts
  }

  /// The Swift of an effect; the message of a trap is for nobody who goes on.
  private func texts(of effect: EffectSyntax, withBlocks: Bool) -> [SwiftText] {
    var texts: [SwiftText] = []
    switch effect {
    case .trap: break
    case .block where !withBlocks: break
    default: effect.forEachText { texts.append($0) }
    }
    return texts
  }

  /// Refuses errors for an event that does not throw; false where there are such.
  mutating func checkErrors(of transition: Transition) -> Bool {
    if machine.hasMethods, machine.isNoncopyable {
      if let taken = row.namesState {
        reportOnce(.takenState(taken))
        return false
      }
      if let attempt = row.attempt, row.throwing != nil {
        reportOnce(.attemptBeforeThrow(attempt))
        return false
      }
      if let attempt = row.attempt, let choice = row.choice, !machine.choices[choice].fields.isEmpty {
        reportOnce(.attemptBeforeChoice(attempt, text(machine.choices[choice].name.id)))
        return false
      }
    }
    guard machine.hasMethods, row.throwing != nil || row.attempt != nil else { return true }
    let event = machine.event(of: transition.trigger)
    if event?.method.throwing != nil { return true }
    let range = row.attempt ?? row.range
    let word = row.attempt == nil ? "throw" : "try"
    let diagnostic = Diagnostic.throwingEvent(
      range, word, event: event.map { text($0.name.id) } ?? machine.name(of: transition.trigger))
    reportOnce(event.map { diagnostic.note("'\(text($0.name.id))' is declared here", $0.name.range) } ?? diagnostic)
    return false
  }
}
