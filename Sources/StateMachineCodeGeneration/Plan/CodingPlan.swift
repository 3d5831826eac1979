import StateMachineModel
import StateMachineSyntax

/// The plan of how a machine is stored and read with `Codable`. It says which properties are stored. It also says which
/// value a property gets if the data of an older version lack it. `keys` and `entries` are each empty if Swift
/// synthesises the right code for them.
struct CodingPlan {
  /// The value that a property gets if the stored data lack the property.
  enum Absence: Equatable {
    /// No value: decoding fails.
    case failure
    /// The value nil. An optional that is nil is not stored, so that a missing value means nil.
    case nothing
    /// The default, which `init` sets.
    case initialValue
    /// An empty list of deferred events.
    case noEvents
  }

  /// The part of the machine that a stored property contains, such as the state or a history.
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
    /// Whether the property is a parameter of the machine's `init`. Other properties are assigned after the call of
    /// `init`.
    var isArgument: Bool
  }

  /// The properties that are stored, in the order of their declarations; empty if Swift synthesises the coding keys.
  private(set) var keys: [Source] = []
  /// The properties that the generated `init(from:)` reads; empty if Swift synthesises the initializer.
  private(set) var entries: [Entry] = []

  init(_ model: SwiftModel) {
    // If the machine is isolated to a global actor, only synthesised code can be nonisolated (`Codable`).
    guard model.machine.hasNonisolatedInit else { return }
    let entries = Self.entries(of: model)
    // The stored key is the public name `state`, and the stored value is never nil.
    let isRenamed = model.layout.storedProperty != "state"
    if model.machine.isEncodable, isRenamed || model.machine.storedProperties.contains(where: \.isDefaultedConstant) {
      keys = entries.map(\.source)
    }
    // The initializer that Swift synthesises requires each value, under the name of its property.
    let isReadBySwift =
      !isRenamed && !model.run.defers
      && model.machine.storedProperties.allSatisfy { $0.initialValue == nil && $0.formerNames.isEmpty }
      && !model.history.composites.contains { !model.machine.states[$0].formerNames.isEmpty }
    if model.isDecodable, !isReadBySwift { self.entries = entries }
  }

  /// Returns all properties that are stored, in their order in the struct. A constant with a default is left out,
  /// because its value is always the one in the `.sm` file.
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

/// A value in stored data. Its key is its name. In data of an older version of the machine, its key may be one of its
/// former names.
struct StoredValue {
  enum ValueType {
    case written(SourceRange, Field.SubmachinePart? = nil)
    case generated(String)
  }

  /// The value to use if the stored data lack this value.
  enum Absence: Equatable {
    /// No value: decoding fails.
    case failure
    /// The value nil, even if the default is another value. An optional that is nil is not stored, so that a missing
    /// value means nil.
    case nothing
    case ownDefault(SourceRange)
    /// A new submachine, `Player()`.
    case machine
  }

  var name: String
  var formerNames: [String] = []
  var type: ValueType
  var absence = Absence.failure
  /// Whether the value is a submachine, or the state within a composite state. Without a label, its key is a number
  /// such as `_1`: the count of the payload's values before it. Older versions may have had more values or fewer before
  /// it, and thus another number.
  var isChild = false

  /// Whether data of older versions may lack the value or have it under another key. The initializer that Swift
  /// synthesises cannot read such data.
  var hasOlderForm: Bool {
    switch absence {
    case .failure, .nothing: !formerNames.isEmpty || isChild
    case .ownDefault, .machine: true
    }
  }
}

