import StateMachineModel
import StateMachineSyntax

/// Translates what an owner does with its submachines. It passes an event for a submachine to the submachine first.
/// Only if the submachine has no transition for the event, the owner's own transitions are tried. The owner sends the
/// outputs of a submachine as an output of its own.
extension Lowerer {
  /// Returns code that passes an event to the submachine of a state. If the submachine handles the event, the code
  /// returns from the function. Empty if the trigger is not an event of the submachine.
  func handingOn(_ state: StateID, _ trigger: Trigger, _ scope: RowScope) -> [Statement] {
    guard let event = trigger.event, machine.states[state].submachine?.event == event, let inner = scope.event.first
    else { return [] }
    let outcome = variable("outcome")
    let call = call(attempt(state), [Argument(nil, .variable(inner))])
    return [.check([.matches(.some(.bind(outcome)), call)], [.leave(.variable(outcome), .handed)])]
  }

  /// Returns the identity of the function that passes an event to a state's submachine, such as `attemptPlaying`.
  private func attempt(_ state: StateID) -> FunctionID { function(names.function("attempt", state)) }

  /// Returns the identity of the function that returns whether a state's submachine accepts an event, such as
  /// `acceptsPlaying`.
  private func accepts(_ state: StateID) -> FunctionID { function(names.function("accepts", state)) }

  /// The functions that return whether a submachine accepts an event, such as `acceptsPlaying`. The key is the function
  /// that passes the event to the submachine, `attemptPlaying`. `accepts` calls the value in place of the key.
  var submachineQuestions: [FunctionID: FunctionID] {
    var questions: [FunctionID: FunctionID] = [:]
    for state in machine.states.indices where machine.states[state].submachine?.event != nil {
      questions[attempt(state)] = accepts(state)
    }
    return questions
  }

  /// Adds the functions that start, resume and stop submachines, and the functions that pass events to them.
  func submachines() {
    for state in machine.states.indices {
      guard let submachine = machine.states[state].submachine else { continue }
      call("start", submachine, of: state, "Starts the submachine of", tellsDone: true)
      call("resume", submachine, of: state, "Resumes the submachine of", tellsDone: false)
      call("stop", submachine, of: state, "Stops the submachine of", tellsDone: false)
      if submachine.event != nil { attempt(submachine, state) }
    }
  }

  /// Returns a call of a submachine's method. If the submachine has outputs, a closure passes them on:
  /// `child.start { emit(.loaded($0)) }`.
  ///
  /// - Parameter child: the variable that contains the submachine.
  private func called(
    _ method: String, _ submachine: Submachine, _ state: StateID, _ child: Variable, _ arguments: [Argument] = []
  ) -> Call {
    let closure = submachine.output == nil ? "" : " { \(names.emit)(.\(model.name(of: state).spelledAsMember)($0)) }"
    return Call(callee: .method(child, method, isMutating: true), arguments: arguments, closure: closure)
  }

  /// Returns code that adds the completion event of a state to the run. The code does so if the state's submachine has
  /// ended and `conditions` are true. Empty if no transition has this completion event as its trigger.
  ///
  /// - Parameter child: the variable that contains the submachine.
  private func tellDone(_ state: StateID, _ child: Variable, _ conditions: [Condition] = []) -> [Statement] {
    guard model.run.isCompletable(state) else { return [] }
    return [.check(conditions + [.isTrue(.member(.variable(child), "isFinal"))], finish(state))]
  }

  private func call(
    _ method: String, _ submachine: Submachine, of state: StateID, _ summary: String, tellsDone: Bool
  ) {
    let body = path(to: state) { scope in
      guard let child = scope.source.last else { return [] }
      return given(scope) + [.perform(.call(called(method, submachine, state, child)))] + rebuild(scope)
        + (tellsDone ? tellDone(state, child) : [])
    }
    var signature = Signature(
      documentation: .lines("\(summary) `\(model.name(of: state))`."), introducer: "private mutating func")
    signature.parameters = passedOnParameters
    functions.append(
      Function(
        id: function(names.function(method, state)), signature: signature, body: body, variables: variables))
  }

  /// Returns code that stores another state in the machine while a variable contains the submachine. The variable then
  /// does not share memory with the machine's state, so that a change of the submachine copies nothing.
  private func given(_ scope: RowScope) -> [Statement] { giveUp(scope) }

  /// Adds the function that passes an event to a state's submachine, such as `attemptPlaying`. The function returns the
  /// outcome, or nil if the submachine has no transition for the event.
  private func attempt(_ submachine: Submachine, _ state: StateID) {
    let outcome = variable("outcome")
    let body = path(to: state, assumed: .otherwise([.leave(.literal("nil"))])) { scope in
      guard let child = scope.source.last else { return [] }
      let attempt = called("attempt", submachine, state, child, [Argument("event", .variable(event))])
      let hasChanged = Condition.isTrue(.operation(.variable(outcome), "==", .literal(".transitioned")))
      func arm(_ pattern: CasePattern, _ value: String) -> Arm {
        Arm(patterns: [pattern], body: [.leave(.literal(value))])
      }
      func one(_ name: String) -> CasePattern { .one(name, [], siblings: 0) }
      // An event that it has deferred has changed it.
      var arms = [arm(.none, "nil"), arm(one("ignored"), ".ignored"), arm(one("stayed"), ".stayed")]
      if submachine.interface.defers { arms[2].patterns.append(one("deferred")) }
      arms.append(arm(one("transitioned"), ".transitioned"))
      return given(scope) + [.bind(outcome, .call(attempt))] + rebuild(scope) + tellDone(state, child, [hasChanged])
        + [.match(Match(subject: .variable(outcome), arms: arms, keepsArms: true))]
    }
    var signature = Signature(
      documentation: .lines(
        "Passes an event to the submachine of `\(model.name(of: state))`. Returns nil where it has no transition for it."
      ),
      introducer: "private mutating func")
    signature.parameters = [eventParameter(of: submachine)] + passedOnParameters
    signature.result = [.text("Outcome?")]
    functions.append(
      Function(
        id: self.attempt(state), signature: signature, body: body, otherwise: [.leave(.literal("nil"))],
        variables: variables))
  }

  /// Returns the parameter for an event of a submachine.
  private func eventParameter(of submachine: Submachine) -> Parameter {
    let field = submachine.event.flatMap { machine.events[$0].fields.first }
    let located = field.flatMap { field in types.map { [TypePiece.text($0.text(of: field))] } }
    return Parameter(variable: event, type: located ?? [.source(submachine.type), .text(".Event")])
  }

  /// Returns the functions `acceptsPlaying`, one for each state whose submachine has events. They return whether the
  /// submachine accepts an event.
  func submachineQuestionFunctions() -> [Function] {
    machine.states.indices.compactMap { state in
      guard let submachine = machine.states[state].submachine, submachine.event != nil else { return nil }
      let no = [Statement.leave(.literal("false"))]
      let body = path(to: state, assumed: .otherwise(no)) { scope in
        guard let child = scope.source.last else { return no }
        let accepts = Call(
          callee: .method(child, "accepts", isMutating: false), arguments: [Argument(nil, .variable(event))])
        return [.leave(.call(accepts))]
      }
      var signature = Signature(
        documentation: .lines("Whether the submachine of `\(model.name(of: state))` has a transition for an event."),
        introducer: "private func")
      signature.parameters = [eventParameter(of: submachine)]
      signature.result = [.text("Bool")]
      return Function(
        id: accepts(state), signature: signature, body: body, otherwise: no, isPure: true, variables: variables)
    }
  }
}
