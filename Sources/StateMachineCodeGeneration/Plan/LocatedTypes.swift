import StateMachineModel

/// Type aliases for the types of payloads, for code with source locations. Functions use the aliases as the types of
/// their parameters. Each alias is on a line of its own. So Swift reports an error in the type at the type's line in
/// the `.sm` file.
struct LocatedTypes {
  private let model: SwiftModel
  private let prefix: String
  /// The names of the type aliases; the key is the text of the type.
  private var names: [String: String] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// Creates an empty set of aliases.
  ///
  /// - Parameter prefix: the beginning of the name of each alias; a number follows it.
  init(_ model: SwiftModel, prefix: String) { (self.model, self.prefix) = (model, prefix) }

  /// Writes the declaration of an alias for the type of a field. Writes nothing if the type has an alias already, or if
  /// the code has no source locations.
  mutating func declare(_ field: Field, _ out: inout SwiftWriter) {
    guard out.isLocated, names[model.machine.typeText(of: field)] == nil else { return }
    let name = model.names.fresh("\(prefix)\(names.count + 1)")
    names[model.machine.typeText(of: field)] = name
    out.beginLocation(field.type)
    out.write(string: "\(model.helperAccess)typealias \(name) = ")
    out.piece(field.type)
    if let part = field.submachine { out.write(string: part.rawValue) }
    out.endLine()
    out.endLocation()
  }

  /// Returns the alias for the type of a field. If the type has no alias, it returns the type as the `.sm` file spells
  /// it.
  func text(of field: Field) -> String {
    let type = model.machine.typeText(of: field)
    return names[type] ?? type
  }
}
