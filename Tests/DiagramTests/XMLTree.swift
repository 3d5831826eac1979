import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document, read by a parser that knows nothing of ours.
final class XMLTree {
  let name: String
  let attributes: [String: String]
  var children: [XMLTree] = []
  /// The text of the element itself, without that of its children.
  var text = ""

  init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The document's root; throws where it is not well-formed.
  static func parse(_ data: Data) throws -> XMLTree {
    let reader = Reader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    return root
  }

  /// The element and all below it, in the order of the document.
  var all: [XMLTree] { [self] + children.flatMap(\.all) }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: XMLTree?
    private var open: [XMLTree] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = XMLTree(name: name, attributes: attributes)
      open.last?.children.append(element)
      root = root ?? element
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { open.removeLast() }
  }
}
