import StateMachineModel
import StateMachineSyntax

/// Translates states to Swift: to patterns (`case .open(let a)`), to the expressions that contain the active state
/// (`self.state`), and to values of a new state (`.open(persons: 3)`).
extension Lowerer {
  /// Returns the scope for code in which a state is active. It has new variables for all fields on the state's path.
  /// For a composite state, it has one more variable: for the active state within it or, with regions, for the struct
  /// of its regions.
  func scope(of state: StateID) -> RowScope {
    var scope = RowScope(state: state, source: variables(of: state))
    guard machine.states[state].isComposite else { return scope }
    if machine.isParallel(state) {
      let segment = layout.segments(of: state).count - 1
      scope.regions[segment] = variables.make(layout.regionsName(segment))
    } else {
      scope.child = variables.make(names.child)
    }
    return scope
  }

  /// Returns the scope of a state within regions. `outer` is the scope of the code around the regions: fields that are
  /// in both paths have the variables of `outer`, and all other fields have new variables.
  func scope(of state: StateID, within outer: RowScope) -> RowScope {
    let own = scope(of: state)
    var scope = outer
    scope.state = state
    scope.isAround = false
    scope.source = Array(outer.source.prefix(machine.states[state].pathFields.count))
    scope.source += own.source.dropFirst(scope.source.count)
    scope.child = own.child
    scope.regions.merge(own.regions) { first, _ in first }
    return scope
  }

  /// Returns the scope in which the rows of an ancestor are translated. Of the variables for fields of states, it keeps
  /// only those for the fields on the ancestor's path.
  ///
  /// - Parameters:
  ///   - scope: the scope of the active state.
  ///   - state: the ancestor.
  func scope(_ scope: RowScope, around state: StateID) -> RowScope {
    guard state != scope.state else { return scope }
    var own = scope
    own.state = state
    own.isAround = true
    own.source = Array(scope.source.prefix(machine.states[state].pathFields.count))
    return own
  }

  // MARK: Patterns

  /// Returns the pattern of a state: `.outer(let a, .inner(let b))` for the state `inner` of `outer`. The pattern
  /// begins with the outermost ancestor in the region of the state or, if `body` is given, in `body`. It does not
  /// contain this region or `body` itself.
  ///
  /// - Parameter scope: the scope with the variables that the pattern binds; nil for a pattern that binds nothing.
  func pattern(of state: StateID, _ scope: RowScope? = nil, within body: StateID? = nil) -> CasePattern {
    var result: CasePattern?
    var next: StateID? = state
    while let level = next, level != body, !machine.states[level].isRegion {
      let declaration = machine.states[level]
      var parts = declaration.fields.indices.map { index -> CasePattern in
        guard let scope, declaration.ownFields + index < scope.source.count else { return .any }
        return .bind(scope.source[declaration.ownFields + index])
      }
      if names.payload(of: level) != nil {
        parts = [.members(structPattern(of: level), parts)]
      } else if let inner = result {
        parts.append(inner)
      } else if declaration.isComposite {
        let segment = layout.segments(of: level).count - 1
        parts.append((scope?.regions[segment] ?? scope?.child).map { .bind($0) } ?? .any)
      }
      let siblings = machine.children(of: declaration.parent).count
      result = .one(member(declaration.name), parts, siblings: siblings)
      next = declaration.parent
    }
    return result ?? .any
  }

  /// Returns the pattern of the struct that contains a state's payload: the names and types of its members.
  private func structPattern(of state: StateID) -> StructPattern {
    let declaration = machine.states[state]
    let name = text(declaration.name)
    let whole = variables.make(name, fallback: machine.names.fresh(name + "Payload"))
    return StructPattern(
      whole: whole,
      members: declaration.fields.enumerated().map { index, field in
        .init(name: model.member(of: field, index), type: model.text(field.type))
      })
  }

  /// Returns `.push(let speed)`, the pattern of an event.
  ///
  /// - Parameter bound: the variables that the pattern binds: one for each field of the event.
  func pattern(of event: EventID, _ bound: [Variable]) -> CasePattern {
    .one(member(machine.events[event].name), bound.map { .bind($0) }, siblings: 0)
  }

