import StateMachineFormat
import SystemSupport

/// `sm-gen format`: lays out the whitespace of `.sm` files, and says which of them are not laid out so.
struct FormatCommand {
  let arguments: Arguments

  func run() -> ExitCode {
    var code = arguments.hasReportedFolder ? ExitCode.failure : .success
    var unformatted: [String] = []
    let inputs = Inputs(reading: arguments)
    defer { inputs.suggestExplanation() }
    for path in arguments.inputs {
      guard let source = inputs.read(path) else {
        code = .failure
        continue
      }
      guard !source.isPage, !source.looksLikeAPage else {
        Terminal.printError("error: '\(source.path)' is a page: only .sm files are formatted\n")
        code = .failure
        continue
      }
      let result = Formatter.format(source)
      guard let bytes = result.bytes else {
        inputs.report(result.diagnostics, omitting: result.omittedCount, source)
        code = .failure
        continue
      }
      if result.isGivenUp {
        Terminal.printError(
          "\(source.path): note: left as it is, as it would not be read the same if it were formatted\n")
      }
      let isFormatted = bytes == source.bytes
      if !hasMode { Terminal.print(bytes) }
      if isFormatted { continue }
      if arguments.formatting.showsDifference {
        Terminal.print(LineDifference(source.bytes, bytes).unified(name: source.visiblePath))
      }
      if arguments.checksOutput { unformatted.append(path) }
      if arguments.formatting.isInPlace, !replace(path, by: bytes) { code = .failure }
    }
    if !unformatted.isEmpty {
      tell(of: unformatted)
      code = .failure
    }
    return code
  }

  private var hasMode: Bool {
    arguments.checksOutput || arguments.formatting.isInPlace || arguments.formatting.showsDifference
  }

  private func replace(_ path: String, by bytes: [UInt8]) -> Bool {
    do throws(CommandFailure) {
      try FileSystem.write(bytes, to: path)
      return true
    } catch {
      Terminal.printError("error: \(error.message)\n")
      return false
    }
  }

  /// Names the files, each in a line of its own, unless a difference shows them, and says what to do.
  private func tell(of paths: [String]) {
    if !arguments.formatting.showsDifference {
      for name in paths.map(arguments.name) { Terminal.print(Array("\(name)\n".utf8)) }
    }
    Terminal.printError("error: \(paths.count) file\(paths.count == 1 ? " is" : "s are") not formatted\n")
    let files = paths.filter { $0 != "-" }
    guard !files.isEmpty else { return }
    // The arguments are shorter than the list of files found in them.
    let given = files.count > 4 ? arguments.given.filter { $0 != "-" } : files
    let words = given.map { Shell.quoted($0) }.joined(separator: " ")
    Terminal.printError("note: 'sm-gen format -i \(words)' formats \(files.count == 1 ? "it" : "them")\n")
  }
}
