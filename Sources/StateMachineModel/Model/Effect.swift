import StateMachineSyntax

/// An effect of a row, an `entry` or an `exit`, or a named effect. Code that generates or describes effects handles
/// each case. All other code uses `kind`, `codes` and `range`.
package enum Effect: Sendable {
  /// An output. The arguments are the code between the parentheses.
  case output(OutputID, arguments: SwiftCode?, range: SourceRange)
  /// An assignment to a stored property: `count += 1`.
  case assignProperty(Identifier, operator: SourceRange, value: SwiftCode)
  /// An assignment to a field of the source's payload: `persons += 1`. The field is a local variable while the
  /// transition runs.
  case assignField(Identifier, operator: SourceRange, value: SwiftCode)
  /// An event that the machine raises: `raise failed(code: 1)`. The arguments are the code between the parentheses.
  case raise(EventID, arguments: SwiftCode?, range: SourceRange)
  case trap(SwiftCode?, range: SourceRange)
  /// An error that the machine throws at the end of the run. The sender of the event gets the error; in a machine with
  /// methods, the caller of the method gets it.
  case `throw`(SwiftCode, range: SourceRange)
  /// The result that a row gives to the caller of its event's method: a value, or a case of an enum of results. Here,
  /// it is the code as written. `Transition.result` contains the same result with its names resolved.
  case result(SwiftCode, range: SourceRange)
  case block(SwiftCode)
  /// The start of an `async` or `stream` output by `do`. The task ends when the state is exited.
  case begin(OutputID, arguments: SwiftCode?, range: SourceRange)
  case end(OutputID)
  /// The cancellation of a task by an effect such as `cancelSave`. If effects begin the output `save`, it cancels the
  /// task that an effect began. Otherwise, it cancels the task of the activity `do / save`.
  case cancel(OutputID, range: SourceRange)
  /// The start of a timer.
  case schedule(TimerID)
  /// The end of a timer.
  case unschedule(TimerID)
  indirect case scope(EffectScope)
}

/// Effects that belong together: those of a named effect, those with a condition, or one line of an `entry` or `exit`.
/// A block of Swift in the scope may declare a name. Effects outside of the scope cannot use that name.
package struct EffectScope: Sendable {
  /// The name of the named effect that is used, such as `retry` in `open : shut / retry`. Nil for effects with a
  /// condition, and for a line of an `entry` or `exit`.
  package var name: Identifier?
  /// The arguments of the named effect as written, with the parentheses; nil if none are written.
  package var arguments: SourceRange?
  /// The arguments of the named effect, each with its parameter. `effects` already contains the arguments in place of
  /// the parameters. If the generated code has source locations, it declares a constant for each argument in this list.
  /// So Swift reports an error in an argument at the argument's line.
  package var values: [(parameter: Field, code: SwiftCode)] = []
  /// The condition of the effects: `[isOn]` in `entry [isOn] / hide`. Nil if they always run.
  package var condition: SwiftCode?
  package var effects: [Effect]
  /// Whether generated code needs `do { … }` around the effects. It does if one of their blocks declares a name that
  /// would conflict with the code after the effects.
  package var isClosed = false
}

extension Effect {
  /// The kinds of effects, for code that examines effects and does not generate them.
  package enum Kind {
    /// The machine hands something to the outside: an output, or the start, end or cancellation of a task or a timer.
    case output
    /// An assignment to a property, or to a field of the state.
    case assignment
    /// An event that the machine raises.
    case raise
    /// The effects end here: with a trap, an error or a result.
    case ending
    /// Swift in braces, which may change properties and fields.
    case block
    /// Several effects with a name or a condition; see `EffectScope`.
    case scope
  }

  package var kind: Kind {
    switch self {
    case .output, .begin, .end, .cancel, .schedule, .unschedule: .output
    case .assignProperty, .assignField: .assignment
    case .raise: .raise
    case .trap, .throw, .result: .ending
    case .block: .block
    case .scope: .scope
    }
  }

