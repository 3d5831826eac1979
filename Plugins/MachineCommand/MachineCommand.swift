import Foundation
import PackagePlugin

/// The command as the command plugins of a package run it.
///
/// Without `--target`, the arguments are passed to the command unchanged. With `--target`, or for `generate`, `check`
/// and `format` without files, the inputs are the `.sm` files of that target, or of all targets.
struct MachineCommand {
  let context: PluginContext
  /// Whether files may be written. SwiftPM itself prevents a plugin from writing only if there is a sandbox.
  let mayWrite: Bool

  func run(_ arguments: [String]) throws {
    let tool = try machineTool { try context.tool(named: $0).url }
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    if !mayWrite { try refuseToWrite(rest) }
    let isWholePackage =
      ["generate", "check", "format"].contains(rest.first)
      && withoutStyle(rest.dropFirst()).allSatisfy {
        ["--strict", "--check", "--coverage", "-i", "--in-place", "--diff"].contains($0)
      }
    guard !names.isEmpty || isWholePackage else {
      try run(tool, rest.isEmpty ? ["--help"] : rest, in: context.package.directoryURL)
      return
    }
    let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let folders = machineFolders(of: targets)
    guard !folders.isEmpty else {
      let place = names.isEmpty ? "this package" : names.map { "'\($0)'" }.joined(separator: ", ")
      throw PluginFailure("there are no .sm files in \(place)")
    }
    let package = context.package.directoryURL
    // A file is formatted without other files, so one call suffices.
    if rest.first == "format" {
      let paths = folders.flatMap(\.files).map { relativePath($0, in: package) }
      try run(tool, rest + ["--"] + paths, in: package)
      return
    }
    for machines in folders {
      let paths = machines.files.map { relativePath($0, in: package) }
      // Machines in other folders of the target may be submachines of those in this one.
      let others = machines.others.flatMap { ["--with", relativePath($0, in: package)] }
      try run(tool, command(rest, relativePath(machines.folder, in: package), others, paths), in: package)
    }
  }

  /// Returns the arguments without the options for the style of generated code, such as `--indent 4` or `--indent=4`.
  private func withoutStyle(_ arguments: ArraySlice<String>) -> [String] {
    let style = ["--indent", "--line-width", "--access"]
    var rest: [String] = []
    var isValue = false
    for argument in arguments {
      let isOption = style.contains { argument == $0 || argument.hasPrefix($0 + "=") }
      if !isValue, !isOption { rest.append(argument) }
      isValue = !isValue && style.contains(argument)
    }
    return rest
  }

  /// Throws an error if the arguments ask for files to be written. With `--check`, files are only compared.
  private func refuseToWrite(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    var writing = options.first {
      ["--update", "-i", "--in-place"].contains($0) || $0.hasPrefix("--dependency-file")
    }
    if options.first == "init" { writing = "init" }
    for (index, option) in options.enumerated() where !options.contains("--check") {
      let isToFile =
        option == "-o" || option == "--output"
        ? index + 1 < options.count && options[index + 1] != "-"
        : option.hasPrefix("--output=") && option != "--output=-"
      if isToFile { writing = writing ?? option }
    }
    guard let writing else { return }
    throw PluginFailure(
      """
      '\(writing)' writes files, and 'sm-gen-readonly' does not: \
      write 'swift package --allow-writing-to-package-directory sm-gen'
      """)
  }

  /// Returns the path of a file relative to the package's folder, in which the command runs; messages show this path.
  private func relativePath(_ file: URL, in package: URL) -> String {
    let path = file.path(percentEncoded: false)
    let prefix = package.path(percentEncoded: false)
    let folder = prefix.hasSuffix("/") ? prefix : prefix + "/"
    return path.hasPrefix(folder) ? "./" + path.dropFirst(folder.count) : path
  }

  /// Returns the command line for the `.sm` files of one folder, into which the generated code is written.
  private func command(
    _ arguments: [String], _ folder: String, _ others: [String], _ files: [String]
  ) -> [String] {
    let subcommand = arguments.first.flatMap { ["generate", "diagram", "check", "support"].contains($0) ? $0 : nil }
    var line = [subcommand ?? "generate"] + (subcommand == nil ? arguments[...] : arguments.dropFirst())
    let hasOutput = line.contains { $0 == "-o" || $0.hasPrefix("--output") }
    let hasPlace = mayWrite || line.contains("--check")
    if subcommand != "check", subcommand != "support", !hasOutput, hasPlace { line += ["-o", folder] }
    return line + others + ["--"] + files
  }

  /// The `.sm` files of one folder of a target, and the `.sm` files of the target's other folders.
  private struct Machines {
    /// The folder, with a `/` at its end.
    var folder: URL
    var files: [URL]
    var others: [URL]
  }

  /// Returns the folders of targets that contain `.sm` files, in alphabetical order, each folder once.
  private func machineFolders(of targets: [any Target]) -> [Machines] {
    var machines: [URL: Machines] = [:]
    for target in targets {
      guard let module = target.sourceModule else { continue }
      // Files under `exclude:` are included, as targets with checked-in code exclude them.
      let found = FileManager.default.enumerator(at: module.directoryURL, includingPropertiesForKeys: nil)
      var files: [URL] = []
      for case let file as URL in found ?? FileManager.DirectoryEnumerator()
      where file.pathExtension.lowercased() == "sm" {
        files.append(file)
      }
      files.sort { $0.path < $1.path }
      for (folder, inside) in Dictionary(grouping: files, by: { $0.deletingLastPathComponent() }) {
        machines[folder] = Machines(folder: folder, files: inside, others: files.filter { !inside.contains($0) })
      }
    }
    return machines.values.sorted { $0.folder.path < $1.folder.path }
  }

  private func run(_ tool: URL, _ arguments: [String], in directory: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = directory
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The command has printed the reason.
      exit(process.terminationReason == .exit ? process.terminationStatus : 1)
    }
  }
}
