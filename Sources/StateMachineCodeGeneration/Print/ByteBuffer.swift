import StateMachineSyntax

/// A buffer to which bytes are appended, mostly a few at a time. An array would be slower, because it checks at each
/// append whether another array shares its memory.
struct ByteBuffer {
  /// The memory of the buffer. A copy of the buffer shares the memory. So after a copy, neither of the two buffers may
  /// be changed.
  private final class Storage {
    var start: UnsafeMutableRawPointer
    var capacity: Int

    init(capacity: Int) {
      self.capacity = capacity
      start = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { start.deallocate() }

    func grow(keeping count: Int, for needed: Int) {
      let capacity = max(self.capacity * 2, needed)
      let start = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      start.copyMemory(from: self.start, byteCount: count)
      self.start.deallocate()
      self.start = start
      self.capacity = capacity
    }
  }

  private let storage = Storage(capacity: 4096)
  private(set) var count = 0

  /// Reserves memory for a number of bytes, so that later appends do not copy the bytes written so far.
  mutating func reserveCapacity(_ capacity: Int) {
    if capacity > storage.capacity { storage.grow(keeping: count, for: capacity) }
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == storage.capacity { storage.grow(keeping: count, for: count + 1) }
    storage.start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  mutating func append(_ source: UnsafeRawPointer, _ length: Int) {
    if count + length > storage.capacity { storage.grow(keeping: count, for: count + length) }
    (storage.start + count).copyMemory(from: source, byteCount: length)
    count += length
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(UnsafeRawPointer(start), bytes.count) }
  }

  @inline(__always)
  mutating func append(repeating byte: UInt8, count: Int) {
    var rest = count
    while rest > 0 {
      append(byte)
      rest -= 1
    }
  }

  /// Returns a copy of the bytes from the offset `start` to the end.
  func bytes(from start: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: storage.start + start, count: max(count - start, 0)))
  }

  /// Removes all bytes at the end of the buffer that are equal to `byte`.
  mutating func removeTrailing(_ byte: UInt8) {
    while count > 0, storage.start.load(fromByteOffset: count - 1, as: UInt8.self) == byte { count -= 1 }
  }

  /// Removes the bytes from the offset `start` to the end.
  mutating func removeAll(from start: Int) { count = min(count, start) }

  /// A copy of all bytes.
  var array: [UInt8] {
    Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      if let start = buffer.baseAddress {
        UnsafeMutableRawPointer(start).copyMemory(from: storage.start, byteCount: count)
      }
      initialized = count
    }
  }
}
