/// A pass that drops unreachable code, code without side effects, and braces and jumps that are not needed.
///
/// After the pass, no statement follows a `return`, `throw` or `break`. A `do { … }` stays only for a `break` out of
/// it, or around a declaration that later code must not see. An `if` or `switch` without effect is dropped, unless its
/// condition may throw or calls a function of the machine. In a function without side effects,
/// `if a { return true }; return true` becomes `return true`.
enum DeadCode: Pass {
  static func run(_ function: inout Function) {
    let isPure = function.isPure
    var lost: [Mark] = []
    function.body.updateLists { list in
      for index in list.indices { keepMarks(of: &list[index], &lost) }
      simplify(&list, isPure)
    }
    dropMarks(atEndOf: &function.body, &lost)
    function.lostMarks += lost
  }

  /// Drops the empty statement at the end of each list within a statement, such as the branches of an `if`. If this
  /// empties an arm of a `switch`, the arm gets its row marks, by which coverage counts rows. Otherwise they are added
  /// to `lost`: no code is left that counts for the rows.
  private static func keepMarks(of statement: inout Statement, _ lost: inout [Mark]) {
    switch statement.kind {
    case .match(var match):
      statement.kind = .nothing
      for index in match.arms.indices {
        var marks: [Mark] = []
        dropMarks(atEndOf: &match.arms[index].body, &marks)
        if match.arms[index].body.isEmpty { match.arms[index].marks += marks } else { lost += marks }
      }
      statement.kind = .match(match)
    case .check, .require, .atEnd, .attempt: statement.updateBodies { dropMarks(atEndOf: &$0, &lost) }
    default: break
    }
  }

  /// Drops an empty statement without comments at the end of a list, and adds its row marks to `lost`. No code is left
  /// by which coverage can count these rows.
  private static func dropMarks(atEndOf list: inout [Statement], _ lost: inout [Mark]) {
    guard let last = list.last, last.isNothing, last.comments.isEmpty else { return }
    lost += last.marks
    list.removeLast()
  }

  /// Drops the code in a list of statements that is not needed. The lists within these statements must have been
  /// simplified already.
  ///
  /// - Parameter isPure: whether the function only computes a result and changes nothing, so that more code can be
  ///   dropped.
  private static func simplify(_ list: inout [Statement], _ isPure: Bool) {
    if isPlain(list, isPure) { return }
    var result: [Statement] = []
    result.reserveCapacity(list.count)
    /// The last empty statement, if no other statement has been added after it. Its comments and row marks are moved to
    /// the statement that is added next.
    var kept: Statement?
    func add(_ statement: Statement) {
      var statement = statement
      if let saved = kept {
        statement.comments.insert(contentsOf: saved.comments, at: 0)
        statement.marks.insert(contentsOf: saved.marks, at: 0)
        kept = nil
      }
      if statement.isNothing {
        if !statement.comments.isEmpty || !statement.marks.isEmpty { kept = statement }
      } else {
        result.append(statement)
      }
    }
    for (index, statement) in list.enumerated() {
      if result.leaves { break }
      for statement in simplified(statement, isLast: index == list.count - 1, after: result, isPure) {
        if result.leaves { break }
        add(statement)
      }
    }
    if isPure { dropQuestions(&result) }
    if let kept { result.append(kept) }
    list = result
  }

  /// Returns whether a list of statements certainly contains nothing to drop. This fast test spares most lists the work
  /// of `simplify`.
  private static func isPlain(_ list: [Statement], _ isPure: Bool) -> Bool {
    for index in list.indices {
      switch list[index].kind {
      case .bind, .bindPattern, .declare, .assign, .perform: continue
      case .check(let check):
        // A pure function may not need the test.
        if isPure || check.then.isQuiet && check.otherwise.isQuiet { return false }
      case .match(let match):
        // Such a `switch` has to stay as it is: it does something, and it has no label to drop.
        let isAsked = match.assumed == nil && match.label == nil && match.arms.contains { !$0.body.isQuiet }
        if isPure || !isAsked { return false }
      case .leave, .jump: return index == list.count - 1
      default: return false
      }
      if index < list.count - 1, list[index].leaves { return false }
    }
    return true
  }

