import StateMachineSyntax

/// A pass that merges equal arms of a `switch` into one arm, `case .a, .b:`. If all arms are equal, it drops the
/// `switch`.
///
/// Arms with a `where` or with a pattern of the `.sm` file are not merged. If arms bind variables, these must have
/// equal names and types. Short arms that bind nothing, such as `case .a: return true`, are moved to the end. An arm
/// never moves past an arm that may match the same value.
enum EqualArms: Pass {
  static func run(_ function: inout Function) {
    let (isPure, isTable, variables) = (function.isPure, function.isTable, function.variables)
    function.body.replace { statement in
      guard case .match(var match) = statement.kind else { return nil }
      if let body = onlyBody(of: match, isPure, isTable) { return [.nothing(like: statement)] + body.closed }
      statement.kind = .nothing
      share(&match.arms, keepsApart: match.keepsApart, variables)
      statement.kind = .match(match)
      return nil
    }
  }

  /// Returns the body that all arms of a `switch` have, so that it may replace the `switch`. Nil if the arms differ, or
  /// if the `switch` has to stay. It has to stay if the body reads a variable that an arm binds, for example.
  ///
  /// - Parameters:
  ///   - isPure: whether the function changes nothing, so that the conditions of the arms may be dropped.
  ///   - isTable: whether the function's short arms are printed on one line. In such a function, a `switch` with one
  ///     arm stays if it has `keepsArms`: Swift then checks it when a case is added.
  private static func onlyBody(of match: Match, _ isPure: Bool, _ isTable: Bool) -> [Statement]? {
    guard match.assumed == nil, let first = match.arms.first, !match.mayDoSomething,
      isPure || match.arms.allSatisfy({ $0.condition.isEmpty }),
      match.arms.dropFirst().allSatisfy({ $0.body == first.body })
    else { return nil }
    // A `switch` with one case stays, so that Swift checks it when a case is added. Empty statements only carry marks.
    let isPlain = first.body.filter { !$0.isNothing || !$0.comments.isEmpty }.isPlainEnd
    if match.keepsArms, match.arms.count == 1, first.patterns.count == 1, isTable || !isPlain { return nil }
    // By now, only patterns of the file's Swift bind variables that nothing reads.
    let mayRead = match.arms.contains { arm in
      arm.patterns.contains { $0.isUser ? $0.variables.contains(where: first.body.uses) : !$0.bindsNothing }
    }
    if mayRead { return nil }
    if match.arms.count == 1, first.patterns.contains(where: \.isUser) || !first.condition.isEmpty { return nil }
    if let label = match.label, first.body.jumps(to: label) { return nil }
    var body = first.body
    for arm in match.arms.dropFirst() { body.share(marksOf: arm.body) }
    return first.body.isEmpty ? [.nothing(with: match.arms.flatMap(\.marks))] : body
  }

  /// Merges equal arms, and moves short arms such as `case .a: return true` to the end.
  ///
  /// - Parameter keepsApart: whether equal arms stay separate, as Swift requires for a noncopyable value.
  private static func share(_ arms: inout [Arm], keepsApart: Bool, _ variables: Variables) {
    guard arms.count > 1 else { return gather(&arms) }
    var different: [Arm] = []
    var ends: [Arm] = []
    var places: [AnyArm: Int] = [:]
    var endPlaces: [AnyArm: Int] = [:]
    let areApart = arms.areApart
    // An arm with a unique outline is equal to no other.
    let outlines = arms.map(\.body.outline)
    let counts = outlines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    if counts.count == arms.count, !arms.contains(where: \.body.isPlainEnd) { return gather(&arms) }
    for (index, arm) in arms.enumerated() {
      let isAlone = counts[outlines[index]] == 1 && !arm.body.isPlainEnd
      guard !isAlone, arm.condition.isEmpty, let any = AnyArm(arm, variables) else {
        different.append(arm)
        continue
      }
      // A short arm moves to the end, if no later arm may match the same value. Another arm is merged into an equal
      // one before it, if no arm between them may match the same value.
      if any.bound.isEmpty, arm.body.isPlainEnd, areApart || !arms[(index + 1)...].contains(where: arm.mayOverlap) {
        add(arm, any, to: &ends, &endPlaces, keepsApart)
      } else if !areApart, let place = places[any], different[(place + 1)...].contains(where: arm.mayOverlap) {
        places[any] = different.count
        different.append(arm)
      } else {
        add(arm, any, to: &different, &places, keepsApart)
      }
    }
    let ordered = ends.enumerated().sorted { ($0.element.body.rank, $0.offset) < ($1.element.body.rank, $1.offset) }
    arms = different + ordered.map(\.element)
    gather(&arms)
  }

