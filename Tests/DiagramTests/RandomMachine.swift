import TestSupport

/// Writes a machine whose names, guards, effects and comments hold what is hard to draw.
struct RandomMachine {
  private var random: SeededGenerator
  /// The name of an effect.
  private var named: String?

  private init(seed: UInt64) { random = SeededGenerator(state: seed) }

  static func text(seed: UInt64) -> String {
    var machine = RandomMachine(seed: seed)
    return machine.machine(number: seed)
  }

  /// The Swift declarations that the machines use.
  static let support =
    "nonisolated func isEqual(_ first: String, _ second: String) -> Bool { first == second }\n"
    + "nonisolated struct Refusal: Error { init(_ reason: String) {} }\n"

  /// Names that are words of the formats, and names that only back-ticks make possible.
  private static let names = [
    "state", "note", "end", "graph", "node", "edge", "digraph", "subgraph", "strict", "title", "legend", "skinparam",
    "hide", "style", "click", "direction", "constructor", "__proto__", "toString", "root", "fork", "join", "choice",
    "scxml", "xml", "as", "left", "right", "of", "header", "footer", "caption", "page", "scale", "show", "set",
    "classDef",
    "accTitle", "stateDiagram", "top", "together", "url", "TB", "LR", "any_state", "any_state_2", "s_state", "state_2",
    "größe", "状態", "open", "Open", "`class`", "`default`", "`switch`", "`a b`", "`a-b`", "`1st`", "`a;b`", "`a:b`",
    "`<b>`", "`a\"b`", "`[*]`", "`a-->`", "`]]>`", "`'x`", "`!include`", "`@enduml`", "`%%{x}%%`", "`#x;`", "`{`",
    "`|a`",
    "`é🙂`", "`שלום`", "`note left of x`", "`--a`", "`a&amp;b`", "`x$`", "`**b**`", "`a_x20_b`", "`a}b`", "`a×b`",
  ]

  /// Texts for strings, comments and blocks.
  private static let fragments = [
    "plain", "\"", "<b>x</b>", "]]>", "-->", "<!--", "?>", "&amp;", "&#10;", "&", "%%{init: {}}%%", "%%", "#quot;",
    "#35;",
    ";", ":", "::", "{", "}", "|", "||", "🙂", "👩‍👩‍👧", "שלום", "مرحبا", "\u{202E}rtl", "e\u{301}", "\u{200D}", "\u{1}",
    "\u{7F}",
    "\t", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "@enduml", "@startuml", "!include x", "'/", "/'", "**bold**",
    "//italics//", "__u__", "--s--", "~~w~~", "\"\"m\"\"", "[[http://a.b x]]", "<$sprite>", "<&check>", "%date()", "$x",
    "<<a>>",
    "end note", "endlegend", "note left of x", "---", "...", "= head", "* item", "# item", "| a | b |", "`code`",
    "<U+0041>",
    "<color:red>", "${x}", "$$x$$", "'", "''", "?",
    "a very long sentence that does not end before the line has been broken twice",
    "averylongwordaverylongwordaverylongwordaverylongwordaverylongwordaverylongwordaverylongwordaverylongword",
  ]
  /// Texts that only a Swift string can contain, with their escapes.
  private static let escapes = [
    "\\\"", "\\\\", "\\n", "\\\\N", "\\\\l", "\\t", "\\u{1F600}", "\\(count)", "\\\\n", "\\\\|",
  ]

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  private mutating func pick(_ list: [String]) -> String { list[number(0...(list.count - 1))] }

  private mutating func pieces() -> String {
    var text = ""
    for _ in 0...number(0...2) { text += (text.isEmpty ? "" : pick(["", " "])) + pick(Self.fragments) }
    return text
  }

  private mutating func string() -> String {
    if chance(10) { return "\"\"\"\n      \(literalPieces())\n        second\n      \"\"\"" }
    // Swift has no other control characters in a literal; the comments have them.
    if chance(10) { return "##\" \(pieces().unicodeScalars.filter { !$0.isControl }.map(String.init).joined())\"##" }
    return "\"\(literalPieces())\""
  }

  /// The default of a payload, which knows no properties.
  private mutating func defaultString() -> String { string().replacing("\\(count)", with: "\\(9)") }

  /// The text of a string literal: a quotation mark or a backslash in it is escaped, or is an escape.
  private mutating func literalPieces() -> String {
    if chance(30) { return pick(Self.escapes) }
    let text = pieces().unicodeScalars.map { scalar in
      "\"\\".unicodeScalars.contains(scalar)
        ? "\\\(scalar)" : scalar.isControl ? "\\u{\(String(scalar.value, radix: 16))}" : "\(scalar)"
    }.joined()
    return chance(30) ? text + pick(Self.escapes) : text
  }

  private mutating func documentation(_ indentation: String = "  ") -> String {
    guard chance(25) else { return "" }
    // A comment ends where Swift ends a line.
    return (0...number(0...1)).map { _ in "\(indentation)/// \(pieces())\n" }.joined()
  }

