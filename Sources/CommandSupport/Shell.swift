/// Commands as a POSIX shell reads them, for messages and within pictures: nothing here runs one.
package enum Shell {
  /// A word for a POSIX shell.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_-./+,@%=:".utf8.contains(byte)
      }
    if isPlain { return word }
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// The words of a command, up to a `#`; nil where a quote is not closed.
  package static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    func append(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(scalar) }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case _ where isQuoted: append(scalar)
      case "\\": if let next = scalars.next() { append(next) }
      case " ", "\t":
        if let complete = word { words.append(complete) }
        word = nil
      case "#" where word == nil: return words
      default: append(scalar)
      }
    }
    if let word { words.append(word) }
    return isQuoted ? nil : words
  }
}
