import StateMachineSyntax

/// Finds the names that the Swift in a row uses, and records that they are used.
extension Resolver {
  /// Records which labels, properties and named guards a piece of Swift uses. Reports names in the piece that are
  /// probably mistakes.
  ///
  /// - Parameters:
  ///   - usage: how the piece uses labels: as a condition, in an effect, and so on.
  ///   - place: the place where the row uses a named effect, for a piece of this named effect; nil for a piece of the
  ///     row itself.
  mutating func use(_ text: SwiftText, _ usage: LocalUsage, at place: SourceRange? = nil) {
    for index in text.uses.indices {
      let name = tree.nameUses[index]
      if name.isStateQuery { checkPlace(ofQuery: name, usage) }
      if !name.isMemberOfSelf, let parameter = row.parameters[name.name] {
        note(file.range(of: name), parameter, .label)
        continue
      }
      guard names[name.name].isTracked else {
        if let mistake = habit(in: name) {
          reportOnce(mistake)
        } else {
          noteUnknown(name, at: place ?? file.range(of: name))
        }
        if names[name.name].isDeclaredInBlock { use(name, usage, at: place ?? file.range(of: name)) }
        continue
      }
      if !name.isMemberOfSelf, let named = names[name.name].namedGuard {
        used.guards[named] = true
        note(file.range(of: name), machine.namedGuards[named].name, .namedGuard)
        let range = place ?? file.range(of: name)
        if scope.find(name.name) != (nil, nil) {
          reportOnce(.guardOrLabel(self.text(name.name), range, declared: machine.namedGuards[named].name.range))
        }
        for inner in guards.uses[named] {
          if inner.isStateQuery { checkPlace(ofQuery: name, usage) } else { use(inner, usage, at: range) }
        }
        markGuards(within: named)
      } else {
        use(name, usage, at: place ?? file.range(of: name))
      }
    }
  }

  /// Returns the finding on a name that is used as in another language: `event.count` in place of the label `count`, or
  /// an output after `/` in place of a comma, `x += 1 / beep`. Nil for a name without such a mistake.
  private func habit(in name: NameUse) -> Diagnostic? {
    let bytes = source.bytes
    let range = file.range(of: name)
    let meaning = names[name.name]
    if range.upperBound < bytes.count, bytes[range.upperBound] == Ascii.dot,
      meaning.event != nil || source.text(range) == "event"
    {
      let start = range.upperBound + 1
      let end = Ascii.endOfIdentifier(bytes, from: start, to: bytes.count)
      let label = tree.names.find(start, end)
      guard let label, scope.find(label).event != nil, !isKnownToSwift(source.text(range)) else { return nil }
      let whole = SourceRange(range.lowerBound, end)
      return .memberOfEvent(whole, source.text(whole), label: source.text(SourceRange(start, end)))
    }
    guard meaning.output != nil, meaning.property == nil, !isKnownToSwift(source.text(range)) else { return nil }
    guard let slash = bytes[..<range.lowerBound].lastIndex(where: { !Ascii.isBlank($0) }), slash > 0,
      bytes[slash] == Ascii.slash, Ascii.isBlank(bytes[slash - 1])
    else { return nil }
    return .outputAsDivisor(SourceRange(slash, range.upperBound), source.text(range))
  }

  /// Records the names that the patterns of a row use as values, such as `limit` in `.some(limit)`. Names that a
  /// pattern binds, such as `value` in `let value`, are left out.
  mutating func usePatterns(_ plan: [FieldPattern]) {
    for case .deep(let pattern, let text) in plan {
      for index in text.uses.indices {
        let name = tree.nameUses[index]
        let range = file.range(of: name)
        guard !pattern.bindings.contains(where: { $0.name.range == range }) else { continue }
        if names[name.name].isTracked {
          use(name, .condition, at: range, isInPattern: true)
        } else {
          noteUnknown(name, at: range, isInPattern: true)
        }
      }
    }
  }

  private mutating func markGuards(within named: NamedGuardID) {
    for expansion in machine.namedGuards[named].expression.expansions {
      guard let inner = names[expansion.name.id].namedGuard, !used.guards[inner] else { continue }
      used.guards[inner] = true
      markGuards(within: inner)
    }
  }

