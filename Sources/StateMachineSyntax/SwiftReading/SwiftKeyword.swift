/// Swift's keywords, as far as the compiler must know them.
package enum SwiftKeyword {
  /// Keywords that need back-ticks where they are the name of a case, a parameter or a property.
  package static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
  ]

  /// Names that Swift has no case, property or type for, back-ticked or not, or that would be read as something else.
  package static let unusable: Set<String> = [
    "Type", "Protocol", "self", "Self", "init", "_", "super", "deinit", "subscript",
  ]

  /// Tells whether no type of a user can have this name: Swift does not allow it, or generated code refers to another
  /// type by this name alone.
  package static func isUnusable(type name: String) -> Bool {
    switch name {
    case "Any", "Protocol", "Self", "Type": true
    case "AnyObject", "Bool", "CaseIterable", "Codable", "CustomStringConvertible", "Decodable", "Encodable",
      "Equatable", "Error", "Hashable", "Int", "Int32", "MainActor", "Never", "Observation", "Sendable", "SIMD2",
      "SIMD4", "SIMD8", "SIMD16", "SIMD32", "SIMD64", "String", "Swift", "UInt8", "Void", "_Concurrency",
      // Types that wrappers are made of.
      "FileWrapperSupport", "WrapperSupport":
      true
    default: false
    }
  }

  /// Tells whether an operand follows the word at `start ..< end`, so that a `/` behind it begins a regex literal.
  static func comesBeforeOperand(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    switch end - start {
    case 2:
      matches("in", bytes, start) || matches("if", bytes, start) || matches("is", bytes, start)
        || matches("as", bytes, start)
    case 3: matches("try", bytes, start)
    case 4: matches("case", bytes, start) || matches("else", bytes, start)
    case 5:
      matches("where", bytes, start) || matches("while", bytes, start) || matches("await", bytes, start)
        || matches("throw", bytes, start)
    case 6: matches("return", bytes, start) || matches("switch", bytes, start)
    default: false
    }
  }

  /// Tells whether `word` stands at `start`; the caller has compared the lengths.
  @inline(__always)
  package static func matches(_ word: StaticString, _ bytes: [UInt8], _ start: Int) -> Bool {
    guard start + word.utf8CodeUnitCount <= bytes.count else { return false }
    var index = 0
    while index < word.utf8CodeUnitCount {
      if bytes[start + index] != word.utf8Start[index] { return false }
      index += 1
    }
    return true
  }
}
