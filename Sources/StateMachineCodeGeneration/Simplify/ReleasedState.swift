/// A pass that avoids a copy of the payload. The variables of `switch self.state` share the payload's memory, so that a
/// change of the payload within the `switch` copies it. A composite state's function that is called there may change
/// the payload. The pass then moves the call to after the `switch`.
enum ReleasedState: WholePass {
  static func run(_ functions: inout [Function]) {
    let changing = Set(functions.filter { changesInPlace($0.body) }.map(\.id))
    guard !changing.isEmpty else { return }
    for index in functions.indices { release(&functions[index], changing) }
  }

  /// Returns whether a function's body stores an empty payload in the machine's state. Code does so before it changes
  /// the payload in place.
  private static func changesInPlace(_ body: [Statement]) -> Bool {
    body.containsStatement { statement in
      if case .assign(let assignment) = statement.kind { assignment.role == .empty } else { false }
    }
  }

  /// Moves calls of the functions `changing` to after the `switch` at the end of a function. `break released`, a jump
  /// to the end of the `switch`, replaces each call. A second `switch` over the state then makes the calls.
  ///
  /// - Parameter changing: the functions that change the payload.
  private static func release(_ function: inout Function, _ changing: Set<FunctionID>) {
    guard let last = function.body.last, case .match(var match) = last.kind, match.keepsArms, match.label == nil else {
      return
    }
    let label = Label("released")
    var released: [(pattern: CasePattern, call: Statement)] = []
    for place in match.arms.indices
    where match.arms[place].patterns.contains(where: { $0.variables.contains { function.variables[$0].owns } }) {
      match.arms[place].body.replace { statement in
        guard case .leave(let leave) = statement.kind, let composite = leave.about, case .call(let call)? = leave.value,
          case .own(let id) = call.callee, changing.contains(id)
        else { return nil }
        if !released.contains(where: { $0.pattern == composite }) { released.append((composite, statement)) }
        return [.jump(label)]
      }
    }
    guard !released.isEmpty else { return }
    match.label = label
    // Swift requires an arm of the second `switch` for the other cases, too.
    let heads = Set(released.compactMap(\.pattern.head))
    var seen = heads
    let others = match.arms.flatMap(\.patterns).compactMap { pattern -> CasePattern? in
      guard case .one(let name, let parts, let siblings) = pattern, seen.insert(name).inserted else { return nil }
      return .one(name, parts.map { _ in .any }, siblings: siblings)
    }
    let rest = others.isEmpty ? [] : [Arm(patterns: others, body: function.otherwise)]
    let calls = released.map { Arm(patterns: [$0.pattern], body: [$0.call]) }
    var statement = last
    statement.kind = .match(match)
    function.body[function.body.count - 1] = statement
    var calling = Statement.match(Match(subject: match.subject, arms: calls + rest, keepsArms: true))
    calling.comments = [
      .generated("The bindings above end here, so that the payload of a composite can change without a copy.")
    ]
    function.body.append(calling)
    DeadCode.run(&function)
  }
}
