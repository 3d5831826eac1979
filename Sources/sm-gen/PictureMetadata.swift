/// The origin of a picture, written into it: the command that makes it, and a digest of the DOT that it was drawn from.
struct PictureMetadata {
  let digest: String
  private let line: String

  init(regenerationCommand: RegenerationCommand?, source: String) {
    digest = Self.digest(of: source.utf8)
    line = (regenerationCommand?.command ?? RegenerationCommand.prefix + "-") + " # " + digest
  }

  /// The picture with this line where its format keeps such things.
  func inserted(in picture: [UInt8], format: PictureFormat) -> [UInt8] {
    switch format {
    case .svg:
      // A processing instruction, as a comment of XML could not hold '--'. Behind the XML declaration, which comes first.
      guard let end = picture.firstRange(of: Array("?>".utf8)) else { return picture }
      return picture[..<end.upperBound] + Array("\n<?\(line)?>".utf8) + picture[end.upperBound...]
    case .html:
      // Behind the document type, which comes first.
      guard let end = picture.firstIndex(of: 0x3E) else { return picture }
      return picture[...end] + Array("\n<!-- \(line) -->".utf8) + picture[picture.index(after: end)...]
    case .png:
      // Before the chunk that ends the file (PNG 3rd edition, §11.2.5): twelve bytes.
      guard picture.count > 12 else { return picture }
      return picture.dropLast(12) + PNG.textChunk(keyword: "Comment", text: line + "\n") + picture.suffix(12)
    case .pdf: return picture + Array("%\(line)\n".utf8)
    default: return picture
    }
  }

  /// The command with its digest that stands in a file.
  static func command(in file: [UInt8]) -> String? {
    guard let start = file.firstRange(of: Array(RegenerationCommand.prefix.utf8)) else { return nil }
    let rest = file[start.lowerBound...]
    var end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D || $0 == 0 } ?? rest.endIndex
    for closing in ["?>", "-->"] {
      if let range = rest[..<end].firstRange(of: Array(closing.utf8)) { end = range.lowerBound }
    }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// FNV-1a with 64 bits: tells an older picture from a current one.
  static func digest(of bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func digest(in file: [UInt8]) -> String? {
    guard let command = command(in: file), let mark = command.lastIndex(of: "#") else { return nil }
    return String(command[command.index(after: mark)...].drop { $0 == " " }.prefix(16))
  }
}

/// As much of the PNG format as it takes to add a text.
enum PNG {
  /// An `iTXt` chunk: length, type, data, checksum (PNG 3rd edition, §11.3.3.4).
  static func textChunk(keyword: String, text: String) -> [UInt8] {
    let data = Array("iTXt".utf8) + Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(text.utf8)
    return bigEndian(UInt32(data.count - 4)) + data + bigEndian(checksum(data))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 as in ISO 3309 (PNG 3rd edition, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var checksum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 0 ? checksum >> 1 : (checksum >> 1) ^ 0xEDB8_8320 }
    }
    return ~checksum
  }
}
