/// Writes what becomes of an event for which no state has a transition, and the names of states and events that the
/// messages speak of.
struct UnhandledPrinter {
  private let model: SwiftModel
  private let states: StatePrinter
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    states = StatePrinter(model: model)
  }

  func write(_ out: inout SwiftWriter) {
    guard !model.ignoresUnhandled else {
      if model.run.canRunOn {
        out.blankLine()
        writeStateNames(&out)
      }
      return
    }
    guard model.hasEvents || model.run.canRunOn else { return }
    if model.hasEvents { writeFunction(&out) }
    out.blankLine()
    writeStateNames(&out)
    guard model.hasEvents else { return }
    out.blankLine()
    writeEventNames(&out)
  }

  private func writeFunction(_ out: inout SwiftWriter) {
    let name = model.spelling(machine.name).inStringLiteral
    let message = "\\(Self.name(of: event)) is not handled in state \\(Self.name(of: self.state))"
    let body =
      switch machine.unhandled {
      case .trap: "preconditionFailure(\"\(name): event \(message)\")"
      case .throw: "throw UnhandledEvent(state: Self.name(of: self.state), event: Self.name(of: event))"
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

  private func writeStateNames(_ out: inout SwiftWriter) { writeNames(within: nil, "State", &out) }

  /// The function that names the states of a body: those of the regions within a state stand in brackets behind it.
  private func writeNames(within body: StateID?, _ type: String, _ out: inout SwiftWriter) {
    out.write(string: "private static func name(of value: \(type)) -> String")
    out.openBrace()
    var parallels: [StateID] = []
    let isParallel = body == nil && machine.isParallel
    if isParallel {
      out.line(string: "return \"\(names(ofRegions: machine.topStates, in: "value"))\"")
    } else {
      out.line("switch value {")
      for state in model.behaviour.tree.leaves(of: body) {
        if machine.isParallel(state) {
          parallels.append(state)
          out.write("case ")
          states.writePattern(of: state, Bindings(child: .fresh("regions")), &out)
          let inner = names(ofRegions: machine.states[state].children, in: "regions")
          out.line(string: ": return \"\(model.layout.pathText(state).inStringLiteral)\(inner)\"")
        } else {
          states.writeCaseList(states: [state], &out)
          out.line(string: " return \"\(model.layout.pathText(state).inStringLiteral)\"")
        }
      }
      out.line("}")
    }
    out.closeBrace()
    if isParallel { for region in machine.topStates { writeNames(ofRegion: region, "State", &out) } }
    for state in parallels {
      let path = machine.path(of: state).filter { outer in body.map { outer > $0 } ?? true }
      let outer = type + path.map { "." + model.names.children(of: $0) }.joined()
      for region in machine.states[state].children { writeNames(ofRegion: region, outer, &out) }
    }
  }

  private func writeNames(ofRegion region: StateID, _ type: String, _ out: inout SwiftWriter) {
    out.blankLine()
    writeNames(within: region, "\(type).\(model.names.children(of: region))", &out)
  }

  /// `(\(Self.name(of: regions.audio)), \(Self.name(of: regions.video)))`, within a string literal.
  private func names(ofRegions regions: [StateID], in holder: String) -> String {
    let names = regions.map { "\\(Self.name(of: \(holder).\(model.spelling(machine.states[$0].name))))" }
    return "(\(names.joined(separator: ", ")))"
  }

  private func writeEventNames(_ out: inout SwiftWriter) {
    out.write("private static func name(of value: Event) -> String")
    out.openBrace()
    out.line("switch value {")
    for event in machine.events {
      states.writeCaseList([event.name], &out)
      out.line(string: " return \"\(model.text(event.name).inStringLiteral)\"")
    }
    if !machine.timers.isEmpty { out.line("case .elapsed: return \"elapsed\"") }
    out.line("}")
    out.closeBrace()
  }
}
