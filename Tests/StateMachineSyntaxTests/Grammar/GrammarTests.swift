import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// The grammar of the page is that of the parser.
@Suite struct GrammarTests {
  /// The rules that the parser leaves to later phases, which report mistakes: there, the page is stricter than the
  /// parser.
  private static let leftToTheResolver = """
    Interface ::= "interface" Name
    Wrapper ::= Access? "wrapper" Attribute* ("none" | "class" | "actor" | "struct") Name?
    Unhandled ::= "unhandled" (Name | ("assert" | "trap") SwiftString? | "throw" SwiftExpression?)
    """

  /// Returns whether the parser reports a mistake that the grammar does not know: the page has each such rule in prose.
  private static func isBeyondGrammar(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.code {
    // States nested too deeply, durations of no time or with too many digits, numbers in the place of durations, and
    // declarations of Swift.
    case .misplaced: diagnostic.message.hasPrefix("states are nested deeper")
    case .malformedDuration:
      ["time", "17 digits", "a number is no", "without parentheses"].contains { diagnostic.message.contains($0) }
    case .computedProperty: true
    default: false
    }
  }

  private final class Grammar {
    let rules: EBNF
    let firsts: FirstWords
    let characters: CharacterRecognizer
    var reached: Set<Int> = []

    init(_ rules: EBNF) {
      self.rules = rules
      firsts = FirstWords(rules)
      characters = CharacterRecognizer(rules)
    }

    func read(_ bytes: [UInt8]) -> (accepts: Bool, recognizer: GrammarRecognizer) {
      let recognizer = GrammarRecognizer(rules, bytes, firsts, characters)
      let accepts = recognizer.accepts()
      if accepts { reached.formUnion(recognizer.reached) }
      return (accepts, recognizer)
    }
  }

  private static func errors(_ source: SourceFile) -> [Diagnostic] {
    Parser.parse(source).diagnostics.diagnostics.filter { $0.severity == .error }
  }

  /// Returns the difference between the grammar and the parser for a text; nil if they agree.
  private static func difference(_ text: [UInt8], _ grammar: Grammar, _ lax: Grammar) -> String? {
    let source = SourceFile(path: "grammar.sm", bytes: text)
    let errors = errors(source)
    let (accepts, recognizer) = grammar.read(text)
    if accepts {
      // Of the Swift in pieces, the grammar knows where they end. The parser may find that a piece is missing, and report
      // it before the blanks in front of the piece.
      let unknown = errors.first { error in
        !isBeyondGrammar(error)
          && !recognizer.pieces.contains { piece in
            let isMissing = error.message.contains("should follow")
            let before = isMissing ? text[..<piece.lowerBound] : []
            let blanks = before.reversed().prefix { $0 == Ascii.space || $0 == Ascii.lineFeed }.count
            return piece.lowerBound - blanks <= error.range.upperBound && error.range.lowerBound <= piece.upperBound
          }
      }
      return unknown.map { "the parser says: \($0.message), at \(place($0.range.lowerBound, text))" }
    }
    if !errors.isEmpty { return nil }
    if lax.read(text).accepts, Compiler().check(source).hasErrors { return nil }
    return "the grammar does not go on at \(place(recognizer.furthest, text))"
  }

  private static func place(_ offset: Int, _ text: [UInt8]) -> String {
    let line = text[..<min(offset, text.count)].count { $0 == Ascii.lineFeed } + 1
    return "line \(line): " + String(decoding: text[min(offset, text.count)...].prefix(200), as: UTF8.self)
  }

  // MARK: Texts

