import StateMachineModel
import StateMachineSyntax

/// What events do in every state, before their transitions are tried, and how `accepts` looks behind that.
extension Lowerer {
  private var prepare: FunctionID { function(names.prepare) }

  private func isPrepared(_ event: EventID) -> Bool { machine.events[event].preparation != nil }

  /// Does what an event does in every state.
  var prepares: [Statement] {
    guard machine.hasPreparations else { return [] }
    return [.perform(.call(Call(callee: .own(prepare), arguments: [Argument("for", .variable(event))])))]
  }

  /// One arm for each event and timer.
  private func arms(_ body: (EventID?) -> Arm) -> [Arm] {
    machine.events.indices.map { body($0) }
      + machine.timers.indices.map { Arm(patterns: [pattern(ofElapsed: $0)], body: body(nil).body) }
  }

  func preparation() {
    guard machine.hasPreparations else { return }
    let answers = model.settlesPreparations
    func done(_ isSomething: Bool) -> [Statement] { answers ? [.leave(.literal("\(isSomething)"))] : [] }
    let arms = arms { id in
      guard let id else { return Arm(patterns: [], body: done(false)) }
      guard let preparation = machine.events[id].preparation else {
        return Arm(patterns: [pattern(of: id, variables(of: id))], body: done(false))
      }
      var scope = RowScope(state: StateID(0), event: variables(of: id), locals: preparation.locals)
      let list = effects(preparation.effects, nil, &scope)
      return Arm(patterns: [pattern(of: id, scope.event)], body: list + done(true))
    }
    let ended = answers ? Statement.leave(.literal("false")) : .leave()
    var body = [Statement.match(Match(subject: .variable(event), arms: arms, keepsArms: true))]
    if model.run.canEnd { body.insert(.check([.isTrue(.literal("self.isFinal"))], [ended]), at: 0) }
    let summary = "Does what an event does in every state, before its transitions are tried."
    var signature = Signature(
      documentation: .lines(summary + (answers ? " Returns whether that is anything." : "")),
      introducer: "private mutating func")
    signature.parameters = [Parameter(label: "for", variable: event, type: [.text("Event")])]
    signature.result = answers ? [.text("Bool")] : nil
    functions.append(
      Function(id: prepare, signature: signature, body: body, isEntryPoint: true, variables: variables))
  }

  /// `accepts`, which asks a copy where the event does something before its transitions are tried.
  func acceptsPrepared(_ signature: Signature) -> Function {
    let ask = function(names.acceptsPrepared)
    let copy = variables.make(names.fresh("machine"), isFixed: true)
    let arms = arms { id in
      let asked = Call(callee: .own(ask), arguments: [Argument(nil, .variable(event))])
      guard let id, isPrepared(id) else {
        return Arm(patterns: id.map { [pattern(of: $0, variables(of: $0))] } ?? [], body: [.leave(.call(asked))])
      }
      let prepared = Call(
        callee: .method(copy, names.prepare, isMutating: true), arguments: [Argument("for", .variable(event))])
      let askedCopy = Call(callee: .method(copy, names.acceptsPrepared, isMutating: false), arguments: asked.arguments)
      let prepare: Statement =
        model.settlesPreparations ? .assign(.literal("_"), .call(prepared)) : .perform(.call(prepared))
      let body = [Statement(.declare(copy, type: "", .literal("self"))), prepare, .leave(.call(askedCopy))]
      return Arm(patterns: [pattern(of: id, variables(of: id))], body: body)
    }
    return Function(
      id: function("accepts"), signature: signature,
      body: [.match(Match(subject: .variable(event), arms: arms, keepsArms: true))], isEntryPoint: true,
      variables: variables)
  }
}
