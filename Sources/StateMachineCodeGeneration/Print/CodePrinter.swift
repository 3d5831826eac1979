import StateMachineModel
import StateMachineSyntax

/// Prints functions as Swift text. It does not change the code: all passes, which make code shorter or faster, have run
/// before it.
struct CodePrinter {
  private let function: Function
  private let usage: Usage
  private let conditions: ConditionPrinter
  private var source: SourceFile { conditions.source }

  static func write(_ function: Function, _ out: inout SwiftWriter) {
    CodePrinter(function, ConditionPrinter(source: out.source)).write(&out)
  }

  private init(_ function: Function, _ conditions: ConditionPrinter) {
    self.function = function
    self.conditions = conditions
    usage = Usage(function.body)
  }

  /// Returns the name of a variable as Swift spells it, with back-ticks if it is a keyword.
  private func name(_ variable: Variable) -> String {
    (function.names[variable] ?? function.variables[variable].hint).spelledAsCase
  }

  /// Returns `var` or `let`, whichever declares a variable.
  private func keyword(_ variable: Variable) -> String { function.mutable.contains(variable) ? "var" : "let" }

  // MARK: Signatures

  /// Writes the function: its documentation, its head and its body, and after it the enum `holder` if it has one.
  private func write(_ out: inout SwiftWriter) {
    let signature = function.signature
    switch signature.documentation {
    case .lines(let text):
      for line in text.split(separator: "\n") { out.line(string: "/// \(line)") }
    case .source(let range): out.documentation(range)
    case .none: break
    }
    // Swift allows no `#sourceLocation` between an attribute and its declaration.
    out.beginLocation(signature.place)
    for attribute in signature.attributes {
      out.write(attribute)
      if out.isLocated { out.write(" ") } else { out.endLine() }
    }
    for line in signature.introducer.split(separator: "\n").dropLast() { out.line(string: String(line)) }
    let introducer = signature.introducer.split(separator: "\n").last ?? ""
    out.write(string: introducer.isEmpty ? function.name : "\(introducer) \(function.name)")
    if let generics = signature.generics { out.piece(generics) }
    if let parameters = signature.parameters {
      out.write("(")
      for (index, parameter) in parameters.enumerated() {
        if index > 0 { out.write(", ") }
        write(parameter, &out)
      }
      out.write(")")
      out.write(signature.clause)
      if let result = signature.result { out.write([.text(" -> ")] + result) }
    } else {
      out.write([.text(": ")] + (signature.result ?? []))
    }
    if let requirements = signature.requirements {
      out.write(" where ")
      out.piece(requirements)
    }
    out.openBrace()
    out.endLocation()
    for mark in function.lostMarks { out.note(mark, isWritten: false) }
    if function.holder == nil { for one in function.enumerations { write(one, &out) } }
    write(function.body, &out)
    out.closeBrace()
    guard let holder = function.holder, !function.enumerations.isEmpty else { return }
    out.lines("\n/// Which transitions `\(function.name)` takes.\nprivate enum \(holder) {")
    out.indent()
    for one in function.enumerations { write(one, &out) }
    out.outdent()
    out.line("}")
  }

  private func write(_ enumeration: Enumeration, _ out: inout SwiftWriter) {
    let cases = enumeration.cases.map { $0.hasPrefix("`") ? $0 : $0.spelledAsCase }
    out.line(string: "enum \(enumeration.name) { case \(cases.joined(separator: ", ")) }")
  }

  /// Returns a type as the function's code has to write it. If an enum, such as `Holder`, contains the function's own
  /// enums, their names need its name: `Holder.Audio` for `Audio`. Any other type is returned unchanged.
  private func typeText(_ type: String) -> String {
    guard let holder = function.holder,
      function.enumerations.contains(where: { $0.name == type || $0.name + "?" == type })
    else { return type }
    return "\(holder).\(type)"
  }

  private func write(_ parameter: Parameter, _ out: inout SwiftWriter) {
    let name = name(parameter.variable)
    let label = parameter.label ?? "_"
    out.write(string: label == name ? name : "\(label) \(name)")
    out.write(": ")
    out.write(parameter.specifier)
    if parameter.isEscaping, parameter.specifier.isEmpty { out.write("@escaping ") }
    out.write(parameter.type)
    if let value = parameter.defaultValue {
      out.write(" = ")
      out.code(SwiftCode(range: value))
    }
  }

