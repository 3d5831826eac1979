/// Names that are made of others, and types, as Swift has them.
extension String {
  /// With its first letter as a capital: `loaded` as `Loaded`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// In back-ticks where it is no plain identifier (SE-0451).
  var spelledAsName: String { utf8.allSatisfy(Ascii.continuesIdentifier) ? self : "`\(self)`" }

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
