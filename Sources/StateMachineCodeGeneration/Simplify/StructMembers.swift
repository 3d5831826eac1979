/// A pass for payloads that are structs. Before it, a pattern may bind the members of such a struct, but Swift has no
/// such patterns. After it, the arm binds the whole struct, and begins with `let speed = open.speed`.
///
/// If the arm changes a member in place, the struct's variable ends before the change, in braces (`do { … }`). The
/// change then copies no memory. Later passes must not drop the braces. The replaced pattern must be the only one in
/// its parentheses.
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

  /// Replaces the pattern for a struct's members in an arm of a `switch`. The new pattern binds the whole struct, and
  /// the arm begins with `let speed = open.speed`. An arm that binds no member stays as it is.
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
