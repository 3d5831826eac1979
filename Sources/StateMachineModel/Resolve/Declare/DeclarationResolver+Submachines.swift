import StateMachineSyntax

/// Reads states with submachines: `state loaded: LoadedContent`.
extension DeclarationResolver {
  /// Looks up the machine `Content` of a state such as `state loaded: Content`. Adds a field for this submachine to the
  /// state. Does nothing for a state without a submachine. Reports a machine that is not declared, and one that cannot
  /// be a submachine, such as a machine with methods.
  mutating func linkSubmachine(_ syntax: StateSyntax, _ index: StateID) {
    guard let name = syntax.submachine else { return }
    let type = name.range
    let spelling = name.text(tree.names)
    guard let interface = context.find(spelling, in: machine.fullName).flatMap({ context[$0] }) else {
      names[syntax.name.id].isUnsupported = true
      isIncomplete = true
      diagnostics.append(
        .undeclaredMachine(spelling, name.range, nearest: context.nearest(to: spelling, in: machine.fullName)))
      return
    }
    let files = context.files(declaring: interface.name, beside: source.path)
    if files.count > 1, !files.contains(source.path) {
      diagnostics.append(.machineInSeveralFiles(name.range, interface.name, files: files, isOwn: false))
    }
    // Beyond the limit of findings, no cycle is reported.
    if diagnostics.isOpen, let cycle = context.cycle(from: machine.fullName),
      cycle.contains(interface.name)
    {
      // Of the machines of a file, the first one on the cycle reports it.
      let first = tree.machines.lazy.map { [tree] in $0.fullName(tree.names) }.first { cycle.contains($0) }
      if first == machine.fullName { diagnostics.append(.machineCycle(name.range, cycle)) }
      isIncomplete = true
    }
    if !syntax.body.allSatisfy(Self.belongsBesideSubmachine) {
      diagnostics.append(.statesBesideSubmachine(syntax.name.range, text(syntax.name.id)))
    }
    if interface.hasMethods {
      diagnostics.append(.submachineWithMethods(name.range, spelling))
    } else if interface.throws {
      diagnostics.append(.throwingSubmachine(name.range, spelling))
    }
    checkArguments(of: name, interface)
    checkConformances(of: interface, name.range)
    if interface.isolation != machine.isolation.attribute.map(source.text) ?? "" {
      diagnostics.append(
        .submachineIsolation(
          name.range, text(machine.name.id), spelling, isolation: interface.isolation,
          isOwnerNonisolated: machine.isolation.isNonisolated))
    } else if !interface.hasNonisolatedInit {
      diagnostics.append(.isolatedSubmachine(name.range, spelling))
    }
    var field = Field(type: type, key: .submachine(of: index))
    field.submachine = .machine
    field.hasDefaultMachine = context.hasDefaultInit(interface.name)
    var submachine = Submachine(type: type, interface: interface)
    submachine.field = machine.states[index].fields.count
    machine.states[index].fields.append(field)
    machine.states[index].pathFields.append(field)
    machine.states[index].submachine = submachine
  }

  /// Reports a submachine with a wrong number of generic arguments: `Inner<Int>` for a machine `Inner<Key, Value>`.
  /// Otherwise, Swift would report every line of the generated code that contains the type. Nothing is reported if a
  /// parameter is a pack (`each T`), or if a path has arguments (`Outer<Int>.Inner`).
  private mutating func checkArguments(of name: TypePathSyntax, _ interface: MachineInterface) {
    let parameters = interface.genericParameters
    // `each` takes any number of arguments. In a path, the arguments may be those of the enclosing type.
    // The numbers differ, no parameter is a pack, and the arguments are certainly those of this machine.
    guard name.argumentCount != parameters.count, !parameters.contains(where: { $0.hasPrefix("each") }),
      name.names.count == 1 || name.argumentCount == 0
    else { return }
    diagnostics.append(.genericArguments(name.range, interface.name, parameters: parameters))
  }

  /// The limit for the outputs of a submachine. A wrapper's initializer has a closure for each of them.
  private static let maximumClosures = 500

  private static func belongsBesideSubmachine(_ item: ItemSyntax) -> Bool {
    switch item {
    case .state, .choice, .region, .historyDefault, .initialTransition: false
    default: true
    }
  }

  /// For each state with a submachine, adds an event and an output with the state's name; they carry the submachine's
  /// events and outputs. The event is added only if the submachine, or a submachine of it, has events or timers. The
  /// output is added only if one of them has outputs or timers. Both come after those of the file. Reports a state
  /// whose name an event or output of the file has.
  mutating func declareSubmachineEvents() {
    for index in machine.states.indices {
      guard let submachine = machine.states[index].submachine else { continue }
      let name = machine.states[index].name
      var field = Field(type: submachine.type, key: .submachine(of: index))
      if context.hasEvents(submachine.interface.name) {
        if let other = names[name.id].event {
          diagnostics.append(
            .submachineName("event", text(name.id), machine.events[other].name.range, state: name.range))
        } else {
          field.submachine = .event
          let event = machine.events.append(
            Event(name: name, formerNames: machine.states[index].formerNames, fields: [field], owner: index))
          names[name.id].event = event
          machine.states[index].submachine?.event = event
        }
      }
      if context.hasOutputs(submachine.interface.name) {
        if let other = names[name.id].output {
          diagnostics.append(
            .submachineName("output", text(name.id), machine.outputs[other].name.range, state: name.range))
        } else {
          field.submachine = .output
          let output = machine.outputs.append(
            Output(name: name, formerNames: machine.states[index].formerNames, fields: [field], owner: index))
          names[name.id].output = output
          machine.states[index].submachine?.output = output
          declareSubmachineClosures(of: submachine, index)
        }
      }
    }
  }

  /// Stores, in a state, the outputs and timers of its submachine and of all submachines within that submachine. A
  /// wrapper of the owner has a closure for each of them. Reports a submachine with too many. For an owner with
  /// `wrapper none`, stores only `waits`: whether there are timers, or outputs that tasks perform.
  private mutating func declareSubmachineClosures(of submachine: Submachine, _ index: StateID) {
    let outputs = context.outputs(of: submachine.interface.name, limit: Self.maximumClosures)
    machine.states[index].submachine?.waits =
      outputs?.contains { if case .output(.plain, _) = $0.role { false } else { true } } ?? true
    guard !wrappers.hasNone else { return }
    if let outputs {
      machine.states[index].submachine?.outputs = outputs
    } else {
      diagnostics.append(.tooManyClosures(submachine.type, Self.maximumClosures))
    }
  }

  /// Reports a submachine that lacks a conformance of its owner: `Equatable`, `Hashable`, `Codable` or `Sendable`. The
  /// owner's value contains the submachine's value, so the owner can conform only if the submachine conforms, too.
  private mutating func checkConformances(of interface: MachineInterface, _ range: SourceRange) {
    func protocols(_ conformances: [String]) -> Set<String> {
      var names = Set(conformances.map(StateMachine.protocolName))
      if names.contains("Hashable") || names.contains("Comparable") { names.insert("Equatable") }
      return names
    }
    let needed = protocols(machine.conformances.map { source.text($0) })
    let missing = ["Equatable", "Hashable", "Codable", "Sendable"].filter {
      needed.contains($0) && !protocols(interface.conformances).contains($0)
    }
    // `Hashable` implies `Equatable`, so `Equatable` is named only if nothing else is missing.
    if let first = missing.last(where: { $0 != "Equatable" }) ?? missing.first {
      diagnostics.append(.submachineConformance(range, interface.name, first, owner: text(machine.name.id)))
    }
  }
}
