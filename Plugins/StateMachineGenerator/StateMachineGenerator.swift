import Foundation
import PackagePlugin

/// Runs `sm-gen` for every `.sm` file of a target, with a build command for each: only changed files are compiled.
///
/// The names of the outputs depend only on the names of the inputs, as Xcode plans builds with unresolved paths.
@main
struct StateMachineGenerator: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    return try buildCommands(
      for: module.sourceFiles.map(\.url),
      tool: machineTool { try context.tool(named: $0).url },
      directory: context.pluginWorkDirectoryURL)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StateMachineGenerator: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try buildCommands(
        for: target.inputFiles.map(\.url),
        tool: machineTool { try context.tool(named: $0).url },
        directory: context.pluginWorkDirectoryURL)
    }
  }
#endif

/// Returns a command for each `.sm` file among `files`, and one for the shared support; none if file names collide.
private func buildCommands(for files: [URL], tool: URL, directory: URL) -> [Command] {
  let machines = files.filter { $0.pathExtension.lowercased() == "sm" }
  guard !reportEqualBaseNames(in: machines) else { return [] }
  let companions = companions(of: machines)
  guard !machines.isEmpty else { return [] }
  let paths = machines.map { $0.path(percentEncoded: false) }
  // The support of the module's wrappers, once for all of them.
  let support = directory.appending(path: "WrapperSupport.generated.swift", directoryHint: .notDirectory)
  let supportCommand = Command.buildCommand(
    displayName: "Generating WrapperSupport.generated.swift",
    executable: tool,
    arguments: ["support", "--standalone", "-o", support.path(percentEncoded: false), "--"] + paths,
    inputFiles: machines,
    outputFiles: [support])
  return [supportCommand]
    + machines.map { input in
      let name = input.deletingPathExtension().lastPathComponent
      let output = directory.appending(path: "\(name).sm.swift", directoryHint: .notDirectory)
      let others = companions[input] ?? []
      return .buildCommand(
        displayName: "Generating \(name).sm.swift",
        executable: tool,
        arguments: [
          "generate", "--source-locations", "--standalone", "--omit-support",
          "-o", output.path(percentEncoded: false),
        ] + others.flatMap { ["--with", $0.path(percentEncoded: false)] } + [
          "--", input.path(percentEncoded: false),
        ],
        inputFiles: [input] + others,
        outputFiles: [output])
    }
}

/// Returns for each file the related files: those with its submachines or owners, and, recursively, those related to
/// them. If one changes, all are compiled again.
///
/// A plugin does not parse the files as the compiler does: two files are related if one contains the name of the
/// other's machine behind a colon, or declares a machine with that name. An unreadable file is related to all.
private func companions(of files: [URL]) -> [URL: [URL]] {
  guard files.count > 1 else { return [:] }
  let texts = files.map { try? String(contentsOf: $0, encoding: .utf8) }
  let names = texts.map { MachineNames($0 ?? "") }
  // Files that are related, directly or not, are in one group.
  var groups = Array(files.indices)
  func join(_ first: Int, _ second: Int) {
    let old = groups[second]
    for index in groups.indices where groups[index] == old { groups[index] = groups[first] }
  }
  for first in files.indices {
    for second in files.indices where groups[first] != groups[second] {
      let isUnknown = texts[first] == nil || texts[second] == nil
      if isUnknown || names[first].concerns(names[second]) { join(first, second) }
    }
  }
  var companions: [URL: [URL]] = [:]
  for (index, file) in files.enumerated() {
    companions[file] = files.indices.filter { $0 != index && groups[$0] == groups[index] }.map { files[$0] }
  }
  return companions
}

/// The names in a text that may be those of machines, read as the compiler's `MachineNames` does: behind `machine` and
/// behind a colon, maybe behind comments or in backticks. There may be too many names.
private struct MachineNames {
  private var declared: Set<String> = []
  private var mentioned: Set<String> = []

  /// The kinds of names that can be next in the text, with which a machine may be meant.
  private struct Expected: OptionSet {
    let rawValue: Int
    static let declared = Expected(rawValue: 1)
    static let mentioned = Expected(rawValue: 2)
    /// Behind a colon, each name in the path of a type may be a machine's, as in `Outer<Int>.Inner`.
    static let inPath = Expected(rawValue: 4)
  }

  init(_ text: String) {
    var expected: Expected = []
    // The expectation before a comment applies behind it, too. A string that looks like a comment hides nothing.
    var beforeLine: Expected = []
    var beforeBlock: Expected = []
    var depth = 0
    var rest = text[...]
    var previous: Character = " "
    while let first = rest.first {
      if let word = Self.word(in: rest) {
        let name = word.filter { $0 != "`" }
        if expected.contains(.declared) { declared.insert(name) }
        let isMentioned = !expected.isDisjoint(with: [.mentioned, .inPath])
        if isMentioned { mentioned.insert(name) }
        expected = word == "machine" ? .declared : []
        if isMentioned { expected.insert(.inPath) }
        rest = rest.dropFirst(word.count)
        continue
      }
      if rest.hasPrefix("//") { beforeLine.formUnion(expected) }
      if rest.hasPrefix("/*") {
        beforeBlock = depth == 0 ? expected : beforeBlock.union(expected)
        depth += 1
      }
      if first.isNewline {
        expected = expected.subtracting(.inPath).union(beforeLine)
        beforeLine = []
      } else if !first.isWhitespace, first != "`" {
        if !".<>,".contains(first) { expected = [] }
        expected = first == ":" ? .mentioned : expected.intersection(.inPath)
      }
      if first == "/", previous == "*", depth > 0 {
        depth -= 1
        expected.formUnion(beforeBlock)
      }
      previous = first
      rest = rest.dropFirst()
    }
  }

  /// Returns the name at the beginning of a text, with backticks if it has them; nil if there is no name.
  private static func word(in text: Substring) -> Substring? {
    guard let first = text.first else { return nil }
    if first.isLetter || first == "_" { return text.prefix { $0.isLetter || $0.isNumber || $0 == "_" } }
    guard first == "`", let end = text.dropFirst().firstIndex(where: { $0 == "`" || $0.isNewline }), text[end] == "`"
    else {
      return nil
    }
    return text[...end]
  }

  /// Returns whether a machine of one file may be a submachine of one of the other file's, or has the same name.
  func concerns(_ other: MachineNames) -> Bool {
    !mentioned.isDisjoint(with: other.declared) || !declared.isDisjoint(with: other.declared)
  }
}

/// Reports files with equal names, which Swift and some file systems do not allow, and returns whether there are any.
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
