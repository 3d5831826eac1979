import StateMachineModel
import StateMachineSyntax

/// Prints conditions that are Swift of the `.sm` file.
struct ConditionPrinter {
  let source: SourceFile

  /// Writes `if condition {` with its source location. If the code has source locations, a `do {` and declarations may
  /// come first. There is one for each named guard in the condition, such as `isReady`, and for each query, such as
  /// `in(open)`.
  ///
  /// - Returns: the number of braces that the caller has to close: 2 with the `do`, otherwise 1.
  func open(_ condition: SwiftCode, _ out: inout SwiftWriter) -> Int {
    var written = condition
    let isScope = out.isLocated && !(written.expansions.isEmpty && written.queries.isEmpty)
    if isScope {
      out.write("do")
      out.openBrace()
      writeQueries(of: written, &out)
      writeNames(of: written, &out)
      written.expansions = []
    }
    out.beginLocation(written.range)
    out.write("if ")
    write(written, &out)
    out.openBrace()
    out.endLocation()
    return isScope ? 2 : 1
  }

  /// Writes a constant for each query of a condition, such as `in(open)`: `let in1 = self.state.isInOpen`. The
  /// condition itself is written later, with `in1` and spaces in place of `in(open)`. So the code after the query keeps
  /// its column.
  private func writeQueries(of condition: SwiftCode, _ out: inout SwiftWriter) {
    var seen: Set<ID<StateQuery>> = []
    for place in condition.queries where seen.insert(place.query).inserted {
      out.line(string: "let \(out.locatedQueries[place.query]) = \(out.stateQueries[place.query])")
    }
  }

  /// Writes a computed variable for each named guard in a condition: `var isReady: Bool { … }`. The guard's code then
  /// has a source location of its own. The condition keeps its columns, because it still contains the guard's name.
  private func writeNames(of condition: SwiftCode, _ out: inout SwiftWriter) {
    var seen: Set<NameID> = []
    for expansion in condition.expansions where seen.insert(expansion.name.id).inserted {
      var expression = expansion.code
      out.write("var ")
      out.write(expansion.name)
      out.write(": Bool")
      out.openBrace()
      writeQueries(of: expression, &out)
      writeNames(of: expression, &out)
      out.beginLocation(expression.range)
      out.write("return (")
      expression.expansions = []
      out.value(of: expression)
      out.line(")")
      out.endLocation()
      out.closeBrace()
    }
  }

  /// Writes a condition, or several with commas between them. A condition with a closure gets parentheses if Swift
  /// would otherwise read the closure as the body of the `if`.
  func write(_ condition: SwiftCode, _ out: inout SwiftWriter) {
    guard source.bytes[condition.range.lowerBound..<condition.range.upperBound].contains(Ascii.leftBrace) else {
      out.code(condition)
      return
    }
    for (index, part) in condition.conditions(source.bytes).enumerated() {
      if index > 0 { out.write(", ") }
      let needsParentheses = part.needsParentheses(source.bytes)
      if needsParentheses { out.write("(") }
      out.code(part)
      if needsParentheses { out.write(")") }
    }
  }
}
