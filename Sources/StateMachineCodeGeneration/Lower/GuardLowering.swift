import StateMachineModel
import StateMachineSyntax

/// Writes guards where they are tested and, with source locations, as functions.
struct GuardLowering {
  private let model: SwiftModel
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) { self.model = model }

  /// The expression of a named guard, where a condition is nothing but its name; else the condition.
  @inline(__always)
  private func named(_ condition: SwiftCode) -> SwiftCode {
    condition.isPlain ? condition : machine.onlyNamedGuard(condition) ?? condition
  }

  // MARK: Where they are tested

  /// Writes `if condition {`; a guard that is nothing but a name stands where the name is declared.
  ///
  /// - Parameters:
  ///   - transition: the transition that has the guard, or that leads to the choice whose branch has it.
  ///   - usage: which of the two.
  /// - Returns: how many braces have been opened.
  func open(
    _ condition: SwiftCode, of transition: @autoclosure () -> Transition, _ usage: LocalUsage, _ out: inout SwiftWriter
  ) -> Int {
    let condition = named(condition)
    guard !model.guards.isEmpty, let function = model.guards.function(for: condition, of: transition(), usage) else {
      return open(condition, &out)
    }
    out.beginLocation(machine.rows[transition().row].range)
    out.write("if ")
    writeCall(of: function, &out)
    out.openBrace(.check)
    out.endLocation()
    return 1
  }

  /// Writes ` where condition`.
  func writeWhere(_ condition: SwiftCode, of transition: Transition, _ out: inout SwiftWriter) {
    let condition = named(condition)
    out.write(" where ")
    guard let function = model.guards.function(for: condition, of: transition, .condition) else {
      write(condition, &out)
      return
    }
    writeCall(of: function, &out)
  }

  private func writeCall(of function: GuardFunctions.Function, _ out: inout SwiftWriter) {
    out.write(string: "self.\(function.name)(")
    for (index, parameter) in function.parameters.enumerated() {
      if index > 0 { out.write(", ") }
      out.write(parameter.name)
    }
    out.write(")")
  }

  /// Writes `if condition {` in its place, whatever the condition looks at.
  ///
  /// - Returns: how many braces have been opened.
  func open(_ condition: SwiftCode, _ out: inout SwiftWriter) -> Int {
    var written = named(condition)
    let isScope = out.isLocated && !(written.expansions.isEmpty && written.queries.isEmpty)
    if isScope {
      out.openScope()
      writeQueries(of: written, &out)
      writeNamedGuards(of: written, &out)
      written.expansions = []
    }
    out.beginLocation(written.range)
    out.write("if ")
    write(written, &out)
    out.openBrace(.check)
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

  /// Writes each named guard of a condition as a variable: its expression has lines and columns of its own, and what
  /// stands behind its name in the condition keeps its column.
  private func writeNamedGuards(of condition: SwiftCode, _ out: inout SwiftWriter) {
    var seen: Set<NamedGuardID> = []
    for expansion in condition.expansions where seen.insert(expansion.namedGuard).inserted {
      let named = machine.namedGuards[expansion.namedGuard]
      out.write("var ")
      out.write(named.name)
      out.write(": Bool")
      out.openBrace()
      writeQueries(of: named.expression, &out)
      writeNamedGuards(of: named.expression, &out)
      out.beginLocation(named.expression.range)
      out.write("return (")
      var expression = named.expression
      expression.expansions = []
      out.value(of: expression, guards: machine.namedGuards)
      out.line(")")
      out.endLocation()
      out.closeBrace()
    }
  }

  /// Writes the conditions, each in parentheses where Swift would take a closure in it for the body of the `if`.
  func write(_ condition: SwiftCode, _ out: inout SwiftWriter) {
    guard machine.source.bytes[condition.range.lowerBound..<condition.range.upperBound].contains(Ascii.leftBrace) else {
      out.code(condition, guards: machine.namedGuards)
      return
    }
    for (index, part) in condition.conditions(machine.source.bytes).enumerated() {
      if index > 0 { out.write(", ") }
      let needsParentheses = part.needsParentheses(machine.source.bytes)
      if needsParentheses { out.write("(") }
      out.code(part, guards: machine.namedGuards)
      if needsParentheses { out.write(")") }
    }
  }

  // MARK: Functions

  /// Writes the functions of all guards that have one, and names for the types of their parameters.
  func write(_ out: inout SwiftWriter) {
    var types = LocatedTypes(model, prefix: "GuardParameter")
    for parameter in model.guards.functions.flatMap(\.parameters) { types.declare(parameter.field, &out) }
    for function in model.guards.functions { write(function, types, &out) }
  }

  private func write(_ function: GuardFunctions.Function, _ types: LocatedTypes, _ out: inout SwiftWriter) {
    out.blankLine()
    out.line(machine.hasMethods ? "/// A guard." : "/// A guard, which `handle` and `accepts` share.")
    out.write(string: "\(model.helperAccess)func \(function.name)(")
    for (index, parameter) in function.parameters.enumerated() {
      if index > 0 { out.write(", ") }
      out.write("_ ")
      out.write(parameter.name)
      out.write(string: ": \(model.machine.typeText(of: parameter.field).isFunctionType ? "@escaping " : "")")
      out.write(string: types.text(of: parameter.field))
    }
    out.write(") -> Bool")
    out.openBrace()
    let opened = open(function.condition, &out)
    out.line("return true")
    out.closeBraces(opened)
    out.line("return false")
    out.closeBrace()
  }
}