  /// The pieces of Swift in the effect itself: its arguments, value, message or block. For a `scope`, only its
  /// condition; `allCodes` also has the Swift of the effects in the scope.
  package var codes: [SwiftCode] {
    switch self {
    case .output(_, let code, _), .raise(_, let code, _), .begin(_, let code, _), .trap(let code, _):
      code.map { [$0] } ?? []
    case .assignProperty(_, _, let code), .assignField(_, _, let code), .throw(let code, _), .result(let code, _),
      .block(let code):
      [code]
    case .scope(let scope): scope.condition.map { [$0] } ?? []
    case .end, .cancel, .schedule, .unschedule: []
    }
  }

  /// Returns the effect with each piece of Swift in it replaced by the result of `change`. The effects in a `scope` are
  /// changed, too.
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
    case .result(let code, let range): return .result(change(code), range: range)
    case .block(let code): return .block(change(code))
    case .scope(var scope):
      scope.condition = scope.condition.map(change)
      scope.values = scope.values.map { ($0.parameter, change($0.code)) }
      scope.effects = scope.effects.map { $0.mapCodes(change) }
      return .scope(scope)
    case .end, .cancel, .schedule, .unschedule: return self
    }
  }

  /// The range of the effect in the file. For an assignment, it is the range of the name before the operator. For a
  /// `scope`, it is the range of its name; if it has none, of its first effect. Nil for the start and the end of a `do`
  /// or a timer, which the compiler has added.
  package var range: SourceRange? {
    switch self {
    case .output(_, _, let range), .raise(_, _, let range), .trap(_, let range), .throw(_, let range),
      .cancel(_, let range), .result(_, let range):
      range
    case .assignProperty(let name, _, _), .assignField(let name, _, _): name.range
    case .block(let code): code.range
    case .scope(let scope): scope.name?.range ?? scope.effects.lazy.compactMap(\.range).first
    case .begin, .end, .schedule, .unschedule: nil
    }
  }

  /// Whether the compiler has added the effect: the start or the end of a `do` or a timer. The file does not contain
  /// such an effect.
  var isImplied: Bool { kind == .output && range == nil }

  /// Whether the effect is `trap`, or a scope without a condition that ends in `trap`.
  package var traps: Bool {
    switch self {
    case .trap: true
    case .scope(let scope): scope.condition == nil && scope.effects.endInTrap
    default: false
    }
  }

  /// Whether no effect after this one can run. This is so for a `trap`, and for a block of Swift that ends in one. It
  /// is also so for a `scope` without a condition, if one of its effects is such an effect.
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
  /// Whether the last effect is `trap`, or a `scope` without a condition that ends in `trap`.
  var endInTrap: Bool { last?.traps ?? false }

  /// The error of the `throw` that the effects end in; nil if they do not end in `throw`.
  package var error: SwiftCode? {
    switch last {
    case .throw(let error, _): error
    case .scope(let scope) where scope.condition == nil: scope.effects.error
    default: nil
    }
  }

  /// Whether one of the effects always traps, so that no effect after it can run.
  var stop: Bool { contains(where: \.stops) }

  /// The pieces of Swift in all effects of the list. For a `scope`, these are its condition and the pieces of Swift in
  /// its effects.
  var allCodes: [SwiftCode] {
    flatMap { effect in
      if case .scope(let scope) = effect { effect.codes + scope.effects.allCodes } else { effect.codes }
    }
  }

  /// Calls a function for each effect. For a `scope`, the function is called for each effect in the scope, and not for
  /// the scope itself.
  func forEachSingle(_ body: (Effect) -> Void) {
    for effect in self {
      if case .scope(let scope) = effect { scope.effects.forEachSingle(body) } else { body(effect) }
    }
  }

  /// Returns whether a condition is true for one of the effects. For a `scope`, the effects in the scope are tested,
  /// and not the scope itself.
  package func containsSingle(where holds: (Effect) -> Bool) -> Bool {
    contains { effect in
      if case .scope(let scope) = effect { scope.effects.containsSingle(where: holds) } else { holds(effect) }
    }
  }
}
