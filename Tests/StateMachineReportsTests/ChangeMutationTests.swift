import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineReports
@testable import StateMachineSyntax

/// `check --since` reports each random change for which the generated Swift differs in more than comments.
@Suite struct ChangeMutationTests {
  private static let count = TestExtent.count("SM_GEN_CHANGE_MUTANTS", short: 500, long: 5_000)

  private static let sources: [SourceFile] = Repository.machines
    .filter { $0.deletingLastPathComponent().lastPathComponent == "specs" }
    .sorted { $0.path < $1.path }
    .compactMap { url in
      (try? String(contentsOf: url, encoding: .utf8)).map { SourceFile(path: url.lastPathComponent, text: $0) }
    }

  private static let compiler: Compiler = {
    var context = MachineContext()
    for source in sources { context.add(source) }
    return Compiler(context: context)
  }()

  /// Returns the lines of the generated Swift without comments; nil if the source has errors.
  private func swift(_ source: SourceFile, _ access: AccessLevel) -> [Substring]? {
    var compiler = Self.compiler
    compiler.options.access = access
    return compiler.generate(source).swift.map { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }
  }

  /// Returns the changes that the command reports; nil if a machine was added or removed, which the command reports,
  /// too.
  private func changes(from old: SourceFile, to new: SourceFile) -> [String]? {
    let (before, after) = (Self.compiler.machines(of: old).machines, Self.compiler.machines(of: new).machines)
    guard Set(before.map(\.fullName)) == Set(after.map(\.fullName)) else { return nil }
    var changes = ChangeReport(from: old, to: new).changes
    for machine in after {
      guard let former = before.first(where: { $0.fullName == machine.fullName }) else { continue }
      let search = RenameSearch(from: former, to: machine) { source in
        let analysis = Self.compiler.analysis(of: source)
        return analysis.result.hasErrors ? nil : (analysis.machines.map(\.machine), analysis.occurrences)
      }
      changes += ChangeReport(from: search.machine, to: machine, renames: search.renames).changes
    }
    return changes.map(\.text)
  }

  @Test func whereTheSwiftDiffersAChangeIsTold() throws {
    TestExtent.say("telling what \(Self.count) changes of the specs by chance are")
    var generator = SeededGenerator(seed: 51)
    var formerSwift: [String: [[Substring]]] = [:]
    var (compiled, differing, tries) = (0, 0, 0)
    while compiled < Self.count, tries < 20 * Self.count {
      tries += 1
      let old = try #require(Self.sources.randomElement(using: &generator))
      var mutant = Mutant(text: String(decoding: old.bytes, as: UTF8.self))
      for _ in 0..<Int.random(in: 1...2, using: &generator) { mutant.change(using: &generator) }
      let new = SourceFile(path: old.path, text: mutant.text)
      guard new.bytes != old.bytes, let plain = swift(new, .internal), let open = swift(new, .public) else { continue }
      compiled += 1
      let before = formerSwift[old.path] ?? [swift(old, .internal) ?? [], swift(old, .public) ?? []]
      formerSwift[old.path] = before
      let isEqual = before == [plain, open]
      if !isEqual { differing += 1 }
      guard let told = changes(from: old, to: new) else { continue }
      #expect(isEqual || !told.isEmpty, "\(old.path): \(mutant.said)")
      // Nothing is told of comments, of blank lines and of an order without meaning; statements for tests make no Swift.
      if isEqual, mutant.movesAlone {
        let others = told.filter { text in !Self.claims.contains { text.hasPrefix($0) || text.contains(" can reach ") }
        }
        #expect(others.isEmpty, "\(old.path): \(mutant.said)")
      }
    }
    #expect(compiled == Self.count)
    #expect(differing > Self.count / 4)
  }

  private static let claims = ["never ", "invariant ", "within ", "try "]
}

/// A text that chance has changed.
private struct Mutant {
  var text: String
  /// The descriptions of the changes.
  var said: [String] = []
  /// Whether only whole lines have been moved.
  var movesAlone = true

