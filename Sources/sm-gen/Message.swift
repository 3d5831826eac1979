import StateMachineCompiler

/// A text for people to read on a terminal. What is put into it is made visible: the name of a file, or the value of an
/// option, may hold a line ending, an escape sequence, or bytes that are no text.
struct Message: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  /// A text that may go to a terminal as it is.
  init(verbatim text: String) { self.text = text }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// What the user may have meant; empty for nil.
  static func suggestion(_ name: String?) -> Message { name.map { "; did you mean '\($0)'?" } ?? "" }

  static func + (first: Message, second: Message) -> Message { Message(verbatim: first.text + second.text) }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ value: String) { text += SystemText.readable(value).visible }

    mutating func appendInterpolation(_ value: Substring) { appendInterpolation(String(value)) }

    mutating func appendInterpolation(_ value: Message) { text += value.text }

    mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }
  }
}
