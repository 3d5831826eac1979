import StateMachineSyntax

/// Finds the triggers of rows.
extension Resolver {
  /// Finds the triggers of a row, and stores them in the current row, each with its patterns. Reports a trigger that is
  /// named twice, and a row without triggers.
  mutating func resolveTriggers(_ syntax: TransitionSyntax) {
    guard let triggers = syntax.label.triggers else {
      let enclosing = row.body.flatMap { machine.states[$0].isRegion ? nil : $0 }
      if !beginsInUndeclaredName(syntax, in: enclosing) { diagnostics.append(.rowWithoutEvent(syntax.range)) }
      row.isBroken = true
      return
    }
    namedEvents.clear()
    for index in 0..<triggers.count {
      guard !isMisread(triggers[index]) else {
        row.isBroken = true
        continue
      }
      switch triggers[index] {
      case .event(let name, let pattern):
        guard let event = event(name, pattern) else { continue }
        let pattern = pattern?.labels == nil ? pattern : nil
        used.events[event] = true
        guard namedEvents.insert(event) else {
          reject(.namedTwice("event", text(name.id), name.range))
          continue
        }
        let declared = machine.events[event].name
        guard let plan = plan(pattern, for: machine.events[event].fields, of: "event", named: declared) else {
          continue
        }
        row.triggers.append((.plain(.event(event)), plan))
      case .timer(let timer):
        addTimer(timer)
      case .always(let keyword):
        addTrigger(.always, [], keyword)
      case .done(let pattern, let keyword):
        guard let plan = plan(ofDone: pattern) else { continue }
        addTrigger(.done, plan, keyword)
      }
    }
  }

  /// Returns whether a keyword as a trigger, such as `done`, is also the name of an event. Such an event should have
  /// been declared in back-ticks, which has been reported already.
  private mutating func isMisread(_ trigger: TriggerSyntax) -> Bool {
    guard let keyword = trigger.keyword, let name = tree.names.find(keyword.lowerBound, keyword.upperBound),
      names[name].isUnsupported, let event = names[name].event
    else { return false }
    used.events[event] = true
    return true
  }

  /// Returns whether the first source of a row is not declared, or the row has no source. For such a row, a missing
  /// event is not reported, because the row may be meant as a row of a choice.
  func beginsInUndeclaredName(_ syntax: TransitionSyntax, in enclosing: StateID?) -> Bool {
    if case .enclosingState = syntax.sources { return enclosing == nil }
    guard case .listed(let sources) = syntax.sources else { return false }
    return group(sources.first.path) == nil && names[sources.first.path[sources.first.path.count - 1].id].state == nil
  }

  private mutating func addTrigger(_ trigger: Trigger, _ plan: [FieldPattern], _ keyword: SourceRange) {
    if row.triggers.contains(where: { $0.trigger.plain == trigger }) {
      reject(.namedTwice("trigger", source.text(keyword), keyword))
    } else {
      row.triggers.append((.plain(trigger), plan))
    }
  }

  mutating func addTimer(_ timer: TimerSyntax) {
    let range = timer.range
    let key = timerKey(range)
    if row.triggers.contains(where: { $0.trigger.timer?.key == key }) {
      reject(.namedTwice("timer", source.text(range), range))
    } else {
      let text = TimerText(repeats: timer.repeats, delay: timer.duration, key: key, range: range)
      row.triggers.append((.timer(text), []))
    }
  }

  /// Returns the text of a timer without blanks: `after5s` for `after 5s`. Rows of one state whose timers have the same
  /// text share the timer.
  func timerKey(_ range: SourceRange) -> String { source.text(range).filter { !$0.isWhitespace } }

  /// Reports a row that has a timer, but no target, no effects, no guard and no patterns, because such a row does
  /// nothing.
  mutating func reportIdleTimer(_ syntax: TransitionSyntax) {
    guard syntax.target == nil, syntax.effects.isEmpty, syntax.guardSyntax == nil, !row.isBroken,
      let timer = row.triggers.first?.trigger.timer, row.sources.allSatisfy({ $0.plan.isEmpty })
    else { return }
    reportOnce(.idleTimer(timer.range, source.text(timer.range)))
  }
}
