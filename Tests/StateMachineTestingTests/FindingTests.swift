import Testing

@testable import StateMachineTesting

/// Exploring has the findings that need no statement, as the page on testing lists them.
@Suite struct FindingTests {
  private func findings(_ model: some Model) -> [Finding] {
    let explorer = Explorer(model, Bounds())
    explorer.run()
    return explorer.report.findings
  }

  // MARK: What is tried

  private func number(_ tries: [ModelTry], permits: @escaping (Int) -> Bool = { _ in true }) -> Tried {
    Tried(tries: tries, permitsStep: permits)
  }

  /// A number below 3 with statements about its steps.
  private struct Tried: Model {
    var starts = [ModelStart(0, swift: "var number = 0")]
    var events: [Int] { Array(tries.indices) }
    var tries: [ModelTry]
    var payloads: [ModelPayload] = []
    let rows: [ModelRow] = []
    let states = [ModelState("any", Place("Number.sm", 1, 1))]
    let triedStatements = [
      ModelStatement("try add [n > 9]", Place("Number.sm", 7, 3), documentation: "Nobody has so many.")
    ]
    var permitsStep: (Int) -> Bool
    var stop: (Int) -> Trace.Stop? = { _ in nil }

    func permits(_ step: Int, in number: Int) -> Bool { permitsStep(step) }
    func take(_ step: Int, in number: inout Int, _ telling: inout Void, _ trace: Trace, emit: (Never) -> Void) -> Bool {
      if let stop = stop(step) { trace.tell(stop) }
      if trace.isStopped { return false }
      number = (number + 1) % 3
      return true
    }
    func feed(_ number: Int, to hasher: inout Hasher) { hasher.combine(number) }
    func isFinal(_ number: Int) -> Bool { false }
    func forEachState(of number: Int, _ body: (Int) -> Void) { body(0) }
  }