  /// Adds an arm of a `switch` to a list of arms. If the list contains an arm that does the same, the new arm is merged
  /// into that arm.
  ///
  /// - Parameters:
  ///   - any: the new arm in a form that is equal for arms which do the same.
  ///   - places: the index of each arm in the list; the key is the arm in that form. An arm that is appended is added
  ///     to it.
  ///   - keepsApart: whether equal arms stay separate all the same, as Swift requires for a noncopyable value.
  private static func add(
    _ arm: Arm, _ any: AnyArm, to arms: inout [Arm], _ places: inout [AnyArm: Int], _ keepsApart: Bool
  ) {
    if !keepsApart, let place = places[any] {
      let other = any.sorted(arms[place].patterns[0].variables)
      let same = Dictionary(uniqueKeysWithValues: zip(any.sorted(arm.patterns[0].variables), other))
      arms[place].patterns += arm.patterns.map { $0.mapping { .bind(same[$0] ?? $0) } }
      arms[place].body.share(marksOf: arm.body)
      arms[place].marks.share(arm.marks)
    } else {
      places[any] = arms.count
      arms.append(arm)
    }
  }

  /// Shortens the patterns of each arm: `.outer(.a), .outer(.b)` becomes `.outer`, if `.a` and `.b` are all cases of
  /// the inner enum.
  private static func gather(_ arms: inout [Arm]) {
    for index in arms.indices where arms[index].patterns.count > 1 {
      arms[index].patterns = gathered(arms[index].patterns)
    }
  }

  /// Returns shorter patterns: `.outer` in place of `.outer(.a), .outer(.b)`, if `.a` and `.b` are all cases of the
  /// inner enum.
  private static func gathered(_ patterns: [CasePattern]) -> [CasePattern] {
    var inner: [Outer: [CasePattern]] = [:]
    for pattern in patterns {
      if let (outer, last) = Outer.parts(of: pattern) { inner[outer, default: []].append(last) }
    }
    guard !inner.isEmpty else { return patterns }
    var result: [CasePattern] = []
    for pattern in patterns {
      guard case .one(let name, _, let siblings) = pattern, let (outer, _) = Outer.parts(of: pattern) else {
        result.append(pattern)
        continue
      }
      guard let list = inner.removeValue(forKey: outer) else { continue }
      let all = gathered(list)
      let last = isWhole(all) ? [.any] : all
      result += last.map { .one(name, outer.parts + [$0], siblings: siblings) }
    }
    return result
  }

  /// A pattern without its last part: `.outer(a, …)` for `.outer(a, .inner)`. Two patterns can be merged only if they
  /// are equal except for the last part.
  private struct Outer: Hashable {
    let name: String
    let parts: [CasePattern]

    static func parts(of pattern: CasePattern) -> (Outer, last: CasePattern)? {
      guard case .one(let name, let parts, _) = pattern, let last = parts.last, case .one = last else { return nil }
      return (Outer(name: name, parts: parts.dropLast()), last)
    }
  }

  /// Returns whether patterns together match every value of their enum. There must be a pattern for each case, and no
  /// pattern may test or bind the values of its case.
  private static func isWhole(_ patterns: [CasePattern]) -> Bool {
    guard case .one(_, _, let siblings)? = patterns.first, siblings > 0, siblings == Set(patterns.map(\.head)).count
    else {
      return false
    }
    return patterns.allSatisfy { if case .one(_, let parts, _) = $0 { parts.allSatisfy(\.isAny) } else { false } }
  }
}

/// An arm of a `switch` as a value that can be compared with other arms. Two such values are equal if the arms do the
/// same, even though each arm has variables of its own.
private struct AnyArm: Hashable {
  /// The names and types of the variables that the arm's patterns bind.
  let bound: [Facts]
  /// The names and types of the variables that the arm's body declares.
  private let declared: [Facts]
  private let body: [Statement]
  private let variables: Variables
  /// The hash value. It is stored because a dictionary asks for it often, and the arm may be long.
  private let hash: Int

