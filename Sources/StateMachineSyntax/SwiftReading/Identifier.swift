/// A declared or bound name.
package struct Identifier: Sendable {
  /// The identifier of the name, equal for all its occurrences.
  package var id: NameID
  /// The range of this occurrence, without back-ticks.
  package var range: SourceRange
  /// Whether Swift needs back-ticks around the name.
  package var needsBackticks: Bool

  package init(id: NameID, range: SourceRange, needsBackticks: Bool) {
    self.id = id
    self.range = range
    self.needsBackticks = needsBackticks
  }
}
