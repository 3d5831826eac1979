import TestSupport
import Testing

/// The functions for a trigger on which several regions may take transitions together have the right text.
@Suite struct StepTests {
  private func lines(_ function: String, _ body: String) throws -> [String] {
    try generatedLines(of: function, "machine M {\n  wrapper none\n\(body)\n}\n")
  }

  private func machine(_ p: String, _ q: String, _ own: String = "") -> String {
    """
    initial state a(k: Int = 0) {
      region p { initial state p1 ; state p2 ; \(p) }
      region q { initial state q1 ; state q2 ; \(q) }
    }
    state z(k: Int)
    event x(size: Int), y
    output o, r(Int)
    let n: Bool
    \(own)
    """
  }

  @Test func whatIsCertainIsNoVariable() throws {
    let text = """
      initial state a {
        region p { initial state p1 ; p1 : x / o }
        region q { initial state q1 ; state q2 ; q1 -> q2 : x ; q2 : x / o }
      }
      event x
      output o
      """
    let lines = try lines("takeXInA", text)
    #expect(!lines.contains { $0.contains("inP") })
    #expect(lines.contains("let inQ: InQ"))
    #expect(lines.contains("emit(.o)"))
  }

  @Test func theOutcomeIsAVariableOnlyWhereItIsNotKnown() throws {
    func last(_ p: String, _ q: String) throws -> String? { try lines("takeXInA", machine(p, q)).last }
    #expect(try last("p1 -> p2 : x", "q1 -> q2 : x") == "return .transitioned")
    #expect(try last("p1 : x / o", "q1 : x / o") == "return .stayed")
    #expect(try last("p1 : x / o", "q1 -> q2 : x") == "return outcome")
  }

  @Test func ofTransitionsThatLeaveTheSameStatesTheFirstCounts() throws {
    let lines = try lines(
      "takeXInA", machine("p1 -> z(k: 1) : x [n] ; p2 -> p1 : x", "q1 -> q2 : x ; q2 -> z(k: 2) : x"))
    #expect(lines.contains("if !hasLeftA {"))
    let first = try #require(lines.firstIndex(of: "if inQ == .q1, inP == .p1 {"))
    #expect(lines[first + 1] == "inQ = nil")
    let second = try #require(lines.firstIndex(of: "if inQ == .q2, inP == .p1 || inP == .p2 {"))
    #expect(lines[second + 1] == "inQ = nil")
  }

  @Test func theCompositeIsBuiltAnewOnlyWhereSomethingChanges() throws {
    func bindings(_ p: String, _ q: String) throws -> String? {
      try lines("takeXInA", machine(p, q)).first { $0.hasPrefix("guard") }
    }
    let suffix = " = self.state else { return nil }"
    #expect(try bindings("p1 : x / o", "q1 : x / o") == "guard case .a(_, let regions)" + suffix)
    #expect(try bindings("p1 -> p2 : x", "q1 : x / o") == "guard case .a(let k, var regions)" + suffix)
    #expect(try bindings("p1 : x / k += 1", "q1 : x / o") == "guard case .a(var k, let regions)" + suffix)
  }

  /// A field that is changed before a trap is no variable: the change is lost, and only the condition reads the field.
  @Test func whatIsChangedBeforeATrapIsNoVariable() throws {
    let lines = try lines(
      "takeXInA", machine("p1 -> p2 : x", "q1 -> q2 : x", "a : x(size) [size > k] / k = size, trap"))
    #expect(lines.contains("guard case .a(let k, var regions) = self.state else { return nil }"))
  }

  @Test func theEventIsTakenApartWhereItsFieldsAreUsed() throws {
    let lines = try lines("takeXInA", machine("p1 -> p2 : x(size) [size > 1]", "q1 -> q2 : x"))
    #expect(lines.contains("guard case .x(let size) = event else { return nil }"))
    let others = try self.lines("takeXInA", machine("p1 -> p2 : x", "q1 -> q2 : x"))
    #expect(!others.contains { $0.contains("event") })
  }

  /// `in(k.q.q1)` names states, and no field of that name.
  @Test func aQuestionForAStateReadsNoField() throws {
    let text = """
      initial state k(k: Int = 0) {
        region p { initial state p1 ; state p2 ; p1 -> p2 : y [in(k.q.q1)] ; p1 : x [k > 0] }
        region q { initial state q1 ; state q2 ; q1 -> q2 : x }
      }
      event x, y
      """
    #expect(try lines("accepts", text).contains("case .k(_, let regions):"))
  }

  @Test func whatIsKeptForLaterIsToldApart() throws {
    let kept = machine("state p3 { defer x } ; p1 -> p3 : y", "q1 -> q2 : x")
    #expect(try lines("takeXInA", kept).contains("rest = .deferred"))
    #expect(try lines("takeXInA", machine("p1 : x", "q1 -> q2 : x")).contains("rest = .ignored"))
  }

  /// A transition changes a copy of the payload that it exits: transitions of other regions see the old payload.
  @Test func aChangeOfWhatIsLeftIsSeenByNobodyElse() throws {
    let lines = try lines("takeXInA", machine("p1 -> z(k: k) : x / k += 1", "q1 : x / r(k)"))
    let copy = try #require(lines.firstIndex(of: "var k = k"))
    #expect(lines[copy + 1] == "k += 1")
    #expect(lines.contains("guard case .a(let k, let regions) = self.state else { return nil }"))
    #expect(lines.contains("emit(.r(k))"))
  }

  /// If the choice has no arrow, the change of the payload counts for all regions.
  @Test func aChangeOfWhatIsNotLeftAfterAllIsSeenByAll() throws {
    let choice = "choice c\nc -> z(k: k) : [n]\nc : [else] / o"
    let lines = try lines("takeXInA", machine("p1 -> c : x / k += 1", "q1 : x / r(k)", choice))
    let copy = try #require(lines.firstIndex(of: "var stateK = k"))
    #expect(lines[copy + 1] == "stateK += 1")
    let stay = try #require(lines.firstIndex(of: "emit(.o)"))
    #expect(lines[stay + 1] == "k = stateK")
  }

  /// The exit after a row's effects sees the changed payload.
  @Test func whatIsLeftAfterEffectsIsStoredBefore() throws {
    let text = """
      initial state a {
        region p {
          initial state p1(k: Int = 0) { exit / left(k) ; initial state i ; choice c }
          state p2
        }
        region q { initial state q1 ; q1 : x / o }
      }
      a.p.p1.i -> a.p.p1.c : x / k += 1
      a.p.p1.c -> a.p.p2 : [n]
      a.p.p1.c -> a.p.p1.i : [else]
      event x
      output o, left(Int)
      let n: Bool
      """
    let lines = try lines("takeXInA", text)
    let exit = try #require(lines.firstIndex(of: "self.exitP1(emit: emit)"))
    #expect(lines[exit - 2..<exit] == ["regions.p = .p1(k: k, .i)", "self.state = .a(regions)"])
  }
}
