import StateMachineSyntax
import SystemSupport

/// A Markdown file, in which `<!-- sm-gen diagram … -->` and `<!-- /sm-gen -->` stand around what the command makes.
struct MarkdownFile {
  static let end = "<!-- /sm-gen -->"
  private let text: String

  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  /// Is true where there is a marked part.
  var hasMarks: Bool {
    var block = CodeBlock()
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.contains { line in
      block.kind(of: line.utf8) == .text && Self.command(line) != nil
    }
  }

  /// The file with every marked part made anew.
  func renewed(by make: (String) throws(CommandFailure) -> Picture) throws(CommandFailure) -> [UInt8] {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    var result: [Substring] = []
    var count = 0
    var index = 0
    var block = CodeBlock()
    while index < lines.count {
      let line = lines[index]
      result.append(line)
      index += 1
      // A mark in a code block is an example.
      guard block.kind(of: line.utf8) == .text, let command = Self.command(line) else { continue }
      count += 1
      let picture = try make(command)
      guard let content = picture.markdown else {
        throw CommandFailure("'\(picture.format.rawValue)' cannot stand in Markdown: link to a file of its own")
      }
      result += content.split(separator: "\n", omittingEmptySubsequences: false)
      // A file that is nothing but a table has no end mark.
      if let end = lines[index...].firstIndex(where: { $0.hasPrefix(Self.end) }) {
        index = end
      } else if index == 1 {
        index = lines.count
      } else {
        throw CommandFailure("line \(index): '\(Self.end)' is missing below")
      }
    }
    if count == 0 {
      throw CommandFailure("has no line '<!-- sm-gen diagram … -->' that says what belongs there")
    }
    let newline = text.contains("\r\n") ? "\r\n" : "\n"
    return Array(result.joined(separator: newline).utf8)
  }

  private static func command(_ line: Substring) -> String? {
    guard line.hasPrefix("<!--"), let command = PictureMetadata.command(in: Array(line.utf8)) else { return nil }
    return String(command.reversed().drop { $0 == " " }.reversed())
  }
}
