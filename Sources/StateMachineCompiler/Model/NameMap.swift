/// Finds what a name stands for in one machine, in constant time and without hashing.
///
/// The arrays are as long as the file has names. They serve one machine after the other: an entry counts only when it
/// bears the number of the machine at hand, so that nothing is cleared in between.
struct NameMap {
  private var entries: [(generation: UInt32, value: Int32)]
  private var generation: UInt32 = 0

  init(nameCount: Int) {
    entries = Array(repeating: (0, 0), count: nameCount)
  }

  /// Forgets everything.
  mutating func clear() { generation += 1 }

  subscript(name: NameID) -> Int? {
    get {
      guard name.index >= 0 else { return nil }
      let entry = entries[Int(name.index)]
      return entry.generation == generation ? Int(entry.value) : nil
    }
    set {
      guard name.index >= 0 else { return }
      entries[Int(name.index)] = newValue.map { (generation, Int32($0)) } ?? (0, 0)
    }
  }
}
