import StateMachineSyntax

/// Finds rows that are meant as something else, such as a statement of another tool: `entry: beep`. The parser reads
/// them as rows, because only the resolver knows that no state has the name. Text that cannot be a row is reported by
/// the parser (`Parser+Habits`).
extension Resolver {
  /// Returns whether a row is meant as something else, such as `entry: beep`, whose first name `entry` is no state.
  /// Such a row is reported, unless another finding says so already.
  ///
  /// - Parameter body: the state or region in whose body the row stands; nil for the machine's body.
  mutating func isMisread(_ syntax: TransitionSyntax, in body: StateID?) -> Bool {
    if let name = syntax.sourceOfArrow, names[name.id].state == nil, keyword(name) == .initial {
      // If the body has no other initial state, that has been reported.
      if machine.initialChild(of: body) != nil {
        diagnostics.append(.pseudostateWithEvent("initial", syntax, .initialState, source.bytes))
      }
      return true
    }
    guard let finding = misreading(of: syntax) else { return false }
    diagnostics.append(finding)
    return true
  }

  /// Returns a finding for a row that is meant as something else, such as `entry: beep`. Nil for any other row.
  private func misreading(of syntax: TransitionSyntax) -> Diagnostic? {
    if let target = syntax.target { return exchanged(target.first.name, syntax) }
    guard let source = syntax.sourceWithoutArrow, case let name = source.path.first, case let meaning = names[name.id],
      meaning.state == nil
    else { return nil }
    let word = text(name.id)
    // `entry: beep`, as in UML.
    if let action = Parser.actionOfState(word) { return .colonAfterAction(name.range, action) }
    guard meaning.group == nil else { return nil }
    // A keyword before a colon: `event: x`.
    if source.pattern == nil, let keyword = keyword(name), keyword != .initial,
      case let isTrigger = Keyword.triggers.contains(keyword), isTrigger || keyword.beginsItem
    {
      return .keywordBeforeColon(name.range, word, isTrigger: isTrigger)
    }
    guard meaning.choice == nil, !isExcused(name.id) else { return nil }
    // The keys of an object: `states: open, closed`.
    if word == "case" { return .foreignKey(name.range, word, "write a row, as in 'a -> b : event'") }
    if let remedy = Parser.remedy(beginningWith: word) { return .foreignKey(name.range, word, remedy) }
    if meaning.event != nil, let effect = syntax.onlyEvent, names[effect.id].output != nil,
      names[effect.id].event == nil
    {
      return .eventBeforeEffect(name.range, event: word, effect: text(effect.id))
    }
    return exchanged(name, syntax)
  }

  /// Returns a finding for a row in which an event and a state have been exchanged, as in `close: closed`. Nil if the
  /// first name is not an event, or the other one is not a state.
  private func exchanged(_ name: NameSyntax, _ syntax: TransitionSyntax) -> Diagnostic? {
    guard names[name.id].state == nil, names[name.id].event != nil, let event = syntax.onlyEvent,
      names[event.id].event == nil, names[event.id].state != nil
    else { return nil }
    return .eventBeforeTarget(name.range, event: text(name.id), state: text(event.id))
  }

  private func keyword(_ name: NameSyntax) -> Keyword? {
    Keyword(source.bytes, name.range.lowerBound, name.range.upperBound)
  }
}
