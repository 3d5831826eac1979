/// Reads JSON (RFC 8259). The text may come from a sender that is not trusted: if it is malformed or nested too deeply,
/// the result is nil.
package struct JSONParser {
  /// The largest depth of nesting that is read. A value outside of all arrays and objects has the depth 1. A text with
  /// deeper values counts as malformed, because reading is recursive. Messages of the language server have about ten
  /// levels.
  private static let maximumDepth = 200

  private let bytes: [UInt8]
  private var index = 0

  /// Returns the value of a JSON text; nil if the text is malformed or nested more deeply than 200 levels.
  ///
  /// - Parameter omitted: the keys of members whose values the caller does not need. To save memory, these values are
  ///   replaced by `null`.
  package static func parse(_ bytes: [UInt8], omitting omitted: Set<String> = []) -> JSONValue? {
    var parser = JSONParser(bytes: bytes, omitted: omitted)
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipBlanks()
    return parser.index == bytes.count ? value : nil
  }

  private let omitted: Set<String>
  /// Whether `null` will replace the value that is being read, because the caller does not need the value.
  private var isOmitting = false

  private init(bytes: [UInt8], omitted: Set<String>) { (self.bytes, self.omitted) = (bytes, omitted) }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    // The blanks of JSON are the space, the newline, the carriage return and the tab.
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[index...].starts(with: text) else { return false }
    index += text.count
    return true
  }

  /// Reads a value of any kind; nil if it is malformed or nested too deeply. `depth` is the number of arrays and
  /// objects around the value.
  private mutating func value(depth: Int) -> JSONValue? {
    skipBlanks()
    guard let byte, depth < Self.maximumDepth else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  /// Reads an object from its `{` on; nil if it is malformed. For omitted keys, it stores `null` as the value.
  private mutating func object(depth: Int) -> JSONValue? {
    index += 1
    skipBlanks()
    var members: [JSONValue.Member] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipBlanks()
      guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { return nil }
      // Values within a member that is omitted are omitted, too. They must be read all the same, to find their end.
      let isWanted = !isOmitting && !omitted.contains(key)
      let isOuter = !isOmitting
      isOmitting = !isWanted
      guard let value = value(depth: depth + 1) else { return nil }
      isOmitting = !isOuter
      members.append(JSONValue.Member(key: key, value: isWanted ? value : .null))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  /// Reads an array from its `[` on; nil if it is malformed. Elements of omitted values are not stored.
  private mutating func array(depth: Int) -> JSONValue? {
    index += 1
    skipBlanks()
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      guard let element = value(depth: depth + 1) else { return nil }
      if !isOmitting { elements.append(element) }
      skipBlanks()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  /// Reads all bytes that a number can contain; nil if they are no number.
  private mutating func number() -> JSONValue? {
    let start = index
    var isWhole = true
    while let byte {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
      default:
        return Self.number(bytes[start..<index], isWhole: isWhole)
      }
      index += 1
    }
    return Self.number(bytes[start..<index], isWhole: isWhole)
  }

  /// Returns whether a text is a number of JSON (RFC 8259, §6): `-1.5e3`, but not `01`, `.5` or `1.`.
  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    var unread = bytes
    func take(_ signs: StaticString) -> Bool {
      let isNext = unread.first.map { byte in signs.withUTF8Buffer { $0.contains(byte) } } ?? false
      if isNext { unread.removeFirst() }
      return isNext
    }
    func takeDigits() -> ArraySlice<UInt8> {
      let digits = unread.prefix { $0 &- UInt8(ascii: "0") < 10 }
      unread = unread[digits.endIndex...]
      return digits
    }
    _ = take("-")
    let whole = takeDigits()
    // A number of several digits must not begin with 0.
    guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0") else { return false }
    if take("."), takeDigits().isEmpty { return false }
    if take("eE") {
      _ = take("+-")
      if takeDigits().isEmpty { return false }
    }
    return unread.isEmpty
  }

  private static func number(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> JSONValue? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard isNumber(bytes) else { return nil }
    if isWhole, let value = Int(text) { return .int(value) }
    return Double(text).map(JSONValue.double)
  }

  /// Reads a string in quotation marks; nil if it is malformed. U+FFFD replaces bytes that are not valid UTF-8. It also
  /// replaces a surrogate that is not one of a pair, such as a single `\ud800`.
  private mutating func string() -> String? {
    index += 1
    var text: [UInt8] = []
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escape = escape() else { return nil }
        text += escape
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads an escape in a string after its `\`, such as `n` or `u00e4`. Returns its character in UTF-8; nil if the
  /// escape is malformed.
  private mutating func escape() -> [UInt8]? {
    guard let byte else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      guard let first = codeUnit() else { return nil }
      var units = [first]
      if 0xD800..<0xDC00 ~= first, bytes[index...].starts(with: "\\u".utf8) {
        let start = index
        index += 2
        if let second = codeUnit(), 0xDC00..<0xE000 ~= second { units.append(second) } else { index = start }
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: return nil
    }
  }

  /// Reads the four hexadecimal digits after `\u`; nil if fewer than four follow.
  private mutating func codeUnit() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    index += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
