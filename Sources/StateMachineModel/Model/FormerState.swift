import StateMachineSyntax

/// A state that only older versions of the machine have, and the state that replaces it when data are read.
package struct FormerState: Sendable {
  /// The value of a field of the target.
  package enum Value: Sendable {
    /// Swift that may use the labels of the former state.
    case code(SourceRange)
    /// The value of the former state's field at this index, which has the same label and the same type.
    case carried(Int)
    /// The field's default.
    case ownDefault
  }

  package var name: Identifier
  /// The statement without the word `was`.
  package var range: SourceRange
  /// The composite state or region that contained the state; nil at the top level.
  package var parent: StateID?
  /// The payload of the former state.
  package var fields: [Field]
  /// The state that replaces the former state, in the same body.
  package var target: StateID
  /// The values of the target's fields, one for each.
  package var values: [Value]
}

extension StateMachine {
  /// Returns whether a state's own payload suffices to enter it: states within have defaults and wait for events.
  func beginsByItself(_ state: StateID) -> Bool {
    let declared = states[state]
    guard declared.submachine == nil else { return declared.fields[declared.submachine?.field ?? 0].hasDefault }
    if isParallel(state) { return declared.children.allSatisfy(beginsByItself) }
    guard declared.isComposite else { return true }
    guard let initial = declared.initialChild, !states[initial].isPseudostate else { return false }
    return states[initial].fields.allSatisfy(\.hasDefault) && beginsByItself(initial)
  }
}
