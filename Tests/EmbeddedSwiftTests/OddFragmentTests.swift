import Foundation
import TestSupport
import Testing

/// A mistake in a piece of Swift is reported at that piece, by this compiler or by Swift, and never in the generated
/// file.
///
/// `Tests/EmbeddedSwiftTests/run fragments` tries every fragment in every place; `SM_GEN_EMBEDDED_FRAGMENTS` sets their
/// number.
@Suite struct OddFragmentTests {
  /// The number of fragments with each result.
  struct Count {
    var refused = 0
    var compiled = 0
    var reportedInPlace = 0
    var reportedElsewhere = 0
  }

  @Test func oddPiecesAreReportedAtTheirPlace() throws {
    let all = OddFragment.all
    let wanted = Int(TestExtent.count("SM_GEN_EMBEDDED_FRAGMENTS", short: 150, long: 400))
    // The step is odd, and so rarely a divisor of the number of places: every kind is tried.
    let step = max(1, all.count / wanted) | 1
    let chosen = stride(from: 0, to: all.count, by: wanted >= all.count ? 1 : step).map { all[$0] }
    var count = Count()
    for start in stride(from: 0, to: chosen.count, by: 400) {
      TestExtent.say("OddFragmentTests: odd pieces of Swift, from \(start) of \(chosen.count)")
      try check(Array(chosen[start..<min(start + 400, chosen.count)]), &count)
    }
    print(
      "\(chosen.count) fragments: \(count.refused) refused, \(count.compiled) compile, \(count.reportedInPlace) reported in",
      "place, \(count.reportedElsewhere) elsewhere")
  }

  private func check(_ fragments: [OddFragment], _ count: inout Count) throws {
    let accepted = fragments.compactMap { fragment in fragment.swift.map { (fragment, $0) } }
    count.refused += fragments.count - accepted.count
    let oddity = (name: "Oddity.swift", text: "struct Oddity: Error { init(_ number: Int) {} }")
    let findings = try SwiftCompiler().check(accepted.map { (name: "\($0.0.name).swift", text: $0.1) } + [oddity])
    let byName = Dictionary(grouping: findings, by: \.name)
    for (fragment, _) in accepted {
      guard let findings = byName[fragment.name] else {
        count.compiled += 1
        continue
      }
      let elsewhere = findings.filter { !fragment.isInside($0) }
      guard let first = elsewhere.first(where: \.isError) ?? elsewhere.first else {
        count.reportedInPlace += 1
        continue
      }
      count.reportedElsewhere += 1
      if !fragment.isKnown { Issue.record("\(fragment)\n\(first)") }
    }
  }
}

extension OddFragment {
  /// Swift says of what is missing that it is missing after the token before, and of what is too much, before the next:
  /// these may stand in the next lines.
  fileprivate func isInside(_ finding: SwiftCompiler.Finding) -> Bool {
    finding.file == "\(name).sm" && (lines.lowerBound - 1...lines.upperBound + 1).contains(finding.line)
  }

  /// Whether Swift is known to report the fragment elsewhere.
  fileprivate var isKnown: Bool {
    switch kind {
    // The brace after the condition belongs to the macro.
    case .guardCondition, .namedGuard, .actionCondition: fragment == "#x"
    // A statement in the middle of a statement.
    case .pattern: fragment == "if x {}"
    // A keyword is the alias's name.
    case .typealiasType: fragment == "let x = 1"
    // Swift ignores a result that is no type, and reports the rows that return values, too.
    case .resultType: fragment == "(\n1\n)"
    // Swift takes the property for one without an initial value.
    case .initialValue: fragment == #""\u{}""#
    default: false
    }
  }
}
