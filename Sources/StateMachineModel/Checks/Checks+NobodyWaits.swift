import StateMachineSyntax

/// Awaited payloads that a row may drop, because nobody waits for them any more.
extension Checks {
  /// Returns whether an optional field is nil in a transition, because the rows before it took all other values.
  ///
  /// Only patterns that Swift knows to be complete count. A guard that names an optional asks whether somebody waits,
  /// and the author decides what happens to the other values.
  ///
  /// - Parameters:
  ///   - declared: the field of an event or a state.
  ///   - place: the index among the fields of the event, or of the state's path.
  func isNil(
    _ declared: Field, at place: Int, of owner: PayloadOwner, in state: StateID, when transition: Transition
  ) -> Bool {
    guard isOptional(declared.type) else { return false }
    let field = UsedField(owner: owner, field: Int32(place))
    if let own = transition.patterns.first(where: { UsedField(owner: $0.owner, field: $0.field) == field }) {
      return own.shape == .one(.none, [])
    }
    var cover = PatternCover()
    for earlier in transitionsBefore(transition, in: state) {
      if isNamed(declared, inGuardOf: earlier) { return true }
      cover.add(earlier, hasGuard: machine.rows[earlier.row].condition != nil)
    }
    return !cover.leaves(somethingFor: transition.patterns, and: field, as: .one(.some, [.anything]))
  }

  /// Returns whether the branches of a transition use a field, or come after a guard that names it.
  func areUsedOrLeft(_ branches: [Transition], _ field: Field, isUsed: (Transition) -> Bool) -> Bool {
    var isAsked = false
    for branch in branches {
      guard isUsed(branch) || isAsked else { return false }
      isAsked = isAsked || isOptional(field.type) && isNamed(field, inGuardOf: branch)
    }
    return !branches.isEmpty
  }

  /// Returns whether the guard of a transition, or a named guard in it, contains the name of a field.
  private func isNamed(_ field: Field, inGuardOf transition: Transition) -> Bool {
    guard let condition = machine.rows[transition.row].condition, let name = field.name else { return false }
    let text = machine.names.text(name.id)
    return condition.texts.contains { piece in
      SwiftLexer.tokens(of: machine.source.bytes, in: piece).contains {
        $0.kind == .identifier && machine.source.text(SourceRange($0.start, $0.end)) == text
      }
    }
  }

  /// Returns the transitions that are tried before another one on its trigger: those of the states between an active
  /// state and the source, then the source's. For each state, at most as many as a `PatternCover` examines.
  private func transitionsBefore(_ transition: Transition, in state: StateID) -> [Transition] {
    var before: [Transition] = []
    var next: StateID? = machine.isInside(state, transition.source) ? state : transition.source
    while let source = next {
      if let group = behaviour.group(of: source, on: transition.trigger) {
        let earlier = behaviour.tried(group).prefix(PatternCover.maximumDemands).prefix {
          source != transition.source || machine.transitions[$0].row != transition.row
        }
        before += earlier.map { machine.transitions[$0] }
      }
      next = source == transition.source ? nil : machine.states[source].parent
    }
    return before
  }

  private func isOptional(_ type: SourceRange) -> Bool {
    let reader = TypeReader(bytes: machine.source.bytes, alias: machine.alias)
    return if case .optional = reader.structure(of: type) { true } else { false }
  }

  // MARK: Tasks that say that they have ended

  /// The words in events' names that report an end. A command (`finish`, `cancel`) comes from someone else.
  private static let wordsOfAnEnd: Set<String> = [
    "completed", "completes", "completion", "done", "ended", "ends", "exited", "failed", "fails", "failure", "finished",
    "finishes", "outcome", "received", "result", "returned", "returns", "succeeded", "succeeds", "success",
    "terminated", "threw", "thrown", "throws",
  ]

  /// Returns whether an event reports that the work of a state has ended, so that a task there need not be cancelled:
  /// `finished`, `uploadFailed`, or `loaded` in `loading`.
  func tellsOfEnd(_ trigger: Trigger, in state: StateID) -> Bool {
    guard let event = trigger.event else { return false }
    let words = Self.words(of: name(of: event))
    if !Self.wordsOfAnEnd.isDisjoint(with: words) { return true }
    let stems = Self.words(of: name(of: state)).filter { $0.hasSuffix("ing") }.map { $0.dropLast(3) }
    return words.contains { word in
      word.hasSuffix("ed") && stems.contains { $0.count > 2 && (word.dropLast(2) == $0 || word.dropLast() == $0) }
    }
  }

  /// Returns the words of a name in camel case or with underscores, in lower case.
  private static func words(of name: String) -> [String] {
    var words = [""]
    var wasSmall = false
    for character in name {
      if character == "_" || character.isUppercase && wasSmall { words.append("") }
      wasSmall = !character.isUppercase
      if character != "_" { words[words.count - 1] += character.lowercased() }
    }
    return words
  }
}
