/// A writer of JSON (RFC 8259) for tools and for people: each value is on a line of its own, and each level is indented
/// by two blanks.
package struct JSONText {
  package private(set) var text = ""
  private var depth = 0
  /// Whether the current object or array has an element already.
  private var isFilled = false

  package init() {}

  package mutating func object(_ key: String? = nil, _ body: (inout JSONText) -> Void) { nest(key, "{", "}", body) }

  package mutating func array(_ key: String? = nil, _ body: (inout JSONText) -> Void) { nest(key, "[", "]", body) }

  package mutating func value(_ key: String, _ value: String) {
    begin(key)
    text += Self.quoted(value)
  }

  package mutating func value(_ key: String, _ value: Int) {
    begin(key)
    text += "\(value)"
  }

  package mutating func value(_ key: String, _ value: Bool) {
    begin(key)
    text += "\(value)"
  }

  private mutating func nest(_ key: String?, _ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
    begin(key)
    text += open
    depth += 1
    isFilled = false
    body(&self)
    depth -= 1
    if isFilled { newLine() }
    text += close
    isFilled = true
  }

  private mutating func begin(_ key: String?) {
    if isFilled { text += "," }
    if depth > 0 { newLine() }
    isFilled = true
    if let key { text += "\(Self.quoted(key)): " }
  }

  private mutating func newLine() { text += "\n" + String(repeating: "  ", count: depth) }

  /// Returns a text as a JSON string: in quotes, with escapes.
  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text + "\""
  }
}
