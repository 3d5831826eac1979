import CommandSupport
import StateMachineCompiler
import StateMachineModel
import StateMachineReports
import StateMachineSyntax
import SystemSupport

extension OptionDescription {
  /// Returns the option `--since`.
  ///
  /// - Parameter help: the explanation of the option in the subcommand's help.
  static func since(_ help: String) -> Self {
    .value("--since", as: "old", help: help) { $0[Comparison.self].since = $1 }
  }
}

/// The option for a comparison with an older version, which several subcommands have.
private struct Comparison: OwnOptions {
  var since: String?
}

extension Arguments {
  /// The older version as the user has written it: a file, `REV:path` or `REV` for git. Nil without `--since`.
  var since: String? { self[Comparison.self].since }

  func validateComparison() throws(CommandFailure) {
    guard let since, hasSeveral, !OlderVersion.isRevision(since) else { return }
    throw CommandFailure("'--since' compares two files, or all with a revision: --since <old> <new>, --since <rev>")
  }
}

/// The machines of the older version that `--since` names.
struct OlderMachines {
  let source: SourceFile
  let machines: [StateMachine]
  private let compiler: Compiler

  /// Reads the machines of the older version. Nil if the older version has errors, which are reported. If the git
  /// revision exists, but does not contain the file, there are no machines: the file is new.
  ///
  /// - Parameters:
  ///   - since: the older version as the user has written it.
  ///   - input: the path of the newer version.
  init?(_ since: String, _ inputs: Inputs, for input: String) throws(CommandFailure) {
    // Warnings about an older version are no mistakes of the newer one.
    var compiler = inputs.compiler
    compiler.options.isStrict = false
    self.compiler = compiler
    guard let found = try OlderVersion.read(since, for: input) else {
      (source, machines) = (SourceFile(path: since, text: ""), [])
      return
    }
    source = found
    let (machines, result) = compiler.machines(of: source)
    if result.hasErrorsBesidesSwift {
      inputs.report(result, source)
      return nil
    }
    self.machines = machines
  }

  /// Returns the older version of `machine`, and the renames between the versions. In the older version, renamed
  /// declarations already have their current names. Nil if the older file does not have the machine.
  ///
  /// - Parameter all: all machines that the file has now.
  func former(of machine: StateMachine, among all: [StateMachine]) -> RenameSearch? {
    counterpart(of: machine, among: all).map { old in
      RenameSearch(from: old, to: machine) { source in
        let analysis = compiler.analysis(of: source)
        return analysis.result.hasErrors ? nil : (analysis.machines.map(\.machine), analysis.occurrences)
      }
    }
  }

  /// Returns the machines of the older version that were removed: no machine of the file has one of them as its older
  /// version.
  ///
  /// - Parameter all: all machines that the file has now.
  func gone(since all: [StateMachine]) -> [StateMachine] {
    let found = Set(all.compactMap { counterpart(of: $0, among: all)?.displayName })
    return machines.filter { !found.contains($0.displayName) }
  }

  /// Returns the older version of `machine`: the machine with the same name, otherwise the machine with one of its
  /// former names. If there is neither, exactly one machine was removed, and only `machine` is new, returns the removed
  /// machine. Otherwise nil.
  private func counterpart(of machine: StateMachine, among all: [StateMachine]) -> StateMachine? {
    if let same = machines.first(where: { $0.displayName == machine.displayName }) { return same }
    let formerNames = machine.formerNames.map { machine.source.text($0.range) }
    if let former = machines.first(where: { formerNames.contains($0.source.text($0.name.range)) }) { return former }
    // A single removed machine and a single new one are probably one machine with a new name.
    let left = machines.filter { old in !all.contains { $0.displayName == old.displayName } }
    let new = all.count { now in !machines.contains { $0.displayName == now.displayName } }
    return left.count == 1 && new == 1 ? left[0] : nil
  }
}

/// Reads the file that `--since` names, from the disk or from git.
enum OlderVersion {
  /// The longest time that git may need, in seconds.
  private static let timeout = 60

  /// Returns the older version of a file. Nil if `since` is a git revision, such as `HEAD~1`, that does not contain the
  /// file.
  ///
  /// - Parameters:
  ///   - since: a path on the disk, or `HEAD~1:specs/Door.sm` for git. The path for git begins at the root of the
  ///     repository or at the current folder. `HEAD~1:` and `HEAD~1` mean the path of the input.
  ///   - input: the path of the newer version.
  static func read(_ since: String, for input: String) throws(CommandFailure) -> SourceFile? {
    if isRevision(since) {
      let (folder, name) = (FileSystem.folder(of: input), "\(since):./\(FileSystem.name(of: input))")
      let ended = try show(name, in: folder)
      if case .exit(0) = ended.reason { return try source(ended, named: "\(since):\(input)") }
      if case .exit(0) = try show("\(since)^{commit}", in: folder).reason { return nil }
      return try source(ended, named: "\(since):\(input)")
    }
    guard !FileSystem.isRegularFile(since), let colon = since.firstIndex(of: ":"), colon != since.startIndex else {
      return SourceFile.named(SystemText.readable(since), contents: try FileSystem.read(since))
    }
    let revision = String(since[..<colon])
    let path = String(since[since.index(after: colon)...])
    if path.isEmpty {
      let name = "\(revision):./\(FileSystem.name(of: input))"
      return try source(show(name, in: FileSystem.folder(of: input)), named: "\(revision):\(input)")
    }
    let whole = try show(since, in: ".")
    if case .exit(0) = whole.reason { return try source(whole, named: since) }
    // From the current folder, as the shell completes paths.
    let near = try show("\(revision):./\(path)", in: ".")
    if case .exit(0) = near.reason { return try source(near, named: since) }
    return try source(whole, named: since)
  }

  /// Returns whether the text of `--since` is only a git revision, such as `HEAD~1`. It is not if it contains a path,
  /// or is the name of a file.
  static func isRevision(_ since: String) -> Bool {
    !since.contains(":") && !since.hasSuffix(".sm") && !FileSystem.exists(since)
  }

  private static func show(_ name: String, in folder: String) throws(CommandFailure) -> ChildProcess.Ended {
    do throws(ChildProcess.Failure) {
      return try ChildProcess.run(
        ["git", "-C", folder, "show", "--end-of-options", name], input: [], timeout: timeout)
    } catch {
      switch error {
      case .notFound: throw CommandFailure("'git' was not found: give a file to compare with")
      case .system(let code): throw CommandFailure("cannot run 'git': \(String(cString: strerror(code)))")
      case .timeout: throw CommandFailure("'git' has not finished after \(timeout) seconds and was stopped")
      }
    }
  }

  private static func source(_ ended: ChildProcess.Ended, named name: String) throws(CommandFailure) -> SourceFile {
    guard case .exit(0) = ended.reason else {
      let said = String(decoding: ended.error.prefix(500), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
      throw CommandFailure("git has no '\(name)': \(said)")
    }
    return SourceFile.named(SystemText.readable(name), contents: ended.output)
  }
}
