import StateMachineSyntax

/// The resolver makes the model of a machine from its syntax tree. It looks names up, makes transitions from rows, and
/// carries values over.
///
/// A part that cannot be resolved is reported and left out, so that the other parts of the file are still checked. Each
/// folder has one concern: Names looks names up, Declare makes tables of declarations, Expand resolves the parts of a
/// row that do not depend on its source, Scope resolves Swift against the names that are known there, Carry finds the
/// arguments for targets, Order sorts transitions. The files beside this one apply them to the statements of a machine.
///
/// There is one resolver for each machine, and all its tables begin empty.
package struct Resolver {
  private let inPlace = InPlace()
  let file: FileScope
  /// The machines that can be submachines of this one.
  let context: MachineContext
  /// The model of the machine that is being resolved.
  var machine: StateMachine
  var names: MachineScope
  let guards: NamedGuards
  var diagnostics: DiagnosticList
  /// Whether the machine lacks the declaration of a name, or has a statement that is not understood. Findings that this
  /// could make wrong are then left out, such as those about unused declarations.
  var isIncomplete: Bool

  var used: NameUsage
  var choices: ChoiceTable
  var groups: GroupTable
  var namedEffects = IDMap<NamedEffect, ResolvedEffects>()
  var timers = TimerTable()
  var activities = ActivityTable()
  var histories = HistoryTable()
  /// The names that blocks in a state's `entry` or `exit` statements declare: `n` in `entry / { let n = 1 }`. With each
  /// name are the indices of these statements in the effects of the state's `entry` or `exit`. The name is removed when
  /// the statements get a scope of their own in the generated code (`do { … }`). Later code then does not know the
  /// name.
  var openLines: [ActionLineKey: [NameID: [Int]]] = [:]
  /// The events that states defer, and their places in `defer` statements.
  var deferRanges: [(state: StateID, event: EventID, range: SourceRange)] = []
  /// The names that have been reported as undeclared. Each is reported once, because one missing declaration is one
  /// mistake.
  var undeclaredNames: Set<UndeclaredName> = []
  /// Whether a row names an undeclared event, in a machine that declares no events at all.
  var lacksEvents = false
  /// The sources and targets of the rows with errors. No finding says that such a target is unreachable, or that such a
  /// source has no rows.
  var brokenRows: [Usage.RowEnds] = []
  var doubtfulRows: Set<RowID> = []
  /// The sources and targets of the rows that are never taken, such as rows with the guard `false`. Each of these rows
  /// has been reported, so its ends are not reported as unreachable or without rows.
  var idleRows: [Usage.RowEnds] = []
  /// The reason why a row with the source `*` applies to no state. Only rows that apply to no state have an entry.
  var emptyWildcards: [RowID: EmptyWildcard] = [:]
  /// The pairs of a state and a trigger that the state always takes, because it has a row of its own without a guard. A
  /// row with the source `*` has no transition for such a pair. Empty if the machine has no row with the source `*`.
  var certainTriggers: Set<CertainTrigger> = []

  /// The places of `in(…)` that have been reported because a guard cannot ask for states there.
  var misplacedQueries: Set<SourceRange> = []
  var typeNumbers: TypeNumbers
  /// The number of each question for a state, `in(active.muted)`, that has been resolved so far.
  var queryNumbers: [StateQueryKey: ID<StateQuery>] = [:]

  /// The places at which names occur, for an editor; nil if they are not needed.
  var occurrences: Occurrences?
  /// The outlines (lists of declarations) of the submachines that have been needed so far, by the submachine's full
  /// name.
  var outlines: [String: MachineOutline] = [:]
  /// The place where a pattern first gives a field a name, by field and name.
  var boundFields: [BoundField: SourceRange] = [:]

  /// Whether the parser found declarations of the machine that have no name or end early.
  var lacksDeclarations = false

  // Scratch space of the current row.
  var row = RowInProgress()
  var scope = Scope()
  /// The states that the current list of states, such as the sources of a row, has named so far.
  var namedStates: Marks<State>
  /// The events that the current list of events, such as the triggers of a row, has named so far. An event that is
  /// named twice is reported.
  var namedEvents: Marks<Event>

  var source: SourceFile { file.source }
  var tree: SyntaxTree { file.tree }

  init(_ file: FileScope, _ context: MachineContext, _ declarations: consuming DeclarationResolver.Declarations) {
    self.file = file
    self.context = context
    machine = declarations.machine
    names = declarations.names
    guards = declarations.guards
    typeNumbers = declarations.typeNumbers
    diagnostics = declarations.diagnostics
    isIncomplete = declarations.isIncomplete
    used = NameUsage(of: machine, guards, names)
    choices = ChoiceTable(count: machine.choices.count)
    groups = GroupTable(of: machine)
    namedStates = Marks(count: machine.states.count)
    namedEvents = Marks(count: machine.events.count)
  }

  /// Resolves all machines of a file, and returns their models with the findings. If a finding is an error, parts of
  /// the models may be missing. If a brace of a machine may be missing, the findings about this machine are left out as
  /// uncertain.
  ///
  /// - Parameters:
  ///   - declared: the file, whose declarations have been read.
  ///   - context: all machines that can be submachines.
  ///   - notesOccurrences: whether the places at which names occur are collected, for an editor.
  package static func resolve(
    _ declared: DeclaredFile, _ context: MachineContext, notesOccurrences: Bool = false
  ) -> (machines: [ResolvedMachine], diagnostics: DiagnosticList) {
    let file = declared.scope
    var names = MachineScope(nameCount: file.tree.names.count)
    var diagnostics = DiagnosticList()
    var machines: [ResolvedMachine] = []
    for var declaration in declared.machines {
      // Passed on and back, never shared: a copy would cost as much as the file has names.
      let before = declaration.syntax.isUncertain ? diagnostics : nil
      var resolver = Resolver(file, context, declaration.link(context, consume names, consume diagnostics))
      resolver.lacksDeclarations = declaration.syntax.lacksDeclarations
      if notesOccurrences { resolver.occurrences = Occurrences() }
      for pass in Pass.allCases { resolver.run(pass, declaration.syntax.body) }
      names = resolver.names
      // If the nesting of statements is uncertain, so is everything that has been found.
      diagnostics = before ?? resolver.diagnostics
      machines.append(
        ResolvedMachine(
          machine: resolver.machine, usage: resolver.usage, isComplete: !resolver.isIncomplete,
          isUncertain: declaration.syntax.isUncertain, occurrences: resolver.occurrences))
    }
    file.checkNamesOfTypes(machines.map(\.machine), &diagnostics)
    return (machines, diagnostics)
  }

  /// The passes over the body of a machine, in the order in which they run. `PassTests` runs the passes one by one and
  /// checks the result of each.
  enum Pass: Int, CaseIterable {
    /// Resolves everything to which rows refer: groups, named guards and effects, defaults of histories, and the rows
    /// of choices.
    case expand
    /// Resolves rows to transitions, and `entry` and `exit` to effects. Guards and effects are resolved anew for each
    /// source and trigger, and payloads are carried over. `scope` contains the names that one transition can use.
    case resolve
    /// Sorts the transitions in the order in which they are tried, and adds activities and timers to the `entry` and
    /// `exit` of states.
    case order
  }

  /// Runs one pass over the statements of the machine's body.
  mutating func run(_ pass: Pass, _ items: [ItemSyntax]) {
    switch pass {
    case .expand:
      resolveGroups(items)
      resolveNamedGuards(items)
      resolveNamedEffects(items)
      resolveHistories(items)
      resolveChoices(items)
      findCertainTriggers(items)
    case .resolve:
      machine.rows.reserveCapacity(items.count)
      machine.transitions.reserveCapacity(items.count)
      resolvePolicies(items)
      resolveSentEvents(items)
      noteDeclarations()
      noteUsesOutsideOfRows(items)
      forEachItem(items) { $0.resolve($1, in: $2) }
      resolveClaims(items)
      finishChoices()
    case .order:
      machine.orderTransitions()
      finishActivities()
    }
  }

  /// Resolves a row, an arrow from `initial` or `history`, an `entry`, `exit` or `do`, a `defer` or a former state.
  /// Does nothing for other statements.
  ///
  /// - Parameter body: the state or region whose body contains the statement; nil for the machine's body.
  private mutating func resolve(_ item: ItemSyntax, in body: StateID?) {
    let state = state(ofBody: body)
    switch (item, state) {
    case (.transition(let row), _): resolve(row, in: state, body: body)
    case (.initialTransition(let row), _): resolve(pseudostate: machine.initialPseudostate(of: body), row)
    case (.historyDefault(let row), _):
      resolve(pseudostate: body.flatMap { machine.states[$0].historyDefault }, row)
    case (.formerState(let syntax), _): resolve(syntax, in: body)
    case (.action(let action), let state?): resolve(action, of: state)
    case (.defer(let names, let keyword), let state?): resolve(defer: names, keyword, in: state)
    default: break
    }
  }

  /// Resolves the arrow from `initial` or `history` as the transition of a pseudostate. Does nothing if `pseudostate`
  /// is nil: the arrow then only names the state that is entered, and is no transition.
  private mutating func resolve(pseudostate: StateID?, _ syntax: TransitionSyntax) {
    guard let pseudostate, machine.states[pseudostate].isPseudostate,
      machine.states[pseudostate].name.range == syntax.triggers?.first.range
    else { return }
    resolve(syntax, in: pseudostate)
  }

  /// The facts about names and rows that the checks need after the machine is resolved.
  var usage: Usage {
    let effects = machine.namedEffects.indices.filter { !used.effects[$0] }.map { machine.namedEffects[$0].name.range }
    let conditions = guards.names.ids.filter { !used.guards[$0] }.map { guards.names[$0].range }
    return Usage(
      events: used.events, outputs: used.outputs, properties: used.properties,
      unusedShorthands: effects.map { (.effects, $0) } + conditions.map { (.condition, $0) },
      brokenRows: brokenRows, idleRows: idleRows, doubtfulRows: doubtfulRows, emptyWildcards: emptyWildcards,
      deferrals: deferRanges.map { Usage.Deferral(state: $0.state, event: $0.event, range: $0.range) },
      unusedHistoryDefaults: histories.unusedDefaults, hasBrokenHistory: histories.isBroken)
  }
}

/// An undeclared name, and the kind of declaration that it lacks, such as `event`.
struct UndeclaredName: Hashable {
  var what: String
  var name: NameID
}

/// The model of a machine, and facts about its rows for the checks (`usage`). Also whether the model is complete and
/// certain.
package struct ResolvedMachine: Sendable {
  package var machine: StateMachine
  package var usage: Usage
  /// Whether every name and every statement of the machine has been understood.
  package var isComplete: Bool
  /// Whether a brace of the machine may be missing. It is then uncertain which statements stand in which body.
  package var isUncertain: Bool
  /// The places at which names occur, for an editor; nil if they were not needed.
  package var occurrences: Occurrences?
}
