/// States that hold machines: `state loaded: LoadedContent`.
extension Resolver {
  /// Finds the machine that a state holds, and adds it to the state's fields.
  mutating func declareSubmachine(_ syntax: StateSyntax, _ index: Int) {
    guard let name = syntax.submachine, let type = syntax.submachineType else { return }
    let spelling = text(name.id)
    guard let interface = context[spelling] else {
      unsupported[syntax.name.id] = 0
      isIncomplete = true
      diagnostics.append(
        .undeclaredMachine(spelling, name.range, nearest: Spelling.nearest(to: spelling, among: context.names)))
      return
    }
    // Beyond the limit, nobody reads how machines lead to each other.
    if diagnostics.diagnostics.count < DiagnosticList.limit, let cycle = context.cycle(from: text(machine.name.id)),
      cycle.contains(spelling)
    {
      diagnostics.append(.machineCycle(name.range, cycle))
      isIncomplete = true
    }
    if !syntax.body.allSatisfy(Self.belongsBesideSubmachine) {
      diagnostics.append(.statesBesideSubmachine(syntax.name.range, text(syntax.name.id)))
    }
    checkConformances(of: interface, name.range)
    var field = Field(type: type, typeID: -3 - Int32(index))
    field.submachine = .machine
    field.hasDefaultMachine = context.hasDefaultInit(spelling)
    var submachine = Submachine(type: type, interface: interface)
    submachine.field = machine.states[index].fields.count
    machine.states[index].fields.append(field)
    machine.states[index].pathFields.append(field)
    machine.states[index].submachine = submachine
  }

  /// More outputs of one machine than these have no place in an initialiser.
  private static let maximumClosures = 500

  private static func belongsBesideSubmachine(_ item: ItemSyntax) -> Bool {
    switch item {
    case .state, .choice, .region, .historyDefault: false
    default: true
    }
  }

  /// Adds the events and outputs that stand for those of the machines that states hold, behind the declared ones.
  mutating func declareHeldEvents() {
    for index in machine.states.indices {
      guard let submachine = machine.states[index].submachine else { continue }
      let name = machine.states[index].name
      var field = Field(type: submachine.type, typeID: -3 - Int32(index))
      if submachine.interface.hasEvents {
        if let other = events[name.id] {
          diagnostics.append(
            .heldName("event", text(name.id), machine.events[other].name.range, state: name.range))
        } else {
          field.submachine = .event
          events[name.id] = machine.events.count
          machine.states[index].submachine?.event = machine.events.count
          machine.events.append(Event(name: name, fields: [field], holder: index))
        }
      }
      if context.hasOutputs(submachine.interface.name) {
        if let other = outputs[name.id] {
          diagnostics.append(
            .heldName("output", text(name.id), machine.outputs[other].name.range, state: name.range))
        } else {
          field.submachine = .output
          outputs[name.id] = machine.outputs.count
          machine.states[index].submachine?.output = machine.outputs.count
          machine.outputs.append(Output(name: name, fields: [field], holder: index))
          declareHeldClosures(of: submachine, index)
        }
      }
    }
  }

  /// The wrapper takes a closure for each output of each machine within.
  private mutating func declareHeldClosures(of submachine: Submachine, _ index: Int) {
    guard !hasWrapperNone else { return }
    if let outputs = context.outputs(of: submachine.interface.name, limit: Self.maximumClosures) {
      machine.states[index].submachine?.outputs = outputs
    } else {
      diagnostics.append(.tooManyClosures(submachine.type, Self.maximumClosures))
    }
  }

  /// What is `Hashable` can hold only what is.
  private mutating func checkConformances(of interface: MachineInterface, _ range: SourceRange) {
    func names(_ conformances: [String]) -> Set<String> {
      var names = Set(conformances.map { $0.hasPrefix("Swift.") ? String($0.dropFirst(6)) : $0 })
      if names.contains("Hashable") || names.contains("Comparable") { names.insert("Equatable") }
      if names.contains("@unchecked Sendable") { names.insert("Sendable") }
      return names
    }
    let needed = names(machine.conformances.map { source.text($0) })
    let missing = ["Equatable", "Hashable", "Codable", "Sendable"].filter {
      needed.contains($0) && !names(interface.conformances).contains($0)
    }
    if let first = missing.last(where: { $0 != "Equatable" }) ?? missing.first {
      diagnostics.append(.heldConformance(range, interface.name, first, holder: text(machine.name.id)))
    }
    let order: [AccessLevel] = [.private, .fileprivate, .internal, .package, .public]
    if let own = order.firstIndex(of: machine.access), let other = order.firstIndex(of: interface.access), other < own {
      diagnostics.append(.heldAccess(range, interface.name, machine.access.rawValue, holder: text(machine.name.id)))
    }
  }

  /// What an arrow gives to the machine of a state: `loaded(.empty, limit: 3)`.
  mutating func submachineArgument(_ list: ArgumentListSyntax, _ places: [Int], _ state: Int) -> TargetArgument? {
    guard let submachine = machine.states[state].submachine else { return nil }
    var given: SwiftCode?
    var properties: [(label: String, value: SwiftCode)] = []
    for (item, place) in zip(list.items, places) where place >= submachine.field {
      if place == submachine.field {
        given = code(item.value)
      } else {
        properties.append((submachine.interface.properties[place - submachine.field - 1].label ?? "", code(item.value)))
      }
    }
    return .submachine(submachine.type, properties: properties, state: given)
  }

  /// The fields that an arrow can give a value to: those of the state, and the properties of the machine that it holds.
  ///
  /// The names of the properties are those of another file: the field is found by its label's text.
  func argumentFields(of state: Int) -> [Field] {
    let declaration = machine.states[state]
    guard let submachine = declaration.submachine else { return declaration.fields }
    return declaration.fields
      + submachine.interface.properties.map { property in
        let id = property.label.flatMap { tree.names.find(text: $0) } ?? .none
        return Field(
          label: Identifier(id: id, range: declaration.name.range, needsBackticks: false), type: submachine.type,
          typeID: -1)
      }
  }
}
