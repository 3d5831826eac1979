import CommandSupport
import StateMachineFormat
import SystemSupport

/// The options that only `format` has.
private struct Formatting: OwnOptions {
  /// Whether to overwrite the files with the formatted text.
  var isInPlace = false
  /// Whether to print the changes.
  var showsDifference = false
}

/// `sm-gen format`: formats the white space of `.sm` files, or reports files that are not formatted.
struct FormatCommand: Subcommand {
  static let name = "format"
  static let synonyms = ["fmt", "tidy"]
  static let usage = "[-i] [--check] [--diff] <file or folder> ..."
  static let overview = "Formats .sm files: only their whitespace changes."
  static let summary = "Format .sm files."
  static let operand: Operand = (
    "<file or folder>", "A .sm file, or a folder with such files in it; '-' reads standard input."
  )
  static let examples = ["sm-gen format Door.sm", "sm-gen format -i .", "sm-gen format --check ."]
  static var options: [OptionDescription] {
    [
      .flag("--check", help: "Write nothing; fail if a file is not formatted, and name it.") { $0.checksOutput = true },
      .flag("-i", "--in-place", help: "Write to the files themselves, and not to standard output.") {
        $0[Formatting.self].isInPlace = true
      },
      .flag("--diff", help: "Show what formatting would change, as 'diff -u' does.") {
        $0[Formatting.self].showsDifference = true
      },
      .assumeFileName, .color, .noColor,
    ]
  }

  static func validate(_ arguments: inout Arguments) throws(CommandFailure) {
    let formatting = arguments[Formatting.self]
    guard formatting.isInPlace else {
      guard !arguments.checksOutput, !formatting.showsDifference, arguments.hasSeveral else { return }
      throw CommandFailure("standard output has room for one file: add '-i', '--check' or '--diff'")
    }
    if arguments.checksOutput { throw CommandFailure("'-i' and '--check' exclude each other") }
    if formatting.showsDifference { throw CommandFailure("'-i' and '--diff' exclude each other") }
    if arguments.given.contains("-") {
      throw CommandFailure("standard input cannot be replaced: leave '-i' out")
    }
  }

  let arguments: Arguments

  /// Formats all inputs. Returns a failure if a file cannot be formatted or, with `--check`, is not formatted.
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
      if arguments[Formatting.self].showsDifference {
        Terminal.print(LineDifference(source.bytes, bytes).unified(name: source.visiblePath))
      }
      if arguments.checksOutput { unformatted.append(path) }
      if arguments[Formatting.self].isInPlace, !replace(path, by: bytes) { code = .failure }
    }
    if !unformatted.isEmpty {
      tell(of: unformatted)
      code = .failure
    }
    return code
  }

  private var hasMode: Bool {
    arguments.checksOutput || arguments[Formatting.self].isInPlace || arguments[Formatting.self].showsDifference
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

  /// Prints the command that formats the files which are not formatted. Without `--diff`, it also prints the names of
  /// these files.
  private func tell(of paths: [String]) {
    if !arguments[Formatting.self].showsDifference {
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
