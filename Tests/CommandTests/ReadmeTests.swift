import Foundation
import Testing

/// What README shows of the command is what the command does.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let lines = ((try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? "")
    .components(separatedBy: "\n")

  /// What stands behind `swift run sm-gen` in indented lines, without the remark.
  private static let commands = lines.compactMap { line in
    line.firstMatch(of: #/^    swift run sm-gen ([^#]*)/#).map { $0.1.split(separator: " ").map(String.init) }
  }

  /// A copy of the machines that the commands name.
  private func folder() throws -> Folder {
    let specs = Self.root.appending(path: "specs")
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: specs.path) where name.hasSuffix(".sm") {
      files["specs/\(name)"] = try String(contentsOf: specs.appending(path: name), encoding: .utf8)
    }
    return try Folder(files)
  }

  @Test func thereAreFewShortLines() {
    #expect(Self.lines.count <= 131 && Self.lines.allSatisfy { $0.count <= 120 })
    #expect(Self.commands.count >= 3)
  }

  @Test func theCommandsRun() throws {
    let folder = try folder()
    for command in Self.commands {
      let result = try run(command, in: folder)
      #expect(result.code == 0 && result.error.isEmpty && !result.output.isEmpty, "\(command)")
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
