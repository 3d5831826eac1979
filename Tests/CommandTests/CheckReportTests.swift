import Foundation
import Testing

/// `sm-gen check` has formats for tools, and prints a table of what every pair of state and event does.
@Suite struct CheckReportTests {
  private static let mistaken = """
    machine Größe {
      initial state off
      state on
      event press
      off -> on : press, präss
      off -> on : press
    }

    """

  private func findings(_ outcome: Outcome) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func json() throws {
    let folder = try Folder(["a b.sm": Self.mistaken, "Good.sm": Self.lamp])
    let outcome = try run(["check", "--format", "json", "a b.sm", "Good.sm"], in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.error == "")
    let report = try findings(outcome)
    #expect(report["version"] as? Int == 1)
    #expect(report["omitted"] as? Int == 0)
    let found = try #require(report["findings"] as? [[String: Any]])
    let first = try #require(found.first)
    #expect(first["code"] as? String == "E101")
    #expect(first["severity"] as? String == "error")
    #expect(first["file"] as? String == "a b.sm")
    #expect((first["message"] as? String)?.hasPrefix("'präss' is not declared") == true)
    #expect(first["start"] as? [String: Int] == ["line": 5, "column": 22, "offset": 84])
    #expect(first["end"] as? [String: Int] == ["line": 5, "column": 28, "offset": 90])
  }

  @Test func aFileWithoutFindings() throws {
    let folder = try Folder(["Good.sm": Self.lamp])
    let outcome = try run(["check", "--format=json", "Good.sm"], in: folder)
    #expect(outcome.code == 0)
    #expect((try findings(outcome)["findings"] as? [Any])?.isEmpty == true)
    // An option may stand before its subcommand.
    #expect(try run(["--format=json", "check", "Good.sm"], in: folder) == outcome)
    let sarif = try findings(try run(["check", "--format=sarif", "Good.sm"], in: folder))
    let runs = try #require(sarif["runs"] as? [[String: Any]])
    #expect((runs[0]["results"] as? [Any])?.isEmpty == true)
  }

