/// The words in some Swift, of types and of what they have: any of them may be a use of what has that name.
package struct SwiftWords: Sendable {
  /// In types, and in what `swift` copies.
  package private(set) var types: Set<String> = []
  /// Words that stand behind a dot.
  package private(set) var members: Set<String> = []

  package init() {}

  package mutating func read(_ range: SourceRange, _ bytes: [UInt8], isType: Bool = false) {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var isMember = false
    while true {
      let token = swift.next()
      if token.kind == .end { return }
      if token.kind == .identifier {
        let word = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
        if isMember { members.insert(word) }
        if isType { types.insert(word) }
      }
      isMember = token.isPunctuation(Ascii.dot)
    }
  }
}
