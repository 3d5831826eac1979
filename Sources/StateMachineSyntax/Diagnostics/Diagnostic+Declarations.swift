/// The findings about declarations and their names.
extension Diagnostic {
  /// Returns the finding on a name that is not declared. Its message ends with one piece of advice: the `remedy`, or
  /// else the name `nearest`. If there is neither, it says what to write instead of a word from another language, such
  /// as `default`. For all other names, it says to declare the name.
  ///
  /// - Parameters:
  ///   - what: the kind of declaration that the name should have, such as `event`.
  ///   - nearest: the declared name that was probably meant; nil if no declared name is similar.
  ///   - call: a call such as `beep()`, if the name may be a function of Swift. The message then suggests to write the
  ///     call in braces.
  ///   - remedy: other advice, in place of a similar name; nil if there is no other advice.
  ///   - isCertain: whether `check --fix` may replace the name by `nearest` without asking.
  package static func undeclared(
    _ what: String, _ name: String, _ range: SourceRange, nearest: String?, orCall call: String? = nil,
    remedy: String? = nil, isCertain: Bool = true
  ) -> Diagnostic {
    let help: String
    if let remedy {
      help = remedy
    } else if let nearest {
      help = "did you mean '\(nearest)'?"
    } else if let remedy = habit(what, name) {
      help = remedy
    } else {
      let alternative = call.map { ", or put Swift into braces: '{ \($0) }'" }
      help = "declare it in the machine" + (alternative ?? "")
    }
    let beginsWithVowel = ["event", "output", "interface"].contains { what.hasPrefix($0) }
    let article = beginsWithVowel ? "an" : "a"
    let diagnostic = Diagnostic(.undeclaredName, range, "'\(name)' is not declared as \(article) \(what): \(help)")
    if remedy != nil { return diagnostic }
    return diagnostic.replacing(range, by: nearest.map(SwiftName.written), isSafe: isCertain)
  }

  /// Returns the finding on a word before `:` that is a key in another language, such as `on` in `on: push`.
  ///
  /// - Parameter remedy: what to write instead, for the message.
  package static func foreignKey(_ range: SourceRange, _ word: String, _ remedy: String) -> Diagnostic {
    Diagnostic(.undeclaredName, range, "'\(word)' is not declared as a state: \(remedy)")
  }

  package static func eventBeforeTarget(_ range: SourceRange, event: String, state: String) -> Diagnostic {
    Diagnostic(
      .undeclaredName, range,
      "'\(event)' is an event, and '\(state)' a state: write the event after ':', as in '-> \(state) : \(event)'")
  }

  /// Returns the finding on `go: beep`, an event and an output with a colon between them.
  package static func eventBeforeEffect(_ range: SourceRange, event: String, effect: String) -> Diagnostic {
    Diagnostic(
      .undeclaredName, range,
      "'\(event)' is an event, and '\(effect)' an output: write them after ':', as in ': \(event) / \(effect)'")
  }

  /// Returns advice on an undeclared name that is a word of another language. For the event `otherwise`, it says what
  /// `unhandled` does. Nil for other names.
  ///
  /// - Parameter what: the kind of declaration that the name should have, such as `event`.
  private static func habit(_ what: String, _ name: String) -> String? {
    switch (what, name) {
    case ("event", "entry"), ("event", "exit"), ("event", "do"): "write '\(name) / effect' in the state's body"
    case ("state", "shallowHistory"): "write 'history'"
    case ("label or property", "state"), ("output", "transitionTo"), ("output", "transition"), ("output", "goTo"):
      "write the target before ':', as in 'a -> b : event'"
    case ("event", "default"), ("event", "Default"), ("event", "otherwise"), ("event", "any"), ("event", "else"):
      "'unhandled' says what becomes of events without a row"
    case ("state", "nil"), ("state", "self"), ("state", "this"), ("state", "internal"), ("state", "none"),
      ("state", "dontTransition"):
      "a row without '->' stays in its state"
    case ("state", "any"), ("state", "all"), ("state", "every"), ("state", "anyState"), ("state", "AnyState"):
      "'*' stands for every state"
    case ("output", "assign"), ("output or effect", "assign"): "write an assignment, as in 'count = 3'"
    case ("state", "H"): "write a history as a target, as in 'on.history'"
    case ("state", "end"), ("state", "final"), ("state", "exit"), ("state", "stop"), ("state", "terminate"):
      "declare a state for the end, 'final state \(name == "end" ? "ended" : "done")'"
    default: nil
    }
  }

