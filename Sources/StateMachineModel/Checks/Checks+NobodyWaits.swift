import StateMachineSyntax

/// The cases in which a row may drop a continuation or a task of a payload without a finding, because nobody waits for
/// it any more.
extension Checks {
  /// Returns whether an optional field counts as nil when a transition is taken, so that nobody waits for it.
  ///
  /// It does if the transition's own pattern for the field is `nil`. It does if earlier rows take all values other than
  /// nil. It also does if an earlier row's guard names the field: `[reply != nil]`. The author has then asked whether
  /// somebody waits, and has decided what happens in each case.
  ///
  /// - Parameters:
  ///   - declared: the field of an event or a state.
  ///   - place: the index of the field among the fields of the event, or among those of the state and its ancestors.
  ///   - owner: whether the field belongs to the event or to a state.
  ///   - state: the active state, which may be within the transition's source.
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

  /// Returns whether every branch of a choice takes care of a field whose value somebody may wait for. A branch does if
  /// it uses the field. It also does if the guard of an earlier branch names the field, as `[reply != nil]` does. Such
  /// a guard has asked whether somebody waits; it counts only for an optional field.
  ///
  /// - Parameter isUsed: returns whether a branch uses the field.
  func areUsedOrLeft(_ branches: [Transition], _ field: Field, isUsed: (Transition) -> Bool) -> Bool {
    var isAsked = false
    for branch in branches {
      guard isUsed(branch) || isAsked else { return false }
      isAsked = isAsked || isOptional(field.type) && isNamed(field, inGuardOf: branch)
    }
    return !branches.isEmpty
  }

  /// Returns whether the guard of a transition contains the name of a field, directly or in the expression of a named
  /// guard.
  private func isNamed(_ field: Field, inGuardOf transition: Transition) -> Bool {
    guard let condition = machine.rows[transition.row].condition, let name = field.name else { return false }
    let text = machine.names.text(name.id)
    return condition.texts.contains { piece in
      SwiftLexer.tokens(of: machine.source.bytes, in: piece).contains {
        $0.kind == .identifier && machine.source.text(SourceRange($0.start, $0.end)) == text
      }
    }
  }

  /// Returns the transitions on the same trigger that the reducer tries before `transition` while `state` is active.
  /// First come those of the active state, then those of its ancestors. Last come the earlier ones of the transition's
  /// own source. Of each state, at most `PatternCover.maximumDemands` are returned, because a `PatternCover` considers
  /// no more.
  private func transitionsBefore(_ transition: Transition, in state: StateID) -> [Transition] {
    var before: [Transition] = []
    var next: StateID? = machine.isInside(state, transition.source) ? state : transition.source
    while let source = next {
      if let group = behaviour.group(of: source, on: transition.trigger) {
        // Of the transition's own source, only the transitions before its row count.
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

  /// The words by which an event's name says that something has ended, such as `finished`, `failed` and `result`.
  /// Commands such as `finish` and `cancel` are not among them: they are sent from outside to end something.
  private static let wordsOfAnEnd: Set<String> = [
    "completed", "completes", "completion", "done", "ended", "ends", "exited", "failed", "fails", "failure", "finished",
    "finishes", "outcome", "received", "result", "returned", "returns", "succeeded", "succeeds", "success",
    "terminated", "threw", "thrown", "throws",
  ]

  /// Returns whether an event reports, by its name, that the work of a state has ended: `finished` and `uploadFailed`
  /// in any state, `loaded` in the state `loading`. A task in the state's payload then has ended, too, and need not be
  /// cancelled.
  func tellsOfEnd(_ trigger: Trigger, in state: StateID) -> Bool {
    guard let event = trigger.event else { return false }
    let words = Self.words(of: name(of: event))
    if !Self.wordsOfAnEnd.isDisjoint(with: words) { return true }
    let stems = Self.words(of: name(of: state)).filter { $0.hasSuffix("ing") }.map { $0.dropLast(3) }
    return words.contains { word in
      // `uploading` has the stem `upload`, which `uploaded` has without `ed`; for `saving` and `saved`, it has it
      // without `d`.
      word.hasSuffix("ed") && stems.contains { $0.count > 2 && (word.dropLast(2) == $0 || word.dropLast() == $0) }
    }
  }

  /// Returns the words of a name in lower case: `upload`, `failed` for `uploadFailed` and for `upload_failed`.
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
