/// A state chart as it is written: what the random generator makes, what is printed as a `.sm` file, and what the
/// interpreter reads. It knows nothing of the compiler.
///
/// All values are integers.
struct Chart: Sendable {
  var name: String
  /// Whether the machine has a generic parameter. Nothing uses it, but Swift refuses some code in generic types.
  var isGeneric = false
  /// Whether the machine is stored and read again between its steps.
  var isStored = false
  /// Whether the page that plays a machine runs the chart. The page cannot call the functions of the test program.
  var isPlayed = false
  /// Whether the machine has `interface methods`. Such a machine appends its outputs to a property.
  var hasMethods = false
  /// The cases of the action that the methods return, without 'none'.
  var answers: [Answer] = []
  /// Stored properties, all variables, with their initial values.
  var properties: [(name: String, value: Int)] = []
  /// The policy of the machine.
  var unhandled = Unhandled.ignore
  /// The states, in the order of the source: a composite state comes before its children. Others refer to a state by
  /// its index.
  var states: [State] = []
  var events: [Event] = []
  var outputs: [String] = []
  var choices: [Choice] = []
  var groups: [Group] = []
  var effects: [NamedEffect] = []
  var rows: [Row] = []
  /// The statements for tests, as text.
  var statements: [String] = []
  /// The submachines of states.
  var machines: [Chart] = []

  /// The policies for events without a transition. The raw values are words of the language.
  enum Unhandled: String, Sendable {
    case ignore, error, `throw`, trap
    /// The policy `throw` with an error that the user declares.
    case throwOwn = "throw Failure(-7)"
  }

  struct State: Sendable {
    var name: String
    /// The index of the composite state that contains the state; nil for a state of the machine itself.
    var parent: Int?
    /// Whether the state is a region.
    var isRegion = false
    var isInitial = false
    var isFinal = false
    /// Whether the state is a pseudostate that begins its composite state or machine with an arrow: `initial -> s1`. It
    /// has one row, without a condition.
    var isPseudostate = false
    var fields: [Field] = []
    var entry: [Effect] = []
    var exit: [Effect] = []
    /// The argument of the state's activity, `do / ws1(3)`; nil for a state without one. Each activity has an output of
    /// its own.
    var activity: Expression?
    /// The timer of the state: whether it repeats, and its seconds. Nil for a state without a timer.
    var timer: (repeats: Bool, seconds: Expression)?
    /// The indices of the events that the state defers.
    var deferred: [Int] = []
    /// The target of the default transition of the state's history; nil if the initial state is the default.
    var historyDefault: Int?
    /// The index of the state's submachine in the chart's `machines`; nil for a state without a submachine.
    var machine: Int?
  }

  /// A group: a name for states and regions, and for the states of groups that are declared before it.
  struct Group: Sendable {
    var name: String
    var states: [Int]
    var groups: [Int] = []
  }

  /// A named effect: a name for several effects. It can use only named effects that are declared before it.
  struct NamedEffect: Sendable {
    var name: String
    var effects: [Effect]
  }

  /// A choice: a pseudostate with rows, of which the first one whose condition is true is taken.
  struct Choice: Sendable {
    var name: String
    /// The index of the composite state that contains the choice; nil for a choice of the machine itself.
    var parent: Int?
    /// Names that each row to the choice declares in a block of Swift. A row's target gives their values as its
    /// arguments.
    var declared: [String] = []
    /// The rows of the choice, in the order in which they are tried. The condition of the last one is always true.
    var branches: [Branch] = []
  }

  struct Branch: Sendable {
    var condition: Condition
    var effects: [Effect] = []
    /// The target; nil if the row traps or has no arrow.
    var target: Target?
    /// Whether the row of the choice has no arrow. Then the state from which the choice was reached stays active.
    var stays = false

    var traps: Bool { target == nil && !stays }
  }

  /// A field of a payload. Its default value is nil if it has none.
  struct Field: Sendable {
    var label: String
    var defaultValue: Int?
  }

  struct Event: Sendable {
    var name: String
    /// The labels of its parameters.
    var labels: [String]
    /// The policy of the event; nil if it is the machine's.
    var unhandled: Unhandled?
    /// The result type of the event's method.
    var result = Result.nothing
    /// Whether the event's method returns a default result if the row that is taken has no result.
    var hasDefault = true
    var throwing = Throwing.never
    /// For an event that an owner sends to a submachine, `s1(.e0)`: the owner's state, and the number of the
    /// submachine's event. Numbers after those of the events are timers. The owner's rows do not see the event's
    /// payload. Nil for other events.
    var inner: (state: Int, event: Int)?
  }

  enum Result: Sendable { case nothing, number, action, optionalAction }
  enum Throwing: Sendable { case never, anything, typed }

  /// A case of the machine's action.
  struct Answer: Sendable {
    var name: String
    var fields: [Field] = []
  }

  /// A pattern for a field of a source or an event. A row is taken only if its patterns match, and its condition is
  /// true.
  struct Pattern: Sendable {
    enum Owner: Sendable { case source, event }
    enum Shape: Sendable {
      case value(Int)
      case range(Int, Int)
      /// A pattern that binds the field to its own name. It hides other values of that name.
      case name
    }

