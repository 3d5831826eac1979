import StateMachineSyntax

/// Looks up the states, choices and histories that paths name: `active.sound`.
extension Resolver {
  mutating func resolveState(_ path: PathSyntax) -> StateID? {
    guard var state = lookUpState(path.first) else { return nil }
    for name in path.rest {
      guard let child = lookUpChild(name, of: state) else { return nil }
      state = child
    }
    return state
  }

  /// Returns the state that the first name of a path names. A state in the machine's body is known everywhere; any
  /// other state only in the body that declares it, and within. Nil if the name is not known as a state, which has been
  /// reported.
  ///
  /// - Parameter isTarget: whether the path is a target of a row, so that a finding may suggest the name of a choice.
  mutating func lookUpState(_ name: NameSyntax, isTarget: Bool = false) -> StateID? {
    if let state = names[name.id].state {
      note(name.range, state: state)
      // A state whose submachine is missing has been reported.
      guard !names[name.id].isUnsupported else {
        row.isBroken = true
        return nil
      }
      guard let parent = machine.states[state].parent else { return state }
      if isVisible(in: parent) { return state }
      guard !names[name.id].isDeclaredAgain else {
        row.isBroken = true
        return nil
      }
      let path = machine.path(of: state).map { stateName($0) }.joined(separator: ".")
      reject(.undeclared("state", text(name.id), name.range, nearest: path))
      return nil
    }
    if names[name.id].choice != nil {
      if let choice = names[name.id].choice { choices.ofBrokenRows.insert(choice) }
      reject(.choiceAsState(name.range, text(name.id)))
      return nil
    }
    if let group = names[name.id].group {
      note(name.range, machine.groups[group].name, .group)
      reject(
        Diagnostic.groupAsState(name.range, text(name.id))
          .note("'\(text(name.id))' is declared here", machine.groups[group].name.range))
      return nil
    }
    if isTarget, historyKind(name) != nil {
      diagnostics.append(.misplacedHistory(name.range, text(name.id)))
      histories.isBroken = true
      row.isBroken = true
      return nil
    }
    // A row without an event may be a choice's.
    let choices = isTarget || row.triggers.isEmpty ? machine.choices.map(\.name) : []
    let others = choices + (isTarget ? [] : machine.groups.map(\.name))
    let isMachine = text(name.id) == text(machine.name.id)
    undeclared(
      "state", name, among: machine.states.lazy.map(\.name) + others,
      remedy: isMachine ? "a path begins with a state: leave it out" : nil)
    return nil
  }

  /// Returns the choice that a path names. Nil if the path's last name is not the name of a choice; this is not
  /// reported. Also nil if the choice cannot be named there by this path; this is reported.
  mutating func lookUpChoice(_ path: PathSyntax) -> ChoiceID? {
    let name = path[path.count - 1]
    guard let choice = names[name.id].choice else { return nil }
    note(name.range, machine.choices[choice].name, .choice)
    let parent = machine.choices[choice].parent
    if path.count == 1 {
      guard let parent else { return choice }
      if isVisible(in: parent) { return choice }
      let outer = machine.path(of: parent)
      let full = outer.map { stateName($0) } + [text(name.id)]
      reject(.undeclared("choice", text(name.id), name.range, nearest: full.joined(separator: ".")))
      return nil
    }
    var outer = PathSyntax(path.first)
    for step in path.rest.dropLast() { outer.append(step) }
    guard let state = resolveState(outer) else { return nil }
    guard state == parent else {
      undeclared("state", name, among: machine.states[state].children.map { machine.states[$0].name })
      return nil
    }
    return choice
  }

  /// Returns whether the current row is in the body of `parent`, directly or within a state there. The row can then
  /// name the declarations of this body without a path.
  private func isVisible(in parent: StateID) -> Bool {
    row.body.map { machine.isInside($0, parent) } ?? false
  }

  /// Returns the state with a name that is declared directly in the body of `state`, as for `playing` in
  /// `player.playing`. Nil if there is none, which is reported.
  mutating func lookUpChild(_ name: NameSyntax, of state: StateID) -> StateID? {
    if let child = names[name.id].state, machine.states[child].parent == state {
      note(name.range, state: child)
      return child
    }
    if names[name.id].isDeclaredAgain {
      row.isBroken = true
      return nil
    }
    if historyKind(name) != nil {
      diagnostics.append(.misplacedHistory(name.range, text(name.id)))
      histories.isBroken = true
      row.isBroken = true
      return nil
    }
    if machine.states[state].submachine != nil {
      reject(.stateOfSubmachine(name.range, text(name.id), stateName(state), isQuery: row.isStateQuery))
      return nil
    }
    let words = ["history", "deepHistory"]
    let spelling = stateName(state)
    let children = machine.states[state].children.map { machine.states[$0].name }
    var remedy: String?
    if let other = names[name.id].state, machine.states[state].isComposite,
      Spelling.nearest(to: text(name.id), among: children.map { text($0.id) }) == nil
    {
      let path = machine.path(of: other).map { stateName($0) }.joined(separator: ".")
      remedy = "it is not within '\(spelling)': write '\(path)'"
    } else if !machine.states[state].isComposite, Spelling.nearest(to: text(name.id), among: words) == nil {
      remedy = "'\(spelling)' has no states within it, and arguments stand in parentheses"
    }
    undeclared("state", name, among: children, orWords: words, remedy: remedy)
    return nil
  }

  func historyKind(_ name: NameSyntax) -> HistoryKind? {
    switch text(name.id) {
    case "history": .shallow
    case "deepHistory": .deep
    default: nil
    }
  }

  /// Returns whether a row belongs to a choice. Its first source decides.
  func isChoiceRow(_ syntax: TransitionSyntax) -> Bool {
    guard !machine.choices.isEmpty, case .listed(let sources) = syntax.sources else { return false }
    return names[sources.first.path[sources.first.path.count - 1].id].choice != nil
  }
}
