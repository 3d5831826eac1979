import Foundation

/// A folder for the files of one test. It is removed with the last reference to this object.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init(_ files: [(name: String, text: String)] = []) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "sm-gen tests \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for file in files { try Data(file.text.utf8).write(to: url.appending(path: file.name)) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
