import StateMachineModel

/// Adds calls to the code of a machine for tests that explore all states the machine can reach. The calls tell the test
/// which rows the machine takes, and where the program would stop. There, the code leaves the function instead, so that
/// the test can continue.
extension Lowerer {
  /// Returns the call that tells a test which row the machine takes: `StateMachineTesting.tell(row: 3)`. In a microstep
  /// of several regions, rows are first selected and then performed. A selected row gets no call, because another row
  /// may exclude it; a performed row gets one. If there is no call, the list is empty.
  ///
  /// - Parameters:
  ///   - kind: `taken` or `performed` for a row that the machine takes. There is no call for other kinds, such as
  ///     evaluated guards.
  ///   - isSelected: whether the row is so far only selected.
  func tell(_ kind: RowLine.Kind, _ row: RowID, isSelected: Bool) -> [Statement] {
    guard kind == .performed || kind == .taken && !isSelected else { return [] }
    let number = Argument("row", .literal("\(row.index)"))
    return [.perform(.call(Call(callee: .other("StateMachineTesting.tell"), arguments: [number])))]
  }

  /// The call that tells a test that the program would stop here, because the policy for the event demands it. Empty in
  /// code that is not for tests that explore.
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

  /// Returns the statement that leaves a function where the program would stop. It throws an error if the function
  /// throws; otherwise it returns a value that says that nothing has happened.
  private func leaveStopped(_ function: Function) -> Statement {
    if throwing.contains(function.id) {
      return .leave(.literal("StateMachineTesting.Stopped()"), kind: .throw)
    }
    guard case .text(let result)? = function.signature.result?.first else { return .leave() }
    return .leave(.literal(result == "Outcome" ? ".ignored" : result == "Outcome?" ? "nil" : "false"))
  }
}
