import StateMachineSyntax

/// Numbers for the texts of types without blanks, by which carry-over compares types.
struct TypeNumbers {
  private var numbers: [String: Int32] = [:]

  mutating func key(of type: SourceRange, _ bytes: [UInt8]) -> TypeKey {
    if let known = number(of: type, bytes) { return known }
    let number = Int32(numbers.count)
    numbers[spelling(of: type, bytes)] = number
    return .written(number)
  }

  /// Returns the key of a type in another file, by its text.
  mutating func key(ofText text: String) -> TypeKey {
    key(of: SourceRange(0, text.utf8.count), Array(text.utf8))
  }

  /// Returns the key of a type; nil if the type has no number yet.
  func number(of type: SourceRange, _ bytes: [UInt8]) -> TypeKey? {
    numbers[spelling(of: type, bytes)].map { .written($0) }
  }

  private func spelling(of type: SourceRange, _ bytes: [UInt8]) -> String {
    let text = bytes[type.lowerBound..<type.upperBound]
    return String(decoding: text.filter { !Ascii.isBlank($0) && !Ascii.isNewline($0) }, as: UTF8.self)
  }
}
