import JSON
import StateMachineFormat

extension AnalysedDocument {
  /// The edits that lay the text out as `sm-gen format` does; none where it has mistakes of syntax.
  var formatting: JSONValue {
    guard let bytes = Formatter.format(document.source).bytes else { return [] }
    return .array(LineDifference(document.source.bytes, bytes).edits.map { $0.json(document.positions) })
  }
}
