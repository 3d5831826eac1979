import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Compiles a `.sm` file to Swift.
///
///     bytes → Syntax → Model (Resolve) → Behaviour → Swift (Plan → Lower → Code → Simplify → Print)
///
/// Each phase is a function of its input: it throws no error because of what a user wrote, and prints nothing.
package struct Compiler: Sendable {
  package struct Options: Sendable {
    /// Whether warnings count as errors.
    package var isStrict = false
    /// Whether embedded Swift has `#sourceLocation`, so that the Swift compiler reports errors at their places in the
    /// `.sm` file. False by default, as the text then depends on the path of the file.
    package var writesSourceLocations = false
    /// The place of the code that supports wrappers: in each generated file, or in one file of the module.
    package var supportPlace = WrapperSupport.Place.file
    /// The layout of generated code.
    package var layout = CodeLayout()
    /// The access level of machines without an access modifier.
    package var access = AccessLevel.internal
    /// Whether the lines of each row in the generated Swift are recorded; the Swift is the same.
    package var notesRows = false

    package init() {}
  }

  /// The generated Swift of one file, and its diagnostics.
  package struct Result: Sendable {
    /// The diagnostics, sorted by place.
    package var diagnostics: [Diagnostic]
    /// The number of further diagnostics, which are not stored, in a file with very many of them.
    package var omittedCount: Int
    package var hasErrors: Bool
    /// The generated file in UTF-8; nil if there are errors, or if the file was only checked.
    package var swift: [UInt8]?
    /// The parts of the support for wrappers that the generated Swift uses.
    package var support: WrapperSupport = []
    /// The lines whose execution counts belong to rows; empty unless recorded.
    package var rowLines: [RowLine] = []

    /// Whether there are errors that prevent a machine, and not only errors about the generated Swift.
    package var hasErrorsBesidesSwift: Bool {
      var copy = self
      copy.makeSwiftErrorsWarnings()
      return copy.hasErrors
    }

    /// Makes warnings of errors about the generated Swift, for commands that need no Swift.
    package mutating func makeSwiftErrorsWarnings() {
      for (index, diagnostic) in diagnostics.enumerated()
      where diagnostic.isAboutSwift && diagnostic.severity == .error { diagnostics[index].severity = .warning }
      // An error that is not kept may be of any kind.
      hasErrors = hasErrors && (omittedCount > 0 || diagnostics.contains { $0.severity == .error })
    }
  }

  package var options: Options
  /// The machines of other files that may be submachines or owners of machines in the file.
  package var context: MachineContext

  package init(options: Options = Options(), context: MachineContext = MachineContext()) {
    self.options = options
    self.context = context
  }

  /// Checks the file, and generates Swift if there are no errors.
  package func generate(_ source: SourceFile) -> Result {
    var analysis = analyse(source)
    var result = analysis.result
    if !result.hasErrors, let head = analysis.tree?.head {
      let machines = analysis.machines
      // The analysis is not needed any more, and its memory is freed for the text.
      analysis.machines = []
      analysis.tree = nil
      (result.swift, result.support, result.rowLines) = MachinePrinter.write(
        consume machines, head: head, source: source, writesSourceLocations: options.writesSourceLocations,
        supportPlace: options.supportPlace, layout: options.layout, notesRows: options.notesRows)
    }
    return result
  }

  /// Checks the file.
  package func check(_ source: SourceFile) -> Result {
    analyse(source).result
  }

  /// Returns the result of a check with further findings, as if the check had reported them: comments in the file
  /// silence them, and warnings count as errors if `isStrict` is true.
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

  /// Checks the file, and returns its machines, which are valid only if there are no errors.
  package func machines(of source: SourceFile) -> (machines: [StateMachine], result: Result) {
    let analysis = analyse(source)
    return (analysis.machines.map(\.machine), analysis.result)
  }

  /// The analysis of a file for an editor: its syntax, its machines, its names and its diagnostics.
  package struct Analysis: Sendable {
    package var source: SourceFile
    /// The syntax tree; nil if the file is not text.
    package var tree: SyntaxTree?
    /// The machines of the file, which are incomplete if there are errors.
    package var machines: [Behaviour] = []
    /// The occurrences of names, sorted by their places.
    package var occurrences = Occurrences()
    package var result: Result
  }

  /// Checks the file, and returns its analysis.
  package func analysis(of source: SourceFile) -> Analysis { analyse(source, notesOccurrences: true) }

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
      // If the parser has skipped statements, findings that these could explain are not reported.
      let isComplete = !list.hasErrors
      for machine in tree.machines {
        let name = machine.fullName(tree.names)
        let others = context.files(declaring: name, beside: source.path).filter { $0 != source.path }
        guard !others.isEmpty else { continue }
        list.append(.machineInSeveralFiles(machine.name.range, name, files: others, isOwn: true))
      }
      // If the nesting is uncertain, so would be all findings of later phases.
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

  /// Removes findings that comments silence, adds fixes with such comments to the others, and makes errors of warnings
  /// if the options say so.
  ///
  /// - Parameter isComplete: whether all checks were made, so that a comment that silences nothing is a finding.
  private func conclude(
    _ list: inout DiagnosticList, of source: SourceFile, _ tree: SyntaxTree?, isComplete: Bool
  ) {
    if var suppression = Suppression(source, tree) { list = suppression.apply(to: list, isComplete: isComplete) }
    list.offerSilence(in: source)
    if options.isStrict { list.makeWarningsErrors() }
  }

  /// Checks machines whose names are resolved, and returns their behaviour.
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
