import CommandSupport
import StateMachineModel
import StateMachinePlayer
import StateMachineReports
import StateMachineSyntax
import SystemSupport

/// `sm-gen diagram`: makes pictures and tables of machines.
struct DiagramCommand: Subcommand {
  static func imported(_ source: SourceFile) -> ImportedFile? { Import.inMemory(source) }

  let arguments: Arguments
  private let inputs: Inputs
  /// The counts of tests that the pictures show: how often each row was taken. Nil if the pictures show no counts.
  private let reading: CoverageReading?

  /// Whether the pictures are temporary files. They are if the user has not said where to write them.
  private let isTemporary: Bool

  init(arguments: Arguments) throws(CommandFailure) {
    var arguments = arguments
    isTemporary = arguments.drawing.isOpened && arguments.output == nil
    if isTemporary { arguments.output = try Opener.folder() }
    self.arguments = arguments
    inputs = try Inputs(arguments)
    reading = if let heat = arguments.drawing.heat { try CoverageReading(heat, inputs) } else { nil }
  }

  func run() throws(CommandFailure) -> ExitCode {
    if arguments.isRefreshing {
      return RefreshCommand(arguments: arguments).run()
    }
    return inputs.concluding { summary throws(CommandFailure) in
      if !arguments.checksOutput { summary = ["nothing written"] }
      guard let pictures = pictures() else { return .failure }
      return arguments.checksOutput ? try compare(pictures, &summary) : try write(pictures, &summary)
    }
  }

  typealias Destined = (path: String?, picture: Picture)

  /// Returns the pictures, each with the path to which it is written, or nil for standard output. The array is nil if
  /// an error was reported.
  func pictures() -> [Destined]? {
    var result: [Destined] = []
    var isClean = !arguments.hasReportedFolder
    let older = arguments.since.map(olderMachines)
    if case .some(nil) = older { isClean = false }
    for input in arguments.inputs {
      guard let found = machines(of: input) else {
        isClean = false
        continue
      }
      do throws(CommandFailure) {
        if arguments.drawing.format?.holdsAllMachines ?? false {
          let document = MachineDocument(try selected(found, of: input).map(Behaviour.init), others: others(for: found))
          result.append((try outputPath(for: input), Picture(document, input, arguments)))
          continue
        }
        var arguments = arguments
        if let source = found.first?.source {
          arguments.drawing.options.heat = try reading?.coverage(of: found, source).heat
        }
        for machine in try selected(found, of: input) {
          let old = try older.flatMap { $0 }.map { older throws(CommandFailure) in
            try former(of: machine, among: found, in: older)
          }
          let format = arguments.drawing.format?.source ?? .dot
          let picture = Picture(machine, as: format, since: old, input, arguments, isAlone: found.count == 1)
          result.append((try outputPath(for: machine), picture))
        }
      } catch {
        Terminal.printError("error: \(error.message)\n")
        isClean = false
      }
    }
    return isClean ? result : nil
  }

  /// Returns the machines of the file at a path. Nil if the file has errors, which are reported.
  private func machines(of path: String) -> [StateMachine]? {
    inputs.read(path).flatMap(machines)
  }

  /// Returns the machines of the older version that `--since` names. Nil if it has errors or cannot be read, which is
  /// reported.
  private func olderMachines(_ since: String) -> OlderMachines? {
    do throws(CommandFailure) {
      return try OlderMachines(since, inputs, for: arguments.inputs[0])
    } catch {
      Terminal.printError("error: \(error.message)\n")
      return nil
    }
  }

  /// Returns the machines of the related files: those of `--with`, and those in the folders of the inputs. They may be
  /// submachines of `machines`. Empty if `machines` have no submachines.
  private func others(for machines: [StateMachine]) -> [Behaviour] {
    guard machines.contains(where: { $0.states.contains { $0.submachine != nil } }) else { return [] }
    return inputs.relatedFiles.flatMap { inputs.compiler.machines(of: $0.source).machines }.map(Behaviour.init)
  }

