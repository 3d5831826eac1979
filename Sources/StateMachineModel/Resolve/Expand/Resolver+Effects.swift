import StateMachineSyntax

/// Resolves the effects of rows, of `entry`, `exit` and `do`, and of named effects, as far as this does not depend on
/// the source of a row.
extension Resolver {
  /// Resolves effects as far as this is possible without the row's source, and reports mistakes in them. Leaves out an
  /// effect with an unknown name, and all effects after a `trap`, a `throw` or a result. `n = 1` first becomes an
  /// assignment to a property. `assignFields` corrects this if `n` is a label of the source.
  mutating func resolveEffects(_ effects: [EffectSyntax]) -> [Effect] {
    row.effects = effects
    guard !effects.isEmpty else { return [] }
    var resolved: [Effect] = []
    var last: (word: String, range: SourceRange)?
    for effect in effects {
      if let (word, keyword) = last {
        diagnostics.append(Diagnostic.effectAfter(word, effect.range, in: source).note("the \(word)", keyword))
        if case .output(let name, _) = effect, let output = names[name.id].output { used.outputs[output] = true }
        if let named = namedEffect(effect) { used.effects[named] = true }
        row.isBroken = true
        continue
      }
      switch effect {
      case let effect where isResult(effect):
        if let result = resolveResult(effect) { resolved.append(result) }
        if case .result(let keyword, _) = effect {
          last = ("return", keyword)
        } else {
          last = ("result", effect.range)
        }
      case .result: break
      case .output(let name, let arguments):
        if let named = namedEffect(effect) {
          if let use = resolveUse(of: named, name, arguments) { resolved.append(use) }
          switch namedEffects[named].ending {
          case .trap?: last = ("trap", name.range)
          case .throw?: last = ("throw", name.range)
          case .result?, nil: break
          }
        } else if let output = resolveOutput(name, arguments) {
          resolved.append(output)
        }
      case .assignment(let name, let symbol, let value):
        resolved.append(.assignProperty(file.identifier(name), operator: symbol, value: code(value)))
      case .raise(let name, let arguments, let keyword):
        if let raise = resolveRaise(name, arguments, keyword) { resolved.append(raise) }
      case .trap(let keyword, let message):
        last = ("trap", keyword)
        resolved.append(.trap(message.map(named), range: keyword))
      case .throw(let keyword, let error):
        last = ("throw", keyword)
        if !row.carrier.mayThrow {
          reject(.throwingAction(keyword, "throw"))
        }
        resolved.append(.throw(named(error), range: keyword))
      case .block(let text, let range):
        if let output = outputAlone(in: text) {
          reject(.outputInBraces(range, output))
          continue
        }
        reportCallsOfOutputs(text, range)
        reportChangeOfState(in: text, range)
        // An assignment to a part of a value is a block without braces. A block includes the comments at its ends.
        let isBraced = source.bytes[range.lowerBound] == Ascii.leftBrace
        let inner = isBraced ? SourceRange(range.lowerBound + 1, range.upperBound - 1) : range
        let changes = checkBlock(text, SourceRange(inner.lowerBound - 1, inner.upperBound + 1))
        row.blockChanges += changes
        guard !text.isEmpty else { continue }
        var block = code(text)
        block.range = inner
        block.endsInTrap = SwiftAnalysis.endsInTrap(inner, machine.source.bytes)
        resolved.append(.block(block))
      }
    }
    switch last {
    case ("trap", _)?: row.ending = .trap
    case ("throw", let keyword)?: row.ending = .throw(keyword)
    default: break
    }
    if row.carrier.beginsTasks { noteTasks(of: resolved) }
    return resolved
  }

