import StateMachineSyntax

/// A text for people to read on a terminal. Interpolated values are made visible: the name of a file, or the value of
/// an option, may contain a line ending, an escape sequence, or bytes that are no text.
package struct Message: ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }

  /// Creates a message from a text that is printed unchanged.
  package init(verbatim text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Returns the end of a message, `; did you mean …?`, for a name; empty for nil.
  package static func suggestion(_ name: String?) -> Message { name.map { "; did you mean '\($0)'?" } ?? "" }

  package static func + (first: Message, second: Message) -> Message { Message(verbatim: first.text + second.text) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: String) { text += SystemText.readable(value).visible }

    package mutating func appendInterpolation(_ value: Substring) { appendInterpolation(String(value)) }

    package mutating func appendInterpolation(_ value: Message) { text += value.text }

    package mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }
  }
}
