import JSON
import StateMachineModel
import StateMachineSyntax

/// The references that names mean in a piece of Swift, in a row or in an action.
struct SwiftScope {
  let machine: StateMachine
  let types: SwiftTypes
  /// The references to fields, by name: `["field", 0]` or `["event", 1]`.
  private(set) var fields: [String: JSONValue] = [:]
  /// The names that patterns bind and blocks declare, which from there on hide fields.
  private(set) var bound: Set<String> = []
  /// The text that replaces `\(state)` in messages; `eventName` replaces `\(event)`.
  var stateName: String?
  var eventName: String?

  init(_ machine: StateMachine, _ types: SwiftTypes) {
    self.machine = machine
    self.types = types
  }

  mutating func add(_ locals: [Local]) {
    for local in locals { fields[machine.names.text(local.name.id)] = reference(to: local) }
  }

  mutating func bind(_ name: String) { bound.insert(name) }

  /// Returns the reference to a field of the trigger's payload, or of a state on the source's path.
  func reference(to local: Local) -> JSONValue {
    [.string(local.owner == .event ? "event" : "field"), .int(Int(local.field))]
  }

  /// Returns the reference that a name means; nil for a name that only Swift or the file's Swift declares.
  func reference(to name: String) -> JSONValue? {
    if bound.contains(name) { return ["let", .string(name)] }
    return fields[name] ?? property(named: name)
  }

  /// Static members of the standard library, which are written as cases are.
  private static let staticMembers: Set<String> = ["zero", "infinity", "nan", "pi", "max", "min", "now"]

  /// Returns whether `.name` is a case of an enum, as far as the file shows.
  func mayBeCase(_ name: String) -> Bool { !types.declared.contains(name) && !Self.staticMembers.contains(name) }

  /// Returns the reference for `self.name`; nil if the machine has no such property.
  func property(named name: String) -> JSONValue? {
    machine.storedProperties.firstIndex { machine.names.text($0.name.id) == name }.map { ["property", .int($0)] }
  }
}
