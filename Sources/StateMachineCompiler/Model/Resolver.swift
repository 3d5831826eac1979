/// Turns the syntax tree of a machine into the checked model: looks names up, expands rows, does carry-over.
///
/// What it cannot resolve it reports and leaves out, so that the rest of the file is still checked; a model comes out
/// only where nothing was wrong. The aspects have files of their own: declarations, patterns, rows, effects.
struct Resolver {
  let source: SourceFile
  let tree: SyntaxTree
  /// The machines that states can hold.
  let context: MachineContext
  var diagnostics = DiagnosticList()
  /// The machine that is being resolved.
  var machine: StateMachine

  // What names stand for in this machine.
  var states: NameMap
  var choices: NameMap
  var events: NameMap
  var outputs: NameMap
  var properties: NameMap
  var guards: NameMap
  /// Names that are declared in what is not supported yet: rows that name them are left alone.
  var unsupported: NameMap
  /// Names that may be declared in what the parser could not read, in any machine: the same holds for them.
  var doubtful: NameMap
  /// Labels, names of guards and of stored properties: the only names that Swift code is searched for.
  var interesting: NameMap
  var typeIDs: [String: Int32] = [:]
  /// By named guard: the names that its expression uses, those of other guards replaced by what they use.
  var namesOfGuards: [[NameUse]] = []
  var guardNames: [NameSyntax] = []
  var stateSyntax: [StateSyntax] = []
  var firstWrapper: SourceRange?
  var hasWrapperNone = false
  /// Where the machine's wrappers are asked for.
  var wrapperRanges: [SourceRange] = []
  /// Whether a row of the machine waits for a timer.
  var hasTimers = false
  /// By state: what its `do` begins, until the entry effects are complete.
  var activities: [Int: Action] = [:]
  /// Where each output is begun by a `do`, in order.
  var activityUses: [(output: Int, state: Int, range: SourceRange)] = []
  /// By output: where a row or an action has it as its effect.
  var effectRanges: [SourceRange?] = []
  /// The timers by their states and texts.
  var timerNumbers: [TimerKey: Int] = [:]
  /// By timer: what its delay is computed from.
  var timerDelays: [SwiftText?] = []
  /// Whether a state of the machine has states within it.
  var hasComposites = false
  /// Where payload types name what may turn out to be a generated type.
  var generatedNameUses: [NameUse] = []

  // What rows have used.
  var usedEvents: [Bool] = []
  var usedOutputs: [Bool] = []
  var usedProperties: [Bool] = []
  var usedGuards: [Bool] = []
  /// Whether something is missing in this machine that makes later findings doubtful: a name that is not declared, a
  /// statement that is not supported.
  var isIncomplete = false
  /// What the rows with mistakes in them connect.
  var brokenRows: [(sources: [Int], target: Int?)] = []
  var choiceRowList: [ChoiceRow] = []
  /// By choice: its rows, as indices of the list.
  var choiceRows: [[Int]] = []
  /// Choices with a mistake in them: an arrow to one is not followed.
  var brokenChoices: Set<Int> = []
  /// By choice: the composite that no way through it leaves; -1 for none.
  var safeDomains: [Int] = []
  /// By choice: whether an arrow leads to it.
  var isReached: [Bool] = []
  /// How many ways lead on from the arrow at hand.
  var wayCount = 0
  /// By composite: where its history leads when it was never active, if that is not its initial state.
  var historyDefaults: [Int: HistoryDefault] = [:]
  /// Those that no row has had a use for yet.
  var unusedHistoryDefaults: [Int: SourceRange] = [:]
  /// Whether a row leads to a history with a mistake in it: it may be the use of a default.
  var hasBrokenHistory = false
  /// Where each event is deferred.
  var deferRanges: [(state: Int, event: Int, range: SourceRange)] = []

  // Scratch space of the row at hand.
  var scope = Scope()
  var row = RowInProgress()
  /// What the row at hand has named already.
  var namedStates: NameMap
  var namedEvents: NameMap

  init(source: SourceFile, tree: SyntaxTree, context: MachineContext) {
    self.source = source
    self.tree = tree
    self.context = context
    let map = NameMap(nameCount: tree.names.count)
    states = map
    choices = map
    events = map
    outputs = map
    properties = map
    guards = map
    unsupported = map
    doubtful = map
    doubtful.clear()
    for name in tree.doubtfulNames { doubtful[name] = 0 }
    interesting = map
    namedStates = map
    namedEvents = map
    machine = StateMachine(
      source: source, names: tree.names, name: Identifier(id: .none, range: SourceRange(0, 0), needsBackticks: false))
  }