  /// The document has what SARIF 2.1.0 requires: §3.13 (log), §3.14 (run), §3.19 (driver), §3.27 (result), §3.30
  /// (region).
  @Test func sarif() throws {
    let folder = try Folder(["a b.sm": Self.mistaken])
    let outcome = try run(["check", "--format", "sarif", "a b.sm"], in: folder)
    #expect(outcome.code == 1)
    let log = try findings(outcome)
    #expect(log["version"] as? String == "2.1.0")
    #expect(log["$schema"] as? String == "https://json.schemastore.org/sarif-2.1.0.json")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "sm-gen")
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(!results.isEmpty)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: Any])?["text"] is String)
      for key in ["locations", "relatedLocations"] {
        for location in result[key] as? [[String: Any]] ?? [] {
          let place = try #require(location["physicalLocation"] as? [String: Any])
          #expect((place["artifactLocation"] as? [String: String])?["uri"] == "a%20b.sm")
          let region = try #require(place["region"] as? [String: Int])
          #expect(region.values.allSatisfy { $0 > 0 })
          #expect(Set(region.keys) == ["startLine", "startColumn", "endLine", "endColumn"])
        }
      }
    }
    // Columns count characters, not bytes: 'präss' has five.
    let first = try #require((results[0]["locations"] as? [[String: Any]])?.first)
    let region = (first["physicalLocation"] as? [String: Any])?["region"] as? [String: Int]
    #expect(region?["startColumn"] == 22)
    #expect(region?["endColumn"] == 27)
  }

  // MARK: Fixes

  private static let mendable = "machine M {\n  initial state a\n  event e\n  a => a : ee / { print() }\n}\n"
  private static let mended = "machine M {\n  initial state a\n  event e\n  a -> a : e / { print() }\n}\n"

  @Test func fixesAreMadeInTheFile() throws {
    let folder = try Folder(["M.sm": Self.mendable, "Good.sm": Self.lamp])
    let outcome = try run(["check", "--fix", "M.sm", "Good.sm"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.output == "")
    let fixes = "M.sm:4:5: fixed: write '->' [E011]\nM.sm:4:12: fixed: write 'e' [E101]\n"
    #expect(outcome.error == fixes + "2 files: no errors or warnings\n")
    #expect(try folder.text("M.sm") == Self.mended)
    #expect(try folder.text("Good.sm") == Self.lamp)
  }

  @Test func standardInputComesOutMended() throws {
    let outcome = try run(["check", "--fix", "-"], input: Self.mendable, in: Folder([:]))
    #expect(outcome.code == 0)
    #expect(outcome.output == Self.mended)
    #expect(try run(["check", "--fix", "--format", "json", "-"], input: Self.mendable, in: Folder([:])).code == 64)
  }

  @Test func whatIsNotSafeIsLeft() throws {
    let text = "machine M {\n  initial state a\n  state b\n  event e\n  a -> b : e\n}\n"
    let folder = try Folder(["M.sm": text])
    let outcome = try run(["check", "--fix", "M.sm"], in: folder)
    #expect(outcome.error.contains("[W302]"))
    #expect(try folder.text("M.sm") == text)
  }

  @Test func fixesAreToldToTools() throws {
    let folder = try Folder(["M.sm": "machine M {\n  initial state ä\n  event e\n  ä --> ä : e / { print() }\n}\n"])
    let found = try #require(
      try findings(try run(["check", "--format", "json", "M.sm"], in: folder))["findings"] as? [[String: Any]])
    let fix = try #require((found[0]["fixes"] as? [[String: Any]])?.first)
    #expect(fix["title"] as? String == "write '->'")
    #expect(fix["safe"] as? Bool == true)
    let edit = try #require((fix["edits"] as? [[String: Any]])?.first)
    #expect(edit["text"] as? String == "->")
    #expect(edit["start"] as? [String: Int] == ["line": 4, "column": 6, "offset": 46])
    #expect(edit["end"] as? [String: Int] == ["line": 4, "column": 9, "offset": 49])

    // §3.55 (fix), §3.56 (artifact change), §3.57 (replacement).
    let log = try findings(try run(["check", "--format", "sarif", "M.sm"], in: folder))
    let results = try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    let change = try #require(
      ((results[0]["fixes"] as? [[String: Any]])?.first?["artifactChanges"] as? [[String: Any]])?.first)
    #expect((change["artifactLocation"] as? [String: String])?["uri"] == "M.sm")
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect((replacement["insertedContent"] as? [String: String])?["text"] == "->")
    #expect(
      replacement["deletedRegion"] as? [String: Int]
        == ["startLine": 4, "startColumn": 5, "endLine": 4, "endColumn": 8])
  }

  // MARK: Older versions

  private func git(_ arguments: [String], in folder: Folder) throws {
    let settings = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    let outcome = try execute("/usr/bin/env", ["git"] + settings + arguments, input: "", in: folder)
    try #require(outcome.code == 0, "\(outcome.error)")
  }

  private static let older = "machine M {\n  initial state a\n  event e\n  a -> a : e\n}\n"
  private static let newer = "machine M {\n  initial state a\n  event e, f\n  a -> a : e\n  a -> a : f\n}\n"

  @Test func changesSinceAnOlderFile() throws {
    let folder = try Folder(["M.sm": Self.newer, "Old.sm": Self.older])
    let outcome = try run(["check", "--since", "Old.sm", "M.sm"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.output == "machine M: 2 changes\n  + a -> a : f\n  + event f\n")
    #expect(try run(["check", "--since", "M.sm", "M.sm"], in: folder).output == "machine M: nothing has changed\n")
    #expect(try run(["check", "--since", "None.sm", "M.sm"], in: folder).code == 1)
    #expect(
      !(try run(["check", "--since", "Old.sm", "--format", "json", "M.sm"], in: folder).output.contains("changes")))
  }

  /// Findings about what an older version has stored are like others: CI can fail on them, and a comment silences one.
  @Test func whatIsStoredSinceAnOlderVersion() throws {
    func machine(_ name: String, _ state: String) -> String {
      "machine \(name): Codable, Sendable {\n  initial state a\n  \(state)\n  event e, f\n  a -> a : e\n  a -> a : f\n}\n"
    }
    func text(_ name: String, _ state: String) -> String {
      machine(name, "state \(state)\n  a -> \(state) : e\n  \(state) -> a : f").replacing("  a -> a : e\n", with: "")
    }
    let folder = try Folder(["specs/M.sm": text("M", "b"), "specs/N.sm": text("N", "b")])
    try git(["init", "-q"], in: folder)
    try git(["add", "."], in: folder)
    try git(["commit", "-qm", "first"], in: folder)
    try folder.write("specs/M.sm", text("M", "c"))
    try folder.write("specs/New.sm", text("New", "c"))
    let outcome = try run(["check", "--since", "HEAD", "specs"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.error.contains("M.sm:3:9: warning: this version cannot read data with the state 'b'"))
    #expect(outcome.output.contains("machine N: nothing has changed\n"))
    #expect(outcome.output.contains("machine New: is new\n"))
    #expect(try run(["check", "--strict", "--since", "HEAD", "specs"], in: folder).code == 1)
    let json = try run(["check", "--since", "HEAD:", "--format", "json", "specs/M.sm"], in: folder).output
    #expect(json.contains("W330") && json.contains("was b") && !json.contains("changes"))
    try folder.write(
      "specs/M.sm",
      text("M", "c").replacing("  state c", with: "  // sm-gen: ignore W330: none is stored in b\n  state c"))
    #expect(try run(["check", "--strict", "--since", "HEAD", "specs"], in: folder).code == 0)
    #expect(try run(["check", "--strict", "specs"], in: folder).code == 0)
    #expect(
      try run(["check", "--since", "HEAD~9", "specs/M.sm"], in: folder).error.contains("git has no 'HEAD~9:specs/M.sm'")
    )
  }

  @Test func changesSinceARevision() throws {
    let folder = try Folder(["specs/M.sm": Self.older])
    try git(["init", "-q"], in: folder)
    try git(["add", "."], in: folder)
    try git(["commit", "-qm", "first"], in: folder)
    try folder.write("specs/M.sm", Self.newer)
    for since in ["HEAD:specs/M.sm", "HEAD:"] {
      let outcome = try run(["check", "--since", since, "specs/M.sm"], in: folder)
      #expect(outcome.output.hasPrefix("machine M: 2 changes\n"), "\(outcome)")
    }
    let drawn = try run(["diagram", "--since", "HEAD:", "specs/M.sm"], in: folder)
    #expect(drawn.code == 0)
    #expect(drawn.output.contains("digraph"))
    let wrong = try run(["check", "--since", "HEAD~7:specs/M.sm", "specs/M.sm"], in: folder)
    #expect(wrong.code == 1)
    #expect(wrong.error.hasPrefix("error: git has no 'HEAD~7:specs/M.sm'"))
    // No option of git.
    #expect(try run(["check", "--since", "--output=x:specs/M.sm", "specs/M.sm"], in: folder).code == 1)
    #expect(!folder.names.contains("x"))
  }

  @Test func machinesComeAndGoAndAreCalledOtherwise() throws {
    let two = Self.older + "machine N {\n  initial state a\n}\n"
    let other = two.replacing("machine N", with: "import Foundation\nmachine O").replacing("e\n", with: "go\n")
    let folder = try Folder(["Two.sm": two, "Other.sm": other, "M.sm": Self.older, "Bad.sm": "machine M {\n"])
    #expect(
      try run(["check", "--since", "Two.sm", "Other.sm", "--standalone"], in: folder).output == """
        beside the machines: 1 change
          + import Foundation
        machine M: 1 change
          ~ event e is now called go
        machine O: 1 change
          ~ machine O, was: machine N

        """)
    #expect(
      try run(["check", "--since", "M.sm", "Two.sm", "--standalone"], in: folder).output
        == "machine M: nothing has changed\nmachine N: is new\n")
    #expect(
      try run(["check", "--since", "Two.sm", "M.sm", "--standalone"], in: folder).output
        == "machine M: nothing has changed\nmachine N: is gone\n")
    let broken = try run(["check", "--since", "Bad.sm", "M.sm", "--standalone"], in: folder)
    #expect(broken.code == 1 && broken.error.contains("Bad.sm:1:") && broken.output.isEmpty)
    let drawn = try run(
      ["diagram", "--since", "Two.sm", "--machine", "M", "Other.sm", "--standalone"], in: folder)
    #expect(drawn.output.contains("event e is now called go"))
    #expect(!drawn.output.contains("style=dashed"))
  }

  // MARK: Swift

  @Test func swiftIsAskedToo() throws {
    let folder = try Folder([
      "M.sm": "machine M {\n  initial state a\n  event e\n  output o(Int)\n  a : e / o(helper(1))\n}\n",
      "Helper.swift": "func helper(_ n: Int) -> Int { n }\n",
    ])
    let wrong = try run(["check", "--swift", "M.sm"], in: folder)
    #expect(wrong.code == 1)
    // The line of the file, and not that of the generated Swift.
    let finding = "M.sm:5:13: error: cannot find 'helper' in scope\n  a : e / o(helper(1))\n            ^\n"
    let note =
      "note: the other files of the module are not known: give them after '--', as in "
      + "'sm-gen check --swift Door.sm -- Sources/App/*.swift'\n"
    #expect(wrong.error == finding + note)
    let several = try run(["check", "--swift", "."], in: folder)
    #expect(several.error.contains("\n1 file: errors in Swift\n"), "\(several.error)")
    let right = try run(["check", "--swift", "M.sm", "--", "Helper.swift"], in: folder)
    #expect(right == Outcome(code: 0, output: "", error: ""))
  }

  @Test func machinesThatAreHeldAreGeneratedForSwift() throws {
    let folder = try Folder([
      "Phone.sm": "machine Phone {\n  initial state busy : Call\n  final state idle\n  busy -> idle : done\n}\n",
      "Call.sm": "machine Call {\n  initial state a\n  final state b\n  event e\n  a -> b : e\n}\n",
    ])
    #expect(try run(["check", "--swift", "Phone.sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
  }

  // MARK: Coverage

  private static let lamp = """
    machine Lamp {
      initial state off
      state on(level: Int) {
        initial state dim
        state bright
        dim -> bright : press [level > 1]
        : press
      }
      final state broken
      event press, hit, dust
      off -> on(level: 1) : press
      off : hit / trap
      on  : dust
      * -> broken : hit
    }

    """

  @Test func coverage() throws {
    let folder = try Folder(["Lamp.sm": Self.lamp])
    let outcome = try run(["check", "--coverage", "Lamp.sm"], in: folder)
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        Lamp       press                  hit       dust
        off        → on                   trap      unhandled
        on.dim     → on.bright?, ignored  → broken  ignored
        on.bright  ignored                → broken  ignored
        broken     ended                  ended     ended
        1 of 9 pairs of state and event may be unhandled

        →          a row leads there
        ignored    a row without effects ignores the event on purpose
        trap       the program stops, as the event cannot happen
        ended      the machine has ended, and takes no more events
        unhandled  no row may apply: nothing happens
        ?          it depends on a guard, a pattern or a region; else what follows

        """)
  }

  /// The legend stands once, and explains each word of all tables.
  @Test func theLegendOfManyTables() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let specs = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "specs").path)
      .filter { $0.hasSuffix(".sm") }.map { root.appending(path: "specs/\($0)").path }
    let text = try run(["check", "--coverage"] + specs, in: Folder([:])).output
    let legend = try #require(text.range(of: "\n→ ", options: .backwards)).lowerBound
    let known = text[legend...].split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    let cells = text[..<legend].split(separator: "\n").flatMap { $0.matches(of: #/  ([a-z]+)\b/#) }
    let words: Set = ["stays", "ignored", "trap", "deferred", "ended", "unhandled", "assert", "throw"]
    let used = words.intersection(cells.map { String($0.1) })
    #expect(used.count > 4 && used.isSubset(of: known), "\(known)")
    let list = try run(["check", "--coverage", "--format", "markdown"] + specs, in: Folder([:])).output
    #expect(list.contains("\n- `→`: a row leads there\n"))
  }

  @Test func theCoverageOfEverySpecFitsATerminal() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let specs = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "specs").path)
      .filter { $0.hasSuffix(".sm") }.map { root.appending(path: "specs/\($0)").path }
    let outcome = try run(["check", "--coverage"] + specs, in: Folder([:]))
    #expect(outcome.code == 0)
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  // MARK: What is wrong with the Swift alone

  /// A wrapper that cannot be, and names that are generated: the machine is what it is.
  private static let swiftless: [(code: String, head: String, body: String)] = [
    ("E116", "", "state asleep; awake -> asleep : lie; asleep -> awake : after 5s"),
    ("E116", "", "wrapper @MainActor actor; awake : lie"),
    ("E115", ": Sendable", "wrapper actor; wrapper actor; awake : lie"),
    ("E104", "", "var state: Int = 0; awake : lie / state += 1"),
    ("E214", ": Hashable", "state asleep: Dream; awake -> asleep : lie"),
    ("E214", ": Sendable", "state asleep: Dream; awake -> asleep : lie"),
  ]

  @Test(arguments: swiftless)
  func whatIsWrongWithTheSwiftAloneStopsNoPicture(code: String, head: String, body: String) throws {
    let folder = try Folder(["Nap.sm": "machine Nap\(head) { event lie; initial state awake; \(body) }\n"])
    let dream = "machine Dream { event lie; initial state deep; deep : lie }\n"
    if body.contains("Dream") { try folder.write("Nap.sm", folder.text("Nap.sm") + dream) }
    var formats = ["dot", "mermaid", "plantuml", "scxml", "table", "json"]
    if DiagramCommandTests.hasGraphviz { formats += ["svg", "html"] }
    for format in formats {
      let result = try run(["diagram", "--machine", "Nap", "--format", format, "Nap.sm"], in: folder)
      #expect(result.code == 0 && result.output.contains("lie"), "\(format): \(result.error)")
      #expect(result.error.contains("warning: ") && result.error.contains("[\(code)]"), "\(result.error)")
    }
    let checked = try run(["check", "--coverage", "--since", "Nap.sm", "Nap.sm"], in: folder)
    #expect(checked.code == 1 && checked.error.contains("error: ") && checked.error.contains("[\(code)]"))
    #expect(checked.output.contains("pairs of state and event") && checked.output.contains("nothing has changed"))
    #expect(try run(["-o", "Nap.swift", "Nap.sm"], in: folder).code == 1 && folder.names == ["Nap.sm"])
    #expect(try run(["diagram", "--strict", "--machine", "Nap", "Nap.sm"], in: folder).code == 1)
  }

  @Test func coverageAsMarkdown() throws {
    let folder = try Folder(["Lamp.sm": Self.lamp])
    let outcome = try run(["check", "--coverage", "--format", "markdown", "Lamp.sm"], in: folder)
    #expect(outcome.output.hasPrefix("| `Lamp` | `press` | `hit` | `dust` |\n| --- | --- | --- | --- |\n"))
    #expect(outcome.output.contains("| `off` | → on | trap | **unhandled** |\n"))
  }

  @Test func optionsThatExcludeEachOther() throws {
    let folder = try Folder(["Lamp.sm": Self.lamp])
    #expect(try run(["check", "--coverage", "--format", "json", "Lamp.sm"], in: folder).code == 64)
    #expect(try run(["check", "--format", "markdown", "Lamp.sm"], in: folder).code == 64)
    #expect(try run(["check", "--format", "dot", "Lamp.sm"], in: folder).code == 64)
    #expect(try run(["diagram", "--format", "sarif", "Lamp.sm"], in: folder).code == 64)
    #expect(try run(["--coverage", "Lamp.sm"], in: folder).code == 64)
  }
}
