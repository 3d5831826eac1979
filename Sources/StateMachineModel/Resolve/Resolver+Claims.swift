import StateMachineSyntax

/// Resolves statements for tests, such as `never` and `try`. Their sources and guards are resolved like those of rows.
extension Resolver {
  mutating func resolveClaims(_ items: [ItemSyntax]) {
    for case .claim(let syntax) in items { resolve(syntax) }
  }

  /// Resolves one statement for tests, and adds it to the machine. A statement with an error is not added.
  private mutating func resolve(_ syntax: ClaimSyntax) {
    row.clear(.claim)
    row.range = syntax.row.range
    let subject = self.subject(of: syntax)
    row.triggers.append((.plain(.always), []))
    if case .enclosingState = syntax.row.sources {} else { resolveSources(syntax.row, in: nil) }
    let guarding = resolveGuard(syntax.row.guardSyntax)
    guard let subject, !row.isBroken else {
      markRowLoosely(guarding.text, syntax.row)
      return
    }
    var claim = Claim(
      subject: subject, documentation: syntax.row.documentation, range: syntax.row.range,
      condition: guarding.condition, hasGuard: syntax.row.guardSyntax != nil,
      isAboutAll: isAboutAll(syntax.row.sources), sources: [])
    if case .event(let event, _) = subject {
      claim.sources = sources(inWhichComes: event, guarding.text)
    } else {
      choosePairs(isWildcard: false)
      for expansion in row.pairs.indices {
        row.begin(expansion)
        claim.sources.append(source(row.sources[expansion].state, guarding.text))
      }
      if row.sources.isEmpty, let condition = guarding.text { markLoosely(condition, []) }
      checkWrittenNames()
    }
    guard !row.hasErrors, !row.isBroken, !guarding.neverApplies else { return }
    machine.claims.append(claim)
  }

  private func isAboutAll(_ sources: TransitionSyntax.Sources) -> Bool {
    switch sources {
    case .enclosingState: true
    case .listed: false
    case .wildcard(_, let exceptions, _): exceptions.isEmpty
    }
  }

  /// Returns the kind of a statement for tests, and what it names: states, or an event with values to try. Nil if the
  /// statement has an error, which has been reported.
  private mutating func subject(of syntax: ClaimSyntax) -> Claim.Subject? {
    switch syntax.kind {
    case .never: return .never
    case .canBe: return .canBe
    case .invariant: return .invariant
    case .within: return .within
    case .canReach(let paths):
      beginStates()
      let states = (0..<paths.count).flatMap { resolveNewStates(paths[$0], in: "statement") }
      return states.isEmpty ? nil : .canReach(states)
    case .event(let values):
      guard case .event(let name, let pattern)? = syntax.row.triggers?.first, let event = event(name, pattern)
      else { return nil }
      used.events[event] = true
      let fields = machine.events[event].fields
      let given = self.values(values, for: fields.map { $0.label ?? $0.name }, of: text(name.id))
      return given.map { .event(event, values: $0) }
    case .start(let values):
      for property in machine.storedProperties.indices { used.properties[ID(property)] = true }
      return self.values(values, for: machine.startLabels, of: "init").map { .start($0) }
    }
  }

  /// Returns the values in the list of a `try` statement of the `.sm` file, grouped by label. A value without a label
  /// belongs to the label before it: `count: 1, 2` gives two values for `count`. Nil if the list has an error, which
  /// has been reported.
  ///
  /// - Parameters:
  ///   - labels: the labels that the list may have, in order.
  ///   - name: the name of the event, or `init` for values of the machine's start.
  private mutating func values(
    _ list: ArgumentListSyntax?, for labels: [Identifier?], of name: String
  ) -> [TriedValues]? {
    var values: [TriedValues] = []
    var isBroken = false
    scope.clear()
    for item in list?.items ?? [] {
      var place = item.label == nil ? values.last?.place : nil
      if let label = item.label {
        place = labels.firstIndex { $0?.id == label.id }
        if let place {
          if let declared = labels[place] { note(label.range, declared, name == "init" ? .property : .label) }
          values.append(TriedValues(place: place, values: []))
        } else if case let known = labels.compactMap({ $0.map { text($0.id) } }),
          name != "init" || !isExcused(label.id, among: known)
        {
          let nearest = Spelling.nearest(to: text(label.id), among: known)
          diagnostics.append(
            .unknownLabel(
              text(label.id), label.range, name == "init" ? "initializer" : "event", name, nearest: nearest,
              labels: known))
        }
      } else if place == nil, labels.count == 1, labels[0] == nil {
        place = 0
        values.append(TriedValues(place: 0, values: []))
      } else if place == nil, !isBroken {
        let first = labels.lazy.compactMap { $0 }.first.map { text($0.id) }
        diagnostics.append(
          .triedWithoutLabel(item.value.range, label: first, name, hasFields: !labels.isEmpty))
      }
      guard place != nil else {
        isBroken = true
        continue
      }
      use(item.value, .body)
      values[values.count - 1].values.append(code(item.value))
    }
    return isBroken ? nil : values
  }

  private mutating func source(_ state: StateID, _ condition: SwiftText?) -> ClaimSource {
    enterCarrier()
    if let condition { use(condition, .condition) }
    return ClaimSource(state: state, locals: scope.locals, patterns: scope.usedPatterns)
  }

  /// Returns the states in which tests can evaluate the guard of `try event [guard]`. In such a state, the guard can
  /// use each of its labels: the event or the state has the label. Empty if there is no guard.
  private mutating func sources(inWhichComes event: EventID, _ condition: SwiftText?) -> [ClaimSource] {
    guard let condition else { return [] }
    let fields = machine.events[event].fields
    var sources: [ClaimSource] = []
    var unknown: [UnknownName] = []
    for state in machine.states.indices where machine.canEndRun(in: state) {
      scope.clear()
      scope.enter(fields, [], of: .event)
      // A label of the event hides the state's label with the same name.
      let plan = machine.states[state].fields.map { field -> FieldPattern in
        field.name.map { scope.find($0.id).event != nil } == true ? .ignored : .unnamed
      }
      enterPath(of: state, plan)
      row.unknownNames.clear()
      use(condition, .condition)
      if row.unknownNames.contains(where: { machine.isLabel($0.name) }) {
        unknown = row.unknownNames
        continue
      }
      sources.append(ClaimSource(state: state, locals: scope.locals, patterns: []))
    }
    row.unknownNames = sources.isEmpty ? unknown : row.unknownNames.filter { !machine.isLabel($0.name) }
    reportUnknownNames()
    return sources
  }
}

extension StateMachine {
  /// Returns whether the payload of some state has a label with this name.
  fileprivate func isLabel(_ name: NameID) -> Bool {
    states.contains { $0.fields.contains { $0.name?.id == name } }
  }
}
