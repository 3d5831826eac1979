/// Names that are made of others, and types, as Swift has them.
extension String {
  /// With its first letter as a capital: `loaded` as `Loaded`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// In back-ticks where it is no plain identifier (SE-0451).
  var spelledAsName: String { SwiftName.isPlain(utf8) ? self : "`\(self)`" }

  /// As it is written in a string literal: raw identifiers may have quotes.
  var inStringLiteral: String {
    // Scalars, not characters: a quote with an accent is a quote for Swift.
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\\" || scalar == "\"" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Whether a type is a function's, outside brackets: a parameter of it escapes only where that is said.
  var isFunctionType: Bool {
    var depth = 0
    var previous: Character = " "
    for character in self {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">":
        if previous == "-" {
          if depth == 0 { return true }
        } else {
          depth -= 1
        }
      default: break
      }
      previous = character
    }
    return false
  }
}
