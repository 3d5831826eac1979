import Foundation
import TestSupport
import Testing

/// Pages, messages and comments have the terms of the page `Terms.md`, and none of the words that it has dropped.
@Suite struct PlainWordsTests {
  private struct Line {
    var path: String
    var number: Int
    var text: String
    var isLiteral = false
  }

  /// The words that the page `Terms.md` names at its end. A verb `turns` is none of them.
  private static let dropped = [
    #"\brests?\b"#, #"\bways?\b"#, #"\bturn\b"#, #"\b(its|has a|in) turns?\b"#, #"\bheld\b"#, #"\bwhat is around\b"#,
    #"\banswer(s|ed|ing)?\b"#,
  ]

  private static func files(in folder: String, _ ending: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: folder).path)
      .filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  private static func lines(of path: String) throws -> [Line] {
    let text = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    return text.components(separatedBy: "\n").enumerated().map { Line(path: path, number: $0 + 1, text: $1) }
  }

  /// Without what stands in back-ticks, names of parameters in a list of these, and destinations of links.
  private static func prose(_ text: String) -> String {
    text.replacing(#/`[^`]*`/#, with: "").replacing(#/^ *\/\/\/ +- (Parameter )?\w+: /#, with: "").replacing(
      #/\]\([^)]*\)/#, with: "]"
    ).replacing(#/\]\[[^\]]*\]/#, with: "]")
  }

  private static func expectNone(_ lines: [Line]) {
    for line in lines {
      let prose = prose(line.text)
      for word in dropped where prose.range(of: word, options: [.regularExpression, .caseInsensitive]) != nil {
        Issue.record("\(line.path):\(line.number): \(line.text.trimmingCharacters(in: .whitespaces))")
      }
    }
  }

  // MARK: Pages

  private static func proseOfPage(_ path: String) throws -> [Line] {
    var isCode = false
    return try lines(of: path).filter { line in
      if line.text.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.text.hasPrefix("    ") && !line.text.contains(#/^\[[^\]]*\]: /#)
    }
  }

  @Test func pagesHaveTheTerms() throws {
    let pages = try Self.files(in: "Sources/StateMachineCompiler", ".md") + ["README.md", "CONTRIBUTING.md"]
    #expect(pages.count > 25)
    for page in pages { Self.expectNone(try Self.proseOfPage(page)) }
  }

  // MARK: Comments

  /// The lines with nothing but a comment; those of generated code stand in literals of several lines.
  private static let comments: [Line] = {
    let paths = (try? files(in: "Sources", ".swift") + files(in: "Plugins", ".swift")) ?? []
    return paths.flatMap { path in
      var isLiteral = false
      return ((try? lines(of: path)) ?? []).compactMap { (line: Line) -> Line? in
        if line.text.ranges(of: "\"\"\"").count % 2 == 1 { isLiteral.toggle() }
        guard line.text.contains(#/^ *\/\//#) else { return nil }
        var line = line
        line.isLiteral = isLiteral
        return line
      }
    }
  }()

  @Test func commentsHaveTheTerms() {
    #expect(Self.comments.count > 7_000)
    Self.expectNone(Self.comments)
  }

  /// A summary is a noun phrase, or begins with a verb.
  @Test func summariesHaveASubjectOrAVerb() {
    var last = Line(path: "", number: 0, text: "")
    for line in Self.comments {
      defer { last = line }
      let isFirst = line.path != last.path || line.number > last.number + 1
      guard isFirst, let text = line.text.firstMatch(of: #/^ *\/\/\/ (.*)/#)?.1 else { continue }
      let words = #/(Is true|Is false|Tells? whether|What|How|Which|Who|Those|The same)\b/#
      let isDropped = text.prefixMatch(of: words) != nil
      #expect(!isDropped, "\(line.path):\(line.number): \(line.text)")
    }
  }

  // MARK: Messages

  /// The texts in the targets that speak to people, without what is put into them.
  @Test func messagesHaveTheTerms() throws {
    let folders = [
      "StateMachineSyntax/Diagnostics", "StateMachineSyntax/Syntax", "StateMachineModel", "StateMachineImport",
      "StateMachineReports", "StateMachineTesting", "StateMachineFormat", "CommandSupport", "SystemSupport", "sm-gen",
    ]
    var count = 0
    for path in try folders.flatMap({ try Self.files(in: "Sources/\($0)", ".swift") }) {
      for line in try Self.lines(of: path) where !line.text.contains(#/^ *\/\//#) {
        for match in line.text.matches(of: #/"((?:[^"\\]|\\.)*)"/#) {
          var text = line
          text.text = String(match.1).replacing(#/\\\([^)]*\)/#, with: "")
          if text.text.contains(" ") { count += 1 }
          Self.expectNone([text])
        }
      }
    }
    #expect(count > 700)
  }

  // MARK: Lengths

  /// No page is longer than one reads at once, but for those that are looked up.
  @Test func pagesAreShort() throws {
    var sum = 0
    for page in try Self.files(in: "Sources/StateMachineCompiler", ".md") {
      let count = try Self.lines(of: page).reduce(0) { $0 + $1.text.split(separator: #/\s+/#).count }
      sum += count
      #expect(count <= 6_000, "\(page)")
    }
    #expect(sum <= 54_000)
  }

  @Test func linesAreShort() throws {
    for line in Self.comments where !line.isLiteral { #expect(line.text.count <= 120, "\(line.path):\(line.number)") }
    for page in try Self.files(in: "Sources/StateMachineCompiler", ".md") + ["README.md", "CONTRIBUTING.md"] {
      for line in try Self.proseOfPage(page) where !line.text.contains("|") && !line.text.contains("](") {
        #expect(line.text.count <= 120, "\(page):\(line.number)")
      }
    }
  }
}
