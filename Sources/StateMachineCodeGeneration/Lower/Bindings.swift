import StateMachineModel
import StateMachineSyntax

/// What the fields of an event, or of a state's path, are called in a `case` of the generated code.
struct Bindings {
  /// By field; nil where none is needed. Empty where no field is.
  var names: [LocalName?] = []
  /// By field: whether it is a variable.
  var isVariable: [Bool] = []
  /// What a composite holds, where that is needed: to look into it, or to build the composite anew around it.
  var child: LocalName?
  /// Is true where what it holds is a variable: the regions of a composite that a transition writes to.
  var childIsVariable = false

  var isEmpty: Bool { child == nil && !names.contains { $0 != nil } }

  func name(of field: Int) -> LocalName? { field < names.count ? names[field] : nil }
}

/// What a field is called in the generated function.
enum LocalName: Equatable {
  case declared(Identifier)
  case fresh(String)

  static func == (first: LocalName, second: LocalName) -> Bool {
    switch (first, second) {
    case (.declared(let first), .declared(let second)): first.id == second.id
    case (.fresh(let first), .fresh(let second)): first == second
    case (.declared, .fresh), (.fresh, .declared): false
    }
  }

  var id: NameID? {
    if case .declared(let identifier) = self { identifier.id } else { nil }
  }
}

/// The transitions that share an arm of the generated code, with what their event's fields are called in it.
struct BoundTransitions {
  var transitions: ArraySlice<TransitionID>
  var eventNames: [LocalName?] = []
}
