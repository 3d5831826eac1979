import StateMachineSyntax

/// Gives each type a number, by its text without blanks. Carry-over compares types by these numbers.
struct TypeNumbers {
  private var numbers: [String: Int32] = [:]

  mutating func key(of type: SourceRange, _ bytes: [UInt8]) -> TypeKey {
    if let known = number(of: type, bytes) { return known }
    let number = Int32(numbers.count)
    numbers[spelling(of: type, bytes)] = number
    return .written(number)
  }

  /// Returns the key for the text of a type, which may be in another file.
  mutating func key(ofText text: String) -> TypeKey {
    key(of: SourceRange(0, text.utf8.count), Array(text.utf8))
  }

  /// Returns the key for a type in the file; nil if no type with this text has a number yet.
  func number(of type: SourceRange, _ bytes: [UInt8]) -> TypeKey? {
    numbers[spelling(of: type, bytes)].map { .written($0) }
  }

  private func spelling(of type: SourceRange, _ bytes: [UInt8]) -> String {
    let text = bytes[type.lowerBound..<type.upperBound]
    return String(decoding: text.filter { !Ascii.isBlank($0) && !Ascii.isNewline($0) }, as: UTF8.self)
  }
}