/// A case of a generated enum in stored data: `{"open": {"persons": 1}}`. The object after the case's name contains the
/// values of the case. The key of a value is its label; a value without a label has a number such as `_0`.
struct StoredCase {
  /// The name of the case, without back-ticks.
  var name: String
  var formerNames: [String] = []
  var values: [StoredValue] = []
  /// The labels of the values in Swift, one for each element of `values`; nil for a value without a label.
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
  /// Returns how the case for a state, an event or an output is stored: its name, its former names and its values.
  ///
  /// - Parameter formerNames: the names that the case had in older versions of the machine.
  func storedCase(_ name: Identifier, formerNames: [Identifier], _ fields: [Field]) -> StoredCase {
    var stored = StoredCase(name: text(name), formerNames: formerNames.map(text))
    for (index, field) in fields.enumerated() {
      stored.append(label: field.label.map(text), storedValue(of: field, name: field.label.map(text) ?? "_\(index)"))
    }
    return stored
  }

  /// Returns how the value of a field is stored: its key, its former keys and its type. The result also says which
  /// value the field gets if the data of an older version lack it.
  ///
  /// - Parameter name: the key of the value.
  func storedValue(of field: Field, name: String) -> StoredValue {
    StoredValue(
      name: name, formerNames: field.formerNames.map(text), type: .written(field.type, field.submachine),
      absence: absence(of: field), isChild: field.submachine == .machine)
  }

  /// Returns the value that a field gets if the data of an older version lack the field.
  private func absence(of field: Field) -> StoredValue.Absence {
    if machine.isOptional(field.type) { return field.submachine == nil ? .nothing : .failure }
    if let value = field.defaultValue { return .ownDefault(value) }
    return field.hasDefaultMachine && field.submachine == .machine ? .machine : .failure
  }

  /// Returns how a state is stored: its payload and, for a composite state, the active state within it or the states of
  /// its regions.
  func storedCase(of state: StateID) -> StoredCase {
    let declared = machine.states[state]
    var stored = storedCase(declared.name, formerNames: declared.formerNames, declared.fields)
    if declared.isComposite {
      stored.append(StoredValue(name: "_", type: .generated(names.children(of: state)), isChild: true))
    }
    return stored
  }

  /// The cases of the enum `Event`, as they are stored.
  var storedEvents: [StoredCase] {
    var cases = machine.events.map { storedCase($0.name, formerNames: $0.formerNames, $0.fields) }
    if !machine.timers.isEmpty {
      cases.append(StoredCase(name: "elapsed"))
      cases[cases.count - 1].append(generated: "Timer")
    }
    return cases
  }

  /// The cases of the enum `Output`, as they are stored. They are the declared outputs, and the outputs that begin and
  /// cancel tasks and timers.
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

  /// The cases of the enum `Timer`, as they are stored.
  var storedTimers: [StoredCase] {
    zip(machine.timerNames, machine.formerTimerNames).map { StoredCase(name: $0, formerNames: $1) }
  }

  /// Returns how the active states of some regions are stored: one value for each region.
  func storedValues(ofRegions regions: [StateID]) -> [StoredValue] {
    regions.map { region in
      let declared = machine.states[region]
      return StoredValue(
        name: text(declared.name), formerNames: declared.formerNames.map(text),
        type: .generated(names.children(of: region)))
    }
  }

  /// Whether the generated code may contain an `init(from:)` for the machine and its types. The machine must be
  /// `Decodable`. It must not be isolated to a global actor, because `Decodable` requires a nonisolated initializer.
  /// For such a machine, only Swift can synthesise one.
  var isDecodable: Bool { machine.hasNonisolatedInit && machine.isDecodable }

  /// Returns the states that older versions of the `.sm` file had and the current version does not have.
  ///
  /// - Parameter body: the composite state or the region of the states; nil for the machine.
  func formerStates(in body: StateID?) -> [FormerState] { machine.formerStates.filter { $0.parent == body } }
}

extension StoredProperty {
  /// Whether the property is a constant whose value the `.sm` file sets.
  fileprivate var isDefaultedConstant: Bool { !isVariable && initialValue != nil }
}

extension String {
  /// The name of a type without the prefix `Swift.`: `Codable` for `Swift.Codable`.
  var withoutModule: String { hasPrefix("Swift.") ? String(dropFirst(6)) : self }
}
