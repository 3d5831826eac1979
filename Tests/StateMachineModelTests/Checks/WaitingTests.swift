import TestSupport
import Testing

@testable import StateMachineModel

/// A task or continuation that a row drops is a finding, and so is a caller that an event leaves waiting.
@Suite struct WaitingTests {
  // MARK: What rows drop

  private static let caller = """
      initial state idle
      state asking(waiter: UnsafeContinuation<Int, Never>)
      event ask(waiter: UnsafeContinuation<Int, Never>), cancel, answer
      output resume(UnsafeContinuation<Int, Never>)
      idle -> asking : ask
      asking : ask(let other) / resume(other)

    """

  @Test func whatIsHandedOnUsedOrCarriedIsNotForgotten() {
    #expect(findings(Self.caller + "  asking -> idle : answer, cancel / resume(waiter)\n") == [])
    #expect(findings(Self.caller + "  asking -> idle : answer, cancel / { waiter.resume(returning: 1) }\n") == [])
    #expect(findings(Self.caller + "  asking -> asking : answer\n  asking : cancel / resume(waiter)\n") == [])
  }

  @Test func aRowThatDropsOneIsFound() {
    #expect(
      findings(Self.caller + "  asking -> idle : answer / resume(waiter)\n  asking -> idle : cancel\n") == ["9 W311"])
    #expect(findings(Self.caller + "  asking -> idle : answer, cancel\n") == ["8 W311"])
  }

  /// Each row counts, also where another one follows that takes what its guard leaves over.
  @Test func aRowWithAGuardThatDropsOneIsFound() {
    let text = Self.caller + "  asking -> idle : cancel / resume(waiter)\n  let c: Bool\n"
    #expect(
      findings(text + "  asking -> idle : answer [c]\n  asking -> idle : answer [else] / resume(waiter)\n")
        == ["10 W311"])
    #expect(
      findings(text + "  asking -> idle : answer [c] / resume(waiter)\n  asking -> idle : answer [else]\n")
        == ["11 W311"])
    #expect(
      findings(text + "  asking : ask(_) [c] / {}\n  asking -> idle : answer / resume(waiter)\n").contains("10 W311"))
  }

  /// A final state takes no events: who asks then waits for ever.
  @Test func aCallerThatComesAfterTheEndIsFound() {
    func codes(_ kind: String, _ row: String) -> [String] {
      findings(
        """
          initial state a
          \(kind) b
          event ask(w: CheckedContinuation<Int, Never>), stop
          output resume(CheckedContinuation<Int, Never>)
          a : ask(let w) / resume(w)
          a -> b : stop
          \(row)

        """)
    }
    #expect(codes("final state", "") == ["4 W311"])
    #expect(codes("state", "b : ask(let w) / resume(w)") == [])
  }

  /// Through type aliases, in collections and in optionals, whatever else the row uses.
  @Test(arguments: ["[Waiter]", "Waiters", "Waiters?", "[String: Waiter]", "(Waiter, Int)?", "Set<Waiter>"])
  func aTypeThatHoldsOne(_ type: String) {
    let text = """
        typealias Waiter = CheckedContinuation<Int, Never>
        typealias Waiters = [Waiter]
        typealias Loop = [Loop]
        initial state idle
        state busy(waiters: \(type), count: Int, loop: Loop)
        event begin(\(type)), end
        output o(Int), resume(\(type))
        idle -> busy(waiters: w, count: 1, loop: []) : begin(w)
        busy : begin(w) / resume(w)
        busy -> idle : end / o(count)

      """
    #expect(findings(text) == ["11 W311"])
    #expect(findings(text.replacing("o(count)", with: "o(count), resume(waiters)")) == [])
  }

  @Test func theExitOfItsStateMayTakeCareOfIt() {
    let text = Self.caller.replacing(
      "Continuation<Int, Never>)\n  event", with: "Continuation<Int, Never>) { exit / resume(waiter) }\n  event")
    #expect(findings(text + "  asking -> idle : answer, cancel\n") == [])
  }

  @Test func aRowOfACompositeDropsWhatIsWithin() {
    let text = """
        initial state on {
          initial state idle
          state busy(task: Task<Void, Never>)
          idle -> busy : begin
          busy : begin(_) [cond] / { _ = task }
          busy -> idle : end / stop(task)
        }
        state off
        event begin(task: Task<Void, Never>), end, turn
        output stop(Task<Void, Never>)
        let cond: Bool
        on -> off : turn
        off -> on : turn
        off : begin(let task) / stop(task)

      """
    #expect(findings(text) == ["6 W311", "10 W311", "13 W311"])
  }

  @Test func optionalsCollectionsAndAliasesHoldThem() {
    for type in ["Task<Void, Never>?", "[AsyncStream<Int>.Continuation]", "Waiter"] {
      let text = """
          typealias Waiter = CheckedContinuation<Int, Never>
          initial state a
          state b(x: \(type))
          event e(x: \(type)), f
          a -> b : e
          b : e(let y) / { _ = y }
          b -> a : f

        """
      #expect(findings(text) == ["8 W311"], "\(type)")
    }
  }

  @Test func typesOfTheAppAreNone() {
    for type in [
      "Task", "[Task]", "TaskGroup", "Task.Priority", "ContinuationKind", "CheckedContinuation<Int, Never>.Type",
    ] {
      let text = """
          initial state a
          state b(x: \(type))
          event e(x: \(type)), f
          a -> b : e
          b -> a : f

        """
      let expected = type.hasPrefix("Checked") ? ["4 W311", "6 W311"] : []
      #expect(findings(text) == expected, "\(type)")
    }
  }

  @Test func anEventWithOneThatIsIgnoredIsFound() {
    let text = """
        initial state a
        state b
        event e(x: CheckedContinuation<Int, Never>), f
        output o(CheckedContinuation<Int, Never>)
        a : e / o(x)
        a -> b : f
        b -> a : f

      """
    #expect(findings(text) == ["4 W311"])
    #expect(findings("  unhandled trap\n" + text) == [])
    #expect(findings(text.replacing("state b\n", with: "state b { defer e }\n")) == [])
    #expect(findings(text + "  b : e [cond] / o(x)\n  let cond: Bool\n") == ["4 W311"])
    #expect(findings(text + "  b : e [cond] / o(x)\n  b : e [else] / o(x)\n  let cond: Bool\n") == [])
  }

  @Test func everyWayThroughAChoiceCounts() {
    let text = """
        initial state a(x: CheckedContinuation<Int, Never>)
        state b
        choice c
        event e, f
        output o(CheckedContinuation<Int, Never>)
        let cond: Bool
        a -> c : e
        c -> b : [cond] / o(x)
        c -> b : [else]
        b : f

      """
    #expect(findings(text) == ["8 W311"])
    #expect(findings(text.replacing("[else]", with: "[else] / o(x)")) == [])
  }

  // MARK: Nobody waits any more

  /// The rows that forget `w`, and errors, among rows that begin in line 7.
  private func leaving(_ type: String, _ rows: String...) -> [String] {
    findings(
      """
        event e, g, finished, loadFailed
        let c: Bool
        output o(CheckedContinuation<Int, Never>)
        initial state a(w: \(type) = make())
        final state b

      """ + rows.joined(separator: "\n") + "\n"
    ).filter { $0.hasSuffix("W311") || $0.contains("E") }
  }

  @Test func nobodyWaitsWhereRowsBeforeLeaveNil() {
    let type = "CheckedContinuation<Int, Never>?"
    #expect(leaving(type, "a(w: let w?) -> b : e / o(w)", "a -> b : e") == [])
    #expect(leaving(type, "a(w: .some(let w)) -> b : e / o(w)", "a(w: nil) -> b : e") == [])
    #expect(leaving("Optional<CheckedContinuation<Int, Never>>", "a(w: let w?) -> b : e / o(w)", "* -> b : e") == [])
    #expect(leaving(type, "a -> b : e [w != nil] / o(w!)", "a -> b : e [else]") == [])
    #expect(leaving(type, "a -> b : e [w == nil]", "a -> b : e / o(w!)") == [])
    #expect(leaving(type, "choice k", "a -> k : e", "k -> b : [w != nil] / o(w!)", "k -> b : [else]") == [])
    // Values are left over, or another event comes.
    #expect(leaving(type, "a(w: let w?) -> b : e [c] / o(w)", "a -> b : e") == ["8 W311"])
    #expect(leaving(type, "a(w: let w?) -> b : e / o(w)", "a -> b : g") == ["8 W311"])
    #expect(leaving(type, "a -> b : e [c] / o(w!)", "a -> b : e [else]") == ["8 W311"])
    #expect(leaving(type, "choice k", "a -> k : e", "k -> b : [c] / o(w!)", "k -> b : [else]") == ["8 W311"])
    #expect(leaving(type, "a(w: nil) -> b : e", "a -> b : e") == ["8 W311"])
    // What is no optional has somebody always.
    let plain = "CheckedContinuation<Int, Never>"
    #expect(leaving(plain, "a -> b : e [wants(w)] / o(w)", "a -> b : e [else]") == ["8 W311"])
  }

  @Test func whatStatesWithinLeaveIsNil() {
    let text = """
        initial state p {
          initial state a(w: CheckedContinuation<Int, Never>?)
          a(w: let w?) -> q : e / o(w)
        }
        state q
        event e
        output o(CheckedContinuation<Int, Never>)
        p -> q : e
        let c: Bool

      """
    #expect(!findings(text).contains("9 W311"))
    #expect(findings(text.replacing("w?) -> q : e", with: "w?) -> q : e [c]")).contains("9 W311"))
  }

  @Test func nobodyWaitsForAnEventsPayloadThatIsNil() {
    let text = """
        event e(w: CheckedContinuation<Int, Never>?)
        output o(CheckedContinuation<Int, Never>)
        initial state a
        a : e(w: let w?) / o(w)
        a : e

      """
    #expect(findings(text) == [])
    #expect(findings(text.replacing("  a : e(w: let w?) / o(w)\n", with: "")).contains("5 W311"))
  }

  /// A suspended caller waits on; a task whose own event says that it has ended need not be cancelled.
  @Test func aTaskThatSaysThatItHasEndedIsNotForgotten() {
    let task = "Task<Void, Never>"
    for event in ["finished", "loadFailed"] {
      #expect(leaving(task, "a -> b : \(event)") == [])
      #expect(leaving(task, "choice k", "a -> k : \(event)", "k -> b : [c]", "k -> b : [else]") == [])
      #expect(leaving("CheckedContinuation<Int, Never>", "a -> b : \(event)") == ["7 W311"])
      #expect(leaving("(\(task), CheckedContinuation<Int, Never>)", "a -> b : \(event)") == ["7 W311"])
    }
    #expect(leaving(task, "a -> b : e", "a -> b : finished") == ["7 W311"])
    let loading = """
        event loaded, cancelled, paused
        initial state loading(task: Task<Int, Never>)
        state idle
        loading -> idle : loaded
        loading -> idle : paused

      """
    #expect(findings(loading).filter { $0.hasSuffix("W311") } == ["6 W311"])
  }

  // MARK: What is left over

  private static let head = """
    event e(CheckedContinuation<Int, Never>), f
    output o(CheckedContinuation<Int, Never>)
    let c: Bool
    let d: Bool

    """

  @Test func twoGuardsMayLeaveSomethingOver() {
    let text = Self.head + "initial state a\na : e(let x) [c] / o(x)\na : e(let x) [d] / o(x)\na : f [c && d] / {}\n"
    #expect(findings(text) == ["2 W311"])
    #expect(findings(text.replacing("[d]", with: "[else]").replacing("c && d", with: "d")) == [])
  }

  @Test func aRegionWithTheEventAnswersForTheOthers() {
    let text =
      Self.head + """
        region a { initial state a1 ; a1 : e(let x) / o(x) }
        region b { initial state b1 ; b1 : f [c && d] / {} }
        """
    #expect(findings(text) == [])
    // Each of two regions has a state without.
    let holes =
      Self.head + """
        region a { initial state a1 ; state a2 ; a1 -> a2 : f [c && d] ; a2 -> a1 : f ; a1 : e(let x) / o(x) }
        region b { initial state b1 ; state b2 ; b1 -> b2 : f [c] ; b2 -> b1 : f ; b1 : e(let x) / o(x) }
        """
    #expect(findings(holes) == ["2 W311"])
  }

  @Test func aTransitionThroughAChoiceLeavesTheRegionsBesideIt() {
    let text = """
      let c: Bool
      event f, g
      initial state p {
        region a { initial state a1 ; a1 -> k : f }
        region b { initial state b1 ; state b2(t: Task<Void, Never>) ; b1 -> b2(t: Task {}) : g ; b2 : g / { _ = t } }
      }
      state q
      choice k
      k -> p : [c]
      k -> q : [else]
      q -> p : g
      """
    #expect(findings(text) == ["5 W311"])
  }

  /// A choice drops a payload that neither its rows nor the rows to it use. A result is a use.
  @Test func whatAChoiceDropsIsFound() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        typealias Waiter = CheckedContinuation<Int, Never>
        action Act { resume(waiter: Waiter), none }
        initial state a
        state b(waiter: Waiter)
        choice decided, told
        event wait(waiter: Waiter) unhandled trap
        event e(count: Int) -> Act = .none, f(count: Int) -> Act = .none, g -> Waiter? = nil
        a -> b : wait
        b -> decided : e
      //^~~~~~~~~~~~~~~~ W311
        b -> told : f / { print(waiter) }
        b -> a : g / return waiter
        decided -> a : [count > 3] / resume
        decided -> a : [count > 2]
        decided : [else]
        told -> a : [count > 3]
        told : [else]
      }
      """, notesElsewhere: true)
  }

  /// The caller of a method has the continuation, and a result says what to do with it, unless the result is nil.
  @Test func anAnswerLeavesTheContinuationToTheCaller() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        typealias Waiter = CheckedContinuation<Int, Never>
        action Act { resume, none }
        initial state a
        state b(waiter: Waiter)
        event wait(waiter: Waiter) -> Act = .none
        event ask(waiter: Waiter) -> Bool? = nil
        a -> b : wait
        b : wait / resume
        a : ask / return true
        b : ask / return nil
      //^~~~~~~~~~~~~~~~~~~~ W311
      }
      """)
  }
}
