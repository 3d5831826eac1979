/// The findings of the lexers and the parser.
extension Diagnostic {
  static func notUTF8(at offset: Int) -> Diagnostic {
    Diagnostic(.notUTF8, SourceRange(offset, offset + 1), "this byte is not UTF-8: save the file in UTF-8")
  }

  static func nulByte(at offset: Int) -> Diagnostic {
    Diagnostic(.nulByte, SourceRange(offset, offset + 1), "the file holds a NUL byte: it is no text")
  }

  static func unterminatedComment(at offset: Int) -> Diagnostic {
    Diagnostic(
      .unterminatedComment, SourceRange(offset, offset + 2), "this comment is never closed: write '*/' at its end")
  }

  /// Returns the finding on a string literal that does not end.
  ///
  /// - Parameter remedy: the missing text and its place, for the message: `'"' at its end`.
  static func unterminatedString(at offset: Int, write remedy: String) -> Diagnostic {
    Diagnostic(
      .unterminatedString, SourceRange(offset, offset + 1), "this string literal is never closed: write \(remedy)")
  }

  static func unclosedBracket(_ bytes: [UInt8], at offset: Int) -> Diagnostic {
    let opener = String(decoding: [bytes[offset]], as: UTF8.self)
    return Diagnostic(
      .unclosedBracket, SourceRange(offset, offset + 1),
      "this '\(opener)' is never closed: '\(closer(of: bytes[offset]))' is missing")
  }

  private static func closer(of bracket: UInt8) -> String {
    switch bracket {
    case Ascii.leftParen: ")"
    case Ascii.leftBracket: "]"
    case Ascii.leftAngle: ">"
    default: "}"
    }
  }

  static func mismatchedBracket(_ bytes: [UInt8], at offset: Int, opener: Int) -> Diagnostic {
    let text = String(decoding: bytes[offset...offset], as: UTF8.self)
    let range = SourceRange(offset, offset + 1)
    guard [Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace, Ascii.leftAngle].contains(bytes[opener]) else {
      return Diagnostic(.mismatchedBracket, range, "'\(text)' closes no bracket: leave it out")
    }
    let open = String(decoding: bytes[opener...opener], as: UTF8.self)
    return Diagnostic(
      .mismatchedBracket, range,
      "'\(text)' does not close '\(open)': write '\(closer(of: bytes[opener]))', or leave it out"
    ).note("this bracket is open", SourceRange(opener, opener + 1))
  }

