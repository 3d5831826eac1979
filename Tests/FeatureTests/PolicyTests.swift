import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineCompiler
@testable import StateMachineDiagrams
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

/// Machines and single events have policies, and rows may throw.
@Suite struct PolicyTests {
  /// No row begins in a final state: where a region has come to its end beside another, the composite state has the row.
  @Test func aRegionAtItsEndAsksForRowsOfTheCompositeState() {
    func text(_ row: String) -> String {
      """
      machine M {
        initial state c {
          region a {
            initial state y
            final state z
            y -> z : go
          }
          region b {
            initial state v
            final state w
            v -> w : go
            v : stop
          }
        }
        final state d
        c -> d : done
        event go, stop
        unhandled error
        \(row)
      }
      """
    }
    func messages(_ row: String) -> [String] {
      Compiler().check(SourceFile(path: "m.sm", text: text(row))).diagnostics.map(\.message)
    }
    #expect(
      messages("") == [
        "under 'unhandled error' every state needs a row for every event, and 1 row is missing: c : stop"
      ])
    #expect(messages("c : go, stop") == [])
  }

  /// If both regions are in final states, the completion event exits the composite state at once. A pseudostate is
  /// never active: no event reaches the composite state through it.
  @Test func noEventFindsAnInitialTransitionActive() {
    let open = """
      unhandled error
      event go
      initial state open {
        region left {
          initial state x { defer go }
          final state leftEnd
        }
        region right {
          state y(count: Int) { defer go }
          final state rightEnd
          initial -> y(count: 3)
        }
      }
      final state over
      """
    #expect(messages(.pairsMissing, open + "\nopen -> over : done").isEmpty)
    #expect(messages(.pairsMissing, open).count == 1)
  }

  /// While a state with regions is active, one of these takes the event.
  @Test func aNestedRegionTakesWhatThoseBesideItLeaveOver() {
    let open = """
      unhandled error
      event go, end
      initial state open {
        region left { initial state x; final state leftEnd; x -> leftEnd : end; x : go }
        region right {
          initial state y {
            region inner { initial state a; a : go }
            region beside { initial state b; b : end }
          }
          final state rightEnd
          y -> rightEnd : end
        }
      }
      final state over
      open : end
      open -> over : done
      """
    #expect(messages(.pairsMissing, open).isEmpty)
    #expect(messages(.pairsMissing, open.replacing("; a : go", with: "; a : end")).count == 1)
  }

  @Test func anEventMayHaveAPolicyOfItsOwn() throws {
    let machine = try SmallMachine(
      """
      unhandled throw
      initial state a
      event x(n: Int) unhandled trap, y unhandled ignore, z
      event u unhandled throw Refused(state, event), v unhandled assert
      a : x, y, z, u, v
      """
    ).machine
    #expect(machine.events.indices.map { machine.policy(of: $0) } == [.trap, .ignore, .throw, .throw, .assert])
    #expect(machine.errorsOfPolicies.map { machine.source.text($0.range) } == ["Refused(state, event)"])
    #expect(machine.throwsUnhandledEvent && !machine.hasOnePolicy)
  }

  @Test func theMachinesPolicyCountsForNobodyWhereAllEventsHaveTheirs() throws {
    let machine = try SmallMachine("unhandled throw; initial state a; event x unhandled trap; a : x").machine
    #expect(!machine.throwsUnhandledEvent && !machine.hasPolicy { $0 == .throw })
  }

  @Test func thePolicyEndsWithTheEvent() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        event x unhandled thrwo, y unhandled ignore(1)
                        //^~~~~ E101 'thrwo' is not declared as a policy: did you mean 'throw'?
                                                 //^ E010
        event w; event z unhandled
                                //^ E010
        a : w
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func anErrorUsesPropertiesAndGuards() {
    expectDiagnostics(
      """
      machine M {
        let limit: Int = 3
        guard isSmall = limit < 3
        unhandled throw Refused(isSmall)
        initial state a
        event x
        a : x
      }
      """)
  }

  @Test func errorOfAnEventAsksForRowsOfThatEvent() {
    expectDiagnostics(
      """
      machine M {
            //^ E203 under 'unhandled error' every state needs a row for 'x', and 1 row is missing: b : x
        initial state a
        state b
        event x unhandled error, y
        a -> b : x
        b -> a : y
      }
      """)
  }

  @Test func allButOneEventNeedRows() {
    #expect(
      messages(
        .pairsMissing, "unhandled error; initial state a; state b; event x, y unhandled ignore, z\na -> b : x\nb : y")
        == [
          "under 'unhandled error' every state needs a row for 'x' and for 'z', and 3 rows are missing: "
            + "a : z, b : x, b : z"
        ])
  }

  @Test func aThrowIsTheLastEffect() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b
        event x
        output o
        a -> b : x / throw Refused(), o
                                    //^ E204 'throw' is the last effect: put this before it
        b -> a : x / o, throw Refused()
      }
      """, notesElsewhere: true)
  }

  @Test func aThrowNeedsAnError() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        event x
        a : x / throw
              //^~~~~ E015 the error to throw is missing
      }
      """, notesElsewhere: true, warnings: false)
  }

  // MARK: Two policies

  private static func twoPolicies(_ lines: String, interface: String = "methods", throws: String = "throws") -> String {
    """
    machine M {
      interface \(interface)
    \(lines)
      initial state a
      state b
      event read \(`throws`), close
      a -> b : read, close
    }
    """
  }

  /// `throw` is for the events that throw, and `trap` for the others, in either order.
  @Test(arguments: [
    "unhandled throw Late(\"\\(event) in \\(state)\")\nunhandled trap \"no \\(event) in \\(state)\"",
    "unhandled trap \"no \\(event) in \\(state)\"\nunhandled throw Late(\"\\(event) in \\(state)\")",
  ])
  func throwsWhereTheEventThrowsAndTrapsElsewhere(lines: String) throws {
    let source = SourceFile(path: "m.sm", text: Self.twoPolicies(lines))
    let result = Compiler().generate(source)
    let text = String(decoding: try #require(result.swift), as: UTF8.self)
    #expect(text.contains(#"      throw Late("read in b")"#))
    #expect(text.contains(#"      preconditionFailure("no close in b")"#))
    let machine = try #require(Compiler().machines(of: source).machines.first)
    #expect(machine.events.indices.map { machine.policy(of: $0) } == [.throw, .trap])
    let table = machine.drawing(format: .table, options: DiagramOptions())
    #expect(table.contains("throws an error.") && table.contains("`close` ends the program there."))
  }

  /// Any other pair is a mistake, and so is each pair of a reducer, whose events all throw.
  @Test(arguments: [
    ("unhandled throw E()\nunhandled throw E()", "methods"), ("unhandled trap\nunhandled trap", "methods"),
    ("unhandled throw E()\nunhandled ignore", "methods"), ("unhandled error\nunhandled trap", "methods"),
    ("unhandled throw E()\nunhandled trap\nunhandled trap", "methods"),
    ("unhandled throw E()\nunhandled trap", "reducer"),
  ])
  func otherPairsAreMistakes(lines: String, interface: String) {
    let text = Self.twoPolicies(lines, interface: interface, throws: interface == "methods" ? "throws" : "")
    let found = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics
    let twice = found.filter { $0.code == .declaredTwice }
    #expect(twice.map(\.message) == ["'unhandled' stands here for the second time: leave one of them out"])
  }

  @Test func actionsDoNotThrow() {
    expectDiagnostics(
      """
      machine M: Sendable {
        initial -> a / throw Refused()
        state a {
          entry / throw Refused()
                //^~~~~ E220 rows throw, as their last effect; actions of states do not: write 'throw' in the row
          exit / throw Refused()
               //^~~~~ E220
          do / throw Refused()
             //^~~~~~~~~~~~~~~ E215
          initial state inner
          final state ended
          inner -> ended : x
        }
        state b
        event x
        a -> b : done / throw Refused()
        b -> a : always / throw Refused()
        b -> a : after 1s / throw Refused()
      }
      """, warnings: false)
  }

  @Test func aSubmachineDoesNotThrow() {
    expectDiagnostics(
      """
      machine Outer {
        initial state a: Inner
                       //^~~~~ E220
      }
      machine Inner {
        initial state p
        event x
        p : x / throw Refused()
      }
      """, warnings: false)
  }

  @Test func throwMayBeAName() throws {
    let machine = try SmallMachine("initial state a; event `throw`; output `throw`; a : `throw` / `throw`").machine
    #expect(machine.errorsOfRows.isEmpty)
  }

  @Test func coverageHasThePolicyOfTheEvent() throws {
    let machine = try SmallMachine(
      """
      initial state a
      state b
      event x unhandled trap, y unhandled throw Refused(), z
      a -> b : x / throw Refused()
      a : y / throw Refused()
      a : z
      """
    ).machine
    let text = Coverage(machine).plainText(title: "M").split(separator: "\n").map {
      $0.split(separator: "  ").map { $0.filter { $0 != " " } }.joined(separator: " ")
    }
    #expect(text[1...2] == ["a →bandthrows staysandthrows ignored", "b trap throw unhandled"])
  }

  @Test(arguments: [
    ("Refused(1)", "Refused"), ("Refused.tooLong", "Refused"), ("My.Failure.stuck(n: 1)", "My.Failure"),
    ("Refused.TooLong", "Refused"), ("My.Failure.Late", "My.Failure"), ("Refused<Int>(1)", nil), ("makeError()", nil),
    ("(Refused(1))", nil),
    ("error", nil), ("Refused(1).reason", nil), ("Refused.make().inner", nil), ("Refused(1) as any Error", nil),
    (".stuck", nil),
  ])
  func theTypeOfAnError(_ text: String, _ expected: String?) {
    let source = SourceFile(path: "m.sm", text: text)
    let type = ThrownErrors.type(in: SourceRange(0, source.bytes.count), source.bytes)
    #expect(type.map(source.text) == expected)
  }

  private func errors(_ body: String) throws -> ThrownErrors {
    ThrownErrors(try SmallMachine(body).machine, isLocated: false)
  }

  @Test func errorsOfOneTypeAreTyped() throws {
    let text = "unhandled throw Refused(state); initial state a; event x; a : x / throw Refused.late"
    #expect(try errors(text).clause == " throws(Refused)")
    #expect(try errors(text.replacing("Refused.late", with: "Other()")).clause == " throws")
    #expect(try errors(text.replacing("Refused(state)", with: "")).clause == " throws")
    #expect(try errors("unhandled throw; initial state a; event x; a : x").clause == " throws(UnhandledEvent)")
    #expect(try errors("initial state a; event x; a : x").clause == "")
  }

  /// A type of the machine is one for its wrapper by the machine's name, unless fewer see it than the machine.
  @Test(arguments: [
    ("swift { enum Oops: Error { case no } }", "Oops.no", " throws(Oops)", true),
    ("swift { private enum Oops: Error { case no } }", "Oops.no", " throws", true),
    ("swift { struct Oops<T>: Error { let t: T } }", "Oops(t: 1)", " throws", true),
    ("typealias Oops = Other<Int>", "Oops()", " throws(Oops)", true), ("", "Oops.no", " throws(Oops)", false),
  ])
  func errorsInBlocksOfSwift(_ declaration: String, _ error: String, _ clause: String, _ isNested: Bool) throws {
    let errors = try errors("\(declaration)\ninitial state a; event x; a : x / throw \(error)")
    #expect(errors.clause == clause)
    #expect(errors.isNested == isNested)
  }

  /// The errors of policies say `event` and mean the parameter: it need not be called otherwise for that.
  @Test(arguments: [
    ("", "func accepts(_ event: Event)"), ("let event: Int = 3", "func accepts(_ event_: Event)"),
    ("output o(Int)", "func accepts(_ event: Event)"),
  ])
  func theEventIsCalledEvent(_ declaration: String, _ expected: String) throws {
    let text = "machine M { unhandled throw Refused(state, event); \(declaration); initial state a; event x; a : x }"
    let result = Compiler().generate(SourceFile(path: "m.sm", text: text))
    #expect(String(decoding: try #require(result.swift), as: UTF8.self).contains(expected))
  }

  @Test func thereIsOnePolicy() {
    expectDiagnostics(
      """
      machine M {
        unhandled assert, trap
      //                  ^~~~ E010 one policy says what becomes of an event: leave out 'trap' or what is before it
        initial state a
        event v unhandled trap ignore
      //                       ^~~~~~ E010
        event w unhandled throw E() ignore
      //                            ^~~~~~ E010 one policy says what becomes of an event: leave out 'ignore' or what is before it
        event x unhandled throw E.bad unhandled ignore
      //                              ^~~~~~~~~ E010
        event y unhandled throws E()
      //                  ^~~~~~ E101 'throws' is not declared as a policy: did you mean 'throw'?
        event z unhandled ignore E()
      //                         ^ E010 'E' stands where the end of the policy should be: an error follows 'throw', and nothing 'ignore'
        event u unhandled throw E.ignore(error) as any Error, t unhandled throw isOdd ? E.trap : E(ignore)
        a : v, w, x, y, z, u, t
      }
      """, warnings: false)
  }
}
