import StateMachineSyntax

/// A state that only older versions of the machine have, and the state that is read in its place.
package struct FormerState: Sendable {
  /// The value of a field of the state that is read.
  package enum Value: Sendable {
    /// Swift that may use the labels of the former state.
    case code(SourceRange)
    /// The value of the field with this number of the former state: it has the same label and the same type.
    case carried(Int)
    /// The field's default.
    case ownDefault
  }

  package var name: Identifier
  /// Its statement without the word `was`.
  package var range: SourceRange
  /// The composite or region that it stood in; nil at the top level.
  package var parent: StateID?
  /// The payload that it had.
  package var fields: [Field]
  /// A state of the same body.
  package var target: StateID
  /// One for each field of the target.
  package var values: [Value]
}

extension StateMachine {
  /// Whether a state can be made of its own payload alone: what is within it begins by itself, and waits for events.
  func beginsByItself(_ state: StateID) -> Bool {
    let declared = states[state]
    guard declared.submachine == nil else { return declared.fields[declared.submachine?.field ?? 0].hasDefault }
    if isParallel(state) { return declared.children.allSatisfy(beginsByItself) }
    guard declared.isComposite else { return true }
    guard let initial = declared.initialChild, !states[initial].isPseudostate else { return false }
    return states[initial].fields.allSatisfy(\.hasDefault) && beginsByItself(initial)
  }
}
