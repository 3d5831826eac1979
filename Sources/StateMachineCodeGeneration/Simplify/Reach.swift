/// Takes away what control never comes to, and jumps to where control goes anyway: statements behind one that leaves, a
/// `return` at the end of a function without a value, a `break` at the end of an arm, and the label that no `break` is left
/// for. A `do` that alone stands in its place loses its braces.
struct Reach {
  private var code: Code
  /// By statement: whether a jump leaves it that is reached.
  private var isLeft: [Bool]

  /// - Parameter answers: whether the function has a result, so that its end is no `return`.
  static func simplify(_ code: inout Code, answers: Bool) {
    var pass = Reach(code: code, isLeft: Array(repeating: false, count: code.statements.count))
    code = Code()
    _ = pass.cut(nil)
    pass.removeJumps(in: nil, to: [], fromFunction: !answers)
    pass.removeLabels()
    pass.dissolveScopes(in: nil)
    code = pass.code
  }

  // MARK: What is never reached

  /// Removes what stands behind a statement that leaves.
  ///
  /// - Returns: whether control never comes behind the last statement within one.
  private mutating func cut(_ place: Int?) -> Bool {
    var leaves = false
    /// Whether the body of the statement before leaves.
    var leftBefore = false
    for child in code.children(of: place) {
      if code.statements[child].kind == .alternative {
        let leavesAlso = cut(child)
        leaves = leftBefore && leavesAlso
      } else if leaves {
        // A directive ends what stands before it.
        if code.statements[child].kind != .remark { code.statements[child].isRemoved = true }
        continue
      } else {
        leftBefore = cutStatement(child)
        // Where the condition does not hold, control goes on.
        leaves = leftBefore && code.statements[child].kind != .check
      }
    }
    return leaves
  }

  private mutating func cutStatement(_ place: Int) -> Bool {
    switch code.statements[place].kind {
    case .remark: return false
    case .line:
      let target = code.statements[place].target
      if target >= 0 { isLeft[target] = true }
      return code.statements[place].jump != .none
    case .check: return cut(place)
    case .alternative, .block:
      _ = cut(place)
      return false
    case .scope: return cut(place) && !isLeft[place]
    case .match:
      var leaves = true
      for arm in code.children(of: place) where !cut(arm) { leaves = false }
      return leaves && !isLeft[place]
    case .arm: return cut(place)
    }
  }

  // MARK: Jumps to the next statement

  /// Removes jumps at the end of some statements that lead where control goes anyway.
  ///
  /// - Parameters:
  ///   - targets: the statements that end where these do.
  ///   - fromFunction: whether the function ends there, too.
  private mutating func removeJumps(in place: Int?, to targets: [Int], fromFunction: Bool) {
    let children = code.children(of: place)
    var isLast = true
    for child in children.reversed() {
      let statement = code.statements[child]
      switch statement.kind {
      case .remark: continue
      case .line:
        guard isLast, leads(statement, to: targets, fromFunction) else {
          isLast = false
          continue
        }
        // A condition that is asked for nothing would be worse.
        let isOnly = children.filter { code.statements[$0].kind != .remark }.count == 1
        let isCheck = place.map { [.check, .alternative].contains(code.statements[$0].kind) } ?? false
        if isOnly, isCheck { isLast = false } else { code.statements[child].isRemoved = true }
      case .check, .alternative:
        removeJumps(in: child, to: isLast ? targets : [], fromFunction: isLast && fromFunction)
        // What stands before its `else` is as far from the end as that.
        if statement.kind == .check { isLast = false }
      case .scope:
        removeJumps(in: child, to: (isLast ? targets : []) + [child], fromFunction: isLast && fromFunction)
        isLast = false
      case .match, .arm:
        for arm in code.children(of: child) {
          removeJumps(in: arm, to: (isLast ? targets : []) + [child], fromFunction: isLast && fromFunction)
        }
        isLast = false
      case .block:
        removeJumps(in: child, to: [], fromFunction: false)
        isLast = false
      }
    }
  }

  private func leads(_ statement: Code.Statement, to targets: [Int], _ fromFunction: Bool) -> Bool {
    switch statement.jump {
    case .none, .ends: false
    case .leavesFunction: fromFunction
    case .leavesTarget: targets.contains(statement.target)
    }
  }

  // MARK: Labels and scopes

  private mutating func removeLabels() {
    var isUsed = Array(repeating: false, count: code.statements.count)
    var place = 0
    while place < code.statements.count {
      // What is within something that is not written is not written, either.
      if code.statements[place].isRemoved {
        place = code.statements[place].end
        continue
      }
      if code.statements[place].target >= 0 { isUsed[code.statements[place].target] = true }
      place += 1
    }
    for place in code.statements.indices where !isUsed[place] && code.statements[place].label >= 0 {
      code.statements[place].unusedLabel = code.statements[place].label
      code.statements[place].label = -1
    }
  }

  /// A `do` is for names that would be in the way of others: where nothing else stands beside it, none is.
  private mutating func dissolveScopes(in place: Int?) {
    let children = code.children(of: place)
    for child in children { dissolveScopes(in: child) }
    let statements = children.filter { code.statements[$0].kind != .remark }
    guard statements.count == 1, let only = statements.first, code.statements[only].kind == .scope,
      code.statements[only].label < 0
    else { return }
    code.statements[only].isDissolved = true
  }
}
