import StateMachineSyntax

/// The patterns of several transitions, which together may match every value: `nil` and `let x?`, `true` and `false`,
/// `.success` and `.failure`, in one field or in several.
///
/// Only transitions without guards count. The search has a limit; beyond it, some value counts as not matched.
struct PatternCover {
  /// The shapes that a transition requires of the fields that it looks into.
  private typealias Demand = [UsedField: PatternShape]

  private var demands: [Demand] = []
  /// The greatest number of transitions, and of steps of the search: more than a readable machine needs.
  static let maximumDemands = 32
  private static let maximumSteps = 512

  /// Whether every value matches one of the patterns.
  var isComplete: Bool { !demands.isEmpty && !isLeft([:]) }

  mutating func removeAll() { if !demands.isEmpty { demands.removeAll() } }

  /// Adds the patterns of a transition, unless it has a guard.
  mutating func add(_ transition: Transition, hasGuard: Bool) {
    add(transition.patterns, hasGuard: hasGuard)
  }

  /// Adds patterns, each for a field of its own, unless they have a guard.
  mutating func add(_ patterns: [Pattern], hasGuard: Bool) {
    guard !hasGuard, demands.count < Self.maximumDemands else { return }
    let demand = Self.demand(of: patterns)
    if !demand.values.contains(where: \.hasUnknown) { demands.append(demand) }
  }

  /// Returns whether the patterns leave a value that a transition may match.
  func leaves(somethingFor transition: Transition) -> Bool { leaves(somethingFor: transition.patterns) }

  /// Returns whether the patterns leave a value that other patterns, each for a field of its own, may match.
  func leaves(somethingFor patterns: [Pattern]) -> Bool { isLeft(Self.demand(of: patterns)) }

  /// Returns whether the patterns leave a value that other patterns and a shape of one more field may match.
  func leaves(somethingFor patterns: [Pattern], and field: UsedField, as shape: PatternShape) -> Bool {
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

  /// Returns whether values match some shapes and none of the rows (Maranget, Warnings for Pattern Matching, 2007, §3).
  private static func isLeft(_ shapes: [PatternShape], by rows: [[PatternShape]], _ steps: inout Int) -> Bool {
    steps += 1
    guard steps <= maximumSteps, !rows.isEmpty else { return true }
    guard let first = shapes.first else { return false }
    switch first {
    case .one(let pattern, let parts):
      return isLeft(parts + shapes.dropFirst(), by: rows.compactMap { specialized($0, pattern, parts.count) }, &steps)
    case .anything, .unknown:
      let known = rows.lazy.compactMap { row in if case .one(let pattern, _)? = row.first { pattern } else { nil } }
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

  /// Returns the shapes that a row requires of the parts of a value of a certain case, and of the fields after it; nil
  /// if the row does not match that case.
  private static func specialized(_ row: [PatternShape], _ pattern: PatternCase, _ count: Int) -> [PatternShape]? {
    guard case .one(let own, let parts)? = row.first else {
      return Array(repeating: .anything, count: count) + row.dropFirst()
    }
    return own == pattern ? parts + row.dropFirst() : nil
  }
}

extension PatternShape {
  /// Whether the shape, or a shape within it, is unknown. Recurses no deeper than patterns are read.
  package var hasUnknown: Bool {
    switch self {
    case .anything: false
    case .one(_, let parts): parts.contains(where: \.hasUnknown)
    case .unknown: true
    }
  }
}
