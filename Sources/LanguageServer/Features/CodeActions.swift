import JSON
import StateMachineImport
import StateMachineSyntax

extension AnalysedDocument {
  /// Returns the code actions for a range: fixes of findings, the import of a chart or of Swift, and rows for events
  /// without a transition.
  ///
  /// - Parameter kinds: the kinds of code actions that the client requests; nil for all kinds. Without the kind
  ///   `quickfix`, there are no actions.
  func codeActions(in range: SourceRange, only kinds: [String]?, _ client: ClientCapabilities) -> JSONValue {
    if let kinds, !kinds.contains(where: { "quickfix".hasPrefix($0) || $0.hasPrefix("quickfix") }) { return [] }
    var actions: [JSONValue] = []
    for (diagnostic, json) in zip(analysis.result.diagnostics, diagnostics(for: client))
    where diagnostic.range.touches(range) {
      for (index, fix) in diagnostic.fixes.enumerated() {
        actions.append(
          action(fix.title, fix.edits, client, diagnostic: json, isPreferred: index == 0 && fix.isSafe))
      }
    }
    if let (_, json) = zip(analysis.result.diagnostics, diagnostics(for: client)).first(where: {
      $0.0.code == .otherLanguage && $0.0.range.touches(range)
    }), let edit = importing() {
      actions.append(action("make a machine of it", [edit], client, diagnostic: json, isPreferred: true))
    }
    if let (title, edit) = missingRows(at: range) { actions.append(action(title, [edit], client)) }
    return .array(actions)
  }

  /// Returns an edit that replaces the whole text by a machine. It is for a text that is Swift or a chart (a statechart
  /// in Mermaid, PlantUML or SCXML). Nil for a text that cannot be imported.
  private func importing() -> TextEdit? {
    let source = document.source
    return Importer.run(source).file.map {
      TextEdit(SourceRange(0, source.bytes.count), String(decoding: $0.bytes, as: UTF8.self))
    }
  }

  private func action(
    _ title: String, _ edits: [TextEdit], _ client: ClientCapabilities, diagnostic: JSONValue? = nil,
    isPreferred: Bool = false
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "title", value: .string(title.prefix(1).uppercased() + title.dropFirst())),
      .init(key: "kind", value: "quickfix"),
      .init(key: "edit", value: WorkspaceEdit([(document, edits)]).json(client)),
    ]
    if let diagnostic { members.append(.init(key: "diagnostics", value: [diagnostic])) }
    if isPreferred { members.append(.init(key: "isPreferred", value: true)) }
    return .object(members)
  }

  /// Returns an edit that adds rows to the leaf state whose declaration touches a range. It adds one row for each event
  /// for which the state has no transition. Nil if no row is missing, or if only other kinds of states touch the range,
  /// such as final states. Also nil for a text with an error, unless all its errors are missing rows.
  private func missingRows(at range: SourceRange) -> (title: String, edit: TextEdit)? {
    let errors = analysis.result.diagnostics.filter { $0.severity == .error }
    guard errors.allSatisfy({ $0.code == .pairsMissing }) else { return nil }
    for behaviour in analysis.machines {
      let machine = behaviour.machine
      let state = machine.states.indices.last { state in
        let declaration = machine.states[state]
        return !declaration.isRegion && !declaration.isPseudostate && !declaration.isFinal && !declaration.isComposite
          && declaration.range.touches(range)
      }
      guard let state else { continue }
      let missing = behaviour.eventsWithoutRow(in: state).filter { machine.events[$0].owner == nil }
      guard !missing.isEmpty, let edit = behaviour.addingRows([(state, missing)]) else { return nil }
      return ("add the missing rows of '\(machine.names.text(machine.states[state].name.id))'", edit)
    }
    return nil
  }
}

extension SourceRange {
  /// Returns whether the range and another range overlap or touch, as `1..<3` and `3..<5` do.
  func touches(_ other: SourceRange) -> Bool { start <= other.end && other.start <= end }

  /// Returns whether an offset is in the range or at its end.
  func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}

/// The edits of one or several texts. The client applies either all of them or none.
struct WorkspaceEdit {
  private let edits: [(document: OpenDocument, edits: [TextEdit])]

  init(_ edits: [(document: OpenDocument, edits: [TextEdit])]) { self.edits = edits }

  /// Returns the edits in JSON: as `documentChanges`, with the version of each text. If the client does not accept
  /// versions, it returns them as `changes`.
  func json(_ client: ClientCapabilities) -> JSONValue {
    guard client.hasVersionedEdits else {
      return [
        "changes": .object(
          edits.map { document, edits in
            .init(key: document.uri, value: .array(edits.map { $0.json(document.positions) }))
          })
      ]
    }
    return [
      "documentChanges": .array(
        edits.map { document, edits in
          let version = document.version.map(JSONValue.int) ?? .null
          return [
            "textDocument": ["uri": .string(document.uri), "version": version],
            "edits": .array(edits.map { $0.json(document.positions) }),
          ]
        })
    ]
  }
}

extension TextEdit {
  func json(_ positions: TextPositions) -> JSONValue {
    ["range": positions.json(range), "newText": .string(text)]
  }
}
