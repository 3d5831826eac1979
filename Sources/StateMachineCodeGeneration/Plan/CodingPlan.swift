import StateMachineModel
import StateMachineSyntax

/// What of a machine is stored, and what it means that older data lack a property. Empty where the code that Swift makes
/// for `Codable` is right as it stands.
struct CodingPlan {
  /// What the value of a property is where the data have none for it.
  enum Absence: Equatable {
    /// There is no such value: decoding fails.
    case failure
    /// Nil: an optional that is nil is stored as nothing.
    case nothing
    /// The value that `init` gives it.
    case initialValue
    /// Nothing is kept for later.
    case noEvents
  }

  /// What the value of a property is read from.
  enum Source: Equatable {
    case property(Int)
    case state
    case history(of: StateID)
    case deferredEvents
  }

  /// A property that is stored.
  struct Entry: Equatable {
    var source: Source
    var absence: Absence
    /// Whether `init` takes it as an argument; others are assigned behind it.
    var isArgument: Bool
  }

  /// The properties that are stored, in the order of the machine's own; empty where Swift finds them by itself.
  private(set) var keys: [Source] = []
  /// What is read; empty where Swift reads by itself.
  private(set) var entries: [Entry] = []

  init(_ model: SwiftModel) {
    // Where only the global actor may touch the properties, only code that Swift makes can be nonisolated, as `Codable`
    // wants it.
    guard model.machine.hasNonisolatedInit else { return }
    let conformances = model.nestedConformances(isState: false).map(\.withoutModule)
    let entries = Self.entries(of: model)
    let isEncodable = conformances.contains { $0 == "Codable" || $0 == "Encodable" }
    // What is stored is called as others know it, and is never nil.
    let isRenamed = model.layout.storedProperty != "state"
    if isEncodable, isRenamed || model.machine.storedProperties.contains(where: \.isDefaultedConstant) {
      keys = entries.map(\.source)
    }
    let isDecodable = conformances.contains { $0 == "Codable" || $0 == "Decodable" }
    let isReadBySwift =
      !isRenamed && !model.run.defers && model.machine.storedProperties.allSatisfy { $0.initialValue == nil }
    if isDecodable, !isReadBySwift { self.entries = entries }
  }

  /// All that is stored, in the order in which the properties stand in the struct. A constant with a default is left
  /// out: it is what the machine says, and not what has become of it.
  private static func entries(of model: SwiftModel) -> [Entry] {
    let machine = model.machine
    var entries: [Entry] = []
    for (index, property) in machine.storedProperties.enumerated() where !property.isDefaultedConstant {
      let isOptional = model.text(machine.aliased(property.type)).isOptionalType
      let absence: Absence = isOptional ? .nothing : property.initialValue == nil ? .failure : .initialValue
      entries.append(
        Entry(source: .property(index), absence: absence, isArgument: property.initialValue == nil))
    }
    entries.append(Entry(source: .state, absence: .failure, isArgument: true))
    for state in machine.states.indices where !machine.states[state].histories.isEmpty {
      entries.append(Entry(source: .history(of: state), absence: .nothing, isArgument: false))
    }
    if model.run.defers { entries.append(Entry(source: .deferredEvents, absence: .noEvents, isArgument: false)) }
    return entries
  }
}

/// A case of a generated enum as it is stored: what Swift writes of it is an object with the name of the case, in which
/// each value stands under its label, or under its number where it has none.
struct StoredCase {
  /// Without back-ticks.
  var name: String
  var fields: [Field] = []
  /// The type of the value behind the fields that is no field: what is active within a composite, or the timer that has
  /// elapsed. Nil for other cases.
  var last: String?
}

/// The cases of an enum whose payloads are read by generated code, as older data may lack some of their labels.
struct CaseReading {
  let cases: [StoredCase]

  /// Nil where Swift reads the enum by itself: no label has a default, or not both directions are generated, so that
  /// there are no keys.
  init?(_ cases: [StoredCase], _ model: SwiftModel) {
    guard model.machine.hasNonisolatedInit, model.isCodable,
      cases.contains(where: { $0.fields.contains { Self.hasDefault($0, model) } })
    else { return nil }
    self.cases = cases
  }

  /// The value of a label that the data lack.
  enum AbsentValue: Equatable {
    /// There is no such value: decoding fails.
    case required
    /// The default of the label.
    case value(SourceRange)
    /// The machine that a state begins with.
    case machine
    /// Nil: an optional that is nil is stored as nothing, also where its default is another one.
    case nothing
  }

  private static func hasDefault(_ field: Field, _ model: SwiftModel) -> Bool {
    switch absentValue(of: field, model) {
    case .value, .machine: true
    case .required, .nothing: false
    }
  }

  /// The value that a label has where the data lack it.
  static func absentValue(of field: Field, _ model: SwiftModel) -> AbsentValue {
    if model.text(model.machine.aliased(field.type)).isOptionalType {
      return field.submachine == nil ? .nothing : .required
    }
    if let value = field.defaultValue { return .value(value) }
    return field.hasDefaultMachine && field.submachine == .machine ? .machine : .required
  }
}

extension SwiftModel {
  /// Whether the machine and its types are both encoded and decoded.
  var isCodable: Bool {
    let names = Set(nestedConformances(isState: false).map(\.withoutModule))
    return names.contains("Codable") || names.isSuperset(of: ["Encodable", "Decodable"])
  }
}

extension StoredProperty {
  /// Whether it is a constant whose value the `.sm` file gives.
  fileprivate var isDefaultedConstant: Bool { !isVariable && initialValue != nil }
}

extension String {
  /// `Codable` for `Swift.Codable`.
  var withoutModule: String { hasPrefix("Swift.") ? String(dropFirst(6)) : self }

  /// Whether the text of a type says that it is an optional.
  fileprivate var isOptionalType: Bool {
    let type = String(drop(while: \.isWhitespace)).withoutModule
    let last = type.last { !$0.isWhitespace }
    return last == "?" || last == "!" || type.hasPrefix("Optional<")
  }
}
