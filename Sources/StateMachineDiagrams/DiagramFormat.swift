import StateMachineModel

/// The formats in which a machine can be written, other than Swift. Graphviz makes pictures of DOT.
package enum DiagramFormat: String, CaseIterable, Sendable {
  case dot, mermaid, plantuml, scxml, table
}

extension StateMachine {
  /// Returns a machine without errors as text in the given format.
  ///
  /// - Parameters:
  ///   - old: the old version of the machine, if the picture is to show the changes since then. Nil for SCXML and
  ///     tables, which do not show changes.
  ///   - renames: the declarations that were renamed since the old version. In `old`, they have their new names
  ///     already, so that both versions can be compared by names.
  package func drawing(
    format: DiagramFormat, since old: StateMachine? = nil, renames: [Diagram.Rename] = [], options: DiagramOptions
  ) -> String {
    let diagram = diagram(since: old, renames, options)
    return switch format {
    case .dot: DotWriter.write(diagram, options: options)
    case .mermaid: MermaidWriter.write(diagram, options: options)
    case .plantuml: PlantUMLWriter.write(diagram, options: options)
    case .scxml: SCXMLWriter.write(self, options: options)
    case .table: TableWriter.write(diagram, of: self, options: options)
    }
  }

  /// Returns the diagram of the machine. If there is an old version, it is the picture of both versions in which
  /// changes are highlighted.
  private func diagram(since old: StateMachine?, _ renames: [Diagram.Rename], _ options: DiagramOptions) -> Diagram {
    let diagram = Diagram(self, options: options)
    guard let old else { return diagram }
    return Diagram.difference(from: Diagram(old, options: options), to: diagram, renames: renames)
  }
}
