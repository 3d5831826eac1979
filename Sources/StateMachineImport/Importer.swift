import StateMachineSyntax

/// Imports Swift files and charts as `.sm` files.
package enum Importer {
  /// The result of the import of one file.
  package struct Result: Sendable {
    /// The imported machines as a formatted `.sm` file, whose lines know their places in the imported file. Nil if the
    /// file contains nothing to import.
    package var file: SourceFile?
    /// The findings of the import, sorted by their places in the imported file.
    package var diagnostics: [Diagnostic] = []
    package var accounting = Accounting()
  }

  /// Counts the arrows of a chart, or the arms of each `switch` in Swift. Each of them has become a row or a part of
  /// another one's row, or a finding reports it. The numbers show that none was left out without a finding.
  package struct Accounting: Equatable, Sendable {
    /// The number of all arrows or arms in the imported file.
    package var arrows = 0
    /// The number of arrows or arms that became rows.
    package var rows = 0
    /// The number of arrows or arms that became a part of the row of another arrow or arm.
    package var merged = 0
    /// The number of arrows or arms that did not become rows, and that findings report.
    package var told = 0

    /// Adds the numbers of another chart or file to these numbers.
    static func += (sum: inout Accounting, other: Accounting) {
      sum.arrows += other.arrows
      sum.rows += other.rows
      sum.merged += other.merged
      sum.told += other.told
    }

    /// Whether each arrow or arm is counted once: as a row (`rows`), as a part of another one's row (`merged`), or as
    /// reported by a finding (`told`).
    package var isBalanced: Bool { arrows == rows + merged + told }
  }

  /// Imports a file with Swift or charts. The result has a `.sm` file, unless the file contains nothing to import.
  ///
  /// - Parameters:
  ///   - source: the file; for a Markdown page, the whole page.
  ///   - format: the notation of the file; nil if the file's name and text decide.
  ///   - path: the path of the `.sm` file, which findings name. Nil for the name of the imported file up to its first
  ///     dot, with the extension `.sm`.
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
