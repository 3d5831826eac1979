/// A pass that splits an arm whose body first tests its bound fields with an `if` or a `switch`:
/// `case .closed(x: false):` comes before `case .closed:`.
///
/// It requires that a pattern with `namesNothing` names no local value. It leaves tests of a value that the body goes
/// on to use, unless the value is a literal. It also leaves tests in pure functions.
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

  private static func split(_ arm: Arm, _ variables: Variables) -> [Arm] {
    var arms: [Arm] = []
    var rest: Arm? = arm
    while let arm = rest {
      guard arm.patterns.count == 1, arm.condition.isEmpty, arm.place == nil,
        let index = arm.body.firstIndex(where: { !$0.isNothing }), arm.body[index].place == nil,
        let (asked, behind) = parts(of: arm.body[index], isLast: arm.body[(index + 1)...].allSatisfy(\.isNothing))
      else { return arms + [arm] }
      let before = arm.body[..<index] + [.nothing(like: arm.body[index])]
      let new = asked.compactMap { self.arm($0, of: arm, before, variables) }
      guard new.count == asked.count else { return arms + [arm] }
      arms += new
      rest = behind.map { behind in
        var rest = arm
        rest.body.replaceSubrange(index...index, with: behind)
        return rest
      }
    }
    return arms
  }

  /// A branch: its tests of variables, and the statements that run if all of the tests match.
  private typealias Part = (asked: [(CasePattern, Expression)], body: [Statement])

  /// Returns the branches of a statement, and the code if none matches (nil if one always does); nil without tests.
  private static func parts(of statement: Statement, isLast: Bool) -> (parts: [Part], behind: [Statement]?)? {
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

  /// Returns the arm for a branch; nil if the branch tests anything but bound fields, or goes on to use those fields.
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
  /// The only value that the pattern matches, as a literal; nil if it may match other values.
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
  /// Returns whether the first pattern, by its text, matches all values of the second.
  fileprivate func takes(_ other: CasePattern) -> Bool {
    switch (self, other) {
    case (.any, _), (.bind, _): true
    case (.one(let name, let parts, _), .one(let other, let others, _)):
      name == other && parts.count == others.count && zip(parts, others).allSatisfy { $0.takes($1) }
    case (.user(let user), .user(let other)): user.namesNothing && user.text == other.text
    default: false
    }
  }

  /// Returns whether the pattern itself binds a variable, as opposed to a pattern of the file's Swift in it.
  fileprivate func bindsDirectly(_ variable: Variable) -> Bool {
    switch self {
    case .bind(variable): true
    case .one(_, let parts, _): parts.contains { $0.bindsDirectly(variable) }
    default: false
    }
  }
}
