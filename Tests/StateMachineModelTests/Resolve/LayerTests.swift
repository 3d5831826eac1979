import Foundation
import TestSupport
import Testing

/// The files of the resolver call each other in one direction: the files of a folder know the folders before it, and no
/// calls lead from a file through others back to the file.
@Suite struct LayerTests {
  /// The folders in the order in which they may call each other. `DeclarationResolver` is a resolver of its own.
  private static let folders = ["Names", "Declare", "Expand", "Scope", "Carry", "Order", ""]

  private struct File {
    var folder: String
    var declared: Set<String> = []
    var called: Set<String> = []
  }

  /// The functions that each file declares, and those that it calls without a dot, or on the resolver: their names, each
  /// with its first label.
  private static func files() throws -> [String: File] {
    let root = Repository.root.appending(path: "Sources/StateMachineModel/Resolve")
    var files: [String: File] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        .replacing(/\/\/.*/, with: "").replacing(/"([^"\\\n]|\\.)*"/, with: "\"\"")
      let folder = path.contains("/") ? String(path.prefix { $0 != "/" }) : ""
      var file = File(folder: folder)
      for match in text.matches(of: /func (\w+)(?:<[^>]*>)?\(\s*(\w*)/) {
        file.declared.insert("\(match.1)(\(match.2)")
      }
      // A case with a value and a parameter that is a closure look like functions where they are used.
      for match in text.matches(of: /(?:case |_ )(\w+)(?:\(|: \()/) {
        for label in ["", "_"] { file.declared.insert("\(match.1)(\(label)") }
      }
      for match in text.matches(of: /(?:^|[^\w.]|self\.|resolver\.|\$0\.)([a-z]\w*)\(\s*(\)|\w+:(?!:))?/) {
        let label = match.2.map { $0 == ")" ? "" : String($0.dropLast()) } ?? "_"
        file.called.insert("\(match.1)(\(label)")
      }
      files[path] = file
    }
    return files
  }

  /// By file: those that it calls, as far as a name with its first label is declared in one file alone.
  private static func calls(_ files: [String: File]) -> [String: Set<String>] {
    var owners: [String: [String]] = [:]
    for (path, file) in files { for name in file.declared { owners[name, default: []].append(path) } }
    return files.mapValues { file in
      Set(file.called.subtracting(file.declared).compactMap { owners[$0]?.count == 1 ? owners[$0]?[0] : nil })
    }
  }

  @Test func foldersKnowThoseBeforeThem() throws {
    let files = try Self.files()
    #expect(Set(files.values.map(\.folder)) == Set(Self.folders))
    let place = Dictionary(uniqueKeysWithValues: Self.folders.enumerated().map { ($1, $0) })
    for (path, called) in Self.calls(files) {
      for other in called {
        let (from, to) = (files[path]?.folder ?? "", files[other]?.folder ?? "")
        #expect(place[to] ?? 0 <= place[from] ?? 0, "\(path) calls \(other)")
      }
    }
  }

  @Test func noCallsLeadBackToAFile() throws {
    var rest = Self.calls(try Self.files())
    #expect(rest.count > 50)
    // Without those that call no other that is left, all go, one after the other.
    while let last = rest.first(where: { path, called in called.allSatisfy { $0 == path || rest[$0] == nil } }) {
      rest[last.key] = nil
    }
    #expect(rest.keys.sorted() == [])
  }
}
