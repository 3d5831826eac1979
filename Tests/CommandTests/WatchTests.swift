import Foundation
import Testing

/// `--watch` writes files as they change, prints what it does, and ends.
@Suite(.serialized) struct WatchTests {
  private static let door = CommandTests.good
  private static let wrong = CommandTests.bad

  /// A command that goes on, whose messages go to a file.
  private final class Watcher {
    let folder: Folder
    private let process = Process()
    private var seen = 0

    init(_ arguments: [String], path: String? = nil, in folder: Folder) throws {
      self.folder = folder
      if let path {
        process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { _, new in new }
      }
      process.executableURL = try command()
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      try folder.write(".log", "")
      process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path(".log")))
      try process.run()
    }

    deinit { process.terminate() }

    /// Returns the output up to the end of the next round.
    func round() throws -> String {
      for _ in 0..<500 {
        let said = try folder.text(".log").dropFirst(seen)
        if let end = said.firstRange(of: "watching; Ctrl-C ends\n") {
          let text = String(said[..<end.upperBound])
          seen += text.count
          return text
        }
        usleep(20_000)
      }
      throw Silence()
    }

    /// Ends it as Ctrl-C does; its exit code, or the negative number of a signal.
    func end(_ signal: Int32 = SIGINT) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    private struct Silence: Error {}
  }

  private static let end = "watching; Ctrl-C ends\n"

  @Test func findingsComeAndGo() throws {
    let folder = try Folder(["Door.sm": Self.door])
    let watcher = try Watcher(["check", "--watch", "Door.sm"], in: folder)
    let clean = "1 file: no errors or warnings\n" + Self.end
    #expect(try watcher.round() == clean)
    try folder.write("Door.sm", Self.wrong)
    let wrong = try watcher.round()
    #expect(wrong.hasPrefix("Door.sm:5:11: error: 'closd'") && wrong.hasSuffix("\n1 file: 1 error\n" + Self.end))
    try folder.write("Door.sm", Self.door)
    #expect(try watcher.round() == clean)
    #expect(watcher.end() == 0)
    #expect(try folder.text(".log").hasSuffix(Self.end))
  }

  @Test func whatChangesIsWritten() throws {
    let folder = try Folder(["in/A.sm": Self.door.replacing("Door", with: "A"), "in/B.sm": Self.wrong])
    let watcher = try Watcher(["generate", "--watch", "-o", "out/", "in"], in: folder)
    // A mistake in one file keeps no other from being written.
    #expect(try watcher.round().hasSuffix("\n2 files: 1 written, 1 error\n" + Self.end))
    #expect(try folder.text("out/A.sm.swift").contains("struct A"))
    try folder.write("in/B.sm", Self.door.replacing("Door", with: "B"))
    #expect(try watcher.round() == "2 files: 1 written, 1 up to date\n" + Self.end)
    // As editors write: a new file takes the name.
    try folder.write("in/.A.sm.new", Self.door.replacing("Door", with: "A").replacing("closed", with: "shut"))
    #expect(rename(folder.path("in/.A.sm.new"), folder.path("in/A.sm")) == 0)
    #expect(try watcher.round() == "2 files: 1 written, 1 up to date\n" + Self.end)
    #expect(try folder.text("out/A.sm.swift").contains("shut"))
    // A new file, and one in a new folder.
    try folder.write("in/C.sm", Self.door.replacing("Door", with: "C"))
    #expect(try watcher.round() == "3 files: 1 written, 2 up to date\n" + Self.end)
    try folder.write("in/deep/D.sm", Self.door.replacing("Door", with: "D"))
    #expect(try watcher.round() == "4 files: 1 written, 3 up to date\n" + Self.end)
    try folder.write("in/deep/D.sm", Self.wrong)
    #expect(try watcher.round().contains("in/deep/D.sm:5:11: error: "))
    try FileManager.default.removeItem(atPath: folder.path("in/deep"))
    #expect(try watcher.round() == "3 files: 3 up to date\n" + Self.end)
    #expect(watcher.end(SIGTERM) == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
        == ["A.sm.swift", "B.sm.swift", "C.sm.swift", "D.sm.swift"])
  }

  @Test func aSubmachineBesideTheFileCounts() throws {
    let holder = "machine House { initial state inner: Door; event again; inner -> inner : again }\n"
    let folder = try Folder(["House.sm": holder, "Door.sm": Self.door])
    let watcher = try Watcher(["check", "--watch", "House.sm"], in: folder)
    #expect(try watcher.round() == "1 file: no errors or warnings\n" + Self.end)
    try FileManager.default.removeItem(atPath: folder.path("Door.sm"))
    #expect(try watcher.round().contains("'Door' is not declared as a machine"))
    try folder.write("Door.sm", Self.door)
    #expect(try watcher.round() == "1 file: no errors or warnings\n" + Self.end)
    // A file that goes and comes back is no reason to end.
    try FileManager.default.removeItem(atPath: folder.path("House.sm"))
    #expect(try watcher.round().contains("error: cannot read 'House.sm'"))
    try folder.write("House.sm", holder)
    #expect(try watcher.round() == "1 file: no errors or warnings\n" + Self.end)
    #expect(watcher.end() == 0)
  }

  /// A page loads itself anew while the command goes on, and is as any other afterwards; it is opened once.
  @Test func aPageIsRenewed() throws {
    let folder = try PlayTests().folder()
    let path = folder.path("bin") + ":/usr/bin:/bin"
    func page() throws -> String { try folder.text("Door.html") }
    #expect(try run(["diagram", "-o", "Plain.html", "Door.sm"], path: path, in: folder).code == 0)
    let watcher = try Watcher(["play", "--watch", "--open", "-o", "Door.html", "Door.sm"], path: path, in: folder)
    #expect(try watcher.round() == "1 file: 1 written\n" + Self.end)
    let first = try page()
    #expect(first.contains("location.reload()") && first.contains("frame-src"))
    try folder.write("Door.sm", Self.wrong)
    #expect(try watcher.round().hasSuffix("1 file: nothing written, 1 error\n" + Self.end))
    #expect(try page() == first)
    try folder.write("Door.sm", Self.door.replacing("closed", with: "shut"))
    #expect(try watcher.round() == "1 file: 1 written\n" + Self.end)
    #expect(try page() != first)
    try folder.write("Door.sm", Self.door)
    _ = try watcher.round()
    #expect(watcher.end() == 0)
    #expect(try page() == folder.text("Plain.html").replacing("Plain.html", with: "Door.html"))
    #expect(try folder.text("opened") == "./Door.html\n")
  }

  /// A picture is shown by a page in the folder for temporary files.
  @Test func aPictureIsRenewed() throws {
    let folder = try PlayTests().folder()
    let path = folder.path("bin") + ":/usr/bin:/bin"
    let watcher = try Watcher(["diagram", "--watch", "--open", "-o", "Door.svg", "Door.sm"], path: path, in: folder)
    #expect(try watcher.round() == "1 file: 1 written\n" + Self.end)
    let shown = try folder.text("opened").trimmingCharacters(in: .newlines)
    func page() throws -> String { try String(contentsOf: URL(filePath: shown), encoding: .utf8) }
    #expect(shown.hasSuffix("/Door.svg.html"))
    let encoded = try Data(folder.text("Door.svg").utf8).base64EncodedString()
    #expect(try page().contains("src=\"data:image/svg+xml;base64,\(encoded)\"") && page().contains("location.reload()"))
    #expect(try !folder.text("Door.svg").contains("script"))
    #expect(watcher.end() == 0)
    #expect(try !page().contains("location.reload()"))
  }

  @Test(arguments: [
    (["generate", "--watch", "Door.sm"], "'--watch' writes files: give '-o'"),
    (["generate", "--watch", "-o", "-", "Door.sm"], "'--watch' writes files: give '-o'"),
    (["check", "--watch", "-"], "'--watch' is about files, and standard input is none"),
    (["generate", "--watch", "--check", "-o", "x", "Door.sm"], "'--watch' and '--check' exclude each other"),
    (["diagram", "--watch", "Door.sm"], "'--watch' writes files: give '-o', or '--open'"),
    (["diagram", "--watch", "-o", "-", "Door.sm"], "'--watch' writes files: give '-o', or '--open'"),
    (["diagram", "--watch", "--update", "Door.svg"], "'--watch' and '--update' exclude each other"),
    (["diagram", "--watch", "--check", "-o", "Door.svg", "Door.sm"], "'--watch' and '--check' exclude each other"),
    (["play", "--watch", "-"], "'--watch' is about files, and standard input is none"),
    (["format", "--watch", "Door.sm"], "'format' has no option '--watch'"),
  ])
  func wrongUsage(arguments: [String], message: String) throws {
    let result = try run(arguments, in: Folder(["Door.sm": Self.door]))
    #expect(result.code == 64 && result.error.hasPrefix("error: \(message)\n"), "\(result.error)")
  }
}
