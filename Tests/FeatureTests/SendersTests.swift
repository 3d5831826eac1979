import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

/// The events of `output validate(String) async -> validated, failed` can occur only while the output runs, unless
/// something else sends them, too.
@Suite struct SendersTests {
  private let form = """
    initial state editing(text: String = "")
    state checking(text: String) { do / validate(text) }
    state done
    event edit(text: String), submit, validated, failed
    output validate(String) async -> validated, failed
    editing : edit(text: new) / text = new
    editing -> checking : submit
    checking -> done : validated
    checking -> editing : failed
    """

  @Test func anEventComesWhileItsOutputIsDone() throws {
    let machine = try SmallMachine(form)
    #expect(try machine.reaction(of: "editing", to: "validated") == "cannotCome")
    #expect(try machine.reaction(of: "checking", to: "submit") == "unhandled")
    #expect(try machine.reaction(of: "checking", to: "failed") == "checking -> editing : failed | none")
    #expect(try machine.reaction(of: "done", to: "failed") == "cannotCome")
  }

  @Test func noRowIsWantedWhereAnEventCannotCome() {
    #expect(
      messages(.pairsMissing, "unhandled error\n" + form) == [
        "under 'unhandled error' every state needs a row for every event, and 4 rows are missing: checking : edit, "
          + "checking : submit, done : edit, done : submit"
      ])
  }

  @Test func anEventThatOthersSendTooMayComeAtAnyTime() throws {
    let machine = try SmallMachine(form.replacing("-> validated, failed", with: "-> validated, also failed"))
    #expect(try machine.reaction(of: "editing", to: "validated") == "cannotCome")
    #expect(try machine.reaction(of: "editing", to: "failed") == "unhandled")
    #expect(try machine.reaction(of: "checking", to: "failed") == "checking -> editing : failed | none")
    let output = try #require(machine.machine.outputs.first)
    #expect(MachineText(machine.machine).sent(by: output) == ["validated", "also failed"])
    // A name is a name.
    let other = try SmallMachine(
      "initial state a { do / o }\nevent also, b\noutput o async -> also, also b\na : also\na : b")
    #expect(other.machine.outputs.first?.sent.count == 2 && other.machine.outputs.first?.alsoSent.count == 1)
  }

  /// A result comes while its state is active: a row of another state does not take it.
  @Test func aResultThatOnlyAnotherStateTakesIsNeverUsed() throws {
    let other = form.replacing("checking -> editing : failed", with: "editing : failed / text = \"\"")
    #expect(
      messages(.unused, other) == [
        "'validate' sends 'failed' while 'checking' is active, and no row takes that there: write 'checking : failed', "
          + "or a row of a state around it"
      ])
    #expect(messages(.unused, form).isEmpty)
    #expect(messages(.unused, "unhandled trap\n" + other).isEmpty)
    // It is ignored in so many words.
    let declared = other.replacing(
      "submit, validated, failed\n", with: "submit, validated\nevent failed unhandled ignore\n")
    _ = try generated("machine M {\nwrapper none\n\(declared)\n}")
    #expect(messages(.unused, declared).isEmpty)
  }

  /// A row of a state around it takes it, and one in a region beside it may.
  @Test func aResultMayBeTakenElsewhere() {
    let work = """
      initial state work {
        region a { initial state a1 { do / load } }
        region b { initial state b1 ; state b2 ; b1 -> b2 : x ; b2 -> b1 : loaded }
      }
      event x, loaded
      output load async -> loaded
      """
    #expect(messages(.unused, work).isEmpty)
    let around = work.replacing("b2 -> b1 : loaded", with: "b2 -> b1 : x") + "\nwork : loaded / log\noutput log"
    #expect(messages(.unused, around).isEmpty)
  }

  @Test func theCoverageHasADash() throws {
    let lines = Coverage(try SmallMachine(form).machine).plainText(title: "M").split(separator: "\n")
    #expect(lines[1].hasSuffix("–          –"))
    #expect(lines.last == "4 of 12 pairs of state and event may be unhandled")
  }

  /// A composite that does it is active with every state within, and a region with those beside it.
  @Test func whatIsAroundAndBesideCounts() throws {
    let machine = try SmallMachine(
      """
      initial state idle
      state work {
        do / load
        region a { initial state a1 { do / look } ; state a2 ; a1 -> a2 : x }
        region b { initial state b1 ; b1 : seen }
      }
      event x, loaded, seen
      output load async -> loaded
      output look stream -> seen
      idle -> work : x
      work -> idle : loaded
      """)
    func states(_ event: String) throws -> [String] {
      let event = try machine.event(event)
      let leaves = machine.machine.states.indices.filter { machine.machine.canEndRun(in: $0) }
      return machine.names(leaves.filter { machine.behaviour.canCome(event, in: $0) })
    }
    #expect(try states("loaded") == ["a1", "a2", "b1"])
    #expect(try states("seen") == ["a1", "b1"])
    #expect(try states("x") == ["idle", "a1", "a2", "b1"])
  }

  /// An event can come in any state if an effect begins its output, or if it is raised or deferred.
  @Test(arguments: [
    ("done -> done : submit / validate(\"\")", "an effect begins it"),
    ("done -> done : submit / raise failed", "raised"),
    ("effect again = raise failed\ndone -> done : submit / again", "raised by a named effect"),
    ("state late { entry [1 > 2] / raise failed }; done -> late : edit", "raised by an entry with a guard"),
    ("state late { defer failed }; done -> late : edit", "deferred"),
  ])
  func nothingIsKnownOfWhatAlsoComesOtherwise(_ row: String, _ reason: String) throws {
    let machine = try SmallMachine(form + "\n" + row)
    #expect(try machine.reaction(of: "editing", to: "failed") == "unhandled", "\(reason)")
  }

  /// A row is taken if one of its events arrives.
  @Test(arguments: [
    ("editing : validated", 1), ("editing : validated, failed", 1), ("editing : validated, submit", 0),
    ("editing : submit, validated", 0), ("editing, checking : validated", 0),
  ])
  func aRowIsNeverTakenIfNoneOfItsEventsArrives(_ row: String, _ count: Int) {
    let found = messages(.notSent, form.replacing("editing -> checking : submit", with: "") + "\n" + row)
    #expect(
      found
        == Array(
          repeating:
            "this row is never taken: 'validated' is sent by 'validate' alone, which is not running in 'editing'",
          count: count))
  }

  @Test func aCallerIsNotLostWhereHisEventCannotCome() {
    func text(_ sent: String) -> String {
      """
      initial state idle
      state busy { do / ask }
      event go, asked(CheckedContinuation<Int, Never>)
      output ask stream\(sent)
      output answer(CheckedContinuation<Int, Never>)
      idle -> busy : go
      busy -> idle : asked(caller) / answer(caller)
      """
    }
    #expect(messages(.forgottenPayload, text("")).count == 1)
    #expect(messages(.forgottenPayload, text(" -> asked")) == [])
  }

  @Test func mistakes() {
    expectDiagnostics(
      """
      machine M: Sendable {
        initial state a { do / one }
        state b: Inner
        event x, y
        output one async -> x, z, x
                             //^ E101 'z' is not declared as an event: declare it in the machine
                                //^ E102
        output two -> y
                    //^ E221 'two' is performed at once and sends no event: write 'async' or 'stream' before '->', or leave this out
        output three stream -> b
                             //^ E221 'b' hands events on to a submachine, whose own outputs send some: leave it out
        a -> b : x / two
        a : y / three
      }
      machine Inner: Sendable {
        initial state p
        event e
        p : e
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func theListEndsTheStatement() {
    expectDiagnostics(
      """
      machine M: Sendable {
        initial state a { do / one }
        event x
        output one async -> x, two stream
                                 //^~~~~~ E010
        a : x
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func theWrapperLooksAtWhatComes() throws {
    let text = "machine M: Sendable {\n\(form)\n}\n"
    let swift = String(
      decoding: try #require(Compiler().generate(SourceFile(path: "m.sm", text: text)).swift), as: UTF8.self)
    #expect(swift.contains("Swift.assert(Self.sends(ticket.activity, event), \"M: \\(ticket.activity) does not send"))
    #expect(swift.contains("case .validated, .failed: return true\n        case .edit, .submit: return false"))
  }
}
