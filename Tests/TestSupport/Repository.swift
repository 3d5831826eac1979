import Foundation

/// Where the files of the repository are.
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every `.sm` file in it, but for those in folders of builds.
  package static let machines: [URL] = ["specs", "Tests"].flatMap { folder in
    let all = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "sm" }
  }

  /// README and the pages of the documentation, as paths in it.
  package static let pages: [String] = {
    let catalogue = "Sources/StateMachineCompiler/StateMachineCompiler.docc"
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: catalogue).path)
    return ["README.md"] + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" }
  }()
}
