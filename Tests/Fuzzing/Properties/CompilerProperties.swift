import JSON
import StateMachineCompiler
import StateMachineDiagrams
import StateMachineModel
import StateMachinePlayer
import StateMachineReports
import StateMachineSyntax

/// Properties of the compiler that hold for every file. The fuzzer checks them for its inputs, and a test for every
/// `.sm` file of the repository.
package enum CompilerProperties {
  /// Returns the first violated property, in words; nil if all hold. Crashes and hangs are left to the caller.
  package static func violation(of bytes: [UInt8]) -> String? {
    let source = SourceFile(path: "fuzz.sm", bytes: bytes)
    let compiler = Compiler()
    let result = compiler.generate(source)
    if let violation = violation(ofDiagnostics: result, source) { return violation }
    if let violation = violation(ofFixes: result, source) { return violation }
    if compiler.generate(source).swift != result.swift { return "generating twice gives different Swift" }
    let (machines, checked) = compiler.machines(of: source)
    if checked.diagnostics != result.diagnostics { return "a check and a generation find different things" }
    if let violation = FormatProperties.violation(of: source, result, compiler) { return violation }
    guard let swift = result.swift else { return nil }
    for machine in machines { draw(machine) }
    // A reader of JSON limits the depth of its input.
    let table = MachineDocument(machines.map(Behaviour.init)).json
    if JSONParser.parse(table.bytes) != table { return "the table of the machines is not read as it was written" }
    if let respaced = respaced(source), compiler.generate(respaced).swift != swift {
      return "blanks around rows and names change the Swift"
    }
    return nil
  }

  /// Checks that every range lies in the file, that the findings are sorted, and that each format can print them.
  private static func violation(ofDiagnostics result: Compiler.Result, _ source: SourceFile) -> String? {
    let renderer = DiagnosticRenderer(source: source)
    var last = 0
    for diagnostic in result.diagnostics {
      for range in [diagnostic.range] + diagnostic.notes.map(\.range)
      where range.lowerBound > range.upperBound || range.upperBound > source.bytes.count {
        return "\(diagnostic.code.rawValue): \(range) is not in a file of \(source.bytes.count) bytes"
      }
      if diagnostic.range.lowerBound < last { return "\(diagnostic.code.rawValue) is not sorted" }
      last = diagnostic.range.lowerBound
      if diagnostic.message.isEmpty { return "\(diagnostic.code.rawValue) says nothing" }
      if renderer.render(diagnostic).utf8.count > 20_000 { return "\(diagnostic.code.rawValue) is printed too long" }
    }
    if result.hasErrors != result.diagnostics.contains(where: { $0.severity == .error }), result.omittedCount == 0 {
      return "errors are counted wrongly"
    }
    if result.hasErrors == (result.swift != nil) { return "Swift in spite of errors, or none without" }
    let file = DiagnosticReport.File(
      source: source, diagnostics: result.diagnostics, omittedCount: result.omittedCount)
    _ = DiagnosticReport.json([file])
    _ = DiagnosticReport.sarif([file], version: "0")
    return nil
  }

  /// Checks that every edit lies in the file, and that no safe fix is left once all safe fixes are applied.
  private static func violation(ofFixes result: Compiler.Result, _ source: SourceFile) -> String? {
    for diagnostic in result.diagnostics {
      for edit in diagnostic.fixes.flatMap(\.edits)
      where edit.range.lowerBound > edit.range.upperBound || edit.range.upperBound > source.bytes.count {
        return "\(diagnostic.code.rawValue): a fix is not in the file"
      }
    }
    guard result.diagnostics.contains(where: { $0.fixes.contains(where: \.isSafe) }), source.bytes.count < 20_000 else {
      return nil
    }
    let application = FixApplication(source) { Compiler().check($0).diagnostics }
    let rest = Compiler().check(application.source).diagnostics.first { $0.fixes.contains(where: \.isSafe) }
    return rest.map { "a safe fix does not mend: \($0.code.rawValue) \($0.message)" }
  }

  private static func draw(_ machine: StateMachine) {
    for format in DiagramFormat.allCases {
      _ = machine.drawing(format: format, options: DiagramOptions())
    }
    _ = machine.drawing(format: .dot, since: machine, options: DiagramOptions())
    let coverage = Coverage(machine)
    _ = coverage.plainText(title: "fuzz")
    _ = coverage.markdown(title: "fuzz")
  }

  /// Returns the file with more blanks around its rows and before declared names, where they mean nothing; nil for a
  /// large file. Swift in the file is unchanged, as blanks might have a meaning there.
  private static func respaced(_ source: SourceFile) -> SourceFile? {
    guard source.bytes.count < 20_000 else { return nil }
    var places: Set<Int> = []
    for machine in Parser.parse(source).tree.machines {
      places.insert(machine.name.range.lowerBound)
      machine.body.forEachDeep { item in
        switch item {
        case .transition(let row): places.formUnion([row.range.lowerBound, row.range.upperBound])
        case .state(let state): places.insert(state.name.range.lowerBound)
        case .event(let signature), .output(let signature, _): places.insert(signature.name.range.lowerBound)
        case .choice(let name, _): places.insert(name.range.lowerBound)
        case .region(let region): places.insert(region.name.range.lowerBound)
        default: break
        }
      }
    }
    var bytes: [UInt8] = []
    for (index, byte) in source.bytes.enumerated() {
      if places.contains(index) { bytes += [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: " ")] }
      bytes.append(byte)
    }
    return SourceFile(path: source.path, bytes: bytes)
  }
}
