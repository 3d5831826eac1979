/// Reads the members of structs from what a pattern binds of them: Swift has no pattern for members.
///
/// Where one of them is changed in place, the struct ends before that, as it would be a second owner.
///
/// Takes for granted that such a pattern is the only part of a case. Leaves none, and braces that end a struct: passes
/// that take braces away come before.
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