  /// The machines of specs, tests and pages.
  private static func machines() throws -> [(name: String, text: [UInt8])] {
    var found: [(name: String, text: [UInt8])] = []
    for file in Repository.machines {
      // The rules leave out the conditions that machines stand in.
      let bytes = Array(try Data(contentsOf: file))
      let text = String(validating: bytes, as: UTF8.self)?.replacing(/(?m)^#(?:if|elseif|else|endif)\b.*/, with: "")
      found.append((file.lastPathComponent, text.map { Array($0.utf8) } ?? bytes))
    }
    for page in Repository.pages {
      let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
      for (index, part) in text.components(separatedBy: "```sm\n").dropFirst().enumerated() {
        let block = part.components(separatedBy: "```")[0]
        found.append(("\(page), block \(index + 1)", Array(block.utf8)))
      }
    }
    return found
  }

  /// The literals of several lines in the tests: most are machines, many with mistakes.
  private static func literals() throws -> [(name: String, text: [UInt8])] {
    let tests = Repository.root.appending(path: "Tests")
    var found: [(name: String, text: [UInt8])] = []
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for (index, part) in text.components(separatedBy: "\"\"\"").enumerated() where index % 2 == 1 {
        let literal = part.replacingOccurrences(of: "\\\\", with: "\\")
        guard literal.contains("machine "), !part.contains("\\(") else { continue }
        found.append(("\(file.lastPathComponent), literal \(index / 2 + 1)", Array(literal.utf8)))
      }
    }
    return found
  }

  // MARK: Tests

