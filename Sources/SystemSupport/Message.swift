import StateMachineSyntax

/// A text that people read on a terminal. Invisible characters in interpolated values are made visible, because the
/// name of a file may contain a line ending, an escape sequence, or bytes that are no text.
package struct Message: ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }

  /// Creates a message whose text is printed unchanged.
  package init(verbatim text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Returns the last part of a message, `; did you mean 'name'?`. Empty if `name` is nil.
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
