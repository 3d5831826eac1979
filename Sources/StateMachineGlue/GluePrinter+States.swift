import StateMachineModel

/// Writes the Swift for states: conditions and patterns that match a state, and code that hashes, compares and copies
/// the values of states.
extension GluePrinter {
  /// The states by which tests tell configurations apart. These are the leaf states. In a machine with regions,
  /// pseudostates are left out, because such a state is never active after a step.
  var leaves: [StateID] {
    machine.hasRegions
      ? machine.states.indices.filter { machine.canEndRun(in: $0) && !machine.isParallel($0) }
      : behaviour.tree.leaves(of: nil)
  }

  var states: [String] {
    leaves.map { state in
      // The row of a pseudostate is reported instead.
      let isDemanded = !machine.states[state].isPseudostate && !(isTransient(state) && isInitial(state))
      let options = isDemanded ? "" : ", isDemanded: false"
      return ".init(\(literal(text.path(state))), \(place(machine.states[state].name.range))\(options))"
    }
  }

  /// Returns whether the machine may exit a state in the run that enters it, for example by an `always` row. Tests look
  /// at the active states only after a run, so they may never find such a state active.
  func isTransient(_ state: StateID) -> Bool {
    let own = machine.states[state]
    // Each part is a reason for a further microstep: raised events, deferred events, an `always` row, a completion
    // event.
    return behaviour.run.raises || behaviour.run.defers || own.isPseudostate
      || own.path.contains { behaviour.group(of: $0, on: .always) != nil }
      || own.isFinal && own.path.contains(where: behaviour.run.isCompletable)
  }

  private func isInitial(_ state: StateID) -> Bool {
    machine.path(of: state).allSatisfy { step in
      guard !machine.states[step].isRegion else { return true }
      let parent = machine.states[step].parent
      return parent.map { machine.states[$0].initialChild == step } ?? machine.initialStates.contains(step)
    }
  }

  /// The Swift that calls the closure `body` with the index in `leaves` of each active state.
  var stateSwitch: String {
    guard !machine.hasRegions else {
      return leaves.enumerated().map { index, state in
        "    \(when(conditions(of: state), "body(\(index))"))\n"
      }.joined()
    }
    let cases = leaves.enumerated().map { "    case \(pattern(of: machine.path(of: $1))): body(\($0))\n" }
    return "    switch self.state {\n\((cases + unknownCases("break").map { "    \($0)\n" }).joined())    }\n"
  }

  /// Returns Swift conditions that match a state: `case .moving(_, .opening) = self.state`. A region has an enum of its
  /// own. So there is one further condition for each region that contains the state.
  ///
  /// - Parameter fields: patterns such as `let field0` for fields of the state and its ancestors. The key is the index
  ///   of a field among all these fields, outermost ancestor first.
  func conditions(of state: StateID, binding fields: [Int: String] = [:]) -> [String] {
    var conditions: [String] = []
    var subject = "self.state"
    var steps: [StateID] = []
    for step in machine.path(of: state) {
      guard machine.states[step].isRegion else {
        steps.append(step)
        continue
      }
      let region = spelled(machine.states[step].name)
      if steps.isEmpty {
        subject += ".\(region)"
      } else {
        let regions = "regions\(conditions.count)InGlue"
        // A region is active if its owner is.
        let innermost = step == state ? "_" : "let " + regions
        conditions.append("case \(pattern(of: steps, binding: fields, innermost: innermost)) = \(subject)")
        subject = "\(regions).\(region)"
      }
      steps = []
    }
    if !steps.isEmpty { conditions.append("case \(pattern(of: steps, binding: fields)) = \(subject)") }
    return conditions
  }

  /// Returns the Swift pattern that matches a state: `.moving(_, .opening)`.
  ///
  /// - Parameters:
  ///   - steps: the state and its ancestors within one region, outermost first.
  ///   - fields: patterns such as `let field0` for fields of these states, by the index of the field; `_` for any other
  ///     field.
  ///   - innermost: the pattern for the active child of the last state in `steps`, if this state is composite.
  func pattern(of steps: [StateID], binding fields: [Int: String] = [:], innermost: String = "_") -> String {
    var pattern = ""
    for step in steps.reversed() {
      let own = machine.states[step]
      // A tuple without its label could be taken for all fields.
      var parts = own.fields.enumerated().map { place, field in
        fields[own.ownFields + place].map { $0.hasPrefix("(") ? labelled($0, field) : $0 } ?? "_"
      }
      if !pattern.isEmpty { parts.append(pattern) } else if own.isComposite { parts.append(innermost) }
      let isBare = parts.allSatisfy { $0 == "_" }
      pattern = "." + spelled(own.name) + (isBare ? "" : "(\(parts.joined(separator: ", ")))")
    }
    return pattern
  }

  /// Returns the pattern for a field with the field's label before it: `t: (let a, _)`.
  func labelled(_ pattern: String, _ field: Field) -> String {
    (field.label.map { spelled($0) + ": " } ?? "") + pattern
  }