  package static func unknownPolicy(_ name: String, _ range: SourceRange, nearest: String?) -> Diagnostic {
    if let nearest { return undeclared("policy", name, range, nearest: nearest) }
    return Diagnostic(
      .undeclaredName, range,
      "'\(name)' is no policy: write 'ignore', 'assert', 'throw', 'error' or 'trap', which stops the program")
  }

  /// Returns the finding on a path that leads into a state's submachine, such as `owner.name`: the state `owner` has a
  /// submachine with a state `name`.
  ///
  /// - Parameter isQuery: whether the path is in a state query, `in(owner.name)`, and not a source or target of a row.
  package static func stateOfSubmachine(
    _ range: SourceRange, _ name: String, _ owner: String, isQuery: Bool
  ) -> Diagnostic {
    Diagnostic(
      .undeclaredName, range,
      isQuery
        ? "'in' does not look into the machine that '\(owner)' holds: give the row the source '\(owner)(.\(name))'"
        : "no path leads into the machine that '\(owner)' holds: where a row is meant, write '\(owner)(.\(name))'")
  }

  package static func declaredTwice(_ what: String, _ name: String, _ range: SourceRange, first: SourceRange?)
    -> Diagnostic
  {
    Diagnostic(.declaredTwice, range, "the \(what) '\(name)' is declared twice: rename one of them")
      .note("the first is here", first)
  }

