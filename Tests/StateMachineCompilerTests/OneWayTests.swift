import Foundation
import TestSupport
import Testing

/// A phase knows only the phases before it. The Swift compiler checks that between targets; this test checks that no
/// file names a type that a later folder of its target declares.
@Suite struct OneWayTests {
  /// The folders of each target, in the order of their phases.
  private static let targets = [
    "StateMachineSyntax": ["Source", "SwiftReading", "Diagnostics", "Syntax"],
    "StateMachineModel": ["Model", "Resolve", "Behaviour", "Checks"],
    "StateMachineCodeGeneration": ["Code", "Simplify", "Print", "Support", "Plan", "Lower", "Templates"],
  ]

  private struct File {
    var path: String
    var phase: Int
    /// The text without comments and string literals.
    var code: String
  }

  private static func files(of target: String, _ folders: [String]) throws -> [File] {
    let root = Repository.root.appending(path: "Sources/\(target)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
    return try paths.map { path in
      let phase = try #require(
        folders.firstIndex(of: String(path.prefix { $0 != "/" })), "\(target)/\(path) is in no folder of the list")
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        .map { $0.replacing(/"(?:\\.|[^"\\])*"/, with: "") }.joined(separator: "\n")
      return File(path: "\(target)/\(path)", phase: phase, code: code)
    }
  }

  @Test(arguments: targets.keys.sorted()) func noFileNamesATypeOfALaterPhase(_ target: String) throws {
    let files = try Self.files(of: target, try #require(Self.targets[target]))
    // By the name of a type: the earliest phase that declares one of that name, within another type, too.
    var phases: [Substring: Int] = [:]
    for file in files {
      for match in file.code.matches(of: /\b(?:struct|enum|class|protocol|typealias) ([A-Z]\w*)/) {
        phases[match.1] = min(phases[match.1] ?? .max, file.phase)
      }
    }
    #expect(phases.count > 40)
    for file in files {
      for word in Set(file.code.matches(of: /\b[A-Z]\w*/).map(\.0)) {
        guard let phase = phases[word] else { continue }
        #expect(phase <= file.phase, "\(file.path) names \(word)")
      }
    }
  }
}