  // MARK: Statements

  /// Writes a list of statements with their comments. It also notes where the code of each row begins, for coverage.
  /// Before a statement with Swift of the `.sm` file, it writes a `#sourceLocation`, so that Swift reports errors
  /// there.
  private func write(_ list: [Statement], _ out: inout SwiftWriter) {
    for statement in list {
      for comment in statement.comments { write(comment, &out) }
      for mark in statement.marks { out.note(mark, isWritten: !statement.isNothing) }
      let place = statement.place ?? (out.isLocated ? firstPlace(in: statement) : nil)
      guard let place, isLocatable(statement) else {
        write(statement, &out)
        continue
      }
      if case .check(let check) = statement.kind, let piece = check.conditions.first?.piece, piece.text.hasReplacements
      {
        // Queries and named guards in the condition get variables of their own, in braces around the `if`.
        let opened = conditions.open(piece.text.code, &out)
        writeBranches(of: check, &out)
        // `writeBranches` has closed the brace of the `if`.
        out.closeBraces(opened - 1)
        continue
      }
      out.beginLocation(place)
      write(statement, &out)
      out.endLocation()
    }
  }

  /// Returns the place in the `.sm` file of the first Swift in a statement: of a guard, a pattern or an argument. Nil
  /// if the statement contains no Swift of the file.
  private func firstPlace(in statement: Statement) -> SourceRange? {
    if case .bindPattern(let pattern, _) = statement.kind { return pattern.pattern.range }
    if case .check(let check) = statement.kind, case .matches(.user(let user), _)? = check.conditions.first {
      return user.pattern.range
    }
    var place: SourceRange?
    statement.forEachExpression { value in
      value.walk { if case .piece(let piece) = $0, place == nil { place = piece.text.code.range } }
    }
    return place
  }

