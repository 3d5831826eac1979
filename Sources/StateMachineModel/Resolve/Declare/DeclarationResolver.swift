import StateMachineSyntax

/// Reads the declarations in a machine's body, and makes the tables of its model from them, before any row is resolved.
///
/// There are two steps, because machines may stand in any order and in several files. `declare` reads each machine
/// without looking at other machines. When all machines are known, `link` adds what depends on other machines, by their
/// `MachineInterface`.
///
/// States, submachines, wrappers, names and so on have files of their own.
struct DeclarationResolver {
  /// The result: the model with its declarations, and the tables that are needed to resolve the machine's rows.
  struct Declarations {
    var machine: StateMachine
    var names: MachineScope
    var guards: NamedGuards
    var typeNumbers: TypeNumbers
    /// Whether a part of the machine is missing or not understood. Findings that this part could make wrong are then
    /// left out, such as those about unused declarations.
    var isIncomplete: Bool
    var diagnostics: DiagnosticList
  }

  let syntax: MachineSyntax
  let file: FileScope
  /// All machines that are known; empty until `link` is called.
  var context = MachineContext()
  var machine: StateMachine
  /// The meanings of the file's names in this machine. Between `declare` and `link`, this property is empty. All
  /// machines of a file use one list of meanings, one after the other. A list for each machine would cost as much as
  /// the file has names.
  var names: MachineScope
  /// The meanings that `names` has after `declare`. They are kept here until `link`, because other machines of the file
  /// use the list in the meantime.
  private var meanings: [(name: NameID, meaning: MachineScope.Meaning)] = []
  var diagnostics = DiagnosticList()
  var isIncomplete = false
  /// Whether it has been reported that the machine needs `interface methods`.
  var needsMethods = false
  /// Whether a mistake in the machine's head or in a `wrapper` statement has been reported. A missing `Sendable` is
  /// then not reported, because it may be part of that mistake.
  var isHeadDoubtful = false
  /// The place of the attribute `@inlinable` in the machine's head; nil if the head has no such attribute. Only a
  /// machine with methods may have it.
  var inlinable: SourceRange?
  /// The kinds of timers that the machine's rows have as triggers: `after`, `every`.
  let timers: TimerSorts
  /// Whether the machine has a composite state.
  let hasComposites: Bool
  /// Gives each type in the machine a number, by its text. Two types are the same if their numbers are the same.
  /// Carry-over compares types by these numbers.
  var typeNumbers = TypeNumbers()
  /// The places where a type or a default value uses a name that a generated type may have: `Event` as the type of a
  /// field, or `Name` in a default value. In the generated code, Swift would take the name for the generated type.
  /// `checkGeneratedTypeNames` examines these places when all states are known.
  var generatedNameUses: [NameUse] = []
  var guards = IDMap<NamedGuard, NamedGuardSyntax>()
  /// The names after `interface` that ask for properties, such as `eventNames`. If the name may be a misspelled
  /// keyword, `nearest` is that keyword: `methods` for `metods`.
  var askedMembers: [(name: NameSyntax, nearest: String?)] = []
  var wrappers = WrapperRequests()
  /// The bodies without an initial state: of a state, of a region, or of the machine (nil).
  var bodiesWithoutInitial: [(body: StateID?, owner: SourceRange, name: String, items: [ItemSyntax])] = []
  /// The states with submachines.
  var owners: [(state: StateID, syntax: StateSyntax)] = []

  var source: SourceFile { file.source }
  var tree: SyntaxTree { file.tree }

  /// Reads the declarations of all machines in a file. Each machine is read without looking at the other machines,
  /// because those in other files may not be known yet.
  static func declare(_ file: FileScope) -> [DeclarationResolver] {
    var names = MachineScope(nameCount: file.tree.names.count)
    return file.tree.machines.map { syntax in
      // Passed on and back, never shared: a copy would cost as much as the file has names.
      var resolver = DeclarationResolver(syntax, file, (consume names).next())
      resolver.resolveHead()
      resolver.resolveInterface(syntax.body)
      resolver.declare(syntax.body)
      resolver.meanings = resolver.names.meanings
      names = resolver.names
      resolver.names = MachineScope(nameCount: 0)
      return resolver
    }
  }

