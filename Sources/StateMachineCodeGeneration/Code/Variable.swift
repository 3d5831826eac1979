import StateMachineSyntax

/// A local variable or a parameter of a function, identified by a number. The pass `Naming` decides its name last.
struct Variable: Hashable {
  fileprivate(set) var number: Int
}

extension Variable {
  /// Returns a variable that replaces others when code is compared regardless of its variables.
  static func placeholder(_ index: Int) -> Variable { Variable(number: -1 - index) }
}

/// The variables of all functions of a machine, and the facts about them that passes need.
final class Variables {
  struct Facts {
    /// The preferred name.
    var hint: String
    /// The name if the preferred one would collide. No name of the file's Swift is equal to it.
    var fallback: String
    /// The label of the field whose value the variable has; nil if there is none.
    var label: String?
    /// The type, as written in the file; nil if the file contains none.
    var type: SourceRange?
    /// Whether a change copies the value if another variable shares its memory.
    var owns = true
    /// Whether the file's Swift declares the variable, which then keeps its name there.
    var isFixed = false
    /// Whether the value may be of a noncopyable type.
    var isNoncopyable = false
    /// Whether the variable is an `inout` parameter.
    var isInout = false
  }

  private var facts: [Facts] = []

  func make(_ facts: Facts) -> Variable {
    // Back-ticks are no part of a name.
    var facts = facts
    facts.hint.removeAll { $0 == "`" }
    facts.fallback.removeAll { $0 == "`" }
    self.facts.append(facts)
    return Variable(number: self.facts.count - 1)
  }

  func make(
    _ hint: String, fallback: String? = nil, type: SourceRange? = nil, owns: Bool = true, isFixed: Bool = false
  ) -> Variable {
    make(Facts(hint: hint, fallback: fallback ?? hint, type: type, owns: owns, isFixed: isFixed))
  }

  subscript(variable: Variable) -> Facts {
    get { facts[variable.number] }
    set { facts[variable.number] = newValue }
  }
}
