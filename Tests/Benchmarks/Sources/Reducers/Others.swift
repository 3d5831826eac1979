// The door as Swift programmers write it where they do not write a reducer, as well as that can be done.

/// An enum in an actor: each event is a call from outside.
actor ActorDoor {
  private var door = NestedDoor()
  private(set) var outputs = 0

  func handle(_ event: DoorEvent) {
    if door.handle(event, emit: { _ in outputs += 1 }) == .transitioned { outputs += 2 }
  }
}

/// A table of closures, as libraries for state machines have it: transitions are registered under state and event, and
/// looked up when an event comes; guards and actions are closures over a context.
struct TableDoor {
  enum State: Hashable {
    case open, closing, closed, opening
  }
  enum Trigger: Hashable {
    case personsEntered, closeButton, doorLocked, openButton, doorOpened
  }
  struct Key: Hashable {
    var state: State
    var trigger: Trigger
  }
  struct Context {
    var persons = 0
    /// The payload of the event.
    var count = 0
    var emit: (DoorOutput) -> Void = { _ in }
  }
  struct Transition {
    /// The target; nil for an internal transition.
    var target: State?
    var condition: (Context) -> Bool = { _ in true }
    var action: (inout Context) -> Void = { _ in }
  }

  private(set) var state = State.open
  private var context = Context()
  private var transitions: [Key: [Transition]] = [:]

  init(emit: @escaping (DoorOutput) -> Void) {
    context.emit = emit
    on(.personsEntered, in: .open, condition: { $0.persons + $0.count <= 10 }, action: { $0.persons += $0.count })
    on(
      .personsEntered, in: .open, to: .open,
      action: {
        $0.emit(.buzz)
        $0.persons = 0
      })
    on(
      .closeButton, in: .open, to: .closing, condition: { $0.persons < 10 },
      action: { $0.emit(.close(speed: $0.persons > 5 ? 1 : 2)) })
    on(.doorLocked, in: .closing, to: .closed)
    on(.openButton, in: .closing, to: .opening, action: { $0.emit(.open) })
    on(.openButton, in: .closed, to: .opening, action: { $0.emit(.open) })
    on(.doorOpened, in: .opening, to: .open)
  }

  private mutating func on(
    _ trigger: Trigger, in state: State, to target: State? = nil,
    condition: @escaping (Context) -> Bool = { _ in true },
    action: @escaping (inout Context) -> Void = { _ in }
  ) {
    transitions[Key(state: state, trigger: trigger), default: []].append(
      Transition(target: target, condition: condition, action: action))
  }

  /// Whether the state was left.
  mutating func handle(_ trigger: Trigger, count: Int = 0) -> Bool {
    guard let candidates = transitions[Key(state: state, trigger: trigger)] else { return false }
    context.count = count
    for transition in candidates where transition.condition(context) {
      transition.action(&context)
      guard let target = transition.target else { return false }
      state = target
      return true
    }
    return false
  }
}
