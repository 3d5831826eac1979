import Testing

/// The errors in a sequence of bytes, declared outside of the machine, as callers catch them.
enum FrameError: Error, Equatable {
  case notReading, unfinished
  case tooLong(Int)

  static func check(_ buffer: [UInt8]) throws(FrameError) {
    if !buffer.isEmpty { throw .unfinished }
  }
}

/// Methods may throw.
@Suite struct FrameReaderTests {
  @Test func framesAreCutOut() throws {
    var reader = FrameReader()
    #expect(try reader.nextFrame() == nil)
    try reader.receive([2, 10])
    #expect(try reader.nextFrame() == nil)
    try reader.receive([20, 1])
    #expect(try reader.nextFrame() == [10, 20])
    #expect(reader.waiting() == 1)
    try reader.receive([30])
    #expect(try reader.nextFrame() == [30])
    try reader.finish()
    #expect(reader.state == .finished)
    #expect(reader.waiting() == 0)
  }

  @Test func aFrameMayBeEmpty() throws {
    var reader = FrameReader()
    try reader.receive([0, 0, 1])
    #expect(try reader.nextFrame() == [])
    #expect(try reader.nextFrame() == [])
    #expect(try reader.nextFrame() == nil)
    #expect(reader.state == .reading(buffer: [1]))
  }

  /// The state is written before the error is thrown.
  @Test func aRowThatEndsInThrowHasHappened() throws {
    var reader = FrameReader(limit: 1)
    try reader.receive([2])
    #expect(throws: FrameError.tooLong(2)) { try reader.nextFrame() }
    #expect(reader.state == .broken(length: 2))
    #expect(throws: FrameError.notReading) { try reader.receive([1]) }
    #expect(reader.state == .broken(length: 2))
  }

  @Test func aRowThatThrowsByTryHasNotHappened() throws {
    var reader = FrameReader()
    try reader.receive([1])
    #expect(throws: FrameError.unfinished) { try reader.finish() }
    #expect(reader.state == .reading(buffer: [1]))
  }

  /// No cast is needed, and no existential is made.
  @Test func theErrorIsTyped() {
    var reader = FrameReader(state: .finished)
    do throws(FrameError) {
      try reader.finish()
    } catch {
      #expect(error == .notReading)
    }
  }

  /// The state gives its buffer up before it grows.
  @Test func theBufferGrowsInPlace() throws {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(1000)
    let place = buffer.withUnsafeBufferPointer { $0.baseAddress }
    var reader = FrameReader(state: .reading(buffer: buffer))
    buffer = []
    for byte in 0..<100 { try reader.receive([UInt8(byte)]) }
    guard case .reading(let grown) = reader.state else { throw FrameError.notReading }
    #expect(grown.withUnsafeBufferPointer { $0.baseAddress } == place)
  }
}
