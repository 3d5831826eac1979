import StateMachineModel
import StateMachineSyntax

/// Translates the storing of a transition's new state, or of the state that a history restores.
extension Lowerer {
  // MARK: Arguments

  /// Returns the index of the field from which a field of the target takes its argument. It is mostly the same field.
  /// But if `open` and its ancestor `door` both have a field `n`, a row can write one argument `n` for both. The field
  /// `n` of `open` then takes the argument of the field `n` of `door`.
  ///
  /// - Parameter field: the index of a field on the path to the target.
  private func origin(_ field: Int, _ arguments: [TargetArgument]) -> Int {
    var place = field
    while case .same(let outer) = arguments[place], Int(outer) < place { place = Int(outer) }
    return place
  }

  /// Returns the key under which `RowScope.shared` may have a variable for an argument. An argument that several fields
  /// get is stored in a variable, so that it is evaluated only once. Nil for an argument that never has such a
  /// variable, such as a value that is carried over.
  ///
  /// - Parameters:
  ///   - origin: the index of the field that has the argument.
  ///   - leaf: the leaf state whose path has the field.
  private func sharedArgument(_ origin: Int, _ leaf: StateID, _ arguments: [TargetArgument]) -> SharedArgument? {
    // A state's own fields begin at `ownFields`. The last state on the path that begins at or before a field has it.
    let owner = machine.path(of: leaf).last { machine.states[$0].ownFields <= origin } ?? leaf
    switch arguments[origin] {
    case .code(let code): return SharedArgument(state: owner, place: origin, argument: code.range.lowerBound)
    case .defaultValue: return SharedArgument(state: owner, place: origin)
    // With source locations, a submachine's creation has a line of its own.
    case .submachine where model.isLocated: return SharedArgument(state: owner, place: origin)
    default: return nil
    }
  }

  /// Returns the value that a field of the target gets; nil if the field gets its default.
  ///
  /// - Parameters:
  ///   - field: the index of the field on the path to `leaf`.
  ///   - restored: the values that a history has stored. The key is the field's index on the path.
  private func argument(
    _ field: Int, _ leaf: StateID, _ arguments: [TargetArgument], _ scope: RowScope, _ restored: [Int: Expression]
  ) -> Expression? {
    let place = origin(field, arguments)
    if let key = sharedArgument(place, leaf, arguments), let variable = scope.shared[key] { return .variable(variable) }
    switch arguments[place] {
    case .code, .local, .bound: return given(arguments[place], scope)
    case .stays, .same: return place < scope.source.count ? .variable(scope.source[place]) : nil
    case .restored: return restored[place]
    case .defaultValue: return nil
    case .submachine(let type, let properties, let state):
      var list = properties.map { Argument($0.label, value($0.value, scope)) }
      if let state { list.append(Argument("state", value(state, scope))) }
      return .new(list.isEmpty ? model.text(type) + "()" : model.text(type), list)
    }
  }

  /// Returns the value that a row gives to a field: the argument in the row, or the value that the row carries over.
  /// Nil if the row gives the field no value; the field then gets its default or keeps its old value.
  func given(_ argument: TargetArgument, _ scope: RowScope) -> Expression? {
    switch argument {
    case .code(let code): value(code, scope)
    case .local(let name): carried(name, scope)
    case .bound(let name): scope.bound[name.id].map { .variable($0) }
    default: nil
    }
  }

  /// Returns the variable for a value that a row carries over. It is that of a label of the source or the event, or of
  /// a name that a pattern binds. Nil if no label and no bound name is called `name`.
  func carried(_ name: Identifier, _ scope: RowScope) -> Expression? {
    guard let local = scope.locals.first(where: { $0.name.id == name.id }) else {
      return scope.bound[name.id].map { .variable($0) }
    }
    return scope[local.owner, local.field].map { .variable($0) }
  }

