/// Writes what becomes of an event for which no state has a transition, and how the messages about it name the state.
struct UnhandledPrinter {
  private let model: SwiftModel
  private let states: StatePrinter
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    states = StatePrinter(model: model)
  }

  /// The name of the current state in a message, to be put into a string.
  var state: String { holdsRegions(nil) ? "Self.name(of: self.state)" : "self.state.\(model.nameOfState)" }

  /// The error that says which event the current state does not handle.
  var error: String { "UnhandledEvent(state: self.state.\(model.nameOfState), event: event.name)" }

  func write(_ out: inout SwiftWriter) {
    let tells = !model.ignoresUnhandled && model.hasEvents
    if tells { writeFunction(&out) }
    // The error has the names that users have.
    guard model.run.canRunOn || tells && !model.throwsUnhandled, holdsRegions(nil) else { return }
    out.blankLine()
    writeNames(within: nil, "State", &out)
  }

  private func writeFunction(_ out: inout SwiftWriter) {
    let name = model.spelling(machine.name).inStringLiteral
    let message = "\\(event.name) is not handled in state \\(\(state))"
    let body =
      switch machine.unhandled {
      case .trap: "preconditionFailure(\"\(name): event \(message)\")"
      case .throw: "throw \(error)"
      default: "assertionFailure(\"\(name): event \(message)\")\n  return .ignored"
      }
    let result =
      switch machine.unhandled {
      case .trap: "-> Never"
      case .throw: "throws(UnhandledEvent) -> Outcome"
      default: "-> Outcome"
      }
    out.lines(
      """

      /// The current state has no transition for `event`.
      private func unhandled(_ event: Event) \(result) {
        \(body)
      }
      """)
  }

  // MARK: States with regions

  /// Whether a state of a body has regions. Its name alone does not say what is active, and a message does.
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
      out.line(string: "\"\(names(ofRegions: machine.topStates, in: "value"))\"")
    } else {
      let leaves = model.behaviour.tree.leaves(of: body)
      parallels = leaves.filter(machine.isParallel)
      let others = leaves.filter { !machine.isParallel($0) }
      out.line("switch value {")
      for state in parallels {
        out.write("case ")
        states.writePattern(of: state, Bindings(child: .fresh("regions")), &out)
        let inner = names(ofRegions: machine.states[state].children, in: "regions")
        out.line(string: ": return \"\(model.layout.pathText(state).inStringLiteral)\(inner)\"")
      }
      if !others.isEmpty {
        states.writeCaseList(states: others, &out)
        out.line(" return value.name.description")
      }
      out.line("}")
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

  /// `(\(regions.audio.name), \(Self.name(of: regions.video)))`, within a string literal.
  private func names(ofRegions regions: [StateID], in holder: String) -> String {
    let names = regions.map { region in
      let subject = "\(holder).\(model.spelling(machine.states[region].name))"
      return holdsRegions(region) ? "\\(Self.name(of: \(subject)))" : "\\(\(subject).name)"
    }
    return "(\(names.joined(separator: ", ")))"
  }
}
