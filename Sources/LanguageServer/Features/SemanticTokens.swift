import JSON
import StateMachineModel

/// The kinds of names that editors color differently. The raw values are those of the protocol.
enum SemanticTokenType: String, CaseIterable {
  case `class`
  case namespace
  case `enum`
  case enumMember
  case event
  case function
  case property
  case parameter
  case variable
  case type
}

enum SemanticTokenModifier: String, CaseIterable {
  case declaration
}

extension Occurrence.Kind {
  var tokenType: SemanticTokenType {
    switch self {
    case .machine, .wrapper: .class
    case .state, .choice, .group, .result: .enumMember
    case .region: .namespace
    case .event: .event
    case .output, .namedEffect, .namedGuard: .function
    case .property: .property
    case .actionEnum: .enum
    case .typeAlias: .type
    case .label: .parameter
    case .binding: .variable
    }
  }
}

extension AnalysedDocument {
  /// The places of all names that the file declares, with their kinds, also in embedded Swift. Everything else is
  /// colored by the editor's grammar.
  var semanticTokens: JSONValue {
    let types = Dictionary(uniqueKeysWithValues: SemanticTokenType.allCases.enumerated().map { ($1, $0) })
    var data: [JSONValue] = []
    data.reserveCapacity(analysis.occurrences.all.count * 5)
    var last = (line: 0, character: 0)
    var end = 0
    for occurrence in analysis.occurrences.all where occurrence.range.lowerBound >= end && !occurrence.range.isEmpty {
      let start = document.positions.position(of: occurrence.range.lowerBound)
      let stop = document.positions.position(of: occurrence.range.upperBound)
      guard start.line == stop.line, let type = types[occurrence.kind.tokenType] else { continue }
      let line = start.line - last.line
      // The protocol counts each line from the line of the token before, and in one line the columns, too.
      data += [
        .int(line), .int(line == 0 ? start.character - last.character : start.character),
        .int(stop.character - start.character), .int(type), .int(occurrence.isDeclaration ? 1 : 0),
      ]
      last = start
      end = occurrence.range.upperBound
    }
    return ["data": .array(data)]
  }
}
