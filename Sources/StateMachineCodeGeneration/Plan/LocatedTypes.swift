import StateMachineModel

/// Type aliases for the types of payloads in the parameters of functions. With source locations, Swift then reports an
/// error in a type at its place in the `.sm` file, as a line of a generated function can have only one place.
struct LocatedTypes {
  private let model: SwiftModel
  private let prefix: String
  /// The type aliases, by the text of the type.
  private var names: [String: String] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// Creates an empty set of aliases, whose names are `prefix` and a number.
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

  /// Returns the alias or, if there is none, the type as written in the file.
  func text(of field: Field) -> String {
    let type = model.machine.typeText(of: field)
    return names[type] ?? type
  }
}
