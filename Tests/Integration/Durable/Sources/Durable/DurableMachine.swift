/// A generated machine whose state is a row of a database. This is the struct that `wrapper struct` makes of a machine
/// with timers; `Sources/Orders/Machines.swift` has an example. A machine without timers is a `MachineWithoutTimers`.
public protocol DurableMachine: Codable, Sendable {
  associatedtype Event: Codable & Sendable
  associatedtype Output: Codable & Sendable
  associatedtype Outcome

  /// The name of this kind of machine in the tables, which never changes.
  static var kind: String { get }
  /// The number of this version, which a deployment raises: code leaves what newer code has written alone.
  static var version: Int { get }
  /// Returns the machine that the first event to `id` finds.
  static func initial(id: String) -> Self
  /// The time at which a timer is due next: `deadlines.first?.time`.
  var due: Duration? { get }

  /// Enters the first state, as `sm-gen` generates it. Times are those of the database, since 1970.
  mutating func start(at now: Duration, emit: (Output) -> Void) throws
  /// Handles an event, as `sm-gen` generates it.
  mutating func handle(event: Event, at now: Duration, emit: (Output) -> Void) throws -> Outcome
  /// Returns the event of a timer that was due by `now`, as `sm-gen` generates it.
  mutating func popElapsed(at now: Duration) -> Event?
}

/// A generated machine without timers, which needs a name, a version and its beginning only. One with timers is stored
/// as the struct of `wrapper struct`: here, its timers would be outputs to perform.
public protocol MachineWithoutTimers: DurableMachine {
  mutating func start(emit: (Output) -> Void) throws
  mutating func handle(event: Event, emit: (Output) -> Void) throws -> Outcome
}

extension DurableMachine {
  /// Does nothing, for a machine that has nothing to do when it starts.
  public mutating func start(at now: Duration, emit: (Output) -> Void) {}
}

extension MachineWithoutTimers {
  public var due: Duration? { nil }
  public mutating func start(emit: (Output) -> Void) {}
  public mutating func start(at now: Duration, emit: (Output) -> Void) throws { try start(emit: emit) }
  public mutating func handle(event: Event, at now: Duration, emit: (Output) -> Void) throws -> Outcome {
    try handle(event: event, emit: emit)
  }
  public mutating func popElapsed(at now: Duration) -> Event? { nil }
}
