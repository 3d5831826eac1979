import Foundation
import PackagePlugin

/// Runs `sm-gen` for the command plugins: `swift package sm-gen check --target Doors`.
///
/// With `--target`, the inputs are the `.sm` files of that target. The commands `generate`, `check` and `format`
/// without files get the `.sm` files of all targets. In all other cases, the arguments are passed to `sm-gen`
/// unchanged.
struct MachineCommand {
  let context: PluginContext
  /// Whether the user has permitted the plugin to write files. SwiftPM enforces the permission only in a sandbox, so
  /// the plugin itself refuses to write without it.
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

  /// Returns the arguments without the options for the style of generated code, such as `--indent 4` or
  /// `--access=public`. If nothing is left, the user has named no file, and the command is for the whole package.
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

  /// Throws an error if the arguments make the command write files: `-i`, or `-o` with a file. `-o` together with
  /// `--check` is allowed, because the command then only compares the file with its output.
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

  /// Returns the path of a file relative to the package's folder: `./Sources/Doors/Door.sm`. The command runs in that
  /// folder, and its messages show this path. A file outside of the folder keeps its full path.
  private func relativePath(_ file: URL, in package: URL) -> String {
    let path = file.path(percentEncoded: false)
    let prefix = package.path(percentEncoded: false)
    let folder = prefix.hasSuffix("/") ? prefix : prefix + "/"
    return path.hasPrefix(folder) ? "./" + path.dropFirst(folder.count) : path
  }

  /// Returns the command line for the `.sm` files of one folder. The generated code is written next to the files,
  /// unless the arguments name an output.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files, as a path.
  ///   - others: the options `--with` for the `.sm` files of the target's other folders.
  ///   - files: the paths of the `.sm` files.
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

  /// Returns the folders of some targets that contain `.sm` files. Each folder is listed once, in alphabetical order.
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
    // Messages name a command that the user can run. It is the command that may write, even if this one may not.
    process.environment = ProcessInfo.processInfo.environment.merging(["SM_GEN_COMMAND": "swift package sm-gen"]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The command has printed the reason.
      exit(process.terminationReason == .exit ? process.terminationStatus : 1)
    }
  }
}
