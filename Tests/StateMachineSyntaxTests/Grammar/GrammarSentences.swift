import TestSupport

@testable import StateMachineSyntax

/// Texts that the rules of the page derive, at random.
struct GrammarSentences {
  private struct Word {
    var text: String
    /// Whether nothing may stand before it.
    var isGlued = false
    /// Whether effects after it begin the next line: it would go on in them.
    var isOpen = false
  }

  let grammar: EBNF
  private let characters: CharacterRecognizer
  private var random: SeededGenerator
  /// The smallest depth of nested rules below each rule.
  private var heights: [Int]
  private var words: [Word] = []
  /// Whether the word that is made is a token: its characters follow each other.
  private var token: String?
  private(set) var used: Set<Int> = []

  init(_ grammar: EBNF, seed: UInt64) {
    self.grammar = grammar
    characters = CharacterRecognizer(grammar)
    random = SeededGenerator(seed: seed)
    heights = Array(repeating: 1000, count: grammar.rules.count)
    for _ in grammar.rules {
      for (index, rule) in grammar.rules.enumerated() { heights[index] = min(1000, height(rule.expression) + 1) }
    }
  }

  private func height(_ expression: EBNF.Expression) -> Int {
    switch expression {
    case .literal, .characters, .terminal: 0
    case .rule(let index): heights[index]
    case .sequence(let parts): parts.map(height).max() ?? 0
    case .choice(let parts): parts.map(height).min() ?? 0
    case .optional: 0
    case .repetition(let part, let isOptional): isOptional ? 0 : height(part)
    case .difference(let part, _): height(part)
    }
  }

  /// A text of the rule `File`.
  mutating func next() -> String {
    words = []
    derive(grammar.rule("File"), depth: 26)
    var text = Bool.random(using: &random) ? "" : gap()
    for (index, word) in words.enumerated() {
      if index > 0, !word.isGlued, words[index - 1].text != "<" {
        let beginsLine = word.text == "/" && words[index - 1].isOpen
        text += word.text.hasPrefix("\n") ? "" : beginsLine ? "\n    " : gap()
      }
      text += word.text
    }
    return text + "\n"
  }

