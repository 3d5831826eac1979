import StateMachineSyntax

/// A submachine as its owner sees it: its declarations, and facts about its rows. Machines may stand in any order and
/// in several files, so all are declared before the first is linked with others.
package struct MachineInterface: Sendable {
  /// A parameter of an output or of `init`, as text of the submachine's file.
  package struct Parameter: Sendable {
    package var label: String?
    package var name: String?
    package var type: String
    package var hasDefault: Bool
  }

  /// An output, as its owner emits it.
  package struct Output: Sendable {
    package var name: String
    package var parameters: [Parameter]
    package var kind: StateMachineModel.Output.Kind
    package var tasks = TaskUse()
  }

  package var name: String
  /// The path of the file that declares the machine.
  var path: String { declared.source.path }
  /// The attribute of the global actor that isolates the machine, as written; empty for none.
  package var isolation = ""
  /// Whether code outside of the module's default isolation uses the machine, as its head or a wrapper says:
  /// `nonisolated`, an actor, or a class of a global actor other than the main one.
  private(set) var isReachedFromOutside = false
  /// Whether the machine gets the default wrapper: it has no wrapper, no methods and no enclosing type.
  private(set) var hasDefaultWrapper = true
  /// Whether each event is a method.
  private(set) var hasMethods = false
  /// Whether the machine can be created in any isolation, as in default arguments.
  var hasNonisolatedInit: Bool { isolation.isEmpty || conformances.contains(where: StateMachine.saysSendable) }
  /// The conformances of the head, as written.
  package var conformances: [String] = []
  /// The names of the generic parameters, with `each` and `let` as written.
  package var genericParameters: [String] = []
  /// The names of the type aliases, and of the types in the embedded Swift.
  package var typealiases: [String] = []
  /// The properties that `init` takes, before the state.
  package var properties: [Parameter] = []
  package var outputs: [Output] = []
  /// The sorts of the machine's timers, which need a clock.
  package var timers = TimerSorts()
  /// Whether events can be sent to the machine, by its owner or by its own timers.
  package var hasEvents = false
  /// The names of the final states of its body.
  package var finalStates: [String] = []
  /// Whether the machine can end: in a final state, or in one of each of its regions.
  package var canEnd = false
  /// Whether rows of the machine throw.
  package var `throws` = false
  /// Whether states defer events: `deferred` is then a possible outcome.
  package var defers = false
  /// The states with submachines.
  package var submachines: [SubmachineState] = []
  /// The machine with its declarations and no rows.
  private let declared: StateMachine
  /// The declarations that the owner may name.
  package var outline: MachineOutline { MachineOutline(declared, submachines) }
  /// Whether the machine can begin without arguments, provided that those in `initialMachines` can.
  var initialHasDefault = false
  var initialMachines: [String] = []

  /// A state's submachine.
  package struct SubmachineState: Sendable {
    let owner: StateID
    package var state: String
    /// The machine's name, as the state writes it.
    var reference: String
    /// The machine's full name.
    package var machine: String
    /// The reference with its generic arguments.
    package var type: String
  }

  /// Creates the interface of a machine that is declared, and not yet linked.
  ///
  /// - Parameter owners: its states with submachines, which `machine` contains only once it is linked.
  init(
    _ machine: StateMachine, _ syntax: MachineSyntax, _ timers: TimerSorts,
    owners: [(state: StateID, syntax: StateSyntax)]
  ) {
    let (source, names) = (machine.source, machine.names)
    func text(_ name: Identifier) -> String { names.text(name.id) }
    func parameter(_ field: Field) -> Parameter {
      Parameter(
        label: field.label.map(text), name: field.name.map(text), type: source.text(field.type),
        hasDefault: field.defaultValue != nil)
    }
    declared = machine
    name = machine.fullName
    isolation = machine.isolation.attribute.map(source.text) ?? ""
    let wrappers = syntax.body.compactMap { if case .wrapper(let wrapper) = $0 { wrapper } else { nil } }
    isReachedFromOutside = syntax.nonisolated != nil || wrappers.contains { $0.leavesMainActor(names) }
    hasMethods = machine.hasMethods
    // The enclosing type drives a machine, and so do the callers of its methods.
    hasDefaultWrapper = machine.outer == nil && wrappers.isEmpty && !hasMethods
    conformances = machine.conformances.map(source.text)
    genericParameters = machine.genericParameters.map { parameter in
      String(source.text(parameter.range).prefix { $0 != ":" }).filter { !$0.isWhitespace }
    }
    typealiases = (machine.typealiases.map(\.name) + machine.swift.types.map(\.name)).map(source.text)
    properties = machine.initializedProperties.map { property in
      Parameter(
        label: text(property.name), name: text(property.name), type: source.text(property.type),
        hasDefault: property.initialValue != nil)
    }
    outputs = machine.outputs.map { output in
      Output(name: text(output.name), parameters: output.fields.map(parameter), kind: output.kind)
    }
    self.timers = timers
    hasEvents = !machine.events.isEmpty || !timers.isEmpty
    submachines = owners.compactMap { state, syntax in
      guard let submachine = syntax.submachine else { return nil }
      let reference = submachine.text(names)
      return SubmachineState(
        owner: state, state: names.text(syntax.name.id), reference: reference, machine: reference,
        type: source.text(submachine.range))
    }
    finalStates = machine.topStates.filter { machine.states[$0].isFinal }.map { text(machine.states[$0].name) }
    canEnd =
      !machine.topStates.isEmpty
      && (machine.isParallel(body: nil)
        ? machine.topStates.allSatisfy(machine.canBeDone) : machine.topStates.contains { machine.states[$0].isFinal })
    initialHasDefault = declared.otherInitialStates.isEmpty && beginsWithoutArguments(in: nil)
    noteRows(syntax.body, names)
  }

  /// Returns whether a body can be entered without arguments, apart from submachines, which `initialMachines` lists.
  private mutating func beginsWithoutArguments(in body: StateID?) -> Bool {
    let children = declared.children(of: body)
    if declared.isParallel(body: body) {
      var all = true
      for region in children where !beginsWithoutArguments(in: region) { all = false }
      return all
    }
    guard let initial = declared.initialChild(of: body) else { return false }
    // A pseudostate has no payload.
    if declared.states[initial].isPseudostate { return true }
    guard declared.states[initial].fields.allSatisfy({ $0.defaultValue != nil }) else { return false }
    if let submachine = submachines.first(where: { $0.owner == initial }) {
      initialMachines.append(submachine.reference)
    }
    return !declared.states[initial].isComposite || beginsWithoutArguments(in: initial)
  }

  /// Notes the facts about rows and actions that the owner needs.
  private mutating func noteRows(_ items: [ItemSyntax], _ names: NameTable) {
    // In most machines, no effect begins a task.
    let hasTasks = outputs.contains { $0.kind != .plain }
    var named: [NameID: [EffectSyntax]] = [:]
    for case .namedEffect(let effect) in items { named[effect.name.id] = effect.effects }
    let declared = named
    items.forEachDeep { item in
      switch item {
      case .defer: defers = true
      case .action(let action):
        if hasTasks { note(action.effects, isActivity: action.kind == .activity, names, &named) }
      case .transition(let row):
        if hasTasks { note(row.label.effects, isActivity: false, names, &named) }
        if Self.endInThrow(row.label.effects, declared) { self.throws = true }
      default: break
      }
    }
  }

  /// Returns whether effects end in `throw`, also through named effects, as deep as the resolver allows.
  private static func endInThrow(_ effects: [EffectSyntax], _ named: [NameID: [EffectSyntax]]) -> Bool {
    var last = effects.last
    for _ in 0...NamedEffect.maximumDepth {
      switch last {
      case .throw?: return true
      case .output(let name, _)?: last = named[name.id]?.last
      default: return false
      }
    }
    return false
  }

  /// Notes the uses that effects make of asynchronous outputs.
  ///
  /// - Parameter named: the named effects that have not been noted so far.
  private mutating func note(
    _ effects: [EffectSyntax], isActivity: Bool, _ names: NameTable, _ named: inout [NameID: [EffectSyntax]]
  ) {
    var pending = effects
    while let effect = pending.popLast() {
      guard case .output(let written, _) = effect else { continue }
      if let inner = named.removeValue(forKey: written.id) { pending += inner }
      let name = names.text(written.id)
      if let index = outputs.firstIndex(where: { $0.name == name }) {
        if isActivity { outputs[index].tasks.isActivity = true } else { outputs[index].tasks.isEffect = true }
      } else if let index = outputs.firstIndex(where: { TaskUse.isCancelled($0.name, $0.kind, by: name) }) {
        outputs[index].tasks.isCancelled = true
      }
    }
  }

  /// Whether the machine itself has timers or asynchronous outputs.
  var isAsynchronous: Bool { !timers.isEmpty || outputs.contains { $0.kind != .plain } }
}
