import StateMachineSyntax

/// The result of a row, as written.
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

/// The results that rows give to the callers of their events' methods.
extension Resolver {
  /// Returns whether an effect that is written as an output is a result: a machine with methods has no outputs.
  func isAnswer(_ effect: EffectSyntax) -> Bool {
    switch effect {
    case .answer: true
    case .output(let name, _): machine.hasMethods && namedEffect(effect) == nil && names[name.id].output == nil
    default: false
    }
  }

  /// Notes the current row's result, and returns it as an effect; nil if it is not allowed, which is reported.
  mutating func resolveAnswer(_ effect: EffectSyntax) -> Effect? {
    let range = effect.range
    guard machine.hasMethods else {
      // The declaration of an event with a result has been reported.
      if !isIncomplete { diagnostics.append(.needsMethods(range, "a result")) }
      isIncomplete = true
      row.isBroken = true
      return nil
    }
    guard row.carrier.mayAnswer else {
      reject(.answerOfAction(range))
      return nil
    }
    switch effect {
    case .answer(let keyword, let value):
      row.ending = .answer(.value(value, keyword: keyword))
      // The value may take something out of the payload.
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
}

/// The errors that rows throw to the callers of their events' methods.
extension Resolver {
  /// Notes the first `try` of a row of a machine with methods whose error leaves the row, and whether a `try` stands
  /// after the guard: nothing has changed before that.
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

  /// Returns the first `try` whose error leaves some effects, named effects in them included; nil if there is none.
  func firstAttempt(in effects: [EffectSyntax]) -> SourceRange? {
    guard machine.hasMethods else { return nil }
    for effect in effects {
      let attempt: SourceRange?
      if let named = namedEffect(effect) {
        attempt = namedEffects[named].mayThrow ? effect.range : firstAttempt(in: texts(of: effect, withBlocks: false))
      } else if case .block(_, let range) = effect {
        attempt = SwiftAnalysis.forbiddenWords(in: range, source.bytes).first { $0.word == "try" }?.range
      } else {
        attempt = firstAttempt(in: texts(of: effect, withBlocks: false))
      }
      if let attempt { return attempt }
    }
    return nil
  }

  /// Returns the place where a row names the state of a noncopyable machine, which rows take out; nil if none.
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

  /// Returns the Swift of a row of a machine with methods.
  private func texts(of syntax: TransitionSyntax, withBlocks: Bool) -> [SwiftText] {
    guard machine.hasMethods else { return [] }
    var texts: [SwiftText] = []
    if case .expression(let condition, _)? = syntax.guardSyntax { texts.append(condition) }
    for effect in syntax.effects {
      texts += self.texts(of: effect, withBlocks: withBlocks)
    }
    for target in syntax.targets {
      for step in [target.first] + target.rest { texts += step.arguments?.items.map(\.value) ?? [] }
    }
    return texts
  }

  /// Returns the Swift of an effect, without the message of a trap, after which nothing runs.
  private func texts(of effect: EffectSyntax, withBlocks: Bool) -> [SwiftText] {
    var texts: [SwiftText] = []
    switch effect {
    case .trap: break
    case .block where !withBlocks: break
    default: effect.forEachText { texts.append($0) }
    }
    return texts
  }
}
