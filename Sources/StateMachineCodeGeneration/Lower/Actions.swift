import StateMachineModel
import StateMachineSyntax

/// Translates the functions that run the entry or exit effects of one state, such as `enterOpen`. Also translates the
/// functions that do so for all active states within a composite state, such as `exitInsidePlayer`. The methods
/// `start`, `resume` and `stop`, and the functions that store a history, are also here.
extension Lowerer {
  /// The kind of work that a function does with all active states within a composite state. It runs their entries, runs
  /// their exits, or begins their activities again (`resume`).
  private enum Walk: CaseIterable {
    case enter, exit, resume

    var words: (inside: String, summary: String) {
      switch self {
      case .enter: ("enterInside", "Runs the entry effects of the active substates of")
      case .exit: ("exitInside", "Runs the exit effects of the active substates of")
      case .resume: ("beginInside", "Starts the tasks and timers of the active substates of")
      }
    }

    func within(_ body: StateID?) -> Move {
      switch self {
      case .enter: .enterWithin(body)
      case .exit: .exitWithin(body)
      case .resume: .beginWithin(body)
      }
    }
  }

  /// Returns whether anything happens when the states within a composite state, at any depth, are entered, exited or
  /// resumed. An effect runs or a submachine starts, for example.
  ///
  /// - Parameters:
  ///   - body: the composite state; nil for the machine.
  ///   - walk: whether the states are entered, exited or resumed.
  private func hasSomething(_ body: StateID?, _ walk: Walk) -> Bool {
    switch walk {
    case .enter: behaviour.tree.hasEntries(within: body)
    case .exit: behaviour.tree.hasExits(within: body)
    case .resume: behaviour.tree.hasActivities(within: body)
    }
  }

  /// Returns, in order, what happens when one state is entered, exited or resumed: its effects run, a submachine
  /// starts, or a history is stored, for example.
  ///
  /// - Parameter walk: whether the state is entered, exited or resumed.
  private func moves(_ state: StateID, _ walk: Walk) -> [Move] {
    switch walk {
    case .enter: behaviour.entry(of: state)
    case .exit: behaviour.exit(of: state)
    case .resume: behaviour.resumption(of: state)
    }
  }

  /// Adds the functions for the entries, exits, activities and histories of all states, and the methods `start`,
  /// `resume` and `stop`. It adds more than are needed: the pass `UncalledFunctions` later drops functions that nothing
  /// calls.
  func actions() {
    if model.run.hasStart && !machine.hasMethods || machine.isSubmachine { start() }
    if model.run.resumes {
      outside(
        "resume",
        "Starts the tasks and timers of the current state again, for a machine that was stored. Entry effects are not\n"
          + "run again.", beginsRun + inside(nil, .resume))
    }
    if machine.isSubmachine {
      outside(
        "stop", "Runs the exit effects of the current state, as the machine that owns this submachine leaves it.",
        beginsRun + inside(nil, .exit))
    }
    for walk in Walk.allCases where hasSomething(nil, walk) { insideFunction(nil, walk) }
    for state in machine.states.indices {
      let declaration = machine.states[state]
      if let entry = declaration.entry { action(entry, "enter", state, "Runs the entry effects of") }
      if let activity = declaration.activity { action(activity, "begin", state, "Starts the tasks and timers of") }
      if let exit = declaration.exit { action(exit, "exit", state, "Runs the exit effects of") }
      if declaration.isComposite {
        for walk in [Walk.exit, .enter, .resume] where hasSomething(state, walk) { insideFunction(state, walk) }
      }
      if !declaration.histories.isEmpty { remember(state) }
    }
  }

  private func add(_ name: String, _ summary: String, _ body: [Statement], isPassedOn: Bool = true) {
    var signature = Signature(documentation: .lines(summary), introducer: "\(model.helperAccess)mutating func")
    signature.parameters = isPassedOn ? passedOnParameters : []
    functions.append(Function(id: function(name), signature: signature, body: body, variables: variables))
  }

