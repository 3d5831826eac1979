import StateMachineCompiler
import StateMachineModel
import StateMachineReports
import StateMachineSyntax
import TestSupport
import Testing

/// A change that makes the data of an older version unreadable is a finding.
@Suite struct StoredChangesTests {
  /// The findings, each with its code and the text that it marks.
  private func findings(_ older: String, _ newer: String, path: String = #function) throws -> [String] {
    let (_, source, findings) = try compare(older, newer)
    return findings.map { "\($0.code.rawValue) \(source.text($0.range)): \($0.message)" }
  }

  private func compare(
    _ older: String, _ newer: String
  ) throws -> (machine: StateMachine, source: SourceFile, findings: [Diagnostic]) {
    func machine(_ text: String) throws -> StateMachine {
      let (machines, result) = Compiler().machines(of: SourceFile(path: "m.sm", text: text))
      try #require(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(text)")
      return try #require(machines.first)
    }
    let (old, new) = (try machine(older), try machine(newer))
    return (new, new.source, StoredChanges(from: old, to: new).findings)
  }

  private func body(_ text: String) -> String {
    "machine M: Codable, Sendable {\nwrapper none\n\(text)\ninitial state a\nevent e\na -> a : e\n}"
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var older: String
    var newer: String
    /// The code and the text that is marked; nil where nothing is told.
    var finding: String?
    /// The text that the proposed fix inserts; nil without a fix.
    var fix: String?
    var testDescription: String { "\(older) -> \(newer)" }
  }

  static let changes = [
    // Names.
    Change(older: "state b", newer: "state b"),
    Change(older: "", newer: "state b(n: Int)"),
    Change(older: "state b", newer: "", finding: "W330 M"),
    Change(older: "state b(n: Int)", newer: "state c(n: Int)", finding: "W330 c", fix: "state c(n: Int) was b"),
    Change(older: "state b", newer: "state `in`", finding: "W330 in", fix: "state `in` was b"),
    Change(older: "state b(n: Int)", newer: "state c(n: String)", finding: "W330 M"),
    Change(older: "state b", newer: "state c was b"),
    Change(older: "state b(n: Int)", newer: "was b -> a"),
    Change(older: "state b(n: Int)", newer: "state c(n: Int)\nwas b(n: Int) -> c"),
    Change(older: "state b(n: Int)", newer: "state c(n: String)\nwas b(n: String) -> c", finding: "W330 String"),
    Change(older: "state b", newer: "state c(n: String)\nwas b(n: String) -> c", finding: "W330 n"),
    Change(older: "event f(x: Int)", newer: "event g(x: Int)", finding: "W330 g", fix: "event g(x: Int) was f"),
    Change(older: "event f", newer: "", finding: "W330 M"),
    Change(older: "output f", newer: ""),
    // Labels.
    Change(older: "state b", newer: "state b(n: Int)", finding: "W330 n"),
    Change(older: "state b", newer: "state b(n: Int = 1)"),
    Change(older: "state b", newer: "state b(n: Int?)"),
    Change(older: "state b(n: Int)", newer: "state b"),
    Change(older: "state b(n: Int)", newer: "state b(m: Int)", finding: "W330 m", fix: "state b(m was n: Int)"),
    Change(older: "state b(n: Int)", newer: "state b(m x: Int)", finding: "W330 m", fix: "state b(m x was n: Int)"),
    Change(older: "state b(n: Int)", newer: "state b(m was n: Int)"),
    Change(older: "state b(n: Int)", newer: "state b(m: String)", finding: "W330 m"),
    Change(older: "state b(_ n: Int)", newer: "state b(x: Int = 1, _ n: Int)", finding: "W330 Int"),
    Change(older: "event f", newer: "event f(n: Int)", finding: "W330 n"),
    // Types.
    Change(older: "state b(n: Int)", newer: "state b(n: String)", finding: "W330 String"),
    Change(older: "state b(n: Int)", newer: "state b(n: Int?)"),
    Change(older: "state b(n: Int)", newer: "state b(n: Optional<Int>)"),
    Change(older: "state b(n: Swift.Optional<Int>)", newer: "state b(n: Int?)"),
    Change(older: "state b(n: Int?)", newer: "state b(n: Int)", finding: "W330 Int"),
    Change(older: "state b(n: [Int : Int])", newer: "state b(n: [Int: Int])"),
    Change(older: "typealias N = Int\nstate b(n: N)", newer: "state b(n: Int)"),
    Change(older: "var n: Int", newer: "var n: Double", finding: "W330 Double"),
    // Defaults.
    Change(older: "state b(n: Int = 1)", newer: "state b(n: Int = 2)", finding: "W331 2"),
    Change(older: "var n: Int = 1", newer: "var n: Int = 2", finding: "W331 2"),
    Change(older: "let n: Int = 1", newer: "let n: Int = 2", finding: "W331 2"),
    Change(older: "event f(n: Int = 1)", newer: "event f(n: Int = 2)", finding: "W331 2"),
    // Properties.
    Change(older: "", newer: "var n: Int", finding: "W330 n"),
    Change(older: "", newer: "var n: Int = 1"),
    Change(older: "", newer: "var n: Int?"),
    Change(older: "var n: Int", newer: ""),
    Change(older: "var n: Int", newer: "var m: Int", finding: "W330 m", fix: "var m was n: Int"),
    Change(older: "var n: Int", newer: "var m was n: Int"),
    Change(older: "var n: Int", newer: "let n: Int = 1", finding: "W331 n"),
    Change(older: "let n: Int = 1", newer: "var n: Int", finding: "W330 n"),
    // States within states.
    Change(older: "state b", newer: "state b { initial state c }", finding: "W330 b"),
    Change(older: "state b { initial state c }", newer: "state b", finding: "W331 b"),
    Change(
      older: "state b { initial state c }", newer: "state b { initial state d }", finding: "W330 d",
      fix: "state d was c"),
    Change(older: "state b { initial state c }", newer: "state b { initial state d was c }"),
    Change(older: "state b { initial state c }", newer: "state b(n: Int = 1) { initial state c }"),
    Change(
      older: "state b { region r { initial state c }; region s { initial state d } }",
      newer: "state b { region t { initial state c }; region s { initial state d } }", finding: "W330 t",
      fix: "region t was r"),
    Change(
      older: "state b { region r { initial state c }; region s { initial state d } }",
      newer: "state b { region t was r { initial state c }; region s { initial state d } }"),
    Change(
      older: "state b { region r { initial state c }; region s { initial state d } }",
      newer: "state b { initial state c }",
      finding: "W330 b"),
    // Timers.
    Change(older: "state b; b -> a : after 1s", newer: "state b; b -> a : after 2s"),
    Change(
      older: "state b; b -> a : after 1s; b -> b : after 2s", newer: "state b; b -> b : after 2s; b -> a : after 1s",
      finding: "W331 after 2s"),
    Change(
      older: "state b; b -> a : after 1s; b -> b : after 2s", newer: "state b; b -> b : after 2s", finding: "W330 b"),
    Change(older: "state b; b -> a : after 1s", newer: "state c was b; c -> a : after 1s"),
  ]

