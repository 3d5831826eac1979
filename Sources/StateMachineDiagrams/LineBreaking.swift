/// Breaks labels into lines: between their pieces where that is enough, else at blanks, and within a word only where it
/// is far too long.
enum LineBreaking {
  /// - Parameter width: in characters; a line is longer only where a single word is.
  static func lines(_ pieces: [String], width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var length = 0
    func endLine() {
      if length > 0 { lines.append(line) }
      line = ""
      length = 0
    }
    for piece in pieces where !piece.isEmpty {
      let pieceLength = piece.count
      // A piece that takes several lines anyway begins on this one.
      if length > 0, pieceLength <= width, length + 1 + pieceLength > width { endLine() }
      if pieceLength <= width {
        if length > 0 { line += " " }
        line += piece
        length += (length > 0 ? 1 : 0) + pieceLength
        continue
      }
      for word in words(of: piece) {
        var word = word[...]
        var wordLength = word.count
        if length > 0, length + 1 + wordLength > width { endLine() }
        // Nobody reads a word of hundreds of characters: it is broken so that it does not spread the picture.
        while wordLength > 2 * width {
          let end = word.index(word.startIndex, offsetBy: 2 * width)
          line += word[..<end]
          length = 2 * width
          endLine()
          word = word[end...]
          wordLength -= 2 * width
        }
        if length > 0 { line += " " }
        line += word
        length += (length > 0 ? 1 : 0) + wordLength
      }
    }
    endLine()
    return lines
  }

  /// The words between blanks; `/` and `{` stay with the word behind them, `}` and `]` with the one before.
  private static func words(of piece: String) -> [String] {
    var words: [String] = []
    for word in piece.split(separator: " ") {
      if let last = words.last, last.hasSuffix("{") || last == "/" || word.hasPrefix("}") || word.hasPrefix("]") {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
    }
    return words
  }
}
