import Testing

/// `sm-gen glue` writes the Swift that tests of other modules need.
@Suite struct GlueCommandTests {
  private static let lamp = """
    machine Lamp {
      initial state off
      state on
      event press
      off -> on : press
      on -> off : press
    }

    """

  @Test func checkTellsWhatIsNotUpToDate() throws {
    let folder = try Folder(["Lamp.sm": Self.lamp])
    let write = ["glue", "--module", "App", "-o", "Lamp.glue.swift", "Lamp.sm"]
    let check = ["glue", "--module", "App", "-o", "Lamp.glue.swift", "--check", "Lamp.sm"]
    let told =
      "Lamp.glue.swift: error: not up to date: run 'sm-gen glue --module App -o Lamp.glue.swift Lamp.sm'\n"
    #expect(try run(check, in: folder) == Outcome(code: 1, output: "", error: told))
    #expect(folder.names == ["Lamp.sm"])
    #expect(try run(write, in: folder) == Outcome(code: 0, output: "", error: ""))
    #expect(try run(check, in: folder) == Outcome(code: 0, output: "", error: ""))
    try folder.write("Lamp.sm", Self.lamp + "// later\n")
    #expect(try run(check, in: folder) == Outcome(code: 1, output: "", error: told))
    #expect(try run(["glue", "--check", "Lamp.sm"], in: folder).error.contains("'--check' needs '-o'"))
  }
}