  @Test(arguments: changes) func whatIsTold(_ change: Change) throws {
    let (_, source, findings) = try compare(body(change.older), body(change.newer))
    let told = findings.map { "\($0.code.rawValue) \(source.text($0.range))" }
    // Two timers that have swapped their names are two findings.
    #expect(Array(told.prefix(1)) == (change.finding.map { [$0] } ?? []), "\(findings.map(\.message))")
    guard let fix = change.fix else { return }
    let edits = try #require(findings.first?.fixes.first?.edits)
    let mended = source.applying(edits)
    #expect(String(decoding: mended.bytes, as: UTF8.self).contains(fix))
    #expect(try self.findings(body(change.older), String(decoding: mended.bytes, as: UTF8.self)) == [])
  }

  @Test func onlyWhatIsStoredCounts() throws {
    let plain = body("").replacing("Codable, ", with: "")
    #expect(try findings(plain, body("")) == [])
    #expect(try findings(body("state b").replacing("Codable, ", with: ""), body("")) == [])
    #expect(try findings(body(""), plain).count == 1)
  }

  /// Data that the generated code reads are no finding, and a new name without its former name is one.
  @Test func findingsAgreeWithWhatIsRead() throws {
    var told = 0
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let pair = VersionPair(Int(seed), &random)
      let unread = try compare(pair.older, pair.newer).findings.filter { $0.code == .unreadable }
      #expect(unread.map(\.message) == [], "\(pair.older)\n\(pair.newer)")
      let silent = pair.newer.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("was ") }
        .joined(separator: "\n").replacing(#/ was \w+/#, with: "")
      if pair.newer.contains(" was n"), try !compare(pair.older, silent).findings.isEmpty { told += 1 }
    }
    #expect(told > 40)
  }
}
