import Foundation
import Testing

/// `play` and the formats `html` and `json` work. The tests' own programs replace those of the system.
@Suite struct PlayTests {
  #if os(macOS)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  private static let two = CommandTests.good + CommandTests.good.replacing("Door", with: "Gate")

  func folder() throws -> Folder {
    let folder = try Folder(["Door.sm": CommandTests.good, "Two.sm": Self.two, "bin/x": ""])
    let programs = [
      "dot": "cat >>drawn; echo \"<?xml version='1.0'?><svg id='one'/>\"", Self.opener: "echo \"$1\" >opened",
    ]
    for (name, text) in programs {
      try folder.write("bin/" + name, "#!/bin/sh\n\(text)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/" + name))
    }
    return folder
  }

  private func command(_ arguments: String..., in folder: Folder) throws -> Outcome {
    try run(arguments, path: folder.path("bin") + ":/usr/bin:/bin", in: folder)
  }

  @Test func playShowsAPageInATemporaryFolder() throws {
    let folder = try folder()
    #expect(try command("play", "Door.sm", in: folder) == Outcome(code: 0, output: "", error: ""))
    let opened = try folder.text("opened").trimmingCharacters(in: .newlines)
    #expect(opened.hasSuffix("/Door.html"))
    let page = try String(contentsOf: URL(filePath: opened), encoding: .utf8)
    #expect(page.hasPrefix("<!doctype html>\n<!-- sm-gen diagram --format html Door.sm # "))
    #expect(page.contains("<template id=\"picture0\"><svg id='one'/>"))
    #expect(page.contains("default-src 'none'"))
    // Graphviz has been told what the page calls states and labels.
    let drawn = try folder.text("drawn")
    #expect(drawn.contains("id=\"m0s0\"") && drawn.contains("id=\"m0t0\" href=\"#\""))
  }

  @Test func aPageThatIsKeptIsNotShown() throws {
    let folder = try folder()
    #expect(try command("play", "-o", "a.html", "Door.sm", in: folder) == Outcome(code: 0, output: "", error: ""))
    #expect(try folder.text("a.html").hasPrefix("<!doctype html>\n"))
    #expect(!folder.names.contains("opened"))
    #expect(try command("play", "-o", "a.html", "--open", "Door.sm", in: folder).code == 0)
    #expect(try folder.text("opened") == "./a.html\n")
  }

  /// `play` has the options that the message about a slow picture proposes.
  @Test func whatTakesTooLongCanBeMadeSimpler() throws {
    let folder = try folder()
    try folder.write("bin/dot", "#!/bin/sh\nexec sleep 100\n")
    let late = try command("play", "--timeout", "1", "Door.sm", in: folder)
    #expect(late.code == 1)
    let advised = late.error.matches(of: #/'(--[a-z]+)( [a-z]+)?' (?:gives|makes)/#)
    #expect(advised.map { String($0.1) } == ["--timeout", "--labels"])
    for match in advised {
      for subcommand in ["play", "diagram"] {
        #expect(try command(subcommand, "--help", in: folder).output.contains("  \(match.1) <"))
      }
    }
    #expect(late.error.contains("'--labels none' makes"))
    let simple = try self.folder()
    #expect(try command("play", "--labels", "none", "Door.sm", in: simple).code == 0)
    #expect(try !simple.text("drawn").contains(">toggle<"))
  }

  @Test func aPageHoldsAllMachinesOfAFile() throws {
    let folder = try folder()
    #expect(try command("diagram", "-o", "Two.html", "Two.sm", in: folder).code == 0)
    let page = try folder.text("Two.html")
    #expect(page.contains("picture1") && page.contains("\"name\":\"Door\"") && page.contains("\"name\":\"Gate\""))
    #expect(!page.contains("picture2"))
    // Or one that is chosen.
    #expect(try command("diagram", "-o", "Gate.html", "--machine", "Gate", "Two.sm", in: folder).code == 0)
    #expect(try !folder.text("Gate.html").contains("\"name\":\"Door\""))
    // In a folder it is called as the file is.
    #expect(try command("diagram", "--format", "html", "-o", "pages/", "Two.sm", in: folder).code == 0)
    #expect(try folder.text("pages/Two.html").contains("picture1"))
  }

  @Test func aPageThatIsOldIsFound() throws {
    let folder = try folder()
    #expect(try command("diagram", "-o", "Door.html", "Door.sm", in: folder).code == 0)
    #expect(try command("diagram", "--check", "Door.html", in: folder).code == 0)
    try folder.write("Door.sm", CommandTests.good.replacing("close", with: "shut"))
    let old = try command("diagram", "--check", "Door.html", in: folder)
    #expect(old.code == 1 && old.error.contains("Door.html: error: not up to date"))
    #expect(try command("diagram", "--update", "Door.html", in: folder).code == 0)
    #expect(try command("diagram", "--check", "Door.html", in: folder).code == 0)
  }

  @Test func aTableIsWrittenWithoutGraphviz() throws {
    let folder = try Folder(["Door.sm": CommandTests.good, "Two.sm": Self.two])
    let table = try run(["diagram", "--format", "json", "Door.sm"], in: folder)
    #expect(table.code == 0 && table.output.hasPrefix("{\n  \"format\": \"sm-gen machines\",\n  \"version\": 1,\n"))
    #expect(try run(["diagram", "-o", "Two.json", "Two.sm"], in: folder).code == 0)
    #expect(try folder.text("Two.json").contains("\"main\": 2"))
    #expect(try run(["diagram", "--check", "-o", "Two.json", "Two.sm"], in: folder).code == 0)
  }

  @Test(arguments: [
    (["diagram", "--format", "json", "--hide", "internal", "Door.sm"], "'json' tells the whole machine"),
    (["diagram", "--format", "html", "--theme", "dark", "Door.sm"], "a page follows the scheme of its reader"),
    (["diagram", "--format", "html", "--since", "Door.sm", "Door.sm"], "'--since' draws a picture: 'html' is none"),
    (["play", "-o", "-", "Door.sm"], "standard output cannot be opened"),
    (["simulate", "Door.sm"], "did you mean the subcommand 'play'?"),
  ])
  func whatMakesNoSenseIsRefused(_ arguments: [String], _ message: String) throws {
    let result = try run(arguments, in: try Folder(["Door.sm": CommandTests.good]))
    #expect(result.code == 64 && result.error.contains(message), "\(result.error)")
  }

  @Test func withoutGraphvizThePageIsAnError() throws {
    let folder = try Folder(["Door.sm": CommandTests.good, "bin/x": ""])
    let result = try run(["play", "Door.sm"], path: folder.path("bin"), in: folder)
    #expect(result.code == 1 && result.error.hasPrefix("error: 'dot' was not found: install Graphviz"))
  }
}
