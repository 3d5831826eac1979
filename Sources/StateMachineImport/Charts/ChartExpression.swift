import StateMachineSyntax

/// An expression of a chart. It has been translated into Swift, with the names of the machine, and its type is known.
struct ChartExpression {
  enum ValueType: String {
    case int = "Int"
    case double = "Double"
    case bool = "Bool"
    case string = "String"

    /// The initial value, as Swift, of a variable of this type, if the chart gives no value.
    var zero: String {
      switch self {
      case .int, .double: "0"
      case .bool: "false"
      case .string: "\"\""
      }
    }
  }

  let swift: String
  let type: ValueType
  var isLiteral = false
  /// Whether the expression contains names of guards that the machine declares, such as `isFree`. Such an expression
  /// can be negated, and joined by `&&` and `||`, but not compared.
  var isGuard = false

  fileprivate var isNumber: Bool { type == .int || type == .double }

  /// Returns the expression for a number, a string, `true` or `false`; nil for any other text.
  static func literal(_ text: String) -> ChartExpression? {
    var cursor = ChartCursor(text.trimmedBlanks)
    let sign = cursor.take("-") ? "-" : ""
    guard let literal = takeLiteral(&cursor), cursor.isAtEnd, sign.isEmpty || literal.isNumber else { return nil }
    return ChartExpression(swift: sign + literal.swift, type: literal.type, isLiteral: true)
  }

  /// Reads a literal at the cursor and returns it: `1.5`, `'open'`, `true`. Nil if there is no literal at the cursor. A
  /// sign before a number is not read.
  fileprivate static func takeLiteral(_ cursor: inout ChartCursor) -> ChartExpression? {
    guard let first = cursor.next else { return nil }
    if first == "\"" || first == "'" { return takeString(&cursor, quote: first) }
    for word in ["true", "false"] where cursor.takeWord(word) {
      return ChartExpression(swift: word, type: .bool, isLiteral: true)
    }
    guard first.isASCII, first.isNumber || first == "." else { return nil }
    let digits = cursor.take { $0.isASCII && $0.isNumber || $0 == "." }
    guard cursor.next?.isNamePart != true else { return nil }
    if let number = Int(digits) { return ChartExpression(swift: "\(number)", type: .int, isLiteral: true) }
    guard digits.contains("."), digits.last != ".", Double(digits) != nil else { return nil }
    return ChartExpression(swift: (first == "." ? "0" : "") + digits, type: .double, isLiteral: true)
  }

  /// Reads a string, `'…'` or `"…"`, and returns it as a string literal of Swift. Nil if the closing quote is missing.
  private static func takeString(_ cursor: inout ChartCursor, quote: Character) -> ChartExpression? {
    _ = cursor.takeNext()
    var content = ""
    while let character = cursor.takeNext() {
      if character == quote { return ChartExpression(swift: quoted(content), type: .string, isLiteral: true) }
      let escaped = character == "\\" ? cursor.takeNext() ?? " " : character
      content.append(character == "\\" ? ["n": "\n", "t": "\t"][escaped] ?? escaped : character)
    }
    return nil
  }

  /// Returns a text as a string literal of Swift, with its quotes.
  static func quoted(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "\"\(lines.map { String($0).visible.inStringLiteral }.joined(separator: "\\n"))\""
  }

  /// Returns the type of the expression `left sign right`: `bool` for `count < 3`. Nil if the operands' types do not
  /// fit together, or if a named guard is compared.
  ///
  /// - Parameter sign: the operator: `&&`, `<`, `+`.
  fileprivate static func type(_ left: ChartExpression, _ sign: String, _ right: ChartExpression) -> ValueType? {
    if sign == "&&" || sign == "||" { return left.type == .bool && right.type == .bool ? .bool : nil }
    guard !left.isGuard, !right.isGuard else { return nil }
    // A literal such as `1` may be an `Int` or a `Double`.
    let isMixed = left.isNumber && right.isNumber && (left.type == .int ? left : right).isLiteral
    guard left.type == right.type || isMixed else { return nil }
    let type = left.type == right.type ? left.type : .double
    switch sign {
    case "==", "!=": return .bool
    case "<", ">", "<=", ">=": return type == .bool ? nil : .bool
    case "+": return type == .bool ? nil : type
    case "%": return type == .int ? .int : nil
    default: return type == .int || type == .double ? type : nil
    }
  }
}

