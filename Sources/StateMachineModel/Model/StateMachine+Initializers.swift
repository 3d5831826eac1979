import StateMachineSyntax

/// The parameters of the generated type's initializers.
extension StateMachine {
  /// The stored properties for which the initializer has parameters. They come before the parameter `state`.
  package var initializedProperties: [StoredProperty] { storedProperties.filter(\.isParameter) }

  /// The labels that `try init` can name: `limit` and `count` for `var limit: Int` and
  /// `initial state open(count: Int)`. The stored properties come first, with nil for a property without a parameter in
  /// `init`. Then the fields of the initial states follow.
  package var startLabels: [Identifier?] {
    storedProperties.map { $0.isParameter ? $0.name : nil }
      + initialStates.flatMap { states[leaf(of: $0)].pathFields.map { $0.label ?? $0.name } }
  }

  /// A parameter of the initializer that a machine with methods has for an initial state with a payload.
  package enum StartParameter {
    case field(Field)
    case property(StoredProperty)

    /// The type as written in the file.
    package var type: SourceRange {
      switch self {
      case .field(let field): field.type
      case .property(let property): property.type
      }
    }
  }

  /// Returns the values that an initializer needs to create a machine with methods in an initial state. These are the
  /// state's fields without a default, and the properties without an initial value, in the order of the file. Nil if
  /// there is no such initializer: the machine has no methods, the state is composite, or all its fields have defaults.
  package func startParameters(of initial: StateID) -> [StartParameter]? {
    guard hasMethods, !states[initial].isComposite, !states[initial].fields.allSatisfy(\.hasDefault) else { return nil }
    let fields = states[initial].fields.lazy.filter { !$0.hasDefault }.map(StartParameter.field)
    let properties = initializedProperties.lazy.filter { $0.initialValue == nil }.map(StartParameter.property)
    return (Array(fields) + properties).sorted { $0.type.lowerBound < $1.type.lowerBound }
  }

  /// The initial states for which a machine with methods has an initializer of its own. If the initializers for two
  /// states would have the same parameters, Swift could not tell them apart, so neither is generated.
  package var startingStates: [StateID] {
    func words(_ state: StateID) -> [String]? {
      startParameters(of: state)?.map { parameter in
        switch parameter {
        case .field(let field): (field.label.map { names.text($0.id) } ?? "_") + ":" + source.text(field.type)
        case .property(let property): names.text(property.name.id)
        }
      }
    }
    let all = initialStates.map(words)
    // Only states whose list of parameters no other initial state has.
    return zip(initialStates, all).filter { _, own in own != nil && all.count { $0 == own } == 1 }.map(\.0)
  }
}
