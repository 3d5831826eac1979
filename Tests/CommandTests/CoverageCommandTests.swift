import Foundation
import Testing

/// What `coverage` tells of rows, by counts of the generated Swift.
@Suite struct CoverageCommandTests {
  private static let door = """
    machine Door {
      wrapper none
      initial state open(persons: Int = 0)
      final state closed
      event close, enter(count: Int)
      output buzz
      open           : enter [persons + count <= 10] / persons += count
      open           : enter [else] / buzz
      open -> closed : close
    }

    """

  /// A folder with the machine, its Swift, and counts of lines: those of `handle` with a text are reached so many times.
  private func folder(_ counts: KeyValuePairs<String, Int>) throws -> Folder {
    let folder = try Folder(["Door.sm": Self.door])
    #expect(try run(["-o", "Door.swift", "Door.sm"], in: folder).code == 0)
    try folder.write("counts.info", trace(counts, of: "Door.swift", in: folder))
    return folder
  }

  private func trace(_ counts: KeyValuePairs<String, Int>, of file: String, in folder: Folder) throws -> String {
    let lines = try folder.text(file).split(separator: "\n", omittingEmptySubsequences: false)
    var trace = "SF:\(folder.path(file))\n"
    for (index, line) in lines.enumerated() {
      trace += "DA:\(index + 1),\(counts.first { line.contains($0.key) }?.value ?? 0)\n"
    }
    return trace + "end_of_record\n"
  }

  private static let counts: KeyValuePairs = [
    "if persons + count <= 10 {": 9, "self.state = .open(": 7, "emit(.buzz)": 2, "self.state = .closed": 0,
  ]

  @Test func aTable() throws {
    let outcome = try run(["coverage", "--from", "counts.info", "Door.sm"], in: folder(Self.counts))
    #expect(outcome.error == "")
    #expect(
      outcome.output == """
        machine Door: 2 of 3 rows taken; 2 of 2 outcomes of guards seen
          taken  held  failed  row
              7     7       2  7: open : enter [persons + count <= 10] / persons += count
              2                8: open : enter [else] / buzz
              0                9: open -> closed : close

        """)
  }

  @Test func theLinesOfTheFileForOtherTools() throws {
    let folder = try folder(Self.counts)
    let arguments = ["coverage", "--from", "counts.info", "--format", "lcov", "-o", "rows.info", "Door.sm"]
    #expect(try run(arguments, in: folder).code == 0)
    let trace = try folder.text("rows.info")
    #expect(trace.hasPrefix("TN:\nSF:Door.sm\nBRDA:7,"))
    #expect(trace.contains(",0,7\nBRDA:7,"))
    #expect(trace.contains(",1,2\nBRF:2\nBRH:2\nDA:7,7\nDA:8,2\nDA:9,0\nLF:3\nLH:2\nend_of_record\n"))
  }

  /// What is counted is what was built.
  @Test func whatIsNotOfNow() throws {
    let folder = try folder(Self.counts)
    func error() throws -> String {
      let outcome = try run(["coverage", "--from", "counts.info", "Door.sm"], in: folder)
      #expect(outcome.code == 1)
      return outcome.error
    }
    let swift = folder.path("Door.swift")
    try folder.age("counts.info")
    #expect(try error() == "error: '\(swift)' is newer than 'counts.info': run the tests first\n")
    try folder.write("Door.sm", Self.door.replacing("10", with: "12"))
    #expect(try error().hasPrefix("error: '\(swift)' has another text than what is generated from 'Door.sm' now: "))
    try folder.write("Door.swift", "")
    #expect(
      try error() == "error: 'counts.info' has no counts of Swift that is generated from 'Door.sm'\n")
    try folder.write("counts.info", "{}")
    #expect(try error() == "error: 'counts.info' is neither the JSON of llvm-cov nor LCOV\n")
  }

  @Test func whatSwiftPMLeaves() throws {
    let folder = try folder(Self.counts)
    let none = try run(["coverage", "Door.sm"], in: folder)
    #expect(none.code == 1)
    #expect(none.error.hasPrefix("error: there is no coverage in '.build/debug/codecov': "))
    try folder.write(".build/debug/codecov/App.json", try folder.text("counts.info"))
    #expect(try run(["coverage", "Door.sm"], in: folder).code == 0)
  }

  /// The table of the page Testing.md is what the command of the page prints.
  @Test func thePage() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let page = try String(
      contentsOf: root.appending(path: "Sources/StateMachineCompiler/StateMachineCompiler.docc/Testing.md"),
      encoding: .utf8)
    let command = "coverage Sources/App/ElevatorDoor.sm"
    let table = try #require(page.split(separator: "$ sm-gen \(command)\n").last?.split(separator: "```").first)
    let spec = try String(contentsOf: root.appending(path: "specs/ElevatorDoor.sm"), encoding: .utf8)
    let folder = try Folder(["Sources/App/ElevatorDoor.sm": spec])
    #expect(try run(["-o", "ElevatorDoor.swift", "Sources/App/ElevatorDoor.sm"], in: folder).code == 0)
    let counts: KeyValuePairs = [
      "if persons + count <= 10 {": 628, "self.state = .open(": 469, "emit(.buzz)": 159, "if persons < 10 {": 178,
      "emit(.close(": 178, "self.state = .closed": 176,
    ]
    try folder.write(".build/debug/codecov/App.json", trace(counts, of: "ElevatorDoor.swift", in: folder))
    let outcome = try run(command.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.error == "")
    #expect(outcome.output == table)
  }
}