  /// Every machine of the file that is free of errors.
  ///
  /// - Parameter isComplete: whether the parser has understood every statement; else some findings are held back, as
  ///   they may be due to what it has left out.
  static func resolve(
    _ source: SourceFile, _ tree: SyntaxTree, _ context: MachineContext, isComplete: Bool
  ) -> (machines: [StateMachine], diagnostics: DiagnosticList) {
    var resolver = Resolver(source: source, tree: tree, context: context)
    var machines: [StateMachine] = []
    for syntax in tree.machines {
      resolver.resolve(syntax, isComplete: isComplete)
      machines.append(resolver.machine)
    }
    resolver.checkNamesOfTypes(machines)
    return (machines, resolver.diagnostics)
  }

  private mutating func resolve(_ syntax: MachineSyntax, isComplete: Bool) {
    begin(syntax)
    declare(syntax.body)
    resolveNamedGuards(syntax.body)
    checkInitialValues(syntax.body)
    machine.rows.reserveCapacity(syntax.body.count)
    machine.transitions.reserveCapacity(syntax.body.count)
    resolveHistories(of: syntax.body, in: -1)
    resolveChoices(syntax.body)
    for item in syntax.body { resolveRows(item) }
    finishChoices()
    orderTransitions()
    finishActivities()
    finishWrappers()
    var checks = Checks(machine: machine, resolver: self)
    checks.run(isComplete: isComplete && !isIncomplete)
    for diagnostic in checks.diagnostics { diagnostics.append(diagnostic) }
  }

  private mutating func begin(_ syntax: MachineSyntax) {
    states.clear()
    choices.clear()
    events.clear()
    outputs.clear()
    properties.clear()
    guards.clear()
    unsupported.clear()
    interesting.clear()
    typeIDs.removeAll(keepingCapacity: true)
    namesOfGuards = []
    guardNames = []
    stateSyntax = []
    firstWrapper = nil
    hasWrapperNone = false
    wrapperRanges = []
    hasTimers = syntax.body.hasTimers
    activities = [:]
    activityUses = []
    effectRanges = []
    timerDelays = []
    timerNumbers = [:]
    generatedNameUses = []
    hasComposites = syntax.body.contains { item in
      switch item {
      case .region: true
      case .state(let state):
        state.body.contains { inner in
          switch inner {
          case .state, .region: true
          default: false
          }
        }
      default: false
      }
    }
    usedEvents = []
    usedOutputs = []
    usedProperties = []
    usedGuards = []
    isIncomplete = false
    brokenRows = []
    choiceRowList = []
    brokenChoices = []
    historyDefaults = [:]
    unusedHistoryDefaults = [:]
    hasBrokenHistory = false
    deferRanges = []
    machine = StateMachine(source: source, names: tree.names, name: declaredIdentifier(syntax.name))
    machine.documentation = syntax.documentation
    machine.attributes = syntax.attributes.map(\.range)
    machine.access = syntax.access ?? .internal
    machine.conformances = syntax.conformances.map(\.range)
    machine.requirements = syntax.requirements
    machine.isHeld = context.isHeld(text(syntax.name.id))
    machine.genericParameters = syntax.generics.compactMap(genericParameter)
    for attribute in syntax.attributes where text(attribute.name.id).hasSuffix("Actor") {
      diagnostics.append(.actorOnMachine(attribute.range, text(attribute.name.id)))
    }
  }

  // MARK: Names

  func text(_ name: NameID) -> String { tree.names.text(name) }

  /// The identifier of a declaration; reports a name that Swift cannot have.
  mutating func declaredIdentifier(_ name: NameSyntax) -> Identifier {
    let spelling = text(name.id)
    if SwiftKeyword.unusable.contains(spelling) { diagnostics.append(.unusableName(name.range, spelling)) }
    return identifier(name)
  }

  func identifier(_ name: NameSyntax) -> Identifier {
    let bytes = tree.names.utf8(name.id)
    var range = name.range
    let isQuoted = range.lowerBound < source.bytes.count && source.bytes[range.lowerBound] == Ascii.backtick
    if isQuoted { range = SourceRange(range.lowerBound + 1, range.upperBound - 1) }
    // Keywords have at most 15 letters; a raw identifier (SE-0451) holds what no other name does.
    let isWord = bytes.first.map(Ascii.beginsIdentifier) == true && bytes.allSatisfy(Ascii.continuesIdentifier)
    let needsBackticks = !isWord || bytes.count <= 15 && SwiftKeyword.reserved.contains(text(name.id))
    return Identifier(id: name.id, range: range, needsBackticks: needsBackticks)
  }

