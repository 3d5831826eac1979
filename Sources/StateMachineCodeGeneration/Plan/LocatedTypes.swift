import StateMachineModel

/// Names for the types of payloads in the parameters of functions: with source locations, an error in a type is
/// reported where the user wrote it, and a line of a generated function can stand at one place only.
struct LocatedTypes {
  private let model: SwiftModel
  private let prefix: String
  /// The type aliases by the types that they stand for.
  private var names: [String: String] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// `prefix` and a number are the names of the aliases.
  init(_ model: SwiftModel, prefix: String) { (self.model, self.prefix) = (model, prefix) }

  /// Declares an alias for the type of a field, unless there is one.
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

  /// The alias where there is one, else the type as the user wrote it.
  func text(of field: Field) -> String {
    let type = model.machine.typeText(of: field)
    return names[type] ?? type
  }
}
