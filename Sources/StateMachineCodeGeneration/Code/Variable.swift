import StateMachineSyntax

/// A local variable or a parameter of a function, by its number. What it is called is decided last (`Naming`).
struct Variable: Hashable {
  fileprivate(set) var number: Int
}

extension Variable {
  /// What stands for a variable where code is compared whatever its variables are.
  static func placeholder(_ index: Int) -> Variable { Variable(number: -1 - index) }
}

/// The variables of all functions of a machine, and what passes have to know of them.
final class Variables {
  struct Facts {
    /// The name that the variable gets where nothing speaks against it.
    var hint: String
    /// The name that it gets where something does. Nothing of the user's is called so.
    var fallback: String
    /// The label of the field whose value it is.
    var label: String?
    /// The type, as the source has it.
    var type: SourceRange?
    /// Whether a second owner of its memory means that a change copies it.
    var owns = true
    /// Whether the user's own text declares it: then it has the name that it has there.
    var isFixed = false
    /// Whether the variable's value may be of a type that cannot be copied.
    var isNoncopyable = false
    /// Whether the function changes it where whoever calls has it.
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