  /// Returns code that stores in variables the arguments that several fields get: `let shared1: Int = next()`. Each
  /// argument is then evaluated only once. With source locations, the code also stores new submachines, so that each is
  /// created on a line of its own. Adds the variables to `scope.shared`.
  private func share(_ arrival: Passage.Arrival, _ scope: inout RowScope) -> [Statement] {
    var list: [Statement] = []
    for (leaf, arguments) in [(arrival.state, arrival.arguments)] + arrival.regions.map({ ($0.leaf, $0.arguments) }) {
      let fields = machine.states[leaf].pathFields
      for place in arguments.indices {
        if case .submachine = arguments[place], let key = sharedArgument(place, leaf, arguments),
          let machine = argument(place, leaf, arguments, scope, [:])
        {
          let variable = variable("machine\(place + 1)", owns: true)
          list.append(.bind(variable, machine))
          scope.shared[key] = variable
        }
        guard case .same = arguments[place] else { continue }
        let origin = origin(place, arguments)
        guard let key = sharedArgument(origin, leaf, arguments), scope.shared[key] == nil else { continue }
        let value: Expression
        if case .code(let code) = arguments[origin] {
          value = self.value(code, scope)
        } else if let code = fields[origin].defaultValue {
          value = plain(code)
        } else {
          continue
        }
        let variable = variables.make(machine.names.fresh("shared\(origin + 1)"), type: fields[origin].type)
        list.append(.bind(variable, value, isTyped: true))
        scope.shared[key] = variable
      }
    }
    return list
  }

  // MARK: New states

  /// Returns code that stores the new state of a transition, such as `state = .open(persons: 1)`. In a machine with
  /// regions, it first changes the innermost region that stays active. Then it stores the payloads of the states around
  /// this region.
  ///
  /// - Parameters:
  ///   - child: the state within the target that a history restores; nil for a target without a history.
  ///   - restored: the values that the history has stored. The key is the field's index on the path.
  func arrival(
    _ arrival: Passage.Arrival, _ transition: Transition, _ outer: RowScope, _ lowered: LoweredTransition,
    child: Expression? = nil,
    restored: [Int: Expression] = [:]
  ) -> [Statement] {
    var scope = outer
    let segments = layout.segments(of: scope.state)
    let storing = layout.storingSegment(of: scope.state, domain: arrival.domain)
    if case .step(let step) = lowered.task, let parallel = step.parallel, arrival.domain == parallel,
      let own = step.regions
    {
      // The composite state stays active, and is written once all effects have run.
      let shared = share(arrival, &scope)
      let regions = regions(of: parallel, arrival.state, arrival, arrival.arguments, child: child, scope, restored)
      return shared + [.assign(.variable(own), .new(".init", regions), role: .store)]
    }
    var list = share(arrival, &scope)
    let body = storing < 0 ? nil : segments[storing].region
    let target = storing < 0 ? .literal(layout.storedState) : target(storing, of: scope.state, scope)
    let value = self.body(body, arrival.state, arrival, arrival.arguments, child: child, scope, restored)
    let code = arrival.arguments.lazy.compactMap { if case .code(let code) = $0 { code.range } else { nil } }.first
    list += located([store(target, value)], at: code ?? machine.rows[transition.row].range)
    var first = 0
    if case .step(let step) = lowered.task { first = step.boundSegment + 1 }
    // The segments outside of the changed one contain it, so they are stored again, inner ones first.
    guard storing > first else { return list }
    return list
      + (first..<storing).reversed().map { place in
        let state = segments[place].last
        let value = self.state(state, child: scope.regions[place].map { .variable($0) }) { .variable(scope.source[$0]) }
        return .assign(self.target(place, of: scope.state, scope), value, role: .store)
      }
  }

