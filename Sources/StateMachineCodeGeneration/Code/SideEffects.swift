/// The side effects of code, which decide whether a pass may drop or move the code.
///
/// A condition of the file may be evaluated or not, so its only side effect is an error that it may throw. A call that
/// the generator writes has side effects.
extension Condition {
  /// Whether the evaluation may throw.
  var mayThrow: Bool { containsExpression(where: \.mayThrow) }

  /// Whether the condition calls a function of the machine: this has side effects, unless the calling function is pure.
  var callsOwn: Bool {
    containsExpression { value in
      value.contains { if case .call(let call) = $0, case .own = call.callee { true } else { false } }
    }
  }
}

extension Expression {
  /// Whether an operator may follow the expression without parentheses around the expression.
  var isOperand: Bool { if case .piece(let piece) = self { piece.text.isOperand } else { true } }

  /// Whether the evaluation may throw.
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
  /// Whether a statement in the list may throw.
  var mayThrow: Bool {
    containsStatement { statement in
      if case .leave(let leave) = statement.kind, leave.kind == .throw { return true }
      return statement.containsExpression(where: \.mayThrow)
    }
  }
}

extension Match {
  /// Whether selecting the arm calls a function, or may throw: then the `switch` stays even if its arms are equal.
  var mayDoSomething: Bool {
    subject.contains { if case .call = $0 { true } else { false } } || subject.mayThrow
      || arms.contains { $0.condition.contains(where: \.mayThrow) }
  }
}
