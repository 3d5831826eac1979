/// The set of the configurations seen, each as 64 bits of a hash, with the step that led to it.
///
/// A configuration takes 12 bytes in a hash table that is at most 70% full, and 6 bytes for its path. `Hasher` is
/// seeded in each process, so a collision in one process is unlikely to occur in the next.
struct SeenConfigurations {
  private var mask: Int
  /// The hash of the configuration in each slot of the hash table; 0 if the slot is free.
  private var prints: ContiguousArray<UInt64>
  private var indices: ContiguousArray<UInt32>
  /// The index of the configuration from which each configuration was first reached; `noParent` for a start.
  private var parents: ContiguousArray<UInt32> = []
  /// The step from the parent, by the configuration's index; for a start, the number of the start.
  private var steps: ContiguousArray<UInt16> = []

  private static let noParent = UInt32.max

  init() {
    mask = 1 << 10 - 1
    prints = .init(repeating: 0, count: mask + 1)
    indices = .init(repeating: 0, count: mask + 1)
  }

  var count: Int { parents.count }

  /// Inserts a configuration if it is new.
  ///
  /// - Parameters:
  ///   - hash: the hash of the configuration.
  ///   - parent: the configuration that the step came from; nil for a start.
  ///   - step: the step from the parent, or the number of the start.
  /// - Returns: the index of the configuration, and whether it is new.
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

  /// Returns the index of the configuration with a hash; nil if it has not been seen.
  func index(of hash: Int) -> Int? {
    let print = Self.print(of: hash)
    let slot = slot(of: print)
    return prints[slot] == print ? Int(indices[slot]) : nil
  }

  /// Returns a hash with its lowest bit set, so that it is not 0, which marks a free slot.
  private static func print(of hash: Int) -> UInt64 { UInt64(bitPattern: Int64(hash)) | 1 }

  /// Returns the index of the slot that contains a hash or, if there is none, of the free slot for it.
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

  /// Returns a shortest path to a configuration: the number of the start, and the steps from there.
  func way(to index: Int) -> (start: Int, steps: [Int]) {
    var (index, way) = (index, [Int]())
    while parents[index] != Self.noParent {
      way.append(Int(steps[index]))
      index = Int(parents[index])
    }
    return (Int(steps[index]), way.reversed())
  }
}
