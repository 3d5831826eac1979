/// A pass that evaluates tests of a function's own variables, if the results are known: after `a = .x`, `a == .x` is
/// true. It drops such tests, and empties arms that cannot match. It also makes an optional non-optional if it is never
/// nil where it is read.
///
/// It handles variables that are declared with a literal, and optionals that are declared without a value. Only
/// assignments of whole values may change them.
struct KnownValues: Pass {
  /// The literals that each variable may have at a point of the code. A variable that is not a key may have any value.
  private typealias Known = [Variable: Set<String>]

  private(set) var own: Set<Variable> = []
  private var mayBeNil: Set<Variable> = []
  /// For each label, the known values at the jumps to the label that have been found so far. The code after the
  /// labelled statement needs them, because the jumps continue there.
  private var exits: [Label: [Known]] = [:]

  static func run(_ function: inout Function) {
    var pass = KnownValues(about: function)
    guard !pass.own.isEmpty else { return }
    var known: Known? = [:]
    pass.walk(&function.body, &known)
    pass.dropOptionals(&function.body)
  }

  /// Creates the pass, and finds the variables of a function that the pass handles.
  init(about function: Function) {
    function.body.forEachStatement { statement in
      guard case .declare(let variable, let type, let value) = statement.kind else { return }
      if value?.literal != nil || value == nil && type.hasSuffix("?") { own.insert(variable) }
    }
    if own.isEmpty { return }
    function.body.forEachStatement { own.subtract($0.changedOtherwise) }
  }

  /// Returns the literal that every path through some code returns. Nil if the paths return different values or a value
  /// that is no literal. Nil also if a path throws or does not return.
  ///
  /// - Parameter values: the values that `variable` may have at the beginning of the code.
  func commonResult(of code: [Statement], where variable: Variable, is values: Set<String>) -> String? {
    var (pass, code, known) = (self, code, Known?.some([variable: values]))
    pass.walk(&code, &known)
    guard known == nil else { return nil }
    var results: Set<String?> = []
    code.forEachStatement {
      if case .leave(let leave) = $0.kind { results.insert(leave.kind == .return ? leave.value?.literal : nil) }
    }
    return results.count == 1 ? results.first ?? nil : nil
  }

  /// Makes a variable non-optional if it is never nil where it is read: `var next: Next?` becomes `var next: Next`.
  private func dropOptionals(_ list: inout [Statement]) {
    list.updateLists { list in
      for index in list.indices {
        switch list[index].kind {
        case .match(var match):
          guard case .variable(let variable) = match.subject, own.contains(variable), !mayBeNil.contains(variable)
          else {
            continue
          }
          list[index].kind = .nothing
          // An arm for nil may have other patterns, too.
          for arm in match.arms.indices { match.arms[arm].patterns.removeAll { $0 == .none } }
          match.arms.removeAll(where: \.patterns.isEmpty)
          list[index].kind = .match(match)
        case .declare(let variable, let type, nil) where own.contains(variable) && !mayBeNil.contains(variable):
          list[index].kind = .declare(variable, type: String(type.dropLast()), nil)
        default: continue
        }
      }
    }
  }

  /// Returns the values that are known where several paths meet. If `a` is `.x` on one path and `.y` on another, it may
  /// be `.x` or `.y`. A variable that is not known on one path is not in the result. Nil if there is no path.
  private static func join(_ all: [Known]) -> Known? {
    guard var result = all.first else { return nil }
    for known in all.dropFirst() {
      for (variable, values) in result { result[variable] = known[variable].map { values.union($0) } }
    }
    return result
  }

  /// Simplifies a list of statements by the known values: `a = .x; if a == .x { b() }` becomes `a = .x; b()`.
  ///
  /// - Parameter known: the values at the beginning of the list and, afterwards, at its end; nil if control does not
  ///   reach it.
  private mutating func walk(_ list: inout [Statement], _ known: inout Known?) {
    var result: [Statement] = []
    for statement in list {
      guard known != nil else { break }
      result += walk(statement, &known)
    }
    list = result
  }

