import Foundation
import Testing

/// `sm-gen init` writes a machine to begin with.
@Suite struct InitializeTests {
  @Test(arguments: [
    ("Door", "Door"), ("door", "Door"), ("größe", "Größe"), ("élan", "Élan"), ("_Door2", "_Door2"),
    ("machine", "Machine"), ("trafficLight", "TrafficLight"),
  ])
  func aMachineIsWritten(given: String, name: String) throws {
    let folder = try Folder([:])
    let result = try run(["init", given], in: folder)
    #expect(result.code == 0 && result.error == "")
    #expect(result.output.hasPrefix("The machine is called '\(name)', as types of Swift are.\n") == (given != name))
    #expect(result.output.contains("'\(name).sm'") && result.output.contains("sm-gen diagram \(name).sm  "))
    #expect(folder.names == ["\(name).sm"])
    // Nothing is wrong with it, not even a warning, and it can be generated and drawn.
    #expect(try run(["check", "--strict", "\(name).sm"], in: folder) == Outcome(code: 0, output: "", error: ""))
    let swift = try run(["--strict", "\(name).sm"], in: folder)
    #expect(swift.code == 0 && swift.output.contains("struct \(name): Hashable, Sendable {"))
    let picture = try run(["diagram", "--format", "mermaid", "\(name).sm"], in: folder)
    #expect(picture.code == 0 && picture.output.contains("idle --> trying : start<br/>/"))
  }

  /// The command that `init` proposes can be run.
  @Test func theCommandIsCalledAsItCanBe() throws {
    let built = try command("sm-gen").path
    let folder = try Folder(["bin/sm-gen": "#!/bin/sh\n", "elsewhere/note": ""])
    let tool = folder.path("bin/sm-gen")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let bare = "/usr/bin:/bin"
    #expect(try run(["init", "A"], path: bare, in: folder).output.contains("\n  swift run sm-gen play A.sm  "))
    let found = try run(["init", "B"], path: "\(folder.path("bin")):\(bare)", in: folder)
    #expect(found.output.contains("\n  sm-gen play B.sm  "))
    let copy = folder.path("elsewhere/sm-gen")
    try FileManager.default.copyItem(atPath: built, toPath: copy)
    let copied = try execute(copy, ["init", "C"], input: "", path: bare, in: folder)
    #expect(copied.output.contains("\n  \(copy) play C.sm  "))
    let words = ["SM_GEN_COMMAND=swift package sm-gen", built, "init", "D"]
    let byPlugin = try execute("/usr/bin/env", words, input: "", path: bare, in: folder)
    #expect(byPlugin.output.contains("\n  swift package sm-gen play D.sm  "))
  }

  @Test func whatIsWrittenIsFormatted() throws {
    let folder = try Folder([:])
    #expect(try run(["init", "Door"], in: folder).code == 0)
    #expect(try run(["format", "--check", "Door.sm"], in: folder).code == 0)
  }

  @Test func whatIsThereIsKept() throws {
    let folder = try Folder(["Door.sm": "mine"])
    let result = try run(["init", "Door"], in: folder)
    #expect(result == Outcome(code: 1, output: "", error: "error: cannot write 'Door.sm': file exists\n"))
    #expect(try folder.text("Door.sm") == "mine")
    // A link to what is not there is something, too.
    try FileManager.default.createSymbolicLink(atPath: folder.path("Gate.sm"), withDestinationPath: "Elsewhere.sm")
    #expect(try run(["init", "Gate"], in: folder).code == 1)
    #expect(folder.names == ["Door.sm", "Gate.sm"])
  }

  @Test(arguments: [
    "a b", "Door: Hashable", "Door<T>", "Door {\n}\nmachine B", "../Door", "Door.sm", "2Door", "", "-", "`My Door`",
    "Door //", "a\u{1B}[31m", "Outer.Door", "$0", "class", "default", "Self", "Any",
  ])
  func whatIsNoNameIsRefused(name: String) throws {
    let folder = try Folder([:])
    let result = try run(["init", "--", name], in: folder)
    #expect(result.code == 1 && result.output == "")
    #expect(
      result.error.hasSuffix("' cannot be the name of a machine: write a name as types of Swift have, as in 'Door'\n"))
    #expect(!result.error.contains("\u{1B}"))
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: ["Type", "String", "Error", "_", "string"])
  func whatSwiftHasNoTypeForIsRefused(name: String) throws {
    let folder = try Folder([:])
    let result = try run(["init", name], in: folder)
    #expect(
      result
        == Outcome(
          code: 1, output: "",
          error:
            "error: '\(name == "string" ? "String" : name)' cannot be a name here: it means something else; choose another\n"
        ))
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    (["init"], "no name is given: what shall the machine be called?"),
    (["init", "Door", "Gate"], "'init' begins one machine: give one name"),
    (["init", "--strict", "Door"], "'init' has no option '--strict'"),
    (["init", "-o", "x.sm", "Door"], "'init' has no option '-o'"),
  ])
  func wrongUsage(_ arguments: [String], _ message: String) throws {
    let folder = try Folder([:])
    let result = try run(arguments, in: folder)
    #expect(result.code == 64)
    #expect(
      result.error == "error: \(message)\nUsage: sm-gen init <name>\nSee 'sm-gen init --help' for more.\n")
    #expect(folder.names.isEmpty)
  }

  @Test func helpAndCompletionKnowIt() throws {
    let folder = try Folder([:])
    let help = try run(["init", "--help"], in: folder)
    #expect(help.code == 0 && help.output.contains("USAGE: sm-gen init <name>\n"))
    #expect(help.output.contains("  <name>                  What the machine is called"))
    #expect(try run(["--help"], in: folder).output.contains("  init                    Write a small machine"))
    for shell in ["bash", "zsh", "fish"] {
      #expect(try run(["--generate-completion-script", shell], in: folder).output.contains("init"))
    }
  }
}
