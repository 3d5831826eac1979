import StateMachineSyntax

/// Numbers for the texts of types without blanks: carry-over compares types as they are written.
struct TypeNumbers {
  private var numbers: [String: Int32] = [:]

  mutating func key(of type: SourceRange, _ bytes: [UInt8]) -> TypeKey {
    if let known = number(of: type, bytes) { return known }
    let number = Int32(numbers.count)
    numbers[spelling(of: type, bytes)] = number
    return .written(number)
  }

  /// The same for a type that stands in another file.
  mutating func key(ofText text: String) -> TypeKey {
    key(of: SourceRange(0, text.utf8.count), Array(text.utf8))
  }

  /// Nil for a type that no key has been asked for.
  func number(of type: SourceRange, _ bytes: [UInt8]) -> TypeKey? {
    numbers[spelling(of: type, bytes)].map { .written($0) }
  }

  private func spelling(of type: SourceRange, _ bytes: [UInt8]) -> String {
    let text = bytes[type.lowerBound..<type.upperBound]
    return String(decoding: text.filter { !Ascii.isBlank($0) && !Ascii.isNewline($0) }, as: UTF8.self)
  }
}
