import StateMachineSyntax

/// Finds out whether the patterns of several transitions together match every value. The patterns `nil` and `let x?`
/// do, and also `true` and `false`, or `.success` and `.failure`.
///
/// Only transitions without guards count. If the search takes too long, the result is that some value is not matched.
struct PatternCover {
  /// The shapes that fields must have so that the patterns of one transition match. A shape says which values a pattern
  /// matches, such as only nil. A field without an entry may have any value.
  private typealias Demand = [UsedField: PatternShape]

  private var demands: [Demand] = []
  /// The greatest number of transitions that are considered. A machine that people can read needs no more.
  static let maximumDemands = 32
  /// The greatest number of recursive calls in a search. A machine that people can read needs no more.
  private static let maximumSteps = 512

  /// Whether every value matches the patterns of at least one of the added transitions.
  var isComplete: Bool { !demands.isEmpty && !isLeft([:]) }

  mutating func removeAll() { if !demands.isEmpty { demands.removeAll() } }

  /// Adds the patterns of a transition. Nothing is added for a transition with a guard, because it may not be taken
  /// even if its patterns match. Nothing is added if the compiler cannot read a pattern, or if `maximumDemands`
  /// transitions have been added.
  mutating func add(_ transition: Transition, hasGuard: Bool) {
    add(transition.patterns, hasGuard: hasGuard)
  }

  /// Adds the patterns that a transition has for different fields. Nothing is added for a transition with a guard,
  /// because it may not be taken even if the patterns match. Nothing is added if the compiler cannot read a pattern, or
  /// if `maximumDemands` transitions have been added.
  mutating func add(_ patterns: [Pattern], hasGuard: Bool) {
    guard !hasGuard, demands.count < Self.maximumDemands else { return }
    let demand = Self.demand(of: patterns)
    if !demand.values.contains(where: \.hasUnknown) { demands.append(demand) }
  }

  /// Returns whether a transition can match a value that no added transition matches. After `nil` was added, this is
  /// true for `let x?`, and false for another `nil`.
  func leaves(somethingFor transition: Transition) -> Bool { leaves(somethingFor: transition.patterns) }

  /// Returns whether patterns of different fields match some value that no added transition matches. After `nil` was
  /// added, this is true for `let x?`, and false for another `nil`.
  func leaves(somethingFor patterns: [Pattern]) -> Bool { isLeft(Self.demand(of: patterns)) }

  /// Returns whether patterns of different fields match some value that no added transition matches. Only values are
  /// examined in which `field` has the given shape. With the shape of `let x?`, these are the values in which the field
  /// is not nil. If `patterns` has a pattern for the field, its shape is used in place of `shape`.
  func leaves(somethingFor patterns: [Pattern], and field: UsedField, as shape: PatternShape) -> Bool {
    // The own pattern of the field takes precedence over `shape`.
    isLeft(Self.demand(of: patterns).merging([field: shape]) { own, _ in own })
  }

  private static func demand(of patterns: [Pattern]) -> Demand {
    var demand: Demand = [:]
    for pattern in patterns where !pattern.isIrrefutable {
      demand[UsedField(owner: pattern.owner, field: pattern.field)] = pattern.shape
    }
    return demand
  }

  private func isLeft(_ demand: Demand) -> Bool {
    guard !demands.isEmpty else { return true }
    let fields = Set(demands.flatMap(\.keys)).union(demand.keys).sorted {
      ($0.owner, $0.field) < ($1.owner, $1.field)
    }
    let rows = demands.map { row in fields.map { row[$0] ?? .anything } }
    var steps = 0
    return Self.isLeft(fields.map { demand[$0] ?? .anything }, by: rows, &steps)
  }

  /// Returns whether some values of the fields match all `shapes`, but none of the `rows` (L. Maranget, Warnings for
  /// Pattern Matching, 2007, §3). If `shapes` allows any value and `nil` is the only row, the result is true: `let x?`
  /// is left.
  ///
  /// - Parameters:
  ///   - shapes: a shape for each field.
  ///   - rows: for each added transition, a shape for each field. These are not rows of the machine.
  ///   - steps: the number of calls so far; each call adds one. Beyond `maximumSteps`, the search ends, and the result
  ///     is true.
  private static func isLeft(_ shapes: [PatternShape], by rows: [[PatternShape]], _ steps: inout Int) -> Bool {
    steps += 1
    // Without rows, nothing is taken; without fields, the rows that remain take the value.
    guard steps <= maximumSteps, !rows.isEmpty else { return true }
    guard let first = shapes.first else { return false }
    switch first {
    // The field must have this case: its parts become fields of their own.
    case .one(let pattern, let parts):
      return isLeft(parts + shapes.dropFirst(), by: rows.compactMap { specialized($0, pattern, parts.count) }, &steps)
    // Any value is allowed: each case of the type is tried, one after the other.
    case .anything, .unknown:
      let known = rows.lazy.compactMap { row in if case .one(let pattern, _)? = row.first { pattern } else { nil } }
      // No row distinguishes the cases of the field, so it does not matter.
      guard let pattern = known.first else {
        return isLeft(Array(shapes.dropFirst()), by: rows.map { Array($0.dropFirst()) }, &steps)
      }
      for (alternative, count) in pattern.alternatives {
        let parts = Array(repeating: PatternShape.anything, count: count)
        let others = rows.compactMap { specialized($0, alternative, count) }
        if isLeft(parts + shapes.dropFirst(), by: others, &steps) { return true }
      }
      return false
    }
  }

  /// Returns the shapes that `row` requires if its first field is the case `pattern`. The values in the case come
  /// first, then the other fields: for the case `some`, the row `let x?, true` becomes `let x, true`. Nil if the row
  /// does not match the case. A row is here a list with a shape for each field, and no row of the machine.
  ///
  /// - Parameter count: the number of values in the case.
  private static func specialized(_ row: [PatternShape], _ pattern: PatternCase, _ count: Int) -> [PatternShape]? {
    guard case .one(let own, let parts)? = row.first else {
      return Array(repeating: .anything, count: count) + row.dropFirst()
    }
    return own == pattern ? parts + row.dropFirst() : nil
  }
}

extension PatternShape {
  /// Whether the shape contains a part that the compiler cannot read. It is then unknown which values the shape
  /// matches.
  package var hasUnknown: Bool {
    switch self {
    case .anything: false
    case .one(_, let parts): parts.contains(where: \.hasUnknown)
    case .unknown: true
    }
  }
}
