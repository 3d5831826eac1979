import StateMachineSyntax

/// The resolver, which turns the syntax tree of a machine into the model: it looks names up, expands rows, and carries
/// values over.
///
/// Everything that cannot be resolved is reported and left out, so that the other parts of the file are still checked;
/// a model results only if nothing was wrong. Each folder has one concern: Names looks names up, Declare makes tables
/// of declarations, Expand resolves the parts of a row that do not depend on its source, Scope resolves Swift against
/// the names in scope, Carry finds the arguments for targets, Order sorts transitions. The files beside this one apply
/// them to the items of a machine.
///
/// There is one resolver for each machine, and all its tables begin empty.
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
  /// Whether something is missing in this machine that makes later findings uncertain: a declaration of a name, or a
  /// statement that is not supported.
  var isIncomplete: Bool

  var used: NameUsage
  var choices: ChoiceTable
  var groups: GroupTable
  var namedEffects = IDMap<NamedEffect, ResolvedEffects>()
  var timers = TimerTable()
  var activities = ActivityTable()
  var histories = HistoryTable()
  /// By `entry` or `exit` of a state, and by name: the indices of the effects whose blocks declare that name.
  var openLines: [ActionLineKey: [NameID: [Int]]] = [:]
  /// The places where events are deferred.
  var deferRanges: [(state: StateID, event: EventID, range: SourceRange)] = []
  /// The names that have been reported as undeclared: a missing declaration is one mistake.
  var undeclaredNames: Set<UndeclaredName> = []
  /// Whether an undeclared event was named, in a machine that declares no events.
  var lacksEvents = false
  /// The sources and targets of the rows with errors.
  var brokenRows: [Usage.RowEnds] = []
  var doubtfulRows: Set<RowID> = []
  /// The sources and targets of the rows that are never taken.
  var idleRows: [Usage.RowEnds] = []
  /// By row for `*` that applies to no state: the reason.
  var emptyWildcards: [RowID: EmptyWildcard] = [:]
  /// The triggers that states always take by rows of their own; empty if no row is for `*`.
  var certainTriggers: Set<CertainTrigger> = []

  /// The questions for states that have been reported, because they cannot be asked where they stand.
  var misplacedQueries: Set<SourceRange> = []
  var typeNumbers: TypeNumbers
  /// The numbers of the questions for states so far.
  var queryNumbers: [StateQueryKey: ID<StateQuery>] = [:]

  /// The occurrences of names; nil if they are not needed.
  var occurrences: Occurrences?
  /// By full name: the outlines of the submachines that have been needed so far.
  var outlines: [String: MachineOutline] = [:]
  /// By field: the place where a pattern first gives it a name.
  var boundFields: [BoundField: SourceRange] = [:]

  /// Whether declarations of the machine have no name or end early.
  var lacksDeclarations = false

  // Scratch space of the current row.
  var row = RowInProgress()
  var scope = Scope()
  /// The states and the events that the current list has named.
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

  /// Resolves all machines of a file. If the diagnostics have errors, parts of the machines may be missing.
  ///
  /// - Parameter notesOccurrences: whether the occurrences of names are noted.
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

  /// The passes over the body of a declared machine, in order. `PassTests` runs them one by one, and checks what each
  /// of them completes.
  enum Pass: Int, CaseIterable {
    /// The replacement of names by what they name: groups, named effects, questions for states, history defaults, the
    /// rows of choices.
    case expand
    /// The resolution of rows to transitions, and of actions to effects: guards and effects are resolved for each
    /// source and trigger, and payloads are carried over. Both use one scope, which is filled anew for each transition.
    case resolve
    /// The order of transitions, as they are tried, and the addition of activities and timers to the states' actions.
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

  /// Resolves an item that is a row or an action.
  ///
  /// - Parameter body: the state or region whose body contains the item; nil for the machine's body.
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

  /// Resolves the transition of a pseudostate. Without a pseudostate, the arrow only names a state.
  private mutating func resolve(pseudostate: StateID?, _ syntax: TransitionSyntax) {
    guard let pseudostate, machine.states[pseudostate].isPseudostate,
      machine.states[pseudostate].name.range == syntax.triggers?.first.range
    else { return }
    resolve(syntax, in: pseudostate)
  }

  /// The facts about rows that the checks need.
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

/// An undeclared name, with the kind of declaration that is missing.
struct UndeclaredName: Hashable {
  var what: String
  var name: NameID
}

/// A resolved machine: the model, facts about its rows for the checks, and whether both are complete and certain.
package struct ResolvedMachine: Sendable {
  package var machine: StateMachine
  package var usage: Usage
  /// Whether every name and every statement of the machine is understood.
  package var isComplete: Bool
  /// Whether the nesting of the machine's statements is uncertain.
  package var isUncertain: Bool
  /// The occurrences of names; nil if they were not needed.
  package var occurrences: Occurrences?
}
