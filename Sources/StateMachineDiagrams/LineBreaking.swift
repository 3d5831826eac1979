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

  /// The lines of an arrow's label: each piece has its own, and pieces share one where that is short.
  ///
  /// - Parameters:
  ///   - width: how long a line of several pieces may be, in characters.
  ///   - pieceWidth: from where on a piece is broken: into as few lines as need be, which are about as long as each other.
  static func label(_ pieces: [String], width: Int, pieceWidth: Int) -> [String] {
    var result: [String] = []
    for piece in pieces where !piece.isEmpty {
      if let last = result.last, last.count + 1 + piece.count <= width {
        result[result.count - 1] = last + " " + piece
      } else if piece.count <= pieceWidth {
        result.append(piece)
      } else {
        result += balanced(piece, width: pieceWidth)
      }
    }
    return result
  }

  /// The lines of a piece, broken at the smallest width that needs no further line: none is left with a lone `1)`.
  private static func balanced(_ piece: String, width: Int) -> [String] {
    let lines = lines([piece], width: width)
    var (narrow, wide) = (width / 2, width)
    while narrow < wide {
      let middle = (narrow + wide) / 2
      if Self.lines([piece], width: middle).count > lines.count { narrow = middle + 1 } else { wide = middle }
    }
    return Self.lines([piece], width: wide)
  }

  /// The fields of a payload `(a: Int, b: [Int: Int])`, each with the comma behind it.
  static func fields(of payload: String) -> [String] {
    var fields = [""]
    var depth = 0
    for character in payload {
      if character == " ", fields[fields.count - 1].isEmpty { continue }
      fields[fields.count - 1].append(character)
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", ">", "}": depth -= 1
      case "," where depth == 1: fields.append("")
      default: break
      }
    }
    return fields
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
