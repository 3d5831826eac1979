import StateMachineSyntax

/// What the initializers of the generated type take.
extension StateMachine {
  /// The stored properties that its initializer takes, before `state`.
  package var initializedProperties: [StoredProperty] { storedProperties.filter(\.isParameter) }

  /// What statements for tests give a machine to begin with: stored properties, and behind them the fields of its initial
  /// states. Nil for what nobody can give.
  package var startLabels: [Identifier?] {
    storedProperties.map { $0.isParameter ? $0.name : nil }
      + initialStates.flatMap { states[leaf(of: $0)].pathFields.map { $0.label ?? $0.name } }
  }

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

  /// What a machine with methods needs to begin in a state, in the order of the file: fields of the state, and stored
  /// properties. Nil where the state needs nothing: there is no such initializer.
  package func startParameters(of initial: StateID) -> [StartParameter]? {
    guard hasMethods, !states[initial].isComposite, !states[initial].fields.allSatisfy(\.hasDefault) else { return nil }
    let fields = states[initial].fields.lazy.filter { !$0.hasDefault }.map(StartParameter.field)
    let properties = initializedProperties.lazy.filter { $0.initialValue == nil }.map(StartParameter.property)
    return (Array(fields) + properties).sorted { $0.type.lowerBound < $1.type.lowerBound }
  }

  /// The initial states that have an initializer of their own: those whose parameters no other one has, too.
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