  /// Returns the statements that replace a statement: only `b()` for `if a == .x { b() }`, if `a` is known to be `.x`.
  /// Changes `known` to the values that are known after the statement; nil if no code runs after it.
  private mutating func walk(_ statement: Statement, _ known: inout Known?) -> [Statement] {
    guard let now = known else { return [] }
    var statement = statement
    statement.updateExpressions { $0 = chosen($0, now) }
    /// Returns an empty statement, followed by `list`. They replace the statement; the empty one keeps its comments and
    /// row marks.
    func replaced(by list: [Statement]) -> [Statement] { [.nothing(like: statement)] + list.closed }
    switch statement.kind {
    case .declare(let variable, _, let value) where own.contains(variable):
      known?[variable] = [value?.literal ?? "nil"]
    case .assign(let assignment):
      guard case .variable(let variable) = assignment.target, own.contains(variable) else {
        note(statement, now)
        return [statement]
      }
      if assignment.value.literal == "nil" { mayBeNil.insert(variable) }
      note(assignment.value, now)
      known?[variable] = assignment.value.literal.map { [$0] }
      if let values = now[variable], values.count == 1, known?[variable] == values { return replaced(by: []) }
    case .leave(var leave):
      if case .variable(let variable)? = leave.value, let values = now[variable], values.count == 1 {
        leave.value = values.first.map { .literal($0) }
      } else if let value = leave.value, let result = result(value, now) {
        leave.value = .literal(result ? "true" : "false")
      }
      statement.kind = .leave(leave)
      note(statement, now)
      known = nil
    case .jump(let label):
      exits[label, default: []].append(now)
      known = nil
    case .check(let check): return walk(check, statement, now, &known)
    case .require(let conditions, var otherwise):
      let (rest, isFalse, refined) = ask(conditions, now)
      if isFalse {
        walk(&otherwise, &known)
        return replaced(by: otherwise)
      }
      if rest.isEmpty { return replaced(by: []) }
      var inner: Known? = now
      walk(&otherwise, &inner)
      statement.kind = .require(rest, otherwise: otherwise)
      note(statement, now)
      known = refined
    case .scope(var list, let label):
      let outer = label.flatMap { exits.removeValue(forKey: $0) }
      walk(&list, &known)
      goOn(after: label, outer, &known)
      statement.kind = .scope(list, label)
    case .match(let match): return walk(match, statement, now, &known)
    case .attempt(var list, let clause, var otherwise):
      // Before an error is thrown, any assignment in the list may have been made.
      var failed: Known? = now.filter { !list.changes($0.key) }
      walk(&list, &known)
      walk(&otherwise, &failed)
      known = Self.join([known, failed].compactMap { $0 })
      statement.kind = .attempt(list, clause: clause, otherwise: otherwise)
    case .atEnd(let list):
      // The statements run later, when the known values may be different.
      list.forEachStatement { note($0, [:]) }
    default: note(statement, now)
    }
    return [statement]
  }

  /// Changes `known` to the values that are known after a statement with a label. If `a` is `.x` at the end of the
  /// statement and `.y` at a `break label`, it may be either afterwards. Without a label, nothing changes.
  ///
  /// - Parameter outer: the values at jumps to an outer statement with an equal label that have been found already; nil
  ///   if there are none. After the call, `exits` contains only these for the label.
  private mutating func goOn(after label: Label?, _ outer: [Known]?, _ known: inout Known?) {
    guard let label else { return }
    known = Self.join((known.map { [$0] } ?? []) + (exits.removeValue(forKey: label) ?? []))
    if let outer { exits[label] = outer }
  }

  /// Adds to `mayBeNil` the variables that a statement reads where they may be nil.
  private mutating func note(_ statement: Statement, _ known: Known) {
    var statement = statement
    // The bodies within the statement are walked separately.
    statement.updateBodies { $0 = [] }
    statement.forEachExpression { note($0, known) }
  }

  private mutating func note(_ value: Expression, _ known: Known) {
    var read: [Variable] = []
    value.forEachUse { variable, _ in read.append(variable) }
    for variable in read where own.contains(variable) && known[variable]?.contains("nil") ?? true {
      mayBeNil.insert(variable)
    }
  }

  // MARK: Tests

