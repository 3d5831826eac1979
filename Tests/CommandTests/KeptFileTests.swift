import Foundation
import Testing

/// A file that was not generated is not replaced, and a generated file is made again by its stored command.
@Suite struct KeptFileTests {
  private static let door = DiagramCommandTests.door
  private static let other = door.replacing("Door", with: "Other").replacing("reopen", with: "unlock")
  /// Text formats, and those that Graphviz draws where it is there.
  private static let endings =
    ["mmd", "puml", "dot", "scxml", "md"] + (DiagramCommandTests.hasGraphviz ? ["svg", "png", "pdf", "html"] : [])
  private static let unsaid = "error: does not say how it was made: give the machine's file as well\n"

  private func bytes(_ name: String, in folder: Folder) throws -> Data {
    try Data(contentsOf: folder.url.appending(path: name))
  }

  // MARK: Standard input

  @Test func aPictureOfStandardInputDoesNotSayHowItWasMade() throws {
    let folder = try Folder(["Door.sm": Self.door, "docs/x": ""])
    for ending in Self.endings {
      let name = "docs/Door.\(ending)"
      #expect(try run(["diagram", "-o", name, "-"], input: Self.door, in: folder).code == 0)
      let old = try bytes(name, in: folder)
      for option in ["--check", "--update"] {
        // Another machine waits at standard input.
        let result = try run(["diagram", option, name], input: Self.other, in: folder)
        #expect(result == Outcome(code: 1, output: "", error: "\(name): \(Self.unsaid)"))
        _ = try run(["diagram", option, "docs"], input: Self.other, in: folder)
      }
      #expect(try bytes(name, in: folder) == old)
      #expect(!String(decoding: old, as: UTF8.self).contains("sm-gen diagram -\n"))
      // As the message says.
      #expect(try run(["diagram", "--check", name, "-"], input: Self.door, in: folder).code == 0)
      #expect(try run(["diagram", "--check", name, "-"], input: Self.other, in: folder).code == 1)
      try folder.write("Door.sm", Self.door.replacing("reopen", with: "unlock"))
      #expect(try run(["diagram", "--update", name, "Door.sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
      #expect(try run(["diagram", "--check", name], in: folder) == Outcome(code: 0, output: "", error: ""))
      try folder.write("Door.sm", Self.door)
    }
  }

  /// Files that older versions have made, or somebody by hand.
  @Test(arguments: ["-", "--format svg -", "--since - Door.sm", "/dev/stdin", "", "--format svg"])
  func nothingReadsStandardInput(files: String) throws {
    let picture = "<?xml version=\"1.0\"?>\n<?sm-gen diagram \(files) # 0123456789abcdef?>\n<svg/>\n"
    let folder = try Folder(["Door.sm": Self.door, "a.svg": picture])
    for option in ["--check", "--update"] {
      let result = try run(["diagram", option, "a.svg"], input: Self.other, in: folder)
      #expect(result.code == 1 && result.error.hasPrefix("a.svg: error: "), "\(result)")
    }
    #expect(try folder.text("a.svg") == picture)
    #expect(try run(["diagram", "--update", "-"], input: picture, in: folder).code == 64)
  }

  @Test func aPipeIsNoFileThatLasts() throws {
    let folder = try Folder(["Door.sm": Self.door])
    let piped = "mkfifo pipe; cat Door.sm >pipe & \"$0\" diagram -o a.mmd pipe"
    for script in ["\"$0\" diagram -o a.mmd /dev/stdin <Door.sm", piped] {
      #expect(try execute("/bin/sh", ["-c", script, command().path], input: "", in: folder).code == 0)
      #expect(try run(["diagram", "--check", "a.mmd"], in: folder).error == "a.mmd: \(Self.unsaid)")
    }
  }

  // MARK: Names

