/// The words in some pieces of Swift. Each may be a use of the type or the member with that name.
package struct SwiftWords: Sendable {
  /// All words in pieces of Swift that were read with `isType`, and may use any type.
  package private(set) var types: Set<String> = []
  /// Words after a dot.
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
