import Foundation
import TestSupport

/// The rules of the page `Grammar.md`, read from the page itself.
struct EBNF {
  /// The right side of a rule, after `::=`.
  indirect enum Expression {
    case literal(String)
    case characters(CharacterSet)
    /// A rule of the page, by its place in `rules`.
    case rule(Int)
    /// A terminal that the page describes in prose.
    case terminal(Terminal)
    case sequence([Expression])
    case choice([Expression])
    /// Any number of times, or once or more.
    case repetition(Expression, isOptional: Bool)
    case optional(Expression)
    case difference(Expression, Expression)
  }

  struct CharacterSet {
    var ranges: [ClosedRange<UInt32>]
    var isNegated: Bool

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }

  enum Terminal: String, CaseIterable {
    case end = "End"
    case `break` = "Break"
    case tokens = "SwiftTokens"
    case line = "SwiftLine"
    case expression = "SwiftExpression"
    case type = "SwiftType"
    case result = "SwiftResult"
    case `default` = "SwiftDefault"
    case head = "SwiftHead"
    case string = "SwiftString"
  }

  struct Rule {
    var name: String
    var expression: Expression
    /// Whether it is about the characters of a token.
    var isToken: Bool
  }

  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var rules: [Rule] = []
  private(set) var names: [String: Int] = [:]

  static let page = "Sources/StateMachineCompiler/StateMachineCompiler.docc/Grammar.md"

