/// Takes messages out of a stream of bytes: each has a header, with its length, and a body (LSP 3.17, base protocol).
package struct MessageStream {
  /// The longest body that is read, in bytes: no text that an editor sends comes near it.
  private static let maximumLength = 256 << 20
  private static let maximumHeader = 64 << 10

  private var buffer: [UInt8] = []
  /// How many bytes of the buffer are used up.
  private var position = 0

  package enum Item: Equatable {
    case message([UInt8])
    /// The text in the place of a header has no length: nothing behind it can be understood.
    case broken
  }

  package init() {}

  package mutating func append(_ bytes: some Collection<UInt8>) { buffer += bytes }

  /// The next message that is complete; nil where more bytes are needed.
  package mutating func next() -> Item? {
    guard let header = headerEnd else {
      return buffer.count - position > Self.maximumHeader ? .broken : nil
    }
    guard let length = Self.length(in: buffer[position..<header]), length <= Self.maximumLength else { return .broken }
    let start = header + 4
    guard buffer.count - start >= length else { return nil }
    let body = Array(buffer[start..<start + length])
    position = start + length
    // Bytes that have been read are dropped now and then, and not for each message.
    if position > 1 << 16 || position == buffer.count {
      buffer.removeFirst(position)
      position = 0
    }
    return .message(body)
  }

  /// Where the empty line begins that ends the header.
  private var headerEnd: Int? {
    var index = position
    let limit = min(buffer.count - 3, position + Self.maximumHeader)
    while index < limit {
      if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D, buffer[index + 3] == 0x0A {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Names of header fields are the same in capitals.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].drop { $0 == " " }
      guard let value = Int(digits), value >= 0 else { return nil }
      return value
    }
    return nil
  }

  /// A message with its header.
  package static func framed(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
