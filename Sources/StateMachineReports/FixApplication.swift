import StateMachineSyntax

/// Applies the safe fixes of a file's findings. Then applies the safe fixes of the findings in the changed file, and so
/// on, until no finding has a safe fix. Ends earlier if fixes undo each other.
package struct FixApplication: Sendable {
  /// A fix that was applied, with the finding that has it.
  package struct Step: Sendable {
    /// The file before the fix was applied. The ranges of the finding and of the fix are ranges in this file.
    package var source: SourceFile
    package var diagnostic: Diagnostic
    package var fix: Fix
  }

  /// The file after all fixes were applied.
  package private(set) var source: SourceFile
  /// The fixes that were applied, in order.
  package private(set) var steps: [Step] = []
  /// The largest number of rounds. In each round, the fixes of the current findings are applied. A fix may cause
  /// another finding, which is mended in the next round; no real file needs as many rounds.
  private static let maximumRounds = 100

  /// Applies the safe fixes of the file's findings until no finding has a safe fix, or fixes undo each other.
  ///
  /// - Parameter findings: a function that returns the findings of a file.
  package init(_ source: SourceFile, findings: (SourceFile) -> [Diagnostic]) {
    self.source = source
    var earlier: Set<[UInt8]> = [source.bytes]
    for _ in 0..<Self.maximumRounds {
      let round = Self.round(self.source, findings(self.source))
      guard !round.isEmpty else { return }
      let next = self.source.applying(round.flatMap(\.fix.edits))
      // The loop ends if the file is as it was before, because two fixes may undo each other.
      guard earlier.insert(next.bytes).inserted else { return }
      steps += round
      self.source = next
    }
  }

  /// Returns the safe fixes that can be applied at the same time, because they do not overlap, in the order of the
  /// findings.
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
