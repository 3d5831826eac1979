/// The keywords of Swift that names must avoid, or after which tokens are read differently.
package enum SwiftKeyword {
  /// The keywords that need back-ticks to be the name of a case, a parameter or a property.
  package static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
  ]

  /// The names that no case, property or type of a machine can have, even in back-ticks. Swift itself rejects some of
  /// them, such as `Self`. The others mean something else in Swift: `init` calls an initializer.
  package static let unusable: Set<String> = [
    "Type", "Protocol", "self", "Self", "init", "_", "super", "deinit", "subscript",
  ]

  /// Returns whether a user's type cannot have the given name: Swift does not allow it, or generated code uses the name
  /// for another type, such as `Int`.
  package static func isUnusable(type name: String) -> Bool {
    switch name {
    case "Any", "Protocol", "Self", "Type": true
    case "AnyObject", "Bool", "CaseIterable", "Codable", "CustomStringConvertible", "Decodable", "Encodable",
      "Equatable", "Error", "Hashable", "Int", "Int32", "MainActor", "Never", "Observation", "Sendable", "SIMD2",
      "SIMD4", "SIMD8", "SIMD16", "SIMD32", "SIMD64", "String", "Swift", "UInt8", "Void", "_Concurrency",
      // Types in the support code of wrappers.
      "FileWrapperSupport", "WrapperSupport":
      true
    default: false
    }
  }

  /// Returns whether the word at `start ..< end` is one after which an operand follows, such as `return`. A `/` after
  /// it begins a regex literal, and after another word is a division.
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

  /// Returns whether the bytes at `start` begin with `word`. The function does not check that the word ends there; a
  /// caller that needs a whole word has compared the lengths.
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
