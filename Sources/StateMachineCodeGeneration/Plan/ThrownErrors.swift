import StateMachineModel
import StateMachineSyntax

/// The errors that a generated machine throws, by the policies of its events and by its rows.
struct ThrownErrors {
  /// Whether the policy of an event throws (`byPolicy`), and whether a row throws (`byRows`).
  let byPolicy: Bool
  let byRows: Bool
  /// The common type of all errors, as in `throws(…)`; nil if there is none, or if the type cannot be named.
  let type: String?
  /// Whether `type` is declared within the machine, so that other types name it as a member of the machine.
  let isNested: Bool
  /// With source locations, the place in the source of the type for which the alias `type` is declared; else nil.
  let alias: SourceRange?

  init(_ machine: StateMachine, isLocated: Bool) {
    byPolicy = !machine.hasMethods && machine.hasPolicy { $0 == .throw }
    let ofRows = machine.errorsOfRows
    let errors = machine.errorsOfPolicies + ofRows
    byRows = machine.rowsThrowToSenders
    let ranges = errors.map { Self.type(in: $0.range, machine.source.bytes) }
    var types = Set(ranges.map { $0.map(machine.source.text) })
    if machine.throwsUnhandledEvent { types.insert(Self.unhandledEvent) }
    let named = types.count == 1 ? types.first ?? nil : nil
    let base = named.map { String($0.prefix { $0 != "." }) }
    let common = base.map { Self.canBeNamed($0, by: machine) } == true ? named : nil
    alias = isLocated && common != nil && !machine.throwsUnhandledEvent ? ranges.first ?? nil : nil
    type = alias == nil ? common : machine.names.fresh("ThrownError")
    isNested = alias != nil || machine.throwsUnhandledEvent || base.map(machine.declaresType) == true
  }

  /// Returns whether all callers of the machine's methods see a type: the file declares no narrower access, and no
  /// generic parameters. A type that the file does not declare counts as seen.
  private static func canBeNamed(_ type: String, by machine: StateMachine) -> Bool {
    func isMeant(_ declaration: SwiftMembers.TypeDeclaration) -> Bool { machine.source.text(declaration.name) == type }
    func isSeen(_ declaration: SwiftMembers.TypeDeclaration) -> Bool {
      declaration.access >= machine.access && !declaration.isGeneric
    }
    // The wrapper does not see what is private within the machine.
    if let within = machine.swift.types.first(where: isMeant) { return isSeen(within) && within.access != .private }
    return machine.swift.typesBeside.first(where: isMeant).map(isSeen) ?? true
  }

  private static let unhandledEvent = "UnhandledEvent"

  var isEmpty: Bool { !byPolicy && !byRows }

  /// `throws(Refused)` with a space before it; empty if nothing is thrown.
  var clause: String { isEmpty ? "" : type.map { " throws(\($0))" } ?? " throws" }

  /// Returns the type of the property that keeps an error until it is thrown.
  func optional(in machine: StateMachine) -> String { type.map { "\($0)?" } ?? "(any \(machine.errorProtocol))?" }

  /// Returns the type of an error, as far as its text shows: the capitalised names, `Refused` of `Refused(reason)` and
  /// `Door.Failure` of `Door.Failure.stuck(speed)`. The last name of `Refused.TooLong` is a static member, as nothing
  /// calls it. Returns nil for all other texts, and for text with brackets around it.
  static func type(in range: SourceRange, _ bytes: [UInt8]) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var type: SourceRange?
    var outer: SourceRange?
    var token = swift.next()
    while token.kind == .identifier, bytes[token.start] != Ascii.backtick, !Ascii.isLowercase(bytes[token.start]) {
      outer = type
      type = SourceRange(range.lowerBound, token.end)
      token = swift.next()
      guard token.isPunctuation(Ascii.dot) else { break }
      token = swift.next()
    }
    // A case of an enum, or an initializer of the type.
    if type != nil, token.kind == .identifier {
      token = swift.next()
    } else if token.kind == .end {
      type = outer ?? type
    }
    if token.isPunctuation(Ascii.leftParen) { token = swift.skippingBrackets(from: token) }
    return token.kind == .end ? type : nil
  }
}

extension StateMachine {
  /// Returns whether a type is declared within the generated one, as an alias or in a block of Swift.
  fileprivate func declaresType(_ name: String) -> Bool {
    typealiasIndices[name] != nil || swift.types.contains { source.text($0.name) == name }
  }
}

extension SwiftLexer {
  /// Returns the token after a bracket and its content.
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

extension StateMachine {
  /// `Error`, or `Swift.Error` within another type, which often has an `Error` of its own.
  var errorProtocol: String { outer == nil ? "Error" : "Swift.Error" }
}
