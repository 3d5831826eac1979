/// Converts paths and arguments between bytes, as the system stores them, and strings. In the string, a byte that is
/// not UTF-8 becomes one of the characters U+10FF80 to U+10FFFF. When the string is converted back, this character
/// becomes the byte again.
package enum SystemText {
  private static let first: UInt32 = 0x10FF80

  /// The words of the command line after the command's own name.
  package static var arguments: [String] {
    (0..<Int(CommandLine.argc)).dropFirst().compactMap { CommandLine.unsafeArgv[$0].map { string($0) } }
  }

  /// The command's own name, as the user has written it: a name or a path.
  package static var command: String { CommandLine.unsafeArgv[0].map { string($0) } ?? "" }

  /// Returns the string for a text in C, which ends with a zero byte.
  package static func string(_ words: UnsafePointer<CChar>) -> String {
    string(UnsafeRawBufferPointer(start: words, count: strlen(words)))
  }

  /// Returns the string for bytes, of which some need not be UTF-8.
  package static func string(_ bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var start = bytes.startIndex
    while true {
      let next = parser.parseScalar(from: &rest)
      var count = 0
      switch next {
      case .emptyInput: return String(text)
      case .valid(let encoded): count = encoded.count
      case .error(let length): count = length
      }
      if case .valid(let encoded) = next, !isByte(Unicode.UTF8.decode(encoded)) {
        text.append(Unicode.UTF8.decode(encoded))
      } else {
        let wrong = bytes[start...].prefix(count)
        text.append(contentsOf: wrong.compactMap { Unicode.Scalar(first - 0x80 + UInt32($0)) })
      }
      start = bytes.index(start, offsetBy: count)
    }
  }

  /// Returns whether a character represents a byte that is not UTF-8: it is one of U+10FF80 to U+10FFFF.
  private static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= first }

  /// Returns whether all bytes from which the text was made are UTF-8.
  package static func isReadable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isByte) }

  /// Returns the text for people and files: bytes that were not UTF-8 are replaced by U+FFFD.
  package static func readable(_ text: String) -> String {
    isReadable(text) ? text : String(decoding: bytes(text), as: UTF8.self)
  }

  /// Returns the bytes from which a string was made.
  package static func bytes(_ text: String) -> [UInt8] {
    if isReadable(text) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isByte(scalar) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return bytes
  }

  /// Returns a path as functions of the C library need it, with a zero byte at its end.
  package static func path(_ text: String) -> [CChar] { bytes(text).map { CChar(bitPattern: $0) } + [0] }
}
