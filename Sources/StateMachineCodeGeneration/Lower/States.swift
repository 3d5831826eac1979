import StateMachineModel
import StateMachineSyntax

/// The states as patterns, as expressions to read and to write, and as values.
extension Lowerer {
  /// Returns a scope with variables for all fields of a state whose innermost segment is matched.
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

  /// Returns the scope of a state whose enclosing regions are bound already.
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

  /// Returns the scope of a state's ancestor, with the fields of the ancestor only.
  func scope(_ scope: RowScope, around state: StateID) -> RowScope {
    guard state != scope.state else { return scope }
    var own = scope
    own.state = state
    own.isAround = true
    own.source = Array(scope.source.prefix(machine.states[state].pathFields.count))
    return own
  }

  // MARK: Patterns

  /// Returns `.outer(let a, .inner(let b))`, the pattern of a state within its region, or within a composite state.
  ///
  /// - Parameter scope: the variables to bind; nil for none.
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

  /// Returns the members of the struct for a state's payload.
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

  /// Returns the pattern of an event, or of a timer that has elapsed.
  func pattern(of event: EventID, _ bound: [Variable]) -> CasePattern {
    .one(member(machine.events[event].name), bound.map { .bind($0) }, siblings: 0)
  }

  func pattern(ofElapsed timer: TimerID) -> CasePattern {
    .one("elapsed", [.one(names.timer(timer), [], siblings: machine.timers.count)], siblings: 0)
  }

  /// Returns patterns for all other leaf states of a state's region, or of the machine.
  func patterns(besides state: StateID) -> [CasePattern] {
    behaviour.tree.leaves(of: machine.region(of: state)).filter { !machine.isInside($0, state) }.map { pattern(of: $0) }
  }

  /// Returns an arm for each leaf state of a region or, for nil, of the machine.
  func arms(of region: StateID?, _ body: (StateID) -> Arm) -> [Arm] {
    behaviour.tree.leaves(of: region).map(body)
  }

  // MARK: Places

  /// Returns the expression that reads the active state of the region in which a segment of a state's path lies.
  func subject(_ segment: Int, of state: StateID, _ scope: RowScope) -> Expression {
    place(segment, of: state, scope, layout.state)
  }

  /// Returns the expression to which a new state of the region is assigned in which a segment of a state's path lies.
  func target(_ segment: Int, of state: StateID, _ scope: RowScope) -> Expression {
    place(segment, of: state, scope, layout.storedState)
  }

  private func place(_ segment: Int, of state: StateID, _ scope: RowScope, _ whole: String) -> Expression {
    let segments = layout.segments(of: state)
    guard segments.indices.contains(segment), let region = segments[segment].region else { return .literal(whole) }
    let holder =
      segment > 0 ? scope.regions[segment - 1].map { .variable($0) } ?? .literal("") : Expression.literal(whole)
    return .member(holder, model.spelling(machine.states[region].name))
  }

  /// Returns the expression that reads the state of a region whose enclosing regions are bound.
  func subject(ofRegion region: StateID, _ scope: RowScope) -> Expression {
    let name = model.spelling(machine.states[region].name)
    guard let parallel = machine.states[region].parent else { return .member(.literal(layout.state), name) }
    let segment = layout.segments(of: parallel).count - 1
    return .member(scope.regions[segment].map { .variable($0) } ?? .literal(""), name)
  }

  // MARK: Paths

  /// Returns code that tests whether a state is active, segment by segment, and binds the payload.
  ///
  /// - Parameters:
  ///   - otherwise: the code if the state is not active; nil if the caller rules that out.
  ///   - first: the outermost segment that is not bound yet.
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

  /// Returns the arguments of a case: the values of its fields and, if any, `holding`, a value without a field.
  func arguments(_ fields: [Field], _ values: [Expression?], holding: Expression?) -> [Argument] {
    // Swift gives an argument without a label to the first such field, so the defaults before it are written, too.
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

  /// Returns `.name(a: a)`, with empty parentheses if all fields have their defaults.
  func new(_ name: String, _ fields: [Field], _ values: [Expression?], holding: Expression? = nil) -> Expression {
    let list = arguments(fields, values, holding: holding)
    return .new(list.isEmpty && !fields.isEmpty ? name + "()" : name, list)
  }

  /// Returns `.outer(a: a, .inner(b: b))`, the value of a state within a region or a composite state.
  ///
  /// - Parameter value: the argument for a field of the path, by its index; nil for its default.
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

  /// Returns code that writes the state of each segment again, inner ones first, with the changes of its fields.
  ///
  /// - Parameters:
  ///   - first: the outermost segment to write.
  ///   - isNew: whether to write the state even if no field has changed.
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
      let child = scope.regions[place] ?? (place == segments.count - 1 ? scope.child : nil)
      let fields = layout.firstField(of: segments[place])..<machine.states[state].pathFields.count
      let own = scope.source[fields] + (child.map { [$0] } ?? [])
      return store(
        target(place, of: scope.state, scope),
        self.state(state, child: child.map { .variable($0) }) { .variable(scope.source[$0]) },
        as: isNew ? .store : .rebuild(Array(own)))
    }
  }

  /// Returns a statement that writes a state. After the old one is consumed, it must write the machine as a whole.
  func store(_ target: Expression, _ value: Expression, as role: Assignment.Role = .store) -> Statement {
    guard isConsumed else { return .assign(target, value, role: role) }
    let properties = machine.storedProperties.map {
      Argument(model.spelling($0.name), .literal("self.\(model.spelling($0.name))"))
    }
    return .assign(.literal("self"), .new(".init", properties + [Argument("state", value)]), role: role)
  }

  /// Returns code that empties the payload in the machine: as its memory is not shared then, changes copy nothing.
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

  /// Returns whether a function takes the noncopyable state out of the machine. Each path then puts a state back.
  func takesOut(_ task: Task) -> Bool {
    if case .method(let event) = task { model.takesStateOut(on: .event(event)) } else { false }
  }

  /// Returns code that writes the state back unchanged.
  func putBack(_ scope: RowScope, _ task: Task) -> [Statement] {
    takesOut(task) && (isConsumed || scope.state != layout.emptyState) ? rebuild(scope, isNew: true) : []
  }
}
