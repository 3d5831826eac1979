import Foundation
import Testing

/// Folders and lists of files are resolved to machines, and the last line counts them.
@Suite struct FolderTests {
  private static func door(_ name: String) -> String { CommandTests.good.replacing("Door", with: name) }

  private func tree() throws -> Folder {
    let folder = try Folder([
      "m/A.sm": Self.door("A"), "m/in/B.SM": Self.door("B"), "m/.build/C.sm": CommandTests.bad,
      "m/.hidden.sm": CommandTests.bad, "m/Notes.md": "# Notes", "D.sm": Self.door("D"), "none/x": "",
    ])
    try FileManager.default.createSymbolicLink(atPath: folder.path("m/loop"), withDestinationPath: "..")
    return folder
  }

  @Test(arguments: [
    (["m"], 2), (["m/"], 2), (["."], 3), ([".", "./D.sm"], 3), (["m/A.sm", "m", "m/in/../A.sm"], 2),
    (["D.sm", "m"], 3),
  ])
  func everyFileIsCheckedOnce(paths: [String], count: Int) throws {
    let result = try run(["check"] + paths, in: try tree())
    #expect(result == Outcome(code: 0, output: "", error: "\(count) files: no errors or warnings\n"))
  }

  @Test func findingsAreCounted() throws {
    let folder = try tree()
    try folder.write("m/Bad.sm", CommandTests.bad)
    try folder.write("m/Dubious.sm", CommandTests.dubious.replacing("Door", with: "Dubious"))
    let result = try run(["check", "m", "gone.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.error.hasSuffix("\n5 files: 2 errors, 1 warning\n"), "\(result.error)")
    // Nothing is counted for one file, and nothing for other programs.
    #expect(try run(["check", "D.sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
    #expect(try run(["check", "--format", "json", "m/A.sm", "D.sm"], in: folder).error == "")
    let table = try run(["check", "--coverage", "m/A.sm", "D.sm"], in: folder)
    #expect(table.output.contains("A       toggle\n") && table.output.contains("D       toggle\n"), "\(table.output)")
    #expect(table.error == "2 files: no errors or warnings\n")
  }

  @Test func whatCannotBeListedIsAnError() throws {
    let folder = try tree()
    #expect(try run(["check", "none"], in: folder).error.hasSuffix("in 'none'\nno files: 1 error\n"))
    // To the superuser, every folder can be read.
    guard geteuid() != 0 else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("m/in"))
    let result = try run(["check", "m"], in: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("m/in"))
    #expect(
      result
        == Outcome(code: 1, output: "", error: "error: cannot read the folder 'm/in'\n1 file: 1 error\n"))
  }

  @Test func generatedFilesAreCounted() throws {
    let folder = try tree()
    let arguments = ["generate", "-o", "out/", "m"]
    #expect(try run(arguments, in: folder) == Outcome(code: 0, output: "", error: "2 files: 2 written\n"))
    try folder.write("m/A.sm", Self.door("A").replacing("closed", with: "shut"))
    let stale = try run(arguments + ["--check"], in: folder)
    #expect(stale.code == 1 && stale.error.hasSuffix("\n2 files: 1 not up to date\n"))
    #expect(try run(arguments, in: folder).error == "2 files: 1 written, 1 up to date\n")
    #expect(try run(arguments + ["--check"], in: folder).error == "2 files: all up to date\n")
    try folder.write("m/Bad.sm", CommandTests.bad)
    let bad = try run(arguments, in: folder)
    #expect(bad.code == 1 && bad.error.hasSuffix("\n3 files: nothing written, 1 error\n"))
    // Without '-o', the Swift goes where that of several files goes.
    #expect(try run(["D.sm"], in: folder).output == run(["generate", "D.sm"], in: folder).output)
    try FileManager.default.removeItem(atPath: folder.path("m/Bad.sm"))
    #expect(try run(["m"], in: folder).output == run(["m/A.sm", "m/in/B.SM"], in: folder).output)
    let file = try run(["-o", "one.swift", "m"], in: folder)
    #expect(file.code == 64)
    #expect(file.error.hasPrefix("error: several files go into a folder: write '-o folder/'\n"))
    #expect(try run(["support", "-o", "Support.swift", "m"], in: folder) == Outcome(code: 0, output: "", error: ""))
  }

