/// The part of Mermaid's grammar that a state diagram of ours uses, as its documentation gives it
/// (https://mermaid.js.org/syntax/stateDiagram.html and https://mermaid.js.org/syntax/directives.html): one statement a
/// line, names, and labels that end at a line feed, a `;`, or a second `:`.
enum MermaidGrammar {
  /// Words that begin or make up statements, in any case, and what every object of JavaScript has as a property.
  private static let keywords: Set<String> = [
    "accdescr", "acctitle", "as", "bt", "choice", "class", "classdef", "click", "constructor", "default", "direction",
    "empty", "end", "fork", "hasownproperty", "hide", "history", "href", "join", "left", "lr", "note", "of",
    "prototype",
    "right", "rl", "root", "scale", "state", "statediagram", "style", "tb", "tostring", "valueof", "width", "__proto__",
  ]

  /// Returns the violations of the grammar in a diagram; empty if the diagram is valid.
  static func violations(_ text: String) -> [String] {
    var violations: [String] = []
    var declared: Set<String> = []
    var used: [String] = []
    var hasHeader = false
    var isInNote = false
    var depth = 0
    // What ends a line for the grammar, and what JavaScript's `.` does not match.
    for line in text.split(whereSeparator: { "\n\r\u{2028}\u{2029}".contains($0) }) {
      let line = line.drop { $0 == " " }
      func violation(_ what: String) { violations.append("\(what): \(line)") }
      func checkLabel(_ label: Substring) {
        if !isLabel(label) { violation("'\(label)' is no label") }
      }
      func checkName(_ name: Substring, isUse: Bool = true) {
        if name == "[*]" { return }
        if !isName(name) { violation("'\(name)' is no name") }
        if isUse {
          used.append(String(name))
        } else if !declared.insert(String(name)).inserted {
          violation("declared twice")
        }
      }
      // A text may begin with what Swift's characters have in common with the blank before it.
      if line.hasPrefix("%%{") {
        if line.wholeMatch(of: /%%\{init: \{"theme": "\w+"\}\}%%/) == nil { violation("directive") }
      } else if line.hasPrefix("%%") {
        if line.contains("%%{") || line.dropFirst(2).contains("%%") { violation("comment") }
      } else if !hasHeader {
        if line != "stateDiagram-v2" { violation("header") }
        hasHeader = true
      } else if isInNote {
        if line == "end note" { isInNote = false } else { checkLabel(line) }
      } else if let match = line.wholeMatch(of: /acc(Title|Descr): (.+)/.matchingSemantics(.unicodeScalar)) {
        checkLabel(match.2)
      } else if line.wholeMatch(of: /direction (TB|LR)/) != nil {
        continue
      } else if let match = line.wholeMatch(of: /state "([^"]*)" as (\S+)/.matchingSemantics(.unicodeScalar)) {
        checkLabel(match.1)
        checkName(match.2, isUse: false)
      } else if let match = line.wholeMatch(of: /state (\S+) \{/) {
        checkName(match.1)
        depth += 1
      } else if let match = line.wholeMatch(of: /state (\S+) <<(?:choice|fork)>>/) {
        checkName(match.1, isUse: false)
      } else if line == "--" {
        if depth == 0 { violation("regions outside of a composite") }
      } else if line == "}" {
        depth -= 1
        if depth < 0 { violation("a bracket too many") }
      } else if let match = line.wholeMatch(of: /(\S+) --> (\S+)( : (.+))?/.matchingSemantics(.unicodeScalar)) {
        checkName(match.1)
        checkName(match.2)
        if let label = match.4 { checkLabel(label) }
      } else if let match = line.wholeMatch(of: /classDef (\w+) ([a-z\-]+:[#\w]+(,[a-z\-]+:[#\w]+)*)/) {
        checkName(match.1)
        used.removeLast()
      } else if let match = line.wholeMatch(of: /class (\S+) (\w+)/) {
        for name in match.1.split(separator: ",") { checkName(name) }
      } else if let match = line.wholeMatch(of: /note (left|right) of (\S+)/) {
        checkName(match.2)
        isInNote = true
      } else if let match = line.wholeMatch(of: /(\S+) : (.+)/.matchingSemantics(.unicodeScalar)) {
        checkName(match.1)
        checkLabel(match.2)
      } else {
        violation("no statement")
      }
    }
    if depth != 0 { violations.append("a composite without end") }
    if isInNote { violations.append("a note without end") }
    violations += used.filter { !declared.contains($0) }.map { "'\($0)' is not declared" }
    return violations
  }

  /// Letters, digits and `_`, and no word of the grammar.
  private static func isName(_ name: Substring) -> Bool {
    name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil && !keywords.contains(name.lowercased())
  }

  /// Text with entity codes `#59;` for what the grammar, HTML or Markdown would take for something else.
  private static func isLabel(_ label: Substring) -> Bool {
    let rest = label.replacing(/#[0-9]+;|<br\/>/.matchingSemantics(.unicodeScalar), with: "")
    return !label.isEmpty
      && rest.allSatisfy { character in
        character.unicodeScalars.allSatisfy { scalar in
          !";:#{}\"<>&%`\\$*_~^@".unicodeScalars.contains(scalar) && scalar.value >= 0x20 && scalar.value != 0x7F
        }
      }
  }

  /// A label as it is shown, on one line.
  static func decoded(_ label: some StringProtocol) -> String {
    String(label).replacing("<br/>", with: " ").replacing(/#([0-9]+);/.matchingSemantics(.unicodeScalar)) { match in
      UInt32(match.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? "?"
    }
  }
}
