import StateMachineSyntax

/// The parameters of the generated type's initializers.
extension StateMachine {
  /// The stored properties that the initializer takes, before `state`.
  package var initializedProperties: [StoredProperty] { storedProperties.filter(\.isParameter) }

  /// The labels of the values with which statements for tests begin a machine: of the stored properties, then of the
  /// fields of its initial states. Nil for a property that `init` does not take.
  package var startLabels: [Identifier?] {
    storedProperties.map { $0.isParameter ? $0.name : nil }
      + initialStates.flatMap { states[leaf(of: $0)].pathFields.map { $0.label ?? $0.name } }
  }

  /// A parameter of the second initializer of a machine with methods.
  package enum StartParameter {
    case field(Field)
    case property(StoredProperty)

    /// The type, as it is written.
    package var type: SourceRange {
      switch self {
      case .field(let field): field.type
      case .property(let property): property.type
      }
    }
  }

  /// Returns the values that a machine with methods needs to begin in a state, in the order of the file: fields of the
  /// state, and stored properties. Nil if the state needs none, and so has no such initializer.
  package func startParameters(of initial: StateID) -> [StartParameter]? {
    guard hasMethods, !states[initial].isComposite, !states[initial].fields.allSatisfy(\.hasDefault) else { return nil }
    let fields = states[initial].fields.lazy.filter { !$0.hasDefault }.map(StartParameter.field)
    let properties = initializedProperties.lazy.filter { $0.initialValue == nil }.map(StartParameter.property)
    return (Array(fields) + properties).sorted { $0.type.lowerBound < $1.type.lowerBound }
  }

  /// The initial states that have an initializer of their own: no other one's has the same parameters.
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
    return zip(initialStates, all).filter { _, own in own != nil && all.count { $0 == own } == 1 }.map(\.0)
  }
}
