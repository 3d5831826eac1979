import Foundation
import PackagePlugin

/// `swift package sm-gen …`: the command, for code and pictures that are checked in.
///
/// Without `--target` the arguments go to the command as they are. With it, or for `generate` and `check` without files,
/// the `.sm` files of that target, or of all targets, are what the command is given.
@main
struct StateMachineGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "sm-gen").url
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let isWholePackage =
      ["generate", "check"].contains(rest.first) && rest.dropFirst().allSatisfy { $0 == "--strict" || $0 == "--check" }
    guard !names.isEmpty || isWholePackage else {
      try run(tool, rest.isEmpty ? ["--help"] : rest, in: context.package.directoryURL)
      return
    }
    let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let folders = machineFolders(of: targets)
    guard !folders.isEmpty else {
      let place = names.isEmpty ? "this package" : names.map { "'\($0)'" }.joined(separator: ", ")
      throw CommandError("there are no .sm files in \(place)")
    }
    let package = context.package.directoryURL
    for (folder, files) in folders {
      let paths = files.map { relativePath($0, in: package) }
      try run(tool, command(rest, relativePath(folder, in: package), paths), in: package)
    }
  }

  /// The path from the package's folder, in which the command runs: messages and recipes show it.
  private func relativePath(_ file: URL, in package: URL) -> String {
    let path = file.path(percentEncoded: false)
    let prefix = package.path(percentEncoded: false)
    let folder = prefix.hasSuffix("/") ? prefix : prefix + "/"
    return path.hasPrefix(folder) ? "./" + path.dropFirst(folder.count) : path
  }

  /// The command line for the machines of one folder: what is generated is put beside them.
  private func command(_ arguments: [String], _ folder: String, _ files: [String]) -> [String] {
    let subcommand = arguments.first.flatMap { ["generate", "diagram", "check"].contains($0) ? $0 : nil }
    var line = [subcommand ?? "generate"] + (subcommand == nil ? arguments[...] : arguments.dropFirst())
    let hasOutput = line.contains { $0 == "-o" || $0.hasPrefix("--output") }
    if subcommand != "check", !hasOutput { line += ["-o", folder] }
    return line + ["--"] + files
  }

  /// The `.sm` files of targets, by folder, each with a `/` at its end; in alphabetical order.
  private func machineFolders(of targets: [any Target]) -> [(folder: URL, files: [URL])] {
    var files: [URL: Set<URL>] = [:]
    for target in targets {
      guard let module = target.sourceModule else { continue }
      // Those under `exclude:` too: a target that checks its code in has them there.
      let found = FileManager.default.enumerator(at: module.directoryURL, includingPropertiesForKeys: nil)
      for case let file as URL in found ?? FileManager.DirectoryEnumerator()
      where file.pathExtension.lowercased() == "sm" {
        files[file.deletingLastPathComponent(), default: []].insert(file)
      }
    }
    return files.sorted { $0.key.path < $1.key.path }.map { ($0.key, $0.value.sorted { $0.path < $1.path }) }
  }

  private func run(_ tool: URL, _ arguments: [String], in directory: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = directory
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The command has said why.
      exit(process.terminationReason == .exit ? process.terminationStatus : 1)
    }
  }
}

/// Why the plugin cannot go on, in words for the user.
struct CommandError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
