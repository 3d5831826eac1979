import StateMachineSyntax

/// A statement of a method, distinguished by what it means for the state.
indirect enum SwiftStatement {
  typealias Tokens = SwiftCode.Tokens

  /// A statement that neither assigns the state nor exits the method.
  case plain(Tokens)
  /// An assignment to the state, with the assigned value.
  case write(Tokens, value: Tokens)
  /// A statement that ends a path through the method, or leaves an arm: `return`, `throw`, `break`, `fallthrough`, or a
  /// call that stops the program. `value` has the tokens of the value that is returned or thrown, or the arguments of
  /// the call.
  case exit(Exit, Tokens, value: Tokens)
  /// An `if` with its conditions and its `else`.
  case branch(Tokens, conditions: [Tokens], then: [SwiftStatement], otherwise: [SwiftStatement])
  /// A `guard` with its conditions and its `else`.
  case check(Tokens, conditions: [Tokens], otherwise: [SwiftStatement])
  /// A `switch` over a value, with its arms.
  case choice(Tokens, subject: Tokens, arms: [Arm])
  /// A statement that rows cannot express: a loop, for example, that assigns the state or exits the method.
  case unknown(Tokens)

  /// The end of a path. It returns a `value`, throws an `error`, stops the program (`trap`), or goes on with the `next`
  /// arm (`fallthrough`). With `leave`, it leaves a `switch` (`break`), or reaches the end of the method without a
  /// value.
  enum Exit { case value, error, trap, leave, next }

  /// An arm of a `switch`: a `case` or `default` with its statements.
  struct Arm {
    /// The patterns of the arm, each with its `where`; empty for `default`.
    var patterns: [Tokens]
    var body: [SwiftStatement]
    /// The token `case` or `default` with which the arm begins.
    var start: Int
  }

  var range: Tokens {
    switch self {
    case .plain(let range), .write(let range, _), .exit(_, let range, _), .branch(let range, _, _, _),
      .check(let range, _, _), .choice(let range, _, _), .unknown(let range):
      range
    }
  }
}

/// Reads the statements of a method, and finds out which of them concern the state.
struct SwiftStatementReader {
  typealias Tokens = SwiftCode.Tokens

  let code: SwiftCode
  /// The name of the property that stores the state.
  var property: String
  /// The closures that have the state as a parameter. The key is the name of the parameter, such as `$0`, which means
  /// the state within the closure. The value is the tokens of the closure's body.
  var aliases: [String: Tokens] = [:]
  /// Whether a variable in the method has the name of the state's property, so that only `self.state` means the state.
  var hidesBareName = false
  /// Whether `self` is the state, as it is in the methods of an enum.
  var isSelfState = false

  static let traps: Set<String> = ["preconditionFailure", "fatalError"]
  /// The largest depth of nested statements that is read. It limits recursion; real methods have fewer nested
  /// statements.
  private static let maximumDepth = 64
  private var depth = 0

  init(code: SwiftCode, property: String, hidesBareName: Bool = false, isSelfState: Bool = false) {
    (self.code, self.property) = (code, property)
    (self.hidesBareName, self.isSelfState) = (hidesBareName, isSelfState)
  }

  /// A reader for the statements inside a statement. Nil if the statement is nested too deeply.
  private var inner: SwiftStatementReader? {
    guard depth < Self.maximumDepth else { return nil }
    var inner = self
    inner.depth += 1
    return inner
  }

