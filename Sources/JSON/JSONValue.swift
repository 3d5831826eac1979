/// A value of JSON (RFC 8259). Objects keep the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

/// The contents of a value, by kind. Each of the properties is nil for a value of another kind: `string` is nil for a
/// number.
extension JSONValue {
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Returns the value at the end of a path of keys through nested objects. For the keys `a` and `b`, it is the 1 in
  /// `{"a":{"b":1}}`. Nil if an object lacks its key, or if a value before the end is no object.
  package subscript(first: String, rest: String...) -> JSONValue? {
    rest.reduce(self[first]) { $0?[$1] }
  }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The number as an `Int`, if it is whole, as `3` and `3.0` are. Nil for any other number, and for a value that is no
  /// number.
  package var int: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  package var isNull: Bool { self == .null }
}

// MARK: Writing

extension JSONValue {
  /// The value as JSON text in UTF-8, without blanks.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Returns the value as JSON text for people, with a newline at its end.
  ///
  /// - Parameter depth: the depth of nesting down to which members and elements are on lines of their own. For 1,
  ///   `"a": [1,2]` is one line of `{"a":[1,2]}`.
  package func lines(downTo depth: Int) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, linesDownTo: depth, indentation: "\n")
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  /// Appends the JSON text of the value to `bytes`. Members and elements are on lines of their own down to `depth`.
  /// `indentation` is a newline and the blanks before the closing bracket.
  private func write(to bytes: inout [UInt8], linesDownTo depth: Int, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .array(let elements) where depth > 0 && !elements.isEmpty:
      for (index, element) in elements.enumerated() {
        bytes += ((index == 0 ? "[" : ",") + inner).utf8
        element.write(to: &bytes, linesDownTo: depth - 1, indentation: inner)
      }
      bytes += (indentation + "]").utf8
    case .object(let members) where depth > 0 && !members.isEmpty:
      for (index, member) in members.enumerated() {
        bytes += ((index == 0 ? "{" : ",") + inner).utf8
        Self.write(member.key, to: &bytes)
        bytes += ": ".utf8
        member.value.write(to: &bytes, linesDownTo: depth - 1, indentation: inner)
      }
      bytes += (indentation + "}").utf8
    default: write(to: &bytes)
    }
  }

  /// Appends the JSON text of the value to `bytes`, recursively. The depth of the recursion is limited, because values
  /// are made in this package or read by ``JSONParser``, which limits their depth.
  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .int(let value): Self.write(value, to: &bytes)
    case .double(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a whole number to `bytes`. For a number from 0 to 999, it makes no string, to save time: the list of
  /// tokens of a long file has tens of thousands of small numbers.
  private static func write(_ value: Int, to bytes: inout [UInt8]) {
    guard 0..<1_000 ~= value else {
      bytes += String(value).utf8
      return
    }
    if value >= 100 { bytes.append(UInt8(0x30 + value / 100)) }
    if value >= 10 { bytes.append(UInt8(0x30 + value / 10 % 10)) }
    bytes.append(UInt8(0x30 + value % 10))
  }

  /// Appends a string in quotation marks. Quotation marks, `\` and control characters in it get escapes.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
