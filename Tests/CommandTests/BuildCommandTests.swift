import Foundation
import Testing

/// `sm-gen-build`, the command of the build plugin, does what `sm-gen` does with the same arguments.
@Suite struct BuildCommandTests {
  private static let missing = "; this is the command of the build plugin, and 'sm-gen' can do more"

  /// The plugin calls it so.
  @Test(arguments: [
    ["generate", "--source-locations", "--standalone", "--omit-support", "-o", "Door.sm.swift", "--", "Door.sm"],
    ["generate", "--standalone", "-o", "Lift.swift", "--with", "Door.sm", "--", "Lift.sm"],
    ["support", "--standalone", "-o", "Support.swift", "--", "Door.sm", "Lift.sm"],
    ["generate", "--check", "-o", "Door.swift", "Door.sm"], ["--lin-width", "80", "Door.sm"], ["gen", "Door.sm"], [],
  ]) func bothDoAndSayTheSame(_ arguments: [String]) throws {
    let files = ["Door.sm": CommandTests.good, "Lift.sm": "machine Lift {\n  initial state up\n  up -> down : go\n}\n"]
    let folders = [try Folder(files), try Folder(files)]
    let full = try run(arguments, in: folders[0])
    #expect(try run(arguments, by: "sm-gen-build", in: folders[1]) == full)
    #expect(folders[0].names == folders[1].names)
    for name in folders[0].names { #expect(try folders[0].text(name) == folders[1].text(name)) }
  }

  @Test(arguments: [
    (["diagram", "Door.sm"], "cannot read 'diagram': there is no such file"),
    (["--coverage", "Door.sm"], "unknown option '--coverage'"),
    (["help", "explain"], "there is no subcommand 'explain'"),
  ]) func whatTheFullCommandHasIsNotUnknownToTheUser(_ arguments: [String], _ message: String) throws {
    let result = try run(arguments, by: "sm-gen-build", in: try Folder(["Door.sm": CommandTests.good]))
    #expect(result.code == 64)
    #expect(result.error.hasPrefix("error: \(message)\(Self.missing)\nUsage: sm-gen "), "\(result.error)")
  }

  @Test func itsHelpListsWhatItCanDo() throws {
    let help = try run(["--help"], by: "sm-gen-build", in: Folder([:])).output
    #expect(help.contains("  support                 Write"))
    #expect(!help.contains("  check  "))
    #expect(help.contains("'sm-gen' can do more."))
  }
}
