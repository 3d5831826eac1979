import StateMachineModel
import StateMachineSyntax

/// The generics, requirements and conformances of the machine's head that generated declarations repeat.
extension SwiftModel {
  /// The generic parameters as declared, `<Response: Sendable>`.
  var genericClause: [TypePiece] {
    let parameters = Self.list(machine.genericParameters.map(\.range))
    return parameters.isEmpty ? [] : [.text("<")] + parameters + [.text(">")]
  }

  /// The place of the machine's name, at which Swift reports errors in the head; nil if the head is only the name.
  var headLocation: SourceRange? {
    let isPlain = machine.genericParameters.isEmpty && machine.conformances.isEmpty && machine.requirements == nil
    return isPlain ? nil : machine.name.range
  }

  /// The generic arguments, `<Response>`, or an empty string.
  var genericArguments: String {
    let names = machine.genericParameters.map { text($0.name) }
    return names.isEmpty ? "" : "<" + names.joined(separator: ", ") + ">"
  }

  /// The machine's type as types beside it name it: `Machine<Response>`, or `Outer.Machine<Response>`.
  var machineType: String { qualified(spelling(machine.name)) + genericArguments }

  /// Returns the name of a type beside the machine as extensions name it, which are at the top of the file.
  func qualified(_ type: String) -> String { (machine.outer.map { text($0.range) + "." } ?? "") + type }

  /// The requirements after the head, with ` where` before them.
  var whereClause: [TypePiece] {
    guard let requirements = machine.requirements else { return [] }
    let isSeparate = text(requirements).first?.isWhitespace == true
    return [.text(isSeparate ? " where" : " where "), .source(requirements)]
  }

  /// The conformances of the struct, `: Hashable, Sendable`. `Comparable` and `CaseIterable` belong to its states
  /// alone, as Swift synthesises them for enums.
  var conformanceClause: [TypePiece] { conformances { !["Comparable", "CaseIterable"].contains($0) } }

  /// Returns the head's conformances to some protocols, as a clause to follow the name of a type.
  func conformances(where isIncluded: (_ protocolName: String) -> Bool) -> [TypePiece] {
    let conformances = machine.conformances.filter { isIncluded(StateMachine.protocolName(text($0))) }
    guard !conformances.isEmpty else { return [] }
    return [.text(": ")] + conformances.map { isolation(of: $0) + [.source($0)] }.joined(separator: [.text(", ")])
  }

  /// Returns the head of a type with the machine's parameters and requirements, for line breaking; nil if a text of the
  /// `.sm` file in it has comments.
  ///
  /// - Parameter conformances: the conformances of the type.
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

  /// Returns the elements of a list, split at commas outside of brackets and outside of `<…>`.
  private func elements(of list: String) -> [String] {
    var depth = 0
    var parts = [""]
    for character in list.drop(while: { $0 == ":" || $0.isWhitespace }) {
      if "<([".contains(character) { depth += 1 }
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

  /// Returns the attribute by which a conformance is isolated like the machine (SE-0470). Otherwise the code that Swift
  /// synthesises is nonisolated, and cannot read a state that may not be sendable. The attribute is needed only for a
  /// public type; for others, Swift infers it.
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

  /// Returns the conformances of the head that the types within the machine have too.
  func nestedConformances(isState: Bool) -> [String] {
    machine.conformances.map(text).compactMap { conformance in
      let name = StateMachine.protocolName(conformance)
      let isShared = Self.writtenBySwift.contains(name) || name == "Sendable"
      guard isShared || isState && ["Comparable", "CaseIterable"].contains(name) else { return nil }
      // A machine is isolated, and the types within it are not.
      return conformance.hasPrefix("@") && name != "Sendable" ? name : conformance
    }
  }

  /// Writes the head of a type within the machine, with its brace. Swift reports an unmet requirement of a conformance
  /// at the machine's name.
  func write(head: String, _ name: String, _ conformances: [String], _ out: inout SwiftWriter) {
    out.beginLocation(conformances.isEmpty ? nil : machine.name.range)
    out.write(string: head + " ")
    if !conformances.isEmpty { out.align(with: machine.name.range) }
    out.write(string: name + (conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")))
    out.openBrace()
    out.endLocation()
  }
}
