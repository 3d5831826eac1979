import JSON
import StateMachineModel
import StateMachineSyntax

/// The names that a piece of Swift in a row or an action can use, and the JSON references that replace them.
struct SwiftScope {
  let machine: StateMachine
  let types: SwiftTypes
  /// The references that replace the names of fields: `["field", 0]` for a field of the source, `["event", 1]` for a
  /// field of the event.
  private(set) var fields: [String: JSONValue] = [:]
  /// The names that patterns bind and blocks declare. Such a name means the bound value, even if a field has the same
  /// name.
  private(set) var bound: Set<String> = []
  /// The text that replaces `\(state)` in messages; nil if there is no such text.
  var stateName: String?
  /// The text that replaces `\(event)` in messages; nil if there is no such text.
  var eventName: String?

  init(_ machine: StateMachine, _ types: SwiftTypes) {
    self.machine = machine
    self.types = types
  }

  mutating func add(_ locals: [Local]) {
    for local in locals { fields[machine.names.text(local.name.id)] = reference(to: local) }
  }

  mutating func bind(_ name: String) { bound.insert(name) }

  /// Returns the reference that replaces a field. `["event", 1]` is the second field of the event. `["field", 0]` is
  /// the first field of the source; the fields of its ancestors are numbered before its own.
  func reference(to local: Local) -> JSONValue {
    [.string(local.owner == .event ? "event" : "field"), .int(Int(local.field))]
  }

  /// Returns the reference that replaces a name in Swift, such as `["property", 0]` for the first property. If a
  /// pattern or a block binds the name `a`, the reference is `["let", "a"]`. Nil for any other name, such as the name
  /// of a function.
  func reference(to name: String) -> JSONValue? {
    if bound.contains(name) { return ["let", .string(name)] }
    return fields[name] ?? property(named: name)
  }

  /// The names of static members in the standard library. A use such as `.zero` looks like a case of an enum, but is
  /// none.
  private static let staticMembers: Set<String> = ["zero", "infinity", "nan", "pi", "max", "min", "now"]

  /// Returns whether `.name` may be a case of an enum. It is no case if it is a well-known static member, such as
  /// `.zero`. It is no case either if the file declares a static member or a function with this name.
  func mayBeCase(_ name: String) -> Bool { !types.declared.contains(name) && !Self.staticMembers.contains(name) }

  /// Returns the reference that replaces `self.name`, such as `["property", 0]`. Nil if the machine has no property
  /// with this name.
  func property(named name: String) -> JSONValue? {
    machine.storedProperties.firstIndex { machine.names.text($0.name.id) == name }.map { ["property", .int($0)] }
  }
}
