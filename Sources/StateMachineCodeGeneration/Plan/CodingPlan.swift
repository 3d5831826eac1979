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
    let entries = Self.entries(of: model)
    // What is stored is called as others know it, and is never nil.
    let isRenamed = model.layout.storedProperty != "state"
    if model.machine.isEncodable, isRenamed || model.machine.storedProperties.contains(where: \.isDefaultedConstant) {
      keys = entries.map(\.source)
    }
    let isReadBySwift =
      !isRenamed && !model.run.defers
      && model.machine.storedProperties.allSatisfy { $0.initialValue == nil && $0.formerNames.isEmpty }
      && !model.history.composites.contains { !model.machine.states[$0].formerNames.isEmpty }
    if model.isDecodable, !isReadBySwift { self.entries = entries }
  }

  /// All that is stored, in the order in which the properties stand in the struct. A constant with a default is left
  /// out: it is what the machine says, and not what has become of it.
  private static func entries(of model: SwiftModel) -> [Entry] {
    let machine = model.machine
    var entries: [Entry] = []
    for (index, property) in machine.storedProperties.enumerated() where !property.isDefaultedConstant {
      let absence: Absence =
        machine.isOptional(property.type) ? .nothing : property.initialValue == nil ? .failure : .initialValue
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

/// A value as it is stored: under its name, or in older data under one of its former names.
struct StoredValue {
  enum ValueType {
    case written(SourceRange, Field.SubmachinePart? = nil)
    case generated(String)
  }

  /// The value that is read where the data have none.
  enum Absence: Equatable {
    /// There is no such value: decoding fails.
    case failure
    /// Nil: an optional that is nil is stored as nothing, also where its default is another one.
    case nothing
    case ownDefault(SourceRange)
    /// The machine that a state begins with.
    case machine
  }

  var name: String
  var formerNames: [String] = []
  var type: ValueType
  var absence = Absence.failure
  /// Whether the value is the state within a composite, or a submachine. Its key is a number, the count of the labels
  /// before it, which older versions may have had more of, or fewer.
  var isChild = false

  /// Whether older data may lack the value, or have it under another key, so that the initializer of Swift does not read
  /// them.
  var hasOlderForm: Bool {
    switch absence {
    case .failure, .nothing: !formerNames.isEmpty || isChild
    case .ownDefault, .machine: true
    }
  }
}

/// A case of a generated enum as it is stored: what Swift writes of it is an object with the name of the case, in which
/// each value stands under its label, or under its number where it has none.
struct StoredCase {
  /// Without back-ticks.
  var name: String
  var formerNames: [String] = []
  var values: [StoredValue] = []
  /// The labels of the values in Swift; nil for a value without one.
  var labels: [String?] = []

  /// Adds a value behind the others.
  mutating func append(label: String? = nil, _ value: StoredValue) {
    labels.append(label)
    values.append(value)
  }

  /// Adds a value of a type that is generated.
  mutating func append(label: String? = nil, generated type: String) {
    append(label: label, StoredValue(name: label ?? "_\(values.count)", type: .generated(type)))
  }

  var hasOlderForm: Bool { !formerNames.isEmpty || values.contains(where: \.hasOlderForm) }
}

extension SwiftModel {
  /// A case with the fields of a declaration.
  func storedCase(_ name: Identifier, formerNames: [Identifier], _ fields: [Field]) -> StoredCase {
    var stored = StoredCase(name: text(name), formerNames: formerNames.map(text))
    for (index, field) in fields.enumerated() {
      stored.append(label: field.label.map(text), storedValue(of: field, name: field.label.map(text) ?? "_\(index)"))
    }
    return stored
  }

  /// The value of a field that is stored under a name.
  func storedValue(of field: Field, name: String) -> StoredValue {
    StoredValue(
      name: name, formerNames: field.formerNames.map(text), type: .written(field.type, field.submachine),
      absence: absence(of: field), isChild: field.submachine == .machine)
  }

  private func absence(of field: Field) -> StoredValue.Absence {
    if machine.isOptional(field.type) { return field.submachine == nil ? .nothing : .failure }
    if let value = field.defaultValue { return .ownDefault(value) }
    return field.hasDefaultMachine && field.submachine == .machine ? .machine : .failure
  }

  /// A state as a case of the enum of its body: its payload, and behind it what is active within a composite.
  func storedCase(of state: StateID) -> StoredCase {
    let declared = machine.states[state]
    var stored = storedCase(declared.name, formerNames: declared.formerNames, declared.fields)
    if declared.isComposite {
      stored.append(StoredValue(name: "_", type: .generated(names.children(of: state)), isChild: true))
    }
    return stored
  }

  /// The cases of `Event`.
  var storedEvents: [StoredCase] {
    var cases = machine.events.map { storedCase($0.name, formerNames: $0.formerNames, $0.fields) }
    if !machine.timers.isEmpty {
      cases.append(StoredCase(name: "elapsed"))
      cases[cases.count - 1].append(generated: "Timer")
    }
    return cases
  }

  /// The cases of `Output`: those that are declared, and those that end and begin tasks and timers.
  var storedOutputs: [StoredCase] {
    var cases = machine.outputs.map { storedCase($0.name, formerNames: $0.formerNames, $0.fields) }
    for output in machine.outputs {
      let name = text(output.name)
      if let activity = output.tasks.activity(name) {
        if activity.begin != name {
          var begin = storedCase(output.name, formerNames: [], output.fields)
          begin.name = activity.begin
          cases.append(begin)
        }
        cases.append(StoredCase(name: activity.cancel))
      }
      if let cancellation = output.tasks.effect(name)?.cancel { cases.append(StoredCase(name: cancellation)) }
    }
    func addTimer(_ name: String, interval: String? = nil) {
      var stored = StoredCase(name: name)
      stored.append(generated: "Timer")
      if let interval { stored.append(label: interval, generated: "Swift.Duration") }
      cases.append(stored)
    }
    if run.timers.after { addTimer("schedule", interval: "after") }
    if run.timers.every { addTimer(GeneratedNames.repeating(besideAfter: run.timers.after), interval: "every") }
    if !machine.timers.isEmpty { addTimer("cancel") }
    return cases
  }

  /// The timers as they are stored.
  var storedTimers: [StoredCase] {
    zip(machine.timerNames, machine.formerTimerNames).map { StoredCase(name: $0, formerNames: $1) }
  }

  /// The regions of a body as they are stored.
  func storedValues(ofRegions regions: [StateID]) -> [StoredValue] {
    regions.map { region in
      let declared = machine.states[region]
      return StoredValue(
        name: text(declared.name), formerNames: declared.formerNames.map(text),
        type: .generated(names.children(of: region)))
    }
  }

  /// Whether generated code may read the machine and its types.
  ///
  /// Where only the global actor may touch the properties, only code that Swift makes can be nonisolated, as `Decodable`
  /// wants it.
  var isDecodable: Bool { machine.hasNonisolatedInit && machine.isDecodable }

  /// The states that only older versions have, of one body.
  func formerStates(in body: StateID?) -> [FormerState] { machine.formerStates.filter { $0.parent == body } }
}

extension StoredProperty {
  /// Whether it is a constant whose value the `.sm` file gives.
  fileprivate var isDefaultedConstant: Bool { !isVariable && initialValue != nil }
}

extension String {
  /// `Codable` for `Swift.Codable`.
  var withoutModule: String { hasPrefix("Swift.") ? String(dropFirst(6)) : self }
}