  // MARK: Named guards

  /// Finds what each named guard uses, through other guards, and refuses cycles and expressions that grow without end.
  private mutating func resolveNamedGuards(_ items: [ItemSyntax]) {
    var declarations: [NamedGuardSyntax] = []
    for item in items {
      if case .namedGuard(let syntax) = item, guards[syntax.name.id] == declarations.count {
        declarations.append(syntax)
      }
    }
    var expansion = GuardExpansion(
      declarations: declarations, guards: guards, tree: tree, source: source)
    for index in declarations.indices { expansion.visit(index, depth: 0) }
    for diagnostic in expansion.diagnostics { diagnostics.append(diagnostic) }
    if !expansion.diagnostics.isEmpty { usedGuards = usedGuards.map { _ in true } }
    namesOfGuards = expansion.uses
    machine.namedGuards = declarations.indices.map { index in
      let syntax = declarations[index]
      let expression = expansion.isBroken[index] ? SwiftCode(range: syntax.expression.range) : code(syntax.expression)
      return NamedGuard(
        documentation: syntax.documentation, name: identifier(syntax.name), expression: expression)
    }
  }

  /// The text with the places where guards are named.
  func code(_ text: SwiftText) -> SwiftCode {
    var code = SwiftCode(range: text.range)
    for index in text.uses.indices {
      let use = tree.nameUses[index]
      guard !use.isMemberOfSelf, let named = guards[use.name] else { continue }
      let start = Int(use.start)
      code.expansions.append(
        .init(range: SourceRange(start, start + tree.names.utf8(use.name).count), namedGuard: named))
    }
    return code
  }
}

/// Follows named guards through one another.
private struct GuardExpansion {
  /// Guards through guards through guards: more levels than anyone reads.
  static let maximumDepth = 32
  /// The longest expression that may come out, in bytes.
  static let maximumLength = 64 * 1024

  let declarations: [NamedGuardSyntax]
  let guards: NameMap
  let tree: SyntaxTree
  let source: SourceFile
  var diagnostics: [Diagnostic] = []
  var uses: [[NameUse]]
  var isBroken: [Bool]
  private var length: [Int]
  private var progress: [Progress]

  private enum Progress { case untouched, active, done }

  init(declarations: [NamedGuardSyntax], guards: NameMap, tree: SyntaxTree, source: SourceFile) {
    self.declarations = declarations
    self.guards = guards
    self.tree = tree
    self.source = source
    uses = Array(repeating: [], count: declarations.count)
    isBroken = Array(repeating: false, count: declarations.count)
    length = Array(repeating: 0, count: declarations.count)
    progress = Array(repeating: .untouched, count: declarations.count)
  }

  mutating func visit(_ index: Int, depth: Int) {
    guard progress[index] == .untouched else { return }
    progress[index] = .active
    let expression = declarations[index].expression
    var seen: Set<NameID> = []
    var total = expression.range.upperBound - expression.range.lowerBound
    for useIndex in expression.uses.indices {
      let use = tree.nameUses[useIndex]
      guard !use.isMemberOfSelf, let other = guards[use.name] else {
        if seen.insert(use.name).inserted { uses[index].append(use) }
        continue
      }
      if depth < Self.maximumDepth { visit(other, depth: depth + 1) }
      if progress[other] != .done || isBroken[other] {
        if progress[other] != .done {
          let name = tree.names.text(declarations[other].name.id)
          diagnostics.append(
            Diagnostic.guardCycle(declarations[index].name.range, name, isDeep: progress[other] == .untouched)
              .note("'\(name)' is declared here", declarations[other].name.range))
        }
        isBroken[index] = true
        continue
      }
      total += length[other]
      for inner in uses[other] where seen.insert(inner.name).inserted { uses[index].append(inner) }
    }
    if total > Self.maximumLength, !isBroken[index] {
      diagnostics.append(.guardTooLong(declarations[index].name.range, tree.names.text(declarations[index].name.id)))
      isBroken[index] = true
    }
    length[index] = min(total, Self.maximumLength)
    progress[index] = .done
  }
}
