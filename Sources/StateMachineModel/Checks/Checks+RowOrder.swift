import StateMachineSyntax

/// Checks of rows that never apply, because of others of the same source and trigger that are tried before them.
extension Checks {
  /// Reports rows after one that always applies, rows after one with the same guard, and rows for `*` that never apply.
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

  /// Examines the transitions of one state on one trigger, in the order in which they are tried.
  private mutating func check(_ group: Behaviour.TriggerGroup, of state: StateID, _ order: inout RowOrder) {
    let transitions = behaviour.all(group)
    var tried = behaviour.tried(group)[...]
    var unconditional: RowID?
    /// By condition: the first row that has it.
    var conditions: [String: RowID] = [:]
    for id in transitions {
      let row = machine.transitions[id].row
      let isConditional = machine.transitions[id].isConditional
      if machine.rows[row].isElse, transitions.count > 1 || mayBeLeft(group.trigger, to: state, order) {
        order.hasCompany[row] = true
      }
      if let unconditional {
        check(row, of: state, group.trigger, behind: unconditional, isConditional: isConditional, &order)
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
      guard tried.first == id else {
        order.covered.addFirst(row, LaterRow(earlier: row, state: state, trigger: group.trigger))
        continue
      }
      tried = tried.dropFirst()
      order.isAlive[row] = true
      if !isConditional { unconditional = row }
    }
  }

  /// Returns whether the rows of a state may get only what something else has not taken: states within the state, its
  /// submachine, or a row whose guard is the literal `false`.
  private func mayBeLeft(_ trigger: Trigger, to state: StateID, _ order: RowOrder) -> Bool {
    if machine.states[state].isComposite || order.haveIdleRows.contains(state) { return true }
    return machine.states[state].submachine?.event.map { trigger == .event($0) } ?? false
  }

  /// Examines a row after one that always applies.
  private mutating func check(
    _ row: RowID, of state: StateID, _ trigger: Trigger, behind earlier: RowID, isConditional: Bool,
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

  /// Reports rows with `[else]` that are alone for all of their states and triggers.
  private mutating func reportLoneElses(_ order: RowOrder) {
    for row in machine.rows.indices where order.isAlive[row] && !order.hasCompany[row] {
      if let range = machine.rows[row].elseRange { diagnostics.append(.loneElse(range, in: machine.source)) }
    }
  }

  // MARK: Conditions

  /// Returns the condition of a transition, as text to compare: the tokens of its guard and its patterns, and the
  /// fields to which their names refer.
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

  /// Returns the tokens of a text, with a blank after each.
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

/// The row that is tried before another one, with the state and the trigger of both.
private struct LaterRow {
  var earlier: RowID
  var state: StateID
  var trigger: Trigger
}

private struct RowPair: Hashable {
  var earlier: RowID
  var later: RowID
}

/// The findings about a machine's rows so far.
private struct RowOrder {
  /// The rows of which some transition can apply, and the rows that have been reported.
  var isAlive: IDSet<Row>
  /// The rows with `[else]` that share a state and a trigger with another row, or come after something else.
  var hasCompany: IDSet<Row>
  /// The states with rows that are never taken.
  let haveIdleRows: Set<StateID>
  /// The rows after one that always applies.
  var shadowed: [RowID: LaterRow] = [:]
  /// The rows after one with the same guard.
  var repeated: [RowID: LaterRow] = [:]
  /// The rows whose patterns match only values that the rows before them take.
  var covered: [RowID: LaterRow] = [:]
  /// The reported pairs of rows that both always apply.
  var reported: Set<RowPair> = []

  init(rowCount: Int, _ usage: Usage) {
    isAlive = IDSet(count: rowCount)
    hasCompany = isAlive
    haveIdleRows = Set(usage.idleRows.flatMap(\.sources))
  }
}

extension [RowID: LaterRow] {
  /// Adds an entry for a row, unless the row has one.
  fileprivate mutating func addFirst(_ row: RowID, _ entry: LaterRow) {
    if self[row] == nil { self[row] = entry }
  }
}
