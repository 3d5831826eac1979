extension Set<String> {
  /// Adds `base` to the set, and returns it. If the set has `base`, adds and returns the first new one of `base2`,
  /// `base3` and so on. A `separator` is before the number.
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

/// Spells names and types as Swift needs them.
extension String {
  /// The text with its first letter in upper case: `Loaded` for `loaded`.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The name, in back-ticks if it has characters that need them: `` `my state` `` (SE-0451). A keyword such as `class`
  /// has no back-ticks here.
  package var spelledAsName: String { SwiftName.isPlain(utf8) ? self : "`\(self)`" }

  /// The name as Swift spells it where an enum case is declared: in back-ticks if it is a keyword or no plain
  /// identifier.
  package var spelledAsCase: String { SwiftKeyword.reserved.contains(self) ? "`\(self)`" : spelledAsName }

  /// The name as Swift spells it after a dot. Of the keywords, only `inout` needs back-ticks there.
  package var spelledAsMember: String { self == "inout" ? "`inout`" : spelledAsName }

  /// The text as it is written inside a string literal, with `\` before quotes and backslashes. A name in back-ticks
  /// may contain quotes and backslashes.
  package var inStringLiteral: String {
    // Scalars, not characters: a quote with an accent is a quote for Swift.
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\\" || scalar == "\"" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Returns a Swift expression, for generated code, whose value is a text about active regions: `active(on, dark)`.
  /// `path` is the text before the parenthesis, and `expressions` are Swift for the active state of each region.
  ///
  /// The expression is one string literal with interpolations. Swift 6.3 cannot read a name in an interpolation if
  /// back-ticks in it enclose a quote or a parenthesis (SE-0451). With such a name, the expression is a sum of strings.
  package static func text(ofRegions expressions: [String], after path: String = "") -> String {
    let start = "\(path.inStringLiteral)("
    let names = expressions.lazy.flatMap { $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 } }
    if !names.contains(where: { $0.element.contains { "'\"()".contains($0) } }) {
      return "\"\(start)\(expressions.map { "\\(\($0))" }.joined(separator: ", ")))\""
    }
    return "\"\(start)\" + \(expressions.map { "String(describing: \($0))" }.joined(separator: " + \", \" + ")) + \")\""
  }

  /// Whether the text is a function type: it has `->` outside of brackets. Such a type needs `@escaping` if it is the
  /// type of a parameter that is stored.
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
