import StateMachineSyntax

/// A state that only older versions of the machine have: `was gone -> pay`. When stored data contain it, the machine
/// begins in the state that replaces it.
package struct FormerState: Sendable {
  /// The value that a field of the replacing state gets when data are read.
  package enum Value: Sendable {
    /// The argument as written; the code may use the labels of the former state.
    case code(SourceRange)
    /// The value of a field of the former state, given by the field's index. The field has the same label and type as
    /// the field of the replacing state.
    case carried(Int)
    /// The default of the replacing state's field.
    case ownDefault
  }

  package var name: Identifier
  /// The statement without the word `was`: `gone -> pay`.
  package var range: SourceRange
  /// The composite state or region in which the former state was declared; nil for the machine's body.
  package var parent: StateID?
  /// The payload of the former state.
  package var fields: [Field]
  /// The state that replaces the former state. Both belong to the same body.
  package var target: StateID
  /// The values that the fields of `target` get, one for each field.
  package var values: [Value]
}

extension StateMachine {
  /// Returns whether a state can be entered if only the values of its own payload are given. The states that are
  /// entered within it, or its submachine, must then have defaults. If one of these states is a pseudostate
  /// (`initial -> a / effects`), the result is false, because its effects would have to run.
  func beginsByItself(_ state: StateID) -> Bool {
    let declared = states[state]
    // A state with a submachine has no states of its own: only the submachine needs a default.
    guard declared.submachine == nil else { return declared.fields[declared.submachine?.field ?? 0].hasDefault }
    if isParallel(state) { return declared.children.allSatisfy(beginsByItself) }
    guard declared.isComposite else { return true }
    guard let initial = declared.initialChild, !states[initial].isPseudostate else { return false }
    return states[initial].fields.allSatisfy(\.hasDefault) && beginsByItself(initial)
  }
}
