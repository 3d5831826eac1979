import StateMachineTesting
import Testing

/// The right combinations of values are tried.
@Suite struct CombinationsTests {
  @Test func fewAreAll() {
    #expect(combinations() == [[]])
    #expect(combinations(2, 2) == [[0, 0], [0, 1], [1, 0], [1, 1]])
    #expect(combinations(8, 8).count == 64)
    #expect(combinations(3, 0, 2) == [])
  }

  /// If there are too many combinations, far fewer are tried, with each pair of values of two fields.
  @Test(arguments: [[9, 8], [5, 5, 5], [3, 3, 3, 3, 3], [70], [4, 2, 7, 3]]) func manyHaveAllPairs(_ counts: [Int]) {
    let found =
      switch counts.count {
      case 1: combinations(counts[0])
      case 2: combinations(counts[0], counts[1])
      case 3: combinations(counts[0], counts[1], counts[2])
      case 4: combinations(counts[0], counts[1], counts[2], counts[3])
      default: combinations(counts[0], counts[1], counts[2], counts[3], counts[4])
      }
    for first in counts.indices {
      for second in counts.indices where second > first {
        let pairs = Set(found.map { [$0[first], $0[second]] })
        #expect(pairs.count == counts[first] * counts[second])
      }
    }
    #expect(Set(found.map { $0[0] }).count == counts[0])
    let largest = counts.sorted(by: >).prefix(2).reduce(1, *)
    #expect(found.count <= largest * 2)
    #expect(found.allSatisfy { zip($0, counts).allSatisfy { $0 < $1 } })
  }
}
