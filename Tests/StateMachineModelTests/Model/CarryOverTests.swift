import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A field of an entered state has the right value if the row gives none.
@Suite struct CarryOverTests {
  /// Returns the value of each field from the domain to the target, outer fields first.
  private func arguments(_ machine: SmallMachine, _ source: String, _ event: String) throws -> [String] {
    machine.machine.transitions[try machine.transition(source, event)].arguments.map { argument in
      switch argument {
      case .code(let code): machine.machine.source.text(code.range)
      case .local(let name): "as \(machine.machine.source.text(name.range))"
      case .bound(let name): "bound as \(machine.machine.source.text(name.range))"
      case .defaultValue: "default"
      case .stays: "stays"
      case .restored: "restored"
      case .submachine: "submachine"
      case .same(let place): "same as \(place)"
      }
    }
  }

  /// The places of the fields of the source's path that a transition uses.
  private func used(_ machine: SmallMachine, _ source: String, _ event: String) throws -> [Int32] {
    machine.machine.transitions[try machine.transition(source, event)].locals.map(\.field)
  }

  // MARK: What patterns bind

  /// Returns the value of the target's only field `c`, if `a` has a field `c` and the row has a pattern.
  private func given(_ type: String, _ pattern: String, _ targetType: String, _ aliases: String = "") throws -> [String]
  {
    let machine = try SmallMachine(
      """
      \(aliases)
      initial state a(c: \(type))
      final state b(c: \(targetType))
      event x
      a(\(pattern)) -> b : x
      """)
    return try arguments(machine, "a", "x")
  }

  @Test(arguments: [
    ("Int?", "c: let c?", "Int"), ("Int?", "c: .some(let c)", "Int"), ("Int?", "c: let .some(c)", "Int"),
    ("Optional<Int>", "c: let c?", "Int"), ("[Int]?", "c: let c?", "[ Int ]"), ("(any P)?", "c: let c?", "any P"),
    ("(@Sendable (Int) -> Void)?", "c: let c?", "@Sendable (Int) -> Void"), ("Int??", "c: let c??", "Int"),
    ("Int??", "c: let c?", "Int?"), ("(Int, String)", "c: (_, let c)", "String"),
    ("(Int, last: String)?", "c: (_, let c)?", "String"), ("Int?", "c: let `c`?", "Int"), ("Int?", "c: let c?", "Int?"),
    ("Wait?", "let c?", "Wait"), ("Maybe", "c: let c?", "Int"), ("Result<Int, E>", "c: .success(let c)", "Int"),
    ("Swift.Result<[Int: E], any Error>", "c: .failure(let c)", "any Error"),
    ("Result<Int?, E>?", "c: .success(let c?)?", "Int"),
  ])
  func whatAPatternBindsHasTheTypeOfThePart(_ type: String, _ pattern: String, _ targetType: String) throws {
    let aliases = "typealias Wait = Waiter<Int>\ntypealias Maybe = Int?"
    #expect(try given(type, pattern, targetType, aliases).first?.hasPrefix("bound as ") == true)
  }

  @Test func aFieldWhosePatternBindsNothingKeepsItsName() throws {
    #expect(try given("Int?", "c: nil", "Int?") == ["as c"])
    #expect(try given("Int?", "c: .some", "Int?") == ["as c"])
    let assigned = try SmallMachine(
      "initial state a(c: Int?)\nevent x(new: Int)\na(c: nil) : x / c = new\na(c: .some) : x(let y) / c = y")
    #expect(assigned.machine.rows.allSatisfy { if case .assignField? = $0.effects.first { true } else { false } })
  }

  @Test func finalStatesGiveWhatTheyHold() throws {
    let machine = try SmallMachine(
      """
      initial state a { initial state b ; final state won(Int, by: String?) ; final state lost ; b -> a.won(1, by: nil) : x }
      event x
      state c(score: Int, by: String?)
      state d(by: String)
      a -> c : done(.won(let score, let by))
      a -> d(by: "") : done
      c, d -> a : x
      """)
    let group = try #require(machine.behaviour.group(of: machine.state("a"), on: .done))
    let first = try #require(machine.behaviour.all(group).first)
    let names = machine.machine.transitions[first].arguments.map { if case .bound = $0 { true } else { false } }
    #expect(names == [true, true])
  }

  @Test func anotherTypeIsAMistakeThatNamesTheTypeOfThePart() {
    expectDiagnostics(
      """
      machine M {
        initial state a(c: Int?)
      //                   ^~~ note: 'c' is 'Int' here
        final state b(c: String)
        event x
        a(c: let c?) -> b : x
      //                ^ E109
      }
      """, notesElsewhere: true)
  }

  @Test func rowsOfSeveralStatesAgreeOnTheTypeOfThePart() throws {
    _ = try SmallMachine(
      "initial state a(c: Int?)\nstate b(c: Int)\nevent x\noutput o(Int)\na(c: let c?), b -> b : x / o(c)")
  }

  private static let nested = """
    state outer(n: Int = 1) {
      initial state middle(n: Int = 2) { initial state inner(n: Int) }
    }
    initial state a
    state b(n: Int)
    event x, y, z(n: Int)

    """