  /// Returns the expression for the new state of a region: the path to a leaf state, such as `.on(.playing(track: 1))`.
  /// If the path leads through a composite state with regions, the expression contains the struct of its regions.
  ///
  /// - Parameters:
  ///   - body: the region; nil for the state of the machine.
  ///   - leaf: the state to which the path leads.
  ///   - child: the state within `leaf` that a history restores; nil if no history restores one.
  ///   - restored: the values that the history has stored. The key is the field's index on the path.
  private func body(
    _ body: StateID?, _ leaf: StateID, _ arrival: Passage.Arrival, _ arguments: [TargetArgument], child: Expression?,
    _ scope: RowScope, _ restored: [Int: Expression]
  ) -> Expression {
    if leaf == body, let child { return child }
    if body == nil, machine.isParallel {
      return .new("State", regions(of: nil, leaf, arrival, arguments, child: child, scope, restored))
    }
    let path = machine.path(of: leaf).filter { state in body.map { state > $0 } ?? true }
    // If a history restores the regions of the leaf state, `child` is already their struct.
    guard let parallel = path.first(where: { machine.isParallel($0) && !($0 == leaf && child != nil) }) else {
      return state(leaf, within: body, child: child) { argument($0, leaf, arguments, scope, restored) }
    }
    let inner = Expression.new(
      ".init", regions(of: parallel, leaf, arrival, arguments, child: child, scope, restored))
    return state(parallel, within: body, child: inner) { argument($0, leaf, arguments, scope, restored) }
  }

  /// Returns the arguments for a new struct of regions, one for each region: `audio: .off, video: .on`.
  ///
  /// - Parameters:
  ///   - body: the composite state with the regions; nil for the machine.
  ///   - leaf: the state to which the transition leads. It is in one of the regions, or in none. `arrival` has the
  ///     states for all other regions.
  ///   - child: the state within `leaf` that a history restores; nil if no history restores one.
  ///   - restored: the values that the history has stored. The key is the field's index on the path.
  private func regions(
    of body: StateID?, _ leaf: StateID, _ arrival: Passage.Arrival, _ arguments: [TargetArgument], child: Expression?,
    _ scope: RowScope, _ restored: [Int: Expression]
  ) -> [Argument] {
    machine.children(of: body).compactMap { region in
      let label = member(machine.states[region].name)
      if machine.isInside(leaf, region) {
        return Argument(label, self.body(region, leaf, arrival, arguments, child: child, scope, restored))
      }
      guard let entry = arrival.regions.first(where: { $0.region == region }) else { return nil }
      return Argument(label, self.body(region, entry.leaf, arrival, entry.arguments, child: nil, scope, restored))
    }
  }

  // MARK: History

  /// Returns code that stores the state which a history has kept: `if let last = … { … } else { … }`. While the history
  /// is empty, the code stores the state `otherwise` instead.
  func history(
    _ history: Passage.HistoryReturn, _ otherwise: Passage.Arrival, _ transition: Transition, _ scope: RowScope,
    _ lowered: LoweredTransition
  ) -> [Statement] {
    let composite = history.composite
    let last = variables.make(machine.names.fresh("last"))
    let fresh = arrival(otherwise, transition, scope, lowered)
    let parts = model.history.parts(of: composite)
    let restored = parts.fields.mapValues { Expression.member(.variable(last), $0) }
    let child = parts.fields.isEmpty ? Expression.variable(last) : .member(.variable(last), "child")
    func back(_ arrival: Passage.Arrival, _ child: Expression?, _ restored: [Int: Expression]) -> [Statement] {
      self.arrival(arrival, transition, scope, lowered, child: child, restored: restored)
    }
    var then: [Statement] = []
    if !history.anew.isEmpty {
      then = [anew(history, child, restored, back)]
    } else if let whole = history.whole {
      var own = scope
      // The states that begin anew share arguments with the restored ones.
      for arrival in history.renewals.isEmpty ? [] : [whole] + history.renewals.map(\.arrival) {
        then += share(arrival, &own)
      }
      then += renew(history.renewals, within: composite, child, own, restored)
      then += arrival(whole, transition, own, lowered, child: child, restored: restored)
    }
    let condition = Condition.matches(.some(.bind(last)), .literal("self.\(names.history(of: composite))"))
    return [.check([condition], then, otherwise: fresh)]
  }

