import Testing

@testable import StateMachineCodeGeneration

/// A wrapper performs each output in the right manner, and names the tasks of activities.
@Suite struct OutputPerformanceTests {
  private func plan(_ text: String) throws -> WrapperPlan {
    let plan = try PlanWords(text)
    return WrapperPlan(try #require(plan.model.machine.wrappers.first), of: plan.model)
  }

  /// `load by loadOutput until cancelLoad, as b.c`: the property of the closure, what ends the activity, and the states
  /// in whose events those of the output are wrapped.
  private func words(_ performances: [OutputPerformance]) -> [String] {
    func owners(_ owners: [String]) -> String { owners.isEmpty ? "" : ", as " + owners.joined(separator: ".") }
    return performances.map { performance in
      switch performance {
      case .closure(let call):
        let arguments = call.arguments.isEmpty ? "" : "(\(call.arguments.joined(separator: ", ")))"
        let activity = call.cancellation.map { " until \($0)" } ?? ""
        return "\(call.pattern)\(arguments) by \(call.closure.property)\(activity)" + owners(call.owners)
      case .submachine(let pattern, let inner): return "\(pattern) { \(words(inner).joined(separator: "; ")) }"
      case .timers(let timers): return "timers \(timers.alarm)"
      }
    }
  }

  private static let nested = """
    machine A: Sendable {
      wrapper actor
      initial state a { do / timer }
      state b: B
      event e
      output timer async
      a -> b : after 1s
      b -> a : e
    }
    machine B: Sendable {
      initial state c: C
      event f
      output put(Int)
      c -> c : f / put(1)
    }
    machine C: Sendable {
      initial state p { do / load }
      state q
      event g
      output load async, tell(Int)
      p -> q : g / tell(1)
      q -> p : after 2s
    }
    """

  @Test func whatComesFromASubmachineIsWrappedInTheEventsOfItsOwnersOuterOnesFirst() throws {
    #expect(
      words(try plan(Self.nested).performances) == [
        "timer by timerOutput until cancelTimer",
        "b { put(value1) by bPutOutput, as b; c { load by bCLoadOutput until cancelLoad, as b.c; "
          + "tell(value1) by bCTellOutput, as b.c; timers .bCTimer(timer) } }",
        "timers .timer(timer)",
      ])
  }

  @Test func tasksAndTimersOfOneMachineHaveDifferentNames() throws {
    let plan = try plan(Self.nested)
    #expect(plan.activities.flatMap(\.names) == ["timer", "bCLoad"])
    #expect(plan.alarms.map(\.name) == ["timer", "bCTimer"])
    #expect(plan.alarms.map(\.event) == [".elapsed(timer)", ".b(.c(.elapsed(timer)))"])
    #expect(plan.alarm == "Alarm")
  }

  /// An output that is both an activity and an effect has one closure and two tasks, in a submachine, too.
  @Test func oneClosurePerformsWhatStatesDoAndWhatEffectsBegin() throws {
    let body = """
      initial state a { do / load }
      state b
      event e, f
      output load async
      a -> b : e / load
      b -> a : f / cancelLoad
      """
    let own = try plan("machine A: Sendable {\nwrapper actor\n\(body)\n}")
    let expected = "load by loadOutput until cancelLoad; doLoad by loadOutput until cancelDoLoad"
    #expect(words(own.performances).joined(separator: "; ") == expected)
    #expect(own.activities.flatMap(\.names) == ["load", "doLoad"])
    let owner = try plan(
      """
      machine A: Sendable {
      wrapper actor
      initial state x: B
      event g
      x -> x : g
      }
      machine B: Sendable {
      wrapper none
      \(body)
      }
      """)
    #expect(
      words(owner.performances) == [
        "x { load by xLoadOutput until cancelLoad, as x; doLoad by xLoadOutput until cancelDoLoad, as x }"
      ])
  }

  /// A wrapper uses only those parts of the support that its machine needs.
  @Test func aWrapperNeedsWhatItsMachineDoes() throws {
    func parts(_ body: String) throws -> WrapperSupport { try plan("machine A: Sendable {\n\(body)\n}").supportParts }
    let row = "initial state a\nevent e\na -> a : e"
    #expect(try parts("wrapper class\n\(row)") == .events)
    #expect(try parts("wrapper actor\n\(row)") == [.events, .readers])
    #expect(try parts("wrapper actor\n\(row) / o\noutput o async") == [.events, .outputs, .readers, .tasks])
    let stream: WrapperSupport = [.events, .outputs, .readers, .tasks, .streams]
    #expect(try parts("wrapper actor\n\(row) / o\noutput o stream") == stream)
    #expect(try parts("wrapper actor\n\(row)\na -> a : after 1s") == [.events, .outputs, .readers, .timers])
  }
}
