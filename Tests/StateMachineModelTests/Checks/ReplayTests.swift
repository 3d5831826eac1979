import TestSupport
import Testing

@testable import StateMachineModel

/// Swift that a journal cannot replay is a finding.
@Suite struct ReplayTests {
  @Test func valuesThatAreOthersEachTime() {
    expectDiagnostics(
      """
      machine M: Codable {
        var started: Date = Date()
        var items: [Int] = [1]
        initial state a(at: Date = Date.now, n: Int = 0)
        state b(at: Date)
        state c(since: Date = .now)
                            //^~~~ N404 '.now' is another value when the machine is replayed: hand it in with the event
        event e, g, h
        output log(at: Date), show(_ text: String), pick(Int)
        guard isLate = started < Date()
                               //^~~~~~ N404 'Date()' is another value when the machine is replayed: hand it in with the event
        effect note = log(at: Date())
                            //^~~~~~ N404
        event i
        a    : i / started = Foundation.Date.init()
                                      //^~~~~~~~~~~ N404
        a -> b(at: Date(timeIntervalSinceNow: 5)) : e [isLate]
                 //^~~~~~~~~~~~~~~~~~~~~~~~~~~~~ N404
        a -> b(at: ContinuousClock.now)  : g [items.randomElement() == 3] / note
                 //^~~~~~~~~~~~~~~~~~~ N404
                                                  //^~~~~~~~~~~~~~~ N404
        a -> c     : h / pick(Int.random(in: 1...6))
                            //^~~~~~~~~~ N404
        b -> a(n: .random(in: 0..<9)) : h / note, { items.shuffle(); if Bool.random() { items = items.shuffled() } }
                //^~~~~~~ N404
                                                        //^~~~~~~~~ N404
                                                                      //^~~~~~~~~~~~~ N404
                                                                                                    //^~~~~~~~~~ N404
        b    : g / show("at \\(UUID()) \\(Date.now)")
                            //^~~~~~ N404
                                      //^~~~~~~~ N404
        b    : i
        choice which
        b -> which : e / { let when = Date() }
                                    //^~~~~~ N404
        which -> b(at: when) : [when < started]
        which -> c(since: UUID().date) : [else]
                        //^~~~~~ N404
        c -> a(at: true ? .now : ContinuousClock().now) : h
                        //^~~~ N404
                               //^~~~~~~~~~~~~~~~~~~~~ N404
      }
      """, notesElsewhere: true)
  }

  private static let rows = """
    event e(at: Date, clock: Clock), f
    output log(at: Date), o(String), p(Int)
    var dice: Dice = Dice()
    swift { func later() -> Date { Date() } }
    initial state a(n: Int = 0)
    a : e [at < clock.now] / log(at: Date(timeIntervalSince1970: 3)), o("Date() .now \\(at.now)")
    a : e / p(Int.random(in: 1...6, using: &dice)), o(clock.name(now: 3))   // Date()
    a : f [[1].map(\\.now) == []] / p(n /* UUID() */), { print(Date.self, UUID.self, clock?.now, Int.random) }
    a : f / { let ids = [UUID](); print(My.UUID(), .now(3), ids
      .now) }
    """

  @Test func valuesThatAreNot() {
    expectDiagnostics("machine M: Encodable {\n\(Self.rows)\n}", notesElsewhere: true)
  }

  /// A declaration of the file may mean anything, and its use is no finding.
  @Test func declaredNames() {
    let text = """
      machine M: Codable {
        initial state now
        event e
        output at(M.State), log(Date), id(UUID), when(Moment)
        swift { struct Moment { static let now = Moment(); static func random() -> Moment { now } } }
        typealias UUID = Int
        now : e / at(.now), log(Date()), id(UUID()), when(Moment.now), when(.random())
      }
      swift { struct Date {} }
      """
    expectDiagnostics(text, notesElsewhere: true)
  }

  /// Other machines have no journal that is read again.
  @Test func otherMachines() {
    let text = "initial state a; event e; output log(Date); a : e / log(Date())"
    #expect(messages(.unrepeatable, text) == [])
  }
}
