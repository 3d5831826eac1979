import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Compares the generated Swift of two versions of a machine. Comments and indentation do not matter.
enum GeneratedSwift {
  /// Compares the generated Swift of two versions. Returns the first line that differs, in quotes, in the new version
  /// and in the old version. A version that ends before this line has the text `nothing`. Nil if the Swift is equal.
  static func difference(from old: StateMachine, to new: StateMachine) -> (now: String, before: String)? {
    let (before, after) = (lines(old), lines(new))
    guard before != after else { return nil }
    let first = zip(before, after).prefix { $0 == $1 }.count
    func line(_ lines: [String]) -> String { lines.count > first ? "'\(lines[first])'" : "nothing" }
    return (line(after), line(before))
  }

  private static func lines(_ machine: StateMachine) -> [String] {
    let written = MachinePrinter.write(
      [Behaviour(machine)], head: FileHead(), source: machine.source, writesSourceLocations: false,
      supportPlace: .file, layout: CodeLayout())
    return lines(of: written.swift)
  }

  private static func lines(of swift: [UInt8]) -> [String] {
    var lines: [String] = []
    var end = 0
    for token in SwiftLexer.tokens(of: swift, in: SourceRange(0, swift.count)) {
      let text = String(decoding: swift[token.start..<token.end], as: UTF8.self)
      if lines.isEmpty || token.followsNewline {
        lines.append(text)
      } else {
        lines[lines.count - 1] += (token.start > end ? " " : "") + text
      }
      end = token.end
    }
    return lines
  }
}
