import Foundation
import PackagePlugin

/// The build plugin: it generates the Swift of every `.sm` file of a target. Each file has a build command of its own,
/// so that a build generates only the Swift of files that have changed.
///
/// The names of the generated files depend only on the names of the `.sm` files, because Xcode plans a build before it
/// knows the files' real paths.
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

/// Returns a build command for each `.sm` file among `files`, and one build command for the code that all wrappers of
/// the module share. If two `.sm` files have equal names, it reports an error and returns no commands.
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

/// Returns the related files of each file. A file is related to the files of its submachines and of its owners, and to
/// the files that are related to them. If one file changes, the Swift of all related files is generated again.
///
/// A plugin cannot parse files. Two files count as related if one contains the name of the other's machine after a
/// colon, or if both declare a machine with the same name. An unreadable file is related to all others.
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

/// The names in a `.sm` file that may be names of machines: a name after `machine` is declared, and a name after a
/// colon is mentioned. Some of them may name something else, such as a Swift type. `MachineNames` of the compiler reads
/// a file in the same manner.
private struct MachineNames {
  private var declared: Set<String> = []
  private var mentioned: Set<String> = []

  /// The kinds of machine names that can come next in the text: a declared name, a mentioned name, or a part of a
  /// type's path.
  private struct Expected: OptionSet {
    let rawValue: Int
    static let declared = Expected(rawValue: 1)
    static let mentioned = Expected(rawValue: 2)
    /// Each name in the path of a type after a colon may be a machine's name: `Outer` and `Inner` in
    /// `Outer<Int>.Inner`.
    static let inPath = Expected(rawValue: 4)
  }

  init(_ text: String) {
    var expected: Expected = []
    // A comment changes nothing: what is expected before it is expected after it, too. `//` in a string is read like a
    // comment, which only adds names.
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

  /// Returns the name at the beginning of a text, with its backticks if it has them. Nil if the text begins with
  /// something else.
  private static func word(in text: Substring) -> Substring? {
    guard let first = text.first else { return nil }
    if first.isLetter || first == "_" { return text.prefix { $0.isLetter || $0.isNumber || $0 == "_" } }
    guard first == "`", let end = text.dropFirst().firstIndex(where: { $0 == "`" || $0.isNewline }), text[end] == "`"
    else {
      return nil
    }
    return text[...end]
  }

  /// Returns whether two files may be related: this file mentions a machine that `other` declares, or both declare a
  /// machine with the same name.
  func concerns(_ other: MachineNames) -> Bool {
    !mentioned.isDisjoint(with: other.declared) || !declared.isDisjoint(with: other.declared)
  }
}

/// Reports an error for files with equal names, and returns whether there are such files. Two files `Door.sm` would
/// both be generated as `Door.sm.swift`, which Swift and some file systems do not allow.
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
