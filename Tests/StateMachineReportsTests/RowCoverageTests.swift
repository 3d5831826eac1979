import StateMachineCodeGeneration
import StateMachineCompiler
import StateMachineReports
import StateMachineSyntax
import TestSupport
import Testing

/// The counts of rows follow from counts of the generated Swift.
@Suite struct RowCoverageTests {
  /// The rows as `taken true false`, where each line of the Swift that has a text has been reached so many times.
  private func rows(_ text: String, _ counts: KeyValuePairs<String, Int>) throws -> [String] {
    let source = SourceFile(path: "m.sm", text: "machine M: Sendable {\n\(text)\n}\n")
    var compiler = Compiler()
    let plain = compiler.generate(source)
    compiler.options.notesRows = true
    let result = compiler.generate(source)
    let swift = try #require(result.swift)
    #expect(plain.swift == swift)
    let lines = String(decoding: swift, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let machines = compiler.machines(of: source).machines
    let coverage = RowCoverage(
      machines, source,
      [.init(result.rowLines) { place in counts.first { lines[place.line - 1].contains($0.key) }?.value }])
    func word(_ count: RowCoverage.Count?) -> String { count.map { ($0.isAtMost ? "≤" : "") + "\($0.value)" } ?? "?" }
    return coverage.machines.flatMap(\.rows).map { row in
      word(row.taken) + (row.isConditional ? " \(word(row.timesTrue)) \(word(row.timesFalse))" : "")
    }
  }

  @Test func rowsOfAChoice() throws {
    let text = """
      initial state a(n: Int = 0)
      state b
      state c
      event e
      choice which
      a -> which : e
      which -> b : [n > 3]
      which -> c : [else]
      """
    #expect(try rows(text, ["if n > 3": 5, "self.state = .b": 2, "self.state = .c": 3]) == ["5", "2 2 3", "3"])
  }

  /// The conditions of a row are asked by whoever comes to its arm, or to one after it.
  @Test func patternsThatMatchEverything() throws {
    let text = """
      initial state a
      state b
      state c
      event e(Bool)
      output o, p
      a -> b : e(true) / o
      a -> c : e(false) / p
      """
    #expect(try rows(text, ["emit(.o)": 5, "emit(.p)": 2]) == ["5 5 2", "2"])
  }

  /// A row for several states is the sum of its places.
  @Test func severalStates() throws {
    let text = """
      initial state a(n: Int = 1)
      state b(n: Int = 2)
      state c
      event e, f
      output o(Int), p(Int)
      a : f / o(n)
      b : f / p(n)
      a, b -> c : e
      c : f
      """
    #expect(try rows(text, ["emit(.o": 1, "emit(.p": 0, "self.state = .c": 4]) == ["1", "0", "8", "?"])
  }

  @Test func segments() throws {
    let json = """
      {"data": [{"files": [{"filename": "/a.swift", "branches": [[1]], "segments": [
        [2, 5, 9, true, true, false], [3, 10, 4, true, true, false], [3, 20, 9, true, false, false],
        [6, 2, 0, false, false, false]
      ]}], "functions": [{"a": [1, [2]]}]}]}
      """
    let counts = try #require(CoverageCounts(Array(json.utf8)))
    #expect(counts.paths == ["/a.swift"])
    func count(_ line: Int, _ column: Int) -> Int? {
      counts.count(of: RowLine.Position(line: line, column: column), in: "/a.swift")
    }
    #expect([count(1, 1), count(2, 5), count(3, 9), count(3, 10), count(4, 1), count(7, 1)] == [nil, 9, 9, 4, 9, nil])
    #expect(CoverageCounts(Array("{\"data\": [{\"files\": [{}]}]}".utf8)) == nil)
    #expect(CoverageCounts(Array("[]".utf8)) == nil)
    #expect(CoverageCounts([]) == nil)
  }

  @Test func lines() throws {
    let trace = "TN:\nSF:/a.swift\nDA:3,4\nend_of_record\r\nSF:/a.swift\nDA:3,1,abc\nDA:4,0\nend_of_record\n"
    let counts = try #require(CoverageCounts(Array(trace.utf8)))
    let found = (2...4).map { counts.count(of: RowLine.Position(line: $0, column: 1), in: "/a.swift") }
    #expect(found == [nil, 5, 0])
    #expect(CoverageCounts(Array("SF:/a.swift\nDA:x,1\n".utf8)) == nil)
  }
}
