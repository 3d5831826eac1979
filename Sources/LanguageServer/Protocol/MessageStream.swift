import StateMachineSyntax

/// Splits a stream of bytes into messages. Each message is a header with a length, `Content-Length: 52`, an empty line,
/// and a body of that many bytes (LSP 3.17, base protocol).
package struct MessageStream {
  /// The largest body of a message that is accepted, in bytes. It is far larger than the messages of editors.
  private static let maximumLength = 256 << 20
  private static let maximumHeader = 64 << 10

  private var buffer: [UInt8] = []
  /// The number of bytes at the beginning of the buffer that belong to messages which `next()` has returned already.
  private var position = 0

  package enum Item: Equatable {
    case message([UInt8])
    /// A header without a valid length. Reading ends, because nobody knows where the next message begins.
    case broken
  }

  package init() {}

  package mutating func append(_ bytes: some Collection<UInt8>) { buffer += bytes }

  /// Returns the next message, or ``Item/broken`` for an invalid header. Nil if the end of the message has not arrived
  /// yet.
  package mutating func next() -> Item? {
    guard let header = headerEnd else {
      return buffer.count - position > Self.maximumHeader ? .broken : nil
    }
    guard let length = Self.length(in: buffer[position..<header]), length <= Self.maximumLength else { return .broken }
    let start = header + 4
    guard buffer.count - start >= length else { return nil }
    let body = Array(buffer[start..<start + length])
    position = start + length
    // Read bytes are dropped in large pieces, and not for each message.
    if position > 1 << 16 || position == buffer.count {
      buffer.removeFirst(position)
      position = 0
    }
    return .message(body)
  }

  /// The offset of the bytes `\r\n\r\n` that end the header; nil if these bytes have not arrived yet.
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

  /// Returns the length in a header, from the line `Content-Length: 52`; nil for a header without a valid length. The
  /// name `Content-Length` may be written in upper or lower case.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      // Blanks around a value do not belong to it (RFC 9110, §5.5).
      let digits = parts[1].split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard digits.count == 1, digits[0].utf8.allSatisfy({ Ascii.isDigit($0) }) else { return nil }
      return Int(digits[0])
    }
    return nil
  }

  /// Returns a message as it is sent: the header with the length of the body, then the body.
  package static func framed(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
