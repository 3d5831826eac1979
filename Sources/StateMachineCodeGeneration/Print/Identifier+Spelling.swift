import StateMachineSyntax

extension Identifier {
  /// Returns the name without its back-ticks, for use as a member or a label. Swift warns of needless back-ticks there.
  /// The name keeps its back-ticks if it is one of `keywords`, or if it is no plain word.
  func asMember(of source: SourceFile, quoting keywords: [String]) -> Identifier {
    guard needsBackticks else { return self }
    var name = self
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    name.needsBackticks = !SwiftName.isPlain(bytes) || keywords.contains(source.text(range))
    return name
  }
}
