import StateMachineModel
import StateMachineSyntax

/// Translates what happens if the conditions of a row are true: exits, effects, the new state, entries, and the outcome
/// or the result.
extension Lowerer {
  /// The transition that is being translated, and facts about the code that has been translated for it so far.
  struct LoweredTransition {
    var id: TransitionID
    var task: Task
    /// Whether a row that has been translated so far has an effect. The outcome is then at least `.stayed`.
    var hasEffects = false
    /// The variable for the result that a method returns, or for the error that it throws. Nil for a row without both.
    var result: Expression?
  }

  /// Returns the code that runs if a transition's conditions are true. It performs the transition. In a microstep of
  /// several regions, it only selects the transition.
  func action(_ id: TransitionID, _ scope: RowScope, _ task: Task) -> [Statement] {
    if case .step(let step) = task { return step.select(id) }
    return mark(.taken, machine.transitions[id].row) + perform(id, scope, task)
  }

  /// Returns the code of a transition, with its exits. An exit may stop a submachine, which changes the payload; the
  /// code then reads the state again. In a microstep of several regions, the exits are not part of this code, because
  /// all exits have run before.
  func perform(_ id: TransitionID, _ scope: RowScope, _ task: Task) -> [Statement] {
    let transition = machine.transitions[id]
    let passage = behaviour.passage(of: transition)
    var list: [Statement] = []
    if case .step = task {
      // A microstep runs all exits before any effect, and keeps the payload in variables.
    } else if model.run.hasSubmachines, passage.exits.contains(where: \.mayStopSubmachine) {
      // The exit of a submachine changes it, so the state is read again.
      return passage.exits.flatMap(move)
        + path(to: scope.state) { again in
          var scope = scope
          if machine.states[scope.state].submachine != nil, let last = scope.source.indices.last {
            scope.source[last] = again.source[last]
          }
          (scope.child, scope.regions) = (again.child, again.regions)
          return performed(id, scope, task)
        }
    } else {
      list = passage.exits.flatMap(move)
    }
    return list + performed(id, scope, task)
  }

  /// Returns the code of a choice's row within a `do`. If the row throws, the `catch` stores the old state again. This
  /// is necessary because a changed payload is stored before the `exit` effects run. The code is returned unchanged if
  /// the row cannot throw, or if the function is no method. It is also unchanged in a method that takes the state out
  /// of the machine.
  ///
  /// - Parameter transition: the transition of the choice's row.
  private func restoring(_ list: [Statement], where transition: Transition, _ task: Task) -> [Statement] {
    guard case .method(let event) = task, !takesOut(task), machine.mayThrowAfterGuard(transition) else { return list }
    let before = variable("before", owns: true)
    let state = Expression.literal(layout.storedState)
    let back: [Statement] = [
      .assign(state, .variable(before), role: .restore), .leave(.literal("error"), kind: .throw),
    ]
    // An error that a row throws as its last effect is thrown after the new state is written.
    var depth = 1
    list.forEachStatement { if case .scope(_, .some) = $0.kind { depth += 1 } }
    // Swift requires different labels for nested statements.
    let (thrown, label) = (variable("thrown"), Label(names.fresh(depth == 1 ? "attempt" : "attempt\(depth)")))
    var (tried, throwsLast) = (list, false)
    tried.replace { statement in
      guard case .leave(let leave) = statement.kind, leave.kind == .throw, let value = leave.value,
        value != .literal("error")
      else { return nil }
      throwsLast = true
      return [.nothing(like: statement), .assign(.variable(thrown), value), .jump(label)]
    }
    if !tried.mayThrow { return list }
    let attempt = Statement(.attempt(tried, clause: self.clause(ofAttemptIn: event), otherwise: back))
    guard throwsLast else { return [.bind(before, state), attempt] }
    let type = machine.events[event].method.throwing?.type.map(model.text) ?? "any \(machine.errorProtocol)"
    return [
      .bind(before, state), Statement(.declare(thrown, type: type, nil)), .scope([attempt], label: label),
      .leave(.variable(thrown), .taken, kind: .throw),
    ]
  }

  /// Returns the text after a `do` that has a `catch`: ` throws(Failure)` if the event's method declares the type of
  /// its errors. It is empty otherwise, and in the code for tests that explore.
  private func clause(ofAttemptIn event: EventID) -> String {
    if model.tellsRows { return "" }
    return machine.events[event].method.throwing?.type.map { " throws(\(model.text($0)))" } ?? ""
  }

