import Foundation
import StateMachineModel
import StateMachineSyntax
import TestSupport
import Testing

@testable import StateMachineCodeGeneration

/// The texts of the page `CodeTree.md` are current: it follows a row from naive code to the code that is written.
@Suite struct TreePageTests {
  /// The arm of an event in `handle` of a spec, as it was lowered and after each pass that changes it.
  private static func stages(of spec: String, state: String, event: String) throws -> [(pass: String, lines: [String])]
  {
    let path = Repository.root.appending(path: "specs/\(spec).sm").path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let small = try SmallMachine(String(text[try #require(text.range(of: "\nmachine ")).lowerBound...].dropFirst()))
    let lowerer = Lowerer(SwiftModel(small.behaviour))
    lowerer.handle()
    var function = lowerer.functions[0]
    var stages = [("", try lines(of: function, small, state, event))]
    for pass in Simplify.first + Simplify.again + Simplify.shaping + Simplify.last {
      pass.run(&function)
      let lines = try lines(of: function, small, state, event)
      if lines != stages[stages.count - 1].1 { stages.append(("\(pass)", lines)) }
    }
    return stages
  }

  private static func lines(
    of function: Function, _ small: SmallMachine, _ state: String, _ event: String
  ) throws -> [String] {
    var out = SwiftWriter(source: small.machine.source, writesSourceLocations: false)
    CodePrinter.write(function, &out)
    let lines = String(decoding: out.output, as: UTF8.self).split(separator: "\n").map(String.init)
    let outer = try #require(lines.firstIndex { $0.hasPrefix("  case .\(state)") })
    let first = try #require(lines[outer...].firstIndex { $0.hasPrefix("    case .\(event)") })
    let end = lines[(first + 1)...].firstIndex { !$0.hasPrefix("      ") } ?? lines.endIndex
    return [lines[outer]] + lines[first..<end]
  }

  @Test func theRowIsFollowed() throws {
    let path = "Sources/StateMachineCompiler/StateMachineCompiler.docc/CodeTree.md"
    let page = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    let stages = try Self.stages(of: "ElevatorDoor", state: "open", event: "personsEntered")
    #expect(stages.map(\.pass) == ["", "DeadCode", "Ownership", "FoldedValues"])
    var rest = page[...]
    for stage in stages {
      let words = stage.pass.isEmpty ? "`Lower` writes of them" : "After `\(stage.pass)`"
      rest = rest[try #require(rest.range(of: words), "\(stage.pass)").upperBound...]
      let block = "```\n\(stage.lines.joined(separator: "\n"))\n```"
      #expect(rest.range(of: "```")?.lowerBound == rest.range(of: block)?.lowerBound, "\(stage.pass)")
    }
    #expect(page.matches(of: /After `(\w+)`/).map { String($0.1) } == stages.dropFirst().map(\.pass))
  }

  @Test func eachPassHasItsPlaceInTheList() throws {
    let path = "Sources/StateMachineCompiler/StateMachineCompiler.docc/CodeTree.md"
    let page = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    let start = try #require(page.range(of: "Look whether a pass does it already"))
    let list = page[start.upperBound...].prefix(while: { $0 != "2" })
    let folder = Repository.root.appending(path: "Sources/StateMachineCodeGeneration/Simplify").path
    let passes = try FileManager.default.contentsOfDirectory(atPath: folder).map { $0.replacing(".swift", with: "") }
    let named = list.matches(of: /`([A-Z]\w+)`/).map { String($0.1) }
    #expect(Set(named) == Set(passes).subtracting(["Simplify"]))
  }
}
