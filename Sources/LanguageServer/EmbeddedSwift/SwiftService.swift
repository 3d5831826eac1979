import JSON

/// Who knows Swift: `sourcekit-lsp`, where it is there.
package protocol SwiftService: AnyObject {
  /// Asks about a place in a Swift document; nil where there is no answer, or none in time.
  ///
  /// - Parameters:
  ///   - path: of the `.sm` file that the document is made from.
  ///   - line, character: counted from 0, the column in UTF-16.
  func ask(_ method: String, about text: String, madeFrom path: String, line: Int, character: Int) -> SwiftAnswer?
}

/// An answer of `sourcekit-lsp`.
package struct SwiftAnswer {
  package let result: JSONValue
  /// The URI of the document that was asked about: places in it are places of the `.sm` file.
  package let document: String

  package init(result: JSONValue, document: String) {
    self.result = result
    self.document = document
  }
}