  /// Returns `.elapsed(.closing)`, the pattern of a timer that has elapsed.
  func pattern(ofElapsed timer: TimerID) -> CasePattern {
    .one("elapsed", [.one(names.timer(timer), [], siblings: machine.timers.count)], siblings: 0)
  }

  /// Returns patterns that together match whenever a state is not active. They are the patterns of the other leaf
  /// states in its region. The leaf states within the state are left out, too. For a state outside of regions, they are
  /// the patterns of the machine's leaf states.
  func patterns(besides state: StateID) -> [CasePattern] {
    behaviour.tree.leaves(of: machine.region(of: state)).filter { !machine.isInside($0, state) }.map { pattern(of: $0) }
  }

  /// Returns an arm for each leaf state of a region.
  ///
  /// - Parameters:
  ///   - region: nil for the leaf states of the machine outside of regions.
  ///   - body: returns the arm of a leaf state.
  func arms(of region: StateID?, _ body: (StateID) -> Arm) -> [Arm] {
    behaviour.tree.leaves(of: region).map(body)
  }

  // MARK: Places

  /// Returns the expression that reads the state in one segment of a state's path. A segment is the part of the path
  /// within one region (see `StateLayout`). The expression is the machine's state, such as `self.state`. For a segment
  /// in a region, it is a member such as `regions.audio`.
  ///
  /// - Parameter segment: the index of the segment.
  func subject(_ segment: Int, of state: StateID, _ scope: RowScope) -> Expression {
    place(segment, of: state, scope, layout.state)
  }

  /// Returns the expression to which code assigns a new state in one segment of a state's path. A segment is the part
  /// of the path within one region (see `StateLayout`). The expression is the stored property, such as
  /// `self.storedState`. For a segment in a region, it is a member such as `regions.audio`.
  ///
  /// - Parameter segment: the index of the segment.
  func target(_ segment: Int, of state: StateID, _ scope: RowScope) -> Expression {
    place(segment, of: state, scope, layout.storedState)
  }

  /// Returns the member for the region of a segment. For a segment outside of regions, it is `whole`, the machine's
  /// state.
  private func place(_ segment: Int, of state: StateID, _ scope: RowScope, _ whole: String) -> Expression {
    let segments = layout.segments(of: state)
    guard segments.indices.contains(segment), let region = segments[segment].region else { return .literal(whole) }
    let holder =
      segment > 0 ? scope.regions[segment - 1].map { .variable($0) } ?? .literal("") : Expression.literal(whole)
    return .member(holder, model.spelling(machine.states[region].name))
  }

  /// Returns the expression that reads the state of a region, such as `regions.audio`.
  ///
  /// - Parameter scope: the scope with the variable for the struct of the regions.
  func subject(ofRegion region: StateID, _ scope: RowScope) -> Expression {
    let name = model.spelling(machine.states[region].name)
    guard let parallel = machine.states[region].parent else { return .member(.literal(layout.state), name) }
    let segment = layout.segments(of: parallel).count - 1
    return .member(scope.regions[segment].map { .variable($0) } ?? .literal(""), name)
  }

  // MARK: Paths

