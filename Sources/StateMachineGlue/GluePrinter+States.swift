import StateMachineModel

/// States, as conditions and as what tells configurations apart.
extension GluePrinter {
  /// The states without states within them; of several regions, all.
  var leaves: [StateID] {
    machine.hasRegions
      ? machine.states.indices.filter { machine.canRest(in: $0) && !machine.isParallel($0) }
      : behaviour.tree.leaves(of: nil)
  }

  var states: [String] {
    leaves.map { state in
      let options = isTransient(state) ? ", isTransient: true" : ""
      return ".init(\(literal(text.path(state))), \(place(machine.states[state].name.range))\(options))"
    }
  }

  /// Tells whether a step that leads to a state may go on from there by itself.
  private func isTransient(_ state: StateID) -> Bool {
    let own = machine.states[state]
    return own.isPseudostate || behaviour.group(of: state, on: .always) != nil
      || own.isFinal && own.path.contains(where: behaviour.run.isCompletable)
  }

  var stateSwitch: String {
    guard !machine.hasRegions else {
      return leaves.enumerated().map { index, state in
        "    \(when(conditions(of: state), "body(\(index))"))\n"
      }.joined()
    }
    let cases = leaves.enumerated().map { "    case \(pattern(of: machine.path(of: $1))): body(\($0))\n" }
    return "    switch self.state {\n\((cases + unknownCases("break").map { "    \($0)\n" }).joined())    }\n"
  }

  /// `case .moving(_, .opening(let n)) = self.state`; a condition for each region on the path.
  ///
  /// - Parameter fields: names for fields of the path, by their places.
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
        // A region is active where the states around it are.
        let innermost = step == state ? "_" : "let " + regions
        conditions.append("case \(pattern(of: steps, binding: fields, innermost: innermost)) = \(subject)")
        subject = "\(regions).\(region)"
      }
      steps = []
    }
    if !steps.isEmpty { conditions.append("case \(pattern(of: steps, binding: fields)) = \(subject)") }
    return conditions
  }

  /// - Parameter innermost: the pattern for what is within the last state.
  private func pattern(of steps: [StateID], binding fields: [Int: String] = [:], innermost: String = "_") -> String {
    var pattern = ""
    for step in steps.reversed() {
      let own = machine.states[step]
      // A tuple alone could be all fields without its label.
      var parts = own.fields.enumerated().map { place, field in
        fields[own.ownFields + place].map { $0.hasPrefix("(") ? labelled($0, field) : $0 } ?? "_"
      }
      if !pattern.isEmpty { parts.append(pattern) } else if own.isComposite { parts.append(innermost) }
      let isBare = parts.allSatisfy { $0 == "_" }
      pattern = "." + spelled(own.name) + (isBare ? "" : "(\(parts.joined(separator: ", ")))")
    }
    return pattern
  }

  /// `t: (let a, _)`
  func labelled(_ pattern: String, _ field: Field) -> String {
    (field.label.map { spelled($0) + ": " } ?? "") + pattern
  }

  // MARK: What tells configurations apart

  private var isHashable: Bool {
    machine.conformances.contains { StateMachine.protocolName(machine.source.text($0)) == "Hashable" }
  }

  /// What only the machine's own file sees is read by a mirror.
  private var hidesAnything: Bool {
    machine.hasRegions || behaviour.run.defers
      || machine.storedProperties.contains { $0.visibility == .private } && !isReplayed
      || Self.hasHistory(machine)
  }

  var feed: String {
    let waiting = waits ? "      hasher.combine(\(subject).waitedFor)\n" : ""
    if isHashable { return "      hasher.combine(\(value))\n\(waiting)" }
    guard !hidesAnything else { return "      StateMachineTesting.feed(\(value), to: &hasher)\n\(waiting)" }
    let machine = isReplayed ? "machine" : value
    let properties = self.machine.storedProperties.filter { $0.visibility != .private }.map {
      "      StateMachineTesting.feed(\(machine).\(spelled($0.name)), to: &hasher)\n"
    }
    let cases = leaves.enumerated().map { index, state in
      let fields = self.machine.states[state].pathFields.indices
        .filter { !isNoncopyable(self.machine.states[state].pathFields[$0]) }
      let names = Dictionary(uniqueKeysWithValues: fields.map { ($0, "let field\($0)") })
      let feeding = fields.map { "        StateMachineTesting.feed(field\($0), to: &hasher)\n" }.joined()
      return "      case \(pattern(of: self.machine.path(of: state), binding: names)):\n"
        + "        hasher.combine(\(index))\n\(feeding)"
    }
    let fed =
      properties.joined()
      + "      switch \(machine).state {\n\((cases + unknownCases("break").map { "      \($0)\n" }).joined())      }\n"
    return waiting + (isReplayed ? "      \(value).read(redo) { machine in\n\(fed)      }\n" : fed)
  }
}
