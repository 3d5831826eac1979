import StateMachineCompiler
import SystemSupport

/// `sm-gen format`: lays out the whitespace of `.sm` files, and says which of them are not laid out so.
struct FormatCommand {
  let arguments: Arguments

  func run() -> ExitCode {
    var code = ExitCode.success
    let paths = paths(&code)
    var unformatted: [String] = []
    let inputs = Inputs(reading: arguments)
    defer { inputs.suggestExplanation() }
    for path in paths {
      guard let source = inputs.read(path) else {
        code = .failure
        continue
      }
      guard !source.isPage else {
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

  /// Names the files: each in a line of its own for other programs, unless a difference stands there, and what to do.
  private func tell(of paths: [String]) {
    let names = paths.map(arguments.name)
    if !arguments.formatting.showsDifference { for name in names { Terminal.print(Array("\(name)\n".utf8)) } }
    for name in names { Terminal.printError("\(name): error: not formatted\n") }
    let files = paths.filter { $0 != "-" }
    guard !files.isEmpty else { return }
    // What was given is shorter than what was found in it.
    let given = files.count > 4 ? arguments.inputs.filter { $0 != "-" } : files
    let words = given.map { Shell.quoted($0) }.joined(separator: " ")
    Terminal.printError("note: 'sm-gen format -i \(words)' formats \(files.count == 1 ? "it" : "them")\n")
  }

  // MARK: Files

  /// The inputs, with the `.sm` files in the place of the folders that they are in.
  private func paths(_ code: inout ExitCode) -> [String] {
    var paths: [String] = []
    for input in arguments.inputs {
      guard input != "-", FileSystem.isDirectory(input) else {
        paths.append(input)
        continue
      }
      let files = FileSystem.machineFiles(below: input)
      if files.isEmpty {
        Terminal.printError("error: there are no .sm files in '\(input)'\n")
        code = .failure
      }
      paths += files
    }
    // A file may be given, and stand in a folder that is.
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}

extension FileSystem {
  /// The `.sm` files in a folder and those within it, each folder in alphabetical order. What is hidden is left out, and
  /// so is what links to folders lead to: they may lead back.
  static func machineFiles(below folder: String) -> [String] {
    var files: [String] = []
    var pending = [folder]
    while let path = pending.popLast() {
      if path == folder || isDirectory(path) {
        guard path == folder || !isLink(path) else { continue }
        let prefix = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
        let names = names(in: path).filter { !$0.hasPrefix(".") }
        pending += names.reversed().map { prefix + $0 }
      } else if path.lowercased().hasSuffix(".sm") {
        files.append(path)
      }
    }
    return files
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(SystemText.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
