import StateMachineSyntax

/// The facts about a machine that its owners need: its declarations, and some facts about its rows. The interfaces of
/// all machines are made before any row is resolved. The reason is that a machine may stand after its owner or in
/// another file.
package struct MachineInterface: Sendable {
  /// A parameter of an output or of `init`. Its label, name and type are texts, because the machine may be declared in
  /// another file than its owner.
  package struct Parameter: Sendable {
    package var label: String?
    package var name: String?
    package var type: String
    package var hasDefault: Bool
  }

  /// An output of the machine.
  package struct Output: Sendable {
    package var name: String
    package var parameters: [Parameter]
    package var kind: StateMachineModel.Output.Kind
    package var tasks = TaskUse()
  }

  package var name: String
  /// The path of the file that declares the machine.
  var path: String { declared.source.path }
  /// The attribute of a global actor before the machine, as written: `@MainActor`. Empty if there is none.
  package var isolation = ""
  /// Whether code outside of the main actor uses the machine. This is so if the machine is declared `nonisolated`, or
  /// if it has a wrapper that is an actor or belongs to another global actor.
  private(set) var isReachedFromOutside = false
  /// Whether the machine gets the default wrapper. It does if it declares no wrapper, has no methods, and is not
  /// declared within another type.
  private(set) var hasDefaultWrapper = true
  /// Whether each event is a method: `interface methods`.
  private(set) var hasMethods = false
  /// Whether code of any isolation, such as a default argument, can create the machine. False for a machine that a
  /// global actor isolates, unless the machine is `Sendable`.
  var hasNonisolatedInit: Bool { isolation.isEmpty || conformances.contains(where: StateMachine.saysSendable) }
  /// The conformances after the machine's name, as written: `Sendable`, `Codable`.
  package var conformances: [String] = []
  /// The names of the generic parameters, with `each` and `let` as written: `Key`, `each Value`.
  package var genericParameters: [String] = []
  /// The names of the type aliases, and of the types in `swift { … }` blocks.
  package var typealiases: [String] = []
  /// The stored properties for which `init` has parameters.
  package var properties: [Parameter] = []
  package var outputs: [Output] = []
  /// The sorts of the machine's timers: `after`, `every` or both. A machine with timers needs a clock.
  package var timers = TimerSorts()
  /// Whether events can be sent to the machine, by its owner or by its own timers.
  package var hasEvents = false
  /// The names of the final states at the top level.
  package var finalStates: [String] = []
  /// Whether the machine can end: at the top level it has a final state or, with regions, each region can end.
  package var canEnd = false
  /// Whether a row of the machine ends in `throw`.
  package var `throws` = false
  /// Whether states defer events, so that `handle` may return `deferred`.
  package var defers = false
  /// The states with submachines.
  package var submachines: [SubmachineState] = []
  /// The machine with its declarations, before its rows are resolved.
  private let declared: StateMachine
  /// The declarations to which the owner's code may refer.
  package var outline: MachineOutline { MachineOutline(declared, submachines) }
  /// Whether the machine's initial state can be entered without arguments. It can only if the machines in
  /// `initialMachines` can also be created without arguments, because they are the submachines that are then entered.
  var initialHasDefault = false
  var initialMachines: [String] = []

  /// A state with a submachine.
  package struct SubmachineState: Sendable {
    let owner: StateID
    package var state: String
    /// The name of the machine that is the submachine, as the state writes it.
    var reference: String
    /// The full name of the machine that is the submachine. Until it is found, the name as the state writes it.
    package var machine: String
    /// The type as the state writes it, with generic arguments: `Loader<Int>`.
    package var type: String
  }

  /// Creates the interface of a machine whose declarations are resolved, and whose rows are not yet resolved.
  ///
  /// - Parameter owners: the states with submachines. `machine` does not have the submachines yet.
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

  /// Returns whether a body's initial state, and the states that are entered within it, have defaults for their
  /// payloads. A submachine that is then entered is assumed to have a default. It is added to `initialMachines`,
  /// because other machines are not known yet.
  ///
  /// - Parameter body: a composite state or a region; nil for the machine's body.
  private mutating func beginsWithoutArguments(in body: StateID?) -> Bool {
    let children = declared.children(of: body)
    if declared.isParallel(body: body) {
      var all = true
      // All regions are examined, even after one without defaults: each adds its submachines.
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

  /// Finds facts in the statements of the machine's body, before rows are resolved: whether states defer events
  /// (`defers`), and whether a row ends in `throw` (`throws`). Also finds out how effects use each `async` or `stream`
  /// output (`tasks`).
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

  /// Returns whether effects end in `throw`. They also do if their last effect is a named effect that ends in `throw`.
  /// At most `NamedEffect.maximumDepth` named effects are followed, because named effects may use each other in a
  /// cycle.
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

  /// Records in `outputs` whether effects begin or cancel `async` and `stream` outputs.
  ///
  /// - Parameters:
  ///   - isActivity: whether the effects belong to a `do`.
  ///   - named: the effects of each named effect that has not been examined yet. The function removes those that it
  ///     examines.
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

  /// Whether the machine itself, apart from its submachines, has timers or `async` or `stream` outputs.
  var isAsynchronous: Bool { !timers.isEmpty || outputs.contains { $0.kind != .plain } }
}