  /// Blanks and comments in one line: the ends of lines mean something.
  private mutating func gap() -> String {
    guard Int.random(in: 0..<40, using: &random) == 0, let rule = grammar.names["Gap"] else { return " " }
    let made = " " + text(of: .rule(rule)) + " "
    let isHarmless = !made.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } && !made.contains("//")
    return isHarmless ? made : " "
  }

  /// The text that an expression derives from its characters.
  private mutating func text(of expression: EBNF.Expression) -> String {
    token = ""
    derive(expression, depth: 12)
    defer { token = nil }
    return token ?? ""
  }

  private mutating func derive(_ expression: EBNF.Expression, depth: Int) {
    switch expression {
    case .literal(let text):
      // Swift takes the '<' after a blank for an operator.
      if token != nil { token? += text } else { words.append(Word(text: text, isGlued: text == "<")) }
    case .characters(let set):
      let made = character(of: set)
      token? += made
    case .rule(let index): derive(rule: index, depth: depth)
    case .terminal(let terminal):
      words.append(Word(text: example(of: terminal), isOpen: terminal == .expression || terminal == .string))
    case .sequence(let parts): for part in parts { derive(part, depth: depth) }
    case .choice(let parts):
      let possible = parts.filter { height($0) < depth }
      let lowest = parts.min { height($0) < height($1) }
      if let part = possible.randomElement(using: &random) ?? lowest { derive(part, depth: depth) }
    case .optional(let part):
      if height(part) < depth, Bool.random(using: &random) { derive(part, depth: depth) }
    case .repetition(let part, let isOptional):
      if !isOptional { derive(part, depth: depth) }
      while height(part) < depth, Int.random(in: 0..<3, using: &random) > 0 { derive(part, depth: depth) }
    case .difference(let part, let exception): derive(part, except: exception, depth: depth)
    }
  }

  private mutating func derive(rule index: Int, depth: Int) {
    used.insert(index)
    let rule = grammar.rules[index]
    guard rule.isToken, token == nil else {
      let start = words.count
      derive(rule.expression, depth: depth - 1)
      if rule.name == "AttributeArguments" { words[start].isGlued = true }
      return
    }
    // Most names are short, or words of the language.
    if rule.name == "Name", Int.random(in: 0..<8, using: &random) > 0 {
      let keyword = Keyword.allCases.randomElement(using: &random)?.rawValue ?? ""
      let name = ["a", "b", "Name", "value_1", "`in`", keyword].randomElement(using: &random) ?? ""
      words.append(Word(text: name))
    } else {
      words.append(Word(text: text(of: rule.expression)))
    }
  }

  /// Derives a text of an expression that the exception does not derive.
  private mutating func derive(_ part: EBNF.Expression, except exception: EBNF.Expression, depth: Int) {
    let (before, tokenBefore) = (words, token)
    while true {
      derive(part, depth: depth)
      if let token {
        let made = Array(token.unicodeScalars.dropFirst(tokenBefore?.unicodeScalars.count ?? 0))
        if !characters.matches(exception, made) { return }
      } else if words.count != before.count + 1 || !literals(of: exception).contains(words[before.count].text) {
        return
      }
      (words, token) = (before, tokenBefore)
    }
  }

  private func literals(of expression: EBNF.Expression) -> [String] {
    switch expression {
    case .literal(let text): [text]
    case .rule(let index): literals(of: grammar.rules[index].expression)
    default: EBNF.parts(of: expression).flatMap(literals)
    }
  }

  private mutating func character(of set: EBNF.CharacterSet) -> String {
    while true {
      let value: UInt32
      if !set.isNegated, let range = set.ranges.randomElement(using: &random) {
        // Swift reads some characters beyond the Basic Multilingual Plane as operators.
        value = UInt32.random(in: range.lowerBound...min(range.upperBound, 0xFFFF), using: &random)
      } else {
        // What operators and brackets in back-ticks mean is another matter.
        value = "abcXYZ019_ ".unicodeScalars.randomElement(using: &random)?.value ?? 0
      }
      if let scalar = Unicode.Scalar(value), set.contains(scalar) { return String(scalar) }
    }
  }

  private mutating func example(of terminal: EBNF.Terminal) -> String {
    let examples: [String] =
      switch terminal {
      case .end: ["\n", "\n", "\n\n  ", " ;", "\n// why\n", "\n/// What it is for.\n"]
      case .break: ["\n    ", "\n  // why\n"]
      case .tokens: ["isOpen", "f(a, { $0 })", "count > 9, isOpen", "\"\\(f(\")\"))\" == x", "[\n 1,\n 2 ]"]
      case .line: ["Foundation", "a.b", "Result<Int, any Error>", "count > 9 && isOpen", "f(a,\n b)"]
      case .expression: ["1", "a + b", "f(a, b)", "[1: \"\\(a)\"]", "a ? b : c", "{ $0 + 1 }", "#\"}\"#", "Set<Int>()"]
      case .type:
        ["Int", "[String: Int]", "Result<Int, any Error>?", "(Int, A) -> Bool", "any A & B", "@Sendable () -> Void"]
      case .result: ["Int", "[String: Int]", "Result<[A], E>?", "Set<A> "]
      case .default: ["nil", "[:]", ".failure(a, b)"]
      case .head: ["Hashable", "Sendable, A<B>,\n  ~Copyable"]
      case .string: ["\"why\"", "\"\\(event) in \\(f(\")\"))\"", "#\"a\\\"#", "\"\"\"\n  a, b }\n  \"\"\""]
      }
    return examples.randomElement(using: &random) ?? ""
  }
}
