/// A pass that moves the value of a `let` into the `return` after it: `let result = a; …; return result` becomes
/// `…; return a`.
///
/// Only the `return` must read the variable, and the value must be the same at both places. The value is the same if no
/// statement is between the `let` and the `return`. It is also the same if it calls nothing, and the statements between
/// them change no variable that it reads.
enum LateResults: Pass {
  static func run(_ function: inout Function) {
    let variables = function.variables
    function.body.updateLists { move(&$0, variables) }
  }

  /// Moves the value of a `let` into the `return` at the end of a list: `let a = b; return a` becomes `return b`.
  /// Nothing changes if code between them uses the variable, or could change the value.
  private static func move(_ list: inout [Statement], _ variables: Variables) {
    guard let last = list.indices.last, case .leave(var leave) = list[last].kind,
      case .variable(let variable)? = leave.value,
      let place = list.lastIndex(where: { if case .bind(variable, _, _) = $0.kind { true } else { false } }),
      case .bind(_, let value, _) = list[place].kind
    else { return }
    let between = Array(list[(place + 1)..<last])
    guard value.isMovable || between.isQuiet else { return }
    var isChanged = between.uses(variable) || between.hides(whatIsIn: value, variables)
    value.walk { node in
      // A literal is no variable, but may be written as a whole: `self.state`.
      if case .literal = node {
        isChanged =
          isChanged
          || between.containsStatement { if case .assign(let new) = $0.kind { new.target == node } else { false } }
      }
    }
    value.forEachUse { used, _ in
      isChanged = isChanged || between.changes(used) || variables[used].isNoncopyable && between.uses(used)
    }
    guard !isChanged else { return }
    leave.value = value
    list[last].kind = .leave(leave)
    list[last].place = list[place].place ?? list[last].place
    if list[place].saysNothing { list.remove(at: place) } else { list[place] = .nothing(like: list[place]) }
  }
}
