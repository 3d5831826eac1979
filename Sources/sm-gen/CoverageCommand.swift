import CommandSupport
import StateMachineCodeGeneration
import StateMachineCompiler
import StateMachineModel
import StateMachineReports
import StateMachineSyntax
import SystemSupport

/// The options that only `coverage` has.
struct Covering: OwnOptions {
  enum Format: String, CaseIterable {
    case text, lcov
  }

  /// The file with the counts of the tests: how often they ran each line of Swift. Nil for the file that SwiftPM has
  /// written for the package in the current folder.
  var counts: String?
  var format = Format.text
}

/// `sm-gen coverage`: reports how often tests have taken each row. The tests have counted how often each line of the
/// generated Swift ran. The command generates the Swift again to find the lines that belong to each row.
struct CoverageCommand: Subcommand {
  static let name = "coverage"
  static let usage = "[--from <path>] [--format lcov] [-o <path>] <file or folder> ..."
  static let overview =
    "Shows how often each row has been taken in tests, and how often its guard was true and false."
  static let summary = "Show which rows tests have taken."
  // No test runs these examples, because they need counts of tests.
  static let examples = [
    "sm-gen coverage Door.sm", "sm-gen coverage --from counts.json --format lcov -o machines.info .",
  ]
  static var options: [OptionDescription] {
    [
      .file(
        "--from", as: "path",
        help: "What the tests have counted: the JSON that 'swift test --enable-code-coverage' leaves, or LCOV."
      ) { $0[Covering.self].counts = $1 },
      .choice(
        "--format", of: Covering.Format.allCases, help: "How it is told: as a table, or as LCOV of the .sm files."
      ) { $0[Covering.self].format = $1 },
      .output, .indent, .lineWidth, .access, .with, .standalone, .color, .noColor,
    ]
  }

  static func imported(_ source: SourceFile) -> ImportedFile? { Import.inMemory(source) }

  let arguments: Arguments

  /// Writes the coverage of all inputs as one text. Nothing is written if one of the inputs has errors.
  func run() throws(CommandFailure) -> ExitCode {
    let inputs = try Inputs(arguments)
    return inputs.concluding { _ throws(CommandFailure) in
      let reading = try CoverageReading(arguments[Covering.self].counts, inputs)
      var isClean = !arguments.hasReportedFolder
      var texts: [String] = []
      for input in arguments.inputs {
        guard let coverage = try reading.coverage(of: input) else {
          isClean = false
          continue
        }
        texts.append(arguments[Covering.self].format == .lcov ? coverage.trace : coverage.plainText)
      }
      guard isClean else { return .failure }
      let text = texts.joined(separator: arguments[Covering.self].format == .lcov ? "" : "\n")
      let path = arguments.output.flatMap { $0 == "-" ? nil : $0 }
      try CommandOutput.write(
        [CommandOutput(path: path, bytes: Array(text.utf8), origin: "coverage")], into: nil,
        madeFrom: arguments.inputs + [reading.path])
      return .success
    }
  }
}

/// Reads the file with the counts of tests, which tells how often each line of Swift ran. From the counts of generated
/// Swift, it finds how often each row of a `.sm` file was taken.
struct CoverageReading {
  private static let folder = ".build/debug/codecov"

  /// The path of the file with the counts of the tests.
  let path: String
  private let counts: CoverageCounts
  private let inputs: Inputs

  /// Reads the counts of the tests.
  ///
  /// - Parameter path: the file with the counts; nil for the file that SwiftPM has written for the package in the
  ///   current folder.
  init(_ path: String?, _ inputs: Inputs) throws(CommandFailure) {
    if let path { self.path = path } else { self.path = try Self.usualPath() }
    self.inputs = inputs
    guard let counts = CoverageCounts(try FileSystem.read(self.path)) else {
      throw CommandFailure("'\(self.path)' is neither the JSON of llvm-cov nor LCOV")
    }
    self.counts = counts
  }

