import StateMachineSyntax

/// A state or a region, with the states within it and with its entry and exit actions.
package struct State: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The state's names in older versions, under which stored data are read, too.
  package var formerNames: [Identifier] = []
  package var isFinal: Bool
  /// Whether the state is a region of its parent or of the machine: one of several bodies that are active together (UML
  /// 2.5.1, §14.2.3.3). A region has no payload, no rows and no actions.
  package var isRegion = false
  /// The kind of pseudostate; nil for a state. A pseudostate is exited as soon as it is entered, by the transition
  /// without a trigger that is written after the pseudostate's keyword.
  package var pseudostate: Pseudostate?
  /// The declaration: from its keyword, or from its name if it is not the first of its statement, to its end. For a
  /// pseudostate, its row.
  package var range: SourceRange
  /// The body with its braces; nil if there is none.
  package var bodyRange: SourceRange?
  /// The state's own payload, and then its submachine.
  package var fields: [Field]
  /// The composite state or region that contains the state; nil at the top level.
  package var parent: StateID?
  /// The ancestors and regions around the state, outer first, and the state itself.
  package var path: [StateID] = []
  /// The states or regions directly within the state; empty for a leaf state.
  package var children: [StateID] = [] { didSet { isComposite = !children.isEmpty } }
  /// Whether the state has states or regions within it. Stored, as `ownFields` is: a computed property would copy the
  /// state for each reader in another module.
  package private(set) var isComposite = false
  /// The number after the last state within it: a composite state's descendants follow it without a gap.
  package var end = StateID(0)
  /// The child that is entered with the state; nil for a leaf state, and for a state with regions.
  package var initialChild: StateID?
  /// The fields in scope: those of the ancestors, outer first, and then the state's own. Field numbers in rows and
  /// actions are indices in this list of the source.
  package var pathFields: [Field] = []
  /// The index of the state's first own field in `pathFields`.
  package var ownFields = 0
  /// The entry action: the effects of `entry`, then the start of the `do` outputs, then of the timers; nil for none.
  package var entry: Action?
  /// The part of `entry` that goes on while the state is active: its `do` outputs and its timers. It begins anew when a
  /// stored machine is resumed.
  package var activity: Action?
  /// The exit action: the end of the `do` outputs and timers (UML 2.5.1, §14.2.3.4.6), then the effects of `exit`.
  package var exit: Action?
  /// The timers that run while the state is active.
  package var timers: [TimerID] = []
  /// The events that the state defers, in order.
  package var deferred: [EventID] = []
  /// The submachine, whose field follows the state's own payload; nil if the state has none.
  package var submachine: Submachine?
  /// The kinds of history that transitions to the state enter.
  package var histories: Set<HistoryKind> = []
  /// The target of the state's history if it was never active; nil for its initial child.
  package var historyDefault: StateID?
  /// The state's transitions: a slice of `transitionOrder`.
  package var transitions = 0..<0

  package var isPseudostate: Bool { pseudostate != nil }

  /// Whether no history remembers the state: a final state has come to its end, and no arrow leads back to a
  /// pseudostate (UML 2.5.1, §14.2.3.7). The body that contains it begins anew.
  package var isForgotten: Bool { isFinal || isPseudostate }

  /// The lines of `entry`, `do` and `exit`; successive lines without a guard are one.
  package var written: (entry: [ActionLine], activities: [Effect], exit: [ActionLine]) {
    (
      ActionLine.lines(entry), entry?.effects.filter { if case .begin = $0 { true } else { false } } ?? [],
      ActionLine.lines(exit)
    )
  }
}

/// A line of an `entry` or `exit`: `[guard] / effects`.
package struct ActionLine: Sendable {
  package var condition: SwiftCode?
  package var effects: [Effect]

  package init(condition: SwiftCode? = nil, effects: [Effect]) {
    self.condition = condition
    self.effects = effects
  }

  fileprivate static func lines(_ action: Action?) -> [ActionLine] {
    var lines: [ActionLine] = []
    for effect in action?.effects ?? [] where !effect.isImplied {
      var line = ActionLine(effects: [effect])
      if case .scope(let scope) = effect, scope.name == nil {
        line = ActionLine(condition: scope.condition, effects: scope.effects)
      }
      if line.condition != nil {
        lines.append(line)
      } else if let last = lines.indices.last, lines[last].condition == nil {
        lines[last].effects += line.effects
      } else {
        lines.append(line)
      }
    }
    return lines
  }
}

/// The submachine of a state, its owner (UML 2.5.1, §14.2.3.4.7): it begins when the state is entered. Its events and
/// outputs are in the payloads of an event and an output of the owner.
package struct Submachine: Sendable {
  /// The machine's type, with its generic arguments.
  package var type: SourceRange
  /// The interface of the machine, from the file that declares it.
  package var interface: MachineInterface
  /// The owner's event that hands on an event; nil if the submachine has none.
  package var event: EventID?
  /// The owner's output that hands on an output; nil if the submachine has none.
  package var output: OutputID?
  /// The outputs of the submachine, and of its own submachines, if the owner has a wrapper.
  package var outputs: [SubmachineOutput] = []
  /// Whether the submachine, or a machine within it, has timers or tasks.
  package var waits = false
  /// The index of the submachine's field among the state's fields: the last.
  package var field = 0
}

/// The pseudostates that are entered, as their transition has effects or leads to a choice (UML 2.5.1, §14.2.3.7).
package enum Pseudostate: Sendable {
  /// The beginning of a body: `initial -> target / effects`.
  case initial
  /// The target of a history that was never active: `history -> target / effects`.
  case historyDefault
}

/// The kinds of history, by the part of a composite state that is restored (UML 2.5.1, §14.2.3.7).
package enum HistoryKind: Sendable {
  /// `history`: the child that was active last.
  case shallow
  /// `deepHistory`: the leaf that was active last.
  case deep
}
