/// Lines of Swift, written as a string literal with gaps such as `\(name)`. If the value for a gap is nil, the line
/// with the gap is dropped. If the value has several lines, all of them get the indentation of the gap's line.
struct Lines: ExpressibleByStringInterpolation {
  let lines: [Substring]

  init(stringLiteral text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  init(stringInterpolation: Interpolation) {
    lines = stringInterpolation.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains(Interpolation.gone) }.map { $0.allSatisfy { $0 == " " } ? "" : $0 }
  }

  struct Interpolation: StringInterpolationProtocol {
    /// The character that marks a line to be dropped, because the value for its gap is nil.
    fileprivate static let gone: Character = "\0"
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ value: String?) {
      guard let value else { return text.append(Self.gone) }
      let line = text.lastIndex(of: "\n").map { text[text.index(after: $0)...] } ?? text[...]
      text += value.replacing("\n", with: "\n" + line.prefix { $0 == " " })
    }

    /// Fills a gap with a value if a condition is true. Otherwise the line with the gap is dropped.
    mutating func appendInterpolation(if condition: Bool, _ value: @autoclosure () -> String) {
      appendInterpolation(condition ? value() : nil)
    }

    mutating func appendInterpolation(_ value: Lines) { appendInterpolation(value.text) }

    mutating func appendInterpolation(if condition: Bool, _ value: @autoclosure () -> Lines) {
      appendInterpolation(condition ? value().text : nil)
    }
  }

  init(_ text: String) { self.init(stringLiteral: text) }

  var text: String { lines.joined(separator: "\n") }
}