  /// Returns code that tests whether a state is active and binds the payloads on its path to variables. Then the code
  /// runs the statements that `body` returns. It has a `switch` for each segment of the path: a segment is the part
  /// within one region (see `StateLayout`).
  ///
  /// - Parameters:
  ///   - otherwise: the code that runs if the state is not active; nil if the caller has made sure that it is.
  ///   - first: the index of the outermost segment whose payloads have no variables yet.
  ///   - assumed: if `otherwise` is nil, the code for other states, which Swift requires although it never runs.
  ///   - outer: the scope with the variables of the segments before `first`.
  ///   - subjects: changes the expression that each `switch` reads, so that it can read a copy of the state.
  func path(
    to state: StateID, otherwise: [Statement]? = nil, from first: Int = 0, assumed: Assumption = .asFunction,
    in outer: RowScope? = nil, subjects: (Expression) -> Expression = { $0 }, _ body: (RowScope) -> [Statement]
  ) -> [Statement] {
    var scope = outer.map { self.scope(of: state, within: $0) } ?? self.scope(of: state)
    let segments = layout.segments(of: state)
    for place in segments.indices.dropLast() where scope.regions[place] == nil {
      scope.regions[place] = variables.make(layout.regionsName(place))
    }
    var list = body(scope)
    if machine.isParallel, segments.first?.region == nil { return list }
    for place in segments.indices.reversed() where place >= first {
      let last = segments[place].last
      var own = scope
      own.source = Array(scope.source.prefix(machine.states[last].pathFields.count))
      // Only the last segment ends in the state itself, which `child` belongs to.
      if place < segments.count - 1 { own.child = nil }
      var match = Match(
        subject: subjects(subject(place, of: state, scope)), arms: [Arm(patterns: [pattern(of: last, own)], body: list)]
      )
      if let otherwise {
        match.arms += patterns(besides: last).map { Arm(patterns: [$0], body: otherwise) }
      } else if !match.arms[0].patterns[0].isCertain {
        match.assumed = assumed
      }
      list = [.match(match)]
    }
    return list
  }

  // MARK: Values

  /// Returns the arguments of an enum's case: the values of its fields. A field that has its default is left out. But a
  /// field without a label is written if another argument without a label follows it.
  ///
  /// - Parameters:
  ///   - values: the value of each field; nil for a field that has its default.
  ///   - holding: the active state within a composite state or the struct of its regions, as the last argument. Nil for
  ///     a leaf state.
  func arguments(_ fields: [Field], _ values: [Expression?], holding: Expression?) -> [Argument] {
    // Swift gives an argument without a label to the first such field, so the defaults before it are written, too.
    // `holding` has no label and comes last, so with it, all defaults without a label are written.
    let lastUnlabelled =
      holding != nil ? fields.count : fields.indices.last { fields[$0].label == nil && values[$0] != nil } ?? -1
    var arguments: [Argument] = []
    for (index, field) in fields.enumerated() {
      var value = values[index]
      if value == nil, field.label == nil, index < lastUnlabelled { value = field.defaultValue.map(plain) }
      if let value { arguments.append(Argument(field.label.map(member), value)) }
    }
    if let holding { arguments.append(Argument(nil, holding)) }
    return arguments
  }

  /// Returns `.name(a: a)`, the value of an enum's case with fields. If the case has fields and all have their
  /// defaults, it is `.name()`.
  func new(_ name: String, _ fields: [Field], _ values: [Expression?], holding: Expression? = nil) -> Expression {
    let list = arguments(fields, values, holding: holding)
    return .new(list.isEmpty && !fields.isEmpty ? name + "()" : name, list)
  }

  /// Returns `.outer(a: a, .inner(b: b))`, the value of a state. It begins with the outermost ancestor in the region of
  /// the state or, if `body` is given, in `body`. It does not contain this region or `body` itself.
  ///
  /// - Parameters:
  ///   - child: the innermost argument: the active state within `state`, or the struct of its regions. Nil for a leaf
  ///     state.
  ///   - value: returns the value of a field by the field's index on the path; nil for a field that has its default.
  func state(
    _ state: StateID, within body: StateID? = nil, child: Expression?, _ value: (Int) -> Expression?
  ) -> Expression {
    var path = machine.path(of: state)
    if let outer = body ?? machine.region(of: state) { path.removeAll { $0 <= outer } }
    var holding = child
    for level in path.reversed() {
      let declaration = machine.states[level]
      let values = declaration.fields.indices.map { value(declaration.ownFields + $0) }
      holding = new("." + member(declaration.name), declaration.fields, values, holding: holding)
    }
    return holding ?? .literal("")
  }

