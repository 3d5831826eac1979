import StateMachineSyntax

/// Finds changes of payloads that are lost. If a row changes a field of a state that it exits, something must read the
/// new value: an argument for an entered state, a guard of a choice, or a later effect. Otherwise the change is a
/// mistake.
extension Resolver {
  /// Collects, in `scope.unreadChanges`, the changes that the row makes to fields of states that it may exit. A change
  /// is not collected if a later effect of the row reads the new value. The target's arguments may read the new value,
  /// too; `scope.mark` then takes the change off the list.
  mutating func followChanges() {
    guard row.isExternal else { return }
    followChanges(row.effects, at: nil)
  }

  /// Adds the changes in some effects to `scope.unreadChanges`, in the order of the effects. Takes a change off this
  /// list when a later effect reads the field.
  ///
  /// - Parameter place: the place where the row uses the named effect that contains these effects; nil for effects of
  ///   the row itself.
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

  /// Adds the changes in a piece of Swift to `scope.unreadChanges`, in the order of the text. Takes off the changes of
  /// fields that the piece reads later.
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

  /// Returns the index, in `scope.entries`, of the source's label with a name. Nil if the name is no such label, or if
  /// the row cannot exit the state that has it. Also nil if a block declares a variable with this name.
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

  /// Adds a change of a field to `scope.unreadChanges`, in place of earlier changes of the same field. If an earlier
  /// change has the flag `mayChange`, the new one gets this flag, too.
  private mutating func note(_ change: UnreadChange) {
    var change = change
    for before in scope.unreadChanges where before.entry == change.entry {
      if before.usage.contains(.mayChange) { change.usage.formUnion(.mayChange) }
    }
    scope.unreadChanges.removeAll { $0.entry == change.entry }
    scope.unreadChanges.append(change)
  }

  /// Takes off `scope.unreadChanges` the changes of fields of states that stay active. (A change is lost only if the
  /// state with the field is exited after it.) A kept change counts as a use of its field.
  ///
  /// - Parameter domain: the innermost composite state that the transition does not exit. Its fields and those of its
  ///   ancestors are kept; nil if all states are exited.
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

  /// Reports the changes whose new values nothing has read. A change that is uncertain, as by an unknown method, is not
  /// reported.
  ///
  /// - Parameter known: for a row of a choice, the changes on the path to the choice, which are reported elsewhere.
  mutating func reportLostChanges(besides known: [UnreadChange] = []) {
    for change in scope.unreadChanges where change.usage.contains(.changes) && !known.contains(change) {
      reportOnce(lostChange(of: change.name, change.range))
    }
  }
}