    var owner: Owner
    var label: String
    var shape: Shape

    var isConditional: Bool { if case .name = shape { false } else { true } }
  }

  struct Row: Sendable {
    enum Sources: Sendable {
      case listed([Int])
      /// All states of a composite state, or of the machine for nil, except some: `* except s1`.
      case wildcard(body: Int?, except: [Int])
    }

    var sources: Sources
    /// The indices of the groups among the sources, or after `except`.
    var groups: [Int] = []
    /// The target; nil for an internal row.
    var target: Target?
    var triggers: [Trigger]
    /// The patterns for the row's only source and its events. They are matched before the condition is evaluated.
    var patterns: [Pattern] = []
    var condition: Condition?
    var effects: [Effect] = []
  }

  enum Trigger: Hashable, Sendable {
    case event(Int)
    case always
    /// The timer of a state.
    case timer(Int)
    /// The completion event of the source. If a final child is given, only for the end in that state. If `bindsValue`
    /// is true, the first field of the final state's payload is bound to the name `z`.
    case done(Int?, bindsValue: Bool)
  }

  enum History: Sendable { case shallow, deep }

  struct Target: Sendable {
    enum Place: Sendable {
      case state(Int)
      case history(Int, History)
      case choice(Int)

      /// The number of the state; nil for a choice.
      var state: Int? {
        switch self {
        case .state(let state), .history(let state, _): state
        case .choice: nil
        }
      }
    }

    var place: Place
    var arguments: [(label: String, value: Expression)] = []
    /// Further targets after the first one, each in a region of its own. They get no arguments.
    var others: [Int] = []
  }

  enum Condition: Sendable {
    case otherwise
    case less(Expression, Expression)
    case equal(Expression, Expression)
    indirect case and(Condition, Condition)
    indirect case or(Condition, Condition)
    /// Whether a state, a region or something within it is active.
    case active(Int)
    /// Whether the machine is in a group.
    case inGroup(Int)
    indirect case not(Condition)

    /// Whether the condition contains a `try`.
    var mayThrow: Bool {
      switch self {
      case .otherwise, .active, .inGroup: false
      case .less(let first, let second), .equal(let first, let second): first.mayThrow || second.mayThrow
      case .and(let first, let second), .or(let first, let second): first.mayThrow || second.mayThrow
      case .not(let inner): inner.mayThrow
      }
    }
  }

  indirect enum Expression: Sendable {
    case constant(Int)
    case name(String)
    case sum(Expression, Expression)
    case difference(Expression, Expression)
    /// Modulo a small number, so that values stay small.
    case remainder(Expression, Int)
    /// `try fail(…)`, which throws some values, and returns all others.
    case attempt(Expression)

    /// Whether the expression contains a `try`.
    var mayThrow: Bool {
      switch self {
      case .constant, .name: false
      case .sum(let first, let second), .difference(let first, let second): first.mayThrow || second.mayThrow
      case .remainder(let first, _): first.mayThrow
      case .attempt: true
      }
    }

    /// The names that the expression uses.
    var names: Set<String> {
      switch self {
      case .constant: []
      case .name(let name): [name]
      case .sum(let first, let second), .difference(let first, let second): first.names.union(second.names)
      case .remainder(let first, _), .attempt(let first): first.names
      }
    }

    var isConstant: Bool {
      switch self {
      case .constant: true
      case .name: false
      case .sum(let first, let second), .difference(let first, let second): first.isConstant && second.isConstant
      case .remainder(let first, _): first.isConstant
      case .attempt: false
      }
    }
  }

  indirect enum Effect: Sendable {
    case output(Int, Expression)
    case assign(String, Expression)
    /// An assignment in a block that declares a name, in a named effect.
    case assignInBlock(String, Expression)
    case named(Int)
    /// Effects with a guard: a line of an `entry` or `exit`.
    case when(Condition, [Effect])
    case raise(Int, [Expression])
    /// The effect `trap`, which says that the row cannot occur. It is the last effect of its row.
    case trap
    /// An error that the sender of the event catches. It is the last effect of its row.
    case `throw`(Expression)
    /// An expression that is evaluated only because it may throw.
    case evaluate(Expression)
    /// The result of the method; the last effect of its row.
    case reply(Reply)
  }

  enum Reply: Sendable {
    case number(Expression)
    /// A case of the action, with the values of fields that do not carry over. The index is nil for the case `none`.
    case action(Int?, [(label: String, value: Expression)])
    case none
  }

  /// Returns whether the source of a row to a choice may stay active: a row of the choice, or of a choice after it, has
  /// no arrow.
  func mayStay(_ choice: Int) -> Bool {
    choices[choice].branches.contains { branch in
      if case .choice(let next)? = branch.target?.place { return mayStay(next) }
      return branch.stays
    }
  }

  /// Returns the policy for an event: its own, or else that of the machine.
  func unhandled(_ event: Int) -> Unhandled { events[event].unhandled ?? unhandled }

