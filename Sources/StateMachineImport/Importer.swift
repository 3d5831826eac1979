import StateMachineSyntax

/// Imports Swift and charts as `.sm` files.
package enum Importer {
  /// The result of the import of one file.
  package struct Result: Sendable {
    /// The formatted `.sm` file, with its places in the imported file; nil if there is nothing to import.
    package var file: SourceFile?
    /// The findings, sorted by their places in the imported file.
    package var diagnostics: [Diagnostic] = []
    package var accounting = Accounting()
  }

  /// The counts of a chart's arrows, or of `switch` cases in Swift, by their result: none is dropped without a finding.
  package struct Accounting: Equatable, Sendable {
    /// The number of arrows or cases in the imported file.
    package var arrows = 0
    /// The number of arrows or cases that became rows.
    package var rows = 0
    /// The number of arrows or cases that became part of another one's row.
    package var merged = 0
    /// The number of arrows or cases that became no rows, which findings report.
    package var told = 0

    /// Adds the numbers of another file or chart.
    static func += (sum: inout Accounting, other: Accounting) {
      sum.arrows += other.arrows
      sum.rows += other.rows
      sum.merged += other.merged
      sum.told += other.told
    }

    /// Whether each arrow or case is counted: as a row, as part of another row, or as reported.
    package var isBalanced: Bool { arrows == rows + merged + told }
  }

  /// Imports a file.
  ///
  /// - Parameters:
  ///   - source: the file; for a Markdown page, the whole page.
  ///   - format: the notation; nil to find it from the name and the text.
  ///   - path: the path of the `.sm` file in findings; nil for the imported file's name with the extension `.sm`.
  package static func run(_ source: SourceFile, as format: ImportFormat? = nil, path: String? = nil) -> Result {
    let path = path ?? String(source.fileName.split(separator: ".").first ?? "Machine") + ".sm"
    guard let format = format ?? ImportFormat(of: source) else {
      return Result(diagnostics: [.nothingToImport(SourceRange(0, 0), "this is neither Swift nor a chart")])
    }
    return switch format {
    case .swift: SwiftImporter.run(source, path: path)
    case .mermaid, .plantuml, .scxml: ChartImport.run(source, as: format, path: path)
    }
  }
}
