import StateMachineSyntax
import SystemSupport

/// Writes and reads commands of a POSIX shell as text, for messages and for comments in pictures. It executes no
/// command.
package enum Shell {
  /// The words by which a user runs this program through the package plugin: `swift package sm-gen`. The plugin stores
  /// them in an environment variable. Nil if the program runs without the plugin.
  package static let plugin = getenv("SM_GEN_COMMAND").map { SystemText.string($0) }

  /// The words by which messages name this program.
  package static let program = plugin ?? "sm-gen"

  /// Returns a word as it is written in a command: in quotes if the shell needs them.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        // The second test is for letters, the third for digits. For smaller bytes, `&-` gives large numbers.
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_-./+,@%=:".utf8.contains(byte)
      }
    if isPlain { return word }
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// Returns a word as it is written in a command within a comment, on one line. Invisible characters, and characters
  /// that may end a comment, are written as bytes: `a%b.sm` becomes `$'a\x25b.sm'`. `words(of:)` reads the word back
  /// unchanged.
  package static func escaped(_ word: String) -> String {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      let text = String(scalar)
      return !"<>%".unicodeScalars.contains(scalar) && text.visible == text && SystemText.isReadable(text)
    }
    if word.unicodeScalars.allSatisfy(isPlain) { return quoted(word) }
    let parts = word.unicodeScalars.map { scalar in
      isPlain(scalar) && scalar != "'" && scalar != "\\"
        ? String(scalar)
        : SystemText.bytes(String(scalar)).map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    return "$'" + parts.joined() + "'"
  }

  /// Returns the words of a command: `sm-gen` and `a b.sm` for `sm-gen 'a b.sm' # draws`. A `#` at the beginning of a
  /// word begins a comment, which is left out. Nil if a quote is not closed, or if no number follows `\x`.
  package static func words(of text: String) -> [String]? {
    var words: [String] = []
    // Bytes are used, because the name of a file need not be valid text.
    var word: [UInt8]?
    var quote: Quote?
    var bytes = SystemText.bytes(text)[...]
    func end() {
      if let complete = word { words.append(SystemText.string(complete)) }
      word = nil
    }
    while let byte = bytes.popFirst() {
      switch (quote, byte) {
      case (.plain?, Ascii.apostrophe), (.escapes?, Ascii.apostrophe): quote = nil
      case (.escapes?, Ascii.backslash) where bytes.first == UInt8(ascii: "x"):
        guard let value = Ascii.byte(ofHexDigits: bytes.dropFirst().prefix(2)) else { return nil }
        word = (word ?? []) + [value]
        bytes = bytes.dropFirst(3)
      case (.plain?, _), (.escapes?, _): word = (word ?? []) + [byte]
      case (nil, Ascii.apostrophe): (quote, word) = (.plain, word ?? [])
      case (nil, UInt8(ascii: "$")) where bytes.first == Ascii.apostrophe:
        bytes.removeFirst()
        (quote, word) = (.escapes, word ?? [])
      case (nil, Ascii.backslash): if let next = bytes.popFirst() { word = (word ?? []) + [next] }
      case (nil, Ascii.space), (nil, Ascii.tab): end()
      case (nil, Ascii.hash) where word == nil: return words
      case (nil, _): word = (word ?? []) + [byte]
      }
    }
    end()
    return quote == nil ? words : nil
  }

  private enum Quote {
    /// Quotes `'…'`, in which every character means itself.
    case plain
    /// Quotes `$'…'`, in which `\x25` is the byte with this number.
    case escapes
  }
}
