import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Each line of the table of habits is valid: an invalid line would be left out silently.
@Suite struct HabitTableTests {
  @Test func everyLineIsRead() {
    for line in Habit.lines where Habit(line) == nil { Issue.record("\(line)") }
    #expect(Habit.table.count == Habit.lines.count)
  }

  @Test(arguments: [
    "", "note", "nowhere: _ ⇒ leave it out", "state: _ ?never ⇒ leave it out", "state: _ ⇒ leave out '$it'", "state: _",
  ])
  func aLineThatCannotBeRead(_ line: String) {
    #expect(Habit(line[...]) == nil)
  }

  /// A line after another one that fits wherever it does is never used.
  @Test func noLineHidesAnother() {
    for (index, line) in Habit.table.enumerated() {
      let hidden = Habit.table[..<index].contains { other in
        let isGeneral = other.conditions.isEmpty && other.before.isEmpty && !other.remedy.contains("$")
        return isGeneral && Set(line.places).isSubset(of: Set(other.places))
          && (other.tokens.isEmpty || !line.tokens.isEmpty && Set(line.tokens).isSubset(of: Set(other.tokens)))
      }
      #expect(!hidden, "\(Habit.lines[index])")
    }
  }

  /// Mistakes of one line are reported once, and the line is not read again for each.
  @Test func manyMistakesInALine() {
    let clock = ContinuousClock()
    func duration(_ count: Int) -> Duration {
      let text =
        "machine M {\n  initial state a\n  event e\n  a : e\n  "
        + String(repeating: "a b; a : e f; ", count: count) + "\n}\n"
      return clock.measure {
        #expect(Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.count { $0.severity == .error } == 1)
      }
    }
    _ = duration(100)
    #expect(duration(4_000) < duration(1_000) * 8)
  }
}