  /// Adds the parts that depend on other machines, such as submachines. Then checks all declarations of the machine,
  /// and returns them.
  ///
  /// - Parameters:
  ///   - context: all machines that are known.
  ///   - names: the list for the meanings of names; all machines of the file use it, one after the other.
  ///   - earlier: the findings about the machines before this one; the findings about this machine are added to them.
  mutating func link(
    _ context: MachineContext, _ names: consuming MachineScope, _ earlier: consuming DiagnosticList
  ) -> Declarations {
    self.context = context
    self.names = (consume names).next(meanings)
    let own = diagnostics
    diagnostics = consume earlier
    diagnostics.append(contentsOf: own)
    linkHead()
    for (state, syntax) in owners { linkSubmachine(syntax, state) }
    declareSubmachineEvents()
    // If an effect and an output have one name, others need the output.
    for case .namedEffect(let effect) in syntax.body { declareEffect(effect) }
    reportBodiesWithoutInitial()
    checkDeclarations()
    let guards = resolveNamedGuards()
    checkInitialValues(syntax.body)
    finishWrappers()
    return Declarations(
      machine: machine, names: self.names, guards: guards, typeNumbers: typeNumbers, isIncomplete: isIncomplete,
      diagnostics: diagnostics)
  }

  private init(_ syntax: MachineSyntax, _ file: FileScope, _ names: consuming MachineScope) {
    self.syntax = syntax
    self.file = file
    self.names = names
    machine = StateMachine(source: file.source, names: file.tree.names, name: file.identifier(syntax.name))
    timers = syntax.body.timers
    hasComposites = syntax.body.contains(where: \.declaresStatesWithin)
  }

  /// Reads the head of the machine: its name, its conformances, its generic parameters, the type that contains it, and
  /// its attributes.
  private mutating func resolveHead() {
    reportIfUnusable(syntax.name)
    isHeadDoubtful = syntax.isHeadWrong
    machine.documentation = syntax.documentation
    machine.head = syntax.headRange
    machine.formerNames = formerNames(syntax.formerNames)
    machine.bodyRange = syntax.bodyRange
    machine.conformances = syntax.conformances.map(\.range)
    machine.requirements = syntax.requirements
    if let outer = syntax.outer {
      for index in 0..<outer.names.count { reportIfUnusable(outer.names[index]) }
      machine.outer = .init(range: outer.range, name: outer.text(tree.names), hasArguments: outer.argumentCount > 0)
    }
    machine.genericParameters = syntax.generics.compactMap(genericParameter)
    for parameter in machine.genericParameters where parameter.kind == .pack {
      diagnostics.append(.packOfTypes(parameter.range, source.text(parameter.name)))
    }
    for attribute in syntax.attributes {
      if text(attribute.name.id) == "inlinable" {
        machine.isInlinable = true
        inlinable = attribute.range
      } else if !attribute.isIsolation(tree.names) {
        machine.attributes.append(attribute.range)
      } else if let nonisolated = syntax.nonisolated {
        diagnostics.append(.nonisolatedBesideActor(nonisolated, text(attribute.name.id)))
      } else if machine.isolation.attribute == nil {
        machine.isolation = .globalActor(attribute.range)
      } else {
        diagnostics.append(.secondIsolation(attribute.range, text(attribute.name.id)))
      }
    }
  }

  private mutating func linkHead() {
    machine.access = syntax.access ?? context.defaultAccess
    machine.isSubmachine = context.isSubmachine(machine.fullName)
    if machine.isolation.attribute == nil, context.isNonisolated(machine.fullName) { machine.isolation = .nonisolated }
    checkNamesOfMembers()
  }

  /// Adds the declarations of the machine's body. Swift and groups are read last: if one of them has the name of
  /// another declaration, the mistake is reported there.
  private mutating func declare(_ items: [ItemSyntax]) {
    var initial: NameSyntax?
    var policy: SourceRange?
    for (index, item) in items.enumerated() {
      switch item {
      case .state(let state):
        declareState(state, in: nil, initial: &initial)
      case .choice(let name, let documentation):
        declareChoice(name, documentation, in: nil)
      case .region(let region):
        declareRegion(region, in: nil)
      case .event(let signature):
        declareEvent(signature)
      case .output(let signature, let kind):
        declareOutput(signature, kind)
      case .stored(let property):
        declareProperty(property)
      case .namedGuard(let named):
        declareGuard(named)
      case .typealias(let syntax):
        declareTypealias(syntax)
      case .unhandled(let syntax):
        if index > 0, case .event(let event) = items[index - 1], isDeeper(syntax.keyword, than: event.name.range) {
          diagnostics.append(.policyBelowEvent(syntax.keyword, text(event.name.id)))
        } else {
          declarePolicy(syntax, earlier: &policy)
        }
      case .wrapper(let syntax):
        declareWrapper(syntax)
      case .initialTransition(let row):
        declareInitialTransition(row, beside: items, in: nil, initial: &initial)
      case .actionEnum(let syntax):
        declareActionEnum(syntax)
      case .formerState(let syntax):
        declareFormerState(syntax, in: nil)
      case .group, .namedEffect, .interface, .transition, .action, .defer, .historyDefault, .swift, .claim:
        break
      }
    }
    machine.swift.wordsBeside = file.wordsOfSwift
    machine.swift.typesBeside = file.declarations.filter { $0.kind == .type }.map(SwiftMembers.TypeDeclaration.init)
    machine.swift.noteFunctions(file.declarations, source)
    // Embedded Swift comes last, as it may collide with all others.
    for case .swift(let block) in items { declareSwift(block) }
    findInitialState(initial, in: nil)
    // If a group and a state have one name, others need the state.
    for case .group(let syntax) in items { declareGroup(syntax) }
    let beginsInRegions = checkRegions(of: machine.topStates, choicesIn: nil, machine.name)
    if initial == nil, !beginsInRegions {
      bodiesWithoutInitial.append((nil, machine.name.range, text(machine.name.id), items))
    }
  }

