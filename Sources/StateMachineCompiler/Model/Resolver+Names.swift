/// What the Swift in a row uses of the scope.
extension Resolver {
  /// Marks what a piece of Swift uses of the scope, of stored properties and of named guards.
  mutating func use(_ text: SwiftText, _ usage: LocalUsage) {
    for index in text.uses.indices {
      let name = tree.nameUses[index]
      guard interesting[name.name] != nil else { continue }
      if !name.isMemberOfSelf, let named = guards[name.name] {
        usedGuards[named] = true
        let range = rangeOf(name)
        for inner in namesOfGuards[named] { use(inner, usage, at: range) }
        markGuards(within: named)
      } else {
        use(name, usage, at: rangeOf(name))
      }
    }
  }

  private mutating func markGuards(within named: Int) {
    for expansion in machine.namedGuards[named].expression.expansions where !usedGuards[expansion.namedGuard] {
      usedGuards[expansion.namedGuard] = true
      markGuards(within: expansion.namedGuard)
    }
  }

  private mutating func use(_ name: NameUse, _ usage: LocalUsage, at range: SourceRange) {
    if !name.isMemberOfSelf {
      let found = scope.find(name.name)
      if found.event != nil, found.source != nil {
        reportOnce(.ambiguousLabel(text(name.name), range))
      }
      if let index = found.event ?? found.source {
        if let event = found.event { scope.mark(event, usage) }
        if let source = found.source { scope.mark(source, usage) }
        noteWritten(name.name, range, scope.entries[index].typeID)
        return
      }
    }
    if let property = properties[name.name] { usedProperties[property] = true }
  }

  /// Remembers that this expansion knows a name that the row writes.
  mutating func noteWritten(_ name: NameID, _ range: SourceRange, _ typeID: Int32) {
    guard row.expansionCount > 1 else { return }
    guard let index = row.written.firstIndex(where: { $0.name == name }) else {
      row.written.append((name, range, typeID, row.expansion == 0 ? 1 : 0))
      return
    }
    if row.written[index].count == row.expansion { row.written[index].count += 1 }
    if row.written[index].typeID != typeID {
      reportOnce(.labelOfOtherType(text(name), range))
    }
  }

  /// A name that the row writes must be known for all of its sources and events.
  mutating func checkWrittenNames() {
    for written in row.written where written.count < row.expansionCount {
      let state = row.sources[written.count / row.triggers.count].state
      let trigger = row.triggers[written.count % row.triggers.count]
      reportOnce(
        .labelNotInAllSources(
          text(written.name), written.range, state: text(machine.states[state].name.id),
          event: trigger.timer.map { source.text($0.range) } ?? machine.name(ofTrigger: trigger.event)))
    }
  }

  /// What the trigger of the expansion at hand is called: of a timer, what the row says.
  func triggerName(_ event: Int) -> String {
    guard event == machine.elapsed, !row.triggers.isEmpty,
      let timer = row.triggers[row.expansion % row.triggers.count].timer
    else { return machine.name(ofTrigger: event) }
    return source.text(timer.range)
  }

  mutating func reportOnce(_ diagnostic: Diagnostic) {
    guard !row.reported.contains(where: { $0.code == diagnostic.code && $0.range == diagnostic.range }) else { return }
    row.reported.append((diagnostic.code, diagnostic.range))
    diagnostics.append(diagnostic)
  }
}
