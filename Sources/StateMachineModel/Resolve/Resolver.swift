import StateMachineSyntax

/// Turns the syntax tree of a machine into the checked model: looks names up, expands rows, does carry-over.
///
/// What it cannot resolve it reports and leaves out, so that the rest of the file is still checked; a model comes out
/// only where nothing was wrong. Each folder has one concern: Names looks names up, Declare makes tables of
/// declarations, Expand looks up what a row says whatever its source is, Scope resolves Swift against the names in
/// scope, Carry leads transitions to their targets, Order sorts them. The files beside this one run them over the items
/// of a machine.
///
/// There is one resolver for each machine. All that it finds out about that machine is in values that begin empty with
/// it.
package struct Resolver {
  private let inPlace = InPlace()
  let file: FileScope
  /// The machines that can be submachines.
  let context: MachineContext
  /// The machine that is being resolved.
  var machine: StateMachine
  var names: MachineScope
  let guards: NamedGuards
  var diagnostics: DiagnosticList
  /// Whether something is missing in this machine that makes later findings uncertain: a name that is not declared, a
  /// statement that is not supported.
  var isIncomplete: Bool

  var used: NameUsage
  var choices: ChoiceTable
  var groups: GroupTable
  var namedEffects = IDMap<NamedEffect, ResolvedEffects>()
  var timers = TimerTable()
  var activities = ActivityTable()
  var histories = HistoryTable()
  /// By the lines of an `entry` or `exit`: the places of those whose blocks declare a name.
  var openLines: [ActionLineKey: [NameID: [Int]]] = [:]
  /// Where each event is deferred.
  var deferRanges: [(state: StateID, event: EventID, range: SourceRange)] = []
  /// Names that have been reported as not declared: where the declaration is missing, that is one mistake.
  var undeclaredNames: Set<UndeclaredName> = []
  /// Whether an event was named that is not declared, in a machine that declares none.
  var lacksEvents = false
  /// What the rows with mistakes in them connect.
  var brokenRows: [Usage.RowEnds] = []
  var doubtfulRows: Set<RowID> = []
  /// What the rows connect that are never taken.
  var idleRows: [Usage.RowEnds] = []
  /// Rows for `*` that stand for no state.
  var emptyWildcards: [RowID: EmptyWildcard] = [:]
  /// What states always take by rows of their own; empty where no row is for `*`.
  var certainTriggers: Set<CertainTrigger> = []

  /// Questions for states that have been reported, as nothing answers them where they stand.
  var misplacedQueries: Set<SourceRange> = []
  var typeNumbers: TypeNumbers
  /// The questions for states that guards have asked so far.
  var queryNumbers: [StateQueryKey: ID<StateQuery>] = [:]

  /// Which names stand where; nil where nobody asks.
  var occurrences: Occurrences?
  /// What submachines declare, by their full names, as far as it has been asked for.
  var outlines: [String: MachineOutline] = [:]
  /// Where a pattern has given a name first, by the field that it is given in.
  var boundFields: [BoundField: SourceRange] = [:]

  /// Is true where declarations of the machine have no name or end early.
  var lacksDeclarations = false

  // Scratch space of the row at hand.
  var row = RowInProgress()
  var scope = Scope()
  /// The states and the events that the list at hand has named.
  var namedStates: Marks<State>
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

  /// Every machine of the file. Where the diagnostics have errors, parts of the machines may be missing.
  ///
  /// - Parameter notesOccurrences: whether it is noted which names stand where.
  package static func resolve(
    _ declared: DeclaredFile, _ context: MachineContext, notesOccurrences: Bool = false
  ) -> (machines: [ResolvedMachine], diagnostics: DiagnosticList) {
    let file = declared.scope
    var names = MachineScope(nameCount: file.tree.names.count)
    var diagnostics = DiagnosticList()
    var machines: [ResolvedMachine] = []
    for var declaration in declared.machines {
      // Handed on and back, never shared: a copy would cost as much as the file has names.
      let before = declaration.syntax.isUncertain ? diagnostics : nil
      var resolver = Resolver(file, context, declaration.link(context, consume names, consume diagnostics))
      resolver.lacksDeclarations = declaration.syntax.lacksDeclarations
      if notesOccurrences { resolver.occurrences = Occurrences() }
      for pass in Pass.allCases { resolver.run(pass, declaration.syntax.body) }
      names = resolver.names
      // Where it is uncertain what stands within what, so is all that has been found.
      diagnostics = before ?? resolver.diagnostics
      machines.append(
        ResolvedMachine(
          machine: resolver.machine, usage: resolver.usage, isComplete: !resolver.isIncomplete,
          isUncertain: declaration.syntax.isUncertain, occurrences: resolver.occurrences))
    }
    file.checkNamesOfTypes(machines.map(\.machine), &diagnostics)
    return (machines, diagnostics)
  }

  /// The passes over the body of a declared machine, in their order. `PassTests` runs them one by one, and says what
  /// each leaves complete.
  enum Pass: Int, CaseIterable {
    /// Names that stand for others are replaced by what they stand for: groups, named effects, questions for states,
    /// histories without a past, the rows of choices.
    case expand
    /// Rows become transitions, and actions effects: guards and effects are resolved for each source and trigger, and
    /// payloads are carried over. Both are done with one scope, which is filled anew for each transition.
    case resolve
    /// Transitions are put in the order in which they are tried, and what begins and ends with a state into its
    /// actions.
    case order
  }

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

  /// Resolves the row or the action that an item is.
  ///
  /// - Parameter body: the state or region whose body it stands in; nil for the machine's.
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

  /// Resolves the transition of a pseudostate. Without a pseudostate, the arrow only says which state is meant.
  private mutating func resolve(pseudostate: StateID?, _ syntax: TransitionSyntax) {
    guard let pseudostate, machine.states[pseudostate].isPseudostate,
      machine.states[pseudostate].name.range == syntax.triggers?.first.range
    else { return }
    resolve(syntax, in: pseudostate)
  }

  /// What the checks are told of the rows.
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

/// A name that is not declared, with what it should be.
struct UndeclaredName: Hashable {
  var what: String
  var name: NameID
}

/// What the resolver makes of a machine: the model, what its rows use and connect, and how certain that is.
package struct ResolvedMachine: Sendable {
  package var machine: StateMachine
  package var usage: Usage
  /// Whether every name and every statement of the machine is understood.
  package var isComplete: Bool
  /// Whether it is uncertain what stands within what.
  package var isUncertain: Bool
  /// Which names stand where; nil where nobody has asked.
  package var occurrences: Occurrences?
}
