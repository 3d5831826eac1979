import Foundation
import PackagePlugin

/// Runs `sm-gen` for every `.sm` file of a target, one build command each, so that editing one file makes one file anew.
///
/// The names of the outputs depend on the names of the inputs alone, as Xcode plans builds with unresolved paths.
@main
struct StateMachineGenerator: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    return try buildCommands(
      for: module.sourceFiles.map(\.url),
      tool: context.tool(named: "sm-gen").url,
      directory: context.pluginWorkDirectoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StateMachineGenerator: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try buildCommands(
        for: target.inputFiles.map(\.url),
        tool: context.tool(named: "sm-gen").url,
        directory: context.pluginWorkDirectoryURL)
    }
  }
#endif

/// One command for each `.sm` file among `files`; none where their names collide.
private func buildCommands(for files: [URL], tool: URL, directory: URL) -> [Command] {
  let machines = files.filter { $0.pathExtension.lowercased() == "sm" }
  guard !reportEqualBaseNames(in: machines) else { return [] }
  return machines.map { input in
    let name = input.deletingPathExtension().lastPathComponent
    let output = directory.appending(path: "\(name).sm.swift", directoryHint: .notDirectory)
    return .buildCommand(
      displayName: "Generating \(name).sm.swift",
      executable: tool,
      arguments: [
        "generate", "--source-locations",
        "-o", output.path(percentEncoded: false),
        "--", input.path(percentEncoded: false),
      ],
      inputFiles: [input],
      outputFiles: [output])
  }
}

/// Swift wants the names of a module's files to differ, and so does a file system that ignores case.
private func reportEqualBaseNames(in files: [URL]) -> Bool {
  var seen: [String: URL] = [:]
  var isReported = false
  for file in files.sorted(by: { $0.path < $1.path }) {
    let key = file.deletingPathExtension().lastPathComponent.lowercased()
    if let other = seen[key] {
      Diagnostics.error(
        """
        two state machine files have the same base name, and so would their generated files: \
        '\(other.path(percentEncoded: false))' and '\(file.path(percentEncoded: false))'; rename one of them
        """)
      isReported = true
    }
    seen[key] = file
  }
  return isReported
}