  /// Records, in the model of each output, whether the effects begin it (`save`) or cancel it (`cancelSave`). These are
  /// the flags `tasks.isEffect` and `tasks.isCancelled`.
  private mutating func noteTasks(of effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .output(let output, _, _): machine.outputs[output].tasks.isEffect = true
      case .cancel(let output, _): machine.outputs[output].tasks.isCancelled = true
      case .scope(let scope): noteTasks(of: scope.effects)
      default: break
      }
    }
  }

  /// Returns the effect for a name that is written as an output: `save`, or `cancelSave` to cancel it. Nil if there is
  /// an error, which has been reported.
  private mutating func resolveOutput(_ name: NameSyntax, _ arguments: ArgumentListSyntax?) -> Effect? {
    guard let output = names[name.id].output else {
      if let cancelled = output(cancelledBy: name) { return resolveCancellation(of: cancelled, name, arguments) }
      let what = machine.namedEffects.isEmpty ? "output" : "output or effect"
      let known = machine.outputs.map(\.name) + machine.namedEffects.map(\.name)
      if names[name.id].event != nil, !machine.hasMethods, row.carrier.mayRaise,
        !isExcused(name.id, among: known.map { text($0.id) })
      {
        reject(.eventWithoutRaise(name.range, text(name.id)))
        return nil
      }
      let written = arguments.map { Diagnostic.quotation(source.text($0.range)) } ?? "()"
      let cancelled = machine.outputs.filter { $0.owner == nil && $0.kind != .plain }
      undeclared(
        what, name, among: known,
        orWords: cancelled.map { "cancel" + text($0.name.id).capitalizedFirst },
        orCall: text(name.id) + (written == "…" ? "(…)" : written), remedy: meaning(of: name, arguments))
      return nil
    }
    used.outputs[output] = true
    let declared = machine.outputs[output].name
    note(name.range, declared, .output)
    guard let written = resolveCall(name, arguments, of: "output", declared, machine.outputs[output].fields) else {
      return nil
    }
    return .output(output, arguments: written, range: arguments.map { name.range.union($0.range) } ?? name.range)
  }

  /// Returns advice for a message about an effect whose name is not the name of an output. If `isFull` is a guard, the
  /// advice for `/ isFull` is to write `[isFull]` before `/`. If `beep` is an output, the advice for `/ send(beep)` is
  /// `/ beep`. Nil if neither case, nor a similar one, applies.
  private func meaning(of name: NameSyntax, _ arguments: ArgumentListSyntax?) -> String? {
    let spelling = text(name.id)
    if let plain = machine.outputs.first(where: { TaskUse.isCancelled(text($0.name.id), .async, by: spelling) }) {
      return
        "an output without 'async' or 'stream' ends at once: leave it out, or declare '\(text(plain.name.id)) async'"
    }
    guard let arguments else {
      if names[name.id].namedGuard != nil { return "it is a guard: write '[\(spelling)]' before '/'" }
      return names[name.id].property.map { _ in "it is a property: write an assignment, as in '\(spelling) = …'" }
    }
    guard arguments.items.count == 1, case let range = withoutDot(arguments.items[0].value.range),
      let argument = tree.names.find(range.lowerBound, range.upperBound)
    else { return nil }
    if names[argument].output != nil { return "write '/ \(source.text(range))'" }
    return names[argument].event.map { _ in "write '/ raise \(source.text(range))'" }
  }

  private func withoutDot(_ range: SourceRange) -> SourceRange {
    let hasDot = source.bytes[range.lowerBound] == Ascii.dot
    return hasDot ? SourceRange(range.lowerBound + 1, range.upperBound) : range
  }

  /// Returns the asynchronous output that an effect cancels: the output `save` for the name `cancelSave`. Nil for a
  /// name that cancels no output.
  func output(cancelledBy name: NameSyntax) -> OutputID? {
    let name = text(name.id)
    return machine.outputs.indices.first { id in
      let output = machine.outputs[id]
      return output.owner == nil && TaskUse.isCancelled(text(output.name.id), output.kind, by: name)
    }
  }

  private mutating func resolveCancellation(
    of output: OutputID, _ name: NameSyntax, _ arguments: ArgumentListSyntax?
  ) -> Effect? {
    guard row.carrier.mayCancel else {
      reject(.noActivity(name.range))
      return nil
    }
    noteCancellation(name.range, of: machine.outputs[output].name)
    guard resolveCall(name, arguments, of: "output", machine.outputs[output].name, []) != nil else { return nil }
    return .cancel(output, range: name.range)
  }

  /// Returns the effect for `raise event`. Nil if no event has the name, or if the arguments do not fit; both are
  /// reported.
  private mutating func resolveRaise(
    _ name: NameSyntax, _ arguments: ArgumentListSyntax?, _ keyword: SourceRange
  ) -> Effect? {
    guard let event = names[name.id].event else {
      if names[name.id].output != nil || names[name.id].namedEffect != nil {
        reject(.raisesNoEvent(keyword, text(name.id), start: name.range.lowerBound))
      } else {
        undeclared("event", name, among: machine.events.lazy.map(\.name))
      }
      return nil
    }
    note(name.range, machine.events[event].name, .event)
    let declaration = machine.events[event]
    guard let written = resolveCall(name, arguments, of: "event", declaration.name, declaration.fields) else {
      return nil
    }
    return .raise(event, arguments: written, range: keyword.union(arguments?.range ?? name.range))
  }

  /// Returns the effect for a use of a named effect. It contains the effects of the named effect, with the arguments in
  /// place of the parameters. Nil if the named effect has no effects, or if there is an error, which has been reported.
  mutating func resolveUse(
    of id: NamedEffectID, _ name: NameSyntax, _ arguments: ArgumentListSyntax?
  ) -> Effect? {
    used.effects[id] = true
    note(name.range, machine.namedEffects[id].name, .namedEffect)
    let resolved = namedEffects[id]
    guard !resolved.isBroken, let values = self.arguments(of: id, name, arguments) else {
      row.isBroken = true
      return nil
    }
    if !row.carrier.mayThrow, resolved.mayThrow {
      reject(.forbiddenInBlock("try", name.range))
      return nil
    }
    if !row.carrier.mayThrow, case .throw? = resolved.ending {
      reject(.throwingAction(name.range, text(name.id)))
      return nil
    }
    row.blockChanges += resolved.blockChanges.map { change in
      var change = change
      if row.carrier.isPlaceOfUse { change.range = name.range }
      return change
    }
    row.blockNames += resolved.blockNames
    guard !resolved.effects.isEmpty else { return nil }
    let given = machine.namedEffects[id].fields.compactMap { field in
      field.name.flatMap { values[$0.range] }.map { (field, $0.code) }
    }
    let effects = values.isEmpty ? resolved.effects : resolved.effects.map { $0.mapCodes { $0.replacing(values) } }
    // Nothing stands after a `throw`, and its error may use names that a block before it declares.
    return .scope(
      EffectScope(
        name: file.identifier(name), arguments: arguments?.range, values: given, effects: effects,
        isClosed: effects.error == nil && machine.declareNames(effects)))
  }
}
