import StateMachineCompiler
import SystemSupport

/// `sm-gen generate`: Swift on standard output, in a file, or in a folder.
struct Generate {
  let arguments: Arguments

  func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    defer { inputs.suggestExplanation() }
    let compiler = inputs.compiler
    var outputs: [Output] = []
    var paths: [String: String] = [:]
    var isClean = true
    var support: WrapperSupport = []
    for input in arguments.inputs {
      guard let source = inputs.read(input) else {
        isClean = false
        continue
      }
      let result = compiler.generate(source)
      inputs.report(result, source)
      guard let swift = result.swift else {
        isClean = false
        continue
      }
      support.formUnion(result.support)
      let path = outputPath(for: input)
      if let path, let other = paths.updateValue(source.path, forKey: path.lowercased()) {
        Terminal.printError("error: '\(other)' and '\(source.path)' would both be written to '\(path)'\n")
        isClean = false
      }
      outputs.append(Output(path: path, bytes: swift))
    }
    // All or nothing: an error in one file leaves the others as they are.
    guard isClean else { return .failure }
    if let path = arguments.supportFile {
      outputs.append(Output(path: path, bytes: support.file(layout: arguments.layout)))
    }
    if arguments.checksOutput { return compare(outputs) }
    let dependencies = try arguments.dependencyFile.map { path throws(CommandFailure) in
      let file = try DependencyFile(outputs, arguments.inputs, relatedFiles: inputs.relatedFiles.map(\.path))
      return Output(path: path, bytes: file.bytes)
    }
    try Output.write(outputs, arguments, dependencies: dependencies)
    return .success
  }

  /// Nil for standard output.
  private func outputPath(for input: String) -> String? {
    guard let output = arguments.output, output != "-" else { return nil }
    let isFolder = output.hasSuffix("/") || FileSystem.isDirectory(output)
    guard isFolder else { return output }
    var name = FileSystem.name(of: arguments.name(of: input))
    if name.lowercased().hasSuffix(".sm") { name.removeLast(3) }
    return output + (output.hasSuffix("/") ? "" : "/") + name + ".sm.swift"
  }

  private func compare(_ outputs: [Output]) -> ExitCode {
    var code = ExitCode.success
    let support = arguments.supportFile.map { "--support \(Shell.quoted($0)) " } ?? ""
    for (index, output) in outputs.enumerated() {
      guard let path = output.path else { continue }
      if FileSystem.holds(path, output.bytes) { continue }
      // What wrappers are made of comes from all inputs.
      let inputs = index < arguments.inputs.count && support.isEmpty ? [arguments.inputs[index]] : arguments.inputs
      let files = inputs.map(Shell.quoted).joined(separator: " ")
      let command = "sm-gen \(arguments.styleOptions)\(support)-o \(Shell.quoted(arguments.output ?? path)) \(files)"
      Terminal.printError("\(path): error: not up to date: run '\(command)'\n")
      code = .failure
    }
    return code
  }
}
