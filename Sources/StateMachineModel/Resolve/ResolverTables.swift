import StateMachineSyntax

/// What the rows and actions of a machine have used of its declarations.
struct NameUsage {
  var events: IDSet<Event>
  var outputs: IDSet<Output>
  var properties: IDSet<StoredProperty>
  var guards: IDSet<NamedGuard>
  var effects: IDSet<NamedEffect>

  /// What stands for the events and outputs of submachines is used by being there.
  init(of machine: StateMachine, _ namedGuards: NamedGuards, _ names: borrowing MachineScope) {
    events = IDSet(count: machine.events.count)
    outputs = IDSet(count: machine.outputs.count)
    properties = IDSet(count: machine.storedProperties.count)
    guards = IDSet(count: machine.namedGuards.count)
    effects = IDSet(count: machine.namedEffects.count)
    for event in machine.events.indices where machine.events[event].owner != nil { events[event] = true }
    for output in machine.outputs.indices where machine.outputs[output].owner != nil { outputs[output] = true }
    for name in machine.swift.usedNames {
      if let property = names[name].property { properties[property] = true }
    }
    guard namedGuards.areBroken else { return }
    // What rows use through guards with mistakes in them is unknown.
    for named in machine.namedGuards.indices {
      guards[named] = true
      for use in namedGuards.uses[named] {
        if let property = names[use.name].property { properties[property] = true }
      }
    }
  }
}

/// The rows of choices, which are resolved anew for each transition that leads to them.
struct ChoiceTable {
  var rows = Table<ChoiceRow>()
  /// By choice: its rows.
  var rowsOfChoice: IDMap<Choice, [ID<ChoiceRow>]>
  /// Choices with a mistake in them: a transition to one is not followed.
  var broken: Set<ChoiceID> = []
  /// Those that rows with mistakes in them lead to.
  var ofBrokenRows: Set<ChoiceID> = []
  /// Whether a transition leads to a choice.
  var reached: IDSet<Choice>
  /// How many branches lead on from the transition at hand.
  var branchCount = 0

  init(count: Int) {
    rowsOfChoice = IDMap(repeating: [], count: count)
    reached = IDSet(count: count)
  }
}

/// The timers of a machine by what tells them apart.
struct TimerTable {
  var ids: [TimerKey: TimerID] = [:]
  /// What has been reported of rows with timers: their delays are looked at once more when all timers are known.
  var reported: [RowInProgress.Report] = []
  /// By timer: what its delay is computed from.
  var delays = IDMap<Timer, SwiftText?>()
}

/// What goes on while states are active.
struct ActivityTable {
  /// By state: what its `do` begins, until the entry effects are complete.
  var ofState: [StateID: Action] = [:]
  /// The same as it is written.
  var written: [StateID: [EffectSyntax]] = [:]
  /// Where each output is begun by a `do`, in order.
  var uses: [ActivityUse] = []
}

/// Where the histories of composites lead.
struct HistoryTable {
  /// By composite: where its history leads when it was never active, if that is not its initial state.
  var defaults: [StateID: HistoryDefault] = [:]
  /// Those that no row has had a use for yet.
  var unusedDefaults: [StateID: SourceRange] = [:]
  /// Whether a row leads to a history with a mistake in it: it may be the use of a default.
  var isBroken = false
}

/// What tells the timers of a machine apart.
struct TimerKey: Hashable {
  var state: StateID
  var text: String
}
