/// Breaks labels into lines. A label consists of pieces, such as an event, a guard and an effect. A line ends between
/// two pieces, if possible. A piece that is too long for a line is broken at blanks. A word that is too long is broken
/// between its parts (`a.b(c)`). A name is broken only if it is far too long.
enum LineBreaking {
  /// Returns pieces of text broken into lines.
  ///
  /// - Parameters:
  ///   - width: the largest number of characters in a line. Only a line with a single word may be longer.
  ///   - wordWidth: the width for words; nil for `width`. A word is broken if it is more than a quarter longer than
  ///     this.
  static func lines(_ pieces: [String], width: Int, wordWidth: Int? = nil) -> [String] {
    let wordWidth = wordWidth ?? width
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
      // A piece that needs several lines anyway begins on the current one.
      if length > 0, pieceLength <= width, length + 1 + pieceLength > width { endLine() }
      if pieceLength <= width {
        if length > 0 { line += " " }
        line += piece
        length += (length > 0 ? 1 : 0) + pieceLength
        continue
      }
      for word in words(of: piece) {
        for (index, part) in parts(of: word, width: wordWidth).enumerated() {
          let blank = index == 0 && length > 0 ? 1 : 0
          if length > 0, length + blank + part.count > width { endLine() }
          if length > 0, blank > 0 { line += " " }
          line += part
          length += (length > 0 ? blank : 0) + part.count
        }
      }
    }
    endLine()
    return lines
  }

  /// Returns the lines of an arrow's label. Each piece of the label (its event, guard or an effect) has its own line,
  /// except that short pieces share a line.
  ///
  /// - Parameters:
  ///   - width: the largest number of characters in a line with several pieces.
  ///   - pieceWidth: the number of characters above which a piece is broken into lines of about the same length.
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

  /// Returns a piece broken into as few lines as `width` allows. The lines have about the same length, so that the last
  /// line is not a lone `1)`, for example. A binary search finds the smallest width that needs no additional line.
  private static func balanced(_ piece: String, width: Int) -> [String] {
    let lines = lines([piece], width: width)
    var (narrow, wide) = (width / 2, width)
    while narrow < wide {
      let middle = (narrow + wide) / 2
      let count = Self.lines([piece], width: middle, wordWidth: width).count
      if count > lines.count { narrow = middle + 1 } else { wide = middle }
    }
    return Self.lines([piece], width: wide, wordWidth: width)
  }

  /// Returns the fields of a payload as separate texts, with their commas: `(a: Int,` and `b: [Int: Int])` for
  /// `(a: Int, b: [Int: Int])`.
  static func fields(of payload: String) -> [String] {
    var fields = [""]
    var depth = 0
    var last: Character?
    for character in payload {
      defer { last = character }
      if character == " ", fields[fields.count - 1].isEmpty { continue }
      fields[fields.count - 1].append(character)
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ">" where last == "-": break
      case ")", "]", ">", "}": depth -= 1
      case "," where depth == 1: fields.append("")
      default: break
      }
    }
    return fields
  }

  /// Returns the words of a piece: `push`, `[isFree]` and `/ beep` for `push [isFree] / beep`. A word does not end
  /// after `/` or `{`, nor before `}` or `]`. So such a sign is never alone on a line.
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

  /// Returns the parts of a word; a line may end between two parts. If `door.open(count)` is too long, its parts are
  /// `door`, `.open(` and `count)`. A word that is at most a quarter longer than a line is a single part.
  private static func parts(of word: String, width: Int) -> [Substring] {
    guard word.count > width + width / 4 else { return [word[...]] }
    var parts: [Substring] = []
    var start = word.startIndex
    var length = 0
    func endPart(_ end: String.Index) {
      parts.append(word[start..<end])
      start = end
      length = 0
    }
    for (last, index) in zip(word.indices, word.indices.dropFirst()) {
      length += 1
      // A very long name is broken even within the name, so that it does not make the picture wider.
      if length == 2 * width || isBreak(word[last], word[index]) { endPart(index) }
    }
    endPart(word.endIndex)
    return parts
  }

  /// Returns whether a line may end inside a word, between two neighboring characters. It may end after an opening
  /// bracket or a separator (`f(|x`), and before a dot or an operator (`a|.b`).
  private static func isBreak(_ last: Character, _ next: Character) -> Bool {
    func isName(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    // After a bracket or a separator, a name, a string, a key path or a case must follow.
    if "([{,;:".contains(last) { return isName(next) || "\"\\.".contains(next) }
    // A line does not end after a digit, so that a number such as `1.5` or `1...3` is not broken.
    return (isName(last) && !last.isNumber || ")]}\"?!".contains(last)) && ".&|=+-*/<>".contains(next)
  }
}