  /// Divides some tokens into statements, and returns the statements.
  func statements(_ range: Tokens) -> [SwiftStatement] {
    var statements: [SwiftStatement] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if code.word(index) == ";" {
        index += 1
        continue
      }
      let end = end(of: index, range)
      statements.append(statement(index..<end))
      index = end
    }
    return statements
  }

  /// Returns the index of the token after a statement.
  ///
  /// - Parameter start: the index of the first token of the statement.
  private func end(of start: Int, _ range: Tokens) -> Int {
    var index = start
    if code.word(index) == "@" { index += 2 }
    while index < range.upperBound {
      index = max(index, code.closers[index]) + 1
      guard index < range.upperBound else { break }
      if code.word(index) == ";" { break }
      if code.word(start).hasPrefix("#") ? code.tokens[index].followsNewline : isBoundary(index) { break }
    }
    return min(index, range.upperBound)
  }

  /// Returns whether a statement may end before a token. The token must begin a line. It must not continue the
  /// statement of the line before, as `.map(…)` and `else` do.
  private func isBoundary(_ index: Int) -> Bool {
    if code.word(index - 1) == "}", ["else", "catch", "while"].contains(code.word(index)) { return false }
    guard code.tokens[index].followsNewline, !code.continuesLine(index) else { return false }
    return code.word(index) != "{"
  }

  /// Returns the statement that some tokens contain. An `if` or a `switch` that does not concern the state is returned
  /// as `plain`. A statement that cannot be read is returned as `unknown`.
  private func statement(_ range: Tokens) -> SwiftStatement {
    let first = range.lowerBound
    let rest = first + 1..<range.upperBound
    switch code.word(first) {
    case "if": return branch(range) ?? .plain(range)
    case "guard": return check(range) ?? .unknown(range)
    case "switch": return choice(range) ?? .unknown(range)
    case "return": return .exit(.value, range, value: rest)
    case "throw": return .exit(.error, range, value: rest)
    case "break" where rest.isEmpty: return .exit(.leave, range, value: rest)
    case "fallthrough": return .exit(.next, range, value: rest)
    case let word where Self.traps.contains(word) && code.word(first + 1) == "(":
      return .exit(.trap, range, value: code.inside(first + 1))
    case "for", "while", "repeat", "do", "defer", "func", "#":
      return decides(range) ? .unknown(range) : .plain(range)
    case let word where word.hasPrefix("#"): return .unknown(range)
    default:
      if let value = writtenValue(range) { return .write(range, value: value) }
      return writesState(range) ? .unknown(range) : .plain(range)
    }
  }

  // MARK: Compound statements

  /// Returns the index of the brace that begins the body of a statement; nil for a statement without a body.
  private func brace(in range: Tokens) -> Int? { code.first(in: range) { code.word($0) == "{" } }

  /// Returns an `if` with its branches; nil if it neither concerns the state nor exits the method.
  private func branch(_ range: Tokens) -> SwiftStatement? {
    guard let brace = brace(in: range) else { return nil }
    guard let inner else { return .unknown(range) }
    let then = code.inside(brace)
    let next = code.closers[brace] + 1
    var otherwise: [SwiftStatement] = []
    if next + 1 < range.upperBound, code.word(next) == "else" {
      otherwise =
        code.word(next + 1) == "if"
        ? [inner.statement(next + 1..<range.upperBound)] : inner.statements(code.inside(next + 1))
    }
    guard decides(range) || asksForState(range.lowerBound + 1..<brace) else { return nil }
    return .branch(
      range, conditions: code.elements(range.lowerBound + 1..<brace), then: inner.statements(then), otherwise: otherwise
    )
  }

  /// Returns a `guard` with its `else`; nil if it cannot be read.
  private func check(_ range: Tokens) -> SwiftStatement? {
    guard let end = code.first(in: range, where: { code.word($0) == "else" }), code.word(end + 1) == "{", let inner
    else { return nil }
    return .check(
      range, conditions: code.elements(range.lowerBound + 1..<end), otherwise: inner.statements(code.inside(end + 1)))
  }

  /// Returns a `switch` with its arms. A `switch` that does not concern the state is returned as `plain`. Nil if it
  /// cannot be read, for example because it contains an `#if`.
  private func choice(_ range: Tokens) -> SwiftStatement? {
    guard let brace = brace(in: range), let inner else { return nil }
    let subject = range.lowerBound + 1..<brace
    guard decides(range) || asksForState(subject) else { return .plain(range) }
    let body = code.inside(brace)
    var starts: [Int] = []
    var index = body.lowerBound
    while index < body.upperBound {
      let isArm = ["case", "default"].contains(code.word(index)) && code.word(index - 1) != "."
      let isCondition = ["if", "guard", "while", "for", ","].contains(code.word(index - 1))
      if isArm, !isCondition { starts.append(index) }
      if code.word(index).hasPrefix("#if") { return nil }
      index = max(index, code.closers[index]) + 1
    }
    let ends = starts.dropFirst() + [body.upperBound]
    var arms: [SwiftStatement.Arm] = []
    for (start, end) in zip(starts, ends) {
      // `@unknown` belongs to the next arm.
      let end = code.word(end - 2) == "@" && code.word(end - 1) == "unknown" ? end - 2 : end
      guard let colon = code.first(in: start + 1..<end, where: { code.word($0) == ":" }) else { return nil }
      let patterns = code.word(start) == "case" ? code.elements(start + 1..<colon) : []
      arms.append(SwiftStatement.Arm(patterns: patterns, body: inner.statements(colon + 1..<end), start: start))
    }
    return .choice(range, subject: subject, arms: arms)
  }

  // MARK: The state

  /// Returns whether some tokens assign the state, or exit the method by `return` or `throw`.
  private func decides(_ range: Tokens) -> Bool {
    writesState(range) || leaves(range)
  }

  /// Returns whether some tokens exit the method by `return` or `throw`. A `return` in a closure does not count.
  private func leaves(_ range: Tokens) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if ["return", "throw"].contains(code.word(index)), code.word(index - 1) != "." { return true }
      // A `return` in a closure does not exit the method.
      if code.word(index) == "{", isClosure(index) { index = code.closers[index] }
      index += 1
    }
    return false
  }

  /// Returns whether a brace begins a closure, and not the body of a statement.
  private func isClosure(_ brace: Int) -> Bool {
    let before = code.word(brace - 1)
    if ["(", ",", "=", ":"].contains(before) { return true }
    // A closure has `in` on the line of its brace, after its parameters. A loop in the braces has `in`, too.
    return code.first(in: code.inside(brace), where: { code.word($0) == "in" }).map {
      code.tokens[code.inside(brace).lowerBound..<$0].allSatisfy { !$0.followsNewline }
        && !["for"].contains(code.word(brace + 1))
    } ?? false
  }

  /// Returns the value that a statement assigns to the state; nil for other statements.
  private func writtenValue(_ range: Tokens) -> Tokens? {
    var index = range.lowerBound
    if code.word(index) == "self", code.word(index + 1) == "." { index += 2 }
    if isSelfState {
      guard code.word(index) == "self", code.word(index + 1) == "=" else { return nil }
      return index + 2..<range.upperBound
    }
    if code.word(index) == "self", code.word(index + 1) == "=" { return ownValue(index + 2..<range.upperBound) }
    guard isState(index), code.word(index + 1) == "=", index + 2 < range.upperBound else { return nil }
    return index + 2..<range.upperBound
  }

  /// Returns the state in a value that is assigned to `self`, the whole machine: `.idle` in
  /// `self = .init(state: .idle)`. For `self = .idle`, returns the value itself: `idle` may be a function of a
  /// noncopyable type that makes the machine. Nil for other values.
  private func ownValue(_ value: Tokens) -> Tokens? {
    guard let open = code.first(in: value, where: { code.word($0) == "(" }) else {
      return code.word(value.lowerBound) == "." ? value : nil
    }
    guard ["init", "Self"].contains(code.word(open - 1)) else { return value }
    guard code.elements(code.inside(open)).count == 1, code.word(open + 2) == ":" else { return nil }
    return open + 3..<code.closers[open]
  }

  /// Returns whether some tokens may change the state, as in `state = .open`, `f(&state)` and `state.toggle()`. A
  /// method that is called on the state may be `mutating`.
  func writesState(_ range: Tokens) -> Bool {
    range.contains { index in
      if code.word(index) == "self", code.word(index + 1) == "=", code.word(index - 1) != "." { return true }
      guard isState(index) else { return false }
      let next = code.word(index + 1)
      // The `&` is directly before the state, or before `self.` of `&self.state`.
      if next == "=" || code.word(index - 1) == "&" || code.word(index - 3) == "&" { return true }
      // A method of the state may be `mutating`, such as `state.toggle()`; `state.count = 1` assigns a part of it.
      return next == "." && code.word(index + 3) == "(" && !["hasPrefix"].contains(code.word(index + 2))
        || next == "." && code.word(index + 3) == "="
    }
  }

  /// Returns whether a token means the state. It may be the name of the state's property, or of a closure's parameter
  /// that is the state. In an enum that is the machine, it is `self`.
  func isState(_ index: Int) -> Bool {
    if isSelfState { return code.word(index) == "self" && code.word(index - 1) != "." && code.word(index + 1) != "." }
    guard code.isUse(index) else { return false }
    let isMember = code.word(index - 1) == "."
    // After `self.`, the name means the state; alone, only if no variable hides it. An alias is never after a dot.
    return code.word(index) == property && (isMember || !hidesBareName)
      || !isMember && aliases[code.word(index)]?.contains(index) == true
  }

  /// Returns whether some tokens read or assign the state.
  func asksForState(_ range: Tokens) -> Bool { range.contains(where: isState) }
}
