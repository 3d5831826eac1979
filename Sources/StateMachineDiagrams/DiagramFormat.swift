import StateMachineModel

/// The formats that a machine is written in besides Swift. Graphviz makes pictures of the DOT.
package enum DiagramFormat: String, CaseIterable, Sendable {
  case dot, mermaid, plantuml, scxml, table
}

extension StateMachine {
  /// The machine in a format, as text. Total: whatever has passed the checks can be drawn.
  ///
  /// - Parameters:
  ///   - old: what the machine was before, to draw what has changed; SCXML and the table do not show that.
  ///   - renames: what the old machine has under its new name already.
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

  private func diagram(since old: StateMachine?, _ renames: [Diagram.Rename], _ options: DiagramOptions) -> Diagram {
    let diagram = Diagram(self, options: options)
    guard let old else { return diagram }
    return Diagram.difference(from: Diagram(old, options: options), to: diagram, renames: renames)
  }
}
