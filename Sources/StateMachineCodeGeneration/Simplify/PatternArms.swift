/// A pass that splits an arm of a `switch` whose body begins with a test of a bound field.
/// `case .closed(let x): if x == false { … }` becomes two arms: `case .closed(x: false): …`, and after it
/// `case .closed:` for other values.
///
/// The test's pattern must have `namesNothing`: it means the same at every place. A test stays if the arm's body uses
/// the value later, unless it is compared with a literal. Pure functions stay as they are.
enum PatternArms: Pass {
  static func run(_ function: inout Function) {
    guard !function.isPure else { return }
    let variables = function.variables
    function.body.replace { statement in
      guard case .match(var match) = statement.kind, match.assumed == nil, !match.keepsApart else { return nil }
      statement.kind = .nothing
      match.arms = match.arms.flatMap { arm in
        // Swift warns of an arm that an earlier arm makes unreachable.
        split(arm, variables).reduce(into: []) { arms, arm in
          if !arms.contains(where: { $0.patterns[0].takes(arm.patterns[0]) }) { arms.append(arm) }
        }
      }
      statement.kind = .match(match)
      return nil
    }
  }

  /// Returns the arms that replace an arm, in order: `case .closed(x: false):` and `case .closed:` for
  /// `case .closed(let x): if x == false { … }`. If the arm is not split, the result is the arm itself.
  private static func split(_ arm: Arm, _ variables: Variables) -> [Arm] {
    var arms: [Arm] = []
    var rest: Arm? = arm
    while let arm = rest {
      guard arm.patterns.count == 1, arm.condition.isEmpty, arm.place == nil,
        let index = arm.body.firstIndex(where: { !$0.isNothing }), arm.body[index].place == nil,
        let (asked, after) = parts(of: arm.body[index], isLast: arm.body[(index + 1)...].allSatisfy(\.isNothing))
      else { return arms + [arm] }
      let before = arm.body[..<index] + [.nothing(like: arm.body[index])]
      let new = asked.compactMap { self.arm($0, of: arm, before, variables) }
      guard new.count == asked.count else { return arms + [arm] }
      arms += new
      rest = after.map { after in
        var rest = arm
        rest.body.replaceSubrange(index...index, with: after)
        return rest
      }
    }
    return arms
  }

  /// A branch of an `if` or a `switch`. `asked` is the patterns, each with the expression that it tests. `body` is the
  /// statements that run if all patterns match.
  private typealias Part = (asked: [(CasePattern, Expression)], body: [Statement])

  /// Returns the branches of an `if` or a `switch`. `after` is the code that runs if no branch matches; it is nil if a
  /// branch always matches. The result is nil for a statement that the pass cannot split.
  ///
  /// - Parameter isLast: whether no code follows the statement in its arm.
  private static func parts(of statement: Statement, isLast: Bool) -> (parts: [Part], after: [Statement]?)? {
    switch statement.kind {
    case .check(let check) where check.then.leaves || isLast:
      var asked: [(CasePattern, Expression)] = []
      for condition in check.conditions {
        guard case .matches(let pattern, let subject) = condition else { return nil }
        asked.append((pattern, subject))
      }
      return ([(asked, check.then)], check.otherwise)
    case .match(let match) where isLast && match.label == nil && match.assumed == nil:
      var parts: [Part] = []
      for arm in match.arms {
        guard arm.patterns.count == 1, arm.condition.isEmpty, arm.place == nil else { return nil }
        if case .new("", let values) = match.subject, case .tuple(let patterns) = arm.patterns[0] {
          parts.append((Array(zip(patterns, values.map(\.value))), arm.body))
        } else {
          parts.append(([(arm.patterns[0], match.subject)], arm.body))
        }
      }
      return (parts, nil)
    default: return nil
    }
  }

  /// Returns the new arm for one branch of a test in another arm: the branch's patterns are put into the pattern of
  /// `arm`. If a field is compared with a literal, as in `x == false`, the literal replaces the field in the branch.
  /// Nil if the branch tests anything but fields that `arm` binds, or if it still uses a tested field.
  ///
  /// - Parameter before: the statements of `arm` before the test.
  private static func arm(_ part: Part, of arm: Arm, _ before: ArraySlice<Statement>, _ variables: Variables) -> Arm? {
    var asked: [Variable: CasePattern] = [:]
    var body = part.body
    for (pattern, subject) in part.asked {
      guard case .variable(let variable) = subject, asked[variable] == nil, arm.patterns[0].bindsDirectly(variable)
      else { return nil }
      if case .user(let user) = pattern, let literal = user.literal, !body.changes(variable) {
        body.updateExpressions { $0 == .variable(variable) ? .literal(literal) : $0 }
      }
      guard !body.uses(variable) else { return nil }
      switch pattern {
      case .any: asked[variable] = .any
      case .user(var user) where user.namesNothing:
        user.label = variables[variable].label
        asked[variable] = .user(user)
      default: return nil
      }
    }
    // Each arm binds variables of its own.
    var own: [Variable: Variable] = [:]
    for variable in arm.patterns[0].variables { own[variable] = variables.make(variables[variable]) }
    body.rename { own[$0] ?? $0 }
    let pattern = arm.patterns[0].mapping { asked[$0] ?? .bind(own[$0] ?? $0) }
    return Arm(patterns: [pattern], body: before + body)
  }
}

extension UserPattern {
  /// The only value that the pattern matches, as a literal such as `false`; nil if the pattern may match other values.
  fileprivate var literal: String? {
    switch pattern.shape {
    case .one(.true, _): "true"
    case .one(.false, _): "false"
    case .one(.none, _): "nil"
    default: nil
    }
  }
}

extension CasePattern {
  /// Returns whether this pattern certainly matches all values that the pattern `other` matches. Patterns of the `.sm`
  /// file are compared only by their texts.
  fileprivate func takes(_ other: CasePattern) -> Bool {
    switch (self, other) {
    case (.any, _), (.bind, _): true
    case (.one(let name, let parts, _), .one(let other, let others, _)):
      name == other && parts.count == others.count && zip(parts, others).allSatisfy { $0.takes($1) }
    case (.user(let user), .user(let other)): user.namesNothing && user.text == other.text
    default: false
    }
  }

  /// Returns whether the pattern binds a variable with a `let` of its own. A `let` in a pattern of the `.sm` file does
  /// not count.
  fileprivate func bindsDirectly(_ variable: Variable) -> Bool {
    switch self {
    case .bind(variable): true
    case .one(_, let parts, _): parts.contains { $0.bindsDirectly(variable) }
    default: false
    }
  }
}
