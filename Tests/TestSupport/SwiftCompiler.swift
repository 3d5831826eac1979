import Foundation

/// The Swift compiler in one mode, and its findings.
package struct SwiftCompiler {
  package struct Finding: Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int
    package var isError: Bool
    package var message: String

    package var description: String { "\(file):\(line):\(column): \(isError ? "error" : "warning"): \(message)" }
    /// The name of the file up to its first dot: `Door` for `Door.sm.swift`.
    package var name: String { String(file.prefix { $0 != "." }) }
  }

  /// The error that the compiler has failed without reporting an error in a file. It has the compiler's output.
  package struct Failure: Error, CustomStringConvertible {
    package var output: String
    package var description: String { "swiftc: \(output.prefix(4000))" }
  }

  package var mode: SwiftMode
  /// Whether the compiler also reports what it finds only after it has checked the types: code that is never executed,
  /// and values that are wrongly sent to another task. This takes longer.
  package var isThorough: Bool

  package init(mode: SwiftMode = .swift6, isThorough: Bool = false) {
    self.mode = mode
    self.isThorough = isThorough
  }

  /// Runs the compiler for files in a folder.
  ///
  /// - Parameters:
  ///   - names: the names of the files.
  ///   - flags: further arguments of the compiler.
  package func compile(_ names: [String], _ flags: [String], in folder: URL) throws -> ProcessResult {
    try .run("/usr/bin/env", ["swiftc"] + mode.flags + ["-diagnostic-style", "llvm"] + flags + names, in: folder)
  }

  /// Compiles files as a program, and runs it.
  ///
  /// - Returns: the result of the program. If the compiler finds an error or a warning, it returns the compiler's
  ///   result.
  package func run(_ files: [(name: String, text: String)]) throws -> ProcessResult {
    let folder = try TemporaryFolder(files)
    let compiled = try compile(files.map(\.name), ["-warnings-as-errors", "-o", "program"], in: folder.url)
    guard compiled.code == 0 else { return compiled }
    return try .run(folder.url.appending(path: "program").path, [], in: folder.url)
  }

  /// Checks files as one module, without making a program.
  ///
  /// - Parameter flags: further arguments of the compiler.
  ///
  /// - Returns: the errors and warnings with the names of the files, in the compiler's order.
  package func check(_ files: [(name: String, text: String)], _ flags: [String] = []) throws -> [Finding] {
    let folder = try TemporaryFolder(files)
    let depth = (isThorough ? ["-wmo", "-emit-sil", "-o", "/dev/null"] : ["-typecheck"]) + ["-package-name", "tests"]
    let result = try compile(files.map(\.name), depth + flags + ["-module-name", "Checked"], in: folder.url)
    let findings = Self.findings(in: result.output)
    // A compiler that has crashed has found nothing.
    guard result.code == 0 || findings.contains(where: \.isError) else { throw Failure(output: result.output) }
    return findings
  }

  /// Checks files as one module, and returns one finding for each file that has any: its first error, or else its first
  /// warning. The key is the file's name without its ending.
  ///
  /// If a file has an error, Swift does not check the others completely. So the others are compiled again without that
  /// file.
  ///
  /// - Parameter support: files that all others need. Their findings are not returned.
  package func firstFindings(
    in files: [(name: String, text: String)], support: [(name: String, text: String)] = []
  ) throws -> [String: Finding] {
    var result: [String: Finding] = [:]
    var rest = files
    while !rest.isEmpty {
      let findings = try Dictionary(grouping: check(rest + support), by: \.name)
      var hasErrors = false
      for (name, findings) in findings {
        let error = findings.first(where: \.isError)
        result[name] = error ?? findings[0]
        hasErrors = hasErrors || error != nil
      }
      guard hasErrors else { break }
      let left = rest.filter { file in result[String(file.name.prefix { $0 != "." })] == nil }
      // An error in none of the files would be there the next time, too.
      guard left.count < rest.count else { throw Failure(output: "\(result.values.map(\.description))") }
      rest = left
    }
    return result
  }

  /// Returns the errors and warnings in the printed output of the compiler.
  package static func findings(in output: String) -> [Finding] {
    output.split(separator: "\n").compactMap(finding)
  }

  private static func finding(_ line: Substring) -> Finding? {
    guard let match = line.firstMatch(of: #/^(?:.*\/)?([^\/:]+):(\d+):(\d+): (error|warning): (.*)/#),
      let number = Int(match.2), let column = Int(match.3)
    else { return nil }
    return Finding(
      file: String(match.1), line: number, column: column, isError: match.4 == "error", message: String(match.5))
  }
}
