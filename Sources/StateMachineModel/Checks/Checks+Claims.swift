import StateMachineSyntax

/// Checks that report statements for tests, such as `can reach` and `try`, that are certain to fail or to do nothing.
/// Only the states and the rows are examined here; a test explores everything else.
extension Checks {
  /// Reports statements for tests that are certain to fail or to do nothing: `can reach` for a state that leads to no
  /// target, and `try` for an event that no state handles.
  mutating func checkClaims(unreachable: Set<StateID>) {
    for claim in machine.claims {
      switch claim.subject {
      case .canReach(let targets): checkReachability(claim, targets, unreachable)
      case .event(let event, _):
        // With another policy, the event does something in each state.
        guard behaviour.reactors(to: event).isEmpty, machine.policy(of: event) == .ignore else { continue }
        diagnostics.append(.triedForNothing(claim.range, name(of: event)))
      case .never, .canBe, .invariant, .within, .start: break
      }
    }
  }

  /// Reports the first state from which no transitions lead to the targets of a statement such as `* can reach closed`.
  /// Reports nothing if a row has an error or is never taken: once corrected, this row may lead to a target. Reports
  /// nothing for a machine with regions, because only exploration can examine combinations of states.
  private mutating func checkReachability(_ claim: Claim, _ targets: [StateID], _ unreachable: Set<StateID>) {
    guard usage.brokenRows.isEmpty, usage.idleRows.isEmpty, !machine.hasRegions else { return }
    let leads = StateGraph(behaviour).leading(to: targets)
    let sources = claim.isAboutAll ? behaviour.tree.leaves(of: nil) : claim.sources.flatMap { leaves(of: $0.state) }
    guard
      let lost = sources.first(where: { !leads[.state($0)] && !unreachable.contains($0) && machine.canEndRun(in: $0) })
    else { return }
    diagnostics.append(
      Diagnostic.cannotReach(claim.range, name(of: lost), targets.map { name(of: $0) })
        .note("'\(name(of: lost))' is declared here", machine.states[lost].name.range))
  }

  func leaves(of state: StateID) -> [StateID] {
    machine.states[state].isComposite ? behaviour.tree.leaves(of: state) : [state]
  }
}