  /// Returns a `switch` over the state that `history` restores, which is one of the composite state's own states. If
  /// the restored state is composite itself, it begins in its initial state, because `history` keeps nothing within it.
  ///
  /// - Parameters:
  ///   - child: the expression for the state that the history has kept.
  ///   - restored: the values that the history has stored. The key is the field's index on the path.
  ///   - back: returns the code of an arm, which stores the restored state. Its last two arguments are `child` and
  ///     `restored` for the function `arrival`.
  private func anew(
    _ history: Passage.HistoryReturn, _ child: Expression, _ restored: [Int: Expression],
    _ back: (Passage.Arrival, Expression?, [Int: Expression]) -> [Statement]
  ) -> Statement {
    let composite = history.composite
    var arms = history.anew.map { state, arrival in
      var inner = RowScope(state: state, source: variables(of: state))
      var values = restored
      for index in machine.states[state].fields.indices {
        let place = machine.states[state].ownFields + index
        inner.source[place] = variables.make(machine.names.fresh("restored\(index + 1)"))
        values[place] = .variable(inner.source[place])
      }
      return Arm(patterns: [pattern(of: state, inner, within: composite)], body: back(arrival, nil, values))
    }
    let others = machine.states[composite].children.filter { state in !history.anew.contains { $0.child == state } }
    if let whole = history.whole {
      arms += others.map { Arm(patterns: [pattern(of: $0, within: composite)], body: back(whole, child, restored)) }
    }
    return .match(Match(subject: child, arms: arms))
  }

  /// Returns code that changes the state which a history has kept, before the state is stored in the machine. Some
  /// states are not restored, such as final states. The region or composite state with such a state begins in its
  /// initial state again. The code has a `switch` for each region.
  ///
  /// - Parameters:
  ///   - renewals: the regions and composite states that may begin again, with their initial states.
  ///   - body: the region or composite state whose active state the code tests.
  ///   - subject: the expression for this active state, to which the code also assigns the initial state.
  ///   - restored: the values that the history has stored. The key is the field's index on the path.
  private func renew(
    _ renewals: [Passage.Renewal], within body: StateID, _ subject: Expression, _ scope: RowScope,
    _ restored: [Int: Expression]
  ) -> [Statement] {
    guard renewals.contains(where: { machine.isInside($0.body, body) }) else { return [] }
    if machine.isParallel(body) {
      return machine.states[body].children.flatMap { region in
        let name = model.spelling(machine.states[region].name)
        return renew(renewals, within: region, .member(subject, name), scope, restored)
      }
    }
    let arms = behaviour.tree.leaves(of: body).map { leaf -> Arm in
      var inner = self.scope(of: leaf)
      inner.source = inner.source.indices.map { variables.make(machine.names.fresh("restored\($0 + 1)")) }
      var values = restored
      for place in machine.states[body].pathFields.count..<inner.source.count {
        values[place] = .variable(inner.source[place])
      }
      let pattern = pattern(of: leaf, inner, within: body)
      let renewal = renewals.first { renewal in
        // A history does not restore this state, and its parent does not begin in this same pseudostate.
        machine.states[leaf].isForgotten && machine.states[leaf].parent == renewal.body
          && !(machine.states[leaf].isPseudostate && renewal.arrival.state == leaf)
      }
      if let arrival = renewal?.arrival {
        let value = self.body(body, arrival.state, arrival, arrival.arguments, child: nil, scope, values)
        return Arm(patterns: [pattern], body: [.assign(subject, value)])
      }
      let segment = layout.segments(of: leaf).count - 1
      guard machine.isParallel(leaf), let regions = inner.regions[segment] else {
        return Arm(patterns: [pattern], body: [])
      }
      let list = renew(renewals, within: leaf, .variable(regions), scope, values)
      guard !list.isEmpty else { return Arm(patterns: [pattern], body: []) }
      let whole = state(leaf, within: body, child: .variable(regions)) { values[$0] }
      return Arm(patterns: [pattern], body: list + [.assign(subject, whole)])
    }
    return [.match(Match(subject: subject, arms: arms))]
  }
}
