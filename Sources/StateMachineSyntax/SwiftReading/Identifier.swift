/// A name that a declaration or a pattern introduces, and its place in the file.
package struct Identifier: Sendable {
  /// The number of the name, which is the same for all its occurrences in the file.
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
