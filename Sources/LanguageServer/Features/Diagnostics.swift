import JSON
import StateMachineSyntax

extension AnalysedDocument {
  /// Returns the findings of the text, the same as those of `sm-gen check`, in the form that the protocol requires of
  /// diagnostics.
  func diagnostics(for client: ClientCapabilities) -> [JSONValue] {
    analysis.result.diagnostics.map { json($0, client) }
  }

  /// Returns one finding in JSON. Its notes are related information. If the client does not accept this, they are
  /// further lines of the message.
  private func json(_ diagnostic: Diagnostic, _ client: ClientCapabilities) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "range", value: document.positions.json(diagnostic.range)),
      .init(key: "severity", value: .int(diagnostic.severity.number)),
      .init(key: "code", value: .string(diagnostic.code.rawValue)),
      .init(key: "source", value: "sm-gen"),
    ]
    var message = diagnostic.message
    if client.hasRelatedInformation {
      let notes = diagnostic.notes.map { note -> JSONValue in
        let place = document.positions.json(note.range)
        return ["location": ["uri": .string(document.uri), "range": place], "message": .string(note.message)]
      }
      if !notes.isEmpty { members.append(.init(key: "relatedInformation", value: .array(notes))) }
    } else {
      for note in diagnostic.notes {
        message += "\nline \(document.positions.position(of: note.range.lowerBound).line + 1): \(note.message)"
      }
    }
    members.append(.init(key: "message", value: .string(message)))
    if let tag = diagnostic.code.tag { members.append(.init(key: "tags", value: [.int(tag)])) }
    return .object(members)
  }
}

extension Diagnostic.Severity {
  /// The number that the severity has in the protocol.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension DiagnosticCode {
  /// The number of the protocol's tag for a finding. It is 1 for a finding about something unnecessary, which editors
  /// show faded. Nil for a finding without a tag, as most findings are.
  fileprivate var tag: Int? {
    switch self {
    case .unused, .shadowedRow, .overriddenRow, .idleWildcard: 1
    default: nil
    }
  }
}
