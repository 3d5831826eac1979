/// Takes away what control never comes to, and jumps to where control goes anyway: statements behind one that leaves, a
/// `return` at the end of a function without a value, and a `break` at the end of an arm.
struct Reach {
  private var code: Code
  /// By statement: whether a jump that is reached leaves it.
  private var isLeft: [Bool]
  /// The statements around the one at hand, inner ones last.
  private var targets: [Int] = []

  /// - Parameters:
  ///   - first: the statement with which the pass begins.
  ///   - answers: whether the function has a result, so that its end is no `return`.
  /// - Returns: whether control never comes behind the statements.
  @discardableResult
  static func simplify(_ code: inout Code, from first: Int = 0, answers: Bool) -> Bool {
    var pass = Reach(code: code, isLeft: [])
    code = Code()
    let all = first..<pass.code.statements.count
    // An arm of a `switch` that goes on ends where that does.
    pass.targets = pass.code.open
    if pass.code.hasJumps { pass.isLeft = Array(repeating: false, count: all.upperBound) }
    let leaves = pass.cut(all) && !pass.targets.contains(where: pass.isJumpedOut)
    if pass.code.hasJumps {
      pass.removeJumps(in: all, isCheck: false, base: 0, fromFunction: !answers)
    }
    code = pass.code
    return leaves
  }

  // MARK: What is never reached

  /// Removes what stands behind a statement that leaves.
  ///
  /// - Returns: whether control never comes behind the last of some statements.
  private mutating func cut(_ places: Range<Int>) -> Bool {
    var leaves = false
    /// Whether the body of the statement before leaves, and whether that statement was not reached: nor is its `else` then.
    var leftBefore = false
    var isBehindLeaving = false
    var place = places.lowerBound
    while place < places.upperBound {
      let kind = code.statements[place].kind
      if code.statements[place].isRemoved {
        leftBefore = false
      } else if kind == .alternative, !isBehindLeaving {
        let leavesAlso = cut(code.inside(place))
        leaves = leftBefore && leavesAlso
      } else if leaves {
        if kind != .directive { code.statements[place].isRemoved = true }
        isBehindLeaving = true
      } else {
        leftBefore = cutStatement(place, kind)
        // Where the condition does not hold, control goes on.
        leaves = leftBefore && kind != .check
      }
      place = code.statements[place].end
    }
    return leaves
  }

  private mutating func cutStatement(_ place: Int, _ kind: Code.Statement.Kind) -> Bool {
    switch kind {
    case .directive, .comment: return false
    case .line:
      let target = code.statements[place].target
      if target >= 0 { isLeft[target] = true }
      return code.statements[place].jump != .none
    case .check, .arm: return cut(code.inside(place))
    case .scope: return cut(code.inside(place)) && !isJumpedOut(of: place)
    case .alternative, .block:
      _ = cut(code.inside(place))
      return false
    case .match:
      var leaves = true
      var arm = place + 1
      while arm < code.statements[place].end {
        if !code.statements[arm].isRemoved, !cut(code.inside(arm)) { leaves = false }
        arm = code.statements[arm].end
      }
      return leaves && !isJumpedOut(of: place)
    }
  }

  private func isJumpedOut(of place: Int) -> Bool { !isLeft.isEmpty && isLeft[place] }

  // MARK: Jumps to the next statement

  /// Removes jumps at the end of some statements that lead where control goes anyway.
  ///
  /// - Parameters:
  ///   - isCheck: whether a condition stands before the statements.
  ///   - base: from where on the statements around end where these do.
  ///   - fromFunction: whether the function ends there, too.
  private mutating func removeJumps(in places: Range<Int>, isCheck: Bool, base: Int, fromFunction: Bool) {
    var last = code.lastStatement(of: places)
    // A condition that is asked for nothing would look like a mistake.
    while let (place, isOnly) = last, leadsOn(code.statements[place], base, fromFunction), !(isOnly && isCheck) {
      code.statements[place].isRemoved = true
      last = code.lastStatement(of: places)
    }
    var place = places.lowerBound
    while place < places.upperBound {
      let end = code.statements[place].end
      if !code.statements[place].isRemoved, end > place + 1 {
        let isLast = isLast(place, last?.place)
        removeJumps(within: place, base: isLast ? base : targets.count, fromFunction: isLast && fromFunction)
      }
      place = end
    }
  }

  /// Whether nothing comes behind a statement: it is the last, or the last is its `else`.
  private func isLast(_ place: Int, _ last: Int?) -> Bool {
    guard let last, place < last else { return place == last }
    return code.statements[place].end == last && code.statements[last].kind == .alternative
  }

  private mutating func removeJumps(within place: Int, base: Int, fromFunction: Bool) {
    switch code.statements[place].kind {
    case .check, .alternative:
      removeJumps(in: code.inside(place), isCheck: true, base: base, fromFunction: fromFunction)
    case .scope:
      targets.append(place)
      removeJumps(in: code.inside(place), isCheck: false, base: base, fromFunction: fromFunction)
      targets.removeLast()
    case .match:
      targets.append(place)
      var arm = place + 1
      while arm < code.statements[place].end {
        removeJumps(in: code.inside(arm), isCheck: false, base: base, fromFunction: fromFunction)
        arm = code.statements[arm].end
      }
      targets.removeLast()
    case .arm: removeJumps(in: code.inside(place), isCheck: false, base: base, fromFunction: fromFunction)
    case .block: removeJumps(in: code.inside(place), isCheck: false, base: targets.count, fromFunction: false)
    case .line, .directive, .comment: break
    }
  }

  private func leadsOn(_ statement: Code.Statement, _ base: Int, _ fromFunction: Bool) -> Bool {
    switch statement.jump {
    case .none, .ends: false
    case .leavesFunction: fromFunction
    case .leavesTarget: targets[base...].contains(statement.target)
    }
  }
}
