/// Finds the side effects of code, which decide whether a pass may drop or move the code.
extension Condition {
  /// Whether the evaluation of the condition may throw an error.
  var mayThrow: Bool { containsExpression(where: \.mayThrow) }

  /// Whether the condition calls a function of the machine. The call has side effects, except in a function that is
  /// pure (`isPure`).
  var callsOwn: Bool {
    containsExpression { value in
      value.contains { if case .call(let call) = $0, case .own = call.callee { true } else { false } }
    }
  }
}

extension Expression {
  /// Whether the expression can be an operand without parentheses: of the file's Swift, `a` can, but `a + b` cannot. It
  /// is true for every other expression.
  var isOperand: Bool { if case .piece(let piece) = self { piece.text.isOperand } else { true } }

  /// Whether the evaluation of the expression may throw an error.
  var mayThrow: Bool {
    contains { node in
      switch node {
      case .piece(let piece): piece.text.mayThrow
      case .call(let call): call.mayThrow
      default: false
      }
    }
  }
}

extension [Statement] {
  /// Whether a statement in the list, at any depth, may throw an error.
  var mayThrow: Bool {
    containsStatement { statement in
      if case .leave(let leave) = statement.kind, leave.kind == .throw { return true }
      return statement.containsExpression(where: \.mayThrow)
    }
  }
}

extension Match {
  /// Whether the `switch` may do something before it enters an arm: its subject calls a function or may throw, or the
  /// condition of an arm may throw. The `switch` must then not be removed, even if its arms are equal.
  var mayDoSomething: Bool {
    subject.contains { if case .call = $0 { true } else { false } } || subject.mayThrow
      || arms.contains { $0.condition.contains(where: \.mayThrow) }
  }
}
