import StateMachineSyntax

/// Reads the declarations of named effects, and of policies for events that have no transition.
extension DeclarationResolver {
  /// Adds a named effect to the machine, without its effects, which are resolved later. Reports a name that an output
  /// or another named effect has, or that is generated: `cancelSave` for the `async` output `save`.
  mutating func declareEffect(_ syntax: NamedEffectSyntax) {
    let spelling = text(syntax.name.id)
    let earlier = names[syntax.name.id]
    let first =
      earlier.output.map { machine.outputs[$0].name } ?? earlier.namedEffect.map { machine.namedEffects[$0].name }
    if let first {
      diagnostics.append(.declaredTwice("output or effect", spelling, syntax.name.range, first: first.range))
      return
    }
    reportIfUnusable(syntax.name)
    reportIfMisread(syntax.name, as: Keyword.effects, after: "/", "effect")
    let mayCancel = spelling.hasPrefix("cancel")
    let cancelled =
      !mayCancel ? nil : machine.outputs.first { TaskUse.isCancelled(text($0.name.id), $0.kind, by: spelling) }
    if let cancelled {
      let reason = "which cancels '\(text(cancelled.name.id))'"
      diagnostics.append(.generatedCase(syntax.name.range, "effect", spelling, reason))
    }
    for parameter in syntax.parameters where parameter.name == nil {
      let type = source.text(parameter.type.range)
      diagnostics.append(
        .malformedParameter(parameter.range, "give it the name that the effect uses, as in '_ value: \(type)'"))
    }
    names[syntax.name.id].namedEffect = machine.namedEffects.append(
      NamedEffect(
        documentation: syntax.documentation, name: file.identifier(syntax.name), fields: fields(syntax.parameters),
        range: syntax.range))
  }

  // MARK: Policy

  /// Stores the policy that an `unhandled` statement of the machine declares. Reports a second such statement. Only a
  /// machine with methods may have two: `throw` for methods that throw, and `trap` for the others.
  mutating func declarePolicy(_ syntax: PolicySyntax, earlier: inout SourceRange?) {
    guard let policy = unhandled(syntax) else { return }
    defer { earlier = earlier ?? syntax.keyword }
    guard let first = earlier else {
      machine.unhandled = policy
      return
    }
    // One policy is for events whose methods throw, and one for the others.
    switch (machine.unhandledElsewhere, machine.unhandled.policy, policy.policy) {
    case (nil, .throw, .trap) where machine.hasMethods: machine.unhandledElsewhere = policy
    case (nil, .trap, .throw) where machine.hasMethods:
      (machine.unhandled, machine.unhandledElsewhere) = (policy, machine.unhandled)
    default: diagnostics.append(.statedTwice("unhandled", syntax.keyword, first: first))
    }
  }

  /// Returns whether a policy is probably meant for the event above it alone. This is so if the policy stands in a line
  /// below the event, with a greater indentation.
  func isDeeper(_ keyword: SourceRange, than event: SourceRange) -> Bool {
    let bytes = source.bytes
    return Lines.start(bytes, of: keyword.lowerBound) > event.lowerBound
      && Lines.indentation(bytes, at: keyword.lowerBound) > Lines.indentation(bytes, at: event.lowerBound)
  }

  /// Returns the policy that a statement declares: `unhandled ignore`. Nil if the word after `unhandled` is unknown,
  /// which is reported. The error and the message are only stored as written. They are resolved later, when all named
  /// guards are declared.
  mutating func unhandled(_ syntax: PolicySyntax) -> Unhandled? {
    let word = text(syntax.word.id)
    guard let policy = UnhandledPolicy(rawValue: word) else {
      let nearest = Spelling.nearest(to: word, among: UnhandledPolicy.allCases.map(\.rawValue))
      diagnostics.append(.unknownPolicy(word, syntax.word.range, nearest: nearest))
      return nil
    }
    return Unhandled(
      policy: policy, error: syntax.error.map { SwiftCode(range: $0.range) },
      message: syntax.message.map { SwiftCode(range: $0.range) })
  }
}
