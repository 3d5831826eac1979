import Foundation
import TestSupport
import Testing

@testable import StateMachineDiagrams

/// How well the arrows of the pictures can be followed: `picture-faults.py` counts what makes them hard to read, from the
/// layout that Graphviz makes.
@Suite struct PictureFaultTests {
  /// The faults of each picture of `specs`, where it has any, with Graphviz 2.43: fewer are welcome, and lower the number.
  private static let recorded = [
    "Connection": 5, "ConnectionPool": 1, "EveryFeature": 1, "MediaPlayer": 1, "Oven": 1, "RemoteContentComposite": 1,
    "TCPConnection": 1, "Washer": 1,
  ]
  private static let python = Tool(name: "python3", package: "python3")

  @Test(
    .enabled("'dot' or 'python3' is not installed (packages graphviz, python3)") {
      Tool.dot.isWanted && python.path != nil
    })
  func noPictureGetsWorse() throws {
    let folder = try TemporaryFolder()
    var names: [String] = []
    for machine in try Machines.specs() {
      let name = machine.source.text(machine.name.range)
      let text = machine.drawing(format: .dot, options: DiagramOptions())
      try Data(text.utf8).write(to: folder.url.appending(path: name + ".dot"))
      names.append(name)
    }
    let version = try Tool.dot.run(["-V"], in: folder.url).output
    let script = Machines.root.appending(path: "Tests/DiagramTests/picture-faults.py").path
    let result = try Self.python.run([script, "-v"] + names.map { $0 + ".dot" }, in: folder.url)
    #expect(result.code == 0, "\(result.output)")
    var counts: [String: Int] = [:]
    for line in result.output.split(separator: "\n") where !line.hasPrefix(" ") {
      let words = line.split(separator: " ")
      let total = words.first { $0.hasPrefix("total=") }.flatMap { Int($0.dropFirst("total=".count)) }
      if let name = words.first { counts[String(name)] = total }
    }
    #expect(counts.count == names.count + 1, "\(result.output)")
    // Another Graphviz makes other layouts: then the numbers are for people to read.
    guard version.contains("2.43") else {
      TestExtent.say("faults of pictures, with \(version.prefix { $0 != "\n" }): \(counts["total"] ?? -1)")
      return
    }
    for name in names {
      #expect(counts[name] ?? .max <= Self.recorded[name] ?? 0, "\(name) is worse:\n\(result.output)")
    }
  }
}
