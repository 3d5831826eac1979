/// A pass for a `switch` in which only one arm does something. It replaces the `switch` by an `if case` or a
/// `guard case`.
enum SingleArms: Pass {
  static func run(_ function: inout Function) {
    let assumed = function.otherwise
    function.body.replace { statement in
      guard case .match(let match) = statement.kind, match.label == nil, !match.mayDoSomething else { return nil }
      return simplified(match, statement, assumed)
    }
  }

  /// Returns the `if case` or `guard case` that replaces a `switch`. `if case .open = state { a() }` replaces
  /// `switch state { case .open: a(); case .closed: break }`. Nil if the `switch` has to stay.
  ///
  /// - Parameter assumed: the statements after `else` in a `guard case`, for a value that its pattern does not match.
  ///   They never run, because callers use the function only with values that match.
  private static func simplified(_ match: Match, _ statement: Statement, _ assumed: [Statement]) -> [Statement]? {
    let arms = match.arms
    /// Returns a `guard case` with the pattern of an arm, followed by the body of the arm. The comments and row marks
    /// of the `switch` are moved to the `guard`.
    func require(_ arm: Arm, _ otherwise: [Statement]) -> [Statement] {
      var new = Statement.require([.matches(arm.patterns[0], match.subject)], otherwise: otherwise)
      (new.comments, new.marks, new.place) = (statement.comments, statement.marks + arm.marks, statement.place)
      return [new] + arm.body.closed
    }
    if let assumption = match.assumed {
      guard arms.count == 1, arms[0].patterns.count == 1, arms[0].condition.isEmpty,
        !arms[0].patterns[0].isCertain
      else { return nil }
      if case .otherwise(let list) = assumption { return require(arms[0], list) }
      return require(arms[0], assumed)
    }
    guard !match.keepsArms, arms.count == 2, arms.allSatisfy({ $0.condition.isEmpty }),
      // The arm to keep: one that binds something or does more than end, else one that is not empty.
      let first = arms.firstIndex(where: { isMeant($0) && !($0.body.isPlainEnd && $0.patterns[0].bindsNothing) })
        ?? arms.firstIndex(where: { isMeant($0) && !$0.body.isEmpty })
    else { return nil }
    let other = arms[1 - first]
    // A `switch` takes the first arm that matches.
    if first == 1, other.mayOverlap(arms[1]) { return nil }
    guard other.body.isPlainEnd, other.patterns.allSatisfy({ $0.bindsNothing && !$0.isUser }) else { return nil }
    if other.body.isQuiet {
      guard other.body.isEmpty else { return nil }
      var new = statement
      new.kind = .check(Check(conditions: [.matches(arms[first].patterns[0], match.subject)], then: arms[first].body))
      return [new]
    }
    // The variables that a `guard` binds are visible up to the end of the enclosing list.
    guard arms[first].body.leaves || arms[first].patterns[0].bindsNothing else { return nil }
    return require(arms[first], other.body)
  }

  /// Returns whether an arm may become a `guard case` or an `if case`. It may if it has a single pattern that is not
  /// from the `.sm` file.
  private static func isMeant(_ arm: Arm) -> Bool { arm.patterns.count == 1 && !arm.patterns[0].isUser }
}
