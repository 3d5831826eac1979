import Foundation
import Testing

/// `sm-gen import` and other subcommands read Swift and charts.
@Suite struct ImportCommandTests {
  static let swift = """
    struct Lamp {
      enum State { case off, on(level: Int), broken }
      private(set) var state = State.off
      mutating func press() {
        switch state {
        case .off: state = .on(level: 1)
        case .on: state = .off
        case .broken: break
        }
      }
    }

    """
  static let machine = """
    // From Lamp.swift

    machine Lamp {
      interface methods

      initial state off
      state on(level: Int)
      state broken

      event press

      off -> on(level: 1) : press
      on  -> off          : press
    }

    """
  static let chart = "stateDiagram-v2\n  [*] --> off\n  off --> on : press\n  on --> off : press\n"

  private static let hasDot = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/dot")
  }

  @Test func aMachineIsWritten() throws {
    let folder = try Folder(["Lamp.swift": Self.swift])
    let result = try run(["import", "Lamp.swift", "-o", "Lamp.sm"], in: folder)
    #expect(
      result
        == Outcome(code: 0, output: "", error: "Lamp.swift: 3 arms: 2 became rows, 1 share one or are the policy\n"))
    #expect(try folder.text("Lamp.sm") == Self.machine)
    #expect(try run(["import", "Lamp.swift"], in: folder).output == Self.machine)
    #expect(try run(["import", "-"], input: Self.swift, in: folder).output.contains("machine Lamp {"))
  }

  @Test(arguments: [
    ("a.mmd", ImportCommandTests.chart), ("page.md", "# A lamp\n\n```mermaid\n\(ImportCommandTests.chart)```\n"),
  ])
  func theTextTellsTheNotation(_ name: String, _ text: String) throws {
    let folder = try Folder([name: text])
    #expect(try run(["import", name], in: folder).output.contains("off -> on"))
  }

  @Test func whatNobodyKnowsIsAsked() throws {
    let folder = try Folder(["a.txt": "a lamp is on or off\n"])
    let result = try run(["import", "a.txt"], in: folder)
    #expect(result.code == 1 && result.error.contains("say what it is with '--from swift|mermaid|plantuml|scxml'"))
    #expect(try run(["import", "--from", "swift", "a.txt"], in: folder).error.contains("[E031]"))
  }

  @Test func aFolderStandsForItsFiles() throws {
    let folder = try Folder(["in/Lamp.swift": Self.swift, "in/chart.mmd": Self.chart, "in/note.txt": "", "out/x": ""])
    let result = try run(["import", "in", "-o", "out/"], in: folder)
    #expect(result.code == 0, "\(result.error)")
    #expect(try folder.text("out/Lamp.sm") == Self.machine)
    #expect(try folder.text("out/chart.sm").contains("machine Chart"))
  }

  /// The findings of all phases stand at the lines of the Swift.
  @Test func otherSubcommandsReadSwift() throws {
    let folder = try Folder(["Lamp.swift": Self.swift])
    let checked = try run(["check", "Lamp.swift"], in: folder)
    #expect(checked.code == 0 && checked.error.contains("Lamp.swift:2:42: warning: "), "\(checked.error)")
    let json = try run(["check", "--format", "json", "Lamp.swift"], in: folder)
    #expect(json.output.contains("\"file\": \"Lamp.swift\""), "\(json.output)")
    let coverage = try run(["check", "--coverage", "Lamp.swift"], in: folder)
    #expect(coverage.output.contains("press") && coverage.output.contains("broken"))
    let picture = try run(["diagram", "--format", "mermaid", "Lamp.swift"], in: folder)
    #expect(picture.code == 0 && picture.output.contains("off --> on : press"))
    if Self.hasDot {
      let page = try run(["play", "Lamp.swift", "-o", "Lamp.html"], in: folder)
      #expect(page.code == 0 && folder.names.contains("Lamp.html"), "\(page.error)")
    }
    #expect(try run(["check", "--fix", "Lamp.swift"], in: folder).error.contains("is no .sm file"))
    // Swift is generated from machines alone.
    #expect(try run(["Lamp.swift"], in: folder).error.contains("[E013]"))
  }

  @Test func aBrokenLineIsToldAndTheRestIsRead() throws {
    let folder = try Folder(["a.mmd": Self.chart + "  off -->\n"])
    let result = try run(["import", "a.mmd", "-o", "a.sm"], in: folder)
    #expect(result.code == 1 && result.error.contains("a.mmd:5:3: error: "))
    #expect(try folder.text("a.sm").contains("off -> on"))
  }
}
