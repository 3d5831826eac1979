/// Returns combinations of the values tried for an event's payload, as indices into the fields' lists of values. All
/// combinations if they are at most 64; otherwise some in which each two values of two fields occur together.
///
/// - Parameter counts: the number of values of each field.
public func combinations(_ counts: Int...) -> [[Int]] {
  let total = counts.reduce(1) { product, count in product > 64 ? product : product * count }
  guard counts.count > 1, counts.allSatisfy({ $0 > 0 }), total > 64 else { return allCombinations(counts[...]) }
  return PairwiseCombinations(counts).found
}

private func allCombinations(_ counts: ArraySlice<Int>) -> [[Int]] {
  guard let first = counts.first else { return [[]] }
  let rest = allCombinations(counts.dropFirst())
  return (0..<first).flatMap { place in rest.map { [place] + $0 } }
}

/// Combinations in which each pair of values of two fields occurs, found greedily.
private struct PairwiseCombinations {
  private let counts: [Int]
  private var open: Set<Pair> = []
  private(set) var found: [[Int]] = []

  private struct Pair: Hashable {
    var fields: [Int]
    var places: [Int]
  }

  init(_ counts: [Int]) {
    self.counts = counts
    var pairs: [Pair] = []
    for first in counts.indices {
      for second in counts.indices where second > first {
        for place in 0..<counts[first] {
          for other in 0..<counts[second] { pairs.append(Pair(fields: [first, second], places: [place, other])) }
        }
      }
    }
    open = Set(pairs)
    // Pairs are visited in order, so that each run of the tests finds the same combinations.
    for pair in pairs where open.contains(pair) { add(beginningWith: pair) }
  }

  private mutating func add(beginningWith pair: Pair) {
    var places: [Int?] = counts.map { _ in nil }
    for (field, place) in zip(pair.fields, pair.places) { places[field] = place }
    for field in counts.indices where places[field] == nil {
      let best = (0..<counts[field]).max { news(of: $0, field, places) < news(of: $1, field, places) }
      places[field] = best ?? 0
    }
    let combination = places.map { $0 ?? 0 }
    for first in counts.indices {
      for second in counts.indices where second > first {
        open.remove(Pair(fields: [first, second], places: [combination[first], combination[second]]))
      }
    }
    found.append(combination)
  }

  /// Returns how many new pairs of values a combination gets if a field is given the value at an index.
  private func news(of place: Int, _ field: Int, _ places: [Int?]) -> Int {
    places.enumerated().count { other, otherPlace in
      guard let otherPlace, other != field else { return false }
      let (first, second) = (min(field, other), max(field, other))
      let pair = Pair(fields: [first, second], places: first == field ? [place, otherPlace] : [otherPlace, place])
      return open.contains(pair)
    }
  }
}