  private func machines(of source: SourceFile) -> [StateMachine]? {
    var (machines, result) = inputs.compiler.machines(of: source)
    // A picture needs no Swift.
    if !arguments.isStrict { result.makeSwiftErrorsWarnings() }
    inputs.report(result, source)
    return result.hasErrors ? nil : machines
  }

  /// Returns the machines to draw: the machine that `--machine` names, or all machines. Throws an error if there is no
  /// such machine, or if there are several machines, but the output can contain only one.
  private func selected(_ machines: [StateMachine], of input: String) throws(CommandFailure) -> [StateMachine] {
    let names = machines.map(\.displayName)
    if let name = arguments.drawing.machine {
      guard let index = names.firstIndex(of: name) else {
        throw CommandFailure(
          "'\(input)' has no machine '\(name)'" + .suggestion(Spelling.nearest(to: name, among: names)))
      }
      return [machines[index]]
    }
    guard machines.count != 1, !writesToFolder else { return machines }
    if !machines.isEmpty, arguments.drawing.format?.holdsAllMachines ?? false { return machines }
    guard !machines.isEmpty else { throw CommandFailure("'\(input)' has no machine") }
    throw CommandFailure(
      """
      '\(input)' has \(machines.count) machines: choose one with '--machine', or give a folder with '-o': \
      \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? ", …" : "")
      """)
  }

  private func former(
    of machine: StateMachine, among all: [StateMachine], in older: OlderMachines
  ) throws(CommandFailure) -> RenameSearch {
    if let found = older.former(of: machine, among: all) { return found }
    throw CommandFailure("'\(arguments.since ?? "")' has no machine '\(machine.displayName)'")
  }

  // MARK: CommandOutput

  private var writesToFolder: Bool {
    guard let output = arguments.output, output != "-" else { return false }
    return output.hasSuffix("/") || FileSystem.isDirectory(output)
  }

  /// Returns the path of the picture of a machine; nil for standard output.
  private func outputPath(for machine: StateMachine) throws(CommandFailure) -> String? {
    // A name in backticks may contain anything (SE-0451), also a path out of the folder.
    try outputPath(called: machine.displayName)
  }

  /// Returns the path of the picture that shows all machines in `input`. If the output is a folder, the picture has the
  /// name of `input`. Nil for standard output.
  private func outputPath(for input: String) throws(CommandFailure) -> String? {
    let name = FileSystem.name(of: arguments.name(of: input))
    return try outputPath(called: name.lowercased().hasSuffix(".sm") ? String(name.dropLast(3)) : name)
  }

  private func outputPath(called name: String) throws(CommandFailure) -> String? {
    guard let output = arguments.output, output != "-" else { return nil }
    guard writesToFolder else { return output }
    guard !name.hasPrefix("."), !name.contains(where: { "/\\:\0".contains($0) }) else {
      throw CommandFailure(
        "'\(name)' is no name for a file in '\(output)': give the file's name with '-o', and '--machine'")
    }
    let format = arguments.drawing.format ?? .dot
    return output + (output.hasSuffix("/") ? "" : "/") + name + "." + format.endings[0]
  }

  /// Writes all pictures, and opens them if the user wants it.
  ///
  /// - Parameter summary: gets a text for the line of counts at the end.
  private func write(_ pictures: [Destined], _ summary: inout [String]) throws(CommandFailure) -> ExitCode {
    // All or nothing: if a picture cannot be made, no file changes.
    var outputs: [CommandOutput] = []
    if arguments.output == nil, pictures.count > 1 {
      throw CommandFailure("\(pictures.count) pictures do not go to one place: give a folder with '-o'")
    }
    if arguments.drawing.isOpened, pictures.count > Opener.limit {
      throw CommandFailure("\(pictures.count) pictures are too many to open: give fewer files, or leave out '--open'")
    }
    for (path, picture) in pictures {
      if path == nil, picture.format == .png || picture.format == .pdf, isatty(1) == 1 {
        throw CommandFailure("a terminal cannot show \(picture.format.rawValue): give a file with '-o'")
      }
      if let path { try checkEnding(of: path, picture) }
      let bytes = try picture.bytes(timeout: arguments.drawing.timeout)
      let isRenewed = arguments.isWatching && picture.format == .html
      outputs.append(output(path, picture, isRenewed ? WatchedPages.renewing(bytes, at: path) : bytes))
    }
    let written = try CommandOutput.write(outputs, into: arguments.output, madeFrom: sources)
    let count = outputs.count { $0.path != nil }
    summary = CommandOutput.summary(written: written, of: count)
    if arguments.drawing.isOpened {
      for (output, picture) in zip(outputs, pictures.map(\.1)) {
        guard let path = arguments.isWatching ? try WatchedPages.unopened(output) : output.path else { continue }
        Opener.open(path, arguments.isWatching || picture.format == .html ? "page" : "picture")
      }
    } else if arguments.output == nil, arguments.drawing.format == nil, isatty(1) == 1 {
      tellWhatDraws()
    }
    return .success
  }