  private static func usualPath() throws(CommandFailure) -> String {
    let names = FileSystem.names(in: folder).filter { $0.hasSuffix(".json") }
    guard let name = names.first, names.count == 1 else {
      throw CommandFailure(
        names.isEmpty
          ? "there is no coverage in '\(folder)': run 'swift test --enable-code-coverage', or give the file with '--from'"
          : "there are \(names.count) files in '\(folder)': give one with '--from'")
    }
    return folder + "/" + name
  }

  /// Returns how often tests have taken the rows of a file. Nil if the file has errors, which are reported.
  func coverage(of input: String) throws(CommandFailure) -> RowCoverage? {
    guard let source = inputs.read(input) else { return nil }
    let (machines, result) = inputs.compiler.machines(of: source)
    inputs.report(result, source)
    return result.hasErrors ? nil : try coverage(of: machines, source)
  }

  /// Returns how often tests have taken the rows of the given machines.
  ///
  /// - Parameter source: the file with the machines.
  func coverage(of machines: [StateMachine], _ source: SourceFile) throws(CommandFailure) -> RowCoverage {
    let files = try generatedFiles(of: source)
    return RowCoverage(
      machines, source,
      files.map { file in RowCoverage.Generated(file.lines) { counts.count(of: $0, in: file.path) } })
  }

  /// Returns the Swift files that have counts and were generated from `source`. With each file are the lines that
  /// belong to each row. There may be several files, because several modules can contain `source`. Files that were
  /// generated from another version of `source` are left out. Throws an error if no file is left, or if one of them is
  /// newer than the counts.
  private func generatedFiles(of source: SourceFile) throws(CommandFailure) -> [(path: String, lines: [RowLine])] {
    var found: [(path: String, lines: [RowLine])] = []
    var other: String?
    for path in counts.paths {
      guard let swift = try? FileSystem.read(path), Self.isGenerated(swift, from: source.fileName) else { continue }
      guard let lines = rowLines(of: source, in: swift) else {
        other = path
        continue
      }
      if FileSystem.isNewer(path, than: self.path) {
        throw CommandFailure("'\(path)' is newer than '\(self.path)': run the tests first")
      }
      found.append((path, lines))
    }
    if found.isEmpty, let other {
      throw CommandFailure(
        "'\(other)' has another text than what is generated from '\(source.path)' now: build first, and run the tests")
    }
    if found.isEmpty {
      throw CommandFailure("'\(path)' has no counts of Swift that is generated from '\(source.path)'")
    }
    return found
  }

  /// Returns whether the comments at the beginning of a Swift file say that the file was generated from the file
  /// `name`.
  private static func isGenerated(_ swift: [UInt8], from name: String) -> Bool {
    let line = Array(MachinePrinter.heading(name).utf8)
    let lines = swift.lazy.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
    return lines.prefix { $0.isEmpty || $0.first == Ascii.slash }.contains { $0.elementsEqual(line) }
  }

  /// Returns the lines of generated Swift that belong to each row. The function generates the Swift again, with
  /// different options for source locations and for the support code of wrappers. Nil if no result is equal to `swift`,
  /// because `source` or other options have changed.
  private func rowLines(of source: SourceFile, in swift: [UInt8]) -> [RowLine]? {
    var compiler = inputs.compiler
    compiler.options.notesRows = true
    let location = Self.location(in: swift)
    let located = location.map { SourceFile(path: $0, bytes: source.bytes) } ?? source
    // Swift with a `#sourceLocation` was certainly generated with source locations.
    for isLocated in location == nil ? [false, true] : [true] {
      for place in [WrapperSupport.Place.file, .module] {
        (compiler.options.writesSourceLocations, compiler.options.supportPlace) = (isLocated, place)
        let result = compiler.generate(located)
        if result.swift == swift { return result.rowLines }
      }
    }
    return nil
  }

  /// Returns the path of the `.sm` file in the first `#sourceLocation` of generated Swift. Nil if the Swift has no
  /// `#sourceLocation`.
  private static func location(in swift: [UInt8]) -> String? {
    let directive = Array("#sourceLocation(file: \"".utf8)
    for line in swift.lazy.split(separator: Ascii.lineFeed) {
      let text = line.drop(while: Ascii.isBlank)
      if text.starts(with: directive) {
        return String(decoding: text.dropFirst(directive.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      }
    }
    return nil
  }
}