  /// Runs the checks that need all declarations of the machine.
  private mutating func checkDeclarations() {
    resolveResults()
    checkNamesOfMethods()
    checkPseudostates()
    checkNoncopyableMethods()
    resolveInterfaceMembers()
    checkGeneratedTypeNames()
    let groups = checkGroupQueries()
    checkVariables()
    checkFormerNames()
    warnAboutCase(groups)
    warnAboutHiddenProperties()
  }

  // MARK: Events and outputs

  /// Adds an event to the machine. Reports a second event of the same name, unless the two are methods with different
  /// labels.
  private mutating func declareEvent(_ signature: SignatureSyntax) {
    let name = declaredIdentifier(signature.name)
    reportIfMisread(signature.name, as: Keyword.triggers, after: ":", "event")
    let other = names[name.id].event
    let labels = signature.payload.map(\.label?.id)
    if let other, !isOverload(of: other, labels) {
      diagnostics.append(
        .declaredTwice("event", text(name.id), signature.name.range, first: machine.events[other].name.range))
      return
    }
    let event = machine.events.append(
      Event(
        documentation: signature.documentation, name: name, formerNames: formerNames(signature.formerNames),
        fields: fields(signature.payload), unhandled: signature.policy.flatMap { unhandled($0) },
        method: method(of: signature)))
    // The bare name finds the first event.
    if let other { addOverload(event, labels, of: other) } else { names[name.id].event = event }
  }

  /// Adds an output to the machine. Reports a second output of the same name.
  private mutating func declareOutput(_ signature: SignatureSyntax, _ kind: OutputKind) {
    let name = declaredIdentifier(signature.name)
    reportIfMisread(signature.name, as: Keyword.effects, after: "/", "output")
    if let other = names[name.id].output {
      diagnostics.append(
        .declaredTwice("output", text(name.id), signature.name.range, first: machine.outputs[other].name.range))
      return
    }
    names[name.id].output = machine.outputs.append(
      Output(
        documentation: signature.documentation, name: name, formerNames: formerNames(signature.formerNames),
        fields: fields(signature.payload), kind: Output.Kind(kind)))
  }

  // MARK: Stored properties, guards, type aliases

  /// The members of each generated type. A property of a machine cannot have their names.
  static let memberNames: Set<String> = ["state", "isFinal", "handle", "accepts", "start"]

  /// Adds a stored property to the machine. Reports a property with the name of another property or of a named guard.
  private mutating func declareProperty(_ property: StoredSyntax) {
    let name = declaredIdentifier(property.name)
    let spelling = text(name.id)
    if let first = propertyOrGuard(name.id) {
      diagnostics.append(.declaredTwice("property or guard", spelling, property.name.range, first: first))
      return
    }
    checkGeneratedNames(in: property.type)
    names[name.id].property = ID(machine.storedProperties.count)
    names[name.id].isTracked = true
    if property.isVariable { machine.variableNames.insert(name.id) }
    machine.storedProperties.append(
      StoredProperty(
        documentation: property.documentation, isVariable: property.isVariable,
        visibility: property.visibility, name: name, formerNames: formerNames(property.formerNames),
        type: property.type.range, initialValue: property.initialValue?.range))
  }

  private mutating func declareGuard(_ named: NamedGuardSyntax) {
    if let first = propertyOrGuard(named.name.id) {
      diagnostics.append(.declaredTwice("property or guard", text(named.name.id), named.name.range, first: first))
      return
    }
    reportIfUnusable(named.name)
    names[named.name.id].namedGuard = guards.ids.upperBound
    names[named.name.id].isTracked = true
    guards.append(named)
  }