  @Test func theNearestCompositeAroundTheTargetIsAsked() throws {
    let machine = try SmallMachine(Self.nested + "a -> outer : x\na -> outer(n: 7) : y\nouter, b -> a : x")
    #expect(try arguments(machine, "a", "x") == ["default", "same as 0", "same as 1"])
    #expect(try arguments(machine, "a", "y") == ["7", "same as 0", "same as 1"])
  }

  @Test func ofTheStatesThatAreLeftTheInnermostCounts() throws {
    let rows = "outer.middle.inner -> b : x\nouter.middle -> b : y\na, b -> outer : x"
    let machine = try SmallMachine(Self.nested.replacing(", z(n: Int)", with: "") + rows)
    #expect(try used(machine, "inner", "x") == [2])
    #expect(try used(machine, "middle", "y") == [1])
  }

  @Test func ofTheCompositesAroundTheSourceTheNearestCounts() throws {
    let text = """
      initial state outer(n: Int = 1) {
        initial state middle(n: Int = 2) { initial state inner }
      }
      state b(n: Int)
      event x
      outer.middle.inner -> b : x
      b -> outer : x
      """
    let machine = try SmallMachine(text)
    #expect(try arguments(machine, "inner", "x") == ["as n"])
    #expect(try used(machine, "inner", "x") == [1])
  }

  @Test func aCompositeThatIsEnteredAgainIsGivenItsFieldsAnew() throws {
    let text = """
      initial state a(n: Int = 1) { initial state b(m: Int = 2) ; state c(m: Int) }
      event x, y
      a.b -> a : x
      a.b -> a.c : y
      """
    let machine = try SmallMachine(text)
    #expect(try arguments(machine, "b", "x") == ["as n", "as m"])
    #expect(try arguments(machine, "b", "y") == ["stays", "as m"])
  }

  @Test func theEventAndTheSourceComeBeforeWhatIsAround() throws {
    let machine = try SmallMachine(Self.nested + "a -> outer : z\nb -> outer : x\nouter -> b : x")
    #expect(try arguments(machine, "a", "z") == ["as n", "as n", "as n"])
    #expect(try arguments(machine, "b", "x") == ["as n", "as n", "as n"])
  }

  /// A state that may begin anew in a history gets no arguments, and so needs defaults.
  @Test func whatBeginsAnewNeedsDefaults() {
    expectDiagnostics(
      """
      machine M {
        initial state off
        state on {
          initial state a
          state b { initial state c(k: Int) ; final state d ; c -> d : go }
          a -> b.c(k: 2) : go
        }
        event go, stop
        on -> off : stop
        off -> on.deepHistory : go
      //          ^~~~~~~~~~~ E105 'c' needs 'k: Int', which neither the event 'go' nor the state 'off' has: give it a default, as 'c' may begin anew where a history leads back
      }
      """, notesElsewhere: true)
  }

  /// A name that a pattern binds in a submachine's final state has the type that the submachine declares.
  @Test func aFinalStateOfASubmachineSuppliesItsPayload() throws {
    let text = """
      machine Inner {
        initial state a
        final state z(r: String, n: Int)
        final state y(t: [ Swift.Int ])
        event end(r: String)
        a -> z(n: 3) : end
        a -> y(t: []) : end [r.isEmpty]
      }
      machine Outer {
        initial state work: Inner
        state got(r: String = "", n: Int?)
        final state counted(t: [Swift.Int])
        event go
        work -> got : done(.z(let r, let n))
        work -> counted : done(.y(let t))
        got -> counted(t: [1]) : go
      }
      """
    expectDiagnostics(text, warnings: false)
    let (machines, _) = Compiler().machines(of: SourceFile(path: "test.sm", text: text))
    let machine = try #require(machines.last)
    let arguments = machine.transitions.filter { $0.trigger == .done }.flatMap(\.arguments).map { argument in
      if case .bound(let name) = argument { machine.names.text(name.id) } else { "?" }
    }
    #expect(arguments == ["r", "n", "t"])
    expectDiagnostics(
      text.replacing("got(r: String", with: "got(r: Int").replacing("= \"\"", with: "= 0").replacing(
        "done(.z(let r, let n))",
        with:
          "done(.z(let r, let n))\n//        ^~~ E109 'r' is 'Int' in 'got' and 'String' where it would carry over from: write 'got(r: …)'"
      ), notesElsewhere: true, warnings: false)
  }

  /// A type that one of the two machines has a name of its own for may mean something else in the other.
  @Test func whatHasAnUnknownTypeIsNotLost() {
    expectDiagnostics(
      """
      machine Inner {
        typealias Text = String
        initial state a
        final state z(r: Text)
        event end(r: Text)
        a -> z : end
      }
      machine Outer {
        initial state work: Inner
        state got(r: String = "")
        state told(r: String)
        final state end(r: String)
        event go
        work -> got : done(.z(let r)) [r.isEmpty]
      //        ^~~ E105 the row binds 'r' to a value whose type is not known here, so it does not carry over: write \
      'got(r: r)'
        work -> told(r: r) : done(.z(let r))
        told, got -> end : go
      }
      """)
  }
}
