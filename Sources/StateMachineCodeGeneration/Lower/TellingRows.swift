import StateMachineModel

/// Code that tells a test which rows the machine takes, and that a trap of the file stops the machine. The trap itself
/// is replaced, so that the test continues.
extension Lowerer {
  /// Returns code that tells a test of a row, unless the row is only selected, so that another row may exclude it.
  func tell(_ kind: RowLine.Kind, _ row: RowID, isSelected: Bool) -> [Statement] {
    guard kind == .performed || kind == .taken && !isSelected else { return [] }
    let number = Argument("row", .literal("\(row.index)"))
    return [.perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [number])))]
  }

  /// The statement that tells a test that the policy for unhandled events stops the program.
  var tellPolicy: [Statement] { model.tellsRows ? [tellStop("stopByPolicy")] : [] }

  private func tellStop(_ stop: String) -> Statement {
    .perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [Argument(nil, .literal("." + stop))])))
  }

  /// Replaces each trap by code that tells the test of it and leaves the function.
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
