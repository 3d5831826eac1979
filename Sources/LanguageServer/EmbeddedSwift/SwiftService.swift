import JSON

/// A service that handles requests about Swift: `sourcekit-lsp`, if it is installed.
package protocol SwiftService: AnyObject {
  /// Sends a request about a place in a Swift document, and returns the response; nil if none comes in time.
  ///
  /// - Parameters:
  ///   - path: the path of the `.sm` file from which the document is made.
  ///   - line, character: the line and the column in UTF-16 of the place, both counted from 0.
  func ask(_ method: String, about text: String, madeFrom path: String, line: Int, character: Int) -> SwiftAnswer?
}

/// The response of a Swift service to a request.
package struct SwiftAnswer {
  package let result: JSONValue
  /// The URI of the document of the request. Places in this document are places in the `.sm` file.
  package let document: String

  package init(result: JSONValue, document: String) {
    self.result = result
    self.document = document
  }
}