  /// Adds the function that runs the entry effects, the exit effects or the activity of a state, such as `enterOpen`.
  ///
  /// - Parameters:
  ///   - verb: the beginning of the function's name: `enter`.
  ///   - summary: the beginning of the function's documentation, before the state's name.
  private func action(_ action: Action, _ verb: String, _ state: StateID, _ summary: String) {
    let body = path(to: state) { scope in
      var scope = scope
      scope.locals = action.locals
      let begin = (action.traps ? [] : giveUp(scope)) + mayChange(action.locals, scope)
      let list = begin + effects(action.effects, nil, &scope)
      return action.traps ? list : list + rebuild(scope)
    }
    add(names.function(verb, state), "\(summary) `\(model.name(of: state))`.", body)
  }

  /// Adds a function for all active states within a composite state, such as `exitInsidePlayer`. It runs their entries,
  /// runs their exits, or begins their activities again.
  ///
  /// - Parameter body: the composite state; nil for the machine.
  private func insideFunction(_ body: StateID?, _ walk: Walk) {
    let name = names.function(walk.words.inside, within: body)
    let whose = body.map { "`\(model.name(of: $0))`" } ?? "the machine"
    add(name, "\(walk.words.summary) \(whose).", inside(body, walk))
  }

  /// Returns the body of a function for all active states within a composite state. It runs their entries, runs their
  /// exits, or begins their activities again. Entries and activities of outer states come first; exits of inner states
  /// come first.
  ///
  /// - Parameter body: the composite state; nil for the machine.
  private func inside(_ body: StateID?, _ walk: Walk) -> [Statement] {
    guard hasSomething(body, walk) else { return [] }
    if machine.isParallel(body: body) {
      let regions = machine.children(of: body)
      return (walk == .exit ? regions.reversed() : regions).flatMap { region -> [Statement] in
        let own = moves(region, walk).flatMap(move)
        let within = hasSomething(region, walk) ? move(walk.within(region)) : []
        return walk == .exit ? within + own : own + within
      }
    }
    // The region is `body` itself or the region that contains `body`; nil outside of regions.
    let region = body.flatMap { machine.states[$0].isRegion ? $0 : machine.region(of: $0) }
    func match(_ subject: Expression) -> [Statement] {
      let arms = arms(of: region) { leaf in
        Arm(patterns: [pattern(of: leaf)], body: moves(of: leaf, within: body, walk).flatMap(move))
      }
      return [.match(Match(subject: subject, arms: arms))]
    }
    if let body, !machine.states[body].isRegion {
      return path(to: body) { scope in
        guard let child = scope.child else { return [] }
        let leaves = behaviour.tree.leaves(of: region).filter { machine.isInside($0, body) && $0 != body }
        let arms = leaves.map { leaf in
          Arm(patterns: [pattern(of: leaf, within: body)], body: moves(of: leaf, within: body, walk).flatMap(move))
        }
        return [.match(Match(subject: .variable(child), arms: arms))]
      }
    }
    guard let region else { return match(.literal(layout.state)) }
    guard let parallel = machine.states[region].parent else {
      return match(subject(ofRegion: region, RowScope(state: region)))
    }
    return path(to: parallel) { match(subject(ofRegion: region, $0)) }
  }

  /// Returns, in order, what happens when all states on the path from a composite state to a leaf state are entered,
  /// exited or resumed. The composite state itself is not among them.
  ///
  /// - Parameters:
  ///   - body: the composite state; nil for the machine.
  ///   - walk: whether the states are entered, exited or resumed.
  private func moves(of leaf: StateID, within body: StateID?, _ walk: Walk) -> [Move] {
    guard machine.isInside(leaf, body), leaf != body else { return [] }
    let path = machine.path(of: leaf).filter { state in body.map { state > $0 } ?? true }
    let list = (walk == .exit ? path.reversed() : path).flatMap { moves($0, walk) }
    guard machine.isParallel(leaf), hasSomething(leaf, walk) else { return list }
    return walk == .exit ? [walk.within(leaf)] + list : list + [walk.within(leaf)]
  }

  // MARK: Entry points