  /// Throws an error if the picture would overwrite a Markdown page that a person has written. Prints a warning if the
  /// path has the extension of another format, as with `--format svg -o Door.png`.
  private func checkEnding(of path: String, _ picture: Picture) throws(CommandFailure) {
    guard let format = PictureFormat(ending: path) else { return }
    if format == .table, !isTemporary, let page = try? FileSystem.read(path), !page.isEmpty,
      !Picture.isOne(page, in: path)
    {
      throw CommandFailure(
        "'\(path)' is a page that was not generated: give another name with '-o', or keep a picture in it with '--update'"
      )
    }
    guard format != picture.format, arguments.drawing.format != nil, !writesToFolder else { return }
    Terminal.printError(
      "warning: '\(path)' is written as \(Message(verbatim: picture.format.rawValue)), and its name says \(Message(verbatim: format.rawValue))\n"
    )
  }

  /// Prints a note for users who see text in the language DOT on the terminal. The note says how to make a picture from
  /// it.
  private func tellWhatDraws() {
    let input = arguments.inputs[0]
    let name = FileSystem.name(of: arguments.name(of: input))
    let picture = (name.lowercased().hasSuffix(".sm") ? String(name.dropLast(3)) : name) + ".svg"
    let command = "\(Shell.program) diagram \(Shell.quoted(input))"
    Terminal.printError(
      """
      note: this is text for Graphviz: '\(command) -o \(Shell.quoted(picture))' draws it, '\(command) --open' also shows \
      it, and '| dot -Tsvg' after the command makes a picture of the text

      """)
  }

  static func endWatching() { WatchedPages.end() }

  private func compare(_ pictures: [Destined], _ summary: inout [String]) throws(CommandFailure) -> ExitCode {
    try CommandOutput.checkPlaces(of: pictures.map { output($0.path, $0.picture, []) }, madeFrom: sources)
    var count = 0
    for (path, picture) in pictures {
      guard let path else { continue }
      if picture.isIn(path) { continue }
      let command = "\(Shell.program) diagram -o \(Shell.quoted(path)) \(Shell.quoted(picture.input))"
      Terminal.printError("\(path): error: not up to date: run '\(command)'\n")
      count += 1
    }
    summary = [count == 0 ? "all up to date" : "\(count) not up to date"]
    return count == 0 ? .success : .failure
  }

  private func output(_ path: String?, _ picture: Picture, _ bytes: [UInt8]) -> CommandOutput {
    CommandOutput(path: path, bytes: bytes, origin: picture.machine) {
      isTemporary || Picture.isOne($0, in: path ?? "")
    }
  }

  /// The paths of all files from which the pictures are made. A picture never overwrites one of these files.
  var sources: [String] {
    arguments.inputs + inputs.relatedFiles.map(\.path) + [arguments.since, arguments.drawing.heat].compactMap(\.self)
  }
}

extension StateMachine {
  /// The machine's name for messages. If the machine is in a type, the name of the type is included: `Client.Door`.
  var displayName: String { (outer.map { source.text($0.range) + "." } ?? "") + source.text(name.range) }
}
