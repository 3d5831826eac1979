/// The graph of the states that can follow each other, whatever guards return.
struct StateGraph {
  enum Node {
    case state(StateID)
    /// Any state within a composite state: the target of a history, or a state of a region beside others.
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

  /// Returns the nodes from which some path leads to one of several states, and these states.
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

  /// Adds edges between a state and its parent, whose transitions apply to the state, too.
  private mutating func addComposites(of state: StateID, _ machine: StateMachine) {
    if let parent = machine.states[state].parent {
      add(.state(state), .state(parent))
      add(.anywhere(within: parent), .state(state))
      add(.anywhere(within: parent), .anywhere(within: state))
    }
    if machine.isParallel(state) { add(.state(state), .anywhere(within: state)) }
  }

  /// Adds the edges of a transition. A completion transition leads on from the states that complete its source.
  private mutating func add(_ transition: Transition, _ behaviour: Behaviour) {
    let source = transition.source
    let isOfComposite = transition.trigger == .done && behaviour.machine.states[source].isComposite
    let sources = isOfComposite ? behaviour.finalStates(completing: source) : [source]
    transition.forEachArrival { arrival in
      for target in Self.targets(of: arrival) { for source in sources { add(.state(source), target) } }
    }
  }

  /// Adds the edges of transitions that exit all regions of the machine's own body: they lead on from all states of
  /// each region. The first region represents all regions.
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

    /// The number of states.
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
