/// Takes away what control never comes to, and jumps to where control goes anyway: statements behind one that leaves, a
/// `return` at the end of a function without a value, a `break` at the end of an arm, and the label that no `break` is left
/// for. A `do` that keeps no name from others loses its braces.
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
      pass.removeLabels(in: all)
    }
    if pass.code.hasScopes { pass.dissolveScopes(in: all) }
    code = pass.code
    return leaves
  }

  // MARK: What is never reached

  /// Removes what stands behind a statement that leaves.
  ///
  /// - Returns: whether control never comes behind the last of some statements.
  private mutating func cut(_ places: Range<Int>) -> Bool {
    var leaves = false
    /// Whether the body of the statement before leaves.
    var leftBefore = false
    var place = places.lowerBound
    while place < places.upperBound {
      let kind = code.statements[place].kind
      if kind == .alternative {
        let leavesAlso = cut(code.inside(place))
        leaves = leftBefore && leavesAlso
      } else if leaves {
        if kind != .directive { code.statements[place].isRemoved = true }
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
        if !cut(code.inside(arm)) { leaves = false }
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
    var last = lastStatement(of: places)
    // A condition that is asked for nothing would look like a mistake.
    while let (place, isOnly) = last, leadsOn(code.statements[place], base, fromFunction), !(isOnly && isCheck) {
      code.statements[place].isRemoved = true
      last = lastStatement(of: places)
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

  /// The last statement that is written, and whether it is the only one.
  private func lastStatement(of places: Range<Int>) -> (place: Int, isOnly: Bool)? {
    var last: (place: Int, isOnly: Bool)?
    var place = places.lowerBound
    while place < places.upperBound {
      if !code.statements[place].isRemoved, !code.statements[place].kind.isRemark { last = (place, last == nil) }
      place = code.statements[place].end
    }
    return last
  }

  private func leadsOn(_ statement: Code.Statement, _ base: Int, _ fromFunction: Bool) -> Bool {
    switch statement.jump {
    case .none, .ends: false
    case .leavesFunction: fromFunction
    case .leavesTarget: targets[base...].contains(statement.target)
    }
  }

  // MARK: Labels and scopes

  private mutating func removeLabels(in places: Range<Int>) {
    var isUsed = Array(repeating: false, count: places.upperBound)
    var place = places.lowerBound
    while place < places.upperBound {
      // What is within something that is not written is not written, either.
      if code.statements[place].isRemoved {
        place = code.statements[place].end
        continue
      }
      if code.statements[place].target >= 0 { isUsed[code.statements[place].target] = true }
      place += 1
    }
    for place in places where !isUsed[place] && code.statements[place].label == .needed {
      code.statements[place].label = .unneeded
    }
  }

  /// A `do` is for names that would be in the way of others: where nothing else stands beside it, or it declares none, it
  /// loses its braces.
  private mutating func dissolveScopes(in places: Range<Int>) {
    let last = lastStatement(of: places)
    var place = places.lowerBound
    while place < places.upperBound {
      let end = code.statements[place].end
      if !code.statements[place].isRemoved, end > place + 1 {
        dissolveScopes(in: code.inside(place))
        if code.statements[place].kind == .scope, code.statements[place].label != .needed,
          !hasCatch(place, places.upperBound)
        {
          let isOnly = last.map { $0.place == place && $0.isOnly } ?? false
          if isOnly || declaresNothing(place) { code.statements[place].isDissolved = true }
        }
      }
      place = end
    }
  }

  private func hasCatch(_ scope: Int, _ end: Int) -> Bool {
    let next = code.statements[scope].end
    return next < end && code.statements[next].kind == .alternative
  }

  /// Whether a scope holds nothing but statements with scopes of their own: a line may declare a name.
  private func declaresNothing(_ scope: Int) -> Bool {
    var place = scope + 1
    while place < code.statements[scope].end {
      let statement = code.statements[place]
      if !statement.isRemoved {
        if statement.kind == .line { return false }
        if statement.kind == .scope, statement.isDissolved, !declaresNothing(place) { return false }
      }
      place = statement.end
    }
    return true
  }
}
