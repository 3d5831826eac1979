import StateMachineSyntax

/// Resolves assignments among effects, and the changes that blocks make, for one source and trigger.
extension Resolver {
  /// Counts the names in the effects as used. For a label, this is stored in `scope`; for a property or a named guard,
  /// in `used`.
  ///
  /// - Parameter place: the place where the row uses the named effect that contains these effects; nil for effects of
  ///   the row itself.
  mutating func useEffects(_ effects: [EffectSyntax], at place: SourceRange? = nil) {
    if place == nil, !row.hidden.isEmpty { row.hidden = [] }
    for effect in effects {
      if let named = knownEffect(effect) {
        let outer = (row.hidden, row.parameters)
        row.parameters = parameters(of: named)
        useEffects(namedEffects[named].syntax.effects, at: place ?? effect.called?.range)
        // The names that the named effect's blocks declare, and its parameters, are known in it alone.
        (row.hidden, row.parameters) = outer
      }
      effect.forEachText { use($0, .body, at: place) }
      if !row.blockNames.isEmpty, case .block(_, let range) = effect { hideLabels(declaredIn: range, place) }
    }
  }

  /// Notes the labels for which a block declares variables of the same name: in effects after the block, the name means
  /// the variable. Reports such a label if it is also used before or in the block, because Swift does not allow a
  /// second variable with the same name in one scope.
  ///
  /// - Parameters:
  ///   - block: the range of the block.
  ///   - place: the place where the row uses the named effect that contains the block; nil for a block of the row
  ///     itself.
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

  /// Resolves each assignment in the effects as an assignment to a label of the source or to a property. Also examines
  /// each change that a block makes. Reports changes of labels that cannot be changed, such as those of the event.
  mutating func assignFields(_ effects: inout [Effect]) {
    assignFields(&effects, in: nil)
    for change in row.blockChanges {
      let found = scope.find(change.name)
      guard let index = found.source ?? found.event, !scope.entries[index].isDeep else { continue }
      let usage = usage(of: change, index)
      if found.source == index { noteConstant(change, scope.entries[index]) }
      if found.source == nil {
        if isInout(scope.entries[index]) { continue }
        if usage.contains(.changes) { reportOnce(assignsEvent(index, change.range)) }
      } else if !row.carrier.mayAssign(level: scope.entries[index].level) {
        if usage.contains(.changes) { reportOnce(notAssignable(text(change.name), change.range)) }
      } else if !mayBeLeft(scope.entries[index]) {
        scope.mark(index, usage)
      } else if !isDeclared(change.name) {
        // A field that may be changed is a variable only if something reads the change.
        scope.mark(index, usage.intersection(.changesInPlace))
      }
    }
  }

  /// Reports that a block may change a label that is not declared with `var`, in a machine with methods. The block
  /// calls a method on the label (`log.flush()`), or assigns to a part of it (`point.x = 1`). Nothing is reported if
  /// the label's type makes it certain that this changes, or does not change, the label's value.
  private mutating func noteConstant(_ change: BlockChange, _ entry: Scope.Entry) {
    guard machine.hasMethods, !entry.isVariable, !change.use.hasResult, !isDeclared(change.name),
      !TypeKnowledge.reads(change.use.change),
      // A value of a protocol's type is mostly a reference: a delegate.
      !source.text(entry.type).contains("any "),
      knowledge(of: entry.type).usage(of: change.use.change) == .mayChange
    else { return }
    switch change.use.change {
    case .method(let method, _): reportOnce(.constantField(change.range, text(change.name), method: method))
    case .memberAssigned: reportOnce(.constantField(change.range, text(change.name), method: nil))
    case .none, .replaced, .assigned: break
    }
  }

  /// Returns whether a block of the row declares a variable with the name of a label, property or named guard. For a
  /// row of a choice, also returns true if a block on the path to the choice declares it.
  func isDeclared(_ name: NameID) -> Bool {
    row.blockNames.contains(name) || row.declaredBefore.contains(name)
  }

  /// Resolves the assignments among some effects. Each assignment in `effects` is replaced by the resolved one.
  ///
  /// - Parameter use: the name of the named effect that contains these effects; nil for effects of the row itself.
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

  /// Returns the kind of use that is recorded for a label when a block changes it. It may be uncertain whether a call
  /// such as `log.flush()` changes the label's value. For a label with `var`, the call counts as a change, unless the
  /// method is known to change nothing. Without `var`, it counts as no change in a machine with methods, and stays
  /// uncertain in others.
  ///
  /// - Parameter index: the index of the label in `scope.entries`.
  func usage(of change: BlockChange, _ index: Int) -> LocalUsage {
    let entry = scope.entries[index]
    let usage = knowledge(of: entry.type).usage(of: change.use.change)
    guard usage.contains(.mayChange), entry.isVariable || machine.hasMethods else { return usage }
    return entry.isVariable && !TypeKnowledge.reads(change.use.change) ? .changesInPlace : []
  }

  /// Returns whether a label is an `inout` parameter of the event's method. Rows may change such a label.
  private func isInout(_ entry: Scope.Entry) -> Bool {
    guard entry.owner == .event, case .event(let event) = row.trigger else { return false }
    let specifier = machine.events[event].fields[Int(entry.field)].specifier
    return specifier.map { source.text($0).contains("inout") } ?? false
  }

  func knowledge(of type: SourceRange) -> TypeKnowledge {
    TypeKnowledge(type, source.bytes, alias: machine.alias)
  }