  @Test func picturesGoIntoAFolder() throws {
    let folder = try tree()
    let result = try run(["diagram", "--format", "mermaid", "-o", "out/", "m", "D.sm"], in: folder)
    #expect(result == Outcome(code: 0, output: "", error: "3 files: 3 written\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == ["A.mmd", "B.mmd", "D.mmd"])
    let again = try run(["diagram", "--check", "--format", "mermaid", "-o", "out/", "m", "D.sm"], in: folder)
    #expect(again == Outcome(code: 0, output: "", error: "3 files: all up to date\n"))
    let nowhere = try run(["diagram", "m"], in: folder)
    #expect(nowhere.code == 1 && nowhere.error.hasPrefix("error: 2 pictures do not go to one place"))
  }

  @Test func filesThatSayHowTheyWereMadeAreFound() throws {
    let folder = try tree()
    try folder.write("docs/a/Page.md", "# D\n\n<!-- sm-gen diagram --format table D.sm -->\n<!-- /sm-gen -->\n")
    try folder.write("docs/Example.md", "```\n<!-- sm-gen diagram D.sm -->\n```\n")
    try folder.write("docs/other.svg", "<svg/>")
    #expect(try run(["diagram", "-o", "docs/D.mmd", "D.sm"], in: folder).code == 0)
    let stale = try run(["diagram", "--check", "docs"], in: folder)
    #expect(stale.code == 1)
    #expect(stale.error.hasPrefix("docs/a/Page.md: error: not up to date: "), "\(stale.error)")
    #expect(stale.error.hasSuffix("\n2 files: 1 up to date, 1 not up to date\n"))
    let updated = try run(["diagram", "--update", "docs"], in: folder)
    #expect(updated == Outcome(code: 0, output: "", error: "2 files: 1 written, 1 up to date\n"))
    #expect(try run(["diagram", "--check", "docs"], in: folder).error == "2 files: 2 up to date\n")
    let none = try run(["diagram", "--check", "none"], in: folder)
    #expect(none.code == 1 && none.error.hasPrefix("error: there are no files that say how they were made in 'none'\n"))
  }

  @Test func aFolderWithoutMachinesIsAnError() throws {
    let folder = try tree()
    for arguments in [
      ["check"], ["generate", "-o", "out/"], ["diagram", "-o", "out/"], ["support"], ["format", "-i"],
    ] {
      let result = try run(arguments + ["none"], in: folder)
      #expect(result.code == 1)
      #expect(result.error.hasPrefix("error: there are no .sm files in 'none'\n"), "\(arguments)")
    }
    #expect(!folder.names.contains("out"))
  }

  // MARK: Words that are no files

  @Test(arguments: [
    (["chek", "x.sm"], "the subcommand 'check'"), (["chek", "--coverage", "x.sm"], "the subcommand 'check'"),
    (["diagam", "-o", "a.gif", "x.sm"], "the subcommand 'diagram'"), (["covrage", "."], "the subcommand 'coverage'"),
    (["watch", "x.sm"], "'sm-gen generate --watch'"), (["version"], "'sm-gen --version'"),
  ])
  func aWrongSubcommandIsOneMistake(arguments: [String], suggestion: String) throws {
    let result = try run(arguments, in: try Folder([:]))
    #expect(result.code == 64)
    #expect(
      result.error.hasPrefix("error: cannot read '\(arguments[0])': there is no such file; did you mean \(suggestion)?")
    )
    #expect(result.error.components(separatedBy: "error:").count == 2)
  }

  @Test func aWrongOptionBeforeASubcommandLeadsToItsHelp() throws {
    let folder = try Folder(["Door.sm": CommandTests.good])
    for (arguments, help) in [
      (["--wrong", "diagram"], "diagram"), (["--wrong", "check", "Door.sm"], "check"),
      (["--format", "gif", "diagram", "Door.sm"], "diagram"), (["--format", "gif", "check", "Door.sm"], "check"),
    ] {
      let result = try run(arguments, in: folder)
      #expect(result.code == 64 && result.error.hasSuffix("\nSee 'sm-gen \(help) --help' for more.\n"), "\(result)")
    }
    #expect(try run(["--wrong", "Door.sm"], in: folder).error.hasSuffix("\nSee 'sm-gen --help' for more.\n"))
    #expect(try run(["--format", "json", "check", "Door.sm"], in: folder).code == 0)
  }

  @Test func theEndingsOfPicturesAreListed() throws {
    let result = try run(["diagram", "-o", "a.gif", "Door.sm"], in: Folder(["Door.sm": CommandTests.good]))
    #expect(result.code == 64)
    for ending in [".dot", ".mmd", ".puml", ".scxml", ".svg", ".png", ".pdf", ".md"] {
      #expect(result.error.contains(ending))
    }
  }
}