  @Test func everyNameComesBack() throws {
    var names = [
      "a%b.sm", "a-->b.sm", "a?>b.sm", "a<b.sm", "a'b.sm", "a\"b.sm", "a\nb.sm", "a b.sm", "-a.sm", "#a.sm", "$a.sm",
      "a\\b.sm", "a\u{202E}b.sm", "a\tb.sm", "%%{x}.sm", "$'a'.sm", "a\\x41.sm", "ä–門.sm", "a--b.sm", " a .sm", "*/.sm",
      "`a`.sm", "--!>.sm",
    ]
    names += ["'", "\u{301}", "\u{7F}", "\u{FFFD}"].map { $0 + "%.sm" }
    for (index, name) in names.enumerated() {
      let folder = try Folder([name: Self.door])
      // Graphviz is slow: all endings with some names.
      let endings = Self.endings.prefix(index % 6 == 0 ? .max : 5)
      for ending in endings {
        let drawn = try run(["diagram", "-o", "a." + ending, "--", name], in: folder)
        #expect(drawn == Outcome(code: 0, output: "", error: ""))
        let current = try run(["diagram", "--check", "a." + ending], in: folder)
        #expect(current == Outcome(code: 0, output: "", error: ""), "\(name) \(ending)")
      }
      try folder.write(name, Self.door.replacing("reopen", with: "unlock"))
      #expect(try run(["diagram", "--check", "."], in: folder).code == 1)
      let count = endings.count
      #expect(try run(["diagram", "--update", "."], in: folder).error == "\(count) files: \(count) written\n")
      #expect(try run(["diagram", "--check", "."], in: folder).code == 0)
      #expect(try folder.text("a.mmd").contains("unlock"))
    }
  }

