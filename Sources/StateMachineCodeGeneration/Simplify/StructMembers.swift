/// A pass that reads the members of structs that a pattern binds, as Swift has no pattern for members. If a member is
/// changed in place, a scope ends the struct's variable before, which shares the member's memory.
///
/// It requires that such a pattern is the only part of a case. After it, no such pattern is left, but there are braces
/// that other passes must not drop.
enum StructMembers: Pass {
  static func run(_ function: inout Function) {
    let variables = function.variables
    function.body.replace { statement in
      guard case .match(var match) = statement.kind else { return nil }
      for index in match.arms.indices { read(&match.arms[index], variables) }
      statement.kind = .match(match)
      return nil
    }
  }

  private static func read(_ arm: inout Arm, _ variables: Variables) {
    guard case .one(let name, let parts, let siblings)? = arm.patterns.first,
      case .members(let pattern, let members)? = parts.first, !members.allSatisfy(\.isAny)
    else { return }
    arm.patterns[0] = .one(name, [.bind(pattern.whole)], siblings: siblings)
    let whole = Expression.variable(pattern.whole)
    let bound = zip(pattern.members, members).compactMap { member, part -> (StructPattern.Member, Variable)? in
      if case .bind(let variable) = part { (member, variable) } else { nil }
    }
    let owners = Set(bound.map(\.1).filter { variables[$0].owns })
    guard arm.body.containsStatement(where: { Ownership.changes($0, owners) }) else {
      arm.body = bound.map { .bind($1, .member(whole, $0.name)) } + arm.body
      return
    }
    arm.body =
      bound.map { Statement(.declare($1, type: $0.type, nil)) }
      + [.scope([.bind(pattern.whole, whole)] + bound.map { .assign(.variable($1), .member(whole, $0.name)) })]
      + arm.body
  }
}
