import Foundation
import Testing

/// The command writes each file whole or not at all, and only where it was told to.
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
    #expect(try run(["-o", "a.swift", "--support", "Door.sm", "Door.sm"], in: folder).code == 1)
    let change = ["diagram", "--format", "dot", "--since", "Other.sm", "-o", "Other.sm", "Door.sm"]
    #expect(try run(change, in: folder).error.contains("would replace 'Other.sm'"))
    // What a machine holds is found beside it.
    try folder.write("House.sm", "machine House { initial state a: Door; event e; a -> a : e }\n")
    #expect(try run(["-o", "./Door.sm", "House.sm"], in: folder).error.contains("would replace 'Door.sm'"))
    #expect(try folder.text("Door.sm") == Self.door)
    #expect(folder.names == ["Door.sm", "House.sm", "Other.sm", "link"])
  }

  @Test func outputsOfOneNameAreRefused() throws {
    let folder = try Folder(["Door.sm": Self.door, "there": "mine", "sub/x": ""])
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "there")
    try FileManager.default.createSymbolicLink(atPath: folder.path("here"), withDestinationPath: ".")
    try FileManager.default.linkItem(atPath: folder.path("there"), toPath: folder.path("hard"))
    let names = folder.names
    let pairs = [
      ("z", "z"), ("z", "./z"), ("sub/../z", "z"), (".//z", "z"), ("z", folder.path("z")), ("z", "here/z"), ("z", "Z"),
      ("there", "link"), ("there", "hard"), ("there", "./there"), ("here/link", "there"), ("\u{E9}", "e\u{301}"),
    ]
    for (first, second) in pairs {
      for option in ["--dependency-file", "--support"] {
        let result = try run(["-o", first, option, second, "Door.sm"], in: folder)
        #expect(result.code == 1)
        #expect(result.error.contains("'Door.sm' and '\(option)' would both be written to '"), "\(first) \(second)")
      }
      let both = try run(["-o", "a.swift", "--support", first, "--dependency-file", second, "Door.sm"], in: folder)
      #expect(both.code == 1 && both.error.contains("'--support' and '--dependency-file' would both"), "\(first)")
      #expect(
        try run(["--check", "-o", first, "--support", second, "Door.sm"], in: folder).error.contains("would both"))
    }
    // Not even the folder is made.
    let result = try run(["-o", "out/", "--support", "out/../out/./Door.sm.swift", "Door.sm"], in: folder)
    #expect(result.code == 1 && result.error.contains("would both be written"), "\(result.error)")
    #expect(folder.names == names)
    #expect(try folder.text("there") == "mine")
    // What is not one file is written.
    let good = try run(["-o", "a", "--support", "sub/a", "--dependency-file", "a.d", "Door.sm"], in: folder)
    #expect(good == Outcome(code: 0, output: "", error: ""))
    #expect(try run(["-o", "/dev/null", "--dependency-file", "/dev/null", "Door.sm"], in: folder).code == 0)
  }

  @Test func aNameMayBeAsLongAsTheFileSystemTakesIt() throws {
    let name = String(repeating: "n", count: 247)
    let folder = try Folder([name + ".sm": Self.door.replacing(" : toggle", with: ":toggle")])
    for output in [String(repeating: "o", count: 251), String(repeating: "p", count: 255)] {
      for _ in 0..<2 {
        let result = try run(["-o", output, name + ".sm"], in: folder)
        #expect(result == Outcome(code: 0, output: "", error: ""))
        #expect(try folder.text(output).hasPrefix("// Generated"))
        try folder.write(output, "old")
      }
    }
    #expect(
      try run(["diagram", "-o", String(repeating: "q", count: 251) + ".mmd", name + ".sm"], in: folder).code == 0)
    #expect(try run(["format", "-i", name + ".sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
    #expect(try folder.text(name + ".sm").contains("open   -> closed : toggle\n"))
    #expect(folder.names.count == 4)
    #expect(try run(["-o", String(repeating: "o", count: 256), name + ".sm"], in: folder).code == 1)
  }

  @Test func manyOutputsGoIntoOneFolder() throws {
    let names = (0..<150).map { "M\($0)" }
    let folder = try Folder(
      Dictionary(uniqueKeysWithValues: names.map { ("in/\($0).sm", Self.door.replacing("Door", with: $0)) }))
    let result = try run(["-o", "out/", "in"], in: folder)
    #expect(result == Outcome(code: 0, output: "", error: "150 files: 150 written\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == 150)
  }

  #if os(Linux)
    /// A replaced file keeps its owner, permissions and attributes, which are compared as Python reads them.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func aFileThatIsReplacedKeepsItsOwnerAndWhoMayReadIt() throws {
      let script = """
        import os, struct, subprocess, sys
        def entry(tag, permissions, id=0xffffffff): return struct.pack('<HHI', tag, permissions, id)
        acl = struct.pack('<I', 2) + entry(1, 6) + entry(2, 4, 12345) + entry(4, 4) + entry(16, 4) + entry(32, 0)
        if len(sys.argv) > 2: open('plain', 'w').write('old'); open('shared', 'w').write('old')
        try:
          os.setxattr('shared', 'user.note', b'kept')
          os.setxattr('shared', 'system.posix_acl_access', acl)
          # New files of this folder get a list of their own, which an old file without one must not get.
          os.setxattr('.', 'system.posix_acl_default', acl)
        except OSError: sys.exit(77)
        if os.getuid() == 0: os.chown('shared', 12, 34); os.chown('plain', 12, 34)
        def seen(name):
          s = os.stat(name)
          return s.st_uid, s.st_gid, s.st_mode, [(n, os.getxattr(name, n)) for n in sorted(os.listxattr(name))]
        before = [seen('plain'), seen('shared')]
        for name in ['plain', 'shared']: subprocess.run([sys.argv[1], '-o', name, 'Door.sm'], check=True)
        if before != [seen('plain'), seen('shared')]: sys.exit(f'{before} {[seen("plain"), seen("shared")]}')
        if 'struct Door' not in open('shared').read(): sys.exit('not written')
        """
      let folder = try Folder(["Door.sm": Self.door, "script.py": script])
      let result = try execute(
        "/usr/bin/python3", ["script.py", try command().path, "new"], input: "", in: folder)
      // 77: a file system without attributes.
      #expect(result.code == 0 || result.code == 77, "\(result.error)")
    }
  #endif

  @Test func whoeverIsEndedLeavesWholeFiles() throws {
    // Large enough that writing takes a while.
    let rows = (0..<400).map { "  s\($0) -> s\(($0 + 1) % 400) : toggle\n" }.joined()
    let states = (0..<400).map { "  \($0 == 0 ? "initial " : "")state s\($0)\n" }.joined()
    func machine(_ name: String) -> String { "machine \(name) {\n\(states)  event toggle\n\(rows)}\n" }
    let folder = try Folder(["A.sm": machine("A"), "B.sm": machine("B")])
    let tool = try command()
    func isWhole(_ name: String) throws -> Bool {
      let text = try folder.text("out/\(name).sm.swift")
      return text == "old" || text == whole[name]
    }
    #expect(try run(["-o", "out/", "A.sm", "B.sm"], in: folder).code == 0)
    let whole = try ["A", "B"].reduce(into: [:]) { $0[$1] = try folder.text("out/\($1).sm.swift") }
    for round in 0..<40 {
      for name in ["A", "B"] { try folder.write("out/\(name).sm.swift", "old") }
      let process = Process()
      process.executableURL = tool
      process.arguments = ["-o", "out/", "A.sm", "B.sm"]
      process.currentDirectoryURL = folder.url
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(round) * 2000)
      if round % 2 == 0 { kill(process.processIdentifier, SIGKILL) } else { process.terminate() }
      process.waitUntilExit()
      #expect(try isWhole("A") && isWhole("B"), "round \(round)")
      // Who is asked to end cleans up.
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).filter { $0.hasPrefix(".") }
      if round % 2 == 1 { #expect(left.isEmpty, "\(left)") }
      for name in left { try FileManager.default.removeItem(atPath: folder.path("out/" + name)) }
    }
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

  @Test func aFileThatIsReplacedKeepsItsMode() throws {
    let folder = try Folder(["Door.sm": Self.door])
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }
    for wanted in [0o600, 0o640, 0o755, 0o444] {
      try folder.write("out.swift", "old")
      try FileManager.default.setAttributes([.posixPermissions: wanted], ofItemAtPath: folder.path("out.swift"))
      #expect(try run(["-o", "out.swift", "Door.sm"], in: folder).code == 0)
      #expect(try mode("out.swift") == wanted)
      #expect(try folder.text("out.swift").hasPrefix("// Generated by sm-gen"))
      try FileManager.default.removeItem(atPath: folder.path("out.swift"))
    }
    // A new one has the mode that every new file has.
    let made = try execute(
      "/bin/sh", ["-c", "umask 027; \"$0\" -o new.swift Door.sm", try command().path], input: "", in: folder)
    #expect(made == Outcome(code: 0, output: "", error: ""))
    #expect(try mode("new.swift") == 0o640)
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
    #expect(result.code == 0 && result.output == "")
    #expect(result.error.split(separator: "\n").allSatisfy { $0.hasPrefix("5 files: ") })
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
      for _ in 0..<2 { #expect(try run(arguments + paths, in: folder) == first) }
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

  @Test func whatASubmachineHoldsIsADependency() throws {
    func holder(_ name: String, of inner: String) -> String {
      "machine \(name) { initial state inner: \(inner); event again; inner -> inner : again }\n"
    }
    let folder = try Folder([
      "House.sm": holder("House", of: "Hall"), "Hall.sm": holder("Hall", of: "Door"), "Door.sm": Self.door,
    ])
    let result = try run(["-o", "out.swift", "--dependency-file", "out.d", "House.sm"], in: folder)
    #expect(result == Outcome(code: 0, output: "", error: ""))
    #expect(try folder.text("out.d").hasPrefix("out.swift: \\\n  House.sm \\\n  Hall.sm \\\n  Door.sm\n"))
  }

  /// The rule for Make that the page InYourPackage.md shows: it runs where something has changed, and then no more.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/make")))
  func makeRunsTheRuleOfThePageOnce() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let docs = root.appending(path: "Sources/StateMachineCompiler/StateMachineCompiler.docc/InYourPackage.md")
    let page = try String(contentsOf: docs, encoding: .utf8)
    let rule = try #require(page.firstMatch(of: #/(?s)```make\n(.*?)```/#)).1
    let house = "machine House { initial state inner: Door; event again; inner -> inner : again }\n"
    let folder = try Folder([
      "House.sm": house, "Door.sm": Self.door, "Makefile": "all: House.sm.swift Door.sm.swift\n" + rule,
    ])
    func make() throws -> Int {
      let path = try command().deletingLastPathComponent().path + ":/usr/bin:/bin"
      let result = try execute("/usr/bin/make", [], input: "", path: path, in: folder)
      #expect(result.code == 0, "\(result.error)")
      return result.output.split(separator: "\n").count { $0.contains("--dependency-file") }
    }
    #expect(try make() == 2)
    #expect(try make() == 0)
    // A comment, which leaves the Swift as it is.
    for (name, text) in [("House.sm", "// A comment.\n" + house), ("Door.sm", "// A comment.\n" + Self.door)] {
      for file in ["House.sm.swift", "Door.sm.swift", "House.sm", "Door.sm"] { try folder.age(file) }
      try folder.write(name, text)
      // A machine and what holds it are made from both files.
      #expect(try make() == 2)
      #expect(try make() == 0)
    }
  }

  @Test func whatHasAMeaningInARuleIsQuoted() throws {
    let folder = try Folder(["a $b #c.sm": Self.door])
    let result = try run(["-o", "#.swift", "--dependency-file", "out.d", "a $b #c.sm"], in: folder)
    #expect(result == Outcome(code: 0, output: "", error: ""))
    #expect(
      try folder.text("out.d") == """
        \\#.swift: \\
          a\\ $$b\\ \\#c.sm
        a\\ $$b\\ \\#c.sm:

        """)
  }

  @Test func standardInputIsNoDependency() throws {
    let folder = try Folder([:])
    let result = try run(
      ["-o", "out.swift", "--dependency-file", "out.d", "-"], input: Self.door, in: folder)
    #expect(result == Outcome(code: 0, output: "", error: ""))
    #expect(try folder.text("out.d") == "out.swift:\n")
  }

  @Test func dependenciesNeedAnOutput() throws {
    let folder = try Folder(["Door.sm": Self.door])
    #expect(try run(["--dependency-file", "a.d", "Door.sm"], in: folder).code == 64)
    #expect(try run(["check", "--dependency-file", "a.d", "Door.sm"], in: folder).code == 64)
  }
}
