import StateMachineSyntax

/// An element of an XML document. `name` has no namespace prefix.
struct XMLElement {
  let name: String
  var attributes: [String: String] = [:]
  /// The text in the element, without the text in its child elements.
  var text = ""
  let parent: Int
  var children: [Int] = []
  /// The place of the element's start tag.
  let place: SourceRange
  /// The comments directly before the element.
  var comments: [String] = []
  /// The index after the element's last descendant, in the list of all elements.
  var end = 0
}

/// Reads the elements of an XML 1.0 document. Parts that are not well-formed are skipped, and findings report them.
struct XMLReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// The indices of elements whose end tag has not been read yet, the innermost last.
  private var open: [Int] = []
  /// The elements in the order of the document. Each element comes before its descendants.
  private(set) var elements: [XMLElement] = []
  private(set) var instructions: [String] = []
  /// The comments in the document that come after the last element.
  private(set) var comments: [String] = []
  private(set) var mistakes: [Diagnostic] = []

  init(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, index) = (bytes, bytes.startIndex)
    while index < bytes.endIndex { readNext() }
    for element in open { elements[element].end = elements.count }
    if let last = open.last.map({ elements[$0] }), mistakes.isEmpty {
      fail(last.place, "'<\(last.name)>' has no end: write '</\(last.name)>'")
    }
  }

  /// Adds a finding about a part of the document that is not well-formed.
  private mutating func fail(_ place: SourceRange, _ message: String) {
    mistakes.append(.notUnderstood(place, message))
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  /// Reads a text, if the document continues with it, and moves to after it. Returns whether the document continues
  /// with it.
  private mutating func take(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  /// Reads bytes as long as a condition is true for them. Moves to after these bytes, and returns them as text.
  private mutating func take(while isIncluded: (UInt8) -> Bool) -> String {
    let start = index
    index = bytes[index...].firstIndex { !isIncluded($0) } ?? bytes.endIndex
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipBlanks() { _ = take { Ascii.isBlank($0) || Ascii.isNewline($0) } }

  /// Reads up to the text that ends a section, such as `-->`, and returns the section without this text. A finding
  /// reports a section without an end; it reaches to the end of the document.
  ///
  /// - Parameter section: what the message calls the section: `a comment`.
  private mutating func take(through end: String, _ section: String) -> String {
    let start = index
    while next != nil {
      let close = index
      if take(end) { return String(decoding: bytes[start..<close], as: UTF8.self) }
      index += 1
    }
    fail(SourceRange(max(bytes.startIndex, start - 2), start), "\(section) has no end: write '\(end)'")
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// Reads the next part of the document: a comment, an instruction, a tag or a text.
  private mutating func readNext() {
    if take("<!--") {
      comments.append(take(through: "-->", "a comment"))
    } else if take("<![CDATA[") {
      let text = take(through: "]]>", "a 'CDATA' section")
      if let last = open.last { elements[last].text += text }
    } else if take("<?") {
      instructions.append(take(through: "?>", "an instruction"))
    } else if take("<!") {
      // A document type may contain declarations in brackets, with `>` in them.
      var depth = 0
      _ = take { byte in
        depth += byte == Ascii.leftBracket ? 1 : byte == Ascii.rightBracket ? -1 : 0
        return byte != Ascii.rightAngle || depth > 0
      }
      _ = take(">")
    } else if take("</") {
      readEndTag(index - 2)
    } else if take("<") {
      readTag(index - 1)
    } else {
      let text = take { $0 != Ascii.leftAngle }
      guard let last = open.last, !text.allSatisfy(\.isWhitespace) || !elements[last].text.isEmpty else { return }
      elements[last].text += ChartWords.decoded(text, from: "&")
    }
  }

  /// Reads a name, and returns it without its namespace prefix: `state` for `sc:state`.
  private mutating func takeName() -> String {
    let name = take { !Ascii.isBlank($0) && !Ascii.isNewline($0) && !"=/><".utf8.contains($0) }
    return name.split(separator: ":").last.map(String.init) ?? ""
  }

  /// Reads the end tag of an element. If elements inside it have no end tags, they end here, too, and a finding reports
  /// this.
  ///
  /// - Parameter start: the offset of the tag's `<`.
  private mutating func readEndTag(_ start: Int) {
    let name = takeName()
    _ = take { $0 != Ascii.rightAngle && $0 != Ascii.leftAngle }
    _ = take(">")
    guard let place = open.lastIndex(where: { elements[$0].name == name }) else {
      return fail(SourceRange(start, index), "'</\(name)>' ends nothing: it is left out")
    }
    if place < open.count - 1 {
      let inner = elements[open[open.count - 1]]
      fail(inner.place, "'<\(inner.name)>' has no end: it ends with '\(name)'")
    }
    for element in open[place...] { elements[element].end = elements.count }
    open.removeSubrange(place...)
  }

  /// Reads the start tag of an element with its attributes, and adds the element.
  private mutating func readTag(_ start: Int) {
    let name = takeName()
    guard !name.isEmpty else { return }
    var attributes: [String: String] = [:]
    var isEmpty = false
    while true {
      skipBlanks()
      if next == nil || next == Ascii.leftAngle {
        fail(SourceRange(start, index), "the tag of '\(name)' has no end: write '>'")
        break
      }
      isEmpty = take("/>")
      if isEmpty || take(">") { break }
      readAttribute(&attributes)
    }
    let line = bytes[start..<index].firstIndex(where: Ascii.isNewline) ?? index
    elements.append(
      XMLElement(
        name: name, attributes: attributes, parent: open.last ?? -1, place: SourceRange(start, max(start + 1, line)),
        comments: comments, end: elements.count + 1))
    comments = []
    if let last = open.last { elements[last].children.append(elements.count - 1) }
    if !isEmpty { open.append(elements.count - 1) }
  }

  /// Reads one attribute of a start tag.
  private mutating func readAttribute(_ attributes: inout [String: String]) {
    let name = takeName()
    if name.isEmpty { index += 1 }
    skipBlanks()
    guard !name.isEmpty, take("=") else { return }
    skipBlanks()
    guard let quote = next, quote == Ascii.quote || quote == Ascii.apostrophe else { return }
    index += 1
    let value = take { $0 != quote && $0 != Ascii.leftAngle }
    if next == quote { index += 1 }
    attributes[name] = ChartWords.decoded(value, from: "&").split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
