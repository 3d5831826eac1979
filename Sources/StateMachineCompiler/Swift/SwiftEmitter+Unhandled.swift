/// What stands where no transition applies, and the names of states and events that it speaks of.
extension SwiftEmitter {
  /// The call that ends a case in which no transition applies.
  ///
  /// - Parameter handler: the composite around the state that is asked first.
  mutating func writeUnhandled(_ handler: Int?, _ part: LocalNaming.Part) {
    if let handler, fallsOut {
      fallenHandlers.insert(handler)
      if needsBreak { writer.line("break") }
      return
    }
    if let handler {
      let attempt = throwsUnhandled && part == .events && !traits.takesSteps ? "try " : ""
      let function = actionName(handlerVerb(part), handler)
      switch part {
      case .conditions: writer.line(string: "return self.\(function)(\(event))")
      case .always: writer.line(string: "return self.\(function)(\(arguments(first: true)))")
      case .selection, .alwaysSelection:
        writer.line(string: "return self.\(function)(\(selectionArguments(part)), at: place)")
      case .events, .done, .doneSelection, .effects:
        writer.line(string: "return \(attempt)self.\(function)(\(event)\(arguments(first: false)))")
      }
      return
    }
    if part == .conditions {
      writer.line("return false")
    } else if part == .selection || part == .alwaysSelection {
      writer.line("return place")
    } else if traits.takesSteps {
      writer.line("return nil")
    } else {
      writePolicy()
    }
  }

  /// What becomes of an event that nothing is done for.
  mutating func writePolicy() {
    switch machine.unhandled {
    case .ignore, .error: writer.line("return .ignored")
    case .assert: writer.line(string: "return self.unhandled(\(event))")
    case .trap: writer.line(string: "self.unhandled(\(event))")
    case .throw: writer.line(string: "return try self.unhandled(\(event))")
    }
  }

  /// The policy, and the names that it speaks of.
  mutating func emitUnhandled() {
    if machine.unhandled == .ignore || machine.unhandled == .error {
      if canRunOn { emitStateNames() }
      return
    }
    let message = "\\(Self.name(of: event)) is not handled in state \\(Self.name(of: self.state))"
    let body =
      switch machine.unhandled {
      case .trap: "preconditionFailure(\"\(spelling(machine.name)): event \(message)\")"
      case .throw: "throw UnhandledEvent(state: Self.name(of: self.state), event: Self.name(of: event))"
      default: "assertionFailure(\"\(spelling(machine.name)): event \(message)\")\n  return .ignored"
      }
    let result =
      switch machine.unhandled {
      case .trap: "-> Never"
      case .throw: "throws(UnhandledEvent) -> Outcome"
      default: "-> Outcome"
      }
    writer.lines(
      """

      /// The current state has no transition for `event`.
      private func unhandled(_ event: Event) \(result) {
        \(body)
      }

      """)
    emitStateNames()
    writer.blankLine()
    emitEventNames()
  }

  private mutating func emitStateNames() {
    if machine.unhandled == .ignore || machine.unhandled == .error { writer.blankLine() }
    emitNames(within: -1, "State")
  }

  /// The function that names the states of a body: those of the regions within a state stand in brackets behind it.
  private mutating func emitNames(within body: Int, _ type: String) {
    writer.write(string: "private static func name(of value: \(type)) -> String")
    writer.openBrace()
    var parallels: [Int] = []
    if body < 0, machine.isParallel {
      writer.line(string: "return \"\(names(ofRegions: machine.topStates, in: "value"))\"")
    } else {
      writer.line("switch value {")
      for state in leaves(of: body) {
        if machine.isParallel(state) {
          parallels.append(state)
          writer.write("case ")
          writePattern(of: state, child: .fresh("regions"))
          let inner = names(ofRegions: machine.states[state].children, in: "regions")
          writer.line(string: ": return \"\(pathText(state))\(inner)\"")
        } else {
          writeCaseList(states: [state])
          writer.line(string: " return \"\(pathText(state))\"")
        }
      }
      writer.line("}")
    }
    writer.closeBrace()
    if body < 0, machine.isParallel {
      for region in machine.topStates { emitNames(ofRegion: region, "State") }
    }
    for state in parallels {
      let outer = type + machine.path(of: state).filter { $0 > body }.map { "." + enumName(of: $0) }.joined()
      for region in machine.states[state].children { emitNames(ofRegion: region, outer) }
    }
  }

  private mutating func emitNames(ofRegion region: Int, _ type: String) {
    writer.blankLine()
    emitNames(within: region, "\(type).\(enumName(of: region))")
  }

  /// `(\(Self.name(of: regions.audio)), \(Self.name(of: regions.video)))`, within a string literal.
  private func names(ofRegions regions: [Int], in holder: String) -> String {
    let names = regions.map { "\\(Self.name(of: \(holder).\(spelling(machine.states[$0].name))))" }
    return "(\(names.joined(separator: ", ")))"
  }

  private mutating func emitEventNames() {
    writer.write("private static func name(of value: Event) -> String")
    writer.openBrace()
    writer.line("switch value {")
    for event in machine.events {
      writeCaseList([event.name])
      writer.line(string: " return \"\(text(event.name.range))\"")
    }
    if !machine.timers.isEmpty { writer.line("case .elapsed: return \"elapsed\"") }
    writer.line("}")
    writer.closeBrace()
  }
}
