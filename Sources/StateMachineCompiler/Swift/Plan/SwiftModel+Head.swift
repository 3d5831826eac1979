/// What the heads of the generated declarations repeat of the machine's own: generics, requirements and conformances.
extension SwiftModel {
  /// `<Response: Sendable>`, as declared.
  var genericClause: String {
    let parameters = machine.genericParameters.map { text($0.range) }
    return parameters.isEmpty ? "" : "<" + parameters.joined(separator: ", ") + ">"
  }

  /// Where the machine's head says more than its name: errors in it are reported there.
  var headLocation: SourceRange? {
    machine.genericParameters.first?.range ?? machine.conformances.first ?? machine.requirements
  }

  /// `<Response>`, or nothing.
  var genericArguments: String {
    let names = machine.genericParameters.map { text($0.name) }
    return names.isEmpty ? "" : "<" + names.joined(separator: ", ") + ">"
  }

  /// `Machine<Response>`
  var machineType: String { spelling(machine.name) + genericArguments }

  /// The requirements behind the head, with ` where` before them.
  var whereClause: String {
    guard let requirements = machine.requirements.map(text) else { return "" }
    return requirements.first?.isWhitespace == true ? " where" + requirements : " where " + requirements
  }

  /// The conformances of the struct. `Comparable` and `CaseIterable` are for its states alone: Swift makes them for enums.
  var conformances: [String] {
    machine.conformances.map(text).filter { !["Comparable", "CaseIterable", "Swift.CaseIterable"].contains($0) }
  }

  /// Whether the machine's value has one owner (SE-0390).
  var isNoncopyable: Bool { machine.conformances.contains { text($0).hasSuffix("~Copyable") } }

  /// The conformances of the head that the types within the machine have too.
  func nestedConformances(isState: Bool) -> [String] {
    machine.conformances.map(text).filter { name in
      switch name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name {
      case "Equatable", "Hashable", "Codable", "Encodable", "Decodable", "Sendable", "@unchecked Sendable": true
      case "Comparable", "CaseIterable": isState
      default: false
      }
    }
  }

  /// `: Hashable, Sendable`, or nothing.
  static func inheritanceClause(_ names: [String]) -> String {
    names.isEmpty ? "" : ": " + names.joined(separator: ", ")
  }
}