  /// Returns the finding on a state that has the name of a state in another body of the machine.
  package static func stateTwice(_ name: String, _ range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .declaredTwice, range,
      "the state '\(name)' is declared twice, and names of states are unique in a machine, also in other regions and "
        + "composite states: rename one of them"
    ).note("the first is here", first)
  }

  /// Returns the finding on the second statement of a kind that a body can have only once, such as `unhandled`.
  ///
  /// - Parameters:
  ///   - word: the keyword of the statement, for the message.
  ///   - first: the range of the first such statement, for a note; nil for no note.
  package static func statedTwice(_ word: String, _ range: SourceRange, first: SourceRange?) -> Diagnostic {
    Diagnostic(.declaredTwice, range, "'\(word)' stands here for the second time: leave one of them out")
      .note("the first is here", first)
  }

  package static func namedTwice(
    _ what: String, _ name: String, _ range: SourceRange, in place: String = "row"
  ) -> Diagnostic {
    Diagnostic(.declaredTwice, range, "this \(place) names the \(what) '\(name)' twice: leave one out")
  }

  package static func unusableName(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unusableName, range, "'\(name)' cannot be a name here: it means something else; choose another")
  }

  /// Returns the finding on a name that Swift does not allow, or only in back-ticks.
  package static func noName(_ range: SourceRange, _ name: String, _ mistake: SwiftName.Mistake) -> Diagnostic {
    let reason =
      switch mistake {
      case .character(let scalar): "\(scalar.codePoint) stands in no name of Swift: leave it out"
      case .unquoted(let scalar): "\(scalar.codePoint) stands only in a name in back-ticks: write '`\(name)`'"
      case .blank: "a name of Swift has more than blanks: choose another"
      case .isOperator: "'\(name)' is an operator to Swift, also in back-ticks: choose another name"
      case .dollar: "Swift keeps names that begin with '$' to itself: choose another"
      }
    return Diagnostic(.unusableName, range, reason)
  }

  /// Returns the finding on a declared name that the parser reads as a keyword in rows: the event `done`, for example.
  ///
  /// - Parameter mark: the punctuation before such a name in a row: `:` before an event, `/` before an output.
  package static func misreadName(_ range: SourceRange, _ name: String, after mark: String, _ what: String)
    -> Diagnostic
  {
    Diagnostic(
      .unusableName, range,
      "after '\(mark)', '\(name)' is no \(what): write '`\(name)`' here and in rows, or choose another name")
  }

  /// Returns the finding on `guard isFound = let index = places.first`, a named guard that binds a name.
  package static func bindingInNamedGuard(_ range: SourceRange, condition: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "a guard with a name is a value, and binds no other names: write '[\(quotation(condition))]' in the rows")
  }

  package static func interfaceOfNoncopyable(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .interface, range,
      "a machine that cannot be copied has no property '\(name)': declare an event that returns it, or leave this out"
    )
  }

  package static func memberOfTwoTypes(
    _ range: SourceRange, _ name: String, _ type: String, _ other: String
  ) -> Diagnostic {
    Diagnostic(
      .differentType, range,
      "'\(name)' is '\(quotation(type))' in one state and '\(quotation(other))' in another: give them one type, or "
        + "leave this out")
  }

  package static func packOfTypes(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "the states of a machine are an enum, and Swift has no enums with packs of types: write '\(name)', and give it a "
        + "struct or a tuple of these types")
  }

  package static func secondIsolation(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.misplaced, range, "a machine is isolated to one actor: leave out '@\(name)'")
  }

  package static func nonisolatedBesideActor(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.misplaced, range, "a machine is isolated to '@\(name)' or 'nonisolated': leave out one of both")
  }

  package static func otherIsolation(_ range: SourceRange, wrapper: String, machine: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "the machine is isolated, and so is what wraps it: write 'wrapper \(machine) class' instead of '\(wrapper)'")
  }

  package static func isolatedSubmachine(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .submachine, range,
      "'\(name)' is isolated and begins in payloads, which are not: write 'machine \(name): Sendable'"
    ).aboutSwift
  }

  /// Returns the finding on a submachine that does not run on the same actor as its owner.
  ///
  /// - Parameters:
  ///   - isolation: the attribute of the submachine, such as `@MainActor`; empty if the submachine has no such
  ///     attribute.
  ///   - isOwnerNonisolated: whether the owner is `nonisolated`, because it is declared so or a wrapper uses it outside
  ///     of the main actor.
  package static func submachineIsolation(
    _ range: SourceRange, _ owner: String, _ name: String, isolation: String, isOwnerNonisolated: Bool
  ) -> Diagnostic {
    let message =
      if isolation.isEmpty {
        "'\(name)' is not isolated as '\(owner)' is: write the same attribute before both machines"
      } else if isOwnerNonisolated {
        "'\(owner)' is nonisolated, and so are its submachines: leave out '\(isolation)' before 'machine \(name)'"
      } else {
        "'\(name)' is isolated: write '\(isolation) machine \(owner)'"
      }
    return Diagnostic(.submachine, range, message).aboutSwift
  }

  /// Returns the finding on a machine, a composite state or a region without an initial state.
  ///
  /// - Parameters:
  ///   - machine: its name.
  ///   - first: the keyword of the first state that could be initial, before which the fix inserts `initial`; nil if no
  ///     state could be initial.
  package static func noInitialState(_ range: SourceRange, _ machine: String, first: SourceRange? = nil) -> Diagnostic {
    let diagnostic = Diagnostic(
      .initialState, range, "'\(machine)' has no initial state: write 'initial' before one of its states")
    guard let first else { return diagnostic }
    return diagnostic.fix(
      "begin in the first state", TextEdit(SourceRange(first.lowerBound, first.lowerBound), "initial "), isSafe: false)
  }

  /// Returns the finding on a machine that has rows but declares no states, as other languages allow.
  ///
  /// - Parameters:
  ///   - first: the source of the first row, which the message declares as the initial state.
  ///   - second: the target of the first row.
  package static func noStates(_ range: SourceRange, _ machine: String, first: String, second: String) -> Diagnostic {
    let other = second == first ? "" : " and 'state \(second)'"
    return Diagnostic(
      .initialState, range, "'\(machine)' declares no states: write 'initial state \(first)'\(other) before its rows")
  }

  package static func secondInitialState(_ range: SourceRange, first: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .initialState, range,
      "this body has one initial state, and '\(name)' is it: leave out 'initial' before one of them"
    )
    .note("the first is here", first)
  }

  /// Returns the finding on an `initial` arrow to a history of its own body: `initial -> on.history` in the body of
  /// `on`.
  ///
  /// - Parameter name: the composite state to which the history belongs; nil for the machine.
  package static func initialAtHistory(_ range: SourceRange, _ name: String?) -> Diagnostic {
    let message =
      name.map {
        "'\($0)' cannot begin at a history of its own: name a state within it, and let arrows lead to '\($0).history'"
      } ?? "a machine begins but once, and has no history: name a state, or the history of one"
    return Diagnostic(.initialState, range, message)
  }

  package static func initialOutside(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.initialState, range, "'\(name)' begins in a state or with a choice within it: name one")
  }

  package static func generatedMember(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .generatedName, range, "'\(name)' is the name of a generated member: choose another for the property")
  }

  /// Returns the finding on Swift in a machine's body that changes the state, because only rows may change it.
  package static func helperAssignsState(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .forbiddenInBlock, range,
      "a helper does not change the state: write a row, or call 'self.init(…, state:)' in an initialiser")
  }

  package static func storedInSwift(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .computedProperty, range,
      "'\(name)' is stored, and stored properties stand in the machine's body: write it there, outside of 'swift'")
  }

  package static func generatedType(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .generatedName, range,
      "'\(name)' is the name of a generated type: qualify the one that is meant, as in 'Module.\(name)', or rename it")
  }

  package static func generatedCase(_ range: SourceRange, _ what: String, _ name: String, _ reason: String)
    -> Diagnostic
  {
    Diagnostic(
      .generatedName, range, "'\(name)' is the name of a generated \(what), \(reason): choose another for this one")
  }

  /// Returns the finding on two outputs for which the same name, such as `cancelSave`, would be generated.
  ///
  /// - Parameters:
  ///   - generated: the name that would be generated twice.
  ///   - name: the name of the second output, at `range`.
  ///   - first: the name of the first output, at `firstRange`.
  package static func generatedTwice(
    _ generated: String, _ range: SourceRange, _ name: String, _ first: String, _ firstRange: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .generatedName, range, "the outputs '\(first)' and '\(name)' both make '\(generated)': rename one of them"
    )
    .note("the other is here", firstRange)
  }

  /// Returns the finding on a group whose generated property, such as `isConnected`, has a name that is taken. It is
  /// the name of a state, or of another group's property.
  ///
  /// - Parameter query: the name of the property, such as `isConnected`.
  package static func generatedQuery(_ range: SourceRange, _ name: String, _ query: String) -> Diagnostic {
    Diagnostic(
      .generatedName, range,
      "the group '\(name)' makes a property '\(query)' of the state, and that name is taken: rename one of them")
  }

  package static func guardCycle(_ range: SourceRange, _ name: String, isDeep: Bool) -> Diagnostic {
    Diagnostic(
      .guardCycle, range,
      isDeep
        ? "this guard leads through too many others, '\(name)' among them: write its expression out"
        : "this guard uses itself through '\(name)': write the expression of one of them out")
  }

  package static func guardTooLong(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .guardCycle, range, "the expression of '\(name)' becomes too long when the guards in it are replaced by theirs")
  }

  package static func effectCycle(_ range: SourceRange, _ name: String, isDeep: Bool) -> Diagnostic {
    Diagnostic(
      .guardCycle, range,
      isDeep
        ? "this effect leads through too many others, '\(name)' among them: write its effects out"
        : "this effect uses itself through '\(name)': write the effects of one of them out")
  }

  package static func effectTooLong(_ range: SourceRange, _ name: String, limit: Int) -> Diagnostic {
    Diagnostic(.guardCycle, range, "'\(name)' stands for more than \(limit) effects, through others: use fewer")
  }

  package static func wrapperAndNone(_ range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(.wrapperKind, range, "'wrapper none' and another wrapper contradict each other: leave one out")
      .note("the first is here", first)
  }

  package static func wrapperNames(_ range: SourceRange, first: SourceRange?, word: String) -> Diagnostic {
    Diagnostic(.wrapperNames, range, "two wrappers of a machine need different names: write 'wrapper \(word) Name'")
      .note("the first is here", first)
  }

  package static func attributeOfNoClass(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.wrapperKind, range, "'\(name)' belongs to a class, and there is none: leave it out")
  }

  package static func observableActor(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "an actor's state cannot be observed from outside of it: write 'wrapper @MainActor @Observable class'")
  }

  package static func isolatedActor(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range, "an actor isolates itself: leave out '@\(name)', or write 'wrapper @\(name) class'")
  }

  package static func actorNotSendable(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "what an actor sends and receives crosses to other isolations: write 'machine \(name): Sendable'")
  }

  package static func defaultActorNotSendable(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "'\(name)' has asynchronous outputs or timers, so its wrapper is an actor, which needs 'Sendable': write 'machine \(name): Sendable', or ask for 'wrapper @MainActor class'"
    )
  }

  package static func plainClassNotCalledBack(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "a class without isolation cannot be called back when an asynchronous output or a timer ends: write 'wrapper actor' or 'wrapper @MainActor class'; the name of a global actor ends in 'Actor'"
    )
  }

  package static func structWithoutTimers(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "a struct keeps the deadlines of timers, and there are none: "
        + "write 'wrapper none', as the machine itself is a value")
  }

  package static func wrapperInGenericType(_ range: SourceRange, _ outer: String) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "'\(outer)' is generic, and Swift has no protocols in generic types, as that of a wrapper's delegate: "
        + "write 'wrapper none'")
  }

  package static func wrapperOfValue(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrapperKind, range,
      "a machine with a value as generic parameter can have no wrapper: write 'wrapper none'")
  }
}