/// Translates expressions of a chart, with variables and guards, into Swift.
extension ChartValues {
  /// Returns an expression of the chart translated into Swift: `count == 3` for `count === 3`. Nil if the expression
  /// cannot be read, or if it is longer than 400 bytes, which limits the work.
  ///
  /// - Parameter isCondition: whether an unknown name, such as `isFree`, becomes a guard that the machine declares.
  mutating func expression(_ text: String, isCondition: Bool = false) -> ChartExpression? {
    guard text.utf8.count <= 400 else { return nil }
    mayAsk = isCondition
    var cursor = ChartCursor(text)
    let expression = operand(&cursor, minimum: 0, depth: 0)
    return cursor.isAtEnd ? expression : nil
  }

  /// The operators in charts, each with the operator in Swift and its precedence. A longer operator comes before one
  /// with which it begins, `<=` before `<`, because the first that fits is read.
  private static let operators = [
    ("===", "==", 3), ("!==", "!=", 3), ("==", "==", 3), ("!=", "!=", 3), ("<=", "<=", 3), (">=", ">=", 3),
    ("&&", "&&", 2), ("||", "||", 1), ("+", "+", 4), ("-", "-", 4), ("*", "*", 5), ("/", "/", 5), ("%", "%", 5),
    ("<", "<", 3), (">", ">", 3),
  ]

  /// Reads an expression at the cursor and returns it; nil if it cannot be read. Reading stops before an operator whose
  /// precedence is not higher than `minimum`. At `b + c` with the precedence of `*`, only `b` is read.
  ///
  /// - Parameter depth: the number of expressions around this one. At 40, the result is nil; this limits the recursion.
  private mutating func operand(_ cursor: inout ChartCursor, minimum: Int, depth: Int) -> ChartExpression? {
    guard depth < 40, var left = primary(&cursor, depth) else { return nil }
    var hasCompared = false
    while true {
      cursor.skipBlanks()
      guard let (sign, swift, strength) = Self.operators.first(where: { cursor.rest.hasPrefix($0.0) }),
        strength > minimum
      else { return left }
      // Swift has no `a < b < c`.
      if strength == 3, hasCompared { return nil }
      hasCompared = strength == 3
      _ = cursor.take(sign)
      guard let right = operand(&cursor, minimum: strength, depth: depth + 1),
        let type = ChartExpression.type(left, swift, right)
      else { return nil }
      left = ChartExpression(
        swift: "\(left.swift) \(swift) \(right.swift)", type: type, isGuard: left.isGuard || right.isGuard)
    }
  }

  /// Reads an operand of an expression and returns it: `1`, `count`, `In('open')`, `(a + b)`, `!isFree`. Nil if the
  /// operand cannot be read.
  private mutating func primary(_ cursor: inout ChartCursor, _ depth: Int) -> ChartExpression? {
    cursor.skipBlanks()
    if cursor.take("(") {
      guard let inner = operand(&cursor, minimum: 0, depth: depth + 1) else { return nil }
      cursor.skipBlanks()
      guard cursor.take(")") else { return nil }
      return ChartExpression(swift: "(\(inner.swift))", type: inner.type, isGuard: inner.isGuard)
    }
    if cursor.next == "!" || cursor.next == "-" {
      guard depth < 40, let sign = cursor.takeNext(), let operand = primary(&cursor, depth + 1),
        sign == "!" ? operand.type == .bool : operand.isNumber && !operand.swift.hasPrefix("-")
      else { return nil }
      return ChartExpression(
        swift: "\(sign)\(operand.swift)", type: operand.type, isLiteral: operand.isLiteral, isGuard: operand.isGuard)
    }
    if let literal = ChartExpression.takeLiteral(&cursor) { return literal }
    let name = cursor.take { $0.isNamePart || $0 == "." || $0 == "$" }
    if name.lowercased() == "in", cursor.take("("), let id = cursor.take(through: ")") {
      return path(toState: id.filter { !"'\" ".contains($0) }).map { ChartExpression(swift: "in(\($0))", type: .bool) }
    }
    // A property without a known type has a `TODO`, so an expression with it cannot be checked.
    if let known = property(name) { return known.isTyped ? ChartExpression(swift: known.name, type: known.type) : nil }
    guard mayAsk, name.isIdentifier, !["and", "or", "not"].contains(name) else { return nil }
    _ = cursor.take("()")
    return ChartExpression(swift: isTrial ? name : guardName(name), type: .bool, isGuard: true)
  }
}
