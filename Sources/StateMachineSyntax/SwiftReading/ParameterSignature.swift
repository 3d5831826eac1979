/// The labels and the types of parameters, as far as tokens show: what two functions of one name cannot have in common.
package struct ParameterSignature: Hashable {
  private var parameters: [[String]] = []

  /// That of a method without parameters, and of a property.
  package init() {}

  /// - Parameter range: what stands between the parentheses of a function.
  package init(in range: SourceRange, _ bytes: [UInt8]) {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var depth = 0
    var part = Part.label
    var token = swift.next()
    while token.kind != .end {
      if token.kind == .punctuation {
        switch token.byte {
        case Ascii.leftParen, Ascii.leftBracket: depth += 1
        case Ascii.rightParen, Ascii.rightBracket: depth -= 1
        default: break
        }
      }
      switch part {
      case .label where token.kind == .identifier:
        parameters.append([Self.text(token, bytes)])
        part = .name
      case .name where token.isPunctuation(Ascii.colon): part = .type
      case .type where depth == 0 && token.byte == Ascii.equals && token.kind == .infixOrPrefix: part = .defaultValue
      case _ where depth == 0 && token.isPunctuation(Ascii.comma): part = .label
      case .type: parameters[parameters.count - 1].append(Self.text(token, bytes))
      case .label, .name, .defaultValue: break
      }
      token = swift.next()
    }
  }

  /// That of a method: each label, `_` for none, and the type as it is written.
  package init(_ fields: [(label: String?, type: SourceRange)], _ bytes: [UInt8]) {
    for field in fields {
      var swift = SwiftLexer(bytes: bytes, from: field.type.lowerBound, to: field.type.upperBound)
      var words = [field.label ?? "_"]
      var token = swift.next()
      while token.kind != .end {
        words.append(Self.text(token, bytes))
        token = swift.next()
      }
      parameters.append(words)
    }
  }

  /// Adds a parameter whose type is one word.
  package mutating func append(_ label: String, type: String) { parameters.append([label, type]) }

  private enum Part { case label, name, type, defaultValue }

  private static func text(_ token: SwiftToken, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }
}
