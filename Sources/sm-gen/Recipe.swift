import StateMachineCompiler

/// The command that makes a picture, written into the picture itself, so that it can be made anew and checked.
struct Recipe {
  /// `sm-gen diagram --theme dark specs/Door.sm`, for a shell.
  let command: String

  static let prefix = "sm-gen diagram "

  /// Nil where the picture cannot be made again: the machine came from standard input, or its name cannot stand in
  /// a comment of every format.
  init?(_ arguments: Arguments, format: PictureFormat, input: String, machine: String?) {
    let drawing = arguments.drawing
    let standard = DiagramOptions()
    var words: [String] = []
    if format != .dot { words += ["--format", format.rawValue] }
    if let machine { words += ["--machine", machine] }
    if drawing.options.labels != standard.labels { words += ["--labels", drawing.options.labels.rawValue] }
    if !drawing.options.showsPayloads { words.append("--no-payloads") }
    if drawing.options.direction != standard.direction { words += ["--direction", drawing.options.direction.rawValue] }
    if drawing.options.theme != standard.theme { words += ["--theme", drawing.options.theme.rawValue] }
    if let old = drawing.since { words += ["--since", FileSystem.relativePath(old)] }
    let path = FileSystem.relativePath(input)
    if path.hasPrefix("-") { words.append("--") }
    words.append(path)
    guard input != "-", drawing.since != "-", words.allSatisfy(Self.canStandInComments) else { return nil }
    command = Self.prefix + words.map(Self.quoted).joined(separator: " ")
  }

  private static func canStandInComments(_ word: String) -> Bool {
    LabelText.visible(word) == word && !word.utf8.contains(UInt8(ascii: ">")) && !word.utf8.contains(UInt8(ascii: "%"))
  }

  /// A word for a POSIX shell.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_-./+,@%=:".utf8.contains(byte)
      }
    if isPlain { return word }
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// What a recipe asks for; nil where it is none.
  static func arguments(of command: String) -> Arguments? {
    guard command.hasPrefix(prefix), let words = words(of: String(command.dropFirst(prefix.count))),
      case .success(let arguments) = Arguments.parse(["diagram"] + words), arguments.action == .compile,
      arguments.output == nil, !arguments.checksOutput, !arguments.drawing.updates, arguments.inputs.count == 1
    else { return nil }
    return arguments
  }

  /// The words of a command, up to a `#`; nil where a quote is not closed.
  private static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    func append(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(scalar) }
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case _ where isQuoted: append(scalar)
      case "\\": if let next = scalars.next() { append(next) }
      case " ", "\t":
        if let complete = word { words.append(complete) }
        word = nil
      case "#" where word == nil: return words
      default: append(scalar)
      }
    }
    if let word { words.append(word) }
    return isQuoted ? nil : words
  }
}

/// What a drawn picture says of itself: its recipe, and a digest of the DOT that it was drawn from.
struct Stamp {
  let digest: String
  private let line: String

  init(recipe: Recipe?, source: String) {
    // FNV-1a with 64 bits: tells an older picture from a current one.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in source.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    digest = String(repeating: "0", count: 16 - digits.count) + digits
    line = (recipe?.command ?? Recipe.prefix + "-") + " # " + digest
  }

  /// The picture with this stamp where its format keeps such things.
  func inserted(in picture: [UInt8], format: PictureFormat) -> [UInt8] {
    switch format {
    case .svg:
      // A processing instruction, as a comment of XML could not hold '--'. Behind the XML declaration, which comes first.
      guard let end = picture.firstRange(of: Array("?>".utf8)) else { return picture }
      return picture[..<end.upperBound] + Array("\n<?\(line)?>".utf8) + picture[end.upperBound...]
    case .png:
      // Before the chunk that ends the file (PNG 3rd edition, §11.2.5): twelve bytes.
      guard picture.count > 12 else { return picture }
      return picture.dropLast(12) + PNG.textChunk(keyword: "Comment", text: line + "\n") + picture.suffix(12)
    case .pdf: return picture + Array("%\(line)\n".utf8)
    default: return picture
    }
  }

  /// The recipe with its digest that a file holds.
  static func command(in file: [UInt8]) -> String? {
    guard let start = file.firstRange(of: Array(Recipe.prefix.utf8)) else { return nil }
    let rest = file[start.lowerBound...]
    var end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D || $0 == 0 } ?? rest.endIndex
    for closing in ["?>", "-->"] {
      if let range = rest[..<end].firstRange(of: Array(closing.utf8)) { end = range.lowerBound }
    }
    return String(decoding: rest[..<end], as: UTF8.self)
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
