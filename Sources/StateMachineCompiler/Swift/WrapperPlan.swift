/// What the class or actor around a machine looks like: worked out once for each, before a line of it is written.
struct WrapperPlan {
  let wrapper: Wrapper
  /// `ElevatorDoorStateMachine`, in back-ticks where it needs them.
  let type: String
  let delegate: String
  /// `<Response>`, or nothing.
  let arguments: String
  /// `Machine<Response>`
  let machine: String
  /// What its closures are marked with, and a space: `@Sendable` for an actor, the global actor's name for a class.
  let closureAttribute: String
  /// The attribute of a class that isolates it, and a space.
  let isolation: String
  /// `protocol`s and nested types of an actor must not follow the isolation of the module (SE-0466).
  let nonisolated: String
  let closures: [OutputClosure]
  /// The same by their properties.
  let closuresByProperty: [String: OutputClosure]
  /// What the task of an activity or a timer is found by.
  let activities: [ActivityName]
  /// Whether tasks perform outputs or wait for timers.
  let runsTasks: Bool
  let hasTimersAfter: Bool
  let hasTimersEvery: Bool
  /// Whether its states can be followed from elsewhere: they cross isolations.
  let hasReaders: Bool
  /// How many outputs one event can have, where that is known and small: they need no buffer.
  let slots: Int?
  /// The label of the parameter for the clock.
  let clockLabel: String

  var isActor: Bool { wrapper.isActor }
  var isObservable: Bool { wrapper.isObservable }
  var hasClock: Bool { hasTimersAfter || hasTimersEvery }

  /// How a task calls back.
  var hop: String { isActor ? "await " : "" }

  /// The head of a task's closure.
  var capture: String { isActor ? "[weak self]" : "\(isolation)[weak self]" }
}

/// The closure that performs an output.
struct OutputClosure {
  /// The parameter's label.
  var name: String
  var property: String
  var type: String
  var kind: Output.Kind
  /// The parameter and property for the priority of its task.
  var priority: (label: String, property: String)?
}

/// A case of the enum by which the tasks of activities and timers are found.
struct ActivityName {
  var name: String
  /// The type of the timers that the case stands for.
  var timer: String?
}
