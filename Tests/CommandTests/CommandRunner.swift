import Foundation
import Testing

/// The exit code of a process, and its output.
struct Outcome: Equatable {
  var code: Int32
  var output: String
  var error: String
}

/// A temporary folder, removed with its last reference.
final class Folder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "sm-gen \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Moves the file's date into the past, so that a rewriting shows.
  func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path(name))
  }

  func modificationDate(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date
  }
}

/// Runs a built command.
///
/// - Parameters:
///   - name: the full command, or `sm-gen-build`, the one of the build plugin.
///   - path: where it looks for programs, instead of in the `PATH` of the tests.
func run(
  _ arguments: [String], by name: String = "sm-gen", input: String = "", path: String? = nil, in folder: Folder
) throws -> Outcome {
  try execute(try command(name).path, arguments, input: input, path: path, in: folder)
}

func execute(
  _ executable: String, _ arguments: [String], input: String, path: String? = nil, in folder: Folder
) throws -> Outcome {
  let process = Process()
  if let path {
    process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { _, new in new }
  }
  process.executableURL = URL(filePath: executable)
  process.arguments = arguments
  process.currentDirectoryURL = folder.url
  let standardInput = folder.url.appending(path: ".stdin")
  let standardOutput = folder.url.appending(path: ".stdout")
  let standardError = folder.url.appending(path: ".stderr")
  for (file, text) in [(standardInput, input), (standardOutput, ""), (standardError, "")] {
    try Data(text.utf8).write(to: file)
  }
  defer {
    for file in [standardInput, standardOutput, standardError] { try? FileManager.default.removeItem(at: file) }
  }
  process.standardInput = try FileHandle(forReadingFrom: standardInput)
  process.standardOutput = try FileHandle(forWritingTo: standardOutput)
  process.standardError = try FileHandle(forWritingTo: standardError)
  try process.run()
  process.waitUntilExit()
  return Outcome(
    code: process.terminationStatus,
    output: try String(contentsOf: standardOutput, encoding: .utf8),
    error: try String(contentsOf: standardError, encoding: .utf8))
}

/// Runs the built command with a terminal as its standard output, which `script` makes; nil where there is no `script`.
///
/// - Parameter arguments: words without blanks and quotes.
func runOnTerminal(_ arguments: [String], in folder: Folder) throws -> Outcome? {
  guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else { return nil }
  let line = "'\(try command().path)' \(arguments.joined(separator: " ")) 2>.errors"
  #if os(Linux)
    let words = ["--quiet", "--return", "--command", line, ".terminal"]
  #else
    let words = ["-q", ".terminal", "/bin/sh", "-c", line]
  #endif
  var outcome = try execute("/usr/bin/script", words, input: "", in: folder)
  outcome.output.replace("\r\n", with: "\n")
  outcome.error = try folder.text(".errors")
  return outcome
}

/// The command stands beside the tests' own binary, or above the bundle that they are in.
func command(_ name: String = "sm-gen") throws -> URL {
  var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
    folder = bundle.bundleURL.deletingLastPathComponent()
  }
  for _ in 0..<5 {
    let candidate = folder.appending(path: name)
    if FileManager.default.isExecutableFile(atPath: candidate.path), !FileSystemLookup.isDirectory(candidate) {
      return candidate
    }
    folder.deleteLastPathComponent()
  }
  throw CommandNotFound()
}

private struct CommandNotFound: Error {}

private enum FileSystemLookup {
  static func isDirectory(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
