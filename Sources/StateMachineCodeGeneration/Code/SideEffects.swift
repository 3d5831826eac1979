/// What code may do besides what it says: whether a pass may leave it out, or move it.
///
/// A condition of the file may be asked or not, as the language says: but for what it may throw, nobody notices. What the
/// generator calls does something.
extension Condition {
  /// Whether asking it may throw.
  var mayThrow: Bool { containsExpression(where: \.mayThrow) }

  /// Whether the expression calls a function of the machine, which does something unless the function at hand is pure.
  var callsOwn: Bool {
    containsExpression { value in
      value.contains { if case .call(let call) = $0, case .own = call.callee { true } else { false } }
    }
  }
}

extension Expression {
  /// Whether an operator may stand behind it as it is written.
  var isOperand: Bool { if case .piece(let piece) = self { piece.text.isOperand } else { true } }

  /// Whether working it out may throw.
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
  /// Whether something in it may throw.
  var mayThrow: Bool {
    containsStatement { statement in
      if case .leave(let leave) = statement.kind, leave.kind == .throw { return true }
      return statement.containsExpression(where: \.mayThrow)
    }
  }
}

extension Match {
  /// Whether finding out what arm is meant calls a function, or may throw: then it is found out all the same.
  var mayDoSomething: Bool {
    subject.contains { if case .call = $0 { true } else { false } } || subject.mayThrow
      || arms.contains { $0.condition.contains(where: \.mayThrow) }
  }
}
