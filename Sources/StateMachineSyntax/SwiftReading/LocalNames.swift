/// The names that a piece of embedded Swift declares, such as `n` in `let n = 3`, in the order of their declaration. A
/// use of such a name in the piece means this declaration, and not a label or a property.
struct LocalNames {
  private var names: [NameID] = []
  private var counts: [NameID: Int] = [:]

  var count: Int { names.count }
  var isEmpty: Bool { names.isEmpty }

  func contains(_ name: NameID) -> Bool { counts[name] != nil }

  mutating func append(_ name: NameID) {
    names.append(name)
    counts[name, default: 0] += 1
  }

  /// Forgets all names except the first `count`, because the scope of the later names has ended.
  mutating func remove(from count: Int) {
    while names.count > count {
      let name = names.removeLast()
      let left = (counts[name] ?? 1) - 1
      counts[name] = left > 0 ? left : nil
    }
  }

  mutating func removeAll() {
    if !names.isEmpty { remove(from: 0) }
  }
}