  // MARK: The identity of configurations

  private var isHashable: Bool { conforms(to: "Hashable") }

  private func conforms(to name: String) -> Bool {
    machine.conformances.contains { StateMachine.protocolName(machine.source.text($0)) == name }
  }

  var feed: String {
    (waits ? "      hasher.combine(\(subject).waitedFor)\n" : "") + "      \(reading(".feedInGlue(to: &hasher)"))\n"
  }

  /// The Swift that hashes the values of `TellingInGlue`, the copy of the machine that reports its rows. The hash also
  /// contains the running timers and tasks of the configuration, if the machine has any.
  var feedOfTelling: String {
    (waits ? "      hasher.combine(\(subject).waitedFor)\n" : "")
      + "      \(readingTelling(".feedInGlue(to: &hasher)"))\n"
  }

  /// The Swift of a function that hashes the state and the properties, except for private ones. The machine has this
  /// function, and so has `TellingInGlue`, the copy of the machine that reports its rows.
  var feedingFunction: String {
    let properties = self.machine.storedProperties.filter { $0.visibility != .private }.map {
      "    StateMachineTesting.feed(self.\(spelled($0.name)), to: &hasher)\n"
    }
    return """

        fileprivate func feedInGlue(to hasher: inout Hasher) {
      \(properties.joined())\(feedingState)  }

      """
  }

  /// Returns bindings such as `let field0` for the fields of a state and its ancestors that can be copied, by the index
  /// of the field.
  func copyableFields(of state: StateID) -> [Int: String] {
    let fields = machine.states[state].pathFields
    return Dictionary(
      uniqueKeysWithValues: fields.indices.filter { !isNoncopyable(fields[$0]) }.map { ($0, "let field\($0)") })
  }

  /// The Swift that hashes the state: by `Hashable` if the machine conforms to it, and otherwise field by field.
  /// Noncopyable fields are left out.
  private var feedingState: String {
    if isHashable { return "    hasher.combine(self.state)\n" }
    if machine.hasRegions { return "    StateMachineTesting.feed(self.state, to: &hasher)\n" }
    let cases = leaves.enumerated().map { index, state in
      let names = copyableFields(of: state)
      let feeding = names.keys.sorted().map { "      StateMachineTesting.feed(field\($0), to: &hasher)\n" }.joined()
      return "    case \(pattern(of: machine.path(of: state), binding: names)):\n"
        + "      hasher.combine(\(index))\n\(feeding)"
    }
    return "    switch self.state {\n\((cases + unknownCases("break").map { "    \($0)\n" }).joined())    }\n"
  }

  /// The Swift expression that compares `TellingInGlue`, the copy of the machine that reports its rows, with the
  /// machine: `telling.state == machine.state`. After a step, tests check that both are equal. Nil if the values cannot
  /// be compared by `==`. The testing library then compares hashes.
  var agreement: String? {
    guard isHashable || conforms(to: "Equatable"), !isReplayed else { return nil }
    let properties = ["state"] + machine.storedProperties.filter { $0.visibility != .private }.map { spelled($0.name) }
    return properties.map { "telling.\($0) == \(value).\($0)" }.joined(separator: " && ")
  }

  /// The Swift call that copies the machine's values to `TellingInGlue`, the copy of the machine that reports its rows.
  /// The values are equal already; afterwards, arrays and strings of both share their memory. Nil for a noncopyable
  /// machine.
  var sharing: String? { isReplayed ? nil : "telling.shareInGlue(\(value))" }

  /// The Swift of the function `shareInGlue`, which `sharing` calls. Empty for a noncopyable machine.
  var sharingFunction: String {
    guard !isReplayed else { return "" }
    let properties = machine.storedProperties.filter { $0.visibility != .private && $0.isVariable }
    let shared = [(telling.storedState, "state")] + properties.map { (spelled($0.name), spelled($0.name)) }
    let lines = shared.map { "    self.\($0) = machine.\($1)\n" }.joined()
    return "\n  mutating func shareInGlue(_ machine: \(type)) {\n\(lines)  }\n"
  }

  /// The Swift call that hashes those values of `TellingInGlue` that tests cannot read in the machine itself: private
  /// properties, histories and deferred events. Nil if there are none. `TellingInGlue` is the copy of the machine that
  /// reports its rows.
  var hiddenFeed: String? { telling.hiddenProperties.isEmpty ? nil : "telling.feedHiddenInGlue(to: &hasher)" }

  var hiddenFeedingFunction: String {
    let properties = telling.hiddenProperties
    guard !properties.isEmpty else { return "" }
    let feeding = properties.map { "    StateMachineTesting.feed(self.\($0), to: &hasher)\n" }.joined()
    return "\n  func feedHiddenInGlue(to hasher: inout Hasher) {\n\(feeding)  }\n"
  }
}
