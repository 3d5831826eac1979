/// What a machine that holds another needs to know of it. Read off the syntax, as machines may stand in any order and in
/// several files.
package struct MachineInterface: Sendable {
  package struct Parameter: Sendable {
    package var label: String?
    package var name: String?
    package var type: String
    package var hasDefault: Bool
  }

  package var name: String
  package var access: AccessLevel
  package var conformances: [String]
  package var genericParameters: [String] = []
  package var typealiases: [String] = []
  /// Those that `init` takes, before the state.
  package var properties: [Parameter] = []
  package var outputs: [(name: String, parameters: [Parameter])] = []
  package var hasEvents = false
  package var finalStates: [String] = []
  package var canEnd = false
  /// Whether it keeps events for later, which is an outcome of its own.
  package var defers = false
  /// The names of the states that hold machines, and of those machines with their generic arguments.
  package var held: [(state: String, machine: String, type: String)] = []
  /// Whether it can begin without arguments; that of what it begins in, if that holds a machine, is asked for by its name.
  fileprivate var initialHasDefault = false
  fileprivate var initialMachines: [String] = []

  fileprivate init(_ syntax: MachineSyntax, _ source: SourceFile, _ names: NameTable) {
    func text(_ range: SourceRange) -> String { source.text(range) }
    func parameter(_ parameter: ParameterSyntax) -> Parameter {
      Parameter(
        label: parameter.label.map { names.text($0.id) }, name: parameter.name.map { names.text($0.id) },
        type: text(parameter.type.range), hasDefault: parameter.defaultValue != nil)
    }
    name = names.text(syntax.name.id)
    access = syntax.access ?? .internal
    conformances = syntax.conformances.map { text($0.range) }
    genericParameters = syntax.generics.map { parameter in
      String(text(parameter.range).prefix { $0 != ":" }).filter { !$0.isWhitespace }
    }
    for item in syntax.body {
      switch item {
      case .event: hasEvents = true
      case .output(let signature, _):
        outputs.append((names.text(signature.name.id), signature.payload.map(parameter)))
      case .stored(let stored):
        properties.append(
          Parameter(
            label: names.text(stored.name.id), name: names.text(stored.name.id), type: text(stored.type.range),
            hasDefault: stored.initialValue != nil))
      case .typealias(let alias):
        typealiases.append(String(text(alias.text.range).prefix { $0 != "=" }).filter { !$0.isWhitespace })
      default: break
      }
    }
    let top = Body(syntax.body)
    finalStates = top.states.filter(\.isFinal).map { names.text($0.name.id) }
    canEnd = top.canEnd
    initialHasDefault = top.hasDefault(names, &initialMachines)
    collectHeld(syntax.body, source, names)
  }

  private mutating func collectHeld(_ items: [ItemSyntax], _ source: SourceFile, _ names: NameTable) {
    for item in items {
      switch item {
      case .defer: defers = true
      case .state(let state):
        if let submachine = state.submachine {
          let type = state.submachineType.map { source.text($0) } ?? names.text(submachine.id)
          held.append((names.text(state.name.id), names.text(submachine.id), type))
        }
        collectHeld(state.body, source, names)
      case .region(_, let body):
        collectHeld(body, source, names)
      default: break
      }
    }
  }

  /// The states and regions of a body.
  private struct Body {
    var states: [StateSyntax] = []
    var regions: [Body] = []

    init(_ items: [ItemSyntax]) {
      for item in items {
        switch item {
        case .state(let state): states.append(state)
        case .region(_, let inner): regions.append(Body(inner))
        default: break
        }
      }
    }

    var canEnd: Bool {
      regions.isEmpty ? states.contains(where: \.isFinal) : regions.allSatisfy { $0.states.contains(where: \.isFinal) }
    }

    /// Whether it can be entered without arguments, the machines in it aside.
    func hasDefault(_ names: NameTable, _ machines: inout [String]) -> Bool {
      guard regions.isEmpty else {
        var all = true
        for region in regions where !region.hasDefault(names, &machines) { all = false }
        return all
      }
      guard let initial = states.first(where: \.isInitial) else { return false }
      guard initial.payload.allSatisfy({ $0.defaultValue != nil }) else { return false }
      if let submachine = initial.submachine { machines.append(names.text(submachine.id)) }
      let inner = Body(initial.body)
      return inner.states.isEmpty && inner.regions.isEmpty || inner.hasDefault(names, &machines)
    }
  }
}

/// The machines that the files of an invocation declare.
package struct MachineContext: Sendable {
  private var interfaces: [String: MachineInterface] = [:]
  /// The names of machines that a state of another holds.
  private var held: Set<String> = []

  package init() {}

  /// Takes in the machines of a file; what is wrong with it is told when it is compiled itself.
  package mutating func add(_ source: SourceFile) {
    var diagnostics = DiagnosticList()
    guard SourceCheck.run(source, &diagnostics) else { return }
    add(Parser.parse(source).0, source)
  }

  mutating func add(_ tree: SyntaxTree, _ source: SourceFile) {
    for machine in tree.machines {
      let interface = MachineInterface(machine, source, tree.names)
      for entry in interface.held { held.insert(entry.machine) }
      interfaces[interface.name] = interface
    }
  }

  subscript(name: String) -> MachineInterface? { interfaces[name] }

  var names: [String] { interfaces.keys.sorted() }

  func isHeld(_ name: String) -> Bool { held.contains(name) }

  /// The machines that a machine leads to through states that hold others, and back to itself; nil where there is no way
  /// back.
  func cycle(from name: String) -> [String]? {
    var previous: [String: String] = [:]
    var pending = [name]
    while let next = pending.popLast() {
      for entry in interfaces[next]?.held ?? [] {
        if entry.machine == name {
          // Backward, from the machine that leads back.
          var path = [name]
          var step = next
          while step != name {
            path.append(step)
            step = previous[step] ?? name
          }
          path.append(name)
          return path.reversed()
        }
        if previous[entry.machine] == nil {
          previous[entry.machine] = next
          pending.append(entry.machine)
        }
      }
    }
    return nil
  }

  /// Whether a machine can be made without arguments.
  func hasDefaultInit(_ name: String, depth: Int = 0) -> Bool {
    guard depth < 64, let interface = interfaces[name] else { return false }
    return interface.initialHasDefault && interface.properties.allSatisfy(\.hasDefault)
      && interface.initialMachines.allSatisfy { hasDefaultInit($0, depth: depth + 1) }
  }

  /// Whether a machine can begin in its initial state, whatever its properties are given.
  func hasDefaultState(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.initialHasDefault && interface.initialMachines.allSatisfy { hasDefaultInit($0) }
  }

  /// The outputs of a machine with those of the machines that it holds, each with the states on the way.
  func outputs(of name: String, depth: Int = 0) -> [HeldOutput] {
    guard depth < 32, let interface = interfaces[name] else { return [] }
    let own = interface.outputs.map { HeldOutput(path: [$0.name], parameters: $0.parameters, owner: [interface]) }
    return own
      + interface.held.flatMap { entry in
        outputs(of: entry.machine, depth: depth + 1).map { output in
          HeldOutput(
            path: [entry.state] + output.path, parameters: output.parameters, owner: [interface] + output.owner)
        }
      }
  }
}

/// An output of a machine within another.
package struct HeldOutput: Sendable {
  /// The states that hold the machines on the way, and the output's name.
  package var path: [String]
  package var parameters: [MachineInterface.Parameter]
  /// The machines on the way, the one that declares it last.
  package var owner: [MachineInterface]
}
