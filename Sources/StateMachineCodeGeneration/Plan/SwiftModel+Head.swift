import StateMachineModel
import StateMachineSyntax

/// What the heads of the generated declarations repeat of the machine's own: generics, requirements and conformances.
extension SwiftModel {
  /// `<Response: Sendable>`, as declared.
  var genericClause: [TypePiece] {
    let parameters = Self.list(machine.genericParameters.map(\.range))
    return parameters.isEmpty ? [] : [.text("<")] + parameters + [.text(">")]
  }

  /// The name, where the machine's head says more: errors in it are reported there.
  var headLocation: SourceRange? {
    let isPlain = machine.genericParameters.isEmpty && machine.conformances.isEmpty && machine.requirements == nil
    return isPlain ? nil : machine.name.range
  }

  /// `<Response>`, or nothing.
  var genericArguments: String {
    let names = machine.genericParameters.map { text($0.name) }
    return names.isEmpty ? "" : "<" + names.joined(separator: ", ") + ">"
  }

  /// `Machine<Response>`, or `Outer.Machine<Response>`: as the types beside it name it.
  var machineType: String { qualified(spelling(machine.name)) + genericArguments }

  /// What stands beside the machine, as its extensions name it: those stand at the top of the file.
  func qualified(_ type: String) -> String { (machine.outer.map { text($0.range) + "." } ?? "") + type }

  /// The requirements behind the head, with ` where` before them.
  var whereClause: [TypePiece] {
    guard let requirements = machine.requirements else { return [] }
    let isSeparate = text(requirements).first?.isWhitespace == true
    return [.text(isSeparate ? " where" : " where "), .source(requirements)]
  }

  /// `: Hashable, Sendable`: the conformances of the struct. `Comparable` and `CaseIterable` are for its states alone:
  /// Swift makes them for enums.
  var conformanceClause: [TypePiece] { conformances { !["Comparable", "CaseIterable"].contains($0) } }

  /// The conformances of the head to some protocols, as a clause behind the name of a type.
  func conformances(where isIncluded: (_ protocolName: String) -> Bool) -> [TypePiece] {
    let conformances = machine.conformances.filter { isIncluded(StateMachine.protocolName(text($0))) }
    guard !conformances.isEmpty else { return [] }
    return [.text(": ")] + conformances.map { isolation(of: $0) + [.source($0)] }.joined(separator: [.text(", ")])
  }

  /// The head of a type with the machine's parameters and requirements, to be laid out; nil where its Swift has
  /// comments.
  ///
  /// - Parameter conformances: those of the type.
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

  /// The parts of a list between the commas that no brackets enclose, those of generic arguments included.
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

  /// The actor that a conformance is isolated to as the machine is (SE-0470). What Swift writes for these protocols is
  /// nonisolated otherwise, and cannot look at a state that may not be sendable; of a public type, Swift takes that for
  /// granted.
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

  /// Whether the machine's value has one owner (SE-0390).
  var isNoncopyable: Bool { machine.isNoncopyable }

  /// The conformances of the head that the types within the machine have too.
  func nestedConformances(isState: Bool) -> [String] {
    machine.conformances.map(text).compactMap { conformance in
      let name = StateMachine.protocolName(conformance)
      let isShared = Self.writtenBySwift.contains(name) || name == "Sendable"
      guard isShared || isState && ["Comparable", "CaseIterable"].contains(name) else { return nil }
      // A machine is isolated, and the types within it are not.
      return conformance.hasPrefix("@") && name != "Sendable" ? name : conformance
    }
  }

  /// Writes the head of a type within the machine, with its brace. What the machine's protocols ask of the type, Swift
  /// says at the machine's name.
  func write(head: String, _ name: String, _ conformances: [String], _ out: inout SwiftWriter) {
    out.beginLocation(conformances.isEmpty ? nil : machine.name.range)
    out.write(string: head + " ")
    if !conformances.isEmpty { out.align(with: machine.name.range) }
    out.write(string: name + (conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")))
    out.openBrace()
    out.endLocation()
  }
}
