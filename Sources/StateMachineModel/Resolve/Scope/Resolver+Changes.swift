import StateMachineSyntax

/// Changes of fields whose state the row may exit. A change is read by an argument for an entered state, by a guard of
/// a choice, or by a later effect. A change that nothing reads is lost, which is a mistake.
extension Resolver {
  /// Finds the changes of fields whose state may be exited, and removes those that the row's own effects read; the code
  /// after the effects may read the others.
  mutating func followChanges() {
    guard row.isExternal else { return }
    followChanges(row.effects, at: nil)
  }

  /// Follows the changes in effects; `place` is the use of the named effect that contains these, if one does.
  private mutating func followChanges(_ effects: [EffectSyntax], at place: SourceRange?) {
    for effect in effects {
      if let named = knownEffect(effect) {
        followChanges(namedEffects[named].syntax.effects, at: place ?? effect.called?.range)
      }
      if !scope.unreadChanges.isEmpty || !row.blockChanges.isEmpty { effect.forEachText { followChanges(in: $0) } }
      if let name = effect.assigned, let index = changedEntry(name.id) {
        let range = place ?? file.written(file.identifier(name))
        note(UnreadChange(entry: index, usage: .changes, name: name.id, range: range))
      }
    }
  }

  private mutating func followChanges(in text: SwiftText) {
    var changes: [(change: BlockChange, entry: Int)] = []
    for index in text.uses.indices {
      let use = tree.nameUses[index]
      guard !use.isMemberOfSelf else { continue }
      if let named = names[use.name].namedGuard {
        for inner in guards.uses[named] { noteReads(inner) }
        continue
      }
      guard names[use.name].isTracked else { continue }
      guard let change = row.blockChanges.first(where: { $0.start == use.start }), let entry = changedEntry(use.name)
      else {
        noteReads(use)
        continue
      }
      let usage = usage(of: change, entry)
      if usage.isEmpty {
        noteReads(use)
        continue
      }
      changes.append((change, entry))
      // The call uses the changed value for its result.
      if usage.contains(.changes), change.use.hasResult {
        scope.noteRead { $0.entry == entry }
      } else {
        note(UnreadChange(entry: entry, usage: usage, name: use.name, range: change.range))
      }
    }
    // In a loop, code before a change may run after it.
    for (change, entry) in changes where change.isInLoop {
      let isUsedElsewhere = text.uses.indices.contains {
        tree.nameUses[$0].name == change.name && tree.nameUses[$0].start != change.start
      }
      if isUsedElsewhere { scope.noteRead { $0.entry == entry } }
    }
  }

  /// Returns the index in the scope of a changed field whose state may be exited; nil if the name is no such field.
  private func changedEntry(_ name: NameID) -> Int? {
    guard let index = scope.find(name).source, !scope.entries[index].isDeep, mayBeLeft(scope.entries[index]),
      !isDeclared(name)
    else { return nil }
    return index
  }

  private mutating func noteReads(_ use: NameUse) {
    guard !scope.unreadChanges.isEmpty, !use.isMemberOfSelf, let entry = scope.find(use.name).source else { return }
    scope.noteRead { $0.entry == entry }
  }

  /// Notes a change in place of one before it: a call has read the earlier one, and an assignment is more certain.
  private mutating func note(_ change: UnreadChange) {
    var change = change
    for before in scope.unreadChanges where before.entry == change.entry {
      if before.usage.contains(.mayChange) { change.usage.formUnion(.mayChange) }
    }
    scope.unreadChanges.removeAll { $0.entry == change.entry }
    scope.unreadChanges.append(change)
  }

  /// Notes that states that stay active keep their fields as they have been changed.
  ///
  /// - Parameter domain: the innermost composite state that is not exited.
  mutating func noteKept(_ domain: StateID?) {
    guard !scope.unreadChanges.isEmpty, let domain else { return }
    let count = machine.states[domain].pathFields.count
    let entries = scope.entries
    scope.noteRead { Int(entries[$0.entry].field) < count }
  }

  private func lostChange(of name: NameID, _ range: SourceRange) -> Diagnostic {
    guard let target = row.target, row.choice == nil, row.history == nil, row.otherTargets.isEmpty else {
      return .assignsWhereLeft(text(name), range)
    }
    if let entered = enteredState(with: name) {
      return .assignsWhereGiven(text(name), range, target: stateName(entered))
    }
    return .assignsWhereLeft(text(name), range, target: stateName(target))
  }

  /// Reports the changes that are lost.
  ///
  /// - Parameter known: the changes that are not the row's own.
  mutating func reportLostChanges(besides known: [UnreadChange] = []) {
    for change in scope.unreadChanges where change.usage.contains(.changes) && !known.contains(change) {
      reportOnce(lostChange(of: change.name, change.range))
    }
  }
}