  /// Adds the method `start`, which runs the entry effects of the initial state. A new machine begins in this state.
  private func start() {
    var body = beginsRun
    // Without entries, submachines and completion events, nothing happens when the initial state is entered.
    if machine.states.contains(where: { $0.entry != nil || $0.submachine != nil }) || model.run.hasDone {
      body += inside(nil, .enter)
    }
    if model.run.runsToCompletion {
      body.append(
        .assign(.literal("_"), call(function("settle"), [Argument(nil, .literal(".transitioned"))])))
    }
    if model.startThrows {
      let failure = variable("failure")
      body.append(
        .check(
          [.matches(.some(.bind(failure)), .member(.variable(run), "failure"))],
          [.leave(.variable(failure), kind: .throw)]))
    }
    outside(
      "start", "Runs the entry effects of the current state. For a new machine: one that was stored has run them.",
      body,
      clause: model.startThrows ? model.errors.clause : "")
  }

  /// Adds a method that code outside of the machine calls, such as `start` or `resume`.
  private func outside(_ name: String, _ summary: String, _ body: [Statement], clause: String = "") {
    var signature = Signature(documentation: .lines(summary), introducer: "\(model.access)mutating func")
    signature.parameters = model.hasOutputs ? [emitParameter] : []
    signature.clause = clause.isEmpty ? [] : [.text(clause)]
    functions.append(
      Function(
        id: function(name), signature: signature, body: body, isEntryPoint: true, variables: variables))
  }

  // MARK: Histories

  /// Adds the function that stores the active states within a composite state or a region as its history.
  private func remember(_ state: StateID) {
    let property = Expression.literal("self.\(names.history(of: state))")
    let declaration = machine.states[state]
    func set(_ value: Expression) -> [Statement] { [.assign(property, value)] }
    /// Returns code that stores the active state as the history. For a final state or a pseudostate, it stores nil,
    /// because a history does not restore such a state.
    ///
    /// - Parameters:
    ///   - subject: the expression for the active state, over which the code has a `switch`.
    ///   - whole: the value to store: the active state, with the payload of the composite state if it has one.
    func match(_ subject: Expression, _ whole: Expression) -> [Statement] {
      let arms = declaration.children.map { child in
        Arm(
          patterns: [pattern(of: child, within: state)],
          body: set(machine.states[child].isForgotten ? .literal("nil") : whole))
      }
      return [.match(Match(subject: subject, arms: arms))]
    }
    let body: [Statement]
    if declaration.isRegion {
      func region(_ scope: RowScope) -> [Statement] {
        let subject = subject(ofRegion: state, scope)
        return match(subject, subject)
      }
      body = declaration.parent.map { path(to: $0, region) } ?? region(RowScope(state: state))
    } else {
      body = path(to: state) { scope in
        guard let child = scope.child ?? scope.regions[layout.segments(of: state).count - 1] else { return [] }
        let whole = remembered(state, .variable(child), scope)
        return machine.isParallel(state) ? set(whole) : match(.variable(child), whole)
      }
    }
    let clearing =
      declaration.children.contains { machine.states[$0].isPseudostate }
      ? "A final state or a pseudostate" : "A final state"
    add(
      names.function("remember", state),
      "Stores the active substates of `\(model.name(of: state))` as its history. \(clearing) clears it.", body,
      isPassedOn: false)
  }

  /// Returns the value that is stored as the history. It is the active state within the composite state. If the
  /// composite state has a payload, it is a struct with the payload and the active state.
  ///
  /// - Parameter child: the expression for the active state within the composite state.
  private func remembered(_ state: StateID, _ child: Expression, _ scope: RowScope) -> Expression {
    let declaration = machine.states[state]
    guard !declaration.fields.isEmpty else { return child }
    let labels = model.history.parts(of: state).labels
    let fields = declaration.fields.indices.map { index in
      let place = declaration.ownFields + index
      return Argument(labels[place], .variable(scope.source[place]))
    }
    return .new(model.history.type(of: state), fields + [Argument("child", child)])
  }
}
