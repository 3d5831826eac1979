/// A small integer for a name in a file. Equal names have equal integers.
package struct NameID: Hashable, Sendable {
  package let index: Int32

  /// The value that means that there is no name.
  package static let none = NameID(index: -1)
}

/// A table that gives each name in a file a small integer. Later phases compare, look up and count the integers instead
/// of texts.
///
/// An entry stores where the name first occurs in the file, and so takes 12 bytes whatever the name's length is.
package struct NameTable: Sendable {
  private struct Entry {
    var start: UInt32
    var count: UInt32
    var hash: UInt32
  }

  private let bytes: [UInt8]
  private var entries: [Entry] = []
  /// A hash table with linear probing. Each element is the index of a name's entry in `entries`, or -1 if it is unused.
  /// The size is a power of two, and at most half of the elements are used.
  private var slots: [Int32]

  init(_ source: SourceFile) {
    bytes = source.bytes
    slots = Array(repeating: -1, count: 64)
  }

  /// The number of names so far. `NameID.index` is smaller than this number, so an array with `count` elements can have
  /// one for each name.
  package var count: Int { entries.count }

  /// Returns the integer of the name at `start ..< end`, which are offsets without back-ticks. Adds a name that is new.
  mutating func intern(_ start: Int, _ end: Int) -> NameID {
    let hash = hash(start, end)
    let (found, slot) = search(start, end, hash)
    if let found { return found }
    slots[slot] = Int32(entries.count)
    entries.append(
      Entry(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: end - start), hash: hash))
    if entries.count * 2 > slots.count { grow() }
    return NameID(index: Int32(entries.count - 1))
  }

  /// Returns the integer of the name at `start ..< end`; nil if the table does not have the name.
  package func find(_ start: Int, _ end: Int) -> NameID? {
    search(start, end, hash(start, end)).name
  }

  /// Returns a name that the file does not use: `base`, with underscores added until it is new. Generated code can
  /// declare it without hiding another name.
  package func fresh(_ base: String) -> String {
    var candidate = base
    while find(text: candidate) != nil { candidate += "_" }
    return candidate
  }

  /// Returns the integer of a name, given its text; nil if the table does not have the name.
  package func find(text name: String) -> NameID? {
    let wanted = Array(name.utf8)
    var hash: UInt32 = 2_166_136_261
    for byte in wanted { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    hash ^= hash >> 15
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, utf8(NameID(index: slots[slot])).elementsEqual(wanted) {
        return NameID(index: slots[slot])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func hash(_ start: Int, _ end: Int) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      var hash: UInt32 = 2_166_136_261
      for byte in bytes[start..<end] { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return hash ^ hash >> 15
    }
  }

  /// Searches for the name at `start ..< end`. Returns its integer, and the index of its element in `slots`. For a name
  /// that is new, returns nil and the index of the free element to use for it.
  private func search(_ start: Int, _ end: Int, _ hash: UInt32) -> (name: NameID?, slot: Int) {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, Int(entry.count) == end - start, equal(Int(entry.start), start, end - start) {
        return (NameID(index: slots[slot]), slot)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (nil, slot)
  }

  /// Returns the text of a name without back-ticks; empty for `NameID.none`.
  package func text(_ name: NameID) -> String {
    String(decoding: utf8(name), as: UTF8.self)
  }

  /// Returns the bytes of a name without back-ticks; empty for `NameID.none`.
  package func utf8(_ name: NameID) -> ArraySlice<UInt8> {
    guard name.index >= 0 else { return [] }
    let entry = entries[Int(name.index)]
    return bytes[Int(entry.start)..<Int(entry.start + entry.count)]
  }

  private func equal(_ first: Int, _ second: Int, _ count: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for offset in 0..<count where bytes[first + offset] != bytes[second + offset] { return false }
      return true
    }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}