  /// The rules of the page. Others take their places, where a test asks for what the parser leaves to later phases.
  static func ofPage(replacing other: String = "") throws -> EBNF {
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    var tokens = ""
    var others = ""
    var heading = ""
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```ebnf"
      } else if isInside {
        if heading == "## Tokens" { tokens += line + "\n" } else { others += line + "\n" }
      } else if line.hasPrefix("## ") {
        heading = String(line)
      }
    }
    return try EBNF(tokens: tokens, others: others, replacing: other)
  }

  private init(tokens: String, others: String, replacing: String) throws {
    var reader = EBNFReader()
    let written = try reader.definitions(tokens).map { ($0, true) } + reader.definitions(others).map { ($0, false) }
    let replaced = try reader.definitions(replacing)
    for (definition, isToken) in written {
      guard names[definition.name] == nil else { throw Mistake(description: "\(definition.name) is defined twice") }
      names[definition.name] = rules.count
      rules.append(Rule(name: definition.name, expression: .sequence([]), isToken: isToken))
    }
    for (index, (definition, _)) in written.enumerated() {
      let words = replaced.first { $0.name == definition.name }?.words ?? definition.words
      var reader = EBNFReader()
      reader.words = words
      rules[index].expression = try reader.expression { name in
        if let rule = names[name] { return .rule(rule) }
        return Terminal(rawValue: name).map { .terminal($0) }
      }
    }
  }

  func rule(_ name: String) -> Expression {
    names[name].map { .rule($0) } ?? .choice([])
  }

  /// The expressions directly within another one.
  static func parts(of expression: Expression) -> [Expression] {
    switch expression {
    case .literal, .characters, .rule, .terminal: []
    case .sequence(let parts), .choice(let parts): parts
    case .repetition(let part, _), .optional(let part): [part]
    case .difference(let first, let second): [first, second]
    }
  }
}

/// Reads the notation.
struct EBNFReader {
  enum Word: Equatable {
    case name(String)
    case literal(String)
    case characters(String)
    case mark(Character)
    case defines
  }

  var words: [Word] = []

  /// The rules of a text, with what stands after their `::=`.
  mutating func definitions(_ text: String) throws -> [(name: String, words: [Word])] {
    let all = try Self.words(of: text)
    var found: [(name: String, words: [Word])] = []
    for (index, word) in all.enumerated() {
      if case .name(let name) = word, index + 1 < all.count, all[index + 1] == .defines {
        found.append((name, []))
      } else if word != .defines {
        guard !found.isEmpty else { throw EBNF.Mistake(description: "no rule begins with \(word)") }
        found[found.count - 1].words.append(word)
      }
    }
    return found
  }

  private static func words(of text: String) throws -> [Word] {
    var words: [Word] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("/*") {
        guard let end = rest.range(of: "*/") else { throw EBNF.Mistake(description: "a comment is open") }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("::=") {
        words.append(.defines)
        rest = rest.dropFirst(3)
      } else if first.isLetter {
        let name = rest.prefix { $0.isLetter }
        words.append(.name(String(name)))
        rest = rest[name.endIndex...]
      } else if let closer = ["\"": "\"", "'": "'", "[": "]"][first] {
        let inside = rest.dropFirst()
        guard let end = inside.range(of: closer) else { throw EBNF.Mistake(description: "\(rest.prefix(20)) is open") }
        let content = String(inside[..<end.lowerBound])
        words.append(first == "[" ? .characters(content) : .literal(content))
        rest = inside[end.upperBound...]
      } else {
        words.append(.mark(first))
        rest.removeFirst()
      }
    }
    return words
  }

  mutating func expression(_ lookUp: (String) -> EBNF.Expression?) throws -> EBNF.Expression {
    let found = try choice(lookUp)
    guard words.isEmpty else { throw EBNF.Mistake(description: "\(words[0]) stands after a rule") }
    return found
  }

  private mutating func choice(_ lookUp: (String) -> EBNF.Expression?) throws -> EBNF.Expression {
    var parts = [try sequence(lookUp)]
    while words.first == .mark("|") {
      words.removeFirst()
      parts.append(try sequence(lookUp))
    }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence(_ lookUp: (String) -> EBNF.Expression?) throws -> EBNF.Expression {
    var parts: [EBNF.Expression] = []
    while let next = words.first, next != .mark("|"), next != .mark(")") {
      var part = try repeated(lookUp)
      if words.first == .mark("-") {
        words.removeFirst()
        part = .difference(part, try repeated(lookUp))
      }
      parts.append(part)
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repeated(_ lookUp: (String) -> EBNF.Expression?) throws -> EBNF.Expression {
    var part = try primary(lookUp)
    while case .mark(let mark)? = words.first {
      switch mark {
      case "?": part = .optional(part)
      case "*": part = .repetition(part, isOptional: true)
      case "+": part = .repetition(part, isOptional: false)
      default: return part
      }
      words.removeFirst()
    }
    return part
  }

  private mutating func primary(_ lookUp: (String) -> EBNF.Expression?) throws -> EBNF.Expression {
    guard !words.isEmpty else { throw EBNF.Mistake(description: "a rule ends too early") }
    switch words.removeFirst() {
    case .name(let name):
      guard let found = lookUp(name) else { throw EBNF.Mistake(description: "\(name) is not defined") }
      return found
    case .literal(let text): return .literal(text)
    case .characters(let text): return .characters(try Self.characters(text))
    case .mark("("):
      let inside = try choice(lookUp)
      guard words.first == .mark(")") else { throw EBNF.Mistake(description: "a parenthesis is open") }
      words.removeFirst()
      return inside
    case let word: throw EBNF.Mistake(description: "\(word) begins no expression")
    }
  }

  private static func characters(_ text: String) throws -> EBNF.CharacterSet {
    var scalars: [(value: UInt32, isDash: Bool)] = []
    var rest = Substring(text)
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    while let first = rest.first {
      if rest.hasPrefix("#x") {
        let digits = rest.dropFirst(2).prefix { $0.isHexDigit }
        guard let value = UInt32(digits, radix: 16) else { throw EBNF.Mistake(description: "no number: \(text)") }
        scalars.append((value, false))
        rest = rest[digits.endIndex...]
      } else {
        scalars += first.unicodeScalars.map { ($0.value, $0 == "-") }
        rest.removeFirst()
      }
    }
    var ranges: [ClosedRange<UInt32>] = []
    var index = 0
    while index < scalars.count {
      if index + 2 < scalars.count, scalars[index + 1].isDash, scalars[index].value <= scalars[index + 2].value {
        ranges.append(scalars[index].value...scalars[index + 2].value)
        index += 3
      } else {
        ranges.append(scalars[index].value...scalars[index].value)
        index += 1
      }
    }
    return EBNF.CharacterSet(ranges: ranges, isNegated: isNegated)
  }
}