  /// A machine that consists of regions, with choices beside them.
  private mutating func machineOfRegions(number seed: UInt64) -> String {
    let names = Array(Self.names.shuffled(using: &random).prefix(8))
    let (region, first, second, other) = (names[0], names[1], names[2], names[3])
    let (third, fourth, choice, next) = (names[4], names[5], names[6], names[7])
    let events = Array(Self.names.filter { $0 != "as" }.shuffled(using: &random).prefix(2))
    let outputs = Array(Self.names.shuffled(using: &random).prefix(3))
    return """
      \(documentation(""))machine Random\(seed) {
        wrapper none
        var count: Int = 0
        var words: [String: [Int]] = [:]
        event \(events[0]), \(events[1])(_ number: Int, for name: String)
      \(outputs.map { "  output \($0)(_ value: Any, from: String = \"\")\n" }.joined())  region \(region) {
          initial state \(first) { exit / \(effect(outputs)) }
          state \(second)(text: String = \(defaultString()))
          \(first) -> \(second)(text: \(string())) : \(events[0])
          \(second) -> \(choice) : \(events[0]) [count < 10] / \(effect(outputs))
          \(second) -> \(first) : \(events[0])
        }
        region \(other) {
          initial state \(third) { entry / \(effect(outputs)) }
          \(chance(50) ? "final " : "")state \(fourth)
          \(third) -> \(fourth) : \(events[0]) [words.isEmpty] / \(effect(outputs))
          \(third) -> \(choice) : always [count > 5]
          * -> \(next) : \(events[1]) [count < 3] / \(effect(outputs))
        }
      \(documentation())  choice \(choice)
      \(documentation())  choice \(next)
        \(choice) -> \(region).\(second)(text: \(string())), \(other).\(fourth) : [words[\(string())] == nil]
        \(choice) -> \(next) : [count < 9] / \(effect(outputs))
        \(choice) -> \(region).\(first) : [else]
        \(next) -> \(region).history : [count < 4]
        \(next) -> \(other).\(third) : [else] / count = 0
      }

      """
  }

  private mutating func machine(number seed: UInt64) -> String {
    if chance(12) { return machineOfRegions(number: seed) }
    let states = Array(Self.names.shuffled(using: &random).prefix(number(2...9)))
    let finalStates = chance(50) ? Set([states[states.count - 1]]) : []
    let events = Array(Self.names.filter { $0 != "as" }.shuffled(using: &random).prefix(number(1...6)))
    let shuffled = Self.names.shuffled(using: &random)
    let outputs = Array(shuffled.prefix(3))
    let activity = shuffled[3]
    var text = documentation("") + "machine Random\(seed) {\n  wrapper none\n  var count: Int = 0\n"
    text += "  var words: [String: [Int]] = [:]\n"
    // No output has such a name.
    if chance(50) {
      let name = "`an effect]]> -->`"
      text += documentation() + "  effect \(name) = \(effect(outputs)), \(effect(outputs))\n"
      named = name
    }
    if chance(50) { text += "  guard isOpen = count < 3 || words.isEmpty\n" }
    for (index, state) in states.enumerated() {
      text +=
        documentation() + "  \(index == 0 ? "initial " : finalStates.contains(state) ? "final " : "")state \(state)"
      if chance(40) { text += "(text: String = \(defaultString()), call: (Int) -> Void = { _ in })" }
      if chance(30) {
        let guardText = chance(30) ? " [isEqual(\(string()), \(string()))]" : ""
        text += " { entry\(guardText) / \(effect(outputs)) }"
      }
      text += "\n"
    }
    let inner = Array(Self.names.filter { !states.contains($0) }.shuffled(using: &random).prefix(5))
    if chance(50) { text += composite(inner, states, events, outputs, activity) }
    if chance(40) {
      let taken = Set(states + inner)
      text += regions(Array(Self.names.filter { !taken.contains($0) }.prefix(8)), states, events, outputs)
    }
    if chance(30) { text += "  unhandled \(policy())\n" }
    for event in events {
      let policy = chance(25) ? " unhandled \(policy())" : ""
      text += documentation() + "  event \(event)(_ number: Int, for name: String)\(policy)\n"
    }
    let sent = chance(30) ? " -> \(events.joined(separator: ", "))" : ""
    text += "  output \(activity)(_ value: Any) \(chance(50) ? "async" : "stream")\(sent)\n"
    for output in outputs { text += "  output \(output)(_ value: Any, from: String = \"\")\n" }
    let sources = states.filter { !finalStates.contains($0) }
    for event in events {
      for source in sources where chance(70) {
        if chance(50) { text += documentation() + row(source, states, event, outputs, guarded: true) }
        text += documentation() + row(source, states, event, outputs, guarded: false)
      }
    }
    // No state has such a name.
    let groups = ["rest", "`a group`", "`[*] -> x`"].prefix(number(0...3))
    for group in groups {
      let members = sources.shuffled(using: &random).prefix(number(1...3))
      text += documentation() + "  group \(group) = \(members.joined(separator: ", "))\n"
      text += documentation() + row(group, states, pick(events), outputs, guarded: true)
    }
    for event in events where chance(30) {
      let exception = chance(50) ? " except \(pick(sources + groups))" : ""
      text += documentation() + row("*\(exception)", states, event, outputs, guarded: chance(50))
    }
    return text + "}\n"
  }

