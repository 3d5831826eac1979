@testable import StateMachineCodeGeneration

/// Runs functions, and notes their effects. It knows only the Swift that random functions contain.
///
/// Before the passes, a variable is found by its identity; after the passes, by its name in scope, as in Swift.
struct TreeInterpreter {
  final class Box {
    var value: String

    init(_ value: String) { self.value = value }
  }

  /// The variables and names in scope of some braces.
  struct Scope {
    var variables: [Variable: Box] = [:]
    var names: [String: Box] = [:]
  }

  enum Flow: Equatable {
    case next
    case jump(Label)
    case left(String)
    case thrown
  }

  private let code: CodeSamples
  private let functions: [FunctionID: Function]
  private let goesByNames: Bool
  /// The values of questions, and of properties of the machine.
  private let world: [String: String]
  private var names: [Variable: String] = [:]
  private var trace: [String] = []

  /// The effects of the first function, and how it ends.
  static func run(_ functions: [Function], _ code: CodeSamples, _ world: [String: String], byNames: Bool) -> [String] {
    var interpreter = TreeInterpreter(
      code: code, functions: Dictionary(uniqueKeysWithValues: functions.map { ($0.id, $0) }), goesByNames: byNames,
      world: world)
    let flow = interpreter.call(functions[0], [])
    return interpreter.trace + ["\(flow)"]
  }

  private init(code: CodeSamples, functions: [FunctionID: Function], goesByNames: Bool, world: [String: String]) {
    (self.code, self.functions, self.goesByNames, self.world) = (code, functions, goesByNames, world)
  }

  private mutating func call(_ function: Function, _ arguments: [Box]) -> Flow {
    let outer = names
    defer { names = outer }
    names = function.names
    var scope = Scope()
    for (parameter, box) in zip(function.signature.parameters ?? [], arguments) {
      declare(parameter.variable, box, &scope)
    }
    return run(function.body, scope)
  }

  private func declare(_ variable: Variable, _ box: Box, _ scope: inout Scope) {
    scope.variables[variable] = box
    if goesByNames, let name = names[variable] { scope.names[name] = box }
  }

  private func box(_ variable: Variable, _ scope: Scope) -> Box {
    (goesByNames ? names[variable].flatMap { scope.names[$0] } : scope.variables[variable]) ?? Box("unknown")
  }

  // MARK: Statements

  private mutating func run(_ list: [Statement], _ scope: Scope) -> Flow {
    var scope = scope
    var atEnd: [([Statement], Scope)] = []
    var flow = Flow.next
    for statement in list {
      if case .atEnd(let list) = statement.kind { atEnd.append((list, scope)) }
      flow = run(statement, &scope)
      if flow != .next { break }
    }
    for (list, scope) in atEnd.reversed() { _ = run(list, scope) }
    return flow
  }

  private mutating func run(_ statement: Statement, _ scope: inout Scope) -> Flow {
    switch statement.kind {
    case .nothing, .atEnd, .giveUp: return .next
    case .match(let match): return after(match.label, run(match, scope))
    case .check(let check):
      var inner = scope
      return ask(check.conditions, &inner) ? run(check.then, inner) : run(check.otherwise, scope)
    case .require(let conditions, let otherwise):
      let outer = scope
      return ask(conditions, &scope) ? .next : run(otherwise, outer)
    case .bind(let variable, let value, _): declare(variable, Box(work(out: value, scope)), &scope)
    case .bindPattern: break
    case .declare(let variable, _, let value):
      let first = value.map { work(out: $0, scope) } ?? "nil"
      declare(variable, Box(first), &scope)
    case .assign(let assignment): assign(assignment, scope)
    case .perform(let value): _ = work(out: value, scope)
    case .block(let piece):
      let words = words(of: piece)
      if words[0] == "let" { scope.names[words[1]] = Box(words[3]) } else { _ = work(out: piece, scope) }
    case .leave(let leave):
      let value = leave.value.map { work(out: $0, scope) }
      return leave.kind == .throw ? .thrown : .left(value ?? "")
    case .jump(let label): return .jump(label)
    case .scope(let list, let label): return after(label, run(list, scope))
    case .attempt(let list, _, let otherwise):
      let flow = run(list, scope)
      return flow == .thrown ? run(otherwise, scope) : flow
    }
    return .next
  }

  private func after(_ label: Label?, _ flow: Flow) -> Flow {
    if let label, flow == .jump(label) { .next } else { flow }
  }

