import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Mistakes in choices are found. `OracleTests` test what choices do.
@Suite struct ChoiceTests {
  /// A choice with parameters, which the language once had, is one mistake, whatever rows do with the parameters.
  @Test func aChoiceWithParametersIsDropped() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        event e(x: Int?), f
        choice c(n: Int?)
              //^ E024 a choice with parameters is no longer part of the language: leave them out, and declare what its rows need in a block of the rows that lead there, '/ { let name = value }'; labels that all of these have stay in scope
        a -> c(n: x) : e
        c(n: let y?) -> b : [y > 3]
        c -> b : [else]
        b -> a : f
      }
      """, warnings: false)
  }

  /// A row with a mistake in it leads to its choice all the same.
  @Test func aChoiceHasNoPayload() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        event e, f
        choice c
        a -> c(m: 3) : e
        //    ^~~~~~ E206
        c -> b : [else]
        b -> a : f
      }
      """, notesElsewhere: true)
  }

  /// A name that a block of the row declares is no label, and is not carried over.
  @Test func whatABlockOnTheWayDeclaresIsNotCarriedOver() {
    func findings(_ target: String) -> [String] {
      TestSupport.findings(
        """
        interface methods
        initial state s
        state x(k: Int)
        choice c
        event f(n: Int)
        s -> c : f / { let k = n + 1 }
        c -> \(target) : [k > 3]
        c -> s : [else]
        x -> s : f
        """)
    }
    #expect(findings("x") == ["8 E105"])
    #expect(findings("x(k: k)") == [])
  }

  @Test func aChoiceThatIsPrintedOftenIsBetterAState() {
    func machine(_ count: Int, _ head: String = "") -> String {
      let events = (0..<count).map { "e\($0)" }
      return """
        \(head)
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
    #expect(findings(machine(21)) == ["5 N402"])
    #expect(findings(machine(21, "interface methods")) == [])
  }

  @Test func aChoiceIsPassedThrough() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        choice k
        event e, f
        a -> k : e
        k -> a : e [else]
      //         ^ E206 a choice is passed through and waits for no event: leave it out, and write '[guard]' or '[else]'
        k, b -> a : [else]
      //   ^ E206 'b' is no choice as the others of this row are: give it a row of its own, with an event
        b, k -> a : e
      //   ^ E206 'k' is a choice, which the machine is never in: name a state
        k(x) -> a : [else]
      // ^~~ E206 the choice 'k' has no payload: leave this out; labels that all rows to it have stay in scope
        a -> k(x: 1) : f
      //      ^~~~~~ E206 the choice 'k' has no payload: leave this out; labels that all rows to it have stay in scope
        a -> kk : f
      //     ^~ E101
      }
      """)
  }

  @Test func oneStatementMayDeclareSeveral() throws {
    let small = try SmallMachine(
      """
      initial state a
      choice k, l
      event e, f
      a -> k : e
      a -> l : f
      k, l -> a : [else]
      """)
    #expect(small.machine.choices.map { small.machine.source.text($0.name.range) } == ["k", "l"])
  }

  @Test func aChoiceAlwaysLeadsOn() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        choice noElse
      //       ^~~~~~ E207 the choice 'noElse' may lead nowhere: write a row 'noElse -> target : [else]'
        choice twice
        choice late
        event e, f, g
        a -> noElse : e / n += 1
        a -> twice : f
        a -> late : g
        noElse -> a : [n > 1]
        twice -> a : [else]
      //^~~~~~~~~~~~~~~~~~~ note: this row always applies before it
        twice -> a : [else]
      //^~~~~~~~~~~~~~~~~~~ W303 this row never applies: the choice 'twice' has a row before it that always does
        late -> a : [else]
      //^~~~~~~~~~~~~~~~~~ note: this row always applies before it
        late -> a : [n > 2]
      //^~~~~~~~~~~~~~~~~~~ W303 this row never applies: the choice 'late' has a row before it that always does
      }
      """)
  }

  @Test func aChoiceIsReached() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        choice unreached
      //       ^~~~~~~~~ W301 no arrow leads to 'unreached' from the initial state
        event e
        a -> a : e
        unreached -> a : [else]
      }
      """)
  }

  @Test func whatAnUnreachedChoiceLeadsToIsNoFindingOfItsOwn() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        choice first, second
      //       ^~~~~ W301 no arrow leads to 'first' from the initial state
        event e
        a : e
        b : e
        first -> second : [else]
        second -> b     : [else]
      }
      """)
  }

  @Test func choicesDoNotLeadBack() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        choice x
        choice y
        event e
        a -> x : e / n += 1
        x -> y : [n > 1]
        x -> a : [else]
        y -> x : [else]
      //^~~~~~~~~~~~~~~ E208 choices cannot lead back to themselves, as x -> y -> x does: put a state between them
      }
      """)
  }

  @Test func labelsStayInScopeWhereAllWaysInHaveThem() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0)
        state b(n: Int)
        state c
        choice k
        choice l
        event e(x: Int), f, g(x: Int)
        a, b -> k : e
        a -> k : g
        b -> a : f
        k -> b(n: x + n) : [x > n]
        k -> a : [else]
        a -> l : f
        c -> l : e
        l -> b(n: 1) : [x > 1]
      //                ^ E110 'x' is not known in every row into the choice: only labels that all rows to it have are in scope
        l -> b(n: n) : [else]
      //          ^ E110
        b -> c : g
      }
      """, warnings: false)
  }

  @Test func entangledChoicesAreBounded() {
    var source = "machine A {\n  var n: Int = 0\n  initial state a\n  event e\n  a -> c0 : e / n += 1\n"
    for index in 0..<40 {
      source += "  choice c\(index)\n"
      let next = index == 39 ? "a" : "c\(index + 1)"
      source += "  c\(index) -> \(next) : [n > \(index)]\n  c\(index) -> \(next) : [else]\n"
    }
    let result = Compiler().check(SourceFile(path: "a.sm", text: source + "}\n"))
    #expect(result.diagnostics.map(\.code) == [.choiceRow])
  }

  /// A choice may lead to another that exits the composite state: a change is kept if one of the rows keeps the state.
  @Test func whereAllChoicesAfterLeadDecidesWhatCanBeChanged() {
    let text = """
      initial state a(n: Int = 0) {
        initial state b
        state c
        choice k
        choice l
        b -> k : x / n = 1
        k -> l : [n > 1]
        k -> b : [else]
        l -> c : [n > 2]
        l -> d : [else]
        c : x
      }
      state d
      event x
      d -> a : x
      """
    #expect(findings(text) == [])
    let leaving =
      text.replacing("[n > 1]", with: "[m > 1]").replacing("[n > 2]", with: "[m > 2]")
      .replacing("k -> b", with: "k -> d").replacing("l -> c", with: "l -> d")
      + "\nvar m: Int = 0\nd -> a.c : y\nevent y"
    #expect(findings(leaving) == ["7 E111"])
  }

  @Test func aRowThatNeverAppliesLeavesAllToThoseAfterIt() {
    let text = """
      initial state a
      state b
      choice k
      event x
      let n: Int
      a -> k : x
      k -> b : [false]
      k -> b : [n > 1]
      k -> a : [else]
      b : x
      """
    #expect(findings(text) == ["8 W306"])
  }

  @Test func whatABranchGivesAFieldCountsBeforeWhatTheRowDoes() throws {
    let machine = try SmallMachine(
      """
      initial state d
      state a(n: Int) {
        initial state b
        state c
        choice k
        k -> a(n: 2).b : [isSmall]
        k -> c : [else]
      }
      let isSmall: Bool
      event x
      d -> a(n: 1).k : x
      a -> d : x
      """)
    let branches = machine.machine.transitions[try machine.transition("d", "x")].branches
    let given = branches.map { branch in
      branch.arguments.map { argument in
        if case .code(let code) = argument { machine.machine.source.text(code.range) } else { "" }
      }
    }
    #expect(given == [["2"], ["1"]])
  }
}
