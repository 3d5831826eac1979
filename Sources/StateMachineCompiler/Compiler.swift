import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Compiles a `.sm` file to Swift.
///
///     bytes → Syntax → Model (Resolve) → Behaviour → Swift (Plan → Lower → Code → Simplify → Print)
///
/// The result of each phase depends only on its input. Mistakes in the file are returned as findings: no phase throws
/// an error because of them, or prints anything.
package struct Compiler: Sendable {
  package struct Options: Sendable {
    /// Whether each warning becomes an error.
    package var isStrict = false
    /// Whether the generated code contains `#sourceLocation` around Swift of the `.sm` file. The Swift compiler then
    /// reports errors at their places in that file. False by default, because the generated code then contains the path
    /// of the file.
    package var writesSourceLocations = false
    /// The place for the code that wrappers share: each generated file, or one file for the whole module.
    package var supportPlace = WrapperSupport.Place.file
    /// The layout of generated code.
    package var layout = CodeLayout()
    /// The access level of machines that are declared without one.
    package var access = AccessLevel.internal
    /// Whether `Result.rowLines` gets the places of each row in the generated Swift. Coverage counts by them how often
    /// the row was taken. The Swift itself does not change.
    package var notesRows = false

    package init() {}
  }

  /// The generated Swift of one file, and the findings about the file.
  package struct Result: Sendable {
    /// The findings, sorted by their ranges.
    package var diagnostics: [Diagnostic]
    /// The number of further findings, which are not in `diagnostics` because there are too many.
    package var omittedCount: Int
    package var hasErrors: Bool
    /// The generated file in UTF-8; nil if the file has errors, or was only checked.
    package var swift: [UInt8]?
    /// The parts of the code that wrappers share, as far as the generated Swift needs them.
    package var support: WrapperSupport = []
    /// For each row, the places in the generated Swift by which coverage counts how often the row was taken. Empty
    /// unless `notesRows` is true.
    package var rowLines: [RowLine] = []

    /// Whether the file has errors in its machines. Errors that concern only the generated Swift do not count, such as
    /// two wrappers with one name.
    package var hasErrorsBesidesSwift: Bool {
      var copy = self
      copy.makeSwiftErrorsWarnings()
      return copy.hasErrors
    }

    /// Turns the errors that concern only the generated Swift into warnings, for commands that generate no Swift, such
    /// as those for pictures.
    package mutating func makeSwiftErrorsWarnings() {
      for (index, diagnostic) in diagnostics.enumerated()
      where diagnostic.isAboutSwift && diagnostic.severity == .error { diagnostics[index].severity = .warning }
      // If findings were omitted, one of them may be an error of another kind.
      hasErrors = hasErrors && (omittedCount > 0 || diagnostics.contains { $0.severity == .error })
    }
  }

  package var options: Options
  /// The machines of all files. The submachines and the owners of the file's machines are looked up in it.
  package var context: MachineContext

  package init(options: Options = Options(), context: MachineContext = MachineContext()) {
    self.options = options
    self.context = context
  }

  /// Checks a file, and generates Swift if there are no errors.
  package func generate(_ source: SourceFile) -> Result {
    var analysis = analyse(source)
    var result = analysis.result
    if !result.hasErrors, let head = analysis.tree?.head {
      let machines = analysis.machines
      // The analysis is not needed after this line. Its memory is freed before the Swift is written, which needs
      // memory, too.
      analysis.machines = []
      analysis.tree = nil
      (result.swift, result.support, result.rowLines) = MachinePrinter.write(
        consume machines, head: head, source: source, writesSourceLocations: options.writesSourceLocations,
        supportPlace: options.supportPlace, layout: options.layout, notesRows: options.notesRows)
    }
    return result
  }

  /// Checks a file without generating Swift.
  package func check(_ source: SourceFile) -> Result {
    analyse(source).result
  }

  /// Returns the result of a check with further findings, as if the check itself had found them. Comments in the file
  /// can silence the further findings. If `isStrict` is true, warnings among them become errors.
  package func adding(_ findings: [Diagnostic], to result: Result, of source: SourceFile) -> Result {
    guard !findings.isEmpty else { return result }
    var list = DiagnosticList()
    for finding in findings { list.append(finding) }
    conclude(&list, of: source, nil, isComplete: false)
    var all = DiagnosticList()
    for diagnostic in result.diagnostics + list.diagnostics { all.append(diagnostic) }
    all.sort()
    var sum = result
    sum.diagnostics = all.diagnostics
    sum.hasErrors = result.hasErrors || list.hasErrors
    return sum
  }

  /// Checks a file, and returns its machines. They are valid only if the result has no errors.
  package func machines(of source: SourceFile) -> (machines: [StateMachine], result: Result) {
    let analysis = analyse(source)
    return (analysis.machines.map(\.machine), analysis.result)
  }

  /// Everything about a file that an editor needs: its syntax, its machines, the occurrences of names, and the
  /// findings.
  package struct Analysis: Sendable {
    package var source: SourceFile
    /// The syntax tree; nil if the file contains bytes that are no text.
    package var tree: SyntaxTree?
    /// The machines of the file. They are incomplete if the file has errors.
    package var machines: [Behaviour] = []
    /// The occurrences of names, sorted by their ranges.
    package var occurrences = Occurrences()
    package var result: Result
  }

  /// Checks a file, and returns everything about it that an editor needs.
  package func analysis(of source: SourceFile) -> Analysis { analyse(source, notesOccurrences: true) }

  /// Parses a file, resolves its names, and runs the checks. If braces do not match, only the parser's findings are
  /// returned.
  ///
  /// - Parameter notesOccurrences: whether the result has the occurrences of names, which only an editor needs.
  private func analyse(_ source: SourceFile, notesOccurrences: Bool = false) -> Analysis {
    var list = DiagnosticList()
    var machines: [Behaviour] = []
    var occurrences = Occurrences()
    var parsed: SyntaxTree?
    if SourceCheck.run(source, &list) {
      let (tree, syntaxDiagnostics) = Parser.parse(source)
      list.append(contentsOf: syntaxDiagnostics)
      parsed = tree
      var context = context
      context.defaultAccess = options.access
      let declared = context.add(tree, source)
      context.finish()
      // After a syntax error, the parser skips statements. Findings that the missing statements could explain are not
      // reported.
      let isComplete = !list.hasErrors
      for machine in tree.machines {
        let name = machine.fullName(tree.names)
        let others = context.files(declaring: name, beside: source.path).filter { $0 != source.path }
        guard !others.isEmpty else { continue }
        list.append(.machineInSeveralFiles(machine.name.range, name, files: others, isOwn: true))
      }
      // If braces do not match, it is not known which statement belongs to which body, so later phases would report
      // nonsense.
      if !tree.isNestingUncertain {
        if !tree.explainedMistakes.isEmpty { list = list.filtered { !tree.explainedMistakes.contains($0) } }
        let resolved = Resolver.resolve(declared, context, notesOccurrences: notesOccurrences)
        for machine in resolved.machines { if let found = machine.occurrences { occurrences.append(found) } }
        if notesOccurrences { Resolver.noteMembers(of: context, source, tree, &occurrences) }
        machines = check(resolved, isComplete: isComplete, &list)
      }
    }
    conclude(&list, of: source, parsed, isComplete: !list.hasErrors)
    list.sort()
    let result = Result(
      diagnostics: list.diagnostics, omittedCount: list.omittedCount, hasErrors: list.hasErrors, swift: nil)
    occurrences.sort()
    return Analysis(source: source, tree: parsed, machines: machines, occurrences: occurrences, result: result)
  }

  /// Changes a list of findings as comments and options demand. It removes each finding that a comment in the file
  /// silences. To each other finding, it adds a fix that inserts such a comment. If `isStrict` is true, warnings become
  /// errors.
  ///
  /// - Parameter isComplete: whether all checks were made. Only then, a comment that silences nothing is reported.
  private func conclude(
    _ list: inout DiagnosticList, of source: SourceFile, _ tree: SyntaxTree?, isComplete: Bool
  ) {
    if var suppression = Suppression(source, tree) { list = suppression.apply(to: list, isComplete: isComplete) }
    list.offerSilence(in: source)
    if options.isStrict { list.makeWarningsErrors() }
  }

  /// Runs the checks on machines whose names are resolved, and returns the behaviour of the machines. The findings are
  /// added to `list`. If a brace of a machine may be missing, the findings of the checks on this machine are left out.
  ///
  /// - Parameter isComplete: whether the file has no syntax errors. Otherwise, a check reports nothing that a skipped
  ///   statement could explain.
  private func check(
    _ resolved: (machines: [ResolvedMachine], diagnostics: DiagnosticList), isComplete: Bool,
    _ list: inout DiagnosticList
  ) -> [Behaviour] {
    list.append(contentsOf: resolved.diagnostics)
    return resolved.machines.map { resolvedMachine in
      let behaviour = Behaviour(resolvedMachine.machine)
      var checks = Checks(behaviour: behaviour, usage: resolvedMachine.usage)
      checks.run(isComplete: isComplete && resolvedMachine.isComplete)
      if !resolvedMachine.isUncertain { for diagnostic in checks.diagnostics { list.append(diagnostic) } }
      return behaviour
    }
  }
}
