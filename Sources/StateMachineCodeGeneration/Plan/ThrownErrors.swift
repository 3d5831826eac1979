import StateMachineModel
import StateMachineSyntax

/// The errors that a generated machine throws: those of its policies for unhandled events, and those of its rows.
struct ThrownErrors {
  /// Whether the policy `throw` applies to an event, so that `handle` throws.
  let byPolicy: Bool
  /// Whether a row throws an error to the caller.
  let byRows: Bool
  /// The type that all errors have, as in `throws(Refused)`. Nil if they have different types, or if callers cannot
  /// name the type.
  let type: String?
  /// Whether `type` is declared within the machine. Code outside of the machine then writes it as a member:
  /// `Door.Refused`.
  let isNested: Bool
  /// The error type in the `.sm` file for which the generated code declares the type alias `type`. Nil if the code has
  /// no source locations, because only code with source locations needs the alias.
  let alias: SourceRange?

  init(_ machine: StateMachine, isLocated: Bool) {
    byPolicy = !machine.hasMethods && machine.hasPolicy { $0 == .throw }
    let ofRows = machine.errorsOfRows
    let errors = machine.errorsOfPolicies + ofRows
    byRows = machine.rowsThrowToSenders
    let ranges = errors.map { Self.type(in: $0.range, machine.source.bytes) }
    var types = Set(ranges.map { $0.map(machine.source.text) })
    if machine.throwsUnhandledEvent { types.insert(Self.unhandledEvent) }
    // `types` contains nil for an unknown type, so that `first` is an optional of an optional.
    let named = types.count == 1 ? types.first ?? nil : nil
    let base = named.map { String($0.prefix { $0 != "." }) }
    let common = base.map { Self.canBeNamed($0, by: machine) } == true ? named : nil
    alias = isLocated && common != nil && !machine.throwsUnhandledEvent ? ranges.first ?? nil : nil
    type = alias == nil ? common : machine.names.fresh("ThrownError")
    isNested = alias != nil || machine.throwsUnhandledEvent || base.map(machine.declaresType) == true
  }

  /// Returns whether all callers of the machine's methods may name the type of an error. They may if the file does not
  /// declare the type. A type that the file declares must have no generic parameters and no narrower access than the
  /// machine. If it is declared within the machine, it must not be `private`.
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

  /// The clause ` throws(Refused)`, with a space before it; empty if the machine throws nothing.
  var clause: String { isEmpty ? "" : type.map { " throws(\($0))" } ?? " throws" }

  /// Returns the type of the property that keeps an error until the run ends: `Refused?`, or `(any Error)?` if errors
  /// have different types.
  func optional(in machine: StateMachine) -> String { type.map { "\($0)?" } ?? "(any \(machine.errorProtocol))?" }

  /// Returns the place of the type in an expression that creates an error: `Refused` in `Refused(reason)`, and
  /// `Door.Failure` in `Door.Failure.stuck(speed)`. Only capitalised names count as types. In `Refused.TooLong` without
  /// parentheses, the last name is a static member, and the type is `Refused`. Nil for any other expression.
  static func type(in range: SourceRange, _ bytes: [UInt8]) -> SourceRange? {
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var type: SourceRange?
    var outer: SourceRange?
    var token = swift.next()
    while token.kind == .identifier, bytes[token.start] != Ascii.backtick, !Ascii.isLowercase(bytes[token.start]) {
      // `type` ends with the last capitalised name so far, and `outer` with the one before it.
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
  /// Returns whether the file declares a type within the machine, as a type alias or in a block of Swift.
  fileprivate func declaresType(_ name: String) -> Bool {
    typealiasIndices[name] != nil || swift.types.contains { source.text($0.name) == name }
  }
}

extension SwiftLexer {
  /// Skips parentheses with their content, and returns the token after them.
  ///
  /// - Parameter opener: the opening parenthesis.
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
  /// The protocol of errors: `Error`. If the machine is declared within another type, it is `Swift.Error`. Such a type
  /// often has an `Error` of its own.
  var errorProtocol: String { outer == nil ? "Error" : "Swift.Error" }
}
