import StateMachineModel
import StateMachineSyntax

/// Writes conditions of the file's Swift.
struct ConditionPrinter {
  let source: SourceFile

  /// Writes `if condition {` in its place, whatever the condition looks at.
  ///
  /// - Returns: how many braces have been opened.
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

  /// Writes what a condition asks of the state as constants, whose names are no longer than the questions: what stands
  /// behind one keeps its column.
  private func writeQueries(of condition: SwiftCode, _ out: inout SwiftWriter) {
    var seen: Set<ID<StateQuery>> = []
    for place in condition.queries where seen.insert(place.query).inserted {
      out.line(string: "let \(out.locatedQueries[place.query]) = \(out.stateQueries[place.query])")
    }
  }

  /// Writes what each name in a condition stands for as a variable: its code has lines and columns of its own, and what
  /// stands behind its name in the condition keeps its column.
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

  /// Writes the conditions, each in parentheses where Swift would take a closure in it for the body of the `if`.
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
