import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import Testing

/// A machine that is compiled from a text, with functions that look up its parts by their names.
package struct SmallMachine {
  package let machine: StateMachine
  package let behaviour: Behaviour

  /// Compiles a text, and reports an issue if it has errors.
  ///
  /// - Parameter text: the statements of a machine, or whole machines, of which the first one is used.
  package init(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let whole = text.hasPrefix("machine") ? text : "machine M: Sendable {\n\(text)\n}\n"
    let (machines, result) = Compiler().machines(of: SourceFile(path: "m.sm", text: whole))
    let errors = result.diagnostics.filter { $0.severity == .error }.map(\.message)
    try #require(errors == [], sourceLocation: sourceLocation)
    machine = try #require(machines.first, sourceLocation: sourceLocation)
    behaviour = Behaviour(machine)
  }

  // MARK: Names

  /// Returns the state or region with a name, which only one may have.
  package func state(_ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> StateID {
    let states = machine.states.indices.filter { self.name($0) == name }
    try #require(states.count == 1, "\(name)", sourceLocation: sourceLocation)
    return states[0]
  }

  package func event(_ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> EventID {
    try #require(
      machine.events.indices.first { machine.name(of: .event($0)) == name }, "\(name)", sourceLocation: sourceLocation)
  }

  package func name(_ state: StateID) -> String { machine.source.text(machine.states[state].name.range) }

  package func names(_ states: some Sequence<StateID>) -> [String] { states.map(name) }

  /// Returns a row as it is written in the text.
  package func text(_ row: RowID) -> String { machine.source.text(machine.rows[row].range) }

  package func text(_ transition: TransitionID) -> String { text(machine.transitions[transition].row) }

  /// Returns the first transition with a source and an event, by their names.
  package func transition(_ source: String, _ event: String) throws -> TransitionID {
    let group = try #require(behaviour.group(of: state(source), on: .event(self.event(event))))
    return try #require(behaviour.all(group).first)
  }

  // MARK: Words

  /// Returns a reaction as text: the rows that are tried, in order, and what happens if none applies:
  /// `a -> b : e [c] | unhandled`.
  package func words(_ reaction: Reaction) -> String {
    let attempts = reaction.attempts.map { attempt in
      switch attempt {
      case .transition(let transition): text(transition)
      case .submachine(let state): "submachine of \(name(state))"
      }
    }
    let rest =
      switch reaction.remainder {
      case .enclosing(let state): "left to \(name(state))"
      case .otherRegion: "other region"
      default: "\(reaction.remainder)"
      }
    return (attempts + [rest]).joined(separator: " | ")
  }

  /// Returns the reaction to an event while a leaf state is active, as text: `a -> b : e [c] | unhandled`.
  package func reaction(of leaf: String, to event: String) throws -> String {
    try words(behaviour.reaction(of: state(leaf), to: self.event(event)))
  }

  /// Returns exits and entries as texts: `exit a1`, `enter b`, `exit within machine`.
  package func words(_ moves: [Move]) -> [String] {
    moves.map { move in
      switch move {
      case .exitWithin(let state): "exit within \(state.map(name) ?? "machine")"
      case .enterWithin(let state): "enter within \(state.map(name) ?? "machine")"
      case .stop(let state): "stop \(name(state))"
      case .start(let state): "start \(name(state))"
      case .remember(let state): "remember \(name(state))"
      case .forget(let state): "forget \(name(state))"
      case .exit(let state): "exit \(name(state))"
      case .enter(let state): "enter \(name(state))"
      case .finish(let state): "finish \(name(state))"
      case .beginWithin(let state): "begin within \(state.map(name) ?? "machine")"
      case .begin(let state): "begin \(name(state))"
      case .resume(let state): "resume \(name(state))"
      }
    }
  }
}

/// Returns the findings for the statements of a machine, as texts such as `2 E101`: the line and the code. Line 1 is
/// `head`.
package func findings(_ body: String, head: String = "machine M {") -> [String] {
  let source = SourceFile(path: "m.sm", text: head + "\n" + body + "\n}\n")
  let lines = LineTable(source.bytes)
  return Compiler().check(source).diagnostics.map {
    "\(lines.position(of: $0.range.lowerBound).line) \($0.code.rawValue)"
  }
}

/// Returns the messages of the findings that have a code, for the statements of a machine.
package func messages(_ code: DiagnosticCode, _ body: String) -> [String] {
  let source = SourceFile(path: "m.sm", text: "machine M {\n" + body + "\n}\n")
  return Compiler().check(source).diagnostics.filter { $0.code == code }.map(\.message)
}
