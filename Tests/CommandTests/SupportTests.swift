import Foundation
import Testing

/// The Swift that wrappers share is written to the right file.
@Suite struct SupportTests {
  private static let door = CommandTests.good
  private static let alarm = """
    machine Alarm: Sendable {
      initial state quiet
      state ringing
      event ring
      quiet -> ringing : ring
      ringing -> quiet : after 5s
    }

    """

  @Test func aFileAloneHasWhatItsWrappersNeed() throws {
    let folder = try Folder([
      "Door.sm": Self.door, "Alarm.sm": Self.alarm, "None.sm": "machine N {\n wrapper none\n}\n",
    ])
    let door = try run(["Door.sm"], in: folder).output
    #expect(door.contains("fileprivate nonisolated enum FileWrapperSupport {"))
    #expect(!door.contains("struct Timers"))
    #expect(try run(["Alarm.sm"], in: folder).output.contains("nonisolated struct Timers<"))
    #expect(try !run(["None.sm"], in: folder).output.contains("WrapperSupport"))
  }

  @Test func severalFilesOfAModuleShareOne() throws {
    let folder = try Folder(["Door.sm": Self.door, "Alarm.sm": Self.alarm])
    let arguments = ["--support", "Shared.swift", "-o", "out/", "Door.sm", "Alarm.sm"]
    #expect(try run(arguments, in: folder).code == 0)
    let shared = try folder.text("Shared.swift")
    #expect(shared.contains("\n  nonisolated enum WrapperSupport {\n"))
    #expect(shared.contains("nonisolated struct Timers<"))
    for name in ["Door", "Alarm"] {
      let swift = try folder.text("out/\(name).sm.swift")
      #expect(swift.contains("WrapperSupport.EventQueue<"))
      #expect(!swift.contains("enum WrapperSupport"))
      #expect(!swift.contains("FileWrapperSupport"))
    }
    #expect(try run(["--check"] + arguments, in: folder).code == 0)
    try folder.write("Shared.swift", "old")
    let stale = try run(["--check"] + arguments, in: folder)
    #expect(stale.code == 1)
    #expect(
      stale.error == """
        Shared.swift: error: not up to date: run 'sm-gen --support Shared.swift -o out/ Door.sm Alarm.sm'
        2 files: 1 not up to date

        """)
  }

  /// A build system may run one command for each file, and one for the shared Swift.
  @Test func oneCommandForEachFileAndOneForWhatTheyShare() throws {
    let folder = try Folder(["Door.sm": Self.door, "Alarm.sm": Self.alarm])
    #expect(try run(["--omit-support", "-o", "Door.swift", "Door.sm"], in: folder).code == 0)
    #expect(try !folder.text("Door.swift").contains("enum WrapperSupport"))
    #expect(try folder.text("Door.swift").contains("WrapperSupport.EventQueue<"))
    #expect(try run(["support", "-o", "Shared.swift", "Door.sm", "Alarm.sm"], in: folder).code == 0)
    #expect(try folder.text("Shared.swift") == run(["support", "Alarm.sm", "Door.sm"], in: folder).output)
    #expect(try run(["support", "Door.sm"], in: folder).output.contains("enum WrapperSupport"))
    // What is wrong in a file is told where its own Swift is generated.
    try folder.write("Wrong.sm", "machine {\n}\n")
    let wrong = try run(["support", "Wrong.sm"], in: folder)
    #expect(wrong.code == 0 && wrong.error == "" && wrong.output.contains("struct Timers<"))
    #expect(try run(["support", "Missing.sm"], in: folder).code == 1)
    try folder.write("None.sm", "machine N {\n wrapper none\n initial state a\n}\n")
    #expect(
      try run(["support", "None.sm"], in: folder).output.hasSuffix("// The machines of this module have no wrappers.\n")
    )
  }

  @Test(arguments: [
    (["--support", "a.swift", "Door.sm"], "'--support' is about files that are written: give '-o'"),
    (
      ["--support", "a.swift", "--omit-support", "-o", "b.swift", "Door.sm"],
      "'--support' and '--omit-support' exclude each other"
    ),
    (["--support", "", "-o", "b.swift", "Door.sm"], "'--support' needs the name of a file"),
    (["support", "--strict", "Door.sm"], "'support' has no option '--strict'"),
  ])
  func wrongUsage(_ arguments: [String], _ message: String) throws {
    let folder = try Folder(["Door.sm": Self.door])
    let result = try run(arguments, in: folder)
    #expect(result.code == 64)
    #expect(result.error.hasPrefix("error: \(message)\n"))
    #expect(folder.names == ["Door.sm"])
  }

  @Test func aTerminalShowsTheMachineWithoutSupport() throws {
    let folder = try Folder(["Door.sm": CommandTests.good])
    let plain = try run(["--omit-support", "Door.sm"], in: folder)
    guard let shown = try runOnTerminal(["Door.sm"], in: folder) else { return }
    #expect(shown.code == 0 && shown.output == plain.output)
    #expect(shown.error.hasPrefix("note: 'WrapperSupport', which the wrapper is made of, is not shown: "))
    #expect(shown.error.contains("'sm-gen support Door.sm' prints it"))
    // What is asked for is printed.
    #expect(
      try runOnTerminal(["support", "Door.sm"], in: folder)?.output == run(["support", "Door.sm"], in: folder).output)
    let none = CommandTests.good.replacing("  initial", with: "  wrapper none\n  initial")
    try folder.write("None.sm", none)
    #expect(try runOnTerminal(["None.sm"], in: folder)?.error == "")
  }
}
