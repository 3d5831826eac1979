import Foundation
import Testing

/// What the command writes: whole or not at all, where it was asked to, and nowhere else.
@Suite struct OutputTests {
  private static let door = CommandTests.good

  @Test func anOutputNeverReplacesWhatItIsMadeFrom() throws {
    let folder = try Folder(["Door.sm": Self.door, "Other.sm": Self.door.replacing("Door", with: "Other")])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "Door.sm")
    for (output, input) in [("Door.sm", "Door.sm"), ("./Door.sm", "Door.sm"), ("link", "Door.sm")] {
      let result = try run(["-o", output, input], in: folder)
      #expect(result.code == 1)
      #expect(result.error.contains("would replace 'Door.sm'"), "\(output)")
    }
    #expect(try run(["-o", "Other.sm", "--with", "Other.sm", "Door.sm"], in: folder).code == 1)
    #expect(try run(["-o", "a.swift", "--dependency-file", "Door.sm", "Door.sm"], in: folder).code == 1)
    #expect(try folder.text("Door.sm") == Self.door)
    #expect(folder.names == ["Door.sm", "Other.sm", "link"])
  }

  @Test func whereOneOutputCannotBeWrittenNoneIs() throws {
    let folder = try Folder([
      "A.sm": Self.door.replacing("Door", with: "A"), "B.sm": Self.door.replacing("Door", with: "B"),
      "out/A.sm.swift": "old",
    ])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out/B.sm.swift"), withIntermediateDirectories: true)
    let result = try run(["-o", "out/", "A.sm", "B.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.error.contains("cannot write 'out/B.sm.swift'"))
    #expect(try folder.text("out/A.sm.swift") == "old")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == ["A.sm.swift", "B.sm.swift"])
  }

  @Test func aLinkThatLeadsOutOfTheFolderIsRefused() throws {
    let folder = try Folder(["Door.sm": Self.door, "secret.swift": "mine", "out/x": ""])
    for (name, target) in [("out/Door.sm.swift", "../secret.swift"), ("out/gone.swift", "../nowhere")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }
    let result = try run(["-o", "out/", "Door.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.error.contains("it is a link that leads to"))
    #expect(try run(["-o", "out/gone.swift", "Door.sm"], in: folder).code == 1)
    #expect(try folder.text("secret.swift") == "mine")
    #expect(folder.names == ["Door.sm", "out", "secret.swift"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDiskIsAnError() throws {
    let folder = try Folder(["Door.sm": Self.door])
    let result = try run(["-o", "/dev/full", "Door.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.error.contains("no space left on device"))
    let printed = try execute(
      "/bin/sh", ["-c", "\"$0\" Door.sm > /dev/full", try command().path], input: "", in: folder)
    #expect(printed.code == 1)
    #expect(printed.error.contains("cannot write 'standard output': no space left on device"))
  }

  @Test func tenAtOnceWriteTheSameFiles() async throws {
    let names = (0..<5).map { "M\($0)" }
    let folder = try Folder(
      Dictionary(uniqueKeysWithValues: names.map { ($0 + ".sm", Self.door.replacing("Door", with: $0)) }))
    let tool = try command().path
    // A shell's `wait` would hang: Foundation starts it with its signals blocked.
    let script = "seq 10 | xargs -P 10 -I {} \"$0\" -o out/ \(names.map { $0 + ".sm" }.joined(separator: " "))"
    let result = try execute("/bin/sh", ["-c", script, tool], input: "", in: folder)
    #expect(result == Outcome(code: 0, output: "", error: ""))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
        == names.map { $0 + ".sm.swift" })
    for name in names {
      #expect(try folder.text("out/\(name).sm.swift") == run([name + ".sm"], in: folder).output)
    }
  }

  @Test func everyProcessWritesTheSame() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let specs = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "specs").path)
      .filter { $0.hasSuffix(".sm") }.sorted()
    #expect(specs.count > 10)
    let folder = try Folder([:])
    let paths = specs.map { root.appending(path: "specs/\($0)").path }
    // Hashing is seeded anew in every process.
    for arguments in [["generate"], ["check", "--format", "json"], ["check", "--coverage"]] {
      let first = try run(arguments + paths, in: folder)
      for _ in 0..<4 { #expect(try run(arguments + paths, in: folder) == first) }
    }
  }

  // MARK: Dependencies

  @Test func dependenciesAreWrittenAsARule() throws {
    let folder = try Folder([
      "my specs/Holder.sm": """
      machine Holder {
        initial state idle
        state inner: Door
        event begin, end
        idle -> inner : begin
        inner -> idle : end
      }

      """,
      "my specs/Door.sm": Self.door,
      "my specs/Unrelated.sm": Self.door.replacing("Door", with: "Unrelated"),
    ])
    let arguments = ["-o", "my out.swift", "--dependency-file", "out.d", "my specs/Holder.sm"]
    #expect(try run(arguments, in: folder) == Outcome(code: 0, output: "", error: ""))
    #expect(
      try folder.text("out.d") == """
        my\\ out.swift: \\
          my\\ specs/Holder.sm \\
          my\\ specs/Door.sm
        my\\ specs/Holder.sm:
        my\\ specs/Door.sm:

        """)
    // Nothing is written where the machine has a mistake.
    try folder.write("my specs/Holder.sm", "machine Holder {")
    try FileManager.default.removeItem(atPath: folder.path("out.d"))
    #expect(try run(arguments, in: folder).code == 1)
    #expect(!folder.names.contains("out.d"))
  }

  @Test func dependenciesNeedAnOutput() throws {
    let folder = try Folder(["Door.sm": Self.door])
    #expect(try run(["--dependency-file", "a.d", "Door.sm"], in: folder).code == 64)
    #expect(try run(["check", "--dependency-file", "a.d", "Door.sm"], in: folder).code == 64)
  }
}
