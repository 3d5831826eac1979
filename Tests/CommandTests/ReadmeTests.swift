import Foundation
import Testing

/// The commands of the README do what it says.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let lines = ((try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? "")
    .components(separatedBy: "\n")

  /// The arguments after `swift run sm-gen` in indented lines, without the comment.
  private static let commands = lines.compactMap { line in
    line.firstMatch(of: #/^    swift run sm-gen ([^#]*)/#).map { $0.1.split(separator: " ").map(String.init) }
  }

  /// A copy of the machines that the commands name, with programs that draw and show nothing.
  private func folder() throws -> Folder {
    let specs = Self.root.appending(path: "specs")
    var files = [
      "bin/dot": "#!/bin/sh\ncat >/dev/null\necho '<svg></svg>'\n", "bin/xdg-open": "#!/bin/sh\n",
      "bin/open": "#!/bin/sh\n",
    ]
    for name in Self.commands.joined() where name.hasSuffix(".swift") {
      files[name] = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: specs.path) where name.hasSuffix(".sm") {
      files["specs/\(name)"] = try String(contentsOf: specs.appending(path: name), encoding: .utf8)
    }
    let folder = try Folder(files)
    for name in files.keys where name.hasPrefix("bin/") {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    return folder
  }

  @Test func thereAreFewShortLines() {
    #expect(Self.lines.count <= 171 && Self.lines.allSatisfy { $0.count <= 120 })
    #expect(Self.commands.count >= 3)
  }

  /// The first command needs Swift alone, the second passes the tests as CI does, and the third shows a picture.
  @Test func twoCommandsAreTheWholeSetup() throws {
    let shell = Self.lines.filter { $0.hasPrefix("    swift ") }.map { String($0.prefix { $0 != "#" }) }
    #expect(shell.count >= 3 && shell[0].hasPrefix("    swift run sm-gen specs/"))
    #expect(shell[1].split(separator: " ") == ["swift", "test"] && shell[2].contains("--open"))
    let script = try String(contentsOf: Self.root.appending(path: ".ci/run"), encoding: .utf8)
    #expect(script.contains("\npart tests swift test"))
  }

  /// "in 90 lines" is what `help language` has.
  @Test func theSheetIsAsLongAsItSays() throws {
    let said = Self.lines.compactMap { $0.firstMatch(of: #/help language .* in (\d+) lines/#) }.first
    let count = try #require(said.flatMap { Int($0.1) })
    let sheet = try run(["help", "language"], in: Folder([:])).output.components(separatedBy: "\n")
    #expect(sheet.allSatisfy { $0.count <= 80 } && abs(sheet.count - count) <= 3)
  }

  /// The headings follow a stranger's questions, in this order.
  @Test func theHeadingsAreQuestionsOfAStranger() {
    let headings = Self.lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
    #expect(
      headings == [
        "What you write, and what comes out", "Try it", "Why it is worth it",
        "What it needs, and what it does not bring", "In your package", "A machine that waits", "In your editor",
        "How grown-up it is", "Where to go on",
      ])
  }

  @Test func thePicturesAreSmall() throws {
    let pictures = Self.lines.joined(separator: "\n").matches(of: #/[\w\/.~-]+\.(?:svg|png)/#).map { String($0.0) }
    #expect(pictures.count >= 2)
    for picture in pictures {
      let size = try Data(contentsOf: Self.root.appending(path: picture)).count
      #expect((1...100_000).contains(size), "\(picture)")
    }
  }

  @Test func theCommandsRun() throws {
    let folder = try folder()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for command in Self.commands {
      let result = try run(command, path: folder.path("bin") + ":" + path, in: folder)
      #expect(result.code == 0 && !result.error.contains("error:"), "\(command): \(result.error)")
      let isQuiet = command.contains("--open") || ["play", "check"].contains(command.first)
      #expect(isQuiet || !result.output.isEmpty, "\(command)")
    }
  }

  /// The mistake is made in the machine that README begins with.
  @Test func theMistakeLooksSo() throws {
    let shown = try #require(Self.lines.firstIndex { $0.hasPrefix("Door.sm:") })
    let machine = try String(contentsOf: Self.root.appending(path: "specs/ElevatorDoor.sm"), encoding: .utf8)
    let wrong = machine.replacing(": closeButton [persons < 10] ", with: ": closeButon [persons < 10]  ")
    #expect(wrong != machine)
    let result = try run(["check", "Door.sm"], in: Folder(["Door.sm": wrong]))
    #expect(result.error == Self.lines[shown...].prefix(3).map { $0 + "\n" }.joined())
  }
}
