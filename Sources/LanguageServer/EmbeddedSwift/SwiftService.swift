import JSON

/// A service that handles requests about Swift: `sourcekit-lsp`, if it is installed.
package protocol SwiftService: AnyObject {
  /// Sends a request about a place in a Swift text, and returns the response. Nil if no response comes in time.
  ///
  /// - Parameters:
  ///   - method: the request, such as `textDocument/hover`.
  ///   - text: the Swift text.
  ///   - path: the path of the `.sm` file for which the Swift was generated.
  ///   - line: the line of the place, counted from 0.
  ///   - character: the column of the place in UTF-16 code units, counted from 0.
  func ask(_ method: String, about text: String, madeFrom path: String, line: Int, character: Int) -> SwiftReply?
}

/// The response of a Swift service to a request.
package struct SwiftReply {
  package let result: JSONValue
  /// The URI under which the service knows the Swift text. A place in `result` with this URI is a place in this Swift
  /// text.
  package let document: String

  package init(result: JSONValue, document: String) {
    self.result = result
    self.document = document
  }
}
