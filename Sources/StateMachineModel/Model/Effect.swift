import StateMachineSyntax

/// What a row, an action or a named effect does. Whoever asks whether effects do something asks for the kind, the code
/// and the place below; only what writes effects, or says them, knows the cases.
package enum Effect: Sendable {
  /// The arguments as written between the parentheses.
  case output(OutputID, arguments: SwiftCode?, range: SourceRange)
  /// `name op value`, where the name is a stored property.
  case assignProperty(Identifier, operator: SourceRange, value: SwiftCode)
  /// `name op value`, where the name is a local for a field of the state.
  case assignField(Identifier, operator: SourceRange, value: SwiftCode)
  /// An event of the machine to itself; the arguments as written between the parentheses.
  case raise(EventID, arguments: SwiftCode?, range: SourceRange)
  case trap(SwiftCode?, range: SourceRange)
  /// An error for whoever has sent the event, once the machine rests.
  case `throw`(SwiftCode, range: SourceRange)
  /// The answer of a method, as written: a value, or a case of an enum of answers. Its meaning for a transition is the
  /// transition's `answer`.
  case answer(SwiftCode, range: SourceRange)
  case block(SwiftCode)
  /// Begins an asynchronous output, which is ended when the state is left; the arguments as written.
  case begin(OutputID, arguments: SwiftCode?, range: SourceRange)
  case end(OutputID)
  /// Cancels an asynchronous output that effects have begun, or what a state does where effects begin none.
  case cancel(OutputID, range: SourceRange)
  /// Begins and ends a timer.
  case schedule(TimerID)
  case unschedule(TimerID)
  indirect case scope(EffectScope)
}

/// Effects that have a name, or run where a condition holds, or are a line of an `entry` or `exit`: what their blocks
/// declare is known among them alone.
package struct EffectScope: Sendable {
  /// The name that stands for them, where it is used.
  package var name: Identifier?
  /// What is given to their parameters, with the parentheses.
  package var arguments: SourceRange?
  /// The same by parameter. The Swift of the effects has it already; with source locations, each is a constant.
  package var values: [(parameter: Field, code: SwiftCode)] = []
  /// Nil where they always run.
  package var condition: SwiftCode?
  package var effects: [Effect]
  /// Is true where the names that the blocks declare would be in the way of the code behind them.
  package var isClosed = false
}

extension Effect {
  /// What an effect is to those who do not write it.
  package enum Kind {
    /// Tells whoever owns the machine something: an output, or what tasks and timers begin, end and cancel.
    case output
    /// Gives a property, or a field of the state, a value.
    case assignment
    /// Sends an event of the machine to itself.
    case raise
    /// Says what becomes of the event: a trap, an error or an answer.
    case ending
    /// Swift in braces, which may change properties and fields.
    case block
    /// Other effects.
    case scope
  }

  package var kind: Kind {
    switch self {
    case .output, .begin, .end, .cancel, .schedule, .unschedule: .output
    case .assignProperty, .assignField: .assignment
    case .raise: .raise
    case .trap, .throw, .answer: .ending
    case .block: .block
    case .scope: .scope
    }
  }

  /// The pieces of Swift in it, but for those of the effects in a scope.
  package var codes: [SwiftCode] {
    switch self {
    case .output(_, let code, _), .raise(_, let code, _), .begin(_, let code, _), .trap(let code, _):
      code.map { [$0] } ?? []
    case .assignProperty(_, _, let code), .assignField(_, _, let code), .throw(let code, _), .answer(let code, _),
      .block(let code):
      [code]
    case .scope(let scope): scope.condition.map { [$0] } ?? []
    case .end, .cancel, .schedule, .unschedule: []
    }
  }

  /// The effect with other Swift in it.
  func mapCodes(_ change: (SwiftCode) -> SwiftCode) -> Effect {
    switch self {
    case .output(let id, let code, let range): return .output(id, arguments: code.map(change), range: range)
    case .raise(let id, let code, let range): return .raise(id, arguments: code.map(change), range: range)
    case .begin(let id, let code, let range): return .begin(id, arguments: code.map(change), range: range)
    case .trap(let code, let range): return .trap(code.map(change), range: range)
    case .assignProperty(let name, let symbol, let code):
      return .assignProperty(name, operator: symbol, value: change(code))
    case .assignField(let name, let symbol, let code): return .assignField(name, operator: symbol, value: change(code))
    case .throw(let code, let range): return .throw(change(code), range: range)
    case .answer(let code, let range): return .answer(change(code), range: range)
    case .block(let code): return .block(change(code))
    case .scope(var scope):
      scope.condition = scope.condition.map(change)
      scope.values = scope.values.map { ($0.parameter, change($0.code)) }
      scope.effects = scope.effects.map { $0.mapCodes(change) }
      return .scope(scope)
    case .end, .cancel, .schedule, .unschedule: return self
    }
  }

  /// Where it stands among effects; nil for what a `do` or a row's timer stands for.
  package var range: SourceRange? {
    switch self {
    case .output(_, _, let range), .raise(_, _, let range), .trap(_, let range), .throw(_, let range),
      .cancel(_, let range), .answer(_, let range):
      range
    case .assignProperty(let name, _, _), .assignField(let name, _, _): name.range
    case .block(let code): code.range
    case .scope(let scope): scope.name?.range ?? scope.effects.lazy.compactMap(\.range).first
    case .begin, .end, .schedule, .unschedule: nil
    }
  }

  /// Is true where a `do` or a row's timer stands for the effect, and no text in an `entry` or `exit`.
  var isImplied: Bool { kind == .output && range == nil }

  /// Is true where nothing runs behind the effect.
  package var traps: Bool {
    switch self {
    case .trap: true
    case .scope(let scope): scope.condition == nil && scope.effects.endInTrap
    default: false
    }
  }

  /// Is true where nothing runs behind the effect, also where only its Swift says so.
  fileprivate var stops: Bool {
    switch self {
    case .trap: true
    case .block(let code): code.endsInTrap
    case .scope(let scope): scope.condition == nil && scope.effects.stop
    default: false
    }
  }
}

extension [Effect] {
  /// Is true where a trap is among the effects: it is the last one then.
  var endInTrap: Bool { last?.traps ?? false }

  /// The error that they end in.
  package var error: SwiftCode? {
    switch last {
    case .throw(let error, _): error
    case .scope(let scope) where scope.condition == nil: scope.effects.error
    default: nil
    }
  }

  /// Is true where nothing is reached behind one of them.
  var stop: Bool { contains(where: \.stops) }

  /// The pieces of Swift in them, and in those in scopes among them.
  var allCodes: [SwiftCode] {
    flatMap { effect in
      if case .scope(let scope) = effect { effect.codes + scope.effects.allCodes } else { effect.codes }
    }
  }

  /// Calls a function for each effect, and for those in scopes among them.
  func forEachSingle(_ body: (Effect) -> Void) {
    for effect in self {
      if case .scope(let scope) = effect { scope.effects.forEachSingle(body) } else { body(effect) }
    }
  }

  /// Tells whether something holds of an effect, or of one in a scope among them.
  package func containsSingle(where holds: (Effect) -> Bool) -> Bool {
    contains { effect in
      if case .scope(let scope) = effect { scope.effects.containsSingle(where: holds) } else { holds(effect) }
    }
  }
}
