import StateMachineSyntax

/// Applies the safe fixes of a file's findings repeatedly, until no finding has one.
package struct FixApplication: Sendable {
  /// A fix that has been applied, with its finding.
  package struct Step: Sendable {
    /// The file before the fix, to which the places of the finding refer.
    package var source: SourceFile
    package var diagnostic: Diagnostic
    package var fix: Fix
  }

  /// The file after all fixes have been applied.
  package private(set) var source: SourceFile
  /// The fixes that have been applied, in order.
  package private(set) var steps: [Step] = []
  /// The largest number of rounds, more than any file needs. Rounds are repeated as a fix may cause another finding.
  private static let maximumRounds = 100

  /// - Parameter findings: a function that returns the findings of a file.
  package init(_ source: SourceFile, findings: (SourceFile) -> [Diagnostic]) {
    self.source = source
    var earlier: Set<[UInt8]> = [source.bytes]
    for _ in 0..<Self.maximumRounds {
      let round = Self.round(self.source, findings(self.source))
      guard !round.isEmpty else { return }
      let next = self.source.applying(round.flatMap(\.fix.edits))
      // Two fixes that undo each other would never end.
      guard earlier.insert(next.bytes).inserted else { return }
      steps += round
      self.source = next
    }
  }

  /// Returns the fixes that can be applied in one round, in the order of their places.
  private static func round(_ source: SourceFile, _ findings: [Diagnostic]) -> [Step] {
    var steps: [Step] = []
    var taken: [TextEdit] = []
    for diagnostic in findings {
      guard let fix = diagnostic.fixes.first(where: \.isSafe),
        !fix.edits.contains(where: { edit in taken.contains(where: edit.overlaps) })
      else { continue }
      taken += fix.edits
      steps.append(Step(source: source, diagnostic: diagnostic, fix: fix))
    }
    return steps
  }
}