  /// Returns the statements that replace an `if`: only `b()` for `if a == .x { b() } else { c() }`, if `a` is known to
  /// be `.x`.
  ///
  /// - Parameter now: the values that are known before the `if`; `known` gets the values that are known after it.
  private mutating func walk(_ check: Check, _ statement: Statement, _ now: Known, _ known: inout Known?) -> [Statement]
  {
    var check = check
    let (rest, isFalse, refined) = ask(check.conditions, now)
    if isFalse || rest.isEmpty {
      var list = isFalse ? check.otherwise : check.then
      walk(&list, &known)
      return [.nothing(like: statement)] + list.closed
    }
    if let assignment = assignment(by: check, rest, now) {
      return [.nothing(like: statement)] + walk(assignment, &known)
    }
    check.conditions = rest
    for condition in rest { condition.forEachExpression { note($0, now) } }
    var then: Known? = refined
    walk(&check.then, &then)
    var other: Known? = now
    if rest.count == 1, case .isTrue(let value) = rest[0] { other = self.refined(now, by: value, isTrue: false) }
    walk(&check.otherwise, &other)
    known = Self.join([then, other].compactMap { $0 })
    var statement = statement
    statement.kind = .check(check)
    return [statement]
  }

  /// Returns the assignment that can replace an `if`, so that nothing is tested: `a = .y` for
  /// `if a == .x { a = .y }`, if `a` can only be `.x` or `.y`. Nil for any other `if`.
  private func assignment(by check: Check, _ conditions: [Condition], _ known: Known) -> Statement? {
    guard conditions.count == 1,
      case .isTrue(.operation(.variable(let variable), "==", .literal(let old))) = conditions[0],
      check.otherwise.isEmpty, check.then.count == 1, case .assign(let assignment) = check.then[0].kind,
      assignment.target == .variable(variable), own.contains(variable), let new = assignment.value.literal,
      known[variable]?.isSubset(of: [old, new]) ?? false
    else { return nil }
    return check.then[0]
  }

  /// Evaluates conditions as far as the known values decide them.
  ///
  /// - Returns: `rest`, the conditions that still have to be tested; `isFalse`, whether the conditions are certainly
  ///   false and nothing has to be evaluated; and `refined`, the values that are known if all conditions are true.
  private func ask(_ conditions: [Condition], _ known: Known) -> (rest: [Condition], isFalse: Bool, refined: Known) {
    var rest: [Condition] = []
    var refined = known
    for condition in conditions {
      guard case .isTrue(let value) = condition else {
        rest.append(condition)
        continue
      }
      switch result(value, refined) {
      case true?: continue
      // A condition before a false one stays if its evaluation may throw or call a function.
      case false? where rest.contains(where: { $0.mayThrow || $0.callsOwn }): rest.append(condition)
      case false?: return ([], true, refined)
      case nil:
        rest.append(.isTrue(simplified(value, refined)))
        refined = self.refined(refined, by: value, isTrue: true)
      }
    }
    return (rest, false, refined)
  }

  /// Returns the statements that replace a `switch`. If only one arm can match, its body replaces the `switch`.
  /// Otherwise each arm that cannot match becomes empty. If no code runs after the `switch`, Swift requires that each
  /// arm leaves. Such an arm then gets the body of another arm instead.
  private mutating func walk(_ match: Match, _ statement: Statement, _ now: Known, _ known: inout Known?) -> [Statement]
  {
    var match = match
    var ends: [Known] = []
    let outer = match.label.flatMap { exits.removeValue(forKey: $0) }
    note(match.subject, now)
    var values: Set<String>?
    if case .variable(let variable) = match.subject { values = now[variable] }
    var (possible, impossible): ([Int], [Int]) = ([], [])
    for index in match.arms.indices {
      var inner: Known? = now
      let literals = match.arms[index].patterns.map(\.literal)
      if let values, case .variable(let variable) = match.subject, !literals.contains(nil) {
        let named = Set(literals.compactMap { $0 })
        guard !named.isDisjoint(with: values) else {
          impossible.append(index)
          continue
        }
        inner?[variable] = values.intersection(named)
      }
      possible.append(index)
      for condition in match.arms[index].condition { condition.forEachExpression { note($0, now) } }
      walk(&match.arms[index].body, &inner)
      if let inner { ends.append(inner) }
    }
    if case .otherwise(var list)? = match.assumed {
      var inner: Known? = now
      walk(&list, &inner)
      match.assumed = .otherwise(list)
    }
    known = Self.join(ends)
    goOn(after: match.label, outer, &known)
    // If no path continues, Swift requires that each arm leaves.
    let end = known == nil ? possible.map { match.arms[$0] }.first { $0.patterns.allSatisfy(\.bindsNothing) } : nil
    for index in impossible { match.arms[index].body = end?.body ?? [] }
    if values != nil, possible.count == 1, match.arms[possible[0]].condition.isEmpty,
      match.arms[possible[0]].patterns.allSatisfy(\.bindsNothing)
    {
      let arm = match.arms[possible[0]]
      return [.nothing(like: statement), .nothing(with: arm.marks), .scope(arm.body, label: match.label)]
    }
    var statement = statement
    statement.kind = .match(match)
    return [statement]
  }

