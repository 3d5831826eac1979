/// The set of the configurations that an exploration has seen. For each configuration, it keeps a hash and the step
/// that led to it, but not the configuration itself.
///
/// A configuration takes 12 bytes in a hash table, which is at most 70% full, and 6 bytes for its path. Two
/// configurations with the same hash count as one. `Hasher` has another seed in each process, so two runs are unlikely
/// to confuse the same configurations.
struct SeenConfigurations {
  private var mask: Int
  /// The slots of the hash table, which are the places for hashes. Each contains the hash of a configuration, or 0 if
  /// it is free.
  private var prints: ContiguousArray<UInt64>
  // The index of the configuration in each slot of the hash table.
  private var indices: ContiguousArray<UInt32>
  /// For each configuration, by its index, the index of the configuration from which a step first led to it. It is
  /// `noParent` for a start.
  private var parents: ContiguousArray<UInt32> = []
  /// For each configuration, by its index, the step that led to it from its parent. For a start, the number of the
  /// start.
  private var steps: ContiguousArray<UInt16> = []

  private static let noParent = UInt32.max

  init() {
    mask = 1 << 10 - 1
    prints = .init(repeating: 0, count: mask + 1)
    indices = .init(repeating: 0, count: mask + 1)
  }

  var count: Int { parents.count }

  /// Inserts a configuration unless one with the same hash has been seen.
  ///
  /// - Parameters:
  ///   - hash: the hash of the configuration.
  ///   - parent: the index of the configuration before the step; nil for a start.
  ///   - step: the step that has led to the configuration; for a start, the start's number.
  /// - Returns: the index of the configuration, and whether it is new.
  mutating func insert(_ hash: Int, from parent: Int?, by step: Int) -> (index: Int, isNew: Bool) {
    let print = Self.print(of: hash)
    let slot = slot(of: print)
    if prints[slot] == print { return (Int(indices[slot]), false) }
    let index = parents.count
    (prints[slot], indices[slot]) = (print, UInt32(truncatingIfNeeded: index))
    parents.append(parent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.noParent)
    steps.append(UInt16(truncatingIfNeeded: step))
    // The table grows when it is more than 70% full.
    if parents.count &* 10 > prints.count &* 7 { grow() }
    return (index, true)
  }

  /// Returns the index of the configuration with a hash; nil if no such configuration has been seen.
  func index(of hash: Int) -> Int? {
    let print = Self.print(of: hash)
    let slot = slot(of: print)
    return prints[slot] == print ? Int(indices[slot]) : nil
  }

  /// Returns a hash as it is stored: with its lowest bit set to 1. So a stored hash is never 0, because 0 means that an
  /// element of the table is free. Two hashes that differ only in this bit count as equal.
  private static func print(of hash: Int) -> UInt64 { UInt64(bitPattern: Int64(hash)) | 1 }

  /// Returns the index of the slot of the hash table that contains a hash. If no slot contains it, returns the index of
  /// the free slot into which it belongs.
  private func slot(of print: UInt64) -> Int {
    // The lowest bit of each hash is 1, and so does not choose the slot. If the slot is taken, the next free one is
    // used.
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

  /// Returns a shortest path to the configuration with an index: the number of the start, and the steps from there.
  func path(to index: Int) -> (start: Int, steps: [Int]) {
    var (index, path) = (index, [Int]())
    while parents[index] != Self.noParent {
      path.append(Int(steps[index]))
      index = Int(parents[index])
    }
    return (Int(steps[index]), path.reversed())
  }
}
