import CommandSupport
import StateMachineSyntax
import SystemSupport

extension OptionDescription {
  /// - Parameter help: what the subcommand does with it.
  static func since(_ help: String) -> Self {
    .value("--since", as: "old", help: help) { $0[Comparison.self].since = $1 }
  }
}

/// What a machine is compared with.
private struct Comparison: OwnOptions {
  var since: String?
}

extension Arguments {
  /// The file with the older version of the machine, or `REV:path`.
  var since: String? { self[Comparison.self].since }

  func validateComparison() throws(CommandFailure) {
    if since != nil, hasSeveral { throw CommandFailure("'--since' compares two files: --since <old> <new>") }
  }
}

/// The file that `--since` names: one on the disk, or `REV:path`, which git has.
enum OlderVersion {
  /// How long git may take, in seconds.
  private static let timeout = 60

  /// - Parameters:
  ///   - since: a path, or `HEAD~1:specs/Door.sm`, from the root of the repository or from the current folder. Nothing behind
  ///     the colon means the path of the input.
  ///   - input: the newer version.
  static func read(_ since: String, for input: String) throws(CommandFailure) -> SourceFile {
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
    // From the current folder, as the shell completes it.
    let near = try show("\(revision):./\(path)", in: ".")
    if case .exit(0) = near.reason { return try source(near, named: since) }
    return try source(whole, named: since)
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
