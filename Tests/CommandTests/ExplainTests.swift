import Foundation
import Testing

/// `sm-gen explain` prints the meaning of diagnostics. `ExplanationTests` of the compiler compare every text with the
/// page.
@Suite struct ExplainTests {
  @Test func anEntryIsPrinted() throws {
    let result = try run(["explain", "E105"], in: Folder([:]))
    #expect(result.code == 0 && result.error == "")
    #expect(result.output.hasPrefix("E105: nothing supplies a payload\n\n"))
    #expect(result.output.contains("\n    machine Light {\n      initial state off\n"))
    #expect(result.output.hasSuffix("\n    }\n"))
    #expect(!result.output.contains("`"))
  }

  @Test func severalCodesStandInTheOrderInWhichTheyAreGiven() throws {
    let folder = try Folder([:])
    let first = try run(["explain", "W302"], in: folder).output
    let second = try run(["explain", "e011"], in: folder).output
    #expect(second.hasPrefix("E011: an arrow is written '->'\n"))
    #expect(
      try run(["explain", "w302", "E011"], in: folder) == Outcome(code: 0, output: first + "\n" + second, error: ""))
  }

  @Test func withoutCodesAllAreListed() throws {
    let result = try run(["explain"], in: Folder([:]))
    #expect(result.code == 0 && result.error == "")
    #expect(result.output.hasPrefix("The text of the file:\n  E001  the file is not UTF-8\n"))
    #expect(result.output.contains("\n\nWarnings:\n  W301  a state cannot be reached\n"))
    #expect(result.output.contains("\n  W304  a '*' row never applies\n"))
  }

  @Test(arguments: [
    (["E100"], "there is no diagnostic 'E100'; did you mean 'E010', 'E101' or 'E102'?"),
    (["E301"], "there is no diagnostic 'E301'; did you mean 'W301'?"),
    (["105"], "there is no diagnostic '105'; did you mean 'E105'?"),
    (["E105", "E5105"], "there is no diagnostic 'E5105'; did you mean 'E105'?"),
    (["Door.sm"], "there is no diagnostic 'Door.sm': 'sm-gen explain' lists all codes"),
    (["a\u{1B}[31m"], "there is no diagnostic 'a⟨U+001B⟩[31m': 'sm-gen explain' lists all codes"),
    (["--strict", "E105"], "'explain' has no option '--strict'"),
  ])
  func whatIsNoCodeIsWrongUsage(codes: [String], message: String) throws {
    let result = try run(["explain"] + codes, in: Folder([:]))
    #expect(result.code == 64 && result.output == "")
    #expect(
      result.error
        == "error: \(message)\nUsage: sm-gen explain [<code> ...]\nSee 'sm-gen explain --help' for more.\n")
  }

  @Test func helpAndCompletionKnowIt() throws {
    let folder = try Folder([:])
    let help = try run(["explain", "--help"], in: folder)
    #expect(help.code == 0 && help.output.contains("USAGE: sm-gen explain [<code> ...]\n"))
    #expect(help.output.contains("  <code>                  The code that stands"))
    #expect(try run(["--help"], in: folder).output.contains("  explain                 Explain diagnostics"))
    #expect(try run(["explian"], in: folder).error.contains("did you mean the subcommand 'explain'?"))
    for shell in ["bash", "zsh", "fish"] {
      let script = try run(["--generate-completion-script", shell], in: folder).output
      #expect(script.contains("explain") && script.contains(" E104 E105 E106 "))
    }
    // As bash asks for the words after 'sm-gen explain E10'.
    try folder.write("completion.bash", run(["--generate-completion-script", "bash"], in: folder).output)
    let ask = "source completion.bash; COMP_WORDS=(sm-gen explain W30); COMP_CWORD=2; _sm_gen; echo ${COMPREPLY[*]}"
    let words = try execute("/bin/bash", ["-c", ask], input: "", in: folder).output
    #expect(words == "W301 W302 W303 W304 W305 W306 W308 W309\n")
  }

  // MARK: Where diagnostics are printed

  private static let wrong = """
    machine Door {
      initial state open
      event close
      state lost
      open -> clsoed : close
      open -> shut   : close
    }

    """

  @Test(arguments: [["check"], ["generate"], ["diagram"]])
  func aTerminalIsToldWhoExplains(subcommand: [String]) throws {
    let folder = try Folder(["Door.sm": Self.wrong, "Gate.sm": "machine Gate { initial on }"])
    let one = try terminalOutput(subcommand + ["Gate.sm"], in: folder)
    #expect(one.hasSuffix("\nnote: for an explanation, run 'sm-gen explain E010'\n"), "\(one)")
    let both = try terminalOutput(subcommand + ["Door.sm", "Gate.sm"], in: folder)
    #expect(both.hasSuffix("\nnote: for explanations, run 'sm-gen explain E101 E010'\n"), "\(both)")
    #expect(both.components(separatedBy: "sm-gen explain").count == 2)
    // Files and other programs read what they have always read.
    #expect(try !run(subcommand + ["Door.sm"], in: folder).error.contains("explain"))
  }

  @Test func allCodesAreNamed() throws {
    let many = """
      machine Door {
        initial state open
        event close, Close, unheard
        output load, Load
        let limit: Int
        state lost
        open -> lost   : close [true]
        open           : close
        open, lost     : Close
        * -> open      : close
      }

      """
    let folder = try Folder(["Door.sm": many, "Gate.sm": Self.wrong, "Lid.sm": "machine Lid { initial on }"])
    let text = try terminalOutput(["check", "."], in: folder)
    let printed = Set(text.matches(of: #/\[([EWN][0-9]{3})\]/#).map { String($0.1) })
    #expect(printed.count > 5, "\(text)")
    let last = try #require(text.split(separator: "\n").last?.matches(of: #/[EWN][0-9]{3}/#))
    #expect(Set(last.map { String($0.output) }) == printed && last.count == printed.count)
  }

  @Test func nothingIsToldWhereNothingIsWrong() throws {
    let folder = try Folder(["Door.sm": "machine Door { initial state open; event knock; open : knock }\n"])
    #expect(try terminalOutput(["check", "Door.sm"], in: folder) == "")
    #expect(try !terminalOutput(["check", "Nowhere.sm"], in: folder).contains("explain"))
  }

  /// Returns the errors that the command prints to a terminal, which the program `script` provides.
  private func terminalOutput(_ arguments: [String], in folder: Folder) throws -> String {
    let words = ([try command().path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    try folder.write("command", "\(words) >/dev/null\n")
    #if os(macOS)
      let script = ["-q", "/dev/null", "/bin/sh", "command"]
    #else
      let script = ["-q", "-c", "/bin/sh command", "/dev/null"]
    #endif
    let output = try execute("/usr/bin/script", script, input: "", in: folder).output
    return output.replacingOccurrences(of: "\r\n", with: "\n")
  }
}
