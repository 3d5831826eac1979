import StateMachineSyntax

/// The result of a row: a value (`return 3`), or a case of an action, which is an enum of results (`write(part)`).
enum ResultOfRow {
  case value(SwiftText, keyword: SourceRange)
  case action(NameSyntax, ArgumentListSyntax?)

  var range: SourceRange {
    switch self {
    case .value(let text, let keyword): keyword.union(text.range)
    case .action(let name, let arguments): arguments.map { name.range.union($0.range) } ?? name.range
    }
  }
}

/// Resolves the results that rows give to the callers of their events' methods.
extension Resolver {
  /// Returns whether an effect is a result of the row, such as `return 3`. In a machine with methods, also an effect
  /// such as `write(part)` is a result if it names neither an output nor a named effect.
  func isResult(_ effect: EffectSyntax) -> Bool {
    switch effect {
    case .result: true
    case .output(let name, _): machine.hasMethods && namedEffect(effect) == nil && names[name.id].output == nil
    default: false
    }
  }

  /// Returns the effect for a result, such as `return 3`, and notes in `row.ending` that the effects end with it. Nil
  /// if no result is allowed there, which is reported: the machine has no methods, or the effect is in an `entry`, an
  /// `exit` or a named effect.
  mutating func resolveResult(_ effect: EffectSyntax) -> Effect? {
    let range = effect.range
    guard machine.hasMethods else {
      // The declaration of an event with a result has been reported.
      if !isIncomplete { diagnostics.append(.needsMethods(range, "a result")) }
      isIncomplete = true
      row.isBroken = true
      return nil
    }
    guard row.carrier.mayGiveResult else {
      reject(.resultOfAction(range))
      return nil
    }
    switch effect {
    case .result(let keyword, let value):
      row.ending = .result(.value(value, keyword: keyword))
      // The value may take something out of the payload.
      row.blockChanges += changes(in: value)
      return .result(named(value), range: range)
    case .output(let name, let arguments):
      row.ending = .result(.action(name, arguments))
      var written = SwiftCode(range: range)
      for item in arguments?.items ?? [] {
        row.blockChanges += changes(in: item.value)
        written.expansions += code(item.value).expansions
      }
      return .result(written, range: range)
    default: return nil
    }
  }
}

/// Finds the errors that rows throw to the callers of their events' methods.
extension Resolver {
  /// Looks for a `try` of Swift in a row of a machine with methods. By such a `try`, the row may throw to the caller.
  /// Stores its place in `row.attempt`. The first `try` after the guard takes precedence over those in the guard. Sets
  /// `row.triesAfterGuard` if a `try` stands after the guard. When such a `try` throws, effects before it have run
  /// already.
  mutating func noteAttempts(in syntax: TransitionSyntax) {
    guard machine.hasMethods else { return }
    let texts = texts(of: syntax, withBlocks: false)
    let guards = if case .expression? = syntax.guardSyntax { texts.prefix(1) } else { texts.prefix(0) }
    let after = firstAttempt(in: syntax.effects) ?? firstAttempt(in: texts.dropFirst(guards.count))
    row.attempt = after ?? firstAttempt(in: guards)
    row.triesAfterGuard = after != nil
  }

  private func firstAttempt(in texts: some Sequence<SwiftText>) -> SourceRange? {
    for text in texts {
      if let attempt = SwiftAnalysis.attempt(in: text.range, source.bytes) { return attempt }
    }
    return nil
  }

  /// Returns the place of the first `try` in some effects that may throw to the caller of the event's method. If the
  /// `try` is in a named effect, this is the place where the row uses the named effect. Nil if the effects have no such
  /// `try`, or if the machine has no methods.
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

  /// Returns the place where a row of a noncopyable machine uses `state`, except as a name in a string literal. The
  /// state cannot be read there, because a method moves it out of the machine while it runs. Nil if the row does not
  /// use `state`, or if the machine is copyable.
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

  /// Returns the pieces of Swift in a row of a machine with methods, in the order in which they run: its guard, its
  /// effects and the arguments of its targets. Empty for other machines.
  ///
  /// - Parameter withBlocks: whether blocks (`{ … }`) among the effects are included.
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

  /// Returns the pieces of Swift in an effect. The message of a trap is left out, because nothing runs after a trap.
  ///
  /// - Parameter withBlocks: whether a block (`{ … }`) is included.
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