  package static func unexpected(
    _ found: String, _ range: SourceRange, expected: String, remedy: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range,
      "\(found) stands where \(expected) should be" + (remedy.map { ": \($0)" } ?? ""))
  }

  /// Returns the finding on a construct that only earlier versions of the language had, such as `all` in
  /// `every 1s all`.
  ///
  /// - Parameter what: the construct, for the message.
  static func dropped(_ what: String, _ range: SourceRange, remedy: String) -> Diagnostic {
    Diagnostic(.dropped, range, "\(what) is no longer part of the language: \(remedy)")
  }

  static func misplacedInType(_ bytes: [UInt8], _ range: SourceRange) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    let remedy =
      switch text {
      case ":", "==": ": write '=' before a value"
      case "in": ": write 'in Type' before ':'"
      case "<": ": its '>' is missing"
      default: ""
      }
    return Diagnostic(.unexpectedToken, range, "'\(text)' cannot stand here in a type" + remedy)
  }

  static func severalInitialStates(_ comma: SourceRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, comma,
      "a body has one initial state: declare the others on a line of their own, as in 'state a, b'")
  }

  static func severalPolicies(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range, "one policy says what becomes of an event: leave out '\(word)' or what is before it")
  }

  static func errorOfOtherPolicy(_ range: SourceRange, _ found: String, after word: String) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range,
      "\(found) stands where the end of the policy should be: an error follows 'throw', and nothing '\(word)'")
  }

  static func misspelledKeyword(
    _ name: String, _ range: SourceRange, nearest: String, beginsStatement: Bool = true
  ) -> Diagnostic {
    let what = beginsStatement ? "begins no statement" : "is no keyword"
    return Diagnostic(.unexpectedToken, range, "'\(name)' \(what): did you mean '\(nearest)'?")
      .replacing(range, by: nearest)
  }

  package static func expected(_ what: String, after word: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "\(what) should follow '\(word)'")
  }

  static func wrongArrow(_ bytes: [UInt8], _ range: SourceRange) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.wrongArrow, range, "an arrow is written '->', not '\(text)'").replacing(range, by: "->")
  }

  static func arrowWithoutEvent(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .arrowWithoutEvent, range,
      "this arrow has no event: write ': event' after the target, ': always' if it needs none, or ': [else]' in a choice"
    )
  }

  static func otherLanguage(_ language: String, _ range: SourceRange) -> Diagnostic {
    let help =
      switch language {
      case "Graphviz", "SMC":
        "'\(language == "SMC" ? "smc" : "dot")' reads it: a '.sm' file begins with 'machine Name {' and has rows such as 'open -> closed : close'"
      default: "'sm-gen import' makes a machine of it"
      }
    return Diagnostic(.otherLanguage, range, "this is \(language): \(help)")
  }

  static func lineEndsInOperator(_ range: SourceRange, _ text: String) -> Diagnostic {
    Diagnostic(
      .lineEndsInOperator, range,
      "the line ends in '\(text)': put the expression in parentheses to go on in the next line")
  }

  package static func colonAfterAction(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "effects of '\(word)' stand after '/': write '\(word) / effect'")
  }

  /// Returns the finding on `state x:` with a body in indented lines below it, as in Python.
  static func bodyAfterColon(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range,
      "after ':' stands the machine that '\(name)' holds: a body stands in braces, as in 'state \(name) { … }'")
  }

  static func bodyAfterColon(_ range: SourceRange, machine name: String) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range,
      "after ':' stand the protocols of '\(name)': a body stands in braces, as in 'machine \(name) { … }'")
  }

  /// Returns the finding on a condition as another language writes it, such as `state == open` for `in(open)`.
  ///
  /// - Parameter remedy: the condition to write instead.
  package static func foreignCondition(_ range: SourceRange, _ text: String, write remedy: String) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "'\(text)' is no condition here: write '\(remedy)'").replacing(
      range, by: remedy)
  }

  /// Returns the finding on `unhandled` on a line of its own, indented below an event. The line sets the policy of the
  /// machine, although the policy of the event was meant.
  package static func policyBelowEvent(_ range: SourceRange, _ event: String) -> Diagnostic {
    Diagnostic(
      .misplaced, range,
      "in a line of its own, 'unhandled' is the machine's policy: write it in the line of '\(event)', or as deep as that"
    )
  }

  /// Returns the finding on a keyword before a colon, as in `event: x`, if no state has the keyword as its name.
  ///
  /// - Parameter isTrigger: whether the keyword is a trigger, such as `always`.
  package static func keywordBeforeColon(_ range: SourceRange, _ word: String, isTrigger: Bool) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range,
      isTrigger
        ? "'\(word)' stands in the place of an event: write 'a -> b : \(word)'"
        : word == "history"
          ? "no ':' stands after 'history': write 'history -> state', where it begins"
          : ["let", "var"].contains(word)
            ? "a property has a name: write it between '\(word)' and ':'"
            : "no ':' stands after '\(word)', which begins a statement: leave it out")
  }

  static func foreignBlank(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "'\(name)' looks like a blank and is none: write a space")
      .fix("write a space", TextEdit(range, " "))
  }

  /// Returns the finding on a full-width character, such as `：`, that was meant as the ASCII character.
  ///
  /// - Parameter mark: the ASCII character in quotes.
  static func wideMark(_ bytes: [UInt8], _ range: SourceRange, _ mark: String) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.unexpectedToken, range, "'\(text)' looks like \(mark) and is none: write \(mark)")
      .replacing(range, by: String(mark.dropFirst().dropLast()))
  }

  static func incompleteSwift(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.missingSwift, range, "something is missing after '\(text)'")
  }

  /// Returns the finding on `# text` within or after a piece of Swift. In other languages, this is a comment.
  static func commentOfOthers(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "'#' begins nothing here: write '//' before a comment")
  }

  package static func statementAsExpression(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.unexpectedToken, range, "'\(text)' begins a statement: write an expression alone")
  }

  static func directive(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(
      .unexpectedToken, range, "'\(text)' has no place here: write it in a function in 'swift { … }'")
  }

  static func malformedNumber(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    let isDuration = ["ns", "us", "ms", "s", "min", "h"].contains {
      text.hasSuffix($0) && text.dropLast($0.count).allSatisfy(\.isNumber)
    }
    return Diagnostic(
      .unexpectedToken, range,
      "'\(text)' is no number in Swift" + (isDuration ? ": a timer is written 'after \(text)'" : ""))
  }

  static func typographicQuote(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.unexpectedToken, range, "'\(text)' is a typographic quote: write '\"'").replacing(
      range, by: "\"")
  }

  /// Returns the finding on `'text'`, a string in single quotes, or on a lone single quote.
  static func singleQuotes(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    guard text.utf8.count > 1 else {
      return Diagnostic(.unexpectedToken, range, "\(text) means nothing in Swift: a text stands in double quotes")
    }
    let content = text.dropFirst().dropLast().replacing("\"", with: "\\\"")
    let diagnostic = Diagnostic(
      .unexpectedToken, range,
      "a text stands in double quotes: write \(quotation("\"\(content)\""))")
    return diagnostic.replacing(range, by: "\"\(content)\"")
  }

  /// Returns the finding on a token that cannot follow the token before it in an expression, as `b` in `a b`.
  ///
  /// - Parameter beginsStatement: whether the token begins a statement, so that a line ending is missing before it.
  static func misplacedInExpression(
    _ range: SourceRange, _ bytes: [UInt8], beginsStatement: Bool = false
  ) -> Diagnostic {
    let word = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    let quoted = quotation(word)
    if let symbol = SwiftFragment.operator(for: word) {
      return Diagnostic(.unexpectedToken, range, "'\(word)' is no operator of Swift: write '\(symbol)'")
        .replacing(range, by: symbol)
    }
    if beginsStatement {
      return Diagnostic(
        .unexpectedToken, range, "'\(quoted)' begins another statement: write ';' or a new line before it")
    }
    switch word {
    case ";":
      return Diagnostic(.unexpectedToken, range, "a guard is one condition: leave out ';', and write '&&' or ','")
    case "else": return Diagnostic(.unexpectedToken, range, "'else' stands alone in a guard: write '[else]'")
    case "=<", "<>", "..":
      let symbol = ["=<": "<=", "<>": "!=", "..": "..."][word, default: word]
      return Diagnostic(.unexpectedToken, range, "'\(word)' is no operator of Swift: write '\(symbol)'")
        .replacing(range, by: symbol)
    case "===", "!==":
      return Diagnostic(
        .unexpectedToken, range, "'\(word)' compares objects: write '\(word.dropLast())' to compare values"
      ).replacing(range, by: String(word.dropLast()))
    case "=": return Diagnostic(.unexpectedToken, range, "a second '=' stands here: a value has one before it")
    case let word where word.contains(" "):
      let joined = word.filter { $0 != " " }
      let isKnown = ["==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/="].contains(joined)
      guard isKnown else { return Diagnostic(.missingSwift, range, "a value is missing in '\(quoted)'") }
      return Diagnostic(.unexpectedToken, range, "'\(word)' is no operator of Swift: write '\(joined)'")
        .replacing(range, by: joined)
    case "++", "--":
      return Diagnostic(.unexpectedToken, range, "'\(word)' is no operator of Swift: write '\(word.prefix(1)) 1'")
    case "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "??":
      return Diagnostic(.unexpectedToken, range, "'\(word)' has a blank on one side: write one on both sides")
    case "await":
      return Diagnostic(
        .unexpectedToken, range,
        "a guard does not wait: let an output 'async' find it out, and an event bring it")
    default: break
    }
    if word == "=>", bytes[..<range.lowerBound].last(where: { !Ascii.isBlank($0) }) != Ascii.rightParen {
      return Diagnostic(.unexpectedToken, range, "'=>' is no operator of Swift: write '>='").replacing(range, by: ">=")
    }
    if word == "=>" {
      return Diagnostic(.unexpectedToken, range, "a guard is a condition, and no function: write the condition alone")
    }
    if word == "In" { return Diagnostic(.unexpectedToken, range, "'In' asks for no state here: write 'in(state)'") }
    let remedy =
      switch word {
      case "in": ": to ask whether a list has a value, write 'list.contains(value)'"
      case "if": ": write 'condition ? value : other'"
      default: ": an operator or a comma is missing before it"
      }
    return Diagnostic(.unexpectedToken, range, "'\(quoted)' cannot stand here in an expression" + remedy)
  }

  static func wrongEscape(_ range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let text = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    return Diagnostic(.unexpectedToken, range, "'\(text)' means nothing in a string: write '\\\\' for a backslash")
  }

  static func controlCharacter(_ index: Int, _ byte: UInt8, hashes: Int) -> Diagnostic {
    let code = byte == Ascii.tab ? "t" : "u{\(String(byte, radix: 16, uppercase: true))}"
    let escape = "\\\(String(repeating: "#", count: hashes))\(code)"
    let range = SourceRange(index, index + 1)
    return Diagnostic(.unexpectedToken, range, "Swift has no control character in a string: write '\(escape)'")
      .replacing(range, by: escape)
  }

  /// Returns the finding on a superfluous `}` that ends the machine, although more statements follow.
  static func closesMachine(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.unexpectedToken, range, "'}' closes the machine here, and statements follow: leave it out")
  }

  /// Returns the finding on an operator without a value before it, as `&&` in `[&& n > 3]`. It is also used for an
  /// operator such as `+` directly after a `=`. For `n =+ 1`, the fix writes `+=`.
  static func missingOperand(before range: SourceRange, _ bytes: [UInt8]) -> Diagnostic {
    let word = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    if bytes[range.lowerBound - 1] == Ascii.equals, ["+", "-", "*", "/", "%"].contains(word) {
      let range = SourceRange(range.lowerBound - 1, range.upperBound)
      return Diagnostic(.unexpectedToken, range, "'=\(word)' is no operator of Swift: write '\(word)='")
        .replacing(range, by: word + "=")
    }
    let what = word == "&&" || word == "||" ? "a condition" : "a value"
    return Diagnostic(.missingSwift, range, "\(what) is missing before '\(word)'")
  }

  /// Returns the finding on braces or brackets around a condition, which would be a closure or an array in Swift.
  static func bracketedCondition(_ range: SourceRange, _ bracket: UInt8) -> Diagnostic {
    let braces = bracket == Ascii.leftBrace
    return Diagnostic(
      .unexpectedToken, range, "a condition stands here without \(braces ? "braces" : "brackets"): leave them out")
  }

  static func missingSwift(_ what: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.missingSwift, range, "\(what) is missing")
  }

  package static func missingSource(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingSource, range, "this row has no source: write the state's name before it, or put it into the state's body"
    )
  }

  package static func malformedParameter(_ range: SourceRange, _ why: String) -> Diagnostic {
    Diagnostic(.malformedParameter, range, "this is no parameter of a payload: \(why)")
  }

  /// Returns the finding on `let n: Int` in a payload, a word before the label.
  ///
  /// - Parameter end: the offset of the label, up to which the fix removes the text.
  static func constantParameter(_ range: SourceRange, _ word: String, end: Int) -> Diagnostic {
    let place = word == "inout" ? ", or write it before the type of a method's parameter" : ""
    return Diagnostic(.malformedParameter, range, "a parameter of a payload has no '\(word)': leave it out\(place)")
      .fix("leave out '\(word)'", TextEdit(SourceRange(range.lowerBound, end), ""))
  }

  /// Returns the finding on `n Int`, a parameter without its colon.
  ///
  /// - Parameter end: the offset after the label, at which the fix inserts the colon.
  static func parameterWithoutColon(_ range: SourceRange, label: String, type: String, end: Int) -> Diagnostic {
    Diagnostic.malformedParameter(range, "write '\(label): \(type)'")
      .fix("write a colon after '\(label)'", TextEdit(SourceRange(end, end), ":"))
  }

  /// Returns the finding on `Int n`, a parameter with its type before its label.
  static func typeBeforeLabel(_ range: SourceRange, label: String, type: String) -> Diagnostic {
    let written = "\(label): \(type.capitalizedFirst)"
    return Diagnostic.malformedParameter(range, "write '\(written)'").replacing(range, by: written, isSafe: false)
  }

  package static func voidParameter(_ range: SourceRange) -> Diagnostic {
    Diagnostic(.malformedParameter, range, "a parameter of a payload holds something: leave out what has no value")
  }

  static func computedProperty(_ what: String, _ range: SourceRange) -> Diagnostic {
    // Swift has no stored properties in extensions.
    let isStored = what.hasSuffix("' property")
    let remedy = isStored ? "give the machine a 'let' or 'var'" : "write it in 'swift { … }'"
    return Diagnostic(.computedProperty, range, "\(what) cannot be declared here: \(remedy)")
  }

  /// Returns the finding on `@Published var`, an attribute of a property, which machines do not allow.
  static func attributeOfProperty(_ range: SourceRange, _ attribute: String) -> Diagnostic {
    let isObserved = ["@Published", "@State", "@Observable", "@ObservedObject", "@StateObject"].contains(attribute)
    return Diagnostic(
      .misplaced, range,
      isObserved
        ? "a property has no '\(attribute)': leave it out, and write 'wrapper @MainActor @Observable class' for views"
        : "a property of a machine has no attribute: leave '\(attribute)' out")
  }

  static func propertyWithoutType(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.propertyWithoutType, range, "'\(name)' needs a type: write '\(name): Type' or '\(name): Type = value'")
  }

  /// Returns the finding on a duration that is not a number with a unit.
  ///
  /// - Parameters:
  ///   - found: the text after `after` or `every`, in quotes.
  ///   - word: `after` or `every`.
  ///   - unit: the next word, if it may be the unit, as in `5 s`; nil otherwise.
  static func malformedDuration(
    _ range: SourceRange, _ found: String, after word: String, unit: String? = nil
  ) -> Diagnostic {
    let text = found.filter { $0 != "'" }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let units = unit.map(DurationLiteral.units(meantBy:)) ?? []
    if number.count == text.count, (try? DurationLiteral.swift(number + "s")) != nil {
      // Other tools count milliseconds.
      let meant = units.first ?? ((Double(number) ?? 0) >= 100 ? "ms" : "s")
      return Diagnostic(
        .malformedDuration, range,
        "\(found) has no unit: write '\(word) \(number)\(meant)' (ns, us, ms, s, min or h, without a space)")
    }
    let meant = DurationLiteral.units(meantBy: String(text.dropFirst(number.count)))
    if !number.isEmpty, !meant.isEmpty {
      let written = meant.map { "'\(word) \(number)\($0)'" }.joined(separator: " or ")
      return Diagnostic(.malformedDuration, range, "\(found) has another unit: write \(written)")
    }
    return Diagnostic(
      .malformedDuration, range,
      "\(found) is no duration: write '\(word) 5s' (ns, us, ms, s, min or h, without a space) or '\(word) (expression)'"
    )
  }

  /// Returns the finding on `after (30)` or `after (30s)`, a number in parentheses, which is no duration in Swift.
  static func durationInParentheses(_ range: SourceRange, _ number: String, after word: String) -> Diagnostic {
    if (try? DurationLiteral.swift(number)) != nil {
      return Diagnostic(.malformedDuration, range, "a duration stands without parentheses: write '\(word) \(number)'")
    }
    guard (try? DurationLiteral.swift(number + "s")) != nil else {
      return malformedDuration(range, "'(\(number))'", after: word)
    }
    return Diagnostic(
      .malformedDuration, range,
      "a number is no duration: write '\(word) \(number)s', or '\(word) (.seconds(\(number)))'")
  }

  /// Returns the finding on a duration that is an expression, but not one of Swift in parentheses: `after (2s * tries)`
  /// or `after delay`.
  ///
  /// - Parameter swift: the expression in Swift, for the message.
  static func durationExpression(_ range: SourceRange, _ found: String, after word: String, swift: String)
    -> Diagnostic
  {
    let reason = found.first?.isNumber == true ? "is no number in Swift" : "stands without parentheses"
    return Diagnostic(.malformedDuration, range, "'\(found)' \(reason): write '\(word) (\(quotation(swift)))'")
  }

  static func zeroDuration(_ range: SourceRange, after word: String) -> Diagnostic {
    Diagnostic(
      .malformedDuration, range,
      word == "every"
        ? "a timer that elapses again at once never ends: write a longer time"
        : "no time passes: write 'always', or a longer time")
  }

  static func durationOutOfRange(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .malformedDuration, range, "a timer counts whole nanoseconds, in at most 17 digits: write another duration")
  }

  static func misplaced(_ what: String, _ rule: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.misplaced, range, "\(what) \(rule)")
  }

  static func tooDeep(_ range: SourceRange, limit: Int) -> Diagnostic {
    Diagnostic(.misplaced, range, "states are nested deeper than \(limit) levels")
  }

  static func noMachine(at range: SourceRange) -> Diagnostic {
    Diagnostic(.noMachine, range, "the file has no machine: write 'machine Name { … }'")
  }

  static func elseOfAction(_ range: SourceRange, _ word: String) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, range,
      "every '\(word)' decides for itself, so there is no 'else': write a condition, or leave out the brackets")
  }
}
