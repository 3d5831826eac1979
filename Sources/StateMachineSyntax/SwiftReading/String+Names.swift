extension Set<String> {
  /// Inserts and returns a new name: the base, or the base with the first number, from 2 on, that makes it new.
  package mutating func insertNumbered(_ base: String, separator: String = "") -> String {
    var name = base
    var number = 2
    while !insert(name).inserted {
      name = "\(base)\(separator)\(number)"
      number += 1
    }
    return name
  }
}

/// Names made of other names, and types, as spelled in Swift.
extension String {
  /// The text with its first letter as a capital: `Loaded` for `loaded`.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text in back-ticks if it is no plain identifier (SE-0451).
  package var spelledAsName: String { SwiftName.isPlain(utf8) ? self : "`\(self)`" }

  /// The text as the declaration of an enum case: in back-ticks also if it is a keyword.
  package var spelledAsCase: String { SwiftKeyword.reserved.contains(self) ? "`\(self)`" : spelledAsName }

  /// The text after a dot, where Swift wants back-ticks for one keyword only.
  package var spelledAsMember: String { self == "inout" ? "`inout`" : spelledAsName }

  /// The text inside a string literal, with quotes and backslashes escaped. Raw identifiers may have quotes.
  package var inStringLiteral: String {
    // Scalars, not characters: a quote with an accent is a quote for Swift.
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\\" || scalar == "\"" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Returns the expression for the description of regions: a path, and in parentheses the values of expressions. The
  /// expression is one literal unless a raw identifier (SE-0451) has a quote or a parenthesis, which Swift 6.3 does not
  /// lex in an interpolation.
  package static func text(ofRegions expressions: [String], behind path: String = "") -> String {
    let start = "\(path.inStringLiteral)("
    let names = expressions.lazy.flatMap { $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 } }
    if !names.contains(where: { $0.element.contains { "'\"()".contains($0) } }) {
      return "\"\(start)\(expressions.map { "\\(\($0))" }.joined(separator: ", ")))\""
    }
    return "\"\(start)\" + \(expressions.map { "String(describing: \($0))" }.joined(separator: " + \", \" + ")) + \")\""
  }

  /// Whether the type is a function type outside brackets. A parameter of such a type does not escape by default.
  package var isFunctionType: Bool {
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
