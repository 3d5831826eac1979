import StateMachineSyntax

/// Checks that report rows which are never taken, because earlier rows with the same source and trigger are always
/// taken before them.
extension Checks {
  /// Reports rows that are never taken: rows after a row without a guard, and rows with the same guard as an earlier
  /// row. Also reports rows whose patterns match only values that earlier rows take. If `isComplete` is true, two more
  /// kinds are reported. One is a row for `*` that is never taken. The other is a row with `[else]` that is the only
  /// row for its trigger.
  ///
  /// - Parameter isComplete: whether the resolver has understood every name and every statement. If it has not, a row
  ///   that seems to be missing may only have been misunderstood.
  mutating func checkOrderOfRows(isComplete: Bool) {
    var order = RowOrder(rowCount: machine.rows.count, usage)
    for state in machine.states.indices {
      for group in behaviour.groups(of: state) { check(group, of: state, &order) }
    }
    reportShadowedRows(&order)
    reportRepeatedRows(&order)
    reportCoveredRows(&order)
    guard isComplete else { return }
    reportIdleWildcards(order)
    if usage.brokenRows.isEmpty { reportLoneElses(order) }
  }

  /// Examines the transitions of one state on one trigger, in the order in which the reducer tries them. Adds to
  /// `order` the rows that can be taken and the rows that cannot.
  private mutating func check(_ group: Behaviour.TriggerGroup, of state: StateID, _ order: inout RowOrder) {
    let transitions = behaviour.all(group)
    var tried = behaviour.tried(group)[...]
    var unconditional: RowID?
    /// For each condition, as a text, the first row that has it.
    var conditions: [String: RowID] = [:]
    for id in transitions {
      let row = machine.transitions[id].row
      let isConditional = machine.transitions[id].isConditional
      if machine.rows[row].isElse, transitions.count > 1 || mayBeLeft(group.trigger, to: state, order) {
        order.hasCompany[row] = true
      }
      if let unconditional {
        check(row, of: state, group.trigger, after: unconditional, isConditional: isConditional, &order)
        continue
      }
      // A single row needs no comparison.
      if isConditional, transitions.count > 1 {
        let condition = condition(of: machine.transitions[id])
        if let earlier = conditions[condition] {
          order.repeated.addFirst(row, LaterRow(earlier: earlier, state: state, trigger: group.trigger))
          if tried.first == id { tried = tried.dropFirst() }
          continue
        }
        conditions[condition] = row
      }
      // `tried` lacks the transitions whose patterns match only values that earlier transitions take.
      guard tried.first == id else {
        order.covered.addFirst(row, LaterRow(earlier: row, state: state, trigger: group.trigger))
        continue
      }
      tried = tried.dropFirst()
      order.isAlive[row] = true
      if !isConditional { unconditional = row }
    }
  }

  /// Returns whether `[else]` is useful in the only row of a state for a trigger. It is useful if the reducer tries
  /// something else before the row. This may be a row of a state within the state, or a row whose guard is `false`. It
  /// may also be the state's submachine.
  private func mayBeLeft(_ trigger: Trigger, to state: StateID, _ order: RowOrder) -> Bool {
    if machine.states[state].isComposite || order.haveIdleRows.contains(state) { return true }
    return machine.states[state].submachine?.event.map { trigger == .event($0) } ?? false
  }

  /// Examines a row that comes after the row `earlier`. The row `earlier` has no condition, so it always takes the
  /// trigger. If the examined row has no condition either, and no `[else]`, the two rows are reported. Otherwise, the
  /// examined row is added to `order.shadowed`. If `earlier` has an error, nothing is reported: once corrected, it may
  /// leave the trigger to the examined row.
  ///
  /// - Parameter isConditional: whether the row has a guard or a pattern that may not match.
  private mutating func check(
    _ row: RowID, of state: StateID, _ trigger: Trigger, after earlier: RowID, isConditional: Bool,
    _ order: inout RowOrder
  ) {
    // Without its error, the earlier row may not always apply.
    if usage.doubtfulRows.contains(earlier) {
      order.isAlive[row] = true
    } else if isConditional || machine.rows[row].isElse {
      order.shadowed.addFirst(row, LaterRow(earlier: earlier, state: state, trigger: trigger))
    } else if order.reported.insert(RowPair(earlier: earlier, later: row)).inserted {
      order.isAlive[row] = true
      diagnostics.append(
        Diagnostic.twoUnconditionalRows(
          machine.rows[row].range, state: name(of: state), event: machine.name(of: trigger)
        ).note("the first is here", machine.rows[earlier].range))
    }
  }

  // MARK: Findings

  private mutating func reportShadowedRows(_ order: inout RowOrder) {
    for (row, entry) in order.shadowed.sorted(by: { $0.key < $1.key }) where !order.isAlive[row] {
      order.isAlive[row] = true
      diagnostics.append(
        Diagnostic.shadowedRow(
          machine.rows[row].range, state: name(of: entry.state), event: machine.name(of: entry.trigger)
        ).note("this row always applies before it", machine.rows[entry.earlier].range))
    }
  }

