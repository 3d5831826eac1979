/// A pass that evaluates tests of a function's own variables whose results are known. It drops tests with a certain
/// result, empties arms that cannot match, and makes optionals that are never nil where they are read non-optional.
///
/// It handles variables that are declared with a literal or without a value, if nothing but assignments of whole values
/// changes them.
struct KnownValues: Pass {
  /// The literals that each variable may have; a variable that is missing may have any value.
  private typealias Known = [Variable: Set<String>]

  private(set) var own: Set<Variable> = []
  private var mayBeNil: Set<Variable> = []
  /// By label, the known values at each jump to the end of the statement with the label.
  private var exits: [Label: [Known]] = [:]

  static func run(_ function: inout Function) {
    var pass = KnownValues(about: function)
    guard !pass.own.isEmpty else { return }
    var known: Known? = [:]
    pass.walk(&function.body, &known)
    pass.dropOptionals(&function.body)
  }

  init(about function: Function) {
    function.body.forEachStatement { statement in
      guard case .declare(let variable, let type, let value) = statement.kind else { return }
      if value?.literal != nil || value == nil && type.hasSuffix("?") { own.insert(variable) }
    }
    if own.isEmpty { return }
    function.body.forEachStatement { own.subtract($0.changedOtherwise) }
  }

  /// Returns the literal that all paths return if a variable has one of some values; nil if the paths differ.
  func onlyAnswer(of code: [Statement], where variable: Variable, is values: Set<String>) -> String? {
    var (pass, code, known) = (self, code, Known?.some([variable: values]))
    pass.walk(&code, &known)
    guard known == nil else { return nil }
    var answers: Set<String?> = []
    code.forEachStatement {
      if case .leave(let leave) = $0.kind { answers.insert(leave.kind == .return ? leave.value?.literal : nil) }
    }
    return answers.count == 1 ? answers.first ?? nil : nil
  }

  /// Makes variables non-optional that are never nil where they are read.
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

  private static func join(_ all: [Known]) -> Known? {
    guard var result = all.first else { return nil }
    for known in all.dropFirst() {
      for (variable, values) in result { result[variable] = known[variable].map { values.union($0) } }
    }
    return result
  }

  /// Simplifies a list, and updates the known values, which are nil if control does not reach the code.
  private mutating func walk(_ list: inout [Statement], _ known: inout Known?) {
    var result: [Statement] = []
    for statement in list {
      guard known != nil else { break }
      result += walk(statement, &known)
    }
    list = result
  }

  private mutating func walk(_ statement: Statement, _ known: inout Known?) -> [Statement] {
    guard let now = known else { return [] }
    var statement = statement
    statement.updateExpressions { $0 = chosen($0, now) }
    /// Returns the list that replaces the current statement, with that statement's comments and marks.
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
      } else if let value = leave.value, let answer = answer(value, now) {
        leave.value = .literal(answer ? "true" : "false")
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
      goOn(behind: label, outer, &known)
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

  /// Joins the known values at the end of a statement with those at the jumps to the statement's label.
  private mutating func goOn(behind label: Label?, _ outer: [Known]?, _ known: inout Known?) {
    guard let label else { return }
    known = Self.join((known.map { [$0] } ?? []) + (exits.removeValue(forKey: label) ?? []))
    if let outer { exits[label] = outer }
  }

  /// Notes the variables that may be nil where a statement reads them.
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

  /// Returns the assignment that may replace its `if`, as the variable then has the same value; nil otherwise.
  private func assignment(by check: Check, _ conditions: [Condition], _ known: Known) -> Statement? {
    guard conditions.count == 1,
      case .isTrue(.operation(.variable(let variable), "==", .literal(let old))) = conditions[0],
      check.otherwise.isEmpty, check.then.count == 1, case .assign(let assignment) = check.then[0].kind,
      assignment.target == .variable(variable), own.contains(variable), let new = assignment.value.literal,
      known[variable]?.isSubset(of: [old, new]) ?? false
    else { return nil }
    return check.then[0]
  }

  /// Returns the conditions not known to be true, whether one is known to be false, and the known values if all hold.
  private func ask(_ conditions: [Condition], _ known: Known) -> (rest: [Condition], isFalse: Bool, refined: Known) {
    var rest: [Condition] = []
    var refined = known
    for condition in conditions {
      guard case .isTrue(let value) = condition else {
        rest.append(condition)
        continue
      }
      switch answer(value, refined) {
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
    goOn(behind: match.label, outer, &known)
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

  /// Returns the value of a Boolean expression; nil if it is unknown.
  private func answer(_ value: Expression, _ known: Known) -> Bool? {
    switch value {
    case .literal("true"): return true
    case .literal("false"): return false
    case .variable(let variable):
      return known[variable] == ["true"] ? true : known[variable] == ["false"] ? false : nil
    case .not(let inner): return answer(inner, known).map { !$0 }
    case .operation(.variable(let variable), let symbol, .literal(let text)) where symbol == "==" || symbol == "!=":
      guard let values = known[variable] else { return nil }
      return !values.contains(text) ? symbol == "!=" : values.count == 1 ? symbol == "==" : nil
    case .operation(let first, "||", let second):
      let canSkip = first.isMovable
      let (first, second) = (answer(first, known), answer(second, known))
      return first == true || second == true && canSkip ? true : first == false && second == false ? false : nil
    default: return nil
    }
  }

  /// Returns an expression with each `? :` of a known condition replaced by one of its branches.
  private func chosen(_ value: Expression, _ known: Known) -> Expression {
    value.mapping { node in
      guard case .choice(let condition, let first, let second) = node else { return node }
      return answer(condition, known).map { $0 ? first : second }
        ?? .choice(simplified(condition, known), first, second)
    }
  }

  /// Returns an expression without the operands of `||` that are known to be false.
  private func simplified(_ value: Expression, _ known: Known) -> Expression {
    guard case .operation(let first, "||", let second) = value else { return value }
    if answer(first, known) == false { return simplified(second, known) }
    if answer(second, known) == false { return simplified(first, known) }
    return .operation(simplified(first, known), "||", simplified(second, known))
  }

  /// Returns the known values after a test whose result is `isTrue`.
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
  /// The variables that the statement changes by something else than an assignment of a whole value, or in a `defer`.
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
  /// The only value that the pattern matches, as a literal; nil if there may be several.
  fileprivate var literal: String? {
    switch self {
    case .none: "nil"
    case .one(let name, let parts, _): parts.isEmpty ? "." + name : nil
    default: nil
    }
  }
}
