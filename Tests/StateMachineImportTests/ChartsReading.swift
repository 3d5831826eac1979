import StateMachineCompiler
import StateMachineSyntax
import Testing

@testable import StateMachineImport

/// The result of importing a chart.
struct ReadChart {
  /// The `.sm` file without its first line, which says where the chart is.
  let text: String
  /// `line:column kind message`, in the order of the file.
  let findings: [String]
  let accounting: Importer.Accounting

  /// Imports a chart. Each arrow of it is a row, a part of one, or told, and `check` finds no mistake in the machine.
  init(
    _ chart: String, as format: ImportFormat, name: String = "Chart",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let source = SourceFile(path: name, bytes: Array(chart.utf8))
    let result = Importer.run(source, as: format, path: "Chart.sm")
    let lines = LineTable(source.bytes)
    findings = result.diagnostics.map { finding in
      let (line, column) = lines.position(of: finding.range.lowerBound)
      return "\(line):\(column) \(finding.severity) \(finding.message)"
    }
    accounting = result.accounting
    #expect(accounting.isBalanced, "\(accounting)", sourceLocation: sourceLocation)
    guard let file = result.file else {
      text = ""
      return
    }
    let written = String(decoding: file.bytes, as: UTF8.self)
    text = String(written.drop { $0 != "\n" }.dropFirst())
    let errors = Compiler().check(file).diagnostics.filter { $0.severity == .error }.map(\.message)
    #expect(errors == [], "\(written)", sourceLocation: sourceLocation)
  }

  /// The rows alone, without the blanks that align them.
  var rows: [String] {
    text.split(separator: "\n").filter { $0.contains(" : ") && !$0.contains("var ") && !$0.contains("//") }.map {
      line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  /// The lines that begin with a word, without the blanks that align them.
  func lines(_ word: String) -> [String] {
    text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }.filter { $0.hasPrefix(word) }
  }
}
