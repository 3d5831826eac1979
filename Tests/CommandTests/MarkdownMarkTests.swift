import Foundation
import Testing

/// `diagram --check` and `--update` report marks in Markdown files that are missing, wrong, indented or quoted. No text
/// of the file's author is lost.
@Suite struct MarkdownMarkTests {
  private static let begin = "<!-- sm-gen diagram --format table Door.sm -->"
  private static let end = "<!-- /sm-gen -->"

  private func folder(_ page: String) throws -> Folder {
    try Folder(["Door.sm": DiagramCommandTests.door, "Page.md": page])
  }

  /// Expects a page to be refused, with these messages, and left as it is.
  private func expectRefused(
    _ page: String, _ messages: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try folder(page)
    for option in ["--update", "--check"] {
      let result = try run(["diagram", option, "Page.md"], in: folder)
      let expected = messages.map { "Page.md: error: \($0)\n" }.joined()
      #expect(result == Outcome(code: 1, output: "", error: expected), sourceLocation: location)
    }
    #expect(try folder.text("Page.md") == page, sourceLocation: location)
  }

  /// A damaged end mark is refused, whatever the damage, in the first of two parts and in the last part of a page.
  @Test(arguments: ["\n", "\r\n"]) func aLostEndMarkTakesNothing(newline: String) throws {
    let damaged = [
      "", "<!-- /sm-gn -->", "<!-- /sm-gen --", "<!-- sm-gen/ -->", "<-- /sm-gen -->", "</sm-gen>", "<!-- /smgen -->",
      "<!-- end sm-gen -->", "`<!-- /sm-gen -->`", "    \(Self.end)", "```\n\(Self.end)\n```",
    ]
    for (index, end) in damaged.enumerated() {
      for title in ["", "# A door\n\n"] {
        let first = title + "\(Self.begin)\nold\n\n\(end)\n\nProse that is dear to somebody.\n\n"
        let page = (first + "\(Self.begin)\n\(Self.end)\nThe end.\n").replacing("\n", with: newline)
        let line = title.isEmpty ? 1 : 3
        try expectRefused(page, ["line \(line): '<!-- /sm-gen -->' is missing below"])
        // The last part of a page, too. A line that has the mark and more is told where it stands.
        if index < 9 || index == 10 {
          try expectRefused(
            first.replacing("\n", with: newline), ["line \(line): '<!-- /sm-gen -->' is missing below"])
        }
      }
    }
  }