  @Test func aTryThatNeverComes() {
    let tries = [
      ModelTry(swift: "number.add(1)"), ModelTry(swift: "number.add(2)", statement: 0, isGuarded: true),
    ]
    let found = findings(number(tries) { $0 == 0 })
    #expect(
      found.map(\.description) == [
        "Number.sm:7:3: 'try add [n > 9]' never comes, as its guard never holds: Nobody has so many."
      ])
    #expect(findings(number(tries)).isEmpty)
    // A trap that the file declares says that it does not come.
    var forbidding = number([tries[0], ModelTry(swift: "number.add(2)", statement: 0)])
    forbidding.stop = { step in step == 1 ? .stopByPolicy : nil }
    #expect(findings(forbidding).map(\.text) == ["'try add [n > 9]' never comes: Nobody has so many."])
  }

  @Test func anEventWithoutValues() {
    var model = number([ModelTry(swift: "number.add(1)", statement: 0)])
    var payload = ModelPayload("send", Place("Number.sm", 9, 9))
    payload.note("value", [Trial<Any>]())
    model.payloads = [payload]
    #expect(
      findings(model).map(\.text) == [
        "'send' is not tried, as no values of 'value' are known: write some after 'try send(value: …)', or let the type "
          + "conform to 'Tried'"
      ])
    #expect(findings(model).first?.place?.line == 9)
  }

  @Test func noStart() {
    var model = number([ModelTry(swift: "number.add(1)", statement: 0)])
    model.starts = []
    #expect(findings(model).map(\.text).first?.hasPrefix("the machine has no start") == true)
    #expect(findings(model).count == 1)
  }

  /// If exploring does not end, the advice names the field with most values.
  @Test func whatGrows() {
    struct Machine {
      enum State { case playing(position: Int, list: [Int]) }
      var isLoud: Bool
      var state: State
    }
    let machines = (0..<20).map { Machine(isLoud: $0 % 2 == 0, state: .playing(position: $0, list: [1])) }
    func advice(_ machines: [Machine], in states: [Int] = [0]) -> String? {
      Growth(machines.map { ($0, states) }).advice { ["playing", "paused"][$0] }
    }
    #expect(advice(machines) == "within playing [position < 3]")
    #expect(advice(machines, in: [1, 0]) == "within playing, paused [position < 3]")
    let lists = (0..<20).map { Machine(isLoud: true, state: .playing(position: 1, list: Array(0..<$0))) }
    #expect(advice(lists) == "within playing [list.count < 3]")
    let negative = (0..<20).map { Machine(isLoud: true, state: .playing(position: -$0, list: [])) }
    #expect(advice(negative) == "within playing [abs(position) < 3]")
    #expect(advice(machines.prefix(5).map { $0 }) == nil)
  }

  // MARK: Continuations

  private typealias Caller = CheckedContinuation<Int, any Error>

  /// Callers that wait for a reply, with a planted mistake.
  private struct Desk: Model {
    enum Mistake { case none, forgets, answersTwice, keepsAnswered }

    var mistake = Mistake.none
    let starts: [ModelStart<[Caller]>] = [.init([], swift: "var desk = Desk()")]
    let callers: [Caller] = [continuation(1), continuation(2)]
    var events: [Int] { [0, 1, 2] }
    let tries = ["ask(continuation(1))", "ask(continuation(2))", "answer()"].map { ModelTry(swift: "desk." + $0) }
    let rows: [ModelRow] = []
    let states = [ModelState("open", Place("Desk.sm", 1, 1))]

    func waiters(ofStep step: Int) -> [Waiter] { step < 2 ? StateMachineTesting.waiters(in: callers[step]) : [] }
    func take(_ step: Int, in waiting: inout [Caller], _ telling: inout Void, _ trace: Trace, emit: ([Caller]) -> Void)
      -> Bool
    {
      if step < 2 {
        if mistake == .forgets, !waiting.isEmpty { return false }
        waiting.append(callers[step])
        return true
      }
      emit(waiting)
      if mistake == .answersTwice { emit(waiting) }
      if mistake != .keepsAnswered { waiting = [] }
      return true
    }
    func feed(_ waiting: [Caller], to hasher: inout Hasher) { StateMachineTesting.feed(waiting, to: &hasher) }
    func isFinal(_ waiting: [Caller]) -> Bool { false }
    func forEachState(of waiting: [Caller], _ body: (Int) -> Void) { body(0) }
  }

  @Test func eachCallerIsAnsweredOnce() {
    let explorer = Explorer(Desk(), Bounds())
    explorer.run()
    #expect(explorer.report.findings.isEmpty)
    // Nobody, one of two, and both in two orders.
    #expect(explorer.report.configurations == 5)
  }

  @Test func aCallerIsForgotten() {
    #expect(
      findings(Desk(mistake: .forgets)).map(\.description) == [
        """
        Desk.sm:1:1: a continuation is lost: neither the state nor an output has it
            var desk = Desk()          // []
            desk.ask(continuation(1))  // [continuation(1)]
            desk.ask(continuation(2))  // [continuation(1)]
            // Desk.html#Desk;ask(%60continuation(1)%60);ask(%60continuation(2)%60)
        """
      ])
  }

  @Test func aCallerIsAnsweredTwice() {
    let twice = findings(Desk(mistake: .answersTwice))
    #expect(twice.map(\.text) == ["a continuation is resumed twice"])
    #expect(twice.first?.path == ["var desk = Desk()", "desk.ask(continuation(1))", "desk.answer()"])
    let kept = findings(Desk(mistake: .keepsAnswered))
    #expect(kept.map(\.text) == ["a continuation is resumed, or kept, more than once"])
  }

  @Test func aContinuationHasOneIdentityForItsNumber() {
    let (one, same, other): (Caller, Caller, Caller) = (continuation(1), continuation(1), continuation(2))
    #expect(waiters(in: [one]) == waiters(in: same) && waiters(in: one) != waiters(in: other))
    #expect(waiters(in: ["a": (1, [one, other])]).count == 2)
  }
}
