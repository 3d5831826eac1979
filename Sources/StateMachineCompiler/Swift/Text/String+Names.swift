/// Names that are made of others, and types, as Swift has them.
extension String {
  /// With its first letter as a capital: `loaded` as `Loaded`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// In back-ticks where it is no plain identifier (SE-0451).
  var spelledAsName: String { SwiftName.isPlain(utf8) ? self : "`\(self)`" }

  /// As the case of an enum where it is declared: in back-ticks where it is a keyword, too.
  var spelledAsCase: String { SwiftKeyword.reserved.contains(self) ? "`\(self)`" : spelledAsName }

  /// Behind a dot, where Swift wants back-ticks for one keyword only.
  var spelledAsMember: String { self == "inout" ? "`inout`" : spelledAsName }

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
