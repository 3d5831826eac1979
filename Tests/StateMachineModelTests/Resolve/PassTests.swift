import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineModel

/// Each pass of the resolver completes its part of the model, and leaves the other parts to later passes.
@Suite struct PassTests {
  private static let text = """
    machine Radio: Sendable {
      var count: Int = 0
      event key(code: Int)
      event stop
      output beep
      output sing async
      effect alarm = beep, beep
      guard isLoud = count > 3
      initial state off
      state on {
        do / sing
        initial state quiet
        state loud(volume: Int)
        history -> loud(volume: 1)
      }
      state broken(code: Int)
      choice check, level
      group alive = off, on
      alive -> broken(code: 0) : stop / alarm
      off -> check : key / count += 1
      off -> on.history : after 5s
      on -> level : key [isLoud]
      check -> on : [count > 0 && code == 1]
      check -> broken : [else]
      level -> on.loud(volume: code) : [code > 1]
      level -> off : [else]
      * : key
    }
    """

  /// The machine after a pass and those before it; after its declarations alone for nil.
  private func resolver(after last: Resolver.Pass?) throws -> Resolver {
    let source = SourceFile(path: "Radio.sm", bytes: Array(Self.text.utf8))
    let (tree, diagnostics) = Parser.parse(source)
    #expect(diagnostics.diagnostics.isEmpty)
    var context = MachineContext()
    let declared = context.add(tree, source)
    context.finish()
    var declaration = try #require(declared.machines.first)
    var resolver = Resolver(
      declared.scope, context,
      declaration.link(context, MachineScope(nameCount: tree.names.count), DiagnosticList()))
    for pass in Resolver.Pass.allCases {
      guard let last, pass.rawValue <= last.rawValue else { break }
      resolver.run(pass, declaration.syntax.body)
    }
    #expect(resolver.diagnostics.diagnostics.isEmpty)
    return resolver
  }

  private func name(_ state: StateID?, _ machine: StateMachine) -> String? {
    state.map { machine.names.text(machine.states[$0].name.id) }
  }

  @Test func declarationsComeFirst() throws {
    let machine = try resolver(after: nil).machine
    #expect(machine.states.count == 5)
    #expect(machine.events.count == 2 && machine.outputs.count == 2)
    #expect(machine.choices.count == 2 && machine.groups.count == 1)
    #expect(machine.groups.allSatisfy { $0.members.isEmpty })
    #expect(machine.rows.isEmpty && machine.transitions.isEmpty)
  }

  @Test func namesThatStandForOthersAreExpanded() throws {
    let resolver = try resolver(after: .expand)
    let machine = resolver.machine
    #expect(machine.groups.first?.members.map { name($0, machine) } == ["off", "on"])
    #expect(resolver.namedEffects.ids.map { resolver.namedEffects[$0].effects.map(\.kind) } == [[.output, .output]])
    #expect(machine.choices.map(\.branches.count) == [2, 2])
    let on = try #require(machine.states.indices.first { name($0, machine) == "on" })
    #expect(name(machine.states[on].historyDefault, machine) == "loud")
    // The rows of choices are looked up; those of states are for the next pass.
    #expect(machine.rows.count == 4)
    #expect(machine.transitions.isEmpty && machine.timers.isEmpty)
  }

  @Test func rowsBecomeTransitions() throws {
    let machine = try resolver(after: .resolve).machine
    let triggers = machine.transitions.map { "\(name($0.source, machine) ?? "") \(machine.name(of: $0.trigger))" }
    #expect(
      triggers == ["off stop", "on stop", "off key", "off after 5s", "on key", "on key", "broken key"])
    #expect(machine.timers.count == 1)
    // What is carried over is there, too: both branches of 'level', and the history without a past.
    let toLevel = try #require(machine.transitions.last { !$0.branches.isEmpty })
    #expect(toLevel.branches.map { name($0.target, machine) } == ["loud", "off"])
    #expect(machine.transitions.first { $0.history != nil }?.arguments.count == 1)
    // No state begins its task or its timer yet.
    #expect(machine.states.allSatisfy { $0.entry == nil && $0.exit == nil })
    #expect(machine.states.allSatisfy { $0.transitions.isEmpty })
  }

  @Test func transitionsAreOrderedAndStatesBeginWhatTheyDo() throws {
    let machine = try resolver(after: .order).machine
    #expect(machine.transitionOrder.count == machine.transitions.count)
    for state in machine.states.indices {
      let own = machine.states[state].transitions.map { machine.transitions[machine.transitionOrder[$0]] }
      #expect(own.allSatisfy { $0.source == state })
    }
    let on = try #require(machine.states.first { machine.names.text($0.name.id) == "on" })
    let off = try #require(machine.states.first { machine.names.text($0.name.id) == "off" })
    for state in [on, off] {
      #expect(state.entry?.effects.map(\.kind) == [.output] && state.exit?.effects.map(\.kind) == [.output])
    }
    #expect(off.entry?.effects.contains { if case .schedule = $0 { true } else { false } } == true)
    #expect(on.exit?.effects.contains { if case .end = $0 { true } else { false } } == true)
  }
}
