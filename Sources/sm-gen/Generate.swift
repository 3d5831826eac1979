import StateMachineCodeGeneration
import StateMachineModel
import SystemSupport

/// `sm-gen generate`: Swift on standard output, in a file, or in a folder.
struct Generate {
  let arguments: Arguments
  /// Is true where the Swift is printed for people: the support of wrappers, longer than most machines, is left out.
  private let isForReading: Bool

  init(arguments: Arguments) {
    let isPrinted = arguments.output == nil || arguments.output == "-"
    isForReading = isPrinted && isatty(1) == 1 && !arguments.omitsSupport
    var arguments = arguments
    if isForReading { arguments.omitsSupport = true }
    self.arguments = arguments
  }

  func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    return inputs.concluding { summary throws(CommandFailure) in try generate(inputs, &summary) }
  }

  private func generate(_ inputs: Inputs, _ summary: inout [String]) throws(CommandFailure) -> ExitCode {
    summary = ["nothing written"]
    let compiler = inputs.compiler
    var outputs: [Output] = []
    var isClean = !arguments.hasReportedFolder
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
      outputs.append(Output(path: outputPath(for: input), bytes: swift, origin: input))
    }
    // All or nothing: an error in one file leaves the others as they are, unless somebody is at work on them.
    guard isClean || arguments.isWatching else { return .failure }
    let relatedFiles = inputs.relatedFiles.map(\.path)
    var others: [Output] = []
    if let path = arguments.supportFile, isClean {
      others.append(Output(path: path, bytes: support.file(layout: arguments.layout), origin: "--support"))
    }
    if arguments.checksOutput {
      try Output.checkPlaces(of: outputs + others, madeFrom: arguments.inputs + relatedFiles)
      return compare(outputs, others, &summary)
    }
    if let path = arguments.dependencyFile, isClean {
      let file = try DependencyFile(outputs, relatedFiles: relatedFiles)
      others.append(Output(path: path, bytes: file.bytes, origin: "--dependency-file"))
    }
    let written = try Output.write(
      outputs + others, into: arguments.output, madeFrom: arguments.inputs + relatedFiles)
    let count = (outputs + others).count { $0.path != nil }
    summary = Output.summary(written: written, of: count)
    if isForReading, !support.isEmpty { tellOfSupport() }
    return isClean ? .success : .failure
  }

  /// Says what the printed Swift lacks, and how to have it.
  private func tellOfSupport() {
    let files = arguments.given.map(Shell.quoted).joined(separator: " ")
    Terminal.printError(
      """
      note: 'WrapperSupport', which the wrapper is made of, is not shown: 'sm-gen support \(files)' prints it, and '-o' \
      writes it into the file

      """)
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

  private func compare(_ outputs: [Output], _ others: [Output], _ summary: inout [String]) -> ExitCode {
    let support = arguments.supportFile.map { "--support \(Shell.quoted($0)) " } ?? ""
    var count = 0
    for output in outputs + others {
      guard let path = output.path else { continue }
      if FileSystem.holds(path, output.bytes) { continue }
      // The support of wrappers comes from all inputs.
      let inputs = support.isEmpty ? [output.origin] : arguments.given
      let files = inputs.map(Shell.quoted).joined(separator: " ")
      let command = "sm-gen \(arguments.styleOptions)\(support)-o \(Shell.quoted(arguments.output ?? path)) \(files)"
      Terminal.printError("\(path): error: not up to date: run '\(command)'\n")
      count += 1
    }
    summary = [count == 0 ? "all up to date" : "\(count) not up to date"]
    return count == 0 ? .success : .failure
  }
}
