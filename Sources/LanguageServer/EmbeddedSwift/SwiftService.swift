import JSON

/// A service for Swift: `sourcekit-lsp`, if it is installed.
package protocol SwiftService: AnyObject {
  /// Sends a request about a place in a Swift document, and returns the response; nil if there is none in time.
  ///
  /// - Parameters:
  ///   - path: the path of the `.sm` file from which the document is made.
  ///   - line, character: the place, counted from 0, the column in UTF-16.
  func ask(_ method: String, about text: String, madeFrom path: String, line: Int, character: Int) -> SwiftAnswer?
}

/// A response of `sourcekit-lsp`.
package struct SwiftAnswer {
  package let result: JSONValue
  /// The URI of the document of the request: places in it are places of the `.sm` file.
  package let document: String

  package init(result: JSONValue, document: String) {
    self.result = result
    self.document = document
  }
}