  /// Returns whether the printer may write a `#sourceLocation` before a statement. False for a block of Swift, because
  /// `SwiftWriter.block` writes the directive. Also false for `break`, and for a statement that only contains others,
  /// such as `switch`.
  private func isLocatable(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .match, .block, .scope, .jump, .attempt, .atEnd, .giveUp, .nothing: false
    default: true
    }
  }

  private func write(_ comment: Comment, _ out: inout SwiftWriter) {
    switch comment {
    case .documentation(let range): out.documentation(range, as: "//")
    case .lines(let lines): out.comments(lines)
    case .generated(let text): out.line(string: "// \(text)")
    }
  }

  /// Writes a statement, with all statements within it, and ends its line.
  private func write(_ statement: Statement, _ out: inout SwiftWriter) {
    switch statement.kind {
    case .match(let match): write(match, &out)
    case .check(let check):
      out.write("if ")
      write(check.conditions, &out)
      out.openBrace()
      out.endLocation()
      writeBranches(of: check, &out)
    case .require(let conditions, let otherwise):
      out.write("guard ")
      write(conditions, &out)
      out.write(" else")
      if otherwise.count == 1, case .leave = otherwise[0].kind, !out.isLocated || firstPlace(in: otherwise[0]) == nil {
        writeInBraces(otherwise[0], &out)
      } else if otherwise.count == 1, case .jump = otherwise[0].kind {
        writeInBraces(otherwise[0], &out)
      } else {
        out.openBrace()
        write(otherwise, &out)
        out.closeBrace()
      }
    case .bind(let variable, let value, let isTyped):
      out.write(string: "\(keyword(variable)) \(name(variable))")
      if isTyped, let type = function.variables[variable].type { out.write(string: ": \(source.text(type))") }
      out.write(" = ")
      write(value, &out)
      out.endLine()
    case .bindPattern(let pattern, let value):
      out.write("let ")
      write(pattern, withoutLet: true, &out)
      out.write(" = ")
      write(value, &out)
      out.endLine()
    case .declare(let variable, let type, let value):
      out.write(string: "\(keyword(variable)) \(name(variable))")
      if !(type.isEmpty || value?.saysType ?? false) { out.write(string: ": \(typeText(type))") }
      if let value {
        out.write(" = ")
        write(value, &out)
      }
      out.endLine()
    case .assign(let assignment):
      write(assignment.target, &out)
      out.write(string: " \(assignment.symbol) ")
      write(assignment.value, &out)
      out.endLine()
    case .perform(let value):
      write(value, &out)
      out.endLine()
    case .block(let piece):
      (out.stateName, out.eventName) = (piece.stateName, piece.eventName)
      out.block(piece.text.code)
    case .leave, .jump:
      writeEnd(statement, &out)
      out.endLine()
    case .scope(let list, let label):
      out.write(string: label.map { "\($0.name): do" } ?? "do")
      out.openBrace()
      write(list, &out)
      out.closeBrace()
    case .attempt(let list, let clause, let otherwise):
      out.write(string: "do\(clause)")
      out.openBrace()
      write(list, &out)
      writeAlternative("catch", otherwise, &out)
    case .atEnd(let list):
      out.write("defer")
      if list.count == 1, case .perform = list[0].kind { return writeInBraces(list[0], &out) }
      out.openBrace()
      write(list, &out)
      out.closeBrace()
    case .giveUp, .nothing: break
    }
  }

  /// Writes one statement in braces on the current line: ` { return nil }`.
  private func writeInBraces(_ statement: Statement, _ out: inout SwiftWriter) {
    out.write(" { ")
    if case .perform(let value) = statement.kind { write(value, &out) } else { writeEnd(statement, &out) }
    out.line(" }")
  }

  /// Writes `return`, `throw` or `break` with its value or label, such as `return .stayed` and `break audio`. Of a
  /// statement that stops the program, writes the call: `fatalError()`. The line is not ended.
  private func writeEnd(_ statement: Statement, _ out: inout SwiftWriter) {
    switch statement.kind {
    case .jump(let label): out.write(string: "break \(label.name)")
    case .leave(let leave):
      switch leave.kind {
      case .return: out.write(leave.value == nil ? "return" : "return ")
      case .throw: out.write("throw ")
      case .trap: break
      }
      if let value = leave.value { write(value, &out) }
    default: break
    }
  }

  /// Writes the first branch of an `if`, after its opening brace. Then it writes the closing brace or the `else`
  /// branch.
  private func writeBranches(of check: Check, _ out: inout SwiftWriter) {
    write(check.then, &out)
    if check.otherwise.isEmpty { out.closeBrace() } else { writeAlternative("else", check.otherwise, &out) }
  }

  /// Writes `} else {` or `} catch {`, the statements of this branch, and the closing brace.
  private func writeAlternative(_ keyword: String, _ list: [Statement], _ out: inout SwiftWriter) {
    out.outdent()
    out.line(string: "} \(keyword) {")
    out.indent()
    write(list, &out)
    out.closeBrace()
  }

  /// Writes a `switch`. For a noncopyable value (`keepsApart`), Swift does not allow `case .a, .b:`. An arm with
  /// several patterns is then written once for each pattern, after the arms with one pattern.
  private func write(_ match: Match, _ out: inout SwiftWriter) {
    // Swift allows no `#sourceLocation` before the first arm, which is then on the line of the `switch`.
    let isJoined = match.arms.first?.place != nil
    if isJoined { out.beginLocation(match.arms[0].place) }
    out.write(string: match.label.map { "\($0.name): switch " } ?? "switch ")
    write(match.subject, &out)
    out.write(" {")
    if isJoined { out.write(" ") } else { out.endLine() }
    for (index, arm) in match.arms.enumerated() where !match.keepsApart || arm.patterns.count < 2 {
      if index > 0 { out.beginLocation(arm.place) }
      write(arm, &out)
    }
    for arm in match.arms where match.keepsApart && arm.patterns.count > 1 {
      for pattern in arm.patterns { write(Arm(patterns: [pattern], condition: arm.condition, body: arm.body), &out) }
    }
    out.line("}")
  }

  /// Writes an arm of a `switch`. In a function with `isTable`, an arm that only returns a value takes one line:
  /// `case .open: true`.
  private func write(_ arm: Arm, _ out: inout SwiftWriter) {
    out.write("case ")
    for (index, pattern) in arm.patterns.enumerated() {
      if index > 0 {
        out.write(",")
        out.breakLine(before: text(pattern).utf8.count + 4)
      }
      write(pattern, &out)
    }
    if !arm.condition.isEmpty {
      out.write(" where ")
      write(arm.condition, &out)
    }
    if function.isTable, arm.body.count < 2, arm.body.isPlainEnd {
      out.write(": ")
      if let only = arm.body.first { writeEnd(only, &out) } else { out.write("break") }
      return out.endLine()
    }
    out.line(":")
    out.endLocation()
    out.indent()
    write(arm.body, &out)
    if arm.body.isQuiet {
      for mark in arm.marks { out.note(mark, isWritten: true) }
      out.line("break")
    }
    out.outdent()
  }

  // MARK: Patterns

  private func write(_ pattern: CasePattern, _ out: inout SwiftWriter) {
    switch pattern {
    case .user(let user):
      if let label = user.label { out.write(string: label + ": ") }
      write(user, &out)
    case .one(let name, let parts, _) where pattern.isUser:
      out.write(string: ".\(name)")
      write(.tuple(parts), &out)
    case .tuple(let parts):
      for (index, part) in parts.enumerated() {
        out.write(index == 0 ? "(" : ", ")
        write(part, &out)
      }
      out.write(")")
    default: out.write(string: text(pattern))
    }
  }

  private func text(_ pattern: CasePattern) -> String {
    switch pattern {
    case .any: "_"
    case .bind(let variable): "\(keyword(variable)) \(name(variable))"
    case .one(let name, let parts, _):
      parts.allSatisfy(\.isAny) ? ".\(name)" : ".\(name)(\(parts.map(text).joined(separator: ", ")))"
    case .tuple(let parts), .members(_, let parts): "(\(parts.map(text).joined(separator: ", ")))"
    case .some(let inner): text(inner) + "?"
    case .none: "nil"
    case .user(let user): source.text(user.pattern.range)
    }
  }

  /// Writes a pattern of the `.sm` file. A name that nothing reads becomes `_`, because Swift would warn of it:
  /// `.push(let speed)` becomes `.push(_)`.
  ///
  /// - Parameter withoutLet: whether to leave out the pattern's `let`, because the caller has written one before it.
  private func write(_ user: UserPattern, withoutLet: Bool = false, _ out: inout SwiftWriter) {
    let pattern = user.pattern
    let isUsed = user.variables.map(usage.isRead)
    let tokens = PatternTokens(pattern, in: source.bytes, isUsed)
    // The text of the pattern before this offset has been written or dropped.
    var start = pattern.range.lowerBound
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if let end = tokens.endOfWildcard(at: index) {
        out.piece(SourceRange(start, token.start))
        out.discard(SourceRange(token.start, tokens[end - 1].end))
        start = tokens[end - 1].end
        index = end
        continue
      }
      if tokens.isLet(index) {
        if withoutLet || !tokens.bindsAnything(after: index) {
          out.piece(SourceRange(start, token.start))
          start = index + 1 < tokens.count ? tokens[index + 1].start : pattern.range.upperBound
        }
      } else if let binding = tokens.bindings[index], !isUsed[binding] {
        out.piece(SourceRange(start, token.start))
        out.discard(SourceRange(token.start, token.end))
        start = token.end
      }
      index += 1
    }
    out.piece(SourceRange(start, pattern.range.upperBound))
  }

  // MARK: Conditions

  /// Writes the conditions of an `if`, a `guard` or a `where`, with commas between them.
  private func write(_ conditions: [Condition], _ out: inout SwiftWriter) {
    for (index, condition) in conditions.enumerated() {
      if index > 0 { out.write(", ") }
      switch condition {
      case .test(let piece, _):
        (out.stateName, out.eventName) = (piece.stateName, piece.eventName)
        self.conditions.write(piece.text.code, &out)
      case .isTrue(let value): write(value, &out)
      case .matches(.some(.bind(let variable)), let subject):
        out.write(string: "\(keyword(variable)) \(name(variable))")
        // `if let name` is enough if the value has the same name.
        if case .variable(let other) = subject, name(other) == name(variable) { continue }
        if case .piece(let piece) = subject, source.text(piece.text.code.range) == name(variable) { continue }
        out.write(" = ")
        write(subject, &out)
      case .matches(.some(.any), let subject):
        out.write("let _ = ")
        write(subject, &out)
      case .matches(.user(let user), let subject): writeTest(user, subject, &out)
      case .matches(let pattern, let subject):
        out.write("case ")
        write(pattern, &out)
        out.write(" = ")
        write(subject, &out)
      }
    }
  }

  /// Writes a test whether a value matches a pattern of the `.sm` file. It chooses the plainest Swift: `value`,
  /// `!value`, `value == nil`, `value != nil`, `let name = value`, or `case pattern = value`.
  private func writeTest(_ user: UserPattern, _ subject: Expression, _ out: inout SwiftWriter) {
    if user.pattern.shape == .one(.true, []) || user.pattern.shape == .one(.false, []) {
      if user.pattern.shape == .one(.false, []) { out.write("!") }
      return write(subject, &out)
    }
    switch OptionalTest(user.pattern, in: source.bytes) {
    case .isNil:
      write(subject, &out)
      out.write(" == nil")
    case .isNotNil(let range):
      guard let variable = user.variables.first, usage.isRead(variable) else {
        write(subject, &out)
        out.write(" != nil")
        return
      }
      out.write("let ")
      out.piece(range)
      if case .variable(let other) = subject, name(other) == name(variable) { return }
      out.write(" = ")
      write(subject, &out)
    case nil:
      out.write("case ")
      write(user, &out)
      out.write(" = ")
      write(subject, &out)
    }
  }

  // MARK: Expressions

  /// Writes an expression. Its parts get parentheses only where Swift needs them.
  private func write(_ value: Expression, _ out: inout SwiftWriter) {
    switch value {
    case .literal(let text): out.write(string: text)
    case .piece(let piece):
      (out.stateName, out.eventName) = (piece.stateName, piece.eventName)
      out.code(piece.text.code)
    case .variable(let variable): out.write(string: name(variable))
    case .member(let inner, let name):
      if case .choice = inner { writeInParentheses(inner, &out) } else { write(inner, &out) }
      out.write(string: ".\(name)")
    case .reference(let inner):
      out.write("&")
      write(inner, &out)
    case .not(let inner):
      out.write("!")
      if case .operation = inner { writeInParentheses(inner, &out) } else { write(inner, &out) }
    case .unwrapped(let inner):
      write(inner, &out)
      out.write("!")
    case .consumed(let inner):
      out.write("consume ")
      write(inner, &out)
    case .new(let name, let arguments):
      out.write(string: name)
      if !arguments.isEmpty { write(arguments, &out) }
    case .call(let call): write(call, &out)
    case .operation(let first, let symbol, let second):
      write(first, &out)
      out.write(string: " \(symbol) ")
      if case .piece(let piece) = second, !SwiftAnalysis.isOperand(piece.text.code.range, source.bytes) {
        writeInParentheses(second, &out)
      } else {
        write(second, &out)
      }
    case .otherwise(let first, let second):
      write(first, &out)
      out.write(" ?? ")
      write(second, &out)
    case .choice(let condition, let first, let second):
      write(condition, &out)
      out.write(" ? ")
      write(first, &out)
      out.write(" : ")
      write(second, &out)
    }
  }

  private func writeInParentheses(_ value: Expression, _ out: inout SwiftWriter) {
    out.write("(")
    write(value, &out)
    out.write(")")
  }

  private func write(_ call: Call, _ out: inout SwiftWriter) {
    if call.mayThrow { out.write("try ") }
    switch call.callee {
    case .own(let id): out.write(string: "self.\(id.name)")
    case .other(let name): out.write(string: name)
    case .variable(let variable): out.write(string: name(variable))
    case .method(let variable, let method, _): out.write(string: "\(name(variable)).\(method)")
    case .mayChange: out.write("Self.mayChange")
    }
    if call.isProperty { return }
    if call.closure.isEmpty || !call.arguments.isEmpty { write(call.arguments, &out) }
    out.write(string: call.closure)
  }

  private func write(_ arguments: [Argument], _ out: inout SwiftWriter) {
    out.write("(")
    for (index, argument) in arguments.enumerated() {
      if index > 0 { out.write(", ") }
      if let label = argument.label { out.write(string: "\(label): ") }
      write(argument.value, &out)
    }
    out.write(")")
  }
}

extension Expression {
  /// Whether Swift infers the type from the expression alone, as from `false` and `State()`. A declaration with this
  /// value then needs no type.
  fileprivate var saysType: Bool {
    switch self {
    case .literal(let text): text == "false" || text == "true" || text.hasSuffix("()") || Int(text) != nil
    case .new: true
    default: false
    }
  }
}

extension Condition {
  fileprivate var piece: Piece? { if case .test(let piece, _) = self { piece } else { nil } }
}

extension Piece.Text {
  fileprivate var hasReplacements: Bool { !(code.expansions.isEmpty && code.queries.isEmpty) }
}
