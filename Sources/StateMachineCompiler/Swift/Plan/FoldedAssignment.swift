/// Assignments to fields that need no variable.
extension StateMachine {
  /// Whether the assignment to `local` can become the argument of the case that is built anew: it is the last effect, no
  /// other effect could see it, and nothing that lives on the heap is copied by it.
  func foldsAssignment(to local: Local, in id: TransitionID) -> Bool {
    let effects = rows[transitions[id].row].effects
    guard case .assignField(let name, let symbol, _)? = effects.last, name.id == local.name.id else { return false }
    for effect in effects.dropLast() {
      switch effect {
      case .block, .assignField, .scope: return false
      case .output, .assignProperty, .raise, .trap, .throw, .answer, .begin, .end, .cancel, .schedule, .unschedule:
        break
      }
    }
    return source.bytes[symbol.lowerBound] == Ascii.equals
      || ownsNothing(states[transitions[id].source].pathFields[Int(local.field)].type)
  }

  /// Whether a type is one of the standard library's that own no memory: a copy of such a value costs nothing.
  func ownsNothing(_ type: SourceRange) -> Bool {
    switch source.text(aliased(type)) {
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
      "Float", "Float16", "Double", "Duration", "Bool":
      true
    default: false
    }
  }
}
