import StateMachineSyntax

/// The declarations that the rows and actions of a machine have used.
struct NameUsage {
  var events: IDSet<Event>
  var outputs: IDSet<Output>
  var properties: IDSet<StoredProperty>
  var guards: IDSet<NamedGuard>
  var effects: IDSet<NamedEffect>

  /// Creates the table, in which the events and outputs that hand on those of submachines are used.
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
    // The names that rows use through guards with errors are unknown.
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
  /// The choices with errors: transitions to them are not followed.
  var broken: Set<ChoiceID> = []
  /// The choices to which rows with errors lead.
  var ofBrokenRows: Set<ChoiceID> = []
  /// By choice: whether a transition leads to it.
  var reached: IDSet<Choice>
  /// The number of branches of the current transition.
  var branchCount = 0

  init(count: Int) {
    rowsOfChoice = IDMap(repeating: [], count: count)
    reached = IDSet(count: count)
  }
}

/// The timers of a machine, by state and text.
struct TimerTable {
  var ids: [TimerKey: TimerID] = [:]
  /// The findings of rows with timers, whose delays are resolved again when all timers are known.
  var reported: [RowInProgress.Report] = []
  /// By timer: the Swift from which its delay is computed.
  var delays = IDMap<Timer, SwiftText?>()
}

/// The activities of states.
struct ActivityTable {
  /// By state: the starts of its `do` outputs, until the entry effects are complete.
  var ofState: [StateID: Action] = [:]
  /// By state: the effects of its `do`, as written.
  var written: [StateID: [EffectSyntax]] = [:]
  /// The places where a `do` begins an output, in order.
  var uses: [ActivityUse] = []
}

/// The targets of the histories of composite states.
struct HistoryTable {
  /// By composite state: the target of its history if the state was never active; none if that is the initial state.
  var defaults: [StateID: HistoryDefault] = [:]
  /// By composite state: the place of a default that no row has used so far.
  var unusedDefaults: [StateID: SourceRange] = [:]
  /// Whether a row with an error leads to a history: it may use a default.
  var isBroken = false
}

/// The identity of a timer within its machine.
struct TimerKey: Hashable {
  var state: StateID
  var text: String
}
