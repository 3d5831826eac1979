import StateMachineSyntax

/// A local variable or a parameter of a function. A number identifies it, because the pass `Naming` chooses its name
/// last.
struct Variable: Hashable {
  fileprivate(set) var number: Int
}

extension Variable {
  /// Returns a variable that stands for another one in a comparison. `let a = f(); g(a)` and `let b = f(); g(b)` are
  /// equal after `a` and `b` are replaced by their placeholder.
  ///
  /// - Parameter index: the number of the replaced variable. In each of the two pieces of code, it is counted from 0.
  static func placeholder(_ index: Int) -> Variable { Variable(number: -1 - index) }
}

/// The variables of all functions of a machine, and the facts about each variable that passes need.
final class Variables {
  struct Facts {
    /// The name that the variable gets, unless the name would collide with another.
    var hint: String
    /// The name that the variable gets if its preferred name is already taken. The Swift in the `.sm` file does not
    /// contain this name.
    var fallback: String
    /// The label of the field whose value the variable contains; nil if the value is no field, or if the field has no
    /// label.
    var label: String?
    /// The type as the `.sm` file spells it; nil if the `.sm` file does not contain the type.
    var type: SourceRange?
    /// Whether the value has memory that other variables can share, as an array has. A change of the value copies the
    /// memory while another variable shares it.
    var owns = true
    /// Whether the variable must keep its preferred name, because the file's Swift uses the variable by this name.
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
