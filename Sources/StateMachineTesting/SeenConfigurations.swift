/// The configurations that have been seen, by 64 bits of a hash, and the step that led to each.
///
/// A configuration needs 12 bytes in a table that is at most seven tenths full, and 6 for the way to it. `Hasher` is seeded
/// anew in each process: what is taken for another once is seen the next time.
struct SeenConfigurations {
  private var mask: Int
  /// By slot; 0 for a free one.
  private var prints: ContiguousArray<UInt64>
  private var indices: ContiguousArray<UInt32>
  /// By configuration: the one that it was first reached from, and the step from there; of a start, `noParent` and the
  /// number of the start.
  private var parents: ContiguousArray<UInt32> = []
  private var steps: ContiguousArray<UInt16> = []

  private static let noParent = UInt32.max

  init() {
    mask = 1 << 10 - 1
    prints = .init(repeating: 0, count: mask + 1)
    indices = .init(repeating: 0, count: mask + 1)
  }

  var count: Int { parents.count }

  /// - Parameters:
  ///   - hash: that of the configuration.
  ///   - parent: the configuration that it is reached from; nil for a start.
  ///   - step: the step from there, or the number of the start.
  /// - Returns: the index of the configuration, and whether it is seen for the first time.
  mutating func insert(_ hash: Int, from parent: Int?, by step: Int) -> (index: Int, isNew: Bool) {
    let print = Self.print(of: hash)
    let slot = slot(of: print)
    if prints[slot] == print { return (Int(indices[slot]), false) }
    let index = parents.count
    (prints[slot], indices[slot]) = (print, UInt32(truncatingIfNeeded: index))
    parents.append(parent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.noParent)
    steps.append(UInt16(truncatingIfNeeded: step))
    if parents.count &* 10 > prints.count &* 7 { grow() }
    return (index, true)
  }

  /// The index of a configuration that has been seen.
  func index(of hash: Int) -> Int? {
    let print = Self.print(of: hash)
    let slot = slot(of: print)
    return prints[slot] == print ? Int(indices[slot]) : nil
  }

  /// Never 0, which says that a slot is free.
  private static func print(of hash: Int) -> UInt64 { UInt64(bitPattern: Int64(hash)) | 1 }

  /// The slot that has a print, or the free one where it belongs.
  private func slot(of print: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: print >> 1) & mask
    while prints[slot] != 0, prints[slot] != print { slot = (slot &+ 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldPrints, oldIndices) = (prints, indices)
    mask = mask &* 2 &+ 1
    prints = .init(repeating: 0, count: mask + 1)
    indices = .init(repeating: 0, count: mask + 1)
    for old in oldPrints.indices where oldPrints[old] != 0 {
      let slot = slot(of: oldPrints[old])
      (prints[slot], indices[slot]) = (oldPrints[old], oldIndices[old])
    }
  }

  /// A shortest way to a configuration: the number of the start, and the steps from there.
  func way(to index: Int) -> (start: Int, steps: [Int]) {
    var (index, way) = (index, [Int]())
    while parents[index] != Self.noParent {
      way.append(Int(steps[index]))
      index = Int(parents[index])
    }
    return (Int(steps[index]), way.reversed())
  }
}
