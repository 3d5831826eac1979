/// Which state can follow which, whatever guards say, as a graph.
struct StateGraph {
  enum Node {
    case state(StateID)
    /// Anything within a composite: where a history leads, and what regions beside one another may do.
    case anywhere(within: StateID)
  }

  private var nexts: NodeMap<[Node]>
  private var previouses: NodeMap<[Node]>

  init(_ behaviour: Behaviour) {
    let machine = behaviour.machine
    nexts = NodeMap(repeating: [], count: machine.states.count)
    previouses = nexts
    for state in machine.states.indices { addComposites(of: state, machine) }
    for transition in machine.transitions { add(transition, behaviour) }
    if machine.isParallel { addExitsOfMachine(machine) }
  }

  func next(of node: Node) -> [Node] { nexts[node] }

  func previous(of node: Node) -> [Node] { previouses[node] }

  /// The nodes from which some way leads to one of several states, with these.
  func leading(to states: [StateID]) -> NodeMap<Bool> {
    var leads = NodeMap(repeating: false, count: nexts.count)
    var pending = states.map { Node.state($0) }
    for node in pending { leads[node] = true }
    while let node = pending.popLast() {
      for source in previouses[node] where !leads[source] {
        leads[source] = true
        pending.append(source)
      }
    }
    return leads
  }

  // MARK: Edges

  private mutating func add(_ source: Node, _ target: Node) {
    nexts[source].append(target)
    previouses[target].append(source)
  }

  /// A state leads to the composite around it, whose transitions hold for it, too.
  private mutating func addComposites(of state: StateID, _ machine: StateMachine) {
    if let parent = machine.states[state].parent {
      add(.state(state), .state(parent))
      add(.anywhere(within: parent), .state(state))
      add(.anywhere(within: parent), .anywhere(within: state))
    }
    if machine.isParallel(state) { add(.state(state), .anywhere(within: state)) }
  }

  /// A completion transition leads on from the states that complete its source.
  private mutating func add(_ transition: Transition, _ behaviour: Behaviour) {
    let source = transition.source
    let isOfComposite = transition.trigger == .done && behaviour.machine.states[source].isComposite
    let sources = isOfComposite ? behaviour.finalStates(completing: source) : [source]
    transition.forEachArrival { arrival in
      for target in Self.targets(of: arrival) { for source in sources { add(.state(source), target) } }
    }
  }

  /// A transition that leaves all regions of the machine's own body leads on from whatever is active in each of them.
  /// The first region stands for all.
  private mutating func addExitsOfMachine(_ machine: StateMachine) {
    guard let first = machine.topStates.first else { return }
    var isTarget = NodeMap(repeating: false, count: machine.states.count)
    for transition in machine.transitions {
      transition.forEachArrival { arrival in
        guard !arrival.isInternal, arrival.domain == nil else { return }
        for target in Self.targets(of: arrival) where !isTarget[target] {
          isTarget[target] = true
          add(.state(first), target)
        }
      }
    }
    for region in machine.topStates where region != first { add(.state(region), .state(first)) }
  }

  private static func targets(of arrival: Transition) -> [Node] {
    guard let target = arrival.target, let leaf = arrival.leaf else { return [] }
    if arrival.history != nil { return [.anywhere(within: target)] }
    return [.state(leaf)] + arrival.regions.map { .state($0.leaf) }
  }

  /// One value for each node.
  struct NodeMap<Value> {
    private var states: IDMap<State, Value>
    private var insides: IDMap<State, Value>

    init(repeating value: Value, count: Int) {
      states = IDMap(repeating: value, count: count)
      insides = states
    }

    /// How many states there are.
    var count: Int { states.ids.count }

    subscript(node: Node) -> Value {
      get {
        switch node {
        case .state(let state): states[state]
        case .anywhere(let composite): insides[composite]
        }
      }
      _modify {
        switch node {
        case .state(let state): yield &states[state]
        case .anywhere(let composite): yield &insides[composite]
        }
      }
    }
  }
}
