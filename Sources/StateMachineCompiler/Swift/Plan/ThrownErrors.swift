/// What a generated machine throws: by the policies of its events, and by its rows.
struct ThrownErrors {
  /// Whether some policy throws, and some row.
  let byPolicy: Bool
  let byRows: Bool
  /// The type of all errors, as `throws(…)` has it; nil where they have none in common, or none that is plain.
  let type: String?
  /// Whether that is a type within the machine, which others call by the machine's name.
  let isNested: Bool
  /// With source locations: what the type is called for, so that a mistake in it is reported where it is written first.
  let alias: SourceRange?

  init(_ machine: StateMachine, isLocated: Bool) {
    byPolicy = !machine.hasMethods && machine.hasPolicy { $0 == .throw }
    let errors = machine.errorsOfPolicies + machine.errorsOfRows
    byRows = !machine.hasMethods && !machine.errorsOfRows.isEmpty
    let ranges = errors.map { Self.type(in: $0.range, machine.source.bytes) }
    var types = Set(ranges.map { $0.map(machine.source.text) })
    if machine.throwsUnhandledEvent { types.insert(Self.unhandledEvent) }
    let common = types.count == 1 ? types.first ?? nil : nil
    alias = isLocated && common != nil && !machine.throwsUnhandledEvent ? ranges.first ?? nil : nil
    type = alias == nil ? common : machine.names.fresh("ThrownError")
    isNested = alias != nil || machine.throwsUnhandledEvent
  }

  private static let unhandledEvent = "UnhandledEvent"

  var isEmpty: Bool { !byPolicy && !byRows }

  /// `throws(Refused)` with a blank before it; empty where nothing is thrown.
  var clause: String { isEmpty ? "" : type.map { " throws(\($0))" } ?? " throws" }

  /// The type of an error that waits to be thrown.
  var optional: String { type.map { "\($0)?" } ?? "(any Error)?" }

  /// The type of an error as far as its text tells: the names with a capital in front, `Refused` of `Refused(reason)` and
  /// `Door.Failure` of `Door.Failure.stuck(speed)`. Anything else, brackets around it included, has none.
  static func type(in range: SourceRange, _ bytes: [UInt8]) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var type: SourceRange?
    var token = swift.next()
    while token.kind == .identifier, bytes[token.start] != Ascii.backtick, !Ascii.isLowercase(bytes[token.start]) {
      type = SourceRange(range.lowerBound, token.end)
      token = swift.next()
      guard token.isPunctuation(Ascii.dot) else { break }
      token = swift.next()
    }
    // The case of an enum, or what makes a value of the type.
    if type != nil, token.kind == .identifier { token = swift.next() }
    if token.isPunctuation(Ascii.leftParen) { token = swift.skippingBrackets(from: token) }
    return token.kind == .end ? type : nil
  }
}

extension SwiftLexer {
  /// The token behind a bracket and what it holds.
  fileprivate mutating func skippingBrackets(from opener: SwiftToken) -> SwiftToken {
    var token = opener
    var depth = 0
    while token.kind != .end {
      if token.isPunctuation(Ascii.leftParen) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) { depth -= 1 }
      token = next()
      if depth == 0 { break }
    }
    return token
  }
}