  @Test func everyMistakeHasItsLine() throws {
    let page = """
      \(Self.end)
      <!-- sm-gen diagam --format table Door.sm -->
      \(Self.end)
      text \(Self.begin)
      \(Self.end)
      \(Self.begin) \(Self.end)

          \(Self.begin)

      <!-- sm-gen diagram --format table
      Door.sm -->
      <!-- sm-gen diagram --format svg Door.sm -->
      \(Self.end)
      <!-- sm-gen diagram -o x Door.sm -->
      \(Self.end)
      <!-- sm-gen diagram --format table - -->
      \(Self.end)
      <!-- sm-gen diagram --format table Gone.sm -->
      \(Self.end)

      """
    let folder = try folder(page)
    let result = try run(["diagram", "--update", "Page.md"], input: DiagramCommandTests.door, in: folder)
    #expect(result.code == 1 && result.output == "")
    let lines = result.error.split(separator: "\n").filter { $0.hasPrefix("Page.md: error: ") }
    let numbers = lines.compactMap { $0.firstMatch(of: #/: line ([0-9]+): /#).map { String($0.1) } }
    #expect(numbers == ["1", "2", "4", "6", "8", "10", "12", "14", "16", "18"], "\(result.error)")
    #expect(result.error.contains("line 1: '<!-- /sm-gen -->' has no '<!-- sm-gen diagram … -->' above it"))
    #expect(result.error.contains("line 2: did you mean '<!-- sm-gen diagram … -->'?"))
    #expect(result.error.contains("line 16: 'sm-gen diagram --format table -' is no command"))
    #expect(try folder.text("Page.md") == page)
  }

  /// The marks stand at each place that Markdown has for them, and so does what is between them.
  @Test(arguments: [
    ("", ""), ("> ", "> "), ("> > ", "> > "), ("- ", "  "), ("12. ", "    "), ("  ", "  "), ("> 1) ", ">    "),
    ("- - ", "    "), ("* > ", "  > "),
  ])
  func marksStandWhereTextStands(first: String, others: String) throws {
    for newline in ["\n", "\r\n"] {
      for format in ["table", "mermaid"] {
        let begin = "<!-- sm-gen diagram --format \(format) Door.sm -->"
        let page = ["# Door", "", first + begin, others + Self.end, "", "The end.", ""].joined(separator: newline)
        let folder = try folder(page)
        #expect(try run(["diagram", "--check", "Page.md"], in: folder).code == 1)
        #expect(try run(["diagram", "--update", "Page.md"], in: folder) == Outcome(code: 0, output: "", error: ""))
        #expect(try run(["diagram", "--check", "Page.md"], in: folder) == Outcome(code: 0, output: "", error: ""))
        let text = try folder.text("Page.md")
        let lines = text.components(separatedBy: newline)
        #expect(lines.prefix(3) == ["# Door", "", first + begin] && lines.suffix(3) == ["", "The end.", ""])
        #expect(lines.contains(others + Self.end))
        for line in lines.dropFirst(3).dropLast(3) where !line.isEmpty {
          #expect(line.hasPrefix(others) || others.hasPrefix(line), "\(line)")
        }
        #expect(text.contains(others + (format == "table" ? "| State |" : "```mermaid")))
        // What it was made of changes.
        try folder.write("Door.sm", DiagramCommandTests.door.replacing("reopen", with: "unlock"))
        #expect(try run(["diagram", "--check", "Page.md"], in: folder).code == 1)
      }
    }
  }

  @Test func aPartEndsWithWhatItStandsIn() throws {
    let message = "line 2: '<!-- /sm-gen -->' is missing below"
    try expectRefused("# A\n> \(Self.begin)\n\nProse.\n\n> \(Self.end)\n", [message])
    try expectRefused(
      "# A\n\(Self.begin)\nold \(Self.end)\n", ["line 3: a mark stands at the beginning of its line"])
    try expectRefused("# A\n- \(Self.begin)\n\nProse.\n\n  \(Self.end)\n", [message])
    // A block of code that a list has opened ends with it: what follows is no example.
    try expectRefused("- ```\n\n\(Self.begin)\n", ["line 3: '<!-- /sm-gen -->' is missing below"])
    try expectRefused("> ```\n\n\(Self.begin)\n", ["line 3: '<!-- /sm-gen -->' is missing below"])
  }

  @Test func examplesAreNoMarks() throws {
    for example in ["> ```\n> \(Self.begin)\n> ```\n", "- ~~~\n  \(Self.begin)\n  ~~~\n", "Write `\(Self.begin)`.\n"] {
      let result = try run(["diagram", "--check", "Page.md"], in: folder(example))
      #expect(result.error.hasPrefix("Page.md: error: has no line '<!-- sm-gen diagram … -->'"))
    }
  }

  /// Line endings of several kinds, bytes that are no text, and no newline at the end.
  @Test func otherBytesStay() throws {
    let head = Array("a\r\nb\n".utf8) + [0xE9, 0xFF, 0x0D, 0x0A]
    let tail = Array("c\r\n".utf8) + [0xC3] + Array("d".utf8)
    let folder = try folder("")
    try Data(head + Array("\(Self.begin)\n\(Self.end)\n".utf8) + tail).write(to: folder.url.appending(path: "Page.md"))
    #expect(try run(["diagram", "--update", "Page.md"], in: folder) == Outcome(code: 0, output: "", error: ""))
    let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: "Page.md")))
    #expect(bytes.starts(with: head) && bytes.suffix(tail.count) == tail[...])
    #expect(String(decoding: bytes, as: UTF8.self).contains("| State |"))
  }

  @Test func whatIsWrittenBelowATableStays() throws {
    let folder = try folder("")
    #expect(try run(["diagram", "-o", "Door.md", "Door.sm"], in: folder).code == 0)
    let table = try folder.text("Door.md")
    let page = table + "\nSomebody's words.\n"
    try folder.write("Door.md", page)
    try folder.write("Door.sm", DiagramCommandTests.door.replacing("reopen", with: "unlock"))
    let line = page.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let refused = try run(["diagram", "--update", "Door.md"], in: folder)
    #expect(refused.code == 1 && refused.error.hasPrefix("Door.md: error: line \(line): this is not part of the table"))
    #expect(try run(["diagram", "-o", "Door.md", "Door.sm"], in: folder).code == 1)
    #expect(try folder.text("Door.md") == page)
    // As the message says.
    try folder.write("Door.md", table + "\(Self.end)\n\nSomebody's words.\n")
    #expect(try run(["diagram", "--update", "Door.md"], in: folder).code == 0)
    #expect(try folder.text("Door.md").hasSuffix("\n\(Self.end)\n\nSomebody's words.\n"))
    #expect(try folder.text("Door.md").contains("unlock"))
  }

  /// In a folder, a page whose only mark is wrong is none that nobody has to look at.
  @Test func aFolderHidesNoMistake() throws {
    let folder = try Folder(["Door.sm": DiagramCommandTests.door, "docs/a.md": "# x\n\n\(Self.begin)\n"])
    let result = try run(["diagram", "--check", "docs"], in: folder)
    #expect(result.code == 1)
    #expect(result.error.hasPrefix("docs/a.md: error: line 3: '<!-- /sm-gen -->' is missing below\n"))
  }
}
