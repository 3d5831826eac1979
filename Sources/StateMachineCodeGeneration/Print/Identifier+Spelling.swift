import StateMachineSyntax

extension Identifier {
  /// Returns the name as a member or a label, where Swift warns of needless back-ticks. The name keeps its back-ticks
  /// if it is one of some keywords, or no plain word.
  func asMember(of source: SourceFile, quoting keywords: [String]) -> Identifier {
    guard needsBackticks else { return self }
    var name = self
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    name.needsBackticks = !SwiftName.isPlain(bytes) || keywords.contains(source.text(range))
    return name
  }
}
