import StateMachineModel

/// Writes what becomes of an event for which no state has a transition, and how the messages about it name the state.
struct UnhandledLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
  }

  /// The name of the current state in a message, to be put into a string.
  var state: String { holdsRegions(nil) ? "Self.name(of: self.state)" : "self.state.\(model.nameOfState)" }

  /// The error that says which event the current state does not handle.
  var error: String { "UnhandledEvent(state: self.state.\(model.nameOfState), event: event.name)" }

  func write(_ out: inout SwiftWriter) {
    let tells = !model.ignoresUnhandled && model.hasEvents
    if tells { writeFunction(&out) }
    // The error has the names that users have.
    let namesState = machine.hasPolicy { $0 == .assert || $0 == .trap }
    guard model.run.canRunOn || model.hasEvents && namesState, holdsRegions(nil) else { return }
    out.blankLine()
    writeNames(within: nil, "State", &out)
  }

  // MARK: The function

  /// The call of the function. It throws itself where that need not wait for the end of the run.
  func call(_ event: String) -> String {
    let attempt = model.errors.byPolicy && !model.keepsFailure ? "try " : ""
    return "\(attempt)self.unhandled(\(event)\(keepsError ? ", run: &\(model.names.run)" : ""))"
  }

  /// Is true where the error of a policy is left to the run.
  private var keepsError: Bool { model.keepsFailure && model.errors.byPolicy }

  private func writeFunction(_ out: inout SwiftWriter) {
    let run = SwiftModel.parameter("run", model.names.run)
    let parameter = keepsError ? ", \(run): inout \(model.names.runType)" : ""
    let clause = keepsError || !model.errors.byPolicy ? "" : model.errors.clause
    out.lines(
      """

      /// The current state has no transition for `event`.
      """)
    out.write(string: "private func unhandled(_ event: Event\(parameter))\(clause)")
    out.write(model.onePolicy == .trap ? " -> Never" : " -> Outcome")
    out.openBrace()
    if model.onePolicy != nil { writePolicy(machine.unhandled, &out) } else { writePolicies(&out) }
    out.closeBrace()
  }

  /// What is done with an event, by its policy.
  private func writePolicies(_ out: inout SwiftWriter) {
    out.openSwitch(over: "event")
    var groups: [(unhandled: Unhandled, events: [EventID])] = []
    var places: [PolicyKey: Int] = [:]
    for event in machine.events.indices {
      let unhandled = machine.unhandled(event)
      let place = places[PolicyKey(unhandled), default: groups.count]
      places[PolicyKey(unhandled)] = place
      if place == groups.count { groups.append((unhandled, [])) }
      groups[place].events.append(event)
    }
    // Timers are never unhandled.
    if !machine.timers.isEmpty, !groups.contains(where: { $0.unhandled.policy.isSilent }) {
      groups.append((Unhandled(policy: .ignore), []))
    }
    for group in groups {
      let timers = group.unhandled.policy.isSilent && !machine.timers.isEmpty ? "elapsed" : nil
      states.writeCaseList(group.events.lazy.map { machine.events[$0].name }, last: timers, &out)
      out.openCase()
      writePolicy(group.unhandled, &out)
      out.closeCase()
    }
    out.closeSwitch()
  }

  private func writePolicy(_ unhandled: Unhandled, _ out: inout SwiftWriter) {
    switch unhandled.policy {
    case .ignore, .error: out.line("return .ignored")
    case .assert:
      writeFailure("assertionFailure", unhandled.message, &out)
      out.line("return .ignored")
    case .trap: writeFailure("preconditionFailure", unhandled.message, &out)
    case .throw:
      out.beginLocation(unhandled.error?.range)
      out.write(string: keepsError ? "\(model.names.run).fail(" : "throw ")
      if let error = unhandled.error {
        out.code(error, guards: machine.namedGuards)
      } else {
        out.write(string: self.error)
      }
      out.write(keepsError ? ")" : "")
      out.endLine()
      out.endLocation()
      if keepsError { out.line("return .ignored") }
    }
  }

  /// Names alone are formatted, and only where the program stops: payloads need not be printable.
  private func writeFailure(_ function: StaticString, _ message: SwiftCode?, _ out: inout SwiftWriter) {
    guard let message else {
      let name = model.spelling(machine.name).inStringLiteral
      out.write(function)
      out.line(string: "(\"\(name): event \\(event.name) is not handled in state \\(\(state))\")")
      return
    }
    let hashes = String(repeating: "#", count: model.text(message.range).prefix { $0 == "#" }.utf8.count)
    out.stateName = "\\\(hashes)(\(state))"
    out.eventName = "\\\(hashes)(event.name)"
    out.beginLocation(message.range)
    out.write(function)
    out.write("(")
    out.code(message, guards: machine.namedGuards)
    out.write(")")
    out.endLine()
    out.endLocation()
  }

  // MARK: States with regions

  /// Tells whether a state of a body has regions. Its name alone does not say what is active, and a message does.
  private func holdsRegions(_ body: StateID?) -> Bool {
    guard body != nil || !machine.isParallel else { return machine.topStates.contains(where: holdsRegions) }
    return model.behaviour.tree.leaves(of: body).contains(where: machine.isParallel)
  }

  /// The function that names the states of a body: those of the regions within a state stand in brackets behind it.
  private func writeNames(within body: StateID?, _ type: String, _ out: inout SwiftWriter) {
    out.write(string: "private static func name(of value: \(type)) -> String")
    out.openBrace()
    var parallels: [StateID] = []
    if body == nil, machine.isParallel {
      out.line(string: text(ofRegions: machine.topStates, in: "value"))
    } else {
      let leaves = model.behaviour.tree.leaves(of: body)
      parallels = leaves.filter(machine.isParallel)
      let others = leaves.filter { !machine.isParallel($0) }
      out.openSwitch(over: "value")
      for state in parallels {
        out.write("case ")
        states.writePattern(of: state, Bindings(child: .fresh("regions")), &out)
        let path = model.layout.pathText(state)
        let text = text(ofRegions: machine.states[state].children, in: "regions", behind: path)
        out.line(string: ": return \(text)")
      }
      if !others.isEmpty {
        states.writeCaseList(states: others, &out)
        out.line(": return value.name.description")
      }
      out.closeSwitch()
    }
    out.closeBrace()
    if body == nil, machine.isParallel { writeNames(ofRegions: machine.topStates, "State", &out) }
    for state in parallels {
      let path = machine.path(of: state).filter { outer in body.map { outer > $0 } ?? true }
      let outer = type + path.map { "." + model.names.children(of: $0) }.joined()
      writeNames(ofRegions: machine.states[state].children, outer, &out)
    }
  }

  /// The functions of the regions that hold regions.
  private func writeNames(ofRegions regions: [StateID], _ type: String, _ out: inout SwiftWriter) {
    for region in regions where holdsRegions(region) {
      out.blankLine()
      writeNames(within: region, "\(type).\(model.names.children(of: region))", &out)
    }
  }

  /// `"(\(regions.audio.name), \(Self.name(of: regions.video)))"`.
  private func text(ofRegions regions: [StateID], in holder: String, behind path: String = "") -> String {
    let names = regions.map { region in
      let subject = "\(holder).\(model.spelling(machine.states[region].name))"
      return holdsRegions(region) ? "Self.name(of: \(subject))" : "\(subject).name"
    }
    return .text(ofRegions: names, behind: path)
  }
}

/// What tells policies apart that need code of their own.
private struct PolicyKey: Hashable {
  let policy: UnhandledPolicy
  /// Where its error or its message stands.
  let place: Int?

  init(_ unhandled: Unhandled) {
    policy = unhandled.policy.isSilent ? .ignore : unhandled.policy
    place = (unhandled.error ?? unhandled.message)?.range.lowerBound
  }
}
