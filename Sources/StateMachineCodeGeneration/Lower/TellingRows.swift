import StateMachineModel

/// Adds calls to the code for tests that explore. They tell the test which rows the machine takes, and where the
/// program would stop. Instead of stopping the program, the code leaves the function, so that the test can continue.
extension Lowerer {
  /// Returns a call by which a test learns that the machine takes a row: `StateMachineTesting.tell(row: 3)`. Empty for
  /// everything else that coverage counts, such as evaluated guards. Also empty for a row that is only selected,
  /// because another selected row may exclude it.
  ///
  /// - Parameters:
  ///   - kind: what coverage counts at this place: `taken`, `performed`, or that guards were evaluated.
  ///   - isSelected: whether the row is only selected, in a microstep of several regions.
  func tell(_ kind: RowLine.Kind, _ row: RowID, isSelected: Bool) -> [Statement] {
    guard kind == .performed || kind == .taken && !isSelected else { return [] }
    let number = Argument("row", .literal("\(row.index)"))
    return [.perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [number])))]
  }

  /// A statement that tells a test that the program would stop here, because a policy for unhandled events says so.
  /// Empty in all code except that for tests that explore.
  var tellPolicy: [Statement] { model.tellsRows ? [tellStop("stopByPolicy")] : [] }

  private func tellStop(_ stop: String) -> Statement {
    .perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [Argument(nil, .literal("." + stop))])))
  }

  /// Replaces each statement that stops the program by two statements. The first tells the test that the program would
  /// stop, and the second leaves the function.
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