  /// Returns the code of a transition without its exits: its effects, the new state, its entries and the outcome.
  private func performed(_ id: TransitionID, _ outer: RowScope, _ task: Task) -> [Statement] {
    let transition = machine.transitions[id]
    var scope = outer
    let passage = behaviour.passage(of: transition)
    var list: [Statement] = []
    if case .step = task {
    } else if !machine.rows[transition.row].stops, !model.seesSource(transition), !model.takesStateOut {
      list += giveUp(scope)
    }
    list += mayChange(transition.locals, scope)
    let before = scope
    var lowered = LoweredTransition(id: id, task: task)
    list += self.passage(passage, transition, &scope, &lowered)
    let mayThrow = machine.mayThrow(transition) || model.tellsRows && machine.rows[transition.row].stops
    // Only a method that has taken the state out must store it again. With `catches`, the `do` of the row does so.
    return takesOut(task) && !scope.catches && mayThrow ? puttingBack(list, before, task) : list
  }

  /// Returns statements within a `do`. If they throw, the `catch` stores the old state in the machine and throws the
  /// error again. If the function is no method, the statements are returned unchanged.
  func puttingBack(_ list: [Statement], _ scope: RowScope, _ task: Task) -> [Statement] {
    guard case .method(let event) = task else { return list }
    let otherwise = putBack(scope, task) + [.leave(.literal("error"), kind: .throw)]
    return [Statement(.attempt(list, clause: clause(ofAttemptIn: event), otherwise: otherwise))]
  }

  /// Returns a call of the empty function `mayChange` for each variable that effects change only under a condition.
  /// Without the call, Swift would warn that the variable is never changed.
  func mayChange(_ locals: [Local], _ scope: RowScope) -> [Statement] {
    locals.filter { $0.owner == .source && $0.mayBeUnchanged }.compactMap { local in
      tellsOfChanges = true
      return scope[local.owner, local.field].map { variable in
        .perform(.call(Call(callee: .mayChange, arguments: [Argument(nil, .reference(.variable(variable)))])))
      }
    }
  }

  /// Returns the code for the effects of one row, and for what comes after them: a new state, the end of an internal
  /// transition, or a choice. For a choice, it calls itself for the choice's rows.
  func passage(
    _ passage: Passage, _ transition: Transition, _ scope: inout RowScope, _ lowered: inout LoweredTransition
  ) -> [Statement] {
    let row = machine.rows[passage.row]
    var list = effects(row.effects, transition, &scope)
    lowered.hasEffects = lowered.hasEffects || !row.effects.isEmpty
    if row.traps { return list }
    if row.stops, case .block? = row.effects.last { return list }
    list += bindingResult(transition, row, scope, &lowered)
    switch passage.end {
    case .trap: return list
    case .stay:
      list += stay(scope, lowered)
      let end = end([], lowered.hasEffects ? ".stayed" : ".ignored", transition, scope, lowered)
      // The default result is written elsewhere.
      let isDefault = if case .method = lowered.task { lowered.result == nil } else { false }
      return list + (row.effects.isEmpty && !isDefault ? located(end, at: row.range) : end)
    case .choice(let branches): return list + choice(branches, transition, scope, lowered)
    case .arrival(let arrival):
      return list + self.arrival(arrival, transition, scope, lowered)
        + end(arrival.entries, ".transitioned", transition, scope, lowered)
    case .history(let history, let otherwise):
      return list + self.history(history, otherwise, transition, scope, lowered)
        + end(history.entries, ".transitioned", transition, scope, lowered)
    }
  }

  /// Returns the code of a choice: an `if` for each row with a guard, and then the first row without a guard, which
  /// always applies. Later rows are left out.
  ///
  /// - Parameter branches: the rows of the choice.
  private func choice(
    _ branches: [Passage.Branch], _ transition: Transition, _ scope: RowScope, _ lowered: LoweredTransition
  ) -> [Statement] {
    var list: [Statement] = []
    let outer = machine.transitions[lowered.id]
    for branch in branches {
      var (scope, lowered) = (scope, lowered)
      let row = branch.passage.row
      let condition = branch.transition.isConditional ? machine.rows[row].condition : nil
      let guarding = condition == nil ? [] : self.guarding(row, of: outer, .branchCondition, &scope)
      let marks = mark(.taken, row) + (condition == nil ? [] : mark(.passed, row))
      var then: [Statement] = []
      if !branch.passage.exits.isEmpty {
        if case .step(let step) = lowered.task {
          then += step.stay(rebuild(scope), in: scope.state)
        } else {
          then += rebuild(scope)
        }
        then += branch.passage.exits.flatMap(move)
        if case .step = lowered.task {} else if !model.seesSource(outer) { then += giveUp(scope) }
      }
      then += passage(branch.passage, branch.transition, &scope, &lowered)
      if !branch.passage.exits.isEmpty { then = restoring(then, where: branch.transition, lowered.task) }
      then = marks + then
      var statement = Statement.scope(then)
      if condition != nil {
        statement = .check(guarding, then)
        list += mark(.asked, row)
      }
      statement.comments = comments(of: row)
      list += condition == nil ? [statement] : located([statement], at: place(of: condition, row))
      if condition == nil { return list }
    }
    return list
  }

