import StateMachineSyntax

/// A Swift expression.
indirect enum Expression: Hashable {
  /// Fixed Swift without variables and side effects: `.ignored`, `self.state`, `nil`.
  case literal(String)
  case piece(Piece)
  case variable(Variable)
  /// `value.name`
  case member(Expression, String)
  /// `&value`
  case reference(Expression)
  /// A new value, `.open(speed: speed)` or `State(audio: …)`. Making it has no side effect.
  case new(String, [Argument])
  case call(Call)
  /// `one + other`
  case operation(Expression, String, Expression)
  /// `!value`
  case not(Expression)
  /// `value!`
  case unwrapped(Expression)
  /// `consume value`
  case consumed(Expression)
  /// `value ?? other`
  case otherwise(Expression, Expression)
  /// `condition ? one : other`
  case choice(Expression, Expression, Expression)
}

struct Argument: Hashable {
  var label: String?
  var value: Expression

  init(_ label: String? = nil, _ value: Expression) {
    self.label = label
    self.value = value
  }
}

/// A call. The called function may have any side effect.
struct Call: Hashable {
  var callee: Callee
  var arguments: [Argument] = []
  /// Whether `try` is before the call.
  var mayThrow = false
  /// The text of a closure after the parentheses; empty if there is none.
  var closure = ""
  /// Whether the call reads a computed property. It is then written without parentheses.
  var isProperty = false
}

enum Callee: Hashable {
  /// A function of the same machine.
  case own(FunctionID)
  /// Any other function, by the text before its parentheses: `emit`, `preconditionFailure`.
  case other(String)
  /// The function that is the value of a variable.
  case variable(Variable)
  /// A method of the value of a variable.
  case method(Variable, String, isMutating: Bool)
  /// The empty function `mayChange`, which has an `inout` parameter. Without a call of it, Swift would warn that a
  /// `var` is never changed.
  case mayChange
}

/// The identity of a function of the machine. Calls refer to a function by its identity, even before the function is
/// translated.
final class FunctionID: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (one: FunctionID, other: FunctionID) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Expression {
  /// Calls `body` for the expression and for all expressions within it, outer expressions first.
  func walk(_ body: (Expression) -> Void) {
    body(self)
    switch self {
    case .literal, .piece, .variable: break
    case .member(let inner, _), .reference(let inner), .not(let inner), .unwrapped(let inner), .consumed(let inner):
      inner.walk(body)
    case .new(_, let arguments): for argument in arguments { argument.value.walk(body) }
    case .call(let call): for argument in call.arguments { argument.value.walk(body) }
    case .operation(let first, _, let second), .otherwise(let first, let second):
      first.walk(body)
      second.walk(body)
    case .choice(let condition, let first, let second): for part in [condition, first, second] { part.walk(body) }
    }
  }

  /// Returns the expression with each expression in it replaced by the result of `change`. For `a + b`, `change` gets
  /// first `a`, then `b`, and last their sum.
  func mapping(_ change: (Expression) -> Expression) -> Expression {
    switch self {
    case .literal, .piece, .variable: return change(self)
    case .member(let inner, let name): return change(.member(inner.mapping(change), name))
    case .reference(let inner): return change(.reference(inner.mapping(change)))
    case .not(let inner): return change(.not(inner.mapping(change)))
    case .unwrapped(let inner): return change(.unwrapped(inner.mapping(change)))
    case .consumed(let inner): return change(.consumed(inner.mapping(change)))
    case .new(let name, let arguments): return change(.new(name, arguments.mapping(change)))
    case .call(var call):
      call.arguments = call.arguments.mapping(change)
      return change(.call(call))
    case .operation(let first, let symbol, let second):
      return change(.operation(first.mapping(change), symbol, second.mapping(change)))
    case .otherwise(let first, let second): return change(.otherwise(first.mapping(change), second.mapping(change)))
    case .choice(let condition, let first, let second):
      return change(.choice(condition.mapping(change), first.mapping(change), second.mapping(change)))
    }
  }

  /// Returns the expression with each variable replaced by the result of `change`. This includes the variables in
  /// pieces of the file's Swift.
  func replacing(variables change: (Variable) -> Variable) -> Expression {
    mapping { node in
      switch node {
      case .variable(let variable): return .variable(change(variable))
      case .piece(var piece):
        for index in piece.uses.indices { piece.uses[index].variable = change(piece.uses[index].variable) }
        return .piece(piece)
      default: return node
      }
    }
  }

  /// The variable at the beginning of the expression: `a` for `a`, `a.b` and `a.b.c`. Nil for any other expression.
  var root: Variable? {
    switch self {
    case .variable(let variable): variable
    case .member(let inner, _): inner.root
    default: nil
    }
  }

  /// Calls `body` for each use of a variable in the expression. The second argument of `body` says whether the use
  /// assigns the variable, changes its value in place, or only reads it.
  func forEachUse(_ body: (Variable, Piece.Change) -> Void) {
    switch self {
    case .literal: break
    case .variable(let variable): body(variable, .none)
    case .piece(let piece): for use in piece.uses { body(use.variable, use.change) }
    case .reference(let inner): if let root = inner.root { body(root, .inPlace) } else { inner.forEachUse(body) }
    case .member(let inner, _), .not(let inner), .unwrapped(let inner), .consumed(let inner):
      inner.forEachUse(body)
    case .new(_, let arguments): for argument in arguments { argument.value.forEachUse(body) }
    case .call(let call):
      switch call.callee {
      case .variable(let variable): body(variable, .none)
      case .method(let variable, _, let isMutating): body(variable, isMutating ? .inPlace : .none)
      case .own, .other, .mayChange: break
      }
      for argument in call.arguments { argument.value.forEachUse(body) }
    case .operation(let first, _, let second), .otherwise(let first, let second):
      first.forEachUse(body)
      second.forEachUse(body)
    case .choice(let condition, let first, let second):
      for part in [condition, first, second] { part.forEachUse(body) }
    }
  }

  /// Returns whether the expression uses a variable.
  func uses(_ variable: Variable) -> Bool { containsUse { used, _ in used == variable } }

  /// Whether the expression contains no call. Its value is then the same at a later place, as long as its variables
  /// have not changed.
  var isMovable: Bool {
    !contains { node in
      switch node {
      case .piece(let piece): !piece.text.isMovable
      case .call: true
      default: false
      }
    }
  }
}

extension [Argument] {
  fileprivate func mapping(_ change: (Expression) -> Expression) -> [Argument] {
    map { Argument($0.label, $0.value.mapping(change)) }
  }
}
