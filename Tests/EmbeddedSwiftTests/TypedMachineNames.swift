/// Names for random machines: what generated code mentions, and plain ones.
enum TypedMachineNames {
  /// Parameters, variables and functions of generated code, and words that it begins names with.
  static let values = [
    "state", "event", "emit", "outcome", "run", "child", "machine", "delegate", "completed", "regions", "last",
    "deferred", "first", "phase", "value", "value1", "value2", "eventValue1", "eventValue2", "inner", "pending",
    "pendingEvents", "pendingOutputs", "deferredEvents", "completion", "send", "handle", "accepts", "isFinal", "start",
    "started", "ended", "index", "tasks", "running", "received", "current", "reader", "readers", "tellReaders",
    "perform", "performs", "item", "output", "timer", "activity", "clock", "priority", "owner", "continuation", "old",
    "stateMachine", "transitioned", "didEnter", "willHandle", "didIgnore", "handled", "ignored", "initial", "left",
    "entered", "shallow", "deep", "`done`", "result", "error", "token", "key", "next", "elapsed", "schedule",
    "cancel", "cancelled", "outputs", "events", "created", "other", "id", "closure", "values", "stop", "reset",
    "deadline", "isResting", "chosen", "taken", "body", "source", "target", "unhandled", "exit", "entry", "`default`",
    "`in`", "`repeat`", "`switch`", "`do`", "`func`", "`Any`", "hash", "rawValue", "some", "none",
    "success", "failure", "`await`", "async", "any", "each", "get", "set", "print", "type", "stream", "`always`",
    "`after`", "`every`", "`raise`", "`trap`", "description", "allCases", "hashValue", "stateName",
  ]

  /// Types of generated code, and of those who use it.
  static let types = [
    "Event", "State", "Output", "Outcome", "Timer", "Task", "Clock", "Result", "Optional", "Array", "Bool", "Int",
    "Void", "Never", "Error", "String", "Run", "Completion", "Pending", "Duration", "Activity", "Phase", "Job", "Token",
    "Key", "Item", "Continuation", "AsyncStream", "Sendable", "Hashable", "Swift", "MainActor", "Set", "Dictionary",
    "UnhandledEvent", "Delegate", "Actor", "TaskPriority", "ContinuousClock", "Regions", "History", "Machine",
    "Name", "StateName", "EventName",
  ]

  /// Names that no property can have, as the generated struct has members with these names.
  static let ofMembers = [
    "state", "handle", "accepts", "isFinal", "start", "State", "Event", "Output", "Outcome", "Timer", "UnhandledEvent",
  ]

  static let plain = ["alpha", "beta", "gamma", "delta", "items", "waiter", "name", "level", "count", "open", "closed"]

  static let all = values + types + plain

  /// Names of machines and of generic parameters, in the place of types of Swift that generated code needs.
  static let ofTypes = [
    "Task", "Clock", "Duration", "Run", "Completion", "Pending", "Activity", "Phase", "Job", "Token", "Key", "Item",
    "AsyncStream", "ContinuousClock", "Delegate", "TaskPriority", "Regions", "History", "Machine", "Value", "Element",
    "T", "Actor", "UnownedJob", "Continuation", "Hasher", "KeyPath", "CancellationError2", "Character", "Double",
    "Collection", "Sequence", "Range", "Identifiable", "Name", "StateName", "Copyable", "SendableMetatype",
  ]
}
