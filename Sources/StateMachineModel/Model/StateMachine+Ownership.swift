import StateMachineSyntax

/// The cost of a change of a payload that something else owns, too.
extension StateMachine {
  /// Tells whether a type is one of the standard library's that own no memory: a copy of such a value costs nothing.
  package func ownsNothing(_ type: SourceRange) -> Bool {
    switch source.text(aliased(type)) {
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
      "Float", "Float16", "Double", "Duration", "Bool":
      true
    default: false
    }
  }

  /// Tells whether a local is a field of a state that is changed in place, so that a second owner would mean a copy.
  package func changesInPlace(_ local: Local, of state: StateID) -> Bool {
    local.owner == .source && local.isChangedInPlace && !ownsNothing(states[state].pathFields[Int(local.field)].type)
  }
}
