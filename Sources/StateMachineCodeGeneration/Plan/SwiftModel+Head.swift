import StateMachineModel
import StateMachineSyntax

/// The parts of the machine's head that generated declarations repeat: generic parameters, requirements and
/// conformances. The head is `machine Queue<Item>: Sendable where Item: Sendable`, for example.
extension SwiftModel {
  /// The generic parameters as declared, `<Response: Sendable>`.
  var genericClause: [TypePiece] {
    let parameters = Self.list(machine.genericParameters.map(\.range))
    return parameters.isEmpty ? [] : [.text("<")] + parameters + [.text(">")]
  }

  /// The place of the machine's name, at which Swift reports errors in the machine's head. Nil if the head is the name
  /// alone, because Swift then reports no errors in it.
  var headLocation: SourceRange? {
    let isPlain = machine.genericParameters.isEmpty && machine.conformances.isEmpty && machine.requirements == nil
    return isPlain ? nil : machine.name.range
  }

  /// The generic arguments of the machine's type, `<Response>`; empty for a machine without generic parameters.
  var genericArguments: String {
    let names = machine.genericParameters.map { text($0.name) }
    return names.isEmpty ? "" : "<" + names.joined(separator: ", ") + ">"
  }

  /// The machine's type, as declarations at the top of the file spell it: `Machine<Response>`, or
  /// `Outer.Machine<Response>` if the machine is declared within a type `Outer`.
  var machineType: String { qualified(spelling(machine.name)) + genericArguments }

  /// Returns the name of a type beside the machine, for an extension at the top of the file. It is `Outer.Name` if the
  /// machine is declared within a type `Outer`, else `Name`.
  func qualified(_ type: String) -> String { (machine.outer.map { text($0.range) + "." } ?? "") + type }

  /// The clause with the machine's generic requirements, such as ` where Response: Sendable`; empty if there are none.
  var whereClause: [TypePiece] {
    guard let requirements = machine.requirements else { return [] }
    let isSeparate = text(requirements).first?.isWhitespace == true
    return [.text(isSeparate ? " where" : " where "), .source(requirements)]
  }

  /// The conformances of the machine's struct, `: Hashable, Sendable`. `Comparable` and `CaseIterable` are left out:
  /// only the machine's states have them, because Swift synthesises them for enums.
  var conformanceClause: [TypePiece] { conformances { !["Comparable", "CaseIterable"].contains($0) } }

  /// Returns the clause with the conformances of the machine's head, such as `: Hashable, Sendable`; empty if there are
  /// none.
  ///
  /// - Parameter isIncluded: returns whether a conformance is part of the clause.
  func conformances(where isIncluded: (_ protocolName: String) -> Bool) -> [TypePiece] {
    let conformances = machine.conformances.filter { isIncluded(StateMachine.protocolName(text($0))) }
    guard !conformances.isEmpty else { return [] }
    return [.text(": ")] + conformances.map { isolation(of: $0) + [.source($0)] }.joined(separator: [.text(", ")])
  }

  /// Returns the head of a type, such as `struct Machine<Response>: Sendable`, with the machine's generic requirements.
  /// The printer may break it into several lines. Nil if a part of the head that the `.sm` file contains has a comment:
  /// such a head stays on one line.
  ///
  /// - Parameters:
  ///   - introducer: the words before the generic parameters, such as `struct Machine`.
  ///   - conformances: the conformances of the type.
  ///   - hasParameters: whether the type has the machine's generic parameters.
  func head(_ introducer: String, _ conformances: [TypePiece], hasParameters: Bool = true) -> HeadLayout? {
    let parameters = hasParameters ? machine.genericParameters.map { text($0.range) } : []
    let requirements = machine.requirements.map { elements(of: text($0)) } ?? []
    let protocols = elements(of: conformances.map(text).joined())
    guard (parameters + requirements + protocols).allSatisfy({ !$0.contains("//") && !$0.contains("/*") }) else {
      return nil
    }
    func inOneLine(_ texts: [String]) -> [String] {
      texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
    return HeadLayout(
      introducer: introducer, parameters: inOneLine(parameters), conformances: inOneLine(protocols),
      requirements: inOneLine(requirements))
  }

  /// Returns the elements of a list as texts: `A` and ` [B: C]` of `: A, [B: C]`. A space after a comma belongs to the
  /// next element. Commas within brackets or `<…>` do not separate elements.
  private func elements(of list: String) -> [String] {
    var depth = 0
    var parts = [""]
    for character in list.drop(while: { $0 == ":" || $0.isWhitespace }) {
      if "<([".contains(character) { depth += 1 }
      // The `>` of an arrow `->` closes no bracket.
      if ">)]".contains(character), parts[parts.count - 1].last != "-" { depth -= 1 }
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts == [""] ? [] : parts
  }

  private func text(_ piece: TypePiece) -> String {
    switch piece {
    case .text(let text), .name(let text): text
    case .source(let range): text(range)
    }
  }

  /// Returns the attribute before a conformance that Swift synthesises, such as `@MainActor ` before `Hashable`. Empty
  /// if none is needed. A public machine that is isolated to a global actor and not sendable needs it (SE-0470).
  /// Without it, the synthesised code would be nonisolated and could not read the state. In a machine that is not
  /// public, Swift infers it.
  private func isolation(of conformance: SourceRange) -> [TypePiece] {
    guard let isolation = machine.isolation.attribute, !machine.isSendable, machine.access == .public,
      Self.writtenBySwift.contains(text(conformance).withoutModule)
    else { return [] }
    return [.source(isolation), .text(" ")]
  }

  private static let writtenBySwift: Set = ["Equatable", "Hashable", "Codable", "Encodable", "Decodable"]

  private static func list(_ ranges: [SourceRange]) -> [TypePiece] {
    Array(ranges.map { [TypePiece.source($0)] }.joined(separator: [.text(", ")]))
  }

  /// Whether the machine is noncopyable (SE-0390).
  var isNoncopyable: Bool { machine.isNoncopyable }

  /// Returns the conformances in the machine's head that the types within the machine have, too.
  ///
  /// - Parameter isState: whether the type is a state's, so that it also gets `Comparable` and `CaseIterable`.
  func nestedConformances(isState: Bool) -> [String] {
    machine.conformances.map(text).compactMap { conformance in
      let name = StateMachine.protocolName(conformance)
      let isShared = Self.writtenBySwift.contains(name) || name == "Sendable"
      guard isShared || isState && ["Comparable", "CaseIterable"].contains(name) else { return nil }
      // A machine is isolated, and the types within it are not.
      return conformance.hasPrefix("@") && name != "Sendable" ? name : conformance
    }
  }

  /// Writes the head of a type within the machine, up to its opening brace. In code with source locations, the head has
  /// the line of the machine's name in the `.sm` file. Swift then reports there that the type cannot have a
  /// conformance.
  ///
  /// - Parameter head: the words before the name, such as `public enum`.
  func write(head: String, _ name: String, _ conformances: [String], _ out: inout SwiftWriter) {
    out.beginLocation(conformances.isEmpty ? nil : machine.name.range)
    out.write(string: head + " ")
    if !conformances.isEmpty { out.align(with: machine.name.range) }
    out.write(string: name + (conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")))
    out.openBrace()
    out.endLocation()
  }
}
