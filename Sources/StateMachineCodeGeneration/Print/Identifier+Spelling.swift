import StateMachineSyntax

extension Identifier {
  /// The name behind a dot or as a label, where Swift warns of needless back-ticks: it keeps them where it is one of
  /// some keywords, or no plain word.
  func asMember(of source: SourceFile, quoting keywords: [String]) -> Identifier {
    guard needsBackticks else { return self }
    var name = self
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    name.needsBackticks = !SwiftName.isPlain(bytes) || keywords.contains(source.text(range))
    return name
  }
}
