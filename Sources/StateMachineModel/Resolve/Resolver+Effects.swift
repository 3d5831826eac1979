import StateMachineSyntax

extension Resolver {
  /// Resolves what does not depend on the row's source; an assignment is one to a property until `assignFields` has seen
  /// a scope. What is wrong is left out.
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
      case let effect where isAnswer(effect):
        if let answer = resolveAnswer(effect) { resolved.append(answer) }
        if case .answer(let keyword, _) = effect {
          last = ("return", keyword)
        } else {
          last = ("answer", effect.range)
        }
      case .answer: break
      case .output(let name, let arguments):
        if let named = namedEffect(effect) {
          if let use = resolveUse(of: named, name, arguments) { resolved.append(use) }
          if namedEffects[named].traps { last = ("trap", name.range) }
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
          diagnostics.append(.throwingAction(keyword))
          row.isBroken = true
        }
        resolved.append(.throw(named(error), range: keyword))
      case .block(let text, let range):
        if let output = outputAlone(in: text) {
          diagnostics.append(.outputInBraces(range, output))
          row.isBroken = true
          continue
        }
        reportCallOfOutput(text)
        reportChangeOfState(in: text, range)
        let changes = checkBlock(text, range)
        row.blockChanges += changes
        // The comments at the ends belong to the block: it is copied whole.
        let inner = SourceRange(range.lowerBound + 1, range.upperBound - 1)
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

  /// The output that is all that stands in a block, without parentheses: Swift would not use it.
  private func outputAlone(in block: SwiftText) -> String? {
    let (start, end) = (block.range.lowerBound, block.range.upperBound)
    guard start < end, Ascii.beginsIdentifier(source.bytes[start]),
      Ascii.endOfIdentifier(source.bytes, from: start, to: end) == end,
      let name = tree.names.find(start, end), names[name].output != nil
    else { return nil }
    return text(name)
  }

  /// Notes which outputs that tasks perform are begun by effects, and which are cancelled.
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

