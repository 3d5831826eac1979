import StateMachineCompiler
import SystemSupport

/// `check --swift`: what the Swift compiler says of the generated code, with places in the `.sm` file.
struct SwiftCheck {
  /// How long the Swift compiler may take, in seconds.
  private static let timeout = 600

  /// Arguments for the Swift compiler: the other files of the module, folders of modules.
  let arguments: [String]

  /// Type-checks generated files; true where nothing is wrong.
  func run(_ files: [(name: String, swift: [UInt8])]) throws(CommandFailure) -> Bool {
    let folder = try makeFolder()
    var paths: [String] = []
    defer {
      for path in paths { unlink(SystemText.path(path)) }
      rmdir(SystemText.path(folder))
    }
    for (index, file) in files.enumerated() {
      // Two files of one name are no mistake here.
      let path = "\(folder)/\(index == 0 ? "" : "\(index).")\(file.name).swift"
      paths.append(path)
      try FileSystem.write(file.swift, to: path)
    }
    do throws(ChildProcess.Failure) {
      let ended = try ChildProcess.run(
        ["swiftc", "-typecheck"] + paths + arguments, input: [], timeout: Self.timeout)
      Terminal.printError(Message(verbatim: String(decoding: ended.error + ended.output, as: UTF8.self)))
      if case .exit(0) = ended.reason { return true }
      return false
    } catch {
      switch error {
      case .notFound: throw CommandFailure("'swiftc' was not found: '--swift' needs the Swift compiler in the PATH")
      case .system(let code): throw CommandFailure("cannot run 'swiftc': \(String(cString: strerror(code)))")
      case .timeout: throw CommandFailure("'swiftc' has not finished after \(Self.timeout) seconds and was stopped")
      }
    }
  }

  private func makeFolder() throws(CommandFailure) -> String {
    let parent = getenv("TMPDIR").map { SystemText.string($0) } ?? "/tmp"
    var template = SystemText.path((parent.hasSuffix("/") ? parent : parent + "/") + "sm-gen.XXXXXX")
    guard mkdtemp(&template) != nil else { throw CommandFailure("make a folder in", parent, errno) }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { SystemText.string($0) } ?? parent }
  }
}
