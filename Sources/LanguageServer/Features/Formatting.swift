import JSON
import StateMachineFormat

extension AnalysedDocument {
  /// The edits that format the text as `sm-gen format` does. Empty if the text has syntax errors, or if it is formatted
  /// already.
  var formatting: JSONValue {
    guard let bytes = Formatter.format(document.source).bytes else { return [] }
    return .array(LineDifference(document.source.bytes, bytes).edits.map { $0.json(document.positions) })
  }
}
