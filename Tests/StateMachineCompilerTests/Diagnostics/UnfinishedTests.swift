import Foundation
import StateMachineModel
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// An unfinished statement is one finding, and hides no other: other mistakes are still reported while one types.
@Suite struct UnfinishedTests {
  /// A spec with two mistakes at its end, and what the compiler finds in it.
  private struct Spoilt {
    let path: String
    var lines: [Substring]
    /// The numbers of the lines with a mistake.
    let mistakes: Set<Int>
    /// The names in the messages.
    let names: [Substring]
    let context: MachineContext

    func findings(_ lines: [Substring]) -> [(line: Int, code: String, message: String)] {
      let source = SourceFile(path: path, text: lines.joined(separator: "\n"))
      let table = LineTable(source.bytes)
      return Compiler(context: context).check(source).diagnostics.filter { $0.severity == .error }.map {
        (table.position(of: $0.range.lowerBound).line, $0.code.rawValue, $0.message)
      }
    }
  }

  /// Returns versions of a spec with two mistakes at the end of its last machine, a misspelt row and a second
  /// declaration of a state: one version for each pair of a state with a long name and an event, if these mistakes are
  /// the only findings.
  private static func spoil(_ path: String, _ texts: [String: String]) -> [Spoilt] {
    let lines = (texts[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    guard let end = lines.lastIndex(of: "}") else { return [] }
    let states = lines.compactMap { $0.firstMatch(of: /^  (?:initial |final )*state (\w{5,})/)?.1 }
    let events = lines.compactMap { $0.firstMatch(of: /^  event (\w+)(?:,|$)/)?.1 }
    var context = MachineContext()
    for (other, text) in texts where other != path { context.add(SourceFile(path: other, text: text)) }
    return states.flatMap { state in
      events.compactMap { event in
        var lines = lines
        lines.insert(contentsOf: ["  \(state)x -> \(state) : \(event)", "  state \(state)"], at: end)
        let spoilt = Spoilt(
          path: path, lines: lines, mistakes: [end + 1, end + 2], names: [state, event], context: context)
        return spoilt.findings(lines).map(\.line) == [end + 1, end + 2] ? spoilt : nil
      }
    }
  }

  /// The places at which a line can be cut off: after each token but the last. Lines that open or close what others do
  /// not are left whole, and those that another one goes on.
  private static func cuts(of line: Substring) -> [Substring.Index] {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    let words = code.trimmingCharacters(in: .whitespaces)
    let isOpen = ["()", "[]", "{}"].contains { pair in
      code.count { $0 == pair.first } != code.count { $0 == pair.last }
    }
    guard let first = words.first, !isOpen, first.isLetter || first == "*" || first == "`",
      !words.hasSuffix(","), !words.hasPrefix("machine "), !words.hasPrefix("swift {"), !words.hasPrefix("import ")
    else { return [] }
    let bytes = Array(code.utf8)
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(0, bytes.count))
    return tokens.dropLast().map { code.utf8.index(code.startIndex, offsetBy: $0.end) }
  }

  private static let texts: [String: String] = Dictionary(
    uniqueKeysWithValues: Repository.machines.filter { $0.deletingLastPathComponent().lastPathComponent == "specs" }
      .map { ($0.lastPathComponent, (try? String(contentsOf: $0, encoding: .utf8)) ?? "") })

  @Test(arguments: texts.keys.sorted())
  func aCutStatementIsOneFinding(spec: String) throws {
    let ways = Self.spoil(spec, Self.texts)
    var isInSwift = false
    let mistakes = ways.first?.mistakes ?? []
    for (number, line) in (ways.first?.lines ?? []).enumerated() where !mistakes.contains(number + 1) {
      if line.hasPrefix("  swift {") || line.hasPrefix("swift {") { isInSwift = true }
      if isInSwift {
        isInSwift = !(line.hasSuffix("}") && (line.hasPrefix("  }") || line.hasPrefix("}") || line.contains("swift")))
        continue
      }
      guard let spoilt = ways.first(where: { way in !way.names.contains { line.contains($0) } }) else { continue }
      let next = spoilt.lines.dropFirst(number + 1).first?.drop { $0 == " " }.first
      if let next, ":/[,-".contains(next) { continue }
      for cut in Self.cuts(of: line) {
        var lines = spoilt.lines
        lines[number] = line[..<cut]
        // A brace that is open takes in what follows.
        guard lines[number].count(where: { $0 == "{" }) == lines[number].count(where: { $0 == "}" }) else { continue }
        let found = spoilt.findings(lines)
        // What is left may be a statement, if another one.
        guard found.contains(where: { $0.line == number + 1 && $0.code.hasPrefix("E0") }) else { continue }
        let others = found.filter { !spoilt.mistakes.contains($0.line) }
        let place: Comment = "\(spec):\(number + 1) \(lines[number]): \(found.map(\.message))"
        #expect(others.count == 1, place)
        #expect(spoilt.mistakes.isSubset(of: found.map(\.line)), place)
      }
    }
  }
}