  private mutating func resolveOutput(_ name: NameSyntax, _ arguments: ArgumentListSyntax?) -> Effect? {
    guard let output = names[name.id].output else {
      if let cancelled = output(cancelledBy: name) { return resolveCancellation(of: cancelled, name, arguments) }
      let what = machine.namedEffects.isEmpty ? "output" : "output or effect"
      if names[name.id].event != nil, !machine.hasMethods, !row.carrier.isActivity, !row.carrier.isPreparation {
        diagnostics.append(.eventWithoutRaise(name.range, text(name.id)))
        row.isBroken = true
        return nil
      }
      let written = arguments.map { Diagnostic.quotation(source.text($0.range)) } ?? "()"
      let cancelled = machine.outputs.filter { $0.owner == nil && $0.kind != .plain }
      undeclared(
        what, name, among: machine.outputs.map(\.name) + machine.namedEffects.map(\.name),
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

  /// What stands in the place of an output: `send(stop)`, `send(beep)`, and a property or a guard alone.
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
    guard arguments.items.count == 1, case let range = arguments.items[0].value.range,
      let argument = tree.names.find(range.lowerBound, range.upperBound)
    else { return nil }
    if names[argument].output != nil { return "write '/ \(source.text(range))'" }
    return names[argument].event.map { _ in "write '/ raise \(source.text(range))'" }
  }

  /// The asynchronous output that `cancelSave` stands for.
  private func output(cancelledBy name: NameSyntax) -> OutputID? {
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
      diagnostics.append(.noActivity(name.range))
      row.isBroken = true
      return nil
    }
    noteCancellation(name.range, of: machine.outputs[output].name)
    guard resolveCall(name, arguments, of: "output", machine.outputs[output].name, []) != nil else { return nil }
    return .cancel(output, range: name.range)
  }

  private mutating func resolveRaise(
    _ name: NameSyntax, _ arguments: ArgumentListSyntax?, _ keyword: SourceRange
  ) -> Effect? {
    guard let event = names[name.id].event else {
      if names[name.id].output != nil || names[name.id].namedEffect != nil {
        diagnostics.append(.raisesNoEvent(keyword, text(name.id), start: name.range.lowerBound))
        row.isBroken = true
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

  /// The arguments as written between their parentheses; nil where they do not fit the declaration, nil inside where
  /// there are none.
  mutating func resolveCall(
    _ name: NameSyntax, _ arguments: ArgumentListSyntax?, of what: String, _ declared: Identifier, _ fields: [Field]
  ) -> SwiftCode?? {
    if arguments == nil, fields.isEmpty { return .some(nil) }
    let list = arguments ?? ArgumentListSyntax(items: [], range: name.range)
    guard let places = match(list, to: fields, of: what, named: declared, isPattern: false)
    else {
      row.isBroken = true
      return nil
    }
    // Most calls are as they should be: no lists are made for them.
    if fields.indices.contains(where: { fields[$0].defaultValue == nil && !places.contains($0) }) {
      let missing = fields.indices.filter { fields[$0].defaultValue == nil && !places.contains($0) }
      guard diagnostics.isOpen else {
        diagnostics.appendOmittedError()
        row.isBroken = true
        return nil
      }
      diagnostics.append(
        Diagnostic.missingArguments(
          missing.map { (fields[$0].label.map { text($0.id) }, source.text(fields[$0].type)) }, name.range, of: what,
          text(name.id), call: call(text(name.id), list, places, fields, missing: missing.count)
        ).note("'\(text(name.id))' is declared here", declared.range))
      row.isBroken = true
      return nil
    }
    if let wrong = places.indices.dropFirst().first(where: { places[$0 - 1] > places[$0] }) {
      diagnostics.append(.argumentOrder(list.items[wrong].value.range, text(name.id)))
      row.isBroken = true
      return nil
    }
    var written: SwiftCode?
    if let first = list.items.first, let last = list.items.last {
      let start = first.label?.range.lowerBound ?? first.value.range.lowerBound
      var code = SwiftCode(range: SourceRange(start, last.value.range.upperBound))
      // Most arguments name no guard: of these, no lists are made.
      for item in list.items where names.hasGuards { code.expansions += self.code(item.value).expansions }
      written = code
    }
    return .some(written)
  }

  /// Marks what the effects use.
  ///
  /// - Parameter place: where an effect with a name is used that these stand for.
  mutating func useEffects(_ effects: [EffectSyntax], at place: SourceRange? = nil) {
    if place == nil, !row.hidden.isEmpty { row.hidden = [] }
    for effect in effects {
      if let named = knownEffect(effect) {
        let hidden = row.hidden
        useEffects(namedEffects[named].syntax.effects, at: place ?? effect.called?.range)
        // What its blocks declare is known in it alone.
        row.hidden = hidden
      }
      effect.forEachText { use($0, .body, at: place) }
      if !row.blockNames.isEmpty, case .block(_, let range) = effect { hideLabels(declaredIn: range, place) }
    }
  }

  /// Notes the labels that a block declares anew: behind the block, they are hidden. Swift refuses that beside a label which
  /// is used before, or in the block: what holds its value would be declared in the same scope.
  private mutating func hideLabels(declaredIn block: SourceRange, _ place: SourceRange?) {
    for range in SwiftAnalysis.declaredNames(in: block, source.bytes, withConditions: false) {
      guard let name = tree.names.find(range.lowerBound, range.upperBound), row.hidden.insert(name).inserted else {
        continue
      }
      let found = scope.find(name)
      guard let entry = found.event ?? found.source, scope.entries[entry].usage.contains(.body) else { continue }
      reportOnce(.labelDeclaredAgain(text(name), place ?? range))
    }
  }

  /// Finds what each assignment assigns to: a field of the source that the row does not leave, or a stored property.
  mutating func assignFields(_ effects: inout [Effect]) {
    assignFields(&effects, in: nil)
    for change in row.blockChanges {
      let found = scope.find(change.name)
      guard let index = found.source ?? found.event, !scope.entries[index].isDeep else { continue }
      let usage = usage(of: change, index)
      if found.source == nil {
        if isInout(scope.entries[index]) { continue }
        if usage.contains(.changes) { reportOnce(assignsEvent(index, change.range)) }
      } else if !row.carrier.mayAssign(level: scope.entries[index].level) {
        if usage.contains(.changes) { reportOnce(notAssignable(text(change.name), change.range)) }
      } else if !mayBeLeft(scope.entries[index]) {
        scope.mark(index, usage)
      } else if !isDeclared(change.name) {
        // What may be changed is a variable only where something reads the change.
        scope.mark(index, usage.intersection(.changesInPlace))
      }
    }
  }

  /// Whether a block declares a name anew, in the row or on the way to it.
  func isDeclared(_ name: NameID) -> Bool {
    row.blockNames.contains(name) || row.declaredBefore.contains(name)
  }

  /// - Parameter use: the named effect that these stand for, where it is used.
  private mutating func assignFields(_ effects: inout [Effect], in use: Identifier?) {
    for index in effects.indices {
      switch effects[index] {
      case .assignProperty(let name, let symbol, let value), .assignField(let name, let symbol, let value):
        if let resolved = resolveAssignment(name, symbol, value, in: use) { effects[index] = resolved }
      case .scope(var scope):
        assignFields(&scope.effects, in: use ?? scope.name)
        effects[index] = .scope(scope)
      default: break
      }
    }
  }

  /// What a change in a block does to a label. Where every change must be certain, and where the label says that it is,
  /// nothing may or may not change it.
  func usage(of change: BlockChange, _ index: Int) -> LocalUsage {
    let entry = scope.entries[index]
    let usage = knowledge(of: entry.type).usage(of: change.use.change)
    guard usage.contains(.mayChange), entry.isVariable || machine.hasMethods else { return usage }
    return entry.isVariable && !TypeKnowledge.reads(change.use.change) ? .changesInPlace : []
  }

  /// Whether a label is that of a method's `inout` parameter, which rows may change.
  private func isInout(_ entry: Scope.Entry) -> Bool {
    guard entry.owner == .event, case .event(let event) = row.trigger else { return false }
    let specifier = machine.events[event].fields[Int(entry.field)].specifier
    return specifier.map { source.text($0).contains("inout") } ?? false
  }

  private func knowledge(of type: SourceRange) -> TypeKnowledge {
    TypeKnowledge(type, source.bytes, alias: machine.alias)
  }

  /// Whether the row may leave the state that a field is of; what a choice behind it leaves is known at its end.
  func mayBeLeft(_ entry: Scope.Entry) -> Bool {
    guard row.isExternal, row.choice == nil, let domain = row.domain else { return row.isExternal }
    return Int(entry.field) >= machine.states[domain].pathFields.count
  }

  /// - Parameter index: the place of the event's label in the scope.
  private func assignsEvent(_ index: Int, _ range: SourceRange) -> Diagnostic {
    let name = scope.entries[index].name.id
    return .assignsEvent(text(name), range, besides: assigned(besides: name), renaming: renaming(index))
  }

  private func notAssignable(_ name: String, _ range: SourceRange) -> Diagnostic {
    row.carrier.isExit ? .assignsOnExit(name, range) : .assignsEnclosing(name, range)
  }

  /// - Parameter use: the named effect that it is part of, where that is used: what is wrong is wrong there.
  mutating func resolveAssignment(
    _ name: Identifier, _ symbol: SourceRange, _ value: SwiftCode, in use: Identifier?
  ) -> Effect? {
    let range = file.written(use ?? name)
    func report(_ diagnostic: Diagnostic) -> Diagnostic {
      use == nil ? diagnostic : diagnostic.note("'\(text(name.id))' is assigned here", name.range)
    }
    // Most assignments need no words.
    var spelling: String { text(name.id) }
    let found = scope.find(name.id)
    if found.event != nil, found.source != nil {
      reportAmbiguous(name.id, range)
      return nil
    }
    // What an event does in every state assigns to properties alone, whatever its labels are called.
    let isProperty = row.carrier.isPreparation && names[name.id].property != nil
    if let index = isProperty ? nil : found.event ?? found.source {
      note(name.range, scope.entries[index])
    } else if let property = names[name.id].property {
      note(name.range, machine.storedProperties[property.index].name, .property)
    }
    if let index = found.event, !isProperty {
      if !scope.entries[index].isDeep, isInout(scope.entries[index]) {
        scope.mark(index, .body)
        noteWritten(name.id, range, scope.entries[index].key)
        return .assignField(name, operator: symbol, value: value)
      }
      // Another of the row's sources may have the label, too.
      guard !row.ambiguousNames.contains(name.id) else { return nil }
      row.ambiguousNames.insert(name.id)
      reportOnce(report(assignsEvent(index, range)))
      return nil
    }
    if let index = found.source {
      let entry = scope.entries[index]
      if entry.isDeep {
        let hides = scope.entries.contains {
          !$0.isDeep && $0.owner == entry.owner && $0.field == entry.field && $0.name.id == name.id
        }
        reportOnce(report(.assignsBinding(spelling, range, hides: hides)))
        return nil
      }
      guard row.carrier.mayAssign(level: entry.level) else {
        reportOnce(report(notAssignable(spelling, range)))
        return nil
      }
      // The value becomes an argument of the state, and no branch is one (SE-0380).
      let start = value.range.lowerBound
      for word in ["if ", "switch "] as [StaticString] where SwiftKeyword.matches(word, source.bytes, start) {
        let end = start + word.utf8CodeUnitCount - 1
        reportOnce(report(.statementAsExpression(SourceRange(start, end), source.bytes)))
        return nil
      }
      // A plain '=' does not read what it replaces.
      scope.mark(index, source.bytes[symbol.lowerBound] == Ascii.equals ? .changes : [.body, .changes, .inPlace])
      noteWritten(name.id, range, entry.key)
      return .assignField(name, operator: symbol, value: value)
    }
    if let property = names[name.id].property {
      used.properties[property] = true
      let declaration = machine.storedProperties[property.index]
      guard declaration.isVariable else {
        reportOnce(
          Diagnostic.assignsConstant(spelling, range, keyword: machine.keyword(of: declaration)).note(
            "'\(spelling)' is declared here", declaration.name.range))
        return nil
      }
      return .assignProperty(name, operator: symbol, value: value)
    }
    if let named = names[name.id].namedGuard {
      reportOnce(.assignsGuard(spelling, range).note("'\(spelling)' is declared here", guards.names[named].range))
      return nil
    }
    if isExcused(name.id) { return nil }
    if let use {
      reportOnce(report(.effectWithoutLabel(spelling, range, text(use.id))))
      row.isBroken = true
      return nil
    }
    if let target = enteredState(with: name.id) {
      row.isBroken = true
      row.assignedInTarget.append(name.id)
      reportOnce(
        .fieldOfTarget(
          spelling, range, target: text(machine.states[target].name.id),
          argument: argument(name.id, of: target, symbol, value),
          written: writtenTarget(target, for: name.id)))
      return nil
    }
    let labels = row.carrier.isNamedEffect ? machine.states.flatMap(\.fields).compactMap(\.name) : []
    let candidates =
      scope.entries.filter { $0.owner == .source && !$0.isDeep }.map { text($0.name.id) } + labels.map { text($0.id) }
      + machine.storedProperties.filter(\.isVariable).map { text($0.name.id) }
    isIncomplete = true
    row.isBroken = true
    let what = "label or property"
    guard undeclaredNames.insert(UndeclaredName(what: what, name: name.id)).inserted else { return nil }
    // Another source of the row may know the name.
    diagnostics.append(
      .undeclared(
        what, spelling, range, nearest: Spelling.nearest(to: spelling, among: candidates),
        isCertain: row.expansionCount <= 1))
    return nil
  }

  // MARK: Blocks

  /// Refuses words that would leave the generated function, and finds what the block changes.
  private mutating func checkBlock(
    _ text: SwiftText, _ range: SourceRange
  ) -> [BlockChange] {
    for (word, place) in SwiftAnalysis.forbiddenWords(in: range, source.bytes) {
      // A row of a machine with methods may leave an error to whoever calls the method.
      if word == "try", machine.hasMethods, row.carrier.mayTry { continue }
      diagnostics.append(.forbiddenInBlock(word, place))
      row.isBroken = true
    }
    for name in SwiftAnalysis.declaredNames(in: range, source.bytes) {
      guard let id = tree.names.find(name.lowerBound, name.upperBound) else { continue }
      if names[id].isTracked { row.blockNames.append(id) }
      if row.choice != nil {
        row.declared.append(id)
        names[id].isDeclaredInBlock = true
      }
    }
    return changes(in: text, range)
  }

  /// What an argument may change.
  func changes(in argument: SwiftText) -> [BlockChange] {
    // The range of a block has its braces.
    changes(in: argument, SourceRange(argument.range.lowerBound - 1, argument.range.upperBound + 1))
      .map { change in
        var change = change
        change.use.hasResult = true
        return change
      }
  }

  private func changes(in text: SwiftText, _ range: SourceRange) -> [BlockChange] {
    let uses = text.uses.indices.map { tree.nameUses[$0] }.filter {
      !$0.isMemberOfSelf && names[$0.name].isTracked
    }
    let found = SwiftAnalysis.uses(of: uses.map { Int($0.start) }, in: range, source.bytes)
    guard found.contains(where: { $0.change != .none }) else { return [] }
    let hasLoops = SwiftAnalysis.hasLoops(in: range, source.bytes)
    var changes: [BlockChange] = []
    for (name, use) in zip(uses, found) where use.change != .none {
      changes.append(
        BlockChange(name: name.name, use: use, start: name.start, range: file.range(of: name), isInLoop: hasLoops))
    }
    return changes
  }
}
