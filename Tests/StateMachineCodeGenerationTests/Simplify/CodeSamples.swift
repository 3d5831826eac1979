import StateMachineSyntax

@testable import StateMachineCodeGeneration
@testable import StateMachineModel

/// Pieces of code for tests of passes, with the text that the pieces of the user's Swift stand in.
final class CodeSamples {
  typealias Pass = (inout Function) -> Void

  let variables = Variables()
  private var text = " "

  func variable(_ name: String, fallback: String? = nil, owns: Bool = false, isFixed: Bool = false) -> Variable {
    variables.make(name, fallback: fallback, owns: owns, isFixed: isFixed)
  }

  /// A parameter that the function may change for whoever calls it.
  func inoutParameter(_ variable: Variable) -> Parameter {
    variables[variable].isInout = true
    return Parameter(variable: variable, specifier: [.text("inout ")], type: [.text("Int")])
  }

  // MARK: The user's Swift

  /// A piece of Swift, with what the names in it stand for. One with a parenthesis calls something.
  func piece(
    _ swift: String, _ uses: [String: Variable] = [:], change: Piece.Change = .none, form: Piece.Form = .value,
    declares: [String] = [], stops: Bool = false
  ) -> Piece {
    let range = add(swift)
    let text = Piece.Text(
      SwiftCode(range: range), form, key: swift, names: SwiftAnalysis.usedNames(in: range, Array(text.utf8)),
      declared: declares, isMovable: form != .block && !swift.contains("("), stops: stops,
      mayThrow: swift.contains("try "))
    let sorted = uses.sorted { $0.key < $1.key }
    return Piece(text: text, uses: sorted.map { Piece.Use(variable: $0.value, name: $0.key, change: change) })
  }

  func value(_ swift: String, _ uses: [String: Variable] = [:], change: Piece.Change = .none) -> Expression {
    .piece(piece(swift, uses, change: change))
  }

  func asks(_ swift: String, _ uses: [String: Variable] = [:]) -> Condition {
    .test(piece(swift, uses, form: .condition))
  }

  func block(
    _ swift: String, _ uses: [String: Variable] = [:], change: Piece.Change = .none, declares: [String] = [],
    stops: Bool = false
  ) -> Statement {
    Statement(.block(piece(swift, uses, change: change, form: .block, declares: declares, stops: stops)))
  }

  /// A pattern of the user, which binds variables under their own names.
  func pattern(_ swift: String, _ bound: [Variable] = []) -> CasePattern {
    let range = add(swift)
    let bindings = bound.map { variable in
      let name = variables[variable].hint
      let before = swift.range(of: name).map { swift[..<$0.lowerBound].utf8.count } ?? 0
      let start = range.lowerBound + before
      return Pattern.Binding(
        name: Identifier(
          id: .none, range: SourceRange(start, start + name.utf8.count), needsBackticks: false), usage: [])
    }
    let pattern = Pattern(owner: .event, field: 0, range: range, isIrrefutable: false, bindings: bindings)
    return .user(UserPattern(pattern: pattern, text: swift, variables: bound))
  }

  func text(of piece: Piece) -> String {
    let range = piece.text.code.range
    return String(decoding: Array(text.utf8)[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  private func add(_ swift: String) -> SourceRange {
    text += "\n"
    let start = text.utf8.count
    text += swift
    return SourceRange(start, text.utf8.count)
  }

  // MARK: Functions

  func function(
    _ name: String = "f", _ body: [Statement], _ parameters: [Parameter] = [], answers: Bool = false,
    isPure: Bool = false, isEntryPoint: Bool = false, id: FunctionID? = nil
  ) -> Function {
    let signature = Signature(
      documentation: .lines(""), introducer: "func", parameters: parameters, result: answers ? [.text("Int")] : nil)
    return Function(
      id: id ?? FunctionID(name), signature: signature, body: body, isPure: isPure, isEntryPoint: isEntryPoint,
      variables: variables)
  }

  /// The lines of a function's body.
  func lines(_ function: Function) -> String {
    var out = SwiftWriter(source: SourceFile(path: "t.sm", text: text), writesSourceLocations: false)
    CodePrinter.write(function, &out)
    return String(decoding: out.output, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
      .map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  /// The lines of a body once passes have run.
  func lines(
    _ body: [Statement], _ parameters: [Parameter] = [], answers: Bool = false, isPure: Bool = false, by passes: Pass...
  ) -> String {
    var function = function("f", body, parameters, answers: answers, isPure: isPure)
    for pass in passes { pass(&function) }
    return lines(function)
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
  }
}

extension Statement {
  /// `emit(.name)`: an effect that everybody sees.
  static func emit(_ name: String) -> Statement {
    .perform(.call(Call(callee: .other("emit"), arguments: [Argument(nil, .literal("." + name))])))
  }

  static func call(_ id: FunctionID, _ arguments: [Expression] = []) -> Statement {
    .perform(.own(id, arguments))
  }

  static func match(_ subject: Expression, label: Label? = nil, _ arms: [Arm]) -> Statement {
    .match(Match(subject: subject, arms: arms, label: label))
  }

  static func declare(_ variable: Variable, _ type: String, _ value: String? = nil) -> Statement {
    Statement(.declare(variable, type: type, value.map { .literal($0) }))
  }

  static func attempt(_ list: [Statement], otherwise: [Statement]) -> Statement {
    Statement(.attempt(list, clause: "", otherwise: otherwise))
  }

  static func atEnd(_ list: [Statement]) -> Statement { Statement(.atEnd(list)) }

  /// Returns the statement with a comment above it.
  func noted(_ comment: String) -> Statement {
    var new = self
    new.comments.append(.generated(comment))
    return new
  }

  /// Returns the statement with a mark that a row is taken.
  func marked(_ row: Int) -> Statement {
    var new = self
    new.marks.append(Mark(kind: .taken, row: row))
    return new
  }
}

extension Expression {
  static func own(_ id: FunctionID, _ arguments: [Expression] = [], mayThrow: Bool = false) -> Expression {
    .call(Call(callee: .own(id), arguments: arguments.map { Argument(nil, $0) }, mayThrow: mayThrow))
  }

  /// `.name(value, value)`
  static func state(_ name: String, _ values: Expression...) -> Expression {
    .new("." + name, values.map { Argument(nil, $0) })
  }
}

extension Condition {
  /// A question that does nothing.
  static func on(_ name: String) -> Condition { .isTrue(.literal(name)) }
}

extension CasePattern {
  static func one(_ name: String, _ parts: CasePattern..., of siblings: Int = 0) -> CasePattern {
    .one(name, parts, siblings: siblings)
  }
}

extension Arm {
  init(_ pattern: CasePattern, _ body: [Statement]) { self.init(patterns: [pattern], body: body) }
}

/// The stored state of a machine.
var state: Expression { .literal("self.state") }
