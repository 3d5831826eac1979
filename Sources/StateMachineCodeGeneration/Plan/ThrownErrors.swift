import StateMachineModel
import StateMachineSyntax

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

  /// Whether all who see the machine's methods see a type, by its text alone: not where the file shows that fewer do, or
  /// that the type has generic parameters.
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

  /// `throws(Refused)` with a blank before it; empty where nothing is thrown.
  var clause: String { isEmpty ? "" : type.map { " throws(\($0))" } ?? " throws" }

  /// The type of an error that waits to be thrown.
  func optional(in machine: StateMachine) -> String { type.map { "\($0)?" } ?? "(any \(machine.errorProtocol))?" }

  /// The type of an error as far as its text tells: the names with a capital in front, `Refused` of `Refused(reason)` and
  /// `Door.Failure` of `Door.Failure.stuck(speed)`. The last name of `Refused.TooLong` is no type, as nothing makes a value
  /// of it. Anything else, brackets around it included, has none.
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
    // The case of an enum, or what makes a value of the type.
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
  /// Whether a type stands within the generated one, as an alias or in a block of Swift.
  fileprivate func declaresType(_ name: String) -> Bool {
    typealiasIndices[name] != nil || swift.types.contains { source.text($0.name) == name }
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

extension StateMachine {
  /// `Error`; with its module within another type, which often has an `Error` of its own.
  var errorProtocol: String { outer == nil ? "Error" : "Swift.Error" }
}
