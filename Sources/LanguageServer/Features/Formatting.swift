import StateMachineCompiler

extension AnalysedDocument {
  /// The text as `sm-gen format` writes it; nothing where it has mistakes of syntax.
  var formatting: JSONValue { [] }
}
