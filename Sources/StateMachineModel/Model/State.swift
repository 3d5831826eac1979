import StateMachineSyntax

/// A state or a region, with the states within it and with its entry and exit actions.
package struct State: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The names of the state in older versions: data that were stored under such a name can still be read.
  package var formerNames: [Identifier] = []
  package var isFinal: Bool
  /// Whether this is a region of a composite state or of the machine: one of several parts that are active together
  /// (UML 2.5.1, §14.2.3.3). A region has no payload, no rows, and no `entry`, `do` or `exit`.
  package var isRegion = false
  /// The kind of pseudostate; nil for a state. As soon as the machine enters a pseudostate, it takes the transition
  /// that the pseudostate's row declares: `initial -> muted`.
  package var pseudostate: Pseudostate?
  /// The range of the declaration, from the keyword to the end. If a statement declares several states, the range of a
  /// later one begins with its name. For a pseudostate, it is the range of its row.
  package var range: SourceRange
  /// The body with its braces; nil for a state without a body.
  package var bodyRange: SourceRange?
  /// The state's own payload, and then the field that contains its submachine.
  package var fields: [Field]
  /// The composite state or region that contains the state; nil at the top level.
  package var parent: StateID?
  /// The composite states and regions around the state, outermost first, and then the state itself.
  package var path: [StateID] = []
  /// The states or regions directly within the state; empty for a leaf state.
  package var children: [StateID] = [] { didSet { isComposite = !children.isEmpty } }
  /// Whether the state has states or regions within it. It is a stored property: for each call of a computed property
  /// from another module, Swift would copy the whole state.
  package private(set) var isComposite = false
  /// The number that follows the number of the last state within this state. The range `id..<end` contains the number
  /// `id` of the state itself and the numbers of all states within it.
  package var end = StateID(0)
  /// The state directly within this state that is entered together with it. Nil for a leaf state, and for a state with
  /// regions.
  package var initialChild: StateID?
  /// The fields that rows of the state can use: the fields of its ancestors, outermost first, and then its own. Rows,
  /// `entry` and `exit` refer to a field by its index in this list.
  package var pathFields: [Field] = []
  /// The index of the state's first own field in `pathFields`.
  package var ownFields = 0
  /// The entry action: the effects of `entry`, then the start of the `do` outputs and of the timers. Nil if nothing
  /// happens on entry.
  package var entry: Action?
  /// The last part of the entry action: the start of the `do` outputs and of the timers. It runs again when a stored
  /// machine is resumed; the effects of `entry` do not. Nil if the state has neither `do` outputs nor timers.
  package var activity: Action?
  /// The exit action: the `do` outputs and timers end (UML 2.5.1, §14.2.3.4.6), then the effects of `exit` run. Nil if
  /// nothing happens on exit.
  package var exit: Action?
  /// The timers that run while the state is active.
  package var timers: [TimerID] = []
  /// The events that the state defers, in order.
  package var deferred: [EventID] = []
  /// The submachine, whose field follows the state's own payload; nil if the state has none.
  package var submachine: Submachine?
  /// The kinds of history by which transitions enter the state: `player.history`, `player.deepHistory`.
  package var histories: Set<HistoryKind> = []
  /// The state that a transition to the state's history enters if the state was never active: `muted` for
  /// `history -> muted`. If it is nil, the state's initial child is entered.
  package var historyDefault: StateID?
  /// The range of the state's transitions in `transitionOrder`.
  package var transitions = 0..<0

  package var isPseudostate: Bool { pseudostate != nil }

  /// Whether a history never returns to this state, because it is a final state or a pseudostate (UML 2.5.1,
  /// §14.2.3.7). A final state has ended, and a pseudostate is never active. If the composite state was in such a state
  /// last, its history enters it at its initial state.
  package var isForgotten: Bool { isFinal || isPseudostate }

  /// The effects as they are written for `entry`, `do` and `exit`. Successive lines of `entry`, or of `exit`, are
  /// joined if none of these lines has a guard.
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

  /// Returns the lines of an `entry` or `exit`. Successive lines without a guard are joined, as nothing distinguishes
  /// them when they run.
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

/// The submachine of a state, which is its owner (UML 2.5.1, §14.2.3.4.7). It begins when the state is entered. The
/// compiler adds an event to the owner's machine; its payload is an event for the submachine. It also adds an output,
/// whose payload is an output of the submachine.
package struct Submachine: Sendable {
  /// The type of the submachine, with its generic arguments: `Loader<Int>`.
  package var type: SourceRange
  /// The interface of the submachine, from the file that declares the machine.
  package var interface: MachineInterface
  /// The event of the owner whose payload is an event for the submachine. Nil if neither the submachine nor a
  /// submachine of it has events or timers.
  package var event: EventID?
  /// The output of the owner whose payload is an output of the submachine. Nil if neither the submachine nor a
  /// submachine of it has outputs or timers.
  package var output: OutputID?
  /// The outputs and timers of the submachine, and of its own submachines. The wrapper of the owner has a closure for
  /// each of them. Empty for an owner with `wrapper none`.
  package var outputs: [SubmachineOutput] = []
  /// Whether the submachine, or a submachine in it, has timers, or outputs that tasks perform.
  package var waits = false
  /// The index of the field in `State.fields` that contains the submachine. It is the last index.
  package var field = 0
}

/// The kinds of pseudostates in the table of states (UML 2.5.1, §14.2.3.7). A pseudostate is in the table only if its
/// row has effects, several targets, or a choice as its target. For an initial pseudostate, arguments also suffice, or
/// a target that is not directly in the body.
package enum Pseudostate: Sendable {
  /// The pseudostate in which a body begins: `initial -> target / effects`.
  case initial
  /// The pseudostate to which a history leads if its state was never active: `history -> target / effects`.
  case historyDefault
}

/// The kinds of history, by the part of a composite state that is restored (UML 2.5.1, §14.2.3.7).
package enum HistoryKind: Sendable {
  /// `history`: restores the state directly within the composite state that was active last.
  case shallow
  /// `deepHistory`: restores the leaf state that was active last. With regions, it restores one in each region.
  case deep
}