  /// Returns code that stores a state again, because the variables for its payload have changed. It stores each segment
  /// of the path (the part within one region, see `StateLayout`), inner segments first.
  ///
  /// - Parameters:
  ///   - first: the index of the outermost segment to store; 0 for all segments.
  ///   - isNew: whether to store the state even if no field has changed.
  func rebuild(_ scope: RowScope, from first: Int = 0, isNew: Bool = false) -> [Statement] {
    let segments = layout.segments(of: scope.state)
    guard !scope.isAround else {
      // The states within the ancestor are read again.
      guard first < segments.count else { return [] }
      var bound = scope
      bound.source = Array(scope.source.prefix(layout.firstField(of: segments[first])))
      bound.regions = scope.regions.filter { $0.key < first }
      return path(to: scope.state, otherwise: [], from: first, in: bound) { again in
        var again = again
        again.source = Array(scope.source.prefix(again.source.count))
        return rebuild(again, from: first, isNew: isNew)
      }
    }
    return segments.indices.reversed().filter { $0 >= first }.map { place in
      let state = segments[place].last
      // Each segment but the last ends in a composite state with regions.
      let child = scope.regions[place] ?? (place == segments.count - 1 ? scope.child : nil)
      let fields = layout.firstField(of: segments[place])..<machine.states[state].pathFields.count
      let own = scope.source[fields] + (child.map { [$0] } ?? [])
      return store(
        target(place, of: scope.state, scope),
        self.state(state, child: child.map { .variable($0) }) { .variable(scope.source[$0]) },
        as: isNew ? .store : .rebuild(Array(own)))
    }
  }

  /// Returns a statement that stores a state in the machine. If the method has consumed the machine's state, Swift
  /// allows no assignment to the state alone. The statement then assigns a new machine to `self`.
  func store(_ target: Expression, _ value: Expression, as role: Assignment.Role = .store) -> Statement {
    guard isConsumed else { return .assign(target, value, role: role) }
    let properties = machine.storedProperties.map {
      Argument(model.spelling($0.name), .literal("self.\(model.spelling($0.name))"))
    }
    return .assign(.literal("self"), .new(".init", properties + [Argument("state", value)]), role: role)
  }

  /// Returns code that empties the machine's state while variables contain the payload. It stores nil, a state without
  /// a payload, or empty values: `.open([])`. The variables then share no memory with the machine's state, so that a
  /// change of an array copies nothing. Empty if the state cannot be emptied.
  func giveUp(_ scope: RowScope) -> [Statement] {
    func give(_ stores: [(Expression, Expression)], of variables: [Variable]) -> [Statement] {
      [Statement(.giveUp(stores.map { .assign($0, $1, role: .empty) }, of: variables))]
    }
    let whole = Expression.literal(layout.storedState)
    if layout.storage == .optional { return give([(whole, .literal("nil"))], of: scope.source) }
    let segments = layout.segments(of: scope.state)
    if let empty = layout.emptyStates(of: scope.state, through: segments.count - 1) {
      let stores = empty.enumerated().map { place, name in
        (target(place, of: scope.state, scope), Expression.new("." + member(name), []))
      }
      return give(stores, of: scope.source)
    }
    guard layout.isEmptiedByLiterals(scope.state), !scope.isAround else { return [] }
    let literals = machine.states[scope.state].pathFields.map { machine.emptyLiteral($0.type) }
    let emptied = scope.source.indices.filter { literals[$0] != nil }
    guard !emptied.isEmpty else { return [] }
    let value = state(scope.state, child: scope.child.map { .variable($0) }) { field in
      literals[field].map { .literal("\($0)") } ?? .variable(scope.source[field])
    }
    return give([(whole, value)], of: emptied.map { scope.source[$0] })
  }

  // MARK: Noncopyable states

  /// Returns whether a method takes the machine's noncopyable state out of the machine. Each path through the method
  /// then has to store a state again.
  func takesOut(_ task: Task) -> Bool {
    if case .method(let event) = task { model.takesStateOut(on: .event(event)) } else { false }
  }

  /// Returns code that stores the old state again, for a method that has taken the state out of the machine. Empty in
  /// all other functions. Also empty if the old state is `layout.emptyState`: the machine contains this state while the
  /// real one is taken out. But a method that has consumed the machine's state must store every state again.
  func putBack(_ scope: RowScope, _ task: Task) -> [Statement] {
    takesOut(task) && (isConsumed || scope.state != layout.emptyState) ? rebuild(scope, isNew: true) : []
  }
}