  /// A composite within a composite, with rows of every kind: local ones, to itself, and across.
  private mutating func composite(
    _ names: [String], _ states: [String], _ events: [String], _ outputs: [String], _ activity: String
  ) -> String {
    let (outer, first, second, third, fourth) = (names[0], names[1], names[2], names[3], names[4])
    let event = events[0]
    let isArrow = chance(30)
    let beginning = isArrow ? "initial -> \(second).\(fourth) / \(effect(outputs))\n    state" : "initial state"
    return """
      \(documentation())  state \(outer)(text: String = \(defaultString())) {
          entry / \(effect(outputs))
          do / \(activity)(\(string()))
          \(beginning) \(first)
          \(first) -> \(second) : after(.seconds(\(string()).count)) [count < 9] / \(effect(outputs))
          : every 1.5min / \(effect(outputs))
      \(documentation())    state \(second) {
            initial state \(third)
            state \(fourth) { exit / \(effect(outputs)) }
            \(third) -> \(fourth) : \(event) [words.isEmpty] / \(effect(outputs))
            * -> \(first) : \(event) [count < 2]
          }
          \(first) -> \(second) : \(event) / \(effect(outputs))
          * -> \(second).\(fourth) : \(event) [count < 3]
          : \(event) / \(effect(outputs))
        }
        \(outer) -> \(outer).\(second).\(fourth) : \(event) [count < 4]
        \(outer) -> \(outer) : \(event) [count < 5]
        \(outer).\(second) -> \(outer) : \(event) [count < 6]
        \(outer).\(second).\(third) -> \(states[0]) : \(event) [count < 7] / \(effect(outputs))
        \(states[0]) -> \(outer).\(second) : \(event) [count < 8]

      """
  }

  /// A composite with regions, choices, histories, and rows that need no event.
  private mutating func regions(
    _ names: [String], _ states: [String], _ events: [String], _ outputs: [String]
  ) -> String {
    let (outer, region, first, second, choice) = (names[0], names[1], names[2], names[3], names[4])
    let (other, third, fourth) = (names[5], names[6], names[7])
    let event = events[0]
    let beginning = chance(30) ? "initial -> \(choice)\n      state" : "initial state"
    return """
      \(documentation())  state \(outer)(text: String = \(defaultString())) {
          region \(region) {
            \(beginning) \(first) { exit / \(effect(outputs)) }
            final state \(second)
      \(documentation())      choice \(choice)
            \(first) -> \(choice) : \(event) [count > 10] / \(effect(outputs))
            \(first) -> \(second) : \(event) [count < 9] / raise \(event)(1, for: \(string()))
            \(choice) -> \(first) : [words[\(string())] == nil]
            \(choice) -> \(second) : [else] / \(effect(outputs))
          }
          region \(other) {
            initial state \(third) { defer \(event) }
            final state \(fourth)
            \(third) -> \(fourth) : always [count > 5] / \(effect(outputs))
            history -> \(third)
          }
          -> \(states[0]) : done / \(effect(outputs))
        }
        \(states[0]) -> \(outer).\(other).history : \(event) [count < 11]
        \(states[0]) -> \(outer).deepHistory : \(event) [count < 12] / \(effect(outputs))
        \(states[0]) -> \(outer).\(region).\(first), \(outer).\(other).\(fourth) : \(event) [count < 13]

      """
  }

  private mutating func row(
    _ source: String, _ states: [String], _ event: String, _ outputs: [String], guarded: Bool
  ) -> String {
    var row = "  \(source)"
    if chance(70) { row += " -> \(pick(states))" }
    row += " : \(event)"
    if chance(30) { row += "(0...9, name)" }
    if guarded { row += " [" + (chance(30) ? "isEqual(\(string()), \(string()))" : "words[\(string())] != nil") + "]" }
    var effects = chance(60) ? (0...number(0...1)).map { _ in effect(outputs) } : []
    if chance(10) { effects.append("throw Refusal(\(string()))") }
    if !effects.isEmpty { row += " / " + effects.joined(separator: ", ") }
    return row + "\n"
  }

  /// Returns a random policy for unhandled events.
  private mutating func policy() -> String {
    let policy = pick(["ignore", "assert", "trap", "throw", "own"])
    return policy == "own" ? "throw Refusal(\(string()))" : policy
  }

  private mutating func effect(_ outputs: [String]) -> String {
    if let named, chance(15) { return named }
    return switch number(0...4) {
    case 0: "\(pick(outputs))(\(string()))"
    case 1: "\(pick(outputs))(count, from: \(string()))"
    case 2: "count = \(string()).count"
    case 3: "{ print(\(string())) // \(pick(["a comment", "}", "\""]))\n      words[\(string())] = [1,\n        2] }"
    default: "{ if count > 1 {\n      print(1)\n    } else {\n      print(2)\n    }\n    _ = #/<a>|b/# }"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}
