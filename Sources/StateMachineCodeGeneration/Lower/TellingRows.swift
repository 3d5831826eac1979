import StateMachineModel

/// Code that tells whoever explores the machine which rows it takes, and where a trap of the file stops it: the trap is
/// none then, as tests go on.
extension Lowerer {
  /// - Parameter isSelected: whether the row is only selected, and another may exclude it.
  func tell(_ kind: RowLine.Kind, _ row: RowID, isSelected: Bool) -> [Statement] {
    guard kind == .performed || kind == .taken && !isSelected else { return [] }
    let number = Argument("row", .literal("\(row.index)"))
    return [.perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [number])))]
  }

  /// Tells that the policy for unhandled events stops the program.
  var tellPolicy: [Statement] { model.tellsRows ? [tellStop("stopByPolicy")] : [] }

  private func tellStop(_ stop: String) -> Statement {
    .perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [Argument(nil, .literal("." + stop))])))
  }

  /// Puts what tells of a stop, and leaves the function, in the place of each trap.
  func tellStops(_ function: inout Function) {
    let end = [tellStop("stop"), leaveStopped(function)]
    function.body.replace { statement in
      switch statement.kind {
      case .leave(let leave) where leave.kind == .trap: end
      case .block(let piece) where piece.text.stops: end
      default: nil
      }
    }
  }

  private func leaveStopped(_ function: Function) -> Statement {
    if throwing.contains(function.id) {
      return .leave(.literal("StateMachineTesting.Stopped()"), kind: .throw)
    }
    guard case .text(let result)? = function.signature.result?.first else { return .leave() }
    return .leave(.literal(result == "Outcome" ? ".ignored" : result == "Outcome?" ? "nil" : "false"))
  }
}
