import StateMachineModel
import StateMachineSyntax

/// The properties of a machine that are stored, and the values for properties that older data lack. Both lists are
/// empty if the `Codable` code that Swift synthesises is right.
struct CodingPlan {
  /// The value that a property gets if the data have none for it.
  enum Absence: Equatable {
    /// Decoding fails, as there is no such value.
    case failure
    /// The value nil, as an optional that is nil is not stored.
    case nothing
    /// The value that `init` sets.
    case initialValue
    /// An empty list of deferred events.
    case noEvents
  }

  /// The part of the machine that a stored property contains.
  enum Source: Equatable {
    case property(Int)
    case state
    case history(of: StateID)
    case deferredEvents
  }

  /// A property that the generated `init(from:)` reads.
  struct Entry: Equatable {
    var source: Source
    var absence: Absence
    /// Whether `init` takes the property as an argument; other properties are assigned after `init`.
    var isArgument: Bool
  }

  /// The properties that are stored, in the order of the machine's own; empty if Swift synthesises the keys.
  private(set) var keys: [Source] = []
  /// The properties that the generated `init(from:)` reads; empty if Swift synthesises the initializer.
  private(set) var entries: [Entry] = []

  init(_ model: SwiftModel) {
    // If the machine is isolated to a global actor, only synthesised code can be nonisolated, as `Codable` requires.
    guard model.machine.hasNonisolatedInit else { return }
    let entries = Self.entries(of: model)
    // The stored key is the public name `state`, and the stored value is never nil.
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

  /// Returns all stored properties, in the order of the struct. A constant with a default is left out: the `.sm` file
  /// sets its value, which never changes.
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

/// A value that is stored under its name or, in older data, under one of its former names.
struct StoredValue {
  enum ValueType {
    case written(SourceRange, Field.SubmachinePart? = nil)
    case generated(String)
  }

  /// The value that is used if the data have none.
  enum Absence: Equatable {
    /// Decoding fails, as there is no such value.
    case failure
    /// The value nil, as an optional that is nil is not stored, even if its default is another value.
    case nothing
    case ownDefault(SourceRange)
    /// The submachine with which a state begins.
    case machine
  }

  var name: String
  var formerNames: [String] = []
  var type: ValueType
  var absence = Absence.failure
  /// Whether the value is the state within a composite state, or a submachine. Its key is a number, the count of the
  /// labels before it, which may differ in older versions.
  var isChild = false

  /// Whether older data may lack the value or have it under another key, so that the synthesised initializer does not
  /// read them.
  var hasOlderForm: Bool {
    switch absence {
    case .failure, .nothing: !formerNames.isEmpty || isChild
    case .ownDefault, .machine: true
    }
  }
}

/// A case of a generated enum as it is stored. Swift encodes the case as an object under the case's name. Each value in
/// the object has its label as its key, or its number if it has no label.
struct StoredCase {
  /// The name of the case, without back-ticks.
  var name: String
  var formerNames: [String] = []
  var values: [StoredValue] = []
  /// The labels of the values in Swift; nil for a value without a label.
  var labels: [String?] = []

  /// Adds a value after the other values of the case.
  mutating func append(label: String? = nil, _ value: StoredValue) {
    labels.append(label)
    values.append(value)
  }

  /// Adds a value of a generated type after the other values of the case.
  mutating func append(label: String? = nil, generated type: String) {
    append(label: label, StoredValue(name: label ?? "_\(values.count)", type: .generated(type)))
  }

  var hasOlderForm: Bool { !formerNames.isEmpty || values.contains(where: \.hasOlderForm) }
}

extension SwiftModel {
  /// Returns the stored case of a declaration with fields.
  func storedCase(_ name: Identifier, formerNames: [Identifier], _ fields: [Field]) -> StoredCase {
    var stored = StoredCase(name: text(name), formerNames: formerNames.map(text))
    for (index, field) in fields.enumerated() {
      stored.append(label: field.label.map(text), storedValue(of: field, name: field.label.map(text) ?? "_\(index)"))
    }
    return stored
  }

  /// Returns the stored value of a field, under a name.
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

  /// Returns the stored case of a state: its payload, and for a composite state also the active state within it.
  func storedCase(of state: StateID) -> StoredCase {
    let declared = machine.states[state]
    var stored = storedCase(declared.name, formerNames: declared.formerNames, declared.fields)
    if declared.isComposite {
      stored.append(StoredValue(name: "_", type: .generated(names.children(of: state)), isChild: true))
    }
    return stored
  }

  /// The stored cases of `Event`.
  var storedEvents: [StoredCase] {
    var cases = machine.events.map { storedCase($0.name, formerNames: $0.formerNames, $0.fields) }
    if !machine.timers.isEmpty {
      cases.append(StoredCase(name: "elapsed"))
      cases[cases.count - 1].append(generated: "Timer")
    }
    return cases
  }

  /// The stored cases of `Output`: the declared outputs, and the outputs that begin and end tasks and timers.
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

  /// The stored cases of the timers.
  var storedTimers: [StoredCase] {
    zip(machine.timerNames, machine.formerTimerNames).map { StoredCase(name: $0, formerNames: $1) }
  }

  /// Returns the stored values of regions.
  func storedValues(ofRegions regions: [StateID]) -> [StoredValue] {
    regions.map { region in
      let declared = machine.states[region]
      return StoredValue(
        name: text(declared.name), formerNames: declared.formerNames.map(text),
        type: .generated(names.children(of: region)))
    }
  }

  /// Whether generated code may decode the machine and its types. If the machine is isolated to a global actor, only
  /// synthesised code can be nonisolated, as `Decodable` requires.
  var isDecodable: Bool { machine.hasNonisolatedInit && machine.isDecodable }

  /// Returns the states of a composite state, of a region or, for nil, of the machine that only older versions have.
  func formerStates(in body: StateID?) -> [FormerState] { machine.formerStates.filter { $0.parent == body } }
}

extension StoredProperty {
  /// Whether the property is a constant whose value the `.sm` file sets.
  fileprivate var isDefaultedConstant: Bool { !isVariable && initialValue != nil }
}

extension String {
  /// The name of a type without Swift's module: `Codable` for `Swift.Codable`.
  var withoutModule: String { hasPrefix("Swift.") ? String(dropFirst(6)) : self }
}
