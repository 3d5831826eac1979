import Foundation

/// The paths of the repository's files.
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The `.sm` files in `specs` and `Tests`, except those in hidden folders.
  package static let machines: [URL] = ["specs", "Tests"].flatMap { folder in
    let all = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "sm" }
  }

  /// The README and the pages of the documentation, as paths relative to the repository.
  package static let pages: [String] = {
    let catalogue = "Sources/StateMachineCompiler/StateMachineCompiler.docc"
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: catalogue).path)
    return ["README.md"] + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" }
  }()
}