  /// Returns the named guards with the names that they use, and adds the guards to the machine. For
  /// `guard isReady = isOpen && n > 0`, the names in the guard `isOpen` are included. Reports named guards that use
  /// each other in a cycle or too long a chain. Also reports a named guard that is too long; the expressions of the
  /// guards in it are counted.
  private mutating func resolveNamedGuards() -> NamedGuards {
    var expansion = GuardExpansion(declarations: guards, names: names, tree: tree)
    for guardID in guards.ids { expansion.visit(guardID, depth: 0) }
    for diagnostic in expansion.diagnostics { diagnostics.append(diagnostic) }
    var resolved = NamedGuards(
      uses: expansion.uses, areBroken: !expansion.diagnostics.isEmpty, order: expansion.order)
    for guardID in guards.ids {
      let syntax = guards[guardID]
      resolved.names.append(syntax.name)
      machine.namedGuards.append(
        NamedGuard(
          documentation: syntax.documentation, name: file.identifier(syntax.name),
          expression: SwiftCode(range: syntax.expression.range)))
    }
    return resolved
  }

  /// Reports questions for states, `in(open)`, in the initial values of properties and in default values. These are
  /// evaluated before there is a machine.
  private mutating func checkInitialValues(_ items: [ItemSyntax]) {
    var values: [(SwiftText, what: String)] = []
    func add(_ payload: [ParameterSyntax]) {
      values += payload.compactMap(\.defaultValue).map { ($0, "the default of a payload") }
    }
    items.forEachDeep { item in
      switch item {
      case .stored(let property):
        if let value = property.initialValue { values.append((value, "the initial value of a property")) }
      case .state(let state): add(state.payload)
      case .event(let signature), .output(let signature, _):
        add(signature.payload)
      default: break
      }
    }
    for (value, what) in values {
      for index in value.uses.indices {
        let use = tree.nameUses[index]
        if use.isStateQuery { diagnostics.append(.stateQuery(file.range(of: use), in: what)) }
      }
    }
  }

  /// Adds a type alias, `typealias Key = String`. Reports a text that does not begin with a name, and a name that is
  /// declared twice.
  private mutating func declareTypealias(_ syntax: TypealiasSyntax) {
    var swift = SwiftLexer(bytes: source.bytes, from: syntax.text.range.lowerBound, to: syntax.text.range.upperBound)
    let name = swift.next()
    guard name.kind == .identifier else {
      diagnostics.append(.expected("'Name = Type'", after: "typealias", at: syntax.text.range))
      return
    }
    let range = SourceRange(name.start, name.end)
    let spelling = source.text(range)
    if let other = machine.typealiasIndices[spelling] {
      diagnostics.append(.declaredTwice("type alias", spelling, range, first: machine.typealiases[other].name))
      return
    }
    // The head ends at the `=`, which the parser has seen; the type begins after it.
    var head = range
    var type = swift.next()
    while type.kind != .end, type.byte != Ascii.equals {
      head.end = UInt32(type.end)
      type = swift.next()
    }
    type = swift.next()
    machine.typealiasIndices[spelling] = machine.typealiases.count
    machine.typealiases.append(
      Typealias(
        documentation: syntax.documentation, name: range, head: head,
        type: SourceRange(min(type.start, syntax.text.range.upperBound), syntax.text.range.upperBound)))
  }

  /// Reads a generic parameter of the machine: `Key`, `Key: Hashable`, `each Value` or `let count: Int`. Nil if the
  /// text is empty.
  private func genericParameter(_ text: SwiftText) -> GenericParameter? {
    guard !text.isEmpty else { return nil }
    var swift = SwiftLexer(bytes: source.bytes, from: text.range.lowerBound, to: text.range.upperBound)
    var name = swift.next()
    let kind = GenericParameter.Kind(rawValue: source.text(SourceRange(name.start, name.end))) ?? .type
    if kind != .type { name = swift.next() }
    let colon = swift.next()
    var constraint: SourceRange?
    if colon.isPunctuation(Ascii.colon) {
      let first = swift.next()
      constraint = SourceRange(first.start, text.range.upperBound)
    }
    return GenericParameter(
      range: text.range, name: SourceRange(name.start, name.end), constraint: constraint, kind: kind)
  }
}

extension ItemSyntax {
  /// Whether the statement declares states in a body of its own: it is a region, or a state whose body has states or
  /// regions.
  fileprivate var declaresStatesWithin: Bool {
    switch self {
    case .region: true
    case .state(let state): state.body.contains { $0.isState || $0.isRegion }
    default: false
    }
  }
}
