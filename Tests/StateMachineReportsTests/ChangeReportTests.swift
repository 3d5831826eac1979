import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

@Suite struct ChangeReportTests {
  private func machine(_ text: String) throws -> StateMachine {
    let (machines, result) = Compiler().machines(of: SourceFile(path: "test.sm", text: text))
    try #require(!result.hasErrors, "\(result.diagnostics.map(\.message))")
    return try #require(machines.first)
  }

  private static let old = """
    machine Door {
      var n: Int = 0
      initial state open(persons: Int = 0)
      state ajar
      final state closed
      event close, slam
      open -> closed : close [persons < 10]
      open -> ajar   : slam
      ajar           : close / n += 1
      ajar -> closed : slam
    }
    """

  @Test func nothingHasChangedWhereOnlyBlanksHave() throws {
    let report = ChangeReport(
      from: try machine(Self.old), to: try machine(Self.old.replacing("   : slam", with: " : slam")))
    #expect(report.changes.isEmpty)
    #expect(report.plainText == "")
  }

  @Test func aTimerWithAnotherNameIsTold() throws {
    func waiting(_ rows: String) throws -> StateMachine {
      try machine(
        "machine T: Sendable {\n event go\n initial state a\n state b, c\n\(rows)\n b, c -> a : go\n}")
    }
    let report = ChangeReport(
      from: try waiting("a -> b : after 5s\n a -> c : after 7s"),
      to: try waiting("a -> c : after 7s\n a -> b : after 5s"))
    #expect(
      report.plainText == """
          ~ timer of 'a : after 7s': '.a', was: '.a2'
          ~ timer of 'a : after 5s': '.a2', was: '.a'

        """)
  }

  @Test func changesAreTold() throws {
    let new = """
      machine Door {
        var n: Int = 1
        initial state open(persons: Int = 0, speed: Int = 1)
        state locked
        final state closed
        event close, lock
        open -> closed : close [persons < 12]
        open -> locked : lock
        locked         : close / n += 1
        locked -> closed : lock
      }
      """
    let report = ChangeReport(from: try machine(Self.old), to: try machine(new))
    #expect(
      report.plainText == """
          ~ state open(persons: Int, speed: Int), was: open(persons: Int)
          + state locked
          - state ajar
          + locked : close / n += 1
          - ajar : close / n += 1
          ~ open -> closed : close [persons < 12], was: open -> closed : close [persons < 10]
          + open -> locked : lock
          + locked -> closed : lock
          - open -> ajar : slam
          - ajar -> closed : slam
          ~ var n: Int = 1, was: var n: Int = 0
          + event lock
          - event slam

        """)
  }

  /// Declarations and rows of every kind, each changed once: one line tells it.
  @Test(arguments: [
    ("initial state a;", "state a;", "initial state d", "~ initial state d, was: initial state a"),
    ("initial state p", "state p", "initial state q", "~ initial state c.s.q, was: initial state c.s.p"),
    ("initial state l", "state l", "initial state k", "~ initial state c.r.k, was: initial state c.r.l"),
    ("machine M:", "public machine M:", "", "~ public machine M: Sendable, was: machine M: Sendable"),
    ("M: Sendable", "M: Sendable, Equatable", "", "~ machine M: Sendable, Equatable, was: machine M: Sendable"),
    ("final state z", "state z", "", "~ state z, was: final state z"),
    ("history -> m", "history -> j", "", "~ h: history -> j, was: h: history -> m"),
    ("wrapper class", "wrapper actor", "", "~ wrapper actor W, was: wrapper class W"),
    ("{ 1 }", "{ 2 }", "", "~ swift { func f() -> Int { 2 } }, was: swift { func f() -> Int { 1 } }"),
    ("Alias = Int", "Alias = Int8", "", "~ typealias Alias = Int8, was: typealias Alias = Int"),
    ("private var n", "var n", "", "~ var n: Int = 0, was: private var n: Int = 0"),
    ("o, b", "b, o", "", "~ output b now stands before output o"),
    ("event e, f", "event f, e", "", "~ event f now stands before event e"),
    ("unhandled trap", "unhandled trap \"why\"", "", "~ unhandled trap \"why\", was: unhandled trap"),
    ("e unhandled assert", "e unhandled ignore", "", "~ event e unhandled ignore, was: event e unhandled assert"),
    ("group g = a, d", "group g = a", "", "~ group g = a, was: group g = a, d"),
  ])
  func everyDeclarationIsCompared(_ before: String, _ after: String, _ other: String, _ told: String) throws {
    let text = """
      machine M: Sendable {
        wrapper class W
        swift { func f() -> Int { 1 } }
        typealias Alias = Int
        private var n: Int = 0
        initial state a; state d
        state c {
          region r { initial state l; state k; l -> k : e }
          region s { initial state p; state q; p -> q : e }
        }
        state h { initial state m; state j; history -> m; m -> j : e }
        final state z
        group g = a, d
        output o, b
        event e unhandled assert, f
        unhandled trap
        a -> c : e / { n += f() }
        c -> h.history : f / o
        h -> d : f
        d -> z : e / b
      }
      """
    let first = text.replacing("event e unhandled assert, f", with: before.hasPrefix("event") ? "event e, f" : "$0")
      .replacing("$0", with: "event e unhandled assert, f")
    try #require(first.contains(before))
    var new = first.replacing(before, with: after)
    if !other.isEmpty { new = new.replacing(other.replacing("initial ", with: ""), with: other) }
    #expect(ChangeReport(from: try machine(first), to: try machine(new)).plainText == "  \(told)\n")
  }

  @Test func partsOfMethodsAreCompared() throws {
    let text = """
      machine M {
        interface methods
        action A: Equatable { stop, go(n: Int) }
        initial state a
        event e(n: Int) -> A = .stop
        event f() throws -> Int
        a : e(n) / return .go(n: n)
        a : f / return 1
      }
      """
    for (before, after, told) in [
      ("stop, go(n: Int)", "go(n: Int), stop", "action A: Equatable { go(n: Int), stop }, was: action A: Equatable"),
      ("= .stop", "= .go(n: 1)", "event e(n: Int) -> A = .go(n: 1), was: event e(n: Int) -> A = .stop"),
      ("event f()", "@discardableResult event f()", "@discardableResult event f throws -> Int, was: event f throws"),
      ("event f()", "private event f()", "private event f throws -> Int, was: event f throws -> Int"),
    ] {
      let report = ChangeReport(from: try machine(text), to: try machine(text.replacing(before, with: after)))
      #expect(report.changes.count == 1 && report.plainText.hasPrefix("  ~ \(told)"), "\(report.plainText)")
    }
  }

  /// Rows that differ in what their ends and events carry, or in the order of their events, are two forms of one.
  @Test func formsOfOneRowAreOneChange() throws {
    let text = """
      machine M {
        initial state a(n: Int = 0)
        state b(n: Int)
        choice c
        event e(Int), f
        a(0) -> b(n: 1) : e(2)
        a -> c : f
        c -> a(n: 3) : [1 < 2]
        c -> a : [else]
        b -> a(n: 0) : f, e(_)
      }
      """
    for (before, after) in [
      ("a(0) ->", "a(4) ->"), ("b(n: 1)", "b(n: 4)"), ("e(2)", "e(4)"), ("a(n: 3)", "a(n: 4)"), ("f, e(_)", "e(_), f"),
    ] {
      let row = try #require(text.split(separator: "\n").first { $0.contains(before) }).drop { $0 == " " }
      let report = ChangeReport(from: try machine(text), to: try machine(text.replacing(before, with: after)))
      #expect(report.plainText == "  ~ \(row.replacing(before, with: after)), was: \(row)\n")
    }
    // A second row of the same text has no order among the two.
    let twice = try machine(text.replacing("a -> c : f", with: "a -> c : f\n  a -> c : f [1 < 0]"))
    #expect(ChangeReport(from: try machine(text), to: twice).plainText == "  + a -> c : f [1 < 0]\n")
  }

  /// A row that now stands for fewer sources has changed: the one that stays is not told as removed.
  @Test func rowsAreToldAsTheyAreWritten() throws {
    let text = "machine M {\n initial state a\n state b, c\n event e, f\n a, b -> c : e\n c -> a : f\n}\n"
    let fewer = ChangeReport(from: try machine(text), to: try machine(text.replacing("a, b ->", with: "a ->")))
    #expect(fewer.plainText == "  + a -> c : e\n  - a, b -> c : e\n")
    let one = text.replacing("a, b -> c : e", with: "* -> a : f")
    let more = ChangeReport(from: try machine(one), to: try machine(one.replacing("b, c", with: "b, c, d, g")))
    #expect(more.plainText == "  + state d\n  + state g\n")
  }

  /// An initial transition is a case in the generated code, so its place among the states counts.
  @Test func thePlaceOfAPseudostateCounts() throws {
    let rest = "output o\n event e\n a -> b : e\n b -> a : e\n}\n"
    let first = try machine("machine M {\n initial -> a / o\n state a\n state b\n" + rest)
    let second = try machine("machine M {\n state a\n initial -> a / o\n state b\n" + rest)
    #expect(
      ChangeReport(from: first, to: second).plainText
        == "  ~ state a now stands before 'initial ->' of the machine\n")
  }

  /// A long text is told from where it differs.
  @Test func longTextsAreCut() throws {
    func block(_ end: String) throws -> StateMachine {
      let lines = (0..<40).map { "  func f\($0)() -> Int { \($0) }\n" }.joined()
      return try machine("machine M {\n swift {\n\(lines)\(end)\n }\n initial state a\n}\n")
    }
    let report = ChangeReport(from: try block("func x() -> Int { 1 }"), to: try block("func x() -> Int { 2 }"))
    #expect(report.changes.count == 1)
    #expect(report.plainText.contains("func x() -> Int { 2 } }, was: swift {") && report.plainText.count < 200)
  }

  // MARK: Names

  private func renamed(_ old: String, _ new: String) throws -> String {
    let search = RenameSearch(from: try machine(old), to: try machine(new)) { source in
      let analysis = Compiler().analysis(of: source)
      return analysis.result.hasErrors ? nil : (analysis.machines.map(\.machine), analysis.occurrences)
    }
    return ChangeReport(from: search.machine, to: try machine(new), renames: search.renames).plainText
  }

  @Test(arguments: [
    ("open", "~ state open is now called openX"), ("player", "~ state player is now called playerX"),
    ("loud", "~ state player.sound.loud is now called loudX"), ("sound", "~ region player.sound is now called soundX"),
    ("next", "~ choice next is now called nextX"), ("go", "~ event go is now called goX"),
    ("load", "~ output load is now called loadX"), ("n", "~ property n is now called nX"),
    ("isFull", "~ guard isFull is now called isFullX"), ("greet", "~ effect greet is now called greetX"),
    ("some", "~ group some is now called someX"),
  ])
  func aNewNameIsOneChange(_ name: String, _ told: String) throws {
    let text = """
      machine M: Sendable {
        var n: Int = 0
        guard isFull = n > 3
        effect greet = load(n), { n += 1 }
        initial state open { exit / greet }
        state player {
          region sound { initial state quiet; state loud; quiet -> loud : go }
          region light { initial state dim; state bright; dim -> bright : go [in(player.sound.loud)] }
        }
        group some = open, player.sound.loud
        choice next
        event go, stop
        output load(Int) async
        open -> next : go
        next -> player.sound.loud : [isFull]
        next -> player : [else] / greet
        player -> open : stop / cancelLoad
        some : stop / n = 0
      }
      """
    var words = text.replacing(try Regex("\\b\(name)\\b").wordBoundaryKind(.simple), with: name + "X")
    if name == "load" { words = words.replacing("cancelLoad", with: "cancelLoadX") }
    #expect(try renamed(text, words) == "  \(told)\n")
  }

  @Test func severalNamesAreToldOneByOneAndWhatElseIsNew() throws {
    let new = Self.old.replacing("ajar", with: "locked").replacing("slam", with: "lock")
      .replacing("persons < 10", with: "persons < 12")
    #expect(
      try renamed(Self.old, new) == """
          ~ state ajar is now called locked
          ~ event slam is now called lock
          ~ open -> closed : close [persons < 12], was: open -> closed : close [persons < 10]

        """)
  }

  @Test func anotherStateIsNoNewName() throws {
    let text = "machine M {\n initial state a\n state b\n event e, f\n a -> b : e\n b -> a : f\n}\n"
    let new = "machine M {\n initial state a\n state x\n event e, f\n a -> x : f\n x -> a : e\n}\n"
    #expect(try renamed(text, new).hasPrefix("  + state x\n  - state b\n"))
  }

  // MARK: Beside the machines

  @Test func whatStandsBesideTheMachinesIsCompared() {
    func report(_ old: String, _ new: String) -> String {
      ChangeReport(from: SourceFile(path: "a.sm", text: old), to: SourceFile(path: "a.sm", text: new)).plainText
    }
    let (a, b) = ("machine A { initial state a }\n", "machine B { initial state b }\n")
    #expect(report(a + b, "// Why\n" + a + "\n" + b) == "")
    #expect(report(a + b, b + a) == "  ~ machine B now stands before machine A\n")
    #expect(report(a, "import Foundation\n" + a) == "  + import Foundation\n")
    #expect(report("import A\n" + a, "@testable import A\n" + a) == "  ~ @testable import A, was: import A\n")
    #expect(
      report("swift { let x = 1 }\n" + a, "swift { let x = 2 }\n" + a)
        == "  ~ swift { let x = 2 }, was: swift { let x = 1 }\n")
  }
}
