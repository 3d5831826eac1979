import StateMachineSyntax

/// An effect of a row, an action or a named effect. Code that only examines effects uses `kind`, `codes` and `range`;
/// only code that writes effects, or puts them into words, switches over the cases.
package enum Effect: Sendable {
  /// An output; the arguments as written between the parentheses.
  case output(OutputID, arguments: SwiftCode?, range: SourceRange)
  /// An assignment `name op value` to a stored property.
  case assignProperty(Identifier, operator: SourceRange, value: SwiftCode)
  /// An assignment `name op value` to a local for a field of the state.
  case assignField(Identifier, operator: SourceRange, value: SwiftCode)
  /// An event that the machine raises; the arguments as written between the parentheses.
  case raise(EventID, arguments: SwiftCode?, range: SourceRange)
  case trap(SwiftCode?, range: SourceRange)
  /// An error that the sender of the event gets at the end of the run.
  case `throw`(SwiftCode, range: SourceRange)
  /// The result of a method, as written: a value, or a case of an enum of results. Its meaning for a transition is the
  /// transition's `answer`.
  case answer(SwiftCode, range: SourceRange)
  case block(SwiftCode)
  /// The start of an asynchronous output, which ends when the state is exited; the arguments as written.
  case begin(OutputID, arguments: SwiftCode?, range: SourceRange)
  case end(OutputID)
  /// The cancellation of an asynchronous output that effects begin, or of an activity if effects begin none.
  case cancel(OutputID, range: SourceRange)
  /// The start of a timer; the next case is its end.
  case schedule(TimerID)
  case unschedule(TimerID)
  indirect case scope(EffectScope)
}

/// Effects that have a name, or a condition, or are a line of an `entry` or `exit`. The names that their blocks declare
/// are known only among these effects.
package struct EffectScope: Sendable {
  /// The name of named effects, where it is used; nil for other scopes.
  package var name: Identifier?
  /// The arguments of named effects as written, with the parentheses; nil if there are none.
  package var arguments: SourceRange?
  /// The arguments, each with its parameter: part of the effects' Swift already; with source locations, constants.
  package var values: [(parameter: Field, code: SwiftCode)] = []
  /// The condition of the effects; nil if they always run.
  package var condition: SwiftCode?
  package var effects: [Effect]
  /// Whether the names that the blocks declare would conflict with the code after the scope.
  package var isClosed = false
}

extension Effect {
  /// The kinds of effects, for code that does not write them.
  package enum Kind {
    /// A message to the code that uses the machine: an output, or the start, end or cancellation of a task or a timer.
    case output
    /// An assignment to a property, or to a field of the state.
    case assignment
    /// An event that the machine raises.
    case raise
    /// The end of the effects: a trap, an error or a result.
    case ending
    /// Swift in braces, which may change properties and fields.
    case block
    /// A scope with other effects.
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

  /// The pieces of Swift in the effect; for a scope, only those outside of its effects.
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

  /// Returns the effect with each piece of Swift replaced.
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

  /// The place of the effect in the file; nil for an effect that a `do` or a row's timer implies.
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

  /// Whether a `do` or a row's timer implies the effect, so that no text in an `entry` or `exit` says it.
  var isImplied: Bool { kind == .output && range == nil }

  /// Whether the effect is a trap, or a scope that ends in one.
  package var traps: Bool {
    switch self {
    case .trap: true
    case .scope(let scope): scope.condition == nil && scope.effects.endInTrap
    default: false
    }
  }

  /// Whether nothing runs after the effect: it is a trap, or Swift or a scope that always ends in a trap.
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
  /// Whether the effects end in a trap.
  var endInTrap: Bool { last?.traps ?? false }

  /// The error that the effects end in; nil if there is none.
  package var error: SwiftCode? {
    switch last {
    case .throw(let error, _): error
    case .scope(let scope) where scope.condition == nil: scope.effects.error
    default: nil
    }
  }

  /// Whether one of the effects is or ends in a trap, so that no effect after it is reached.
  var stop: Bool { contains(where: \.stops) }

  /// The pieces of Swift in the effects, also in scopes.
  var allCodes: [SwiftCode] {
    flatMap { effect in
      if case .scope(let scope) = effect { effect.codes + scope.effects.allCodes } else { effect.codes }
    }
  }

  /// Calls a function for each effect that is no scope, also in scopes.
  func forEachSingle(_ body: (Effect) -> Void) {
    for effect in self {
      if case .scope(let scope) = effect { scope.effects.forEachSingle(body) } else { body(effect) }
    }
  }

  /// Returns whether a condition holds for an effect, also in scopes.
  package func containsSingle(where holds: (Effect) -> Bool) -> Bool {
    contains { effect in
      if case .scope(let scope) = effect { scope.effects.containsSingle(where: holds) } else { holds(effect) }
    }
  }
}
