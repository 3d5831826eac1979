/// A graph whose edges lead from each state to the states that may be active next, whatever guards return.
struct StateGraph {
  enum Node {
    case state(StateID)
    /// Any state within a composite state or a region. An edge has this node if the exact state is unknown. This is so
    /// for the target of a history, and for the states of a sibling region.
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

  /// Returns for each node whether a path leads from it to one of the given states. It is true for the given states
  /// themselves.
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

  /// Adds the edges of a state `a`, whose parent is `p`, that do not depend on transitions. An edge leads from `a` to
  /// `p`, because the transitions of `p` are tried for `a`, too. Edges lead from "any state within `p`" to `a`, and to
  /// "any state within `a`": the unknown state may be one of these. If `a` has regions, an edge leads from `a` to "any
  /// state within `a`".
  private mutating func addComposites(of state: StateID, _ machine: StateMachine) {
    if let parent = machine.states[state].parent {
      add(.state(state), .state(parent))
      add(.anywhere(within: parent), .state(state))
      add(.anywhere(within: parent), .anywhere(within: state))
    }
    if machine.isParallel(state) { add(.state(state), .anywhere(within: state)) }
  }

  /// Adds the edges of a transition, from its source to its targets. If the trigger is the `done` of a composite state,
  /// the edges begin at the final states within the source. The transition is taken only while such a final state is
  /// active.
  private mutating func add(_ transition: Transition, _ behaviour: Behaviour) {
    let source = transition.source
    let isOfComposite = transition.trigger == .done && behaviour.machine.states[source].isComposite
    let sources = isOfComposite ? behaviour.finalStates(completing: source) : [source]
    transition.forEachArrival { arrival in
      for target in Self.targets(of: arrival) { for source in sources { add(.state(source), target) } }
    }
  }

  /// Adds edges from every region of the machine to the targets of transitions that exit all regions. To keep the
  /// number of edges small, only the first region has edges to these targets. From each other region, one edge leads to
  /// the first region.
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

  /// A value for each node of the graph.
  struct NodeMap<Value> {
    private var states: IDMap<State, Value>
    private var insides: IDMap<State, Value>

    init(repeating value: Value, count: Int) {
      states = IDMap(repeating: value, count: count)
      insides = states
    }

    /// The number of states of the machine, not of nodes.
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
