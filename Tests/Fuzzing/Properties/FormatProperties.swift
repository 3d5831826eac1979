import StateMachineCompiler
import StateMachineFormat
import StateMachineSyntax

/// Properties of the formatter that hold for every file.
package enum FormatProperties {
  /// Returns the first violated property, in words; nil if all hold.
  static func violation(of source: SourceFile, _ result: Compiler.Result, _ compiler: Compiler) -> String? {
    let formatted = Formatter.format(source)
    guard let bytes = formatted.bytes else {
      if !formatted.diagnostics.contains(where: { $0.severity == .error }) {
        return "a file is not formatted, and no error said"
      }
      if result.omittedCount == 0,
        !formatted.diagnostics.allSatisfy({ $0.severity != .error || result.diagnostics.contains($0) })
      {
        return "formatting finds another error than a check"
      }
      return nil
    }
    if formatted.isGivenUp { return "the parser does not read the same from the layout" }
    let after = SourceFile(path: source.path, bytes: bytes)
    if marks(bytes) != marks(source.bytes) { return "formatting changes more than whitespace" }
    if !Formatter.isSame(source, after) { return "formatting changes tokens, Swift or comments" }
    if Formatter.format(after).bytes != bytes { return "formatting twice gives something else" }
    if let swift = result.swift, compiler.generate(after).swift != swift { return "formatting changes the Swift" }
    let patch = LineDifference(source.bytes, bytes).unified(name: "x")
    if patch.isEmpty != (bytes == source.bytes) { return "a difference is not shown" }
    // Other whitespace may have another meaning in Swift of several lines.
    guard let shuffled = shuffled(source, seed: 0), Formatter.isSame(source, shuffled) else { return nil }
    if Formatter.format(shuffled).bytes != bytes {
      return "other whitespace gives another layout:\n\(String(decoding: shuffled.bytes, as: UTF8.self))"
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Returns the bytes that are no whitespace.
  private static func marks(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { !isSpace($0) } }

  private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Returns the file with other whitespace of the same meaning to the formatter; nil if the file has no layout. The
  /// ends of statements, blank lines and the line of each comment are kept.
  package static func shuffled(_ source: SourceFile, seed: Int) -> SourceFile? {
    guard let gaps = Formatter.gaps(of: source) else { return nil }
    var random = Random(state: UInt64(truncatingIfNeeded: source.bytes.count &* 31 &+ seed &+ 1))
    let newline = firstNewline(source.bytes, gaps)
    var bytes: [UInt8] = []
    var position = 0
    // The formatter ends all lines as the first line of the file ends.
    if newline != [0x0A], let first = gaps.first {
      position = first.range.lowerBound
      bytes += source.bytes[..<position] + newline
    }
    for gap in gaps {
      bytes += source.bytes[position..<gap.range.lowerBound]
      let old = source.bytes[gap.range.lowerBound..<gap.range.upperBound]
      if gap.isFixed {
        bytes += old
      } else if gap.hasComments {
        bytes += respaced(old, newline, &random)
      } else if gap.mayHaveNewline {
        let count = random.next(3)
        bytes += count == 0 ? blanks(atLeast: 1, &random) : blanks(atLeast: 0, &random)
        if count > 0 { bytes += newline + blanks(atLeast: 0, &random) }
      } else {
        bytes += whitespace(like: old, newline, &random)
      }
      position = gap.range.upperBound
    }
    bytes += source.bytes[position...]
    return SourceFile(path: source.path, bytes: bytes)
  }

  private static func firstNewline(_ bytes: [UInt8], _ gaps: [FormatGap]) -> [UInt8] {
    for gap in gaps {
      guard let first = bytes[gap.range.lowerBound..<gap.range.upperBound].firstIndex(where: isNewline) else {
        continue
      }
      return bytes[first] == 0x0D && first + 1 < gap.range.upperBound && bytes[first + 1] == 0x0A
        ? [0x0D, 0x0A] : [bytes[first]]
    }
    return [0x0A]
  }

  private static func blanks(atLeast count: Int, _ random: inout Random) -> [UInt8] {
    (0..<(count + random.next(4))).map { _ in random.next(4) == 0 ? 0x09 : 0x20 }
  }

  /// Returns random whitespace with as many newlines as the old (at least two if there were two), or with blanks if
  /// there were any.
  private static func whitespace(
    like old: ArraySlice<UInt8>, _ newline: [UInt8], _ random: inout Random
  ) -> [UInt8] {
    var newlines = 0
    var last: UInt8 = 0
    for byte in old {
      if isNewline(byte), !(byte == 0x0A && last == 0x0D) { newlines += 1 }
      last = byte
    }
    guard newlines > 0 else { return blanks(atLeast: old.isEmpty ? 0 : 1, &random) }
    if newlines > 1 { newlines = 2 + random.next(2) }
    var bytes = blanks(atLeast: 0, &random)
    for _ in 0..<newlines { bytes += newline + blanks(atLeast: 0, &random) }
    return bytes
  }

  /// Returns a gap with other whitespace around its comments and at the ends of their lines; the comments are
  /// unchanged.
  private static func respaced(
    _ old: ArraySlice<UInt8>, _ newline: [UInt8], _ random: inout Random
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = old.startIndex
    while index < old.endIndex {
      var end = index
      while end < old.endIndex, isSpace(old[end]) { end += 1 }
      bytes += whitespace(like: old[index..<end], newline, &random)
      index = end
      guard index + 1 < old.endIndex else { break }
      if old[index + 1] == 0x2F {
        while end < old.endIndex, !isNewline(old[end]) { end += 1 }
      } else {
        var depth = 0
        repeat {
          let pair = end + 1 < old.endIndex ? (old[end], old[end + 1]) : (0, 0)
          if pair == (0x2F, 0x2A) {
            depth += 1
            end += 2
          } else if pair == (0x2A, 0x2F) {
            depth -= 1
            end += 2
          } else {
            end += 1
          }
        } while depth > 0 && end < old.endIndex
      }
      bytes += old[index..<end]
      index = end
      if index == old.endIndex { bytes += blanks(atLeast: 0, &random) }
    }
    return bytes
  }

  /// A generator of random numbers with a seed.
  private struct Random {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }
}
