import Foundation
import Testing

/// `sm-gen format` writes to the right place, and returns the right exit code.
@Suite struct FormatCommandTests {
  private static let shabby = "machine M{\ninitial state a\n  state b\nevent e\na->b:e\nb  ->  a : e   \n}"
  private static let neat = """
    machine M {
      initial state a
      state b
      event e
      a -> b : e
      b -> a : e
    }

    """
  private static let broken = "machine M {\n  initial state a\n  a -> : e\n  event e\n}\n"

  @Test func printsOneFile() throws {
    let folder = try Folder(["a.sm": Self.shabby, "b.sm": Self.neat])
    #expect(try run(["format", "a.sm"], in: folder) == Outcome(code: 0, output: Self.neat, error: ""))
    #expect(try run(["format", "b.sm"], in: folder) == Outcome(code: 0, output: Self.neat, error: ""))
    #expect(try run(["format", "-"], input: Self.shabby, in: folder).output == Self.neat)
    #expect(try folder.text("a.sm") == Self.shabby)
  }

  @Test func inPlace() throws {
    let folder = try Folder(["a.sm": Self.shabby, "b.sm": Self.neat, "c.sm": Self.broken, "d.txt": Self.shabby])
    try folder.age("b.sm")
    let result = try run(["format", "-i", "a.sm", "b.sm", "c.sm", "d.txt", "gone.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("c.sm:3:"))
    #expect(result.error.contains("error: cannot read 'gone.sm'"))
    #expect(try folder.text("a.sm") == Self.neat)
    #expect(try folder.text("c.sm") == Self.broken)
    // A file is a machine's if it is given.
    #expect(try folder.text("d.txt") == Self.neat)
    #expect(try folder.modificationDate("b.sm") == Date(timeIntervalSince1970: 1_000_000_000))
    #expect(folder.names == ["a.sm", "b.sm", "c.sm", "d.txt"])
    #expect(try run(["format", "--in-place", "a.sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
  }

  @Test func check() throws {
    let folder = try Folder(["a.sm": Self.shabby, "b.sm": Self.neat, "c d.sm": Self.shabby])
    #expect(try run(["format", "--check", "b.sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
    let result = try run(["format", "--check", "a.sm", "b.sm", "c d.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.output == "a.sm\nc d.sm\n")
    #expect(
      result.error == """
        error: 2 files are not formatted
        note: 'sm-gen format -i a.sm 'c d.sm'' formats them

        """)
    #expect(try folder.text("a.sm") == Self.shabby)
    let input = try run(["format", "--check", "--assume-filename", "x.sm", "-"], input: Self.shabby, in: folder)
    #expect(input == Outcome(code: 1, output: "x.sm\n", error: "error: 1 file is not formatted\n"))
  }

  @Test func difference() throws {
    let folder = try Folder(["a.sm": Self.shabby, "b.sm": Self.neat])
    let result = try run(["format", "--diff", "a.sm", "b.sm"], in: folder)
    #expect(result.code == 0)
    #expect(result.error == "")
    #expect(result.output.hasPrefix("--- a.sm\n+++ a.sm\n@@ -1,7 +1,7 @@\n-machine M{\n"))
    try folder.write("a.patch", result.output)
    let checked = try run(["format", "--check", "--diff", "a.sm"], in: folder)
    #expect(checked.code == 1)
    #expect(checked.output == result.output)
    #expect(checked.error.hasPrefix("error: 1 file is not formatted\n"))
    #expect(try folder.text("a.sm") == Self.shabby)
    // What it shows is what `patch` understands.
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/patch") else { return }
    let patch = try execute("/usr/bin/patch", ["-s", "-p0", "-i", "a.patch"], input: "", in: folder)
    #expect(patch.code == 0, "\(patch.output)")
    #expect(try folder.text("a.sm") == Self.neat)
  }

  @Test func folders() throws {
    let folder = try Folder([
      "m/b.sm": Self.shabby, "m/a/c.SM": Self.shabby, "m/.build/d.sm": Self.shabby, "m/.hidden.sm": Self.shabby,
      "m/e.swift": "", "n.sm": Self.shabby, "empty/x": "",
    ])
    try FileManager.default.createSymbolicLink(atPath: folder.path("m/loop"), withDestinationPath: "..")
    // Each file is named once, however often and under whichever path it is given.
    func unformatted(_ paths: String...) throws -> [Substring] {
      try run(["format", "--check"] + paths, in: folder).output.split(separator: "\n")
    }
    #expect(try unformatted("m") == ["m/a/c.SM", "m/b.sm"])
    #expect(try unformatted("m/", "m/b.sm", "./m/b.sm", "m/../m/b.sm") == ["m/a/c.SM", "m/b.sm"])
    #expect(try unformatted(".", "./n.sm") == ["m/a/c.SM", "m/b.sm", "n.sm"])
    #expect(try run(["format", "-i", "m"], in: folder) == Outcome(code: 0, output: "", error: ""))
    #expect(try folder.text("m/a/c.SM") == Self.neat)
    #expect(try folder.text("m/.build/d.sm") == Self.shabby)
    let empty = try run(["format", "--check", "empty", "n.sm"], in: folder)
    #expect(empty.code == 1)
    #expect(empty.error.hasPrefix("error: there are no .sm files in 'empty'\n"))
    #expect(empty.output == "n.sm\n")
  }

  @Test func mistakesOfSyntaxOnly() throws {
    let folder = try Folder(["a.sm": Self.broken, "b.sm": "machine M {\n  a -> b : e\n}\n"])
    let result = try run(["format", "--check", "a.sm"], in: folder)
    let checked = try run(["check", "a.sm"], in: folder)
    #expect(result.code == 1)
    #expect(result.output == "")
    #expect(result.error == checked.error)
    #expect(try run(["format", "--check", "b.sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
  }

  @Test func usage() throws {
    let folder = try Folder(["a.sm": Self.neat])
    for (arguments, message) in [
      (["format"], "no .sm file is given"),
      (["format", "a.sm", "a.sm"], "standard output has room for one file: add '-i', '--check' or '--diff'"),
      (["format", "."], "standard output has room for one file: add '-i', '--check' or '--diff'"),
      (["format", "-i", "--check", "a.sm"], "'-i' and '--check' exclude each other"),
      (["format", "-i", "--diff", "a.sm"], "'-i' and '--diff' exclude each other"),
      (["format", "-i", "-"], "standard input cannot be replaced: leave '-i' out"),
      (["format", "-o", "b.sm", "a.sm"], "'format' has no option '-o'"),
      (["format", "--indent", "4", "a.sm"], "'format' has no option '--indent'"),
      (["check", "-i", "a.sm"], "'check' has no option '-i'"),
    ] {
      let result = try run(arguments, in: folder)
      #expect(result.code == 64, "\(arguments)")
      #expect(result.error.hasPrefix("error: \(message)\n"), "\(result.error)")
    }
    let help = try run(["format", "--help"], in: folder)
    #expect(help.code == 0)
    for word in ["--in-place", "--check", "--diff", "--assume-filename", "<file or folder>"] {
      #expect(help.output.contains(word))
    }
    #expect(!help.output.contains("--strict"))
  }
}
