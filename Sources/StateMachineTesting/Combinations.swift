/// Returns combinations of the values that are tried for the fields of an event's payload. A combination has an index
/// in each field's list of values: `[0, 2]` means the first value of the first field and the third value of the second
/// field.
///
/// If there are at most 64 combinations, or there is one field, all are returned. Otherwise only some are returned, but
/// any two values of two different fields are together in at least one of them.
///
/// - Parameter counts: the number of values of each field, in the order of the fields.
public func combinations(_ counts: Int...) -> [[Int]] {
  // The product is not computed further once it is above 64, because it could overflow.
  let total = counts.reduce(1) { product, count in product > 64 ? product : product * count }
  guard counts.count > 1, counts.allSatisfy({ $0 > 0 }), total > 64 else { return allCombinations(counts[...]) }
  return PairwiseCombinations(counts).found
}

private func allCombinations(_ counts: ArraySlice<Int>) -> [[Int]] {
  guard let first = counts.first else { return [[]] }
  let rest = allCombinations(counts.dropFirst())
  return (0..<first).flatMap { place in rest.map { [place] + $0 } }
}

/// Finds few combinations in which each pair of values of two different fields occurs. It makes one combination after
/// the other. Each field of a combination gets the value that adds the most new pairs.
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

  /// Returns how many new pairs an unfinished combination would get if one more field got a value. Each pair is that
  /// value and a value that the combination already has. A pair is new if no finished combination has it.
  ///
  /// - Parameters:
  ///   - place: the index of the value among the field's values.
  ///   - field: the index of the field that would get the value.
  ///   - places: the index of the value of each field in the combination; nil for each field without a value yet.
  private func news(of place: Int, _ field: Int, _ places: [Int?]) -> Int {
    places.enumerated().count { other, otherPlace in
      guard let otherPlace, other != field else { return false }
      // In a `Pair`, the field with the lower index is first.
      let (first, second) = (min(field, other), max(field, other))
      let pair = Pair(fields: [first, second], places: first == field ? [place, otherPlace] : [otherPlace, place])
      return open.contains(pair)
    }
  }
}
