extension Set<String> {
  /// Adds a name that is not there yet: the base, or the base with the first number behind it, from 2 on, that makes it one.
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

/// Names that are made of others, and types, as Swift has them.
extension String {
  /// With its first letter as a capital: `loaded` as `Loaded`.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// In back-ticks where it is no plain identifier (SE-0451).
  package var spelledAsName: String { SwiftName.isPlain(utf8) ? self : "`\(self)`" }

  /// As the case of an enum where it is declared: in back-ticks where it is a keyword, too.
  package var spelledAsCase: String { SwiftKeyword.reserved.contains(self) ? "`\(self)`" : spelledAsName }

  /// Behind a dot, where Swift wants back-ticks for one keyword only.
  package var spelledAsMember: String { self == "inout" ? "`inout`" : spelledAsName }

  /// As it is written in a string literal: raw identifiers may have quotes.
  package var inStringLiteral: String {
    // Scalars, not characters: a quote with an accent is a quote for Swift.
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\\" || scalar == "\"" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// The expression for what a user reads of regions: a path, and in parentheses the values of expressions. It is one
  /// literal but where a raw identifier (SE-0451) has a quote or a parenthesis, which Swift 6.3 does not lex within an
  /// interpolation.
  package static func text(ofRegions expressions: [String], behind path: String = "") -> String {
    let start = "\(path.inStringLiteral)("
    let names = expressions.lazy.flatMap { $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 } }
    if !names.contains(where: { $0.element.contains { "'\"()".contains($0) } }) {
      return "\"\(start)\(expressions.map { "\\(\($0))" }.joined(separator: ", ")))\""
    }
    return "\"\(start)\" + \(expressions.map { "String(describing: \($0))" }.joined(separator: " + \", \" + ")) + \")\""
  }

  /// Is true where the type is a function's, outside brackets: a parameter of it escapes only where that is said.
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