  @Test func everyRuleIsDefinedOnceAndUsed() throws {
    let grammar = try EBNF.ofPage()
    var used: Set<Int> = [try #require(grammar.names["File"]), try #require(grammar.names["Gap"])]
    var terminals: Set<EBNF.Terminal> = []
    func visit(_ expression: EBNF.Expression) {
      switch expression {
      case .rule(let index): if used.insert(index).inserted { visit(grammar.rules[index].expression) }
      case .terminal(let terminal): terminals.insert(terminal)
      default: for part in EBNF.parts(of: expression) { visit(part) }
      }
    }
    for index in used { visit(grammar.rules[index].expression) }
    #expect(grammar.rules.indices.filter { !used.contains($0) }.map { grammar.rules[$0].name } == [])
    #expect(terminals == Set(EBNF.Terminal.allCases))
    // A rule of characters asks for no tokens.
    for rule in grammar.rules where rule.isToken {
      func check(_ expression: EBNF.Expression) {
        switch expression {
        case .rule(let index): #expect(grammar.rules[index].isToken, "\(rule.name)")
        case .terminal: Issue.record("\(rule.name)")
        default: for part in EBNF.parts(of: expression) { check(part) }
        }
      }
      check(rule.expression)
    }
    let text = try String(contentsOf: Repository.root.appending(path: EBNF.page), encoding: .utf8)
    for keyword in Keyword.allCases where keyword != .internal {
      #expect(text.contains("\"\(keyword.rawValue)\""), "\(keyword)")
    }
  }

  @Test func machinesFollowTheGrammar() throws {
    let grammar = Grammar(try EBNF.ofPage())
    let lax = Grammar(try EBNF.ofPage(replacing: Self.leftToTheResolver))
    let machines = try Self.machines()
    var count = 0
    for (name, text) in machines {
      let hasMistakes = !Self.errors(SourceFile(path: name, bytes: text)).isEmpty
      if !hasMistakes { count += 1 }
      #expect(Self.difference(text, grammar, lax) == nil, "\(name)")
    }
    #expect(count > 100)
    #expect(grammar.characters.wrongGaps == [])
  }

  @Test func machinesOfTestsFollowTheGrammar() throws {
    let grammar = Grammar(try EBNF.ofPage())
    let lax = Grammar(try EBNF.ofPage(replacing: Self.leftToTheResolver))
    let literals = try Self.literals()
    for (name, text) in literals { #expect(Self.difference(text, grammar, lax) == nil, "\(name)") }
    #expect(literals.count > 300)
    #expect(grammar.characters.wrongGaps == [])
  }

  @Test func theParserReadsWhatTheGrammarDerives() throws {
    let rules = try EBNF.ofPage()
    let grammar = Grammar(rules)
    var sentences = GrammarSentences(rules, seed: 5)
    var withoutMistakes = 0
    let count = TestExtent.pick(short: 800, long: 1500)
    for number in 1...count {
      let text = Array(sentences.next().utf8)
      let (accepts, recognizer) = grammar.read(text)
      #expect(accepts, "\(number): \(Self.place(recognizer.furthest, text))")
      let difference = Self.difference(text, grammar, grammar)
      #expect(difference == nil, "\(number)")
      if Self.errors(SourceFile(path: "grammar.sm", bytes: text)).isEmpty { withoutMistakes += 1 }
    }
    // Words of Swift that are names to the grammar make wrong Swift.
    #expect(withoutMistakes * 10 > count * 8, "\(withoutMistakes) of \(count)")
    #expect(grammar.characters.wrongGaps == [])
    for (text, isName) in [
      ("a", true), ("_", true), ("größe$1", true), ("`a b`", true), ("1a", false), ("$a", false), ("``", false),
      ("a\u{A0}b", false), ("→", false), ("a→", true),
    ] {
      #expect(grammar.characters.matches(try #require(rules.names["Name"]), text) == isName, "\(text)")
    }
    // Some rules are exceptions of others alone.
    let used = sentences.used.union(grammar.reached).union(grammar.characters.reached)
    #expect(rules.rules.indices.filter { !used.contains($0) }.map { rules.rules[$0].name } == [])
  }

  @Test func theyRefuseTheSame() throws {
    let grammar = Grammar(try EBNF.ofPage())
    let lax = Grammar(try EBNF.ofPage(replacing: Self.leftToTheResolver))
    var refused = 0
    var count = 0
    for (name, text) in try Self.machines() where text.count < 6000 {
      let tokens = Self.tokens(of: text)
      guard tokens.count > 3 else { continue }
      // Of its own: what another text says changes nothing here.
      var random = SeededGenerator(seed: text.reduce(1) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
      for _ in 0..<TestExtent.pick(short: 1, long: 12) {
        let (what, mutation) = Self.mutation(of: text, tokens, &random)
        let difference = Self.difference(mutation, grammar, lax)
        #expect(difference == nil, "\(name), \(what)")
        count += 1
        if !Self.errors(SourceFile(path: name, bytes: mutation)).isEmpty { refused += 1 }
      }
    }
    // Neither everything nor nothing.
    #expect(refused * 10 > count && refused * 10 < count * 9, "\(refused) of \(count)")
  }

  /// The tokens, and the ends of lines.
  private static func tokens(of text: [UInt8]) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var lexer = SwiftLexer(bytes: text, from: 0, to: text.count)
    while true {
      let token = lexer.next()
      let end = tokens.last?.upperBound ?? 0
      if token.followsNewline, let newline = text[end..<token.start].lastIndex(of: Ascii.lineFeed) {
        tokens.append(newline..<newline + 1)
      }
      if token.kind == .end { return tokens }
      tokens.append(token.start..<token.end)
    }
  }

  /// A token left out, doubled or after the next one.
  private static func mutation(
    of text: [UInt8], _ tokens: [Range<Int>], _ random: inout SeededGenerator
  ) -> (what: String, text: [UInt8]) {
    let index = Int.random(in: 0..<tokens.count - 1, using: &random)
    let (token, next) = (tokens[index], tokens[index + 1])
    let words = String(decoding: text[token], as: UTF8.self)
    let place = place(token.lowerBound, text)
    let (before, between, rest) = (
      text[..<token.lowerBound], text[token.upperBound..<next.lowerBound], text[next.upperBound...]
    )
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return ("without '\(words)', \(place)", Array(before + [Ascii.space] + between + text[next] + rest))
    case 1:
      let twice = text[token] + [Ascii.space] + text[token]
      return ("'\(words)' twice, \(place)", Array(before + twice + between + text[next] + rest))
    default: return ("'\(words)' moved, \(place)", Array(before + text[next] + between + text[token] + rest))
    }
  }
}
