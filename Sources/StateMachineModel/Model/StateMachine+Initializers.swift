import StateMachineSyntax

/// What the initializers of the generated type take.
extension StateMachine {
  /// The stored properties that its initializer takes, before `state`.
  package var initializedProperties: [StoredProperty] { storedProperties.filter(\.isParameter) }

  /// What the second initializer of a machine with methods takes.
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

  /// What a machine with methods needs to begin, in the order of the file: fields of its initial state, and stored
  /// properties. Nil where the initial state needs nothing: there is no such initializer.
  package var startParameters: [StartParameter]? {
    guard hasMethods, let initial = initialState, !states[initial].isComposite,
      !states[initial].fields.allSatisfy(\.hasDefault)
    else { return nil }
    let fields = states[initial].fields.lazy.filter { !$0.hasDefault }.map(StartParameter.field)
    let properties = initializedProperties.lazy.filter { $0.initialValue == nil }.map(StartParameter.property)
    return (Array(fields) + properties).sorted { $0.type.lowerBound < $1.type.lowerBound }
  }
}