  /// Whether sending some event may throw: by a policy, or by an effect `throw`.
  var canThrow: Bool {
    let policies = events.isEmpty ? [unhandled] : events.indices.map { unhandled($0) }
    let effects = rows.flatMap(\.effects) + choices.flatMap(\.branches).flatMap(\.effects)
    return policies.contains { $0 == .throw || $0 == .throwOwn }
      || effects.contains { if case .throw = $0 { true } else { false } }
  }

  /// Returns effects with the contents of named effects and of effects with guards in their places.
  private func plain(_ effects: [Effect]) -> [Effect] {
    effects.flatMap { effect in
      switch effect {
      case .named(let named): plain(self.effects[named].effects)
      case .when(_, let inner): plain(inner)
      default: [effect]
      }
    }
  }

  /// Whether the machine's start may throw. Rows for events alone do not make it throw, unless the start raises an
  /// event.
  var startCanThrow: Bool {
    let branches = choices.flatMap(\.branches).flatMap(\.effects)
    let effects = rows.flatMap(\.effects) + branches
    let actions = states.flatMap { $0.entry + $0.exit }
    let raises = plain(effects + actions).contains { if case .raise = $0 { true } else { false } }
    let ownRows = rows.flatMap(\.triggers).contains { trigger in
      switch trigger {
      case .always, .done: true
      case .event, .timer: false
      }
    }
    let hasStart =
      ownRows || !timed.isEmpty || states.contains { !$0.entry.isEmpty || $0.activity != nil || $0.machine != nil }
    return (raises || ownRows) && hasStart && effects.contains { if case .throw = $0 { true } else { false } }
  }

  func machine(of state: Int) -> Chart? { states[state].machine.map { machines[$0] } }

  /// Returns the labels that an event's call has, those of a submachine's event included.
  func parameters(of event: Int) -> [String] {
    guard let (state, inner) = events[event].inner else { return events[event].labels }
    let events = machine(of: state)?.events ?? []
    return inner < events.count ? events[inner].labels : []
  }

  /// Returns the name of the output that begins a state's activity.
  func activityName(of state: Int) -> String { "w\(states[state].name)" }
  func cancelName(of state: Int) -> String { "cancelW\(states[state].name)" }

  /// The states that have rows for their timers.
  var timed: [Int] {
    states.indices.filter { state in rows.contains { $0.triggers.contains(.timer(state)) } }
  }

  /// The names of timers in the generated code, by the state: `s1S2` for the timer of `s1.s2`. If an earlier row has
  /// used that name for the timer of a state `s1S2`, it is `s1S22`.
  var timerNames: [Int: String] {
    var names: [Int: String] = [:]
    for case .timer(let state) in rows.flatMap(\.triggers) where names[state] == nil {
      let path = (ancestors(of: state).reversed() + [state]).map { states[$0].name }
      let base = path[0] + path.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      var name = base
      var ordinal = 2
      while names.values.contains(name) {
        name = "\(base)\(ordinal)"
        ordinal += 1
      }
      names[state] = name
    }
    return names
  }

  /// Returns whether the last of some effects traps: it is `trap`, or a named effect that ends so. An effect with a
  /// guard does not count.
  func traps(_ effects: [Effect]) -> Bool {
    switch effects.last {
    case .trap: true
    case .named(let effect): traps(self.effects[effect].effects)
    default: false
    }
  }

  /// Returns the states and regions of a group, including those of the groups in it.
  func members(of group: Int) -> Set<Int> {
    groups[group].groups.reduce(into: Set(groups[group].states)) { $0.formUnion(members(of: $1)) }
  }

  /// Returns whether the submachine of a state can reach a final state.
  func canMachineEnd(_ state: Int) -> Bool {
    guard let machine = machine(of: state) else { return false }
    return machine.canEnd(nil)
  }

  /// Returns whether a composite state, or the machine for nil, can end: it has a final state, in each of its regions.
  func canEnd(_ body: Int?) -> Bool {
    let children = children(of: body)
    return isParallel(body) ? children.allSatisfy(canEnd) : children.contains { states[$0].isFinal }
  }

  func isParallel(_ state: Int?) -> Bool { children(of: state).contains { states[$0].isRegion } }

  /// Returns the only row of a pseudostate, which is printed after `initial`: `initial -> s1`.
  func initialRow(of pseudostate: Int) -> Row? { rows.first { isInitialRow($0, of: pseudostate) } }

  /// Returns whether a row is the row of some pseudostate.
  func isInitialRow(_ row: Row) -> Bool { states.indices.contains { isInitialRow(row, of: $0) } }

  private func isInitialRow(_ row: Row, of state: Int) -> Bool {
    if states[state].isPseudostate, case .listed([state]) = row.sources { true } else { false }
  }

  func children(of parent: Int?) -> [Int] { states.indices.filter { states[$0].parent == parent } }

  /// Returns the ancestors of a state, the innermost first.
  func ancestors(of state: Int) -> [Int] {
    var result: [Int] = []
    var next = states[state].parent
    while let ancestor = next {
      result.append(ancestor)
      next = states[ancestor].parent
    }
    return result
  }
}
