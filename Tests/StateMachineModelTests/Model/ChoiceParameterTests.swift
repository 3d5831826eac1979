import TestSupport
import Testing

@testable import StateMachineModel

/// Choices with parameters: a function for each state from which arrows lead there.
@Suite struct ChoiceParameterTests {
  @Test func anElseBehindPatternsThatMatchEverythingNeverApplies() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b
        choice c(k: Int?), d(k: Bool)
        output p(Int)
        event e, f(Bool)
        a -> c(k: 3) : e
        c(k: nil) -> a    : [else]
        c(k: let x?) -> b : [else] / p(x)
        c -> b            : [else]
      //^~~~~~~~~~~~~~~~~~~~~~~~~~ W303 this row never applies: the patterns of the rows of 'c' before it leave nothing over
        b -> d : f(k)
        d(k: true) -> a   : [else]
        d(k: false) -> b  : [1 < 2]
        d -> a            : [else]
      }
      """.replacing("f(Bool)", with: "f(k: Bool)").replacing(": f(k)", with: ": f"))
  }

  private static let machine = """
    machine A {
      wrapper none
      output told(Int)
      initial state idle(list: [Int] = [])
      state busy(list: [Int], seen: Int = 0)
      state finished(x: Int)
      choice answered(action: Int?)
      event begin, read(Int), poke
      idle -> busy : begin
      busy -> answered(action: x > 3 ? x : nil) : read(x) / { list.append(x) }
      busy -> answered(action: nil) : poke
      idle : read, poke
      busy : begin
      answered(let y?) -> finished(x: y) : [y > 90] / told(y)
      answered(action: nil) -> idle : [seen > 10]
      answered : [else] / seen += 1
      finished : begin, read, poke
    }
    """

  @Test func eachStateHasAFunction() throws {
    let text = try generated(Self.machine)
    #expect(text.contains("return self.chooseAnswered(x > 3 ? x : nil, list, seen, emit: emit)"))
    #expect(text.contains("return self.chooseAnswered(nil, list, seen, emit: emit)"))
    let parameters = "_ action: Int?, _ list: [Int], _ seen: Int, emit: (Output) -> Void"
    #expect(text.ranges(of: "private mutating func chooseAnswered(").count == 1)
    #expect(text.contains("chooseAnswered(\(parameters)) -> Outcome {"))
    let first = "    if let y = action, y > 90 {\n      emit(.told(y))\n      self.state = .finished(x: y)\n"
    #expect(text.contains(first))
    #expect(text.contains("    if action == nil, seen > 10 {\n      self.state = .idle(list: list)\n"))
    #expect(text.contains("    self.state = .busy(list: list, seen: seen + 1)\n    return .stayed\n"))
  }

  @Test func parametersAreGivenAsFieldsAre() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0)
        state b
        choice k(n: Int)
        choice l(x: Int, y: Int = 3)
        event e(x: Int), f, g
        a -> k : f
        a -> l : e
        b -> k : f
      //     ^ E105 'k' needs 'n: Int', which neither the event 'f' nor the state 'b' has: write 'k(n: …)'
        b -> l(z: 1) : g
      //       ^ E107
        k(n: n) -> b : [n > 1]
        k -> a(n: 0) : [else]
        l(x: x, y: 0...3) -> b : [x > 1]
        l -> a : [else]
        b : e
        a : g
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func labelsOfEventsAreNotSeen() {
    let text = """
      initial state a
      state b
      choice k(n: Int)
      event e(x: Int), f
      a -> k(n: x) : e
      a -> k(n: 0) : f
      k -> b : [x > 1]
      k -> a : [else]
      b -> a : e, f
      """
    #expect(findings(text) == ["8 E237"])
    #expect(findings(text.replacing("[x > 1]", with: "[n > 1]")) == [])
  }

  @Test func patternsNeedAnElse() {
    let text = """
      initial state a
      state b
      choice k(n: Int?)
      event e(x: Int?)
      a, b -> k(n: x) : e
      k(nil) -> b : [n == nil]
      k(let y?) -> a : [y > 1]
      k : [else]
      """
    #expect(findings(text) == [])
    #expect(findings(text.replacing("\nk : [else]", with: "")).contains("4 E207"))
  }

  @Test func whatStaysHasDoneNothing() {
    let text = """
      initial state a { exit / o }
      state b
      choice k(n: Int)
      output o
      event e(x: Int)
      a, b -> k(n: x) : e
      k -> b : [n > 1]
      k : [else]
      """
    #expect(findings(text) == ["9 E236"])
  }

  @Test func aChoiceThatIsPrintedOftenIsBetterWithParameters() {
    func machine(_ count: Int) -> String {
      let events = (0..<count).map { "e\($0)" }
      return """
        initial state a
        state b
        choice k
        var n: Int = 0
        event \(events.joined(separator: ", "))
        \(events.map { "a -> k : \($0) / n += 1" }.joined(separator: "\n"))
        b -> a : \(events.joined(separator: ", "))
        k -> b : [n > 3]
        k : [else]
        """
    }
    #expect(findings(machine(20)) == [])
    #expect(findings(machine(21)) == ["4 N402"])
  }
}