  /// Returns the value of a Boolean expression; nil if the known values do not decide it.
  private func result(_ value: Expression, _ known: Known) -> Bool? {
    switch value {
    case .literal("true"): return true
    case .literal("false"): return false
    case .variable(let variable):
      return known[variable] == ["true"] ? true : known[variable] == ["false"] ? false : nil
    case .not(let inner): return result(inner, known).map { !$0 }
    case .operation(.variable(let variable), let symbol, .literal(let text)) where symbol == "==" || symbol == "!=":
      guard let values = known[variable] else { return nil }
      // Decided if the value cannot be `text`, or can only be `text`.
      return !values.contains(text) ? symbol == "!=" : values.count == 1 ? symbol == "==" : nil
    case .operation(let first, "||", let second):
      let canSkip = first.isMovable
      let (first, second) = (result(first, known), result(second, known))
      // A true second operand decides only if the first one need not be evaluated.
      return first == true || second == true && canSkip ? true : first == false && second == false ? false : nil
    default: return nil
    }
  }

  /// Returns an expression without each `? :` whose condition is known: `isOpen ? a : b` becomes `a` if `isOpen` is
  /// true.
  private func chosen(_ value: Expression, _ known: Known) -> Expression {
    value.mapping { node in
      guard case .choice(let condition, let first, let second) = node else { return node }
      return result(condition, known).map { $0 ? first : second }
        ?? .choice(simplified(condition, known), first, second)
    }
  }

  /// Returns an expression without the operands of `||` that are certainly false: `a || false` becomes `a`.
  private func simplified(_ value: Expression, _ known: Known) -> Expression {
    guard case .operation(let first, "||", let second) = value else { return value }
    if result(first, known) == false { return simplified(second, known) }
    if result(second, known) == false { return simplified(first, known) }
    return .operation(simplified(first, known), "||", simplified(second, known))
  }

  /// Returns the values that are known after a test.
  ///
  /// - Parameters:
  ///   - value: the tested expression, such as `a == .x`.
  ///   - isTrue: the result of the test.
  private func refined(_ known: Known, by value: Expression, isTrue: Bool) -> Known {
    var known = known
    switch value {
    case .variable(let variable) where own.contains(variable): known[variable] = [isTrue ? "true" : "false"]
    case .not(let inner): return refined(known, by: inner, isTrue: !isTrue)
    case .operation(.variable(let variable), let symbol, .literal(let text))
    where own.contains(variable) && (symbol == "==" || symbol == "!="):
      if (symbol == "==") == isTrue { known[variable] = [text] } else { known[variable]?.remove(text) }
    default: break
    }
    return known
  }
}

extension Statement {
  /// The variables that the statement changes by anything other than an assignment `a = value`: by `a += 1` or `&a`, or
  /// in a `defer`. The pass does not handle such variables.
  fileprivate var changedOtherwise: Set<Variable> {
    var changed: Set<Variable> = []
    if case .assign(let assignment) = kind, let root = assignment.target.root,
      assignment.symbol != "=" || assignment.target != .variable(root)
    {
      changed.insert(root)
    }
    forEachExpression { value in value.forEachUse { if $1 != .none { changed.insert($0) } } }
    switch kind {
    case .atEnd(let list), .giveUp(let list, _):
      list.forEachStatement {
        if case .assign(let assignment) = $0.kind, let root = assignment.target.root { changed.insert(root) }
      }
    default: break
    }
    return changed
  }
}

extension Expression {
  fileprivate var literal: String? { if case .literal(let text) = self { text } else { nil } }
}

extension CasePattern {
  /// The only value that the pattern matches, as a literal such as `.open`; nil if the pattern may match several
  /// values.
  fileprivate var literal: String? {
    switch self {
    case .none: "nil"
    case .one(let name, let parts, _): parts.isEmpty ? "." + name : nil
    default: nil
    }
  }
}