  struct Facts: Hashable {
    var hint: String
    var type: SourceRange?
    var isFixed: Bool
  }

  /// Creates the value from an arm. Nil if the arm is never merged, because one of its patterns is from the `.sm` file.
  /// Nil also if a bound variable has no known type, or if two have the same name and type.
  init?(_ arm: Arm, _ variables: Variables) {
    guard !arm.patterns.contains(where: \.isUser), let first = arm.patterns.first else { return nil }
    self.variables = variables
    func facts(_ variable: Variable) -> Facts {
      Facts(hint: variables[variable].hint, type: variables[variable].type, isFixed: variables[variable].isFixed)
    }
    let own = Self.sorted(first.variables, variables)
    bound = own.map(facts)
    guard bound.allSatisfy({ $0.type != nil }), Set(bound).count == bound.count else { return nil }
    let inner = arm.body.allDeclared
    declared = inner.map(facts)
    var places: [Variable: Variable] = [:]
    for (index, variable) in (own + inner).enumerated() where places[variable] == nil {
      places[variable] = .placeholder(index)
    }
    var body = arm.body
    if !places.isEmpty { body.rename { places[$0] ?? $0 } }
    self.body = body
    var hasher = Hasher()
    hasher.combine(bound)
    hasher.combine(body)
    hash = hasher.finalize()
  }

  /// Returns variables of a pattern in the order of their names. Variables of two equal arms correspond to each other
  /// in this order.
  func sorted(_ list: [Variable]) -> [Variable] { Self.sorted(list, variables) }

  private static func sorted(_ list: [Variable], _ variables: Variables) -> [Variable] {
    list.count < 2 ? list : list.sorted { variables[$0].hint < variables[$1].hint }
  }

  static func == (one: AnyArm, other: AnyArm) -> Bool {
    one.hash == other.hash && one.bound == other.bound && one.declared == other.declared && one.body == other.body
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension CasePattern {
  /// Returns whether a value may exist that matches both patterns.
  func mayOverlap(_ other: CasePattern) -> Bool {
    switch (self, other) {
    case (.one(let name, let parts, _), .one(let otherName, let others, _)):
      name == otherName && zip(parts, others).allSatisfy { $0.mayOverlap($1) }
    case (.some(let inner), .some(let other)): inner.mayOverlap(other)
    case (.none, .some), (.some, .none), (.none, .one), (.one, .none): false
    default: true
    }
  }
}

extension Arm {
  /// Returns whether a value may exist that matches a pattern of this arm and a pattern of the other arm.
  func mayOverlap(_ other: Arm) -> Bool {
    patterns.contains { pattern in other.patterns.contains { pattern.mayOverlap($0) } }
  }
}

extension [Arm] {
  /// Whether all patterns of the arms are for different cases of the enum. The order of the arms then does not matter.
  fileprivate var areApart: Bool {
    var heads: Set<String> = []
    for pattern in lazy.flatMap(\.patterns) {
      guard let head = pattern.head, heads.insert(head).inserted else { return false }
    }
    return true
  }
}

extension [Statement] {
  /// A hash value of the list, which is the same for lists that differ only in their variables. Arms whose bodies have
  /// different hash values are certainly not equal.
  fileprivate var outline: Int {
    var hasher = Hasher()
    outline(into: &hasher)
    return hasher.finalize()
  }

  private func outline(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in indices {
      self[index].forEachExpression { $0.outline(into: &hasher) }
      self[index].forEachBody { $0.outline(into: &hasher) }
    }
  }

  /// The order of short arms at the end of a `switch`: lower numbers come first. It is 0 for the body `return true`,
  /// and 1 for another `return`. It is 2 for the call of a composite state's function, and 3 for `break`.
  fileprivate var rank: Int {
    guard case .leave(let leave)? = first?.kind else { return 3 }
    if leave.value == .literal("true") { return 0 }
    return leave.about != nil ? 2 : 1
  }
}

extension Expression {
  fileprivate func outline(into hasher: inout Hasher) {
    switch self {
    case .literal(let text): hasher.combine(text)
    case .new(let name, let arguments):
      hasher.combine(name)
      for argument in arguments { argument.value.outline(into: &hasher) }
    case .call(let call): for argument in call.arguments { argument.value.outline(into: &hasher) }
    case .piece(let piece): hasher.combine(piece.text)
    default: break
    }
  }
}