  /// Records the use of one name in Swift: as a label in `scope`, or else as a property. A name that is neither is
  /// stored, so that it can be reported later.
  private mutating func use(
    _ name: NameUse, _ usage: LocalUsage, at range: SourceRange, isInPattern: Bool = false
  ) {
    if !name.isMemberOfSelf {
      if row.declaredBefore.contains(name.name) || row.hidden.contains(name.name) {
        noteWritten(name.name, range)
        if occurrences != nil, let bound = scope.boundByGuard(name.name) { note(file.range(of: name), bound) }
        return
      }
      let found = scope.find(name.name)
      if found.event != nil, found.source != nil {
        reportAmbiguous(name.name, range)
      }
      if let index = found.event ?? found.source {
        if let event = found.event { scope.mark(event, usage) }
        if let source = found.source { scope.mark(source, usage) }
        if occurrences != nil {
          if let event = found.event { note(file.range(of: name), scope.entries[event]) }
          if let source = found.source { note(file.range(of: name), scope.entries[source]) }
        }
        // Each expansion knows the names that the row's own guard binds.
        if scope.entries[index].field >= 0 { noteWritten(name.name, range) }
        return
      }
    }
    if !name.isMemberOfSelf, names[name.name].property == nil {
      noteUnknown(name, at: range, isInPattern: isInPattern)
    }
    if let property = names[name.name].property {
      used.properties[property] = true
      note(file.range(of: name), machine.storedProperties[property.index].name, .property)
    }
  }

  /// Records that a label which the row's Swift uses is known for the current source and trigger. The row is resolved
  /// for each source and trigger separately. In `a, b : e [count > 0]`, `count` may be a label of `a` alone. It is then
  /// not recorded for `b`, and `checkWrittenNames` reports it.
  mutating func noteWritten(_ name: NameID, _ range: SourceRange) {
    guard row.expansionCount > 1 else { return }
    guard let index = row.written.firstIndex(where: { $0.name == name }) else {
      row.written.append((name, range, row.expansion == 0 ? 1 : 0))
      return
    }
    // The count stops at the first source and trigger for which the name is unknown.
    if row.written[index].count == row.expansion { row.written[index].count += 1 }
  }

  /// Reports unknown names in the row. Also reports names that only some of its sources or events have as labels. An
  /// example is `count` in `a, b : e [count > 0]`, if only `a` has the label.
  mutating func checkWrittenNames() {
    reportUnknownNames()
    for written in row.written where written.count < row.expansionCount {
      // A name that cannot be assigned is reported already.
      guard !row.reported.contains(where: { $0.severity == .error && $0.range == written.range }) else { continue }
      let (state, trigger) = row.ends(of: row.pairs[written.count])
      reportOnce(
        .labelNotInAllSources(
          text(written.name), written.range, state: stateName(state),
          event: row.carrier.isForTests ? nil : name(of: trigger)))
    }
  }

  /// Returns the name of a row's trigger for messages; for a timer, its text in the row.
  private func name(of trigger: RowTrigger) -> String {
    switch trigger {
    case .plain(let trigger): machine.name(of: trigger)
    case .timer(let timer): source.text(timer.range)
    }
  }

  /// Reports a name that is a label of the event and also of the source. Its meaning is unclear. A row gets only one
  /// such finding for each name.
  ///
  /// - Parameter range: the place of the name in the row.
  mutating func reportAmbiguous(_ name: NameID, _ range: SourceRange) {
    guard !row.ambiguousNames.contains(name) else { return }
    row.ambiguousNames.insert(name)
    // An action has no event, and an event's effects in every state have no source.
    guard row.carrier.incoming != nil || row.pairAtHand != nil else { return }
    let isAssigned = row.carrier.mayBeReworded && diagnostics.isOpen && assigns(name, row.effects)
    let renaming = isAssigned ? scope.find(name).event.flatMap { self.renaming($0) } : nil
    reportOnce(
      .ambiguousLabel(
        text(name), renaming == nil ? range : placeOfAssignment(to: name) ?? range, state: sourceName,
        event: triggerName, renaming: renaming))
  }

  /// The name of a trigger of the row, for messages. The row is resolved for each of its triggers; the property has the
  /// current one.
  var triggerName: String {
    if let incoming = row.carrier.incoming { return machine.name(of: incoming.trigger) }
    return row.pairAtHand.map { name(of: row.ends(of: $0).trigger) } ?? ""
  }

  /// The name of a source of the row, for messages. The row is resolved for each of its sources; the property has the
  /// current one.
  var sourceName: String {
    (row.carrier.incoming?.state ?? row.pairAtHand.map { row.ends(of: $0).source }).map { stateName($0) } ?? ""
  }

  /// Reports a state query, `in(…)`, that is not in a guard. Also reports a state query in the guard of an `entry`,
  /// `exit` or `do`, and in a choice's rows.
  mutating func checkPlace(ofQuery use: NameUse, _ usage: LocalUsage) {
    guard !row.carrier.mayAskForStates(usage) else { return }
    row.isBroken = true
    // A timer's duration and a named effect are resolved for each of their uses.
    let range = file.range(of: use)
    if misplacedQueries.insert(range).inserted { diagnostics.append(.misplacedStateQuery(range)) }
  }
}