  private mutating func assign(_ assignment: Assignment, _ scope: Scope) {
    let value = work(out: assignment.value, scope)
    if case .variable(let variable) = assignment.target {
      let box = box(variable, scope)
      box.value = assignment.symbol == "=" ? value : "\(box.value)\(assignment.symbol.dropLast())\(value)"
    } else if assignment.target != .literal("_") {
      trace.append("\(assignment.target) = \(value)")
    }
  }

  private mutating func run(_ match: Match, _ scope: Scope) -> Flow {
    let value = work(out: match.subject, scope)
    for arm in match.arms {
      for pattern in arm.patterns {
        var inner = scope
        if matches(pattern, value, &inner), ask(arm.condition, &inner) { return run(arm.body, inner) }
      }
    }
    return .next
  }

  // MARK: Questions

  private mutating func ask(_ conditions: [Condition], _ scope: inout Scope) -> Bool {
    for condition in conditions {
      switch condition {
      case .test(let piece, _): if work(out: piece, scope) != "true" { return false }
      case .isTrue(let value): if work(out: value, scope) != "true" { return false }
      case .matches(let pattern, let subject):
        let value = work(out: subject, scope)
        if !matches(pattern, value, &scope) { return false }
      }
    }
    return true
  }

  /// Values are words: `.name payload`.
  private func matches(_ pattern: CasePattern, _ value: String, _ scope: inout Scope) -> Bool {
    switch pattern {
    case .any: return true
    case .none: return value == "nil"
    case .some(let inner): return value != "nil" && matches(inner, value, &scope)
    case .bind(let variable):
      declare(variable, Box(value), &scope)
      return true
    case .one(let name, let parts, _):
      let words = value.split(separator: " ", maxSplits: 1).map(String.init)
      return words[0] == "." + name && parts.allSatisfy { matches($0, words.last ?? "", &scope) }
    case .user, .tuple, .members: return false
    }
  }

  // MARK: Values

  private func words(of piece: Piece) -> [String] {
    code.text(of: piece).split { !($0.isLetter || $0.isNumber || $0 == "=" || $0 == "+") }.map(String.init)
  }

  /// `log(name)`, `try ask(name)`, `name + 1`, `name += 1`.
  private mutating func work(out piece: Piece, _ scope: Scope) -> String {
    var words = words(of: piece)
    if words[0] == "try" { words.removeFirst() }
    let isCall = words.count == 2
    let name = words[isCall ? 1 : 0]
    var meant = scope.names[name]
    if !goesByNames, let use = piece.uses.first { meant = box(use.variable, scope) }
    let value = meant?.value ?? "self.\(name)"
    guard isCall else {
      if words[1] == "+=" { meant?.value = value + "+1" }
      return value + "+1"
    }
    let call = "\(words[0])(\(value))"
    // A question has no effect.
    if words[0] != "isBig" { trace.append(call) }
    if words[0] == "f" { return call }
    return "\(call.utf8.reduce(0) { $0 &+ Int($1) } % 2 == 0)"
  }

  private mutating func work(out value: Expression, _ scope: Scope) -> String {
    switch value {
    case .literal(let text): return world[text] ?? text
    case .piece(let piece): return work(out: piece, scope)
    case .variable(let variable): return box(variable, scope).value
    case .member, .unwrapped, .reference, .consumed: return "unknown"
    case .new(let name, let arguments):
      return ([name] + arguments.map { work(out: $0.value, scope) }).joined(separator: " ")
    case .call(let call): return work(out: call, scope)
    case .operation(let first, let symbol, let second):
      let one = work(out: first, scope)
      if symbol == "||", one == "true" { return one }
      let other = work(out: second, scope)
      switch symbol {
      case "==": return "\(one == other)"
      case "!=": return "\(one != other)"
      case "||": return other
      default: return "\(one)\(symbol)\(other)"
      }
    case .not(let inner): return "\(work(out: inner, scope) != "true")"
    case .otherwise(let first, let second):
      let value = work(out: first, scope)
      return value == "nil" ? work(out: second, scope) : value
    case .choice(let condition, let first, let second):
      return work(out: work(out: condition, scope) == "true" ? first : second, scope)
    }
  }

  private mutating func work(out call: Call, _ scope: Scope) -> String {
    var boxes: [Box] = []
    for argument in call.arguments {
      if case .reference(.variable(let variable)) = argument.value {
        boxes.append(box(variable, scope))
      } else {
        boxes.append(Box(work(out: argument.value, scope)))
      }
    }
    guard case .own(let id) = call.callee, let function = functions[id] else {
      trace.append("\(call.callee) \(boxes.map(\.value))")
      return ""
    }
    if case .left(let value) = self.call(function, boxes) { return value }
    return ""
  }
}
