import Foundation

/// What the Swift compiler says of files.
struct SwiftCompiler {
  struct Finding: Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    var isError: Bool
    var message: String

    var description: String { "\(file):\(line):\(column): \(isError ? "error" : "warning"): \(message)" }
  }

  /// `-swift-version`
  var mode = "6"
  var flags: [String] = []

  /// Whether what Swift finds behind the types is asked for, too: what is never executed, or goes to another task.
  var isThorough = false

  /// Compiles files as one module, as far as there are errors and warnings.
  ///
  /// - Returns: the errors and warnings, in the compiler's order. Files are told by their names.
  func check(_ files: [(name: String, text: String)]) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sm-gen embedded \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files { try Data(file.text.utf8).write(to: folder.appending(path: file.name)) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["swiftc"] + (isThorough ? ["-wmo", "-emit-sil", "-o", "/dev/null"] : ["-typecheck"])
      + ["-swift-version", mode, "-diagnostic-style", "llvm", "-module-name", "Checked"] + flags
      + files.map(\.name)
    process.currentDirectoryURL = folder
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n").compactMap(Self.finding)
  }

  private static func finding(_ line: Substring) -> Finding? {
    guard let match = line.firstMatch(of: #/^(?:.*\/)?([^\/:]+):(\d+):(\d+): (error|warning): (.*)/#),
      let number = Int(match.2), let column = Int(match.3)
    else { return nil }
    return Finding(
      file: String(match.1), line: number, column: column, isError: match.4 == "error", message: String(match.5))
  }
}