  private static let words = [
    "var", "let", "private", "public", "package", "initial", "final", "state", "event", "output", "async", "stream",
    "entry", "exit", "do", "actor", "class", "wrapper", "throw", "trap", "ignore", "assert", "error", "history",
    "deepHistory", "every", "after", "always", "done", "else", "region", "choice", "group", "guard", "effect", "defer",
    "Sendable", "Equatable", "Hashable", "Codable", "nonisolated", "@MainActor", "@discardableResult", "@Observable",
    "private(set)", "throws", "return", "raise", "import Foundation",
  ]

  init(text: String) { self.text = text }

  mutating func change(using generator: inout SeededGenerator) {
    let before = text
    if Bool.random(using: &generator) { changeLines(&generator) } else { changeTokens(&generator) }
    let (old, new) = (before.split(separator: "\n"), text.split(separator: "\n"))
    said += new.difference(from: old).map { change in
      switch change {
      case .insert(_, let line, _): "+\(line)"
      case .remove(_, let line, _): "-\(line)"
      }
    }
  }

  private mutating func changeLines(_ generator: inout SeededGenerator) {
    var lines = text.components(separatedBy: "\n")
    let (first, second) = (
      Int.random(in: lines.indices, using: &generator), Int.random(in: lines.indices, using: &generator)
    )
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      lines.remove(at: first)
      movesAlone = false
    case 1:
      lines.insert(lines[first], at: second)
      movesAlone = false
    case 2: lines.insert(lines.remove(at: first), at: second)
    case 3: lines.swapAt(first, second)
    case 4: lines.swapAt(first, min(first + 1, lines.count - 1))
    default:
      let near = min(max(first + Int.random(in: -4...4, using: &generator), 0), lines.count - 1)
      lines.insert(lines.remove(at: first), at: near)
    }
    text = lines.joined(separator: "\n")
  }

  private mutating func changeTokens(_ generator: inout SeededGenerator) {
    movesAlone = false
    let bytes = Array(text.utf8)
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(0, bytes.count))
    func word(_ token: SwiftToken) -> String { String(decoding: bytes[token.start..<token.end], as: UTF8.self) }
    let names = tokens.filter { $0.kind == .identifier }
    let numbers = tokens.filter { $0.kind == .number }
    guard let token = tokens.randomElement(using: &generator), let other = tokens.randomElement(using: &generator),
      let name = names.randomElement(using: &generator), let otherName = names.randomElement(using: &generator),
      let keyword = Self.words.randomElement(using: &generator)
    else { return }
    var edits: [TextEdit] = []
    func replace(_ token: SwiftToken, _ text: String) {
      edits.append(TextEdit(SourceRange(token.start, token.end), text))
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: replace(name, word(otherName))
    case 1: for place in names where word(place) == word(name) { replace(place, word(name) + "X") }
    case 2: if let number = numbers.randomElement(using: &generator) { replace(number, word(number) + "1") }
    case 3:
      let keywords = names.filter { Self.words.contains(word($0)) }
      if let place = keywords.randomElement(using: &generator) { replace(place, keyword) }
    case 4: replace(name, keyword + " " + word(name))
    case 5: replace(token, "")
    case 6: replace(token, word(other))
    case 7:
      // Two elements of a list.
      let commas = tokens.indices.filter { word(tokens[$0]) == "," && $0 > 0 && $0 + 1 < tokens.count }
      guard let comma = commas.randomElement(using: &generator) else { break }
      replace(tokens[comma - 1], word(tokens[comma + 1]))
      replace(tokens[comma + 1], word(tokens[comma - 1]))
    default:
      // What stands in parentheses.
      let openers = tokens.indices.filter { tokens[$0].isPunctuation(Ascii.leftParen) }
      guard let opener = openers.randomElement(using: &generator),
        let closer = tokens[opener...].first(where: { $0.isPunctuation(Ascii.rightParen) })
      else { break }
      edits.append(TextEdit(SourceRange(tokens[opener].start, closer.end), ""))
    }
    text = String(decoding: SourceFile(path: "", bytes: bytes).applying(edits).bytes, as: UTF8.self)
  }
}
