import Testing

@testable import StateMachineCompiler

/// What the checks say of machines that are correct, and probably not meant.
@Suite struct FindingsTests {
  /// The findings as `line code`.
  private func findings(_ text: String, head: String = "machine M {") -> [String] {
    let source = SourceFile(path: "m.sm", text: head + "\n" + text + "}\n")
    let lines = LineTable(source.bytes)
    return Compiler().check(source).diagnostics.map {
      "\(lines.position(of: $0.range.lowerBound).line) \($0.code.rawValue)"
    }
  }

  // MARK: Tasks and continuations

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

  // MARK: The end

  @Test func aCompositeEndsThroughItsFinalStates() {
    let text = """
        initial state work {
          initial state first
          state second
          final state finished
          first -> finished : e
          second -> second : e
          first -> second : f
        }
        final state end
        event e, f
        work -> end : done

      """
    #expect(findings(text) == ["4 W312"])
    #expect(findings(text + "  work -> end : f\n").contains("4 W312") == false)
  }

  @Test func historiesRegionsAndTimersLeadOn() {
    let text = """
        initial state on {
          region a { initial state a1 ; state a2 ; a1 -> a2 : e ; a2 -> a1 : e }
          region b { initial state b1 ; state b2 ; b1 -> b2 : f ; b2 -> end : f }
        }
        state pause
        final state end
        event e, f, g
        on -> pause : g
        pause -> on.deepHistory : after 5s

      """
    #expect(findings(text, head: "machine M: Sendable {") == [])
  }

  @Test func whatLeadsToADeadEndFollowsFromIt() {
    let text = """
        initial state a
        state b, c
        final state d
        event e, f
        a -> b : e
        a -> d : f
        b -> c : e

      """
    #expect(findings(text) == ["3 W302"])
  }

  @Test func machinesWithoutEndHaveNoSuchFinding() {
    #expect(findings("  initial state a\n  state b\n  event e\n  a -> b : e\n  b : e\n") == [])
  }

  // MARK: Guards

  @Test func aGuardThatIsRepeatedIsFound() {
    let text = "  initial state a(x: Int = 0)\n  event e(n: Int), f\n  a : f\n"
    #expect(findings(text + "  a : e [x > 1 && n<2]\n  a -> a(x: 1) : e [ x > 1 && n < 2 ]\n") == ["6 W303"])
    #expect(findings(text + "  a : e [x > 1]\n  a -> a(x: 1) : e [x > 2]\n") == [])
    // The same text of another field.
    #expect(findings(text + "  a : e(n: let y) [y > 1]\n  a(x: let y) : e [y > 1] / {}\n") == [])
    #expect(findings(text + "  a : e(n: 1)\n  a -> a(x: 2) : e(n: 1)\n") == ["6 W303"])
  }

  @Test func aGuardMayBeRepeatedWhereTheRowStillApplies() {
    let text = """
        initial state a, b
        event e
        let g: Bool
        a -> b : e [g]
        a, b -> a : e [g]

      """.replacing("initial state a, b", with: "initial state a\n  state b")
    #expect(findings(text) == [])
  }

  // MARK: Silencing

  @Test func aCommentSilencesItsLineOrTheNext() {
    let text = "  initial state a\n  event e\n  a : e\n"
    #expect(findings(text + "  event f\n") == ["5 W305"])
    #expect(findings(text + "  event f // sm-gen: ignore W305: soon\n") == [])
    #expect(findings(text + "  // sm-gen: ignore W305: soon\n  // And more of it.\n\n  event f\n") == [])
    #expect(findings(text + "  // sm-gen: ignore W305: soon\n  event f // sm-gen: ignore W305: soon\n") == [])
    #expect(findings(text + "  // sm-gen: ignore W301, W305: soon\n  event f\n") == ["5 W314"])
    #expect(findings(text + "  event f // sm-gen: ignore W305\n") == ["5 W305", "5 W314"])
    #expect(findings(text + "  event f // sm-gen: ignore: soon\n") == ["5 W305", "5 W314"])
    #expect(findings(text + "  event f // sm-gen: ignore E101: soon\n") == ["5 W305", "5 W314"])
    #expect(findings(text + "  output o(\"sm-gen: ignore\")\n").contains { $0.hasSuffix("W314") } == false)
  }

  @Test func nothingIsCalledIdleWhileThereAreErrors() {
    #expect(findings("  initial state a\n  event e // sm-gen: ignore W305: soon\n  a -> b : e\n") == ["4 E101"])
  }

  @Test func strictMakesNoErrorOfWhatIsSilenced() {
    var compiler = Compiler()
    compiler.options.isStrict = true
    let text = "machine M {\n  initial state a\n  event e, f // sm-gen: ignore W305: soon\n  a : e\n}\n"
    #expect(!compiler.check(SourceFile(path: "m.sm", text: text)).hasErrors)
  }
}
