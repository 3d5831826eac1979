import StateMachineSyntax

/// Makes `.sm` files of Swift and of charts.
package enum Importer {
  /// What becomes of a file.
  package struct Result: Sendable {
    /// The `.sm` file, laid out, which knows its places in the imported file; nil where there is nothing to import.
    package var file: SourceFile?
    /// Findings at places of the imported file, sorted.
    package var diagnostics: [Diagnostic] = []
    package var accounting = Accounting()
  }

  /// What has become of the arrows of a chart, or of the arms of Swift: none is dropped in silence.
  package struct Accounting: Equatable, Sendable {
    /// Those that the imported file has.
    package var arrows = 0
    /// Those that are rows.
    package var rows = 0
    /// Those that are part of another one's row.
    package var merged = 0
    /// Those that a finding tells of, and that are no rows.
    package var told = 0

    /// Adds what has become of others.
    static func += (sum: inout Accounting, other: Accounting) {
      sum.arrows += other.arrows
      sum.rows += other.rows
      sum.merged += other.merged
      sum.told += other.told
    }

    /// Whether each arrow is a row, a part of one, or told.
    package var isBalanced: Bool { arrows == rows + merged + told }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - source: the file, of which a Markdown page holds the whole page.
  ///   - format: its notation; nil where its text tells.
  ///   - path: the path of the `.sm` file, which findings in it show; nil for the name of the file with this ending.
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
