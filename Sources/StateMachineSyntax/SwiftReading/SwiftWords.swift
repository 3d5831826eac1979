/// The words in pieces of Swift. The compiler does not parse Swift, so each word may be the name of a type or a member.
/// For example, an `action` whose name is among the words is not reported as unused.
package struct SwiftWords: Sendable {
  /// All words in the pieces that were read with `isType` as true, which may be names of types.
  package private(set) var types: Set<String> = []
  /// The words that follow a dot, and so may be names of members.
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
