import StateMachineModel

/// What a function of the reducer is for.
enum ReducerPurpose: Equatable {
  /// Takes the transition for an event: `handle`, or `take` where a run may follow.
  case take
  /// Says whether there is one: `accepts`.
  case accept
  /// Takes the transition that needs no event: `takeAlways`.
  case takeAlways
  /// Takes the transition for one event, and returns its answer: the method of the event.
  case method(EventID)

  /// The only trigger that it is about; nil for all events and timers.
  var trigger: Trigger? {
    switch self {
    case .take, .accept: nil
    case .takeAlways: .always
    case .method(let event): .event(event)
    }
  }

  /// Tells whether the function has a result.
  func answers(_ machine: StateMachine) -> Bool {
    if case .method(let event) = self { machine.events[event].method.answer != nil } else { true }
  }

  /// The first word of the name of a composite's function.
  func verb(_ model: SwiftModel) -> String {
    switch self {
    case .take: model.takesSteps ? "take" : "handle"
    case .accept: "accepts"
    case .takeAlways: "takeAlways"
    case .method(let event):
      model.text(model.machine.events[event].name)
        + (model.machine.isOverloaded(event)
          ? model.machine.events[event].fields.map { $0.label.map { model.text($0).capitalizedFirst } ?? "_" }.joined()
          : "")
    }
  }
}
