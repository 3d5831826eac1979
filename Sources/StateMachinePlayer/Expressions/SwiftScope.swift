import JSON
import StateMachineModel
import StateMachineSyntax

/// What names mean in a piece of Swift of a row or an action, as references of the table.
struct SwiftScope {
  let machine: StateMachine
  let types: SwiftTypes
  /// By name: `["field", 0]` or `["event", 1]`.
  private(set) var fields: [String: JSONValue] = [:]
  /// The names that patterns bind, and blocks declare: from there on they hide fields.
  private(set) var bound: Set<String> = []
  /// What `\(state)` and `\(event)` stand for in messages.
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

  /// The reference to a payload field of the trigger, or of the path of the source.
  func reference(to local: Local) -> JSONValue {
    [.string(local.owner == .event ? "event" : "field"), .int(Int(local.field))]
  }

  /// The reference that a name stands for; nil for what is Swift's or the file's.
  func reference(to name: String) -> JSONValue? {
    if bound.contains(name) { return ["let", .string(name)] }
    return fields[name] ?? property(named: name)
  }

  /// Static members of the standard library, which are written as cases are.
  private static let staticMembers: Set<String> = ["zero", "infinity", "nan", "pi", "max", "min", "now"]

  /// Tells whether what is written as `.name` is a case of an enum, as far as the file tells.
  func mayBeCase(_ name: String) -> Bool { !types.declared.contains(name) && !Self.staticMembers.contains(name) }

  /// The reference that `self.name` stands for.
  func property(named name: String) -> JSONValue? {
    machine.storedProperties.firstIndex { machine.names.text($0.name.id) == name }.map { ["property", .int($0)] }
  }
}