  private mutating func reportRepeatedRows(_ order: inout RowOrder) {
    for (row, entry) in order.repeated.sorted(by: { $0.key < $1.key }) where !order.isAlive[row] {
      order.isAlive[row] = true
      repeatedRows.insert(row)
      diagnostics.append(
        Diagnostic.repeatedGuard(
          machine.rows[row].range, state: name(of: entry.state), event: machine.name(of: entry.trigger)
        ).note("the row with the same guard is here", machine.rows[entry.earlier].range))
    }
  }

  private mutating func reportCoveredRows(_ order: inout RowOrder) {
    for (row, entry) in order.covered.sorted(by: { $0.key < $1.key }) where !order.isAlive[row] {
      order.isAlive[row] = true
      diagnostics.append(
        .coveredRow(machine.rows[row].range, state: name(of: entry.state), event: machine.name(of: entry.trigger)))
    }
  }

  private mutating func reportIdleWildcards(_ order: RowOrder) {
    for row in machine.rows.indices
    where machine.rows[row].isWildcard && !order.isAlive[row] && !machine.rows[row].neverApplies {
      diagnostics.append(.idleWildcard(machine.rows[row].range, usage.emptyWildcards[row]))
    }
  }

  /// Reports rows with `[else]` that are the only row for each of their states and triggers. The `[else]` has no use
  /// there.
  private mutating func reportLoneElses(_ order: RowOrder) {
    for row in machine.rows.indices where order.isAlive[row] && !order.hasCompany[row] {
      if let range = machine.rows[row].elseRange { diagnostics.append(.loneElse(range, in: machine.source)) }
    }
  }

  // MARK: Conditions

  /// Returns a text for the condition of a transition; two conditions are the same if their texts are equal. The text
  /// contains the tokens of the guard and of the patterns. It also says which field each name in the guard means:
  /// labels of different states may have the same name.
  private func condition(of transition: Transition) -> String {
    var text = ""
    if let guardCode = machine.rows[transition.row].condition { text += tokens(of: guardCode.range) }
    for local in transition.locals where local.usage.contains(.condition) {
      text += "\n\(machine.names.text(local.name.id)) \(local.owner) \(local.field)"
    }
    for pattern in transition.patterns {
      text += "\n\(pattern.owner) \(pattern.field) \(tokens(of: pattern.range))"
    }
    return text
  }

  /// Returns the tokens of a piece of the file with a blank after each: `n > 3 ` for `n>3`. So blanks and comments make
  /// no difference.
  private func tokens(of range: SourceRange) -> String {
    var swift = SwiftLexer(bytes: machine.source.bytes, from: range.lowerBound, to: range.upperBound)
    var text = ""
    var token = swift.next()
    while token.kind != .end {
      text += machine.source.text(SourceRange(token.start, token.end)) + " "
      token = swift.next()
    }
    return text
  }
}

/// The reason why a row is never taken: the row `earlier`, which has the same source and trigger, is always taken
/// before it. If several earlier rows together take all values that the row's patterns match, `earlier` is the row
/// itself.
private struct LaterRow {
  var earlier: RowID
  var state: StateID
  var trigger: Trigger
}

private struct RowPair: Hashable {
  var earlier: RowID
  var later: RowID
}

/// The facts about the machine's rows that have been found so far.
private struct RowOrder {
  /// The rows that must not be reported as never taken: rows that can be taken for some source and trigger, and rows
  /// that have been reported already.
  var isAlive: IDSet<Row>
  /// The rows with `[else]` that are useful: another row, or a state within, may take the trigger before them.
  var hasCompany: IDSet<Row>
  /// The sources of rows that are never taken, such as rows with the guard `[false]`.
  let haveIdleRows: Set<StateID>
  /// The rows that come after a row without a condition, each with that earlier row.
  var shadowed: [RowID: LaterRow] = [:]
  /// The rows that have the same guard and the same patterns as an earlier row, each with that earlier row.
  var repeated: [RowID: LaterRow] = [:]
  /// The rows whose patterns match only values that earlier rows take, each with the state and the trigger.
  var covered: [RowID: LaterRow] = [:]
  /// The pairs of rows that have been reported because both have no condition.
  var reported: Set<RowPair> = []

  init(rowCount: Int, _ usage: Usage) {
    isAlive = IDSet(count: rowCount)
    hasCompany = isAlive
    haveIdleRows = Set(usage.idleRows.flatMap(\.sources))
  }
}

extension [RowID: LaterRow] {
  /// Adds the reason why a row is not taken, unless the row has one already.
  fileprivate mutating func addFirst(_ row: RowID, _ entry: LaterRow) {
    if self[row] == nil { self[row] = entry }
  }
}
