/// A state chart as it is written: what the random generator makes, what is printed as a `.sm` file, and what the
/// interpreter reads. It knows nothing of the compiler.
///
/// All values are integers.
struct Chart: Sendable {
  var name: String
  /// Whether the machine has a generic parameter, which nothing uses: Swift refuses some code in generic types.
  var isGeneric = false
  /// Whether the machine is stored and read again between its steps.
  var isStored = false
  /// Whether the player of pages runs it, which knows no function of the program.
  var isPlayed = false
  /// Whether the machine has `interface methods`; its outputs are appended to a property then.
  var hasMethods = false
  /// The cases of the action that the methods return, without 'none'.
  var answers: [Answer] = []
  /// Stored properties, all variables, with their initial values.
  var properties: [(name: String, value: Int)] = []
  /// The policy of the machine.
  var unhandled = Unhandled.ignore
  /// In the order of the source; a composite stands before its children.
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

  /// The policies that the oracle knows; their words are those of the language.
  enum Unhandled: String, Sendable {
    case ignore, error, `throw`, trap
    /// An error of the user's.
    case throwOwn = "throw Failure(-7)"
  }

  struct State: Sendable {
    var name: String
    /// The composite that it stands in.
    var parent: Int?
    /// Whether it is one of several bodies that are active together.
    var isRegion = false
    var isInitial = false
    var isFinal = false
    /// Whether it is where its body begins by an arrow: its one row, without a condition, is printed behind `initial`.
    var isPseudostate = false
    var fields: [Field] = []
    var entry: [Effect] = []
    var exit: [Effect] = []
    /// The argument of the state's `do`, whose output no other state has; nil without one.
    var activity: Expression?
    /// The seconds of its timer.
    var timer: (repeats: Bool, seconds: Expression)?
    /// Events that are kept for later while it is active.
    var deferred: [Int] = []
    /// The target of the history's default transition; nil if it is the initial state.
    var historyDefault: Int?
    /// The machine that it holds, of the chart's.
    var machine: Int?
  }

  /// A name for states, regions, and the states of groups before it.
  struct Group: Sendable {
    var name: String
    var states: [Int]
    var groups: [Int] = []
  }

  /// Effects with a name; those that they use stand before them.
  struct NamedEffect: Sendable {
    var name: String
    var effects: [Effect]
  }

  /// A place that an arrow passes through.
  struct Choice: Sendable {
    var name: String
    /// The composite that declares it.
    var parent: Int?
    /// Names that blocks of all rows to it declare: what a target gives to them are its arguments.
    var declared: [String] = []
    /// In the order in which they are tried; the last always holds.
    var ways: [Way] = []
  }

  struct Way: Sendable {
    var condition: Condition
    var effects: [Effect] = []
    /// The target; nil if the row traps or has no arrow.
    var target: Target?
    /// Whether it has no arrow: the state that the arrow came from stays active.
    var stays = false

    var traps: Bool { target == nil && !stays }
  }

