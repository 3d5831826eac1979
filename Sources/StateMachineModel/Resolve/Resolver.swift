import StateMachineSyntax

/// Turns the syntax tree of a machine into the checked model: looks names up, expands rows, does carry-over.
///
/// What it cannot resolve it reports and leaves out, so that the rest of the file is still checked; a model comes out
/// only where nothing was wrong. Declarations come first, by the `DeclarationResolver`; what refers to them has a file
/// for each aspect here: rows, targets, effects, choices, history, activities.
///
/// There is one resolver for each machine. All that it finds out about that machine is in values that begin empty with
/// it.
package struct Resolver {
  private let inPlace = InPlace()
  let file: FileScope
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

  // Scratch space of the row at hand.
  var row = RowInProgress()
  var scope = Scope()
  /// What the row at hand has named already.
  var namedStates: Marks<State>
  var namedEvents: Marks<Event>

  var source: SourceFile { file.source }
  var tree: SyntaxTree { file.tree }
  var context: MachineContext { file.context }

  private init(_ file: FileScope, _ declarations: consuming DeclarationResolver.Declarations) {
    self.file = file
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
    _ source: SourceFile, _ tree: SyntaxTree, _ context: MachineContext, notesOccurrences: Bool = false
  ) -> (machines: [ResolvedMachine], diagnostics: DiagnosticList) {
    let file = FileScope(source: source, tree: tree, context: context)
    var names = MachineScope(nameCount: tree.names.count)
    var diagnostics = DiagnosticList()
    var machines: [ResolvedMachine] = []
    for syntax in tree.machines {
      // Handed on and back, never shared: a copy would cost as much as the file has names.
      let before = syntax.isUncertain ? diagnostics : nil
      let declarations = DeclarationResolver.resolve(syntax, in: file, (consume names).next(), consume diagnostics)
      var resolver = Resolver(file, consume declarations)
      if notesOccurrences { resolver.occurrences = Occurrences() }
      resolver.resolve(syntax.body)
      names = resolver.names
      // Where it is uncertain what stands within what, so is all that has been found.
      diagnostics = before ?? resolver.diagnostics
      machines.append(
        ResolvedMachine(
          machine: resolver.machine, usage: resolver.usage, isComplete: !resolver.isIncomplete,
          isUncertain: syntax.isUncertain, occurrences: resolver.occurrences))
    }
    file.checkNamesOfTypes(machines.map(\.machine), &diagnostics)
    return (machines, diagnostics)
  }

  private mutating func resolve(_ items: [ItemSyntax]) {
    machine.rows.reserveCapacity(items.count)
    machine.transitions.reserveCapacity(items.count)
    resolveGroups(items)
    resolveNamedEffects(items)
    resolveQueriesOfGuards(items)
    resolveHistories(items)
    resolveChoices(items)
    findCertainTriggers(items)
    resolvePolicies(items)
    resolvePreparations(items)
    resolveSentEvents(items)
    noteDeclarations()
    noteUsesOutsideOfRows(items)
    forEachItem(items) { $0.resolveRow($1, in: $2) }
    resolveClaims(items)
    resolveEnteredChoices()
    finishChoices()
    machine.findChoicesThatMayStay()
    machine.orderTransitions()
    finishActivities()
  }

  /// Calls a function for each item of a body that is no state or region, and for those within these, with the state or
  /// region that it stands in. Of a state that is declared twice, the second is left out.
  mutating func forEachItem(
    _ items: [ItemSyntax], in body: StateID? = nil, _ visit: (inout Resolver, ItemSyntax, StateID?) -> Void
  ) {
    for item in items {
      switch item {
      case .state(let syntax):
        if let state = declaredState(syntax.name) { forEachItem(syntax.body, in: state, visit) }
      case .region(let syntax):
        if let region = declaredState(syntax.name) { forEachItem(syntax.body, in: region, visit) }
      default: visit(&self, item, body)
      }
    }
  }

  /// The state whose body it is: a region is no source, and does nothing itself.
  func state(ofBody body: StateID?) -> StateID? { body.flatMap { machine.states[$0].isRegion ? nil : $0 } }

  // MARK: Names

  func text(_ name: NameID) -> String { file.text(name) }

  /// The text with the places where guards are named.
  func code(_ text: SwiftText) -> SwiftCode { file.code(text, names) }

  /// The same for what a row of a machine with methods traps with, throws, answers or gives: in its string literals, `state`
  /// and `event` are names, which are known where they stand.
  func named(_ text: SwiftText) -> SwiftCode {
    var code = code(text)
    if machine.hasMethods { code.names = file.namePlaces(in: text) }
    return code
  }

  /// The number of a state or a region, unless it is declared twice and this is not the first.
  func declaredState(_ name: NameSyntax) -> StateID? {
    guard let state = names[name.id].state, name.range.contains(machine.states[state].name.range) else { return nil }
    return state
  }
}

/// A name that is not declared, with what it should be.
struct UndeclaredName: Hashable {
  var what: String
  var name: NameID
}

/// What the resolver makes of a machine: the model, and what it knows of the file besides.
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
