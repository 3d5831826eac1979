import StateMachineSyntax

/// The interface of a submachine, as its owner needs it. Read off the syntax, as machines may stand in any order and in
/// several files.
package struct MachineInterface: Sendable {
  /// A parameter of an output or of `init`, as text of its own file.
  package struct Parameter: Sendable {
    package var label: String?
    package var name: String?
    package var type: String
    package var hasDefault: Bool
  }

  /// An output as its owner hands it out.
  package struct Output: Sendable {
    package var name: String
    package var parameters: [Parameter]
    package var kind: StateMachineModel.Output.Kind
    package var tasks = TaskUse()
  }

  package var name: String
  package var access: AccessLevel?
  /// The attribute of the global actor that it is isolated to, as written; empty for none.
  package var isolation = ""
  /// Is true where code outside of the module's default isolation reaches the machine, as its head or a wrapper says:
  /// `nonisolated`, an actor, or a class of a global actor other than the main one.
  private(set) var isReachedFromOutside = false
  /// Is true where the machine gets the default wrapper: it has no wrapper, no methods and no type around it.
  private(set) var hasDefaultWrapper = true
  /// Is true where each event is a method.
  private(set) var hasMethods = false
  /// Is true where the machine can be made from anywhere, as in default arguments.
  var hasNonisolatedInit: Bool { isolation.isEmpty || conformances.contains(where: StateMachine.saysSendable) }
  /// The conformances of the head, as written.
  package var conformances: [String]
  /// The names of the parameters, with `each` and `let` where they have it.
  package var genericParameters: [String] = []
  /// The names that the type aliases give.
  package var typealiases: [String] = []
  /// Those that `init` takes, before the state.
  package var properties: [Parameter] = []
  package var outputs: [Output] = []
  /// They need a clock.
  package var timers = TimerSorts()
  /// Is true where events can be sent to the machine, by its owner or by its own timers.
  package var hasEvents = false
  /// Is true where an event has effects in every state.
  var hasPreparations = false
  /// The names of the final states of its body, and how many values each holds.
  package var finalStates: [(name: String, values: Int)] = []
  /// Is true where the machine can end: in a final state, or in one of each of its regions.
  package var canEnd = false
  /// Is true where rows of the machine throw.
  package var `throws` = false
  /// Is true where states defer events: a deferred event is an outcome of its own.
  package var defers = false
  /// The states with submachines.
  package var submachines: [SubmachineState] = []
  /// The syntax that the outline is read from.
  private let reader: OutlineReader
  /// The names that the machine declares; only editors ask for them.
  package var outline: MachineOutline { MachineOutline(name, reader) }
  /// Is true where the machine can begin without arguments, if those of `initialMachines` can.
  var initialHasDefault = false
  var initialMachines: [String] = []

  /// A state's submachine.
  package struct SubmachineState: Sendable {
    package var state: String
    /// The machine as the state names it.
    var reference: String
    /// Its full name.
    package var machine: String
    /// The reference with its generic arguments.
    package var type: String
  }

  init(_ syntax: MachineSyntax, _ source: SourceFile, _ names: NameTable) {
    func text(_ range: SourceRange) -> String { source.text(range) }
    func parameter(_ parameter: ParameterSyntax) -> Parameter {
      Parameter(
        label: parameter.label.map { names.text($0.id) }, name: parameter.name.map { names.text($0.id) },
        type: text(parameter.type.range), hasDefault: parameter.defaultValue != nil)
    }
    reader = OutlineReader(syntax: syntax, names: names, source: source)
    name = syntax.fullName(names)
    access = syntax.access
    isolation = syntax.attributes.first { $0.isIsolation(names) }.map { text($0.range) } ?? ""
    isReachedFromOutside = syntax.nonisolated != nil
    // The type around a machine drives it, and so do the callers of its methods.
    hasDefaultWrapper = syntax.outer == nil
    conformances = syntax.conformances.map { text($0.range) }
    genericParameters = syntax.generics.map { parameter in
      String(text(parameter.range).prefix { $0 != ":" }).filter { !$0.isWhitespace }
    }
    for item in syntax.body {
      switch item {
      case .event(let event):
        hasEvents = true
        if !event.effects.isEmpty { hasPreparations = true }
      case .interface(let interface) where names.text(interface.word.id) == Interface.methods.rawValue:
        hasMethods = true
        hasDefaultWrapper = false
      case .wrapper(let wrapper):
        hasDefaultWrapper = false
        if wrapper.leavesMainActor(names) { isReachedFromOutside = true }
      case .output(let signature, let kind):
        outputs.append(
          Output(
            name: names.text(signature.name.id), parameters: signature.payload.map(parameter),
            kind: StateMachineModel.Output.Kind(kind)))
      // A private property that has a value is no parameter of `init`.
      case .stored(let stored) where stored.visibility != .private || stored.initialValue == nil:
        properties.append(
          Parameter(
            label: names.text(stored.name.id), name: names.text(stored.name.id), type: text(stored.type.range),
            hasDefault: stored.initialValue != nil))
      case .typealias(let alias):
        typealiases.append(String(text(alias.text.range).prefix { $0 != "=" }).filter { !$0.isWhitespace })
      case .swift(let block):
        let declared = SwiftDeclarations(in: block.range, source.bytes).declarations
        typealiases += declared.filter { $0.kind == .type }.map { source.text($0.name) }
      default: break
      }
    }
    let top = Body(syntax.body)
    finalStates = top.states.filter(\.isFinal).map { state in
      (names.text(state.name.id), state.payload.count + (state.submachine == nil ? 0 : 1))
    }
    canEnd = top.canEnd
    initialHasDefault = top.hasDefault(names, &initialMachines)
    timers = syntax.body.timers
    if !timers.isEmpty { hasEvents = true }
    collectSubmachines(syntax.body, source, names)
    // Of most machines, no effect begins a task.
    let hasTasks = outputs.contains { $0.kind != .plain }
    var named: [NameID: [EffectSyntax]] = [:]
    for case .namedEffect(let effect) in syntax.body { named[effect.name.id] = effect.effects }
    syntax.body.forEachDeep { item in
      switch item {
      case .action(let action) where hasTasks: note(action.effects, isActivity: action.kind == .activity, names, &named)
      case .transition(let row):
        if hasTasks { note(row.effects, isActivity: false, names, &named) }
        if row.effects.contains(where: { if case .throw = $0 { true } else { false } }) { self.throws = true }
      default: break
      }
    }
  }

  /// Notes how effects make use of asynchronous outputs.
  ///
  /// - Parameter named: the effects that names stand for, which have not been noted so far.
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

  /// Is true where the machine has timers or asynchronous outputs.
  var isAsynchronous: Bool { !timers.isEmpty || outputs.contains { $0.kind != .plain } }

  private mutating func collectSubmachines(_ items: [ItemSyntax], _ source: SourceFile, _ names: NameTable) {
    for item in items {
      switch item {
      case .defer: defers = true
      case .state(let state):
        if let submachine = state.submachine {
          let machine = submachine.text(names)
          submachines.append(
            SubmachineState(
              state: names.text(state.name.id), reference: machine, machine: machine,
              type: source.text(submachine.range)))
        }
        collectSubmachines(state.body, source, names)
      case .region(let region):
        collectSubmachines(region.body, source, names)
      default: break
      }
    }
  }

  /// The states and regions of a body.
  private struct Body {
    var states: [StateSyntax] = []
    var regions: [Body] = []
    /// Is true where the body begins in a pseudostate, which has no payload.
    var beginsByArrow = false
    /// The state in which it begins otherwise.
    var initial: StateSyntax?

    init(_ items: [ItemSyntax]) {
      for item in items {
        switch item {
        case .initialTransition(let row):
          initial = items.initialState(namedBy: row)
          beginsByArrow = initial == nil
        case .state(let state):
          states.append(state)
          if state.isInitial { initial = state }
        case .region(let region): regions.append(Body(region.body))
        default: break
        }
      }
    }

    var canEnd: Bool {
      regions.isEmpty ? states.contains(where: \.isFinal) : regions.allSatisfy { $0.states.contains(where: \.isFinal) }
    }

    /// Tells whether the body can be entered without arguments, the machines in it aside.
    func hasDefault(_ names: NameTable, _ machines: inout [String]) -> Bool {
      guard regions.isEmpty else {
        var all = true
        for region in regions where !region.hasDefault(names, &machines) { all = false }
        return all
      }
      if beginsByArrow { return true }
      guard let initial else { return false }
      guard initial.payload.allSatisfy({ $0.defaultValue != nil }) else { return false }
      if let submachine = initial.submachine { machines.append(submachine.text(names)) }
      let inner = Body(initial.body)
      return inner.states.isEmpty && inner.regions.isEmpty || inner.hasDefault(names, &machines)
    }
  }
}
