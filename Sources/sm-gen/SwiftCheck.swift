import CommandSupport
import StateMachineSyntax
import SystemSupport

/// `check --swift`: lets the Swift compiler check the generated Swift, and reports its errors at places in the `.sm`
/// file.
struct SwiftCheck {
  /// The longest time that the Swift compiler may need, in seconds.
  private static let timeout = 600

  /// A `.sm` file, and the Swift generated from it, which contains `#sourceLocation`.
  struct File {
    var source: SourceFile
    var swift: [UInt8]
  }

  /// Further arguments for the Swift compiler, such as the other files of the module.
  let arguments: [String]
  let color: Bool

  /// Lets the Swift compiler check the generated files, and reports the compiler's findings. Returns whether the
  /// compiler has found no errors.
  func run(_ files: [File]) throws(CommandFailure) -> Bool {
    let folder = try makeFolder()
    var paths: [String] = []
    defer {
      for path in paths { unlink(SystemText.path(path)) }
      rmdir(SystemText.path(folder))
    }
    for (index, file) in files.enumerated() {
      // Two files with the same name are no mistake here.
      let path = "\(folder)/\(index == 0 ? "" : "\(index).")\(FileSystem.name(of: file.source.path)).swift"
      paths.append(path)
      try FileSystem.write(file.swift, to: path)
    }
    do throws(ChildProcess.Failure) {
      let ended = try ChildProcess.run(
        ["swiftc", "-typecheck", "-diagnostic-style=llvm"] + paths + arguments, input: [], timeout: Self.timeout
      ) {
        Terminal.tell("'swiftc' checks the generated Swift of \(files.count) file\(files.count == 1 ? "" : "s")")
      }
      let output = findings(in: ended.error + ended.output, files)
      Terminal.printError(Message(verbatim: output))
      if case .exit(0) = ended.reason { return true }
      if arguments.isEmpty, output.contains(": error: cannot find ") {
        Terminal.printError(
          "note: the other files of the module are not known: give them after '--', as in "
            + "'sm-gen check --swift Door.sm -- Sources/App/*.swift'\n")
      }
      return false
    } catch {
      switch error {
      case .notFound: throw CommandFailure("'swiftc' was not found: '--swift' needs the Swift compiler in the PATH")
      case .system(let code): throw CommandFailure("cannot run 'swiftc': \(String(cString: strerror(code)))")
      case .timeout: throw CommandFailure("'swiftc' has not finished after \(Self.timeout) seconds and was stopped")
      }
    }
  }

  // MARK: The compiler's output

  /// Returns the output of the Swift compiler for people. The compiler shows a line of the generated Swift after each
  /// finding. If the finding is in a `.sm` file, the line of that file is shown instead.
  private func findings(in output: [UInt8], _ files: [File]) -> String {
    var renderers: [String: DiagnosticRenderer] = [:]
    for file in files { renderers[file.source.path] = DiagnosticRenderer(source: file.source, color: color) }
    var text = ""
    var isExcerpt = false
    // Two places of the generated code may be one place of the file.
    var said: Set<Substring> = []
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if let finding = Finding(line) {
        let renderer = renderers[finding.path]
        isExcerpt = renderer != nil
        if isExcerpt, !said.insert(line).inserted { continue }
        text +=
          renderer?.render(finding.severity, finding.message, line: finding.line, column: finding.column)
          ?? "\(line)\n"
      } else if line.hasPrefix("<unknown>:") {
        isExcerpt = false
        text += "\(line)\n"
      } else if !isExcerpt, !line.isEmpty {
        text += "\(line)\n"
      }
    }
    return text
  }

  /// The first line of a finding by the Swift compiler: `Door.sm:7:45: error: cannot convert value`.
  private struct Finding {
    var path: String
    var line: Int
    var column: Int
    var severity: Diagnostic.Severity
    var message: String

    init?(_ text: Substring) {
      // A path may contain colons: the last place before a severity counts.
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let place = parts.indices.dropFirst(3).first { index in
        Self.severity(parts[index]) != nil && Int(parts[index - 1]) != nil && Int(parts[index - 2]) != nil
      }
      guard let place, let line = Int(parts[place - 2]), let column = Int(parts[place - 1]),
        let severity = Self.severity(parts[place])
      else { return nil }
      path = parts[..<(place - 2)].joined(separator: ":")
      self.line = line
      self.column = column
      self.severity = severity
      message = String(parts[(place + 1)...].joined(separator: ":").drop { $0 == " " })
    }

    private static func severity(_ word: Substring) -> Diagnostic.Severity? {
      switch word {
      case " error": .error
      case " warning": .warning
      case " note", " remark": .note
      default: nil
      }
    }
  }

  private func makeFolder() throws(CommandFailure) -> String {
    let parent = FileSystem.temporaryFolder
    var template = SystemText.path(parent + "sm-gen.XXXXXX")
    guard mkdtemp(&template) != nil else { throw CommandFailure("make a folder in", parent, errno) }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { SystemText.string($0) } ?? parent }
  }
}
