import StateMachineSyntax

/// A state, or a region, with what stands within it and what is done when it is entered and left.
package struct State: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The names that older versions have for it: data that they have stored are read under these, too.
  package var formerNames: [Identifier] = []
  package var isFinal: Bool
  /// Is true for a region of the composite that it stands in, or of the machine: one of several bodies that are active
  /// together (UML 2.5.1, §14.2.3.3). A region has no payload, no rows and no actions.
  package var isRegion = false
  /// The pseudostate that it stands for: it is left as soon as it is entered, by the transition without a trigger that
  /// is written behind the word that it is called. Nil for a state.
  package var pseudostate: Pseudostate?
  /// Its declaration: from its keyword, or from its name where it is not the first of its statement, to its end. Of a
  /// pseudostate, its row.
  package var range: SourceRange
  /// The body with its braces; nil where it has none.
  package var bodyRange: SourceRange?
  /// Its own payload, and behind it its submachine.
  package var fields: [Field]
  /// The composite or region that it stands in; nil at the top level.
  package var parent: StateID?
  /// The composites and regions that it stands in, outer first, and itself.
  package var path: [StateID] = []
  /// Empty for a simple state.
  package var children: [StateID] = [] { didSet { isComposite = !children.isEmpty } }
  /// Is true where the state has states or regions within it. Stored, as `ownFields`: what another module asks a state
  /// is asked of a copy, unless it is stored.
  package private(set) var isComposite = false
  /// Behind the last state within it: a composite's descendants follow it without a gap.
  package var end = StateID(0)
  /// The child that is entered with it; nil for a simple state, and for one with regions.
  package var initialChild: StateID?
  /// The fields of the composites that it stands in, outer first, and its own: what is in scope. Numbers of a source's
  /// fields in rows and actions are places here.
  package var pathFields: [Field] = []
  /// Where its own fields begin among them.
  package var ownFields = 0
  /// The entry action: the effects of `entry`, then the start of its `do` outputs, then of its timers.
  package var entry: Action?
  /// The part of `entry` that goes on while it is active: what `do` begins, and its timers. It begins anew where a
  /// machine comes back that was stored.
  package var activity: Action?
  /// The exit action: the end of its `do` outputs and timers (UML 2.5.1, §14.2.3.4.6), then the effects of `exit`.
  package var exit: Action?
  /// The timers that run while it is active.
  package var timers: [TimerID] = []
  /// The events that are kept for later while it is active, in order.
  package var deferred: [EventID] = []
  /// Its submachine, behind its own payload.
  package var submachine: Submachine?
  /// The kinds of history that transitions return to.
  package var histories: Set<HistoryKind> = []
  /// Where its history leads when it was never active; nil for its initial child.
  package var historyDefault: StateID?
  /// A slice of `transitionOrder`.
  package var transitions = 0..<0

  package var isPseudostate: Bool { pseudostate != nil }

  /// Is true where no history remembers the state: a final state has come to its end, and no arrow leads back to a
  /// pseudostate (UML 2.5.1, §14.2.3.7). The body that it stands in begins anew.
  package var isForgotten: Bool { isFinal || isPseudostate }

  /// The lines of its `entry`, `do` and `exit`: those without a guard that follow each other are one.
  package var written: (entry: [ActionLine], activities: [Effect], exit: [ActionLine]) {
    (
      ActionLine.lines(entry), entry?.effects.filter { if case .begin = $0 { true } else { false } } ?? [],
      ActionLine.lines(exit)
    )
  }
}

/// `[guard] / effects`, behind `entry` or `exit`.
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

/// The submachine of a state, its owner (UML 2.5.1, §14.2.3.4.7): it begins when the state is entered, and its events
/// and outputs are wrapped in those of the owner.
package struct Submachine: Sendable {
  /// With its generic arguments.
  package var type: SourceRange
  /// The interface, read from the file that declares the machine.
  package var interface: MachineInterface
  /// The event that hands one on to it; nil where it has none.
  package var event: EventID?
  /// The output that hands one of its out; nil where it has none.
  package var output: OutputID?
  /// Its outputs, and those of its own submachines, where the machine has a wrapper.
  package var outputs: [SubmachineOutput] = []
  /// Is true where it, or a machine within it, has timers or tasks.
  package var waits = false
  /// Its place among the state's fields: the last.
  package var field = 0
}

/// Pseudostates that are entered, as what leads on from them has effects, or decides (UML 2.5.1, §14.2.3.7).
package enum Pseudostate: Sendable {
  /// Where a body begins: `initial -> target / effects`.
  case initial
  /// Where the history of a composite leads that was never active: `history -> target / effects`.
  case historyDefault
}

/// The kinds of history, by the part of a composite that comes back (UML 2.5.1, §14.2.3.7).
package enum HistoryKind: Sendable {
  /// `history`: the child that was active last.
  case shallow
  /// `deepHistory`: the leaf that was active last.
  case deep
}
