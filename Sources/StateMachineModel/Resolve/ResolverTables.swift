import StateMachineSyntax

/// The declarations that a machine's rows and its `entry`, `exit` and `do` statements have used so far. Declarations
/// that nothing uses are reported at the end.
struct NameUsage {
  var events: IDSet<Event>
  var outputs: IDSet<Output>
  var properties: IDSet<StoredProperty>
  var guards: IDSet<NamedGuard>
  var effects: IDSet<NamedEffect>

  /// Creates the table. The events and outputs that an owner has for its submachines count as used from the start. So
  /// do the properties that the machine's Swift uses. If a named guard has an error, all named guards and the
  /// properties in them count as used, too.
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

/// The rows of choices. Such a row is resolved anew for each transition that leads to its choice.
struct ChoiceTable {
  var rows = Table<ChoiceRow>()
  /// The rows of each choice, in the order in which they are tried.
  var rowsOfChoice: IDMap<Choice, [ID<ChoiceRow>]>
  /// The choices with errors in their rows. A transition that leads to one of them is not added to the machine.
  var broken: Set<ChoiceID> = []
  /// The choices to which rows with errors lead.
  var ofBrokenRows: Set<ChoiceID> = []
  /// The choices to which at least one transition leads.
  var reached: IDSet<Choice>
  /// The number of rows of choices that the current transition has reached so far. Code is generated for each of them,
  /// so their number is limited to `maximumBranches`.
  var branchCount = 0

  init(count: Int) {
    rowsOfChoice = IDMap(repeating: [], count: count)
    reached = IDSet(count: count)
  }
}

/// The timers of a machine. Rows of one state with the same text, such as `after 5s`, share a timer.
struct TimerTable {
  var ids: [TimerKey: TimerID] = [:]
  /// The findings that were reported while the timers of rows were resolved. `finishActivities` resolves the delays of
  /// the timers once more, and must not report these findings again.
  var reported: [RowInProgress.Report] = []
  /// The Swift from which each timer's delay is computed; nil for a literal, such as `5s`.
  var delays = IDMap<Timer, SwiftText?>()
}

/// The activities of states.
struct ActivityTable {
  /// The effects that begin the outputs of a state's `do`. They are added to the state when the effects of its `entry`
  /// are complete.
  var ofState: [StateID: Action] = [:]
  /// The effects of a state's `do`, as written.
  var written: [StateID: [EffectSyntax]] = [:]
  /// The outputs that `do` statements begin, in the order of the file.
  var uses: [ActivityUse] = []
}

/// The targets of the histories of composite states.
struct HistoryTable {
  /// The state that a composite state's history enters if the composite state was never active. There is no entry if
  /// that is the initial state.
  var defaults: [StateID: HistoryDefault] = [:]
  /// The places of the defaults that no row has used so far, by composite state.
  var unusedDefaults: [StateID: SourceRange] = [:]
  /// Whether a row with an error leads to a history. If so, no default of a history is reported as unused, because the
  /// row may be meant to use it.
  var isBroken = false
}

/// The key of a timer: its state, and its text without blanks.
struct TimerKey: Hashable {
  var state: StateID
  var text: String
}