  /// A labelled part of a payload; nil where it has no default.
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
    /// Whether the method returns a default if the row gives no result.
    var hasDefault = true
    var throwing = Throwing.never
    /// The state with a submachine and the number of the submachine's event or timer, if this is an event `s1(.e0)`;
    /// timers are numbered behind the events. Rows do not see its payload.
    var inner: (state: Int, event: Int)?
  }

  enum Result: Sendable { case nothing, number, action, optionalAction }
  enum Throwing: Sendable { case never, anything, typed }

  /// A case of the machine's action.
  struct Answer: Sendable {
    var name: String
    var fields: [Field] = []
  }

  /// A pattern for a field, which is matched before the condition is tried.
  struct Pattern: Sendable {
    enum Owner: Sendable { case source, event }
    enum Shape: Sendable {
      case value(Int)
      case range(Int, Int)
      /// Gives the field's own name, which hides others.
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
      /// `*` in the body of a composite, or of the machine.
      case wildcard(body: Int?, except: [Int])
    }

    var sources: Sources
    /// Groups that stand among the sources, or behind 'except'.
    var groups: [Int] = []
    /// The target; nil for an internal row.
    var target: Target?
    var triggers: [Trigger]
    /// The patterns for the one source and the events, which are matched before the condition is tried.
    var patterns: [Pattern] = []
    var condition: Condition?
    var effects: [Effect] = []
  }

  enum Trigger: Hashable, Sendable {
    case event(Int)
    case always
    /// The timer of a state.
    case timer(Int)
    /// The final child that it asks for, if it does; `bindsValue` gives the first field of its payload the name `z`.
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
    /// The states behind the first, each in a region of its own; nothing is given to them.
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

    /// Whether something in it is tried.
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

    /// Whether something in it is tried.
    var mayThrow: Bool {
      switch self {
      case .constant, .name: false
      case .sum(let first, let second), .difference(let first, let second): first.mayThrow || second.mayThrow
      case .remainder(let first, _): first.mayThrow
      case .attempt: true
      }
    }

    /// The names in it.
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
    /// A line of an `entry` or `exit`.
    case when(Condition, [Effect])
    case raise(Int, [Expression])
    /// Says that this cannot happen; the last effect of its row.
    case trap
    /// An error for whoever has sent the event; the last effect of its row.
    case `throw`(Expression)
    /// Works something out, for what it may throw.
    case evaluate(Expression)
    /// The result of the method; the last effect of its row.
    case reply(Reply)
  }

  enum Reply: Sendable {
    case number(Expression)
    /// A case of the action, with what does not carry over; nil for 'none'.
    case action(Int?, [(label: String, value: Expression)])
    case none
  }

  /// Returns whether a row of a choice, or of a choice that it leads to, has no arrow.
  func mayStay(_ choice: Int) -> Bool {
    choices[choice].ways.contains { way in
      if case .choice(let next)? = way.target?.place { return mayStay(next) }
      return way.stays
    }
  }

  /// Returns the policy for an event.
  func unhandled(_ event: Int) -> Unhandled { events[event].unhandled ?? unhandled }

  /// Whether sending an event may throw.
  var canThrow: Bool {
    let policies = events.isEmpty ? [unhandled] : events.indices.map { unhandled($0) }
    let effects = rows.flatMap(\.effects) + choices.flatMap(\.ways).flatMap(\.effects)
    return policies.contains { $0 == .throw || $0 == .throwOwn }
      || effects.contains { if case .throw = $0 { true } else { false } }
  }

  /// Effects with those that a name or a guard stands around.
  private func plain(_ effects: [Effect]) -> [Effect] {
    effects.flatMap { effect in
      switch effect {
      case .named(let named): plain(self.effects[named].effects)
      case .when(_, let inner): plain(inner)
      default: [effect]
      }
    }
  }

  /// Whether the machine's start may throw, which rows for events alone do not make it.
  var startCanThrow: Bool {
    let ways = choices.flatMap(\.ways).flatMap(\.effects)
    let effects = rows.flatMap(\.effects) + ways
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

  /// The labels of what is sent with an event.
  func parameters(of event: Int) -> [String] {
    guard let (state, inner) = events[event].inner else { return events[event].labels }
    let events = machine(of: state)?.events ?? []
    return inner < events.count ? events[inner].labels : []
  }

  /// The output that a state does while it is active, and the one that ends it.
  func activityName(of state: Int) -> String { "w\(states[state].name)" }
  func cancelName(of state: Int) -> String { "cancelW\(states[state].name)" }

  /// The states with rows for their timers.
  var timed: [Int] {
    states.indices.filter { state in rows.contains { $0.triggers.contains(.timer(state)) } }
  }

  /// By state: `s1S2` for the timer of `s1.s2`, and `s1S22` where a row before has named the one of a state `s1S2`.
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

  /// Whether effects end in a trap, whatever holds.
  func traps(_ effects: [Effect]) -> Bool {
    switch effects.last {
    case .trap: true
    case .named(let effect): traps(self.effects[effect].effects)
    default: false
    }
  }

  /// The states and regions of a group, with those of the groups in it.
  func members(of group: Int) -> Set<Int> {
    groups[group].groups.reduce(into: Set(groups[group].states)) { $0.formUnion(members(of: $1)) }
  }

  /// Whether the machine that a state holds may end.
  func canMachineEnd(_ state: Int) -> Bool {
    guard let machine = machine(of: state) else { return false }
    return machine.canEnd(nil)
  }

  /// Whether a body has final states, in each of its regions.
  func canEnd(_ body: Int?) -> Bool {
    let children = children(of: body)
    return isParallel(body) ? children.allSatisfy(canEnd) : children.contains { states[$0].isFinal }
  }

  func isParallel(_ state: Int?) -> Bool { children(of: state).contains { states[$0].isRegion } }

  /// The row that is printed behind `initial`, by its pseudostate.
  func initialRow(of pseudostate: Int) -> Row? { rows.first { isInitialRow($0, of: pseudostate) } }

  /// Whether a row is that of a pseudostate.
  func isInitialRow(_ row: Row) -> Bool { states.indices.contains { isInitialRow(row, of: $0) } }

  private func isInitialRow(_ row: Row, of state: Int) -> Bool {
    if states[state].isPseudostate, case .listed([state]) = row.sources { true } else { false }
  }

  func children(of parent: Int?) -> [Int] { states.indices.filter { states[$0].parent == parent } }

  /// The ancestors of a state, inner first.
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