  /// Returns whether the current row may exit the state that has a field. True for every field if the row leads to a
  /// choice, because only the choice's rows decide which states are exited.
  func mayBeLeft(_ entry: Scope.Entry) -> Bool {
    guard row.isExternal, row.choice == nil, let domain = row.domain else { return row.isExternal }
    return Int(entry.field) >= machine.states[domain].pathFields.count
  }

  /// Returns a finding for an assignment to a label of the event.
  ///
  /// - Parameter index: the index of the label in `scope.entries`.
  private func assignsEvent(_ index: Int, _ range: SourceRange) -> Diagnostic {
    let name = scope.entries[index].name.id
    return .assignsEvent(text(name), range, besides: assigned(besides: name), renaming: renaming(index))
  }

  private func notAssignable(_ name: String, _ range: SourceRange) -> Diagnostic {
    row.carrier.isExit ? .assignsOnExit(name, range) : .assignsEnclosing(name, range)
  }

  /// Resolves an assignment, and returns it as an effect: an assignment to a label of the source, to an `inout` label
  /// of the event, or to a property. Nil if it has an error, which has been reported.
  ///
  /// - Parameters:
  ///   - symbol: the place of the operator: `=`, `+=`.
  ///   - use: the name of the named effect that contains the assignment, as the row uses it; errors are reported there.
  ///     Nil for an assignment of the row itself.
  mutating func resolveAssignment(
    _ name: Identifier, _ symbol: SourceRange, _ value: SwiftCode, in use: Identifier?
  ) -> Effect? {
    let range = file.written(use ?? name)
    func report(_ diagnostic: Diagnostic) -> Diagnostic {
      use == nil ? diagnostic : diagnostic.note("'\(text(name.id))' is assigned here", name.range)
    }
    // Only a finding needs the text of the name.
    var spelling: String { text(name.id) }
    let found = scope.find(name.id)
    if found.event != nil, found.source != nil {
      reportAmbiguous(name.id, range)
      return nil
    }
    if let index = found.event ?? found.source {
      // The label hides the property, which is reported where they are declared.
      if let property = names[name.id].property { used.properties[property] = true }
      note(name.range, scope.entries[index])
    } else if let property = names[name.id].property {
      note(name.range, machine.storedProperties[property.index].name, .property)
    }
    if let index = found.event {
      if !scope.entries[index].isDeep, isInout(scope.entries[index]) {
        scope.mark(index, .body)
        noteWritten(name.id, range)
        return .assignField(name, operator: symbol, value: value)
      }
      // Another source of the row may have the label, too.
      guard !row.ambiguousNames.contains(name.id) else { return nil }
      row.ambiguousNames.insert(name.id)
      reportOnce(report(assignsEvent(index, range)))
      return nil
    }
    if let index = found.source {
      let entry = scope.entries[index]
      if entry.isDeep {
        let byGuard = entry.field < 0
        let hides = scope.entries.contains {
          // A label of the same name. For a name in a pattern, it must be the label of the same field.
          !$0.isDeep && $0.owner == entry.owner && (byGuard || $0.field == entry.field) && $0.name.id == name.id
        }
        reportOnce(report(.assignsBinding(spelling, range, hides: hides, byGuard: byGuard)))
        return nil
      }
      guard row.carrier.mayAssign(level: entry.level) else {
        reportOnce(report(notAssignable(spelling, range)))
        return nil
      }
      // The value becomes an argument of the state, which cannot be an `if` or a `switch` (SE-0380).
      let start = value.range.lowerBound
      for word in ["if ", "switch "] as [StaticString] where SwiftKeyword.matches(word, source.bytes, start) {
        let end = start + word.utf8CodeUnitCount - 1
        reportOnce(report(.statementAsExpression(SourceRange(start, end), source.bytes)))
        return nil
      }
      // A plain `=` does not read the value that it replaces.
      scope.mark(index, source.bytes[symbol.lowerBound] == Ascii.equals ? .changes : [.body, .changes, .inPlace])
      noteWritten(name.id, range)
      return .assignField(name, operator: symbol, value: value)
    }
    if let property = names[name.id].property {
      used.properties[property] = true
      return .assignProperty(name, operator: symbol, value: value)
    }
    if let named = names[name.id].namedGuard {
      reportOnce(.assignsGuard(spelling, range).note("'\(spelling)' is declared here", guards.names[named].range))
      return nil
    }
    if isExcused(name.id, among: []) { return nil }
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
          spelling, range, target: stateName(target),
          argument: argument(name.id, of: target, symbol, value),
          written: writtenTarget(target, for: name.id)))
      return nil
    }
    let labels = row.carrier.mayKnowAnyLabel ? machine.states.flatMap(\.fields).compactMap(\.name) : []
    let candidates =
      scope.entries.filter { $0.owner == .source && !$0.isDeep }.map { text($0.name.id) } + labels.map { text($0.id) }
      + machine.storedProperties.filter(\.isVariable).map { text($0.name.id) }
    isIncomplete = true
    row.isBroken = true
    let what = "label or property"
    guard undeclaredNames.insert(UndeclaredName(what: what, name: name.id)).inserted else { return nil }
    // Another source of the row may know the name.
    reportOnce(
      .undeclared(
        what, spelling, range, nearest: Spelling.nearest(to: spelling, among: candidates),
        isCertain: row.expansionCount <= 1))
    return nil
  }
}