  /// Returns the statements that replace a statement: only `a()` for `do { a() }`. The lists within the statement must
  /// have been simplified already.
  ///
  /// - Parameters:
  ///   - isLast: whether the statement is the last one in its list.
  ///   - before: the statements before it in its list. The braces of a `do` stay if both they and `before` declare the
  ///     same name in the file's Swift.
  ///   - isPure: whether the function only computes a result and changes nothing.
  private static func simplified(
    _ statement: Statement, isLast: Bool, after before: [Statement], _ isPure: Bool
  ) -> [Statement] {
    switch statement.kind {
    case .scope(var inner, let label):
      if let label { dropJumps(to: label, atEndOf: &inner) }
      let isJumpedTo = label.map { inner.jumps(to: $0) } ?? false
      if isJumpedTo {
        var statement = statement
        statement.kind = .scope(inner, label)
        return [statement]
      }
      // If nothing follows, the enclosing braces end the declarations' scope, too. But no list declares a name twice.
      if !inner.declaresSomething || (inner.leaves || isLast) && inner.ownNames.isDisjoint(with: before.ownNames) {
        return [.nothing(like: statement)] + inner
      }
      var statement = statement
      statement.kind = .scope(inner, nil)
      return [statement]
    case .check(let check):
      let isNeeded =
        !check.then.isQuiet || !check.otherwise.isQuiet
        || check.conditions.contains { $0.mayThrow || !isPure && $0.callsOwn }
      return isNeeded ? [statement] : [.nothing(like: statement)] + check.then
    case .require(let conditions, let otherwise):
      let rest = conditions.filter { $0 != .isTrue(.literal("true")) }
      guard !rest.isEmpty else { return [.nothing(like: statement)] }
      var statement = statement
      statement.kind = .require(rest, otherwise: otherwise)
      return [statement]
    case .match(var match):
      if let label = match.label {
        for index in match.arms.indices { dropJumps(to: label, atEndOf: &match.arms[index].body) }
        if !match.arms.contains(where: { $0.body.jumps(to: label) }) { match.label = nil }
      }
      // A value of an enum without cases never exists, and Swift needs its empty `switch`.
      if !match.arms.isEmpty, match.arms.allSatisfy(\.body.isQuiet), !match.mayDoSomething {
        var nothing = Statement.nothing(like: statement)
        for arm in match.arms { nothing.marks += arm.marks }
        return [nothing] + match.arms.flatMap(\.body)
      }
      // An assumed arm that binds nothing needs no test.
      if match.assumed != nil, match.arms.count == 1, match.arms[0].patterns.allSatisfy(\.bindsNothing),
        match.arms[0].condition.isEmpty, !match.mayDoSomething
      {
        // A label to which a statement jumps stays, and the declarations stay visible in the body alone.
        var body = Statement.scope(match.arms[0].body, label: match.label)
        body.marks = match.arms[0].marks
        return [.nothing(like: statement)] + simplified(body, isLast: isLast, after: before, isPure)
      }
      var statement = statement
      statement.kind = .match(match)
      return [statement]
    case .atEnd(let inner): return inner.isQuiet ? [.nothing(like: statement)] + inner : [statement]
    default: return [statement]
    }
  }

  /// Drops each `break label` at the end of a list of statements. It does the same at the ends of the lists within the
  /// last statement. Control reaches the same place without the `break`.
  private static func dropJumps(to label: Label, atEndOf list: inout [Statement]) {
    if let last = list.last, last.isJump(to: label) { list[list.count - 1] = .nothing(like: last) }
    guard let index = list.indices.last else { return }
    switch list[index].kind {
    case .nothing where list.count > 1 && list[index].comments.isEmpty && list[index].marks.isEmpty:
      list.removeLast()
      dropJumps(to: label, atEndOf: &list)
    case .match(var match) where match.label != label:
      list[index].kind = .nothing
      for arm in match.arms.indices { dropJumps(to: label, atEndOf: &match.arms[arm].body) }
      list[index].kind = .match(match)
    case .check: list[index].updateBodies { dropJumps(to: label, atEndOf: &$0) }
    case .require(let conditions, let otherwise)
    where otherwise.count == 1 && otherwise[0].isJump(to: label) && !conditions.contains(where: \.mayThrow):
      list[index] = .nothing(like: list[index])
    case .scope(_, let own):
      if own != label { list[index].updateBodies { dropJumps(to: label, atEndOf: &$0) } }
    default: break
    }
  }

  /// Drops an `if` or a `switch` before the last statement of a list. Its branches must contain nothing but that
  /// statement: `if a { return true }; return true` becomes `return true`.
  private static func dropQuestions(_ list: inout [Statement]) {
    while list.count > 1, let end = list.last, onlyLeads(list[list.count - 2], to: end) {
      list.remove(at: list.count - 2)
    }
  }

  /// Returns whether a statement is an `if` or a `switch` whose branches contain nothing but the statement `end`. False
  /// if the evaluation of its condition may throw an error, or if a `switch` evaluates a call.
  private static func onlyLeads(_ statement: Statement, to end: Statement) -> Bool {
    switch statement.kind {
    case .check(let check):
      return !check.conditions.contains(where: \.mayThrow)
        && (check.then + check.otherwise).allSatisfy { $0 == end || onlyLeads($0, to: end) }
    case .match(let match):
      return match.label == nil && !match.arms.isEmpty && !match.mayDoSomething
        && match.arms.allSatisfy { $0.body.allSatisfy { $0 == end || onlyLeads($0, to: end) } }
    default: return false
    }
  }
}