  #if os(Linux)
    @Test func namesThatAreNoTextComeBack() throws {
      let folder = try Folder(["Door.sm": Self.door])
      let script = #"""
        bad=$(printf 'b\377\303d.sm'); mv Door.sm "$bad"
        for ending in \#(Self.endings.joined(separator: " ")); do
          "$0" diagram -o a.$ending "$bad" && "$0" diagram --check a.$ending || exit 1
        done
        """#
      let result = try execute("/bin/sh", ["-c", script, try command().path], input: "", in: folder)
      #expect(result == Outcome(code: 0, output: "", error: ""))
    }
  #endif

  /// The options of a picture are stored in it: here, other files that the machine needs.
  @Test func optionsComeBack() throws {
    let holder = "machine House {\n  initial state door: Door\n  event again\n  door -> door : again\n}\n"
    let folder = try Folder(["House.sm": holder, "other/Door.sm": Self.door])
    #expect(try run(["diagram", "--with", "other/Door.sm", "-o", "a.mmd", "House.sm"], in: folder).code == 0)
    #expect(try run(["diagram", "--check", "a.mmd"], in: folder) == Outcome(code: 0, output: "", error: ""))
  }

  // MARK: Files that nobody has generated

  @Test func aFormatStaysWhatItIs() throws {
    let picture = "<?xml version=\"1.0\"?>\n<?sm-gen diagram Door.sm # 0123456789abcdef?>\n<svg/>\n"
    let folder = try Folder(["Door.sm": Self.door, "a.svg": picture])
    let result = try run(["diagram", "--update", "a.svg"], in: folder)
    #expect(result.code == 1 && result.error.contains("makes 'dot' and not 'svg'"))
    #expect(try folder.text("a.svg") == picture)
  }

  /// Files that speak of the command, and were not made by one.
  @Test func whatOnlySpeaksOfTheCommandStays() throws {
    let files = [
      "page.html": "<!doctype html>\n<p>Run\n<pre>\nsm-gen diagram Door.sm\n</pre>\n",
      "marked.html": "<!doctype html>\n<p>\n<!-- sm-gen diagram --format html Door.sm -->\n",
      "package.json": "{ \"docs\":\n\"sm-gen diagram Door.sm\"\n}\n",
      "icon.svg": "<svg>\n<!-- x -->\n<!-- sm-gen diagram Door.sm -->\n</svg>",
      "Lid.sm": "// Generated by: sm-gen diagram Door.sm\n" + Self.other,
      "Door.swift": "import App\n// sm-gen diagram Door.sm\n",
      "notes.dot": "digraph {\n}\n\n// sm-gen diagram Door.sm\n",
    ]
    let folder = try Folder(files.merging(["Door.sm": Self.door]) { old, _ in old })
    for name in files.keys { #expect(try run(["diagram", "--update", name], in: folder).code == 1, "\(name)") }
    _ = try run(["diagram", "--update", "."], in: folder)
    for (name, text) in files { #expect(try folder.text(name) == text) }
  }

  @Test(arguments: [
    ("a.html", "<!doctype html>\n<p>Mine\n"), ("a.svg", "<svg/>\n"), ("a.mmd", "graph TD\n"), ("a.puml", "@startuml\n"),
    ("a.json", "{}\n"), ("a.dot", "digraph {}\n"), ("a.scxml", "<scxml/>\n"), ("README.md", "# Mine\n"),
    ("README.md", "# Mine\n\n<!-- sm-gen diagram --format table Door.sm -->\n<!-- /sm-gen -->\n"),
    ("README.md", "<!-- sm-gen diagram --format table Door.sm -->\n<!-- /sm-gen -->\n\nMine\n"), ("a.png", "PNG\n"),
  ])
  func whatWasNotGeneratedIsNotReplaced(name: String, text: String) throws {
    let folder = try Folder(["Door.sm": Self.door, name: text, "bin/x": ""])
    try folder.write("bin/dot", "#!/bin/sh\ncat >/dev/null; echo '<?xml?><svg/>'\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/dot"))
    let path = folder.path("bin") + ":/usr/bin:/bin"
    let commands = [["diagram", "-o", name]] + (name == "a.html" ? [["play", "-o", name]] : [])
    for words in commands {
      let result = try run(words + ["Door.sm"], path: path, in: folder)
      #expect(result.code == 1 && result.error.contains("not generated: give another name with '-o'"), "\(result)")
    }
    #expect(try folder.text(name) == text)
    // What the command itself has written, it replaces.
    guard name != "README.md", name != "a.png" else { return }
    try FileManager.default.removeItem(atPath: folder.path(name))
    for machine in [Self.door, Self.other] {
      try folder.write("Door.sm", machine)
      #expect(try run(["diagram", "-o", name, "Door.sm"], path: path, in: folder).code == 0)
    }
  }

  @Test func swiftThatWasNotGeneratedIsNotReplaced() throws {
    let mine = "import App\n\nstruct Door {}\n"
    let folder = try Folder(["Door.sm": Self.door, "Door.swift": mine, "OTHER.SM": Self.other])
    for words in [[], ["support"]] {
      let result = try run(words + ["-o", "Door.swift", "Door.sm"], in: folder)
      #expect(
        result.code == 1
          && result.error.contains("error: 'Door.swift' was not generated: give another name with '-o', or remove it"))
    }
    #expect(try folder.text("Door.swift") == mine)
    #expect(try run(["-o", "OTHER.SM", "Door.sm"], in: folder).error.contains("as machines do"))
    #expect(try folder.text("OTHER.SM") == Self.other)
    // A merge that has failed leaves more in a file than was generated.
    let swift = try run(["Door.sm"], in: folder).output
    try folder.write("Door.swift", "<<<<<<< HEAD\n" + swift + ">>>>>>> main\n")
    #expect(try run(["-o", "Door.swift", "Door.sm"], in: folder).code == 0)
    #expect(try folder.text("Door.swift").hasPrefix("// Generated by sm-gen"))
  }

  @Test func aLinkThatLeadsElsewhereIsNotFollowed() throws {
    let mark = "<!-- sm-gen diagram --format table Door.sm -->\n<!-- /sm-gen -->\n"
    let folder = try Folder(["Door.sm": Self.door, "page.md": mark, "docs/x": ""])
    try FileManager.default.createSymbolicLink(atPath: folder.path("docs/page.md"), withDestinationPath: "../page.md")
    let result = try run(["diagram", "--update", "docs"], in: folder)
    #expect(result.code == 1 && result.error.contains("it is a link that leads to"))
    #expect(try folder.text("page.md") == mark)
  }
}
