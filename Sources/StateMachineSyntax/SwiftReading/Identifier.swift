/// A declared or bound name.
package struct Identifier: Sendable {
  /// The same for every place where the name is written.
  package var id: NameID
  /// Where it is written, without back-ticks.
  package var range: SourceRange
  /// Is true where Swift needs back-ticks around the name.
  package var needsBackticks: Bool

  package init(id: NameID, range: SourceRange, needsBackticks: Bool) {
    self.id = id
    self.range = range
    self.needsBackticks = needsBackticks
  }
}
