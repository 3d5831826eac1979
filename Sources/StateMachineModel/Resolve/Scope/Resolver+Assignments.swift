import StateMachineSyntax

/// Assignments in effects, and changes in their blocks, in the scope of their carrier.
extension Resolver {
  /// Marks the names that the effects use.
  ///
  /// - Parameter place: the use of the named effect that contains the effects; nil for the row's own.
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

  /// Notes the labels that a block declares anew, which are hidden after the block. Swift does not allow that if the
  /// label is used before, or in the block: the variable for its value would be declared in the same scope.
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

  /// Resolves each assignment: to a field of the source that the row does not exit, or to a stored property.
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

  /// Reports a call, or an assignment to a part, that may change a constant field of a method: it has no `var`.
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

  /// Returns whether a block declares a name anew, in the row or on the path to it.
  func isDeclared(_ name: NameID) -> Bool {
    row.blockNames.contains(name) || row.declaredBefore.contains(name)
  }

  /// Resolves the assignments in effects; `use` is the use of the named effect that contains these, if one does.
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

  /// Returns the use of a label by a change in a block. If the label has a `var`, a possible change counts as certain.
  /// In a machine with methods, it counts as none without a `var`.
  func usage(of change: BlockChange, _ index: Int) -> LocalUsage {
    let entry = scope.entries[index]
    let usage = knowledge(of: entry.type).usage(of: change.use.change)
    guard usage.contains(.mayChange), entry.isVariable || machine.hasMethods else { return usage }
    return entry.isVariable && !TypeKnowledge.reads(change.use.change) ? .changesInPlace : []
  }

  /// Returns whether a label is a method's `inout` parameter, which rows may change.
  private func isInout(_ entry: Scope.Entry) -> Bool {
    guard entry.owner == .event, case .event(let event) = row.trigger else { return false }
    let specifier = machine.events[event].fields[Int(entry.field)].specifier
    return specifier.map { source.text($0).contains("inout") } ?? false
  }

  func knowledge(of type: SourceRange) -> TypeKnowledge {
    TypeKnowledge(type, source.bytes, alias: machine.alias)
  }

  /// Returns whether the row may exit the state that has a field; for a choice, this is known only at its end.
  func mayBeLeft(_ entry: Scope.Entry) -> Bool {
    guard row.isExternal, row.choice == nil, let domain = row.domain else { return row.isExternal }
    return Int(entry.field) >= machine.states[domain].pathFields.count
  }

  /// Returns the finding for an assignment to an event's label, which has this index in the scope.
  private func assignsEvent(_ index: Int, _ range: SourceRange) -> Diagnostic {
    let name = scope.entries[index].name.id
    return .assignsEvent(text(name), range, besides: assigned(besides: name), renaming: renaming(index))
  }

  private func notAssignable(_ name: String, _ range: SourceRange) -> Diagnostic {
    row.carrier.isExit ? .assignsOnExit(name, range) : .assignsEnclosing(name, range)
  }

  /// Resolves an assignment; returns nil if it has an error.
  ///
  /// - Parameter use: the use of the named effect that contains the assignment, where its errors are reported.
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