  private func place(of condition: SwiftCode?, _ row: RowID) -> SourceRange? {
    model.guards.isEmpty ? condition?.named.range : machine.rows[row].range
  }

  /// Returns the code at the end of an internal transition. If the effects have changed the payload, it stores the
  /// state again.
  private func stay(_ scope: RowScope, _ lowered: LoweredTransition) -> [Statement] {
    guard case .step(let step) = lowered.task else {
      return takesOut(lowered.task) ? putBack(scope, lowered.task) : rebuild(scope)
    }
    func stay(_ scope: RowScope) -> [Statement] {
      step.stay(rebuild(scope, from: step.boundSegment + 1), in: scope.state)
    }
    guard let isGone = step.isGone(scope.state) else { return stay(scope) }
    // If another transition has replaced the state, its ancestors may still be active.
    let around = step.staying(around: scope.state).flatMap { stay(self.scope(scope, around: $0)) }
    return stay(scope) + (around.isEmpty ? [] : [.check([.isTrue(isGone)], around)])
  }

  /// Returns the code at the end of a transition: its entries, and the statement that returns the outcome or the
  /// result. In a microstep of several regions, entries run later, after the effects of all transitions. The code then
  /// only stores facts in variables, such as the outcome and the target of a choice. It ends with a `break` in place of
  /// a `return`.
  func end(
    _ entries: [Move], _ outcome: StaticString, _ transition: Transition, _ scope: RowScope,
    _ lowered: LoweredTransition
  ) -> [Statement] {
    let meaning = "\(outcome)" == ".ignored" ? Leave.Meaning.ignored : .taken
    switch lowered.task {
    case .take: return entries.flatMap(move) + [.leave(.literal("\(outcome)"), meaning)]
    case .always: return entries.flatMap(move) + [.leave(.literal("\(model.taken(outcome))"), meaning)]
    case .method(let event): return entries.flatMap(move) + [result(event, transition, lowered)]
    case .step(let step):
      return takeOver(transition, scope, step) + step.arrived(entries, "\(outcome)", transition, lowered.id)
    }
  }

  // MARK: Moves

  /// Returns the code of one thing that happens in an exit or an entry: for example a call of `exitOpen`, the start of
  /// a submachine, or the storing of a history.
  func move(_ move: Move) -> [Statement] {
    switch move {
    case .exitWithin(let body): [.perform(call(function(names.function("exitInside", within: body))))]
    case .enterWithin(let body): [.perform(call(function(names.function("enterInside", within: body))))]
    case .beginWithin(let body): [.perform(call(function(names.function("beginInside", within: body))))]
    case .stop(let state): [.perform(call(function(names.function("stop", state))))]
    case .start(let state): [.perform(call(function(names.function("start", state))))]
    case .resume(let state): [.perform(call(function(names.function("resume", state))))]
    case .remember(let state):
      [.perform(.call(Call(callee: .own(function(names.function("remember", state))))))]
    case .forget(let state): [.assign(.literal("self.\(names.history(of: state))"), .literal("nil"))]
    case .exit(let state): [.perform(call(function(names.function("exit", state))))]
    case .enter(let state): [.perform(call(function(names.function("enter", state))))]
    case .begin(let state): [.perform(call(function(names.function("begin", state))))]
    case .finish(let composite): finish(composite)
    }
  }

  /// Returns code that adds the completion event of a composite state to the run. For a composite state with regions,
  /// it first tests whether all regions have ended.
  func finish(_ composite: StateID) -> [Statement] {
    func tell(_ method: String) -> Statement {
      let argument = Argument(nil, .new("." + member(machine.states[composite].name), []))
      return .perform(.call(Call(callee: .method(run, method, isMutating: true), arguments: [argument])))
    }
    guard machine.isParallel(composite) else { return [tell("finish")] }
    return [.check([.isTrue(isDone(composite))], [tell("finishLast")])]
  }

  /// Returns an expression that is true if each region of a composite state is in a final state.
  func isDone(_ composite: StateID) -> Expression {
    .call(Call(callee: .own(function(names.function("isDone", composite))), isProperty: true))
  }
}

extension Move {
  /// Whether a submachine may stop when this part of an exit runs.
  fileprivate var mayStopSubmachine: Bool {
    switch self {
    case .stop, .exitWithin: true
    default: false
    }
  }
}
