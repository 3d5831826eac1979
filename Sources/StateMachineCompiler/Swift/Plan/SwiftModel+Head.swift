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
  var conformanceClause: [TypePiece] {
    let conformances = machine.conformances.filter {
      !["Comparable", "CaseIterable", "Swift.CaseIterable"].contains(text($0))
    }
    return conformances.isEmpty ? [] : [.text(": ")] + Self.list(conformances)
  }

  private static func list(_ ranges: [SourceRange]) -> [TypePiece] {
    Array(ranges.map { [TypePiece.source($0)] }.joined(separator: [.text(", ")]))
  }

  /// Whether the machine's value has one owner (SE-0390).
  var isNoncopyable: Bool { machine.isNoncopyable }

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
