/// A generated machine whose state is a row of a database: `Sources/Orders/Machines.swift` has an example. A machine
/// without timers needs a name, a version and its beginning only.
public protocol DurableMachine: Codable, Sendable {
  associatedtype Event: Codable & Sendable
  associatedtype Output: Codable & Sendable
  associatedtype Timer: Codable & Equatable = Never
  associatedtype Outcome

  /// The name of this kind of machine in the tables, which never changes.
  static var kind: String { get }
  /// The number of this version, which a deployment raises: code leaves what newer code has written alone.
  static var version: Int { get }

  /// Returns the machine that the first event to `id` finds.
  static func initial(id: String) -> Self
  /// Returns the event of a timer that has elapsed.
  static func elapsed(_ timer: Timer) -> Event
  /// Returns what an output asks for.
  static func request(in output: Output) -> Request<Timer>

  mutating func start(emit: (Output) -> Void) throws
  @discardableResult mutating func handle(event: Event, emit: (Output) -> Void) throws -> Outcome
}

/// What an output asks for: an effect in the world, or something about a timer.
public enum Request<Timer> {
  case perform
  case schedule(Timer, after: Duration)
  case `repeat`(Timer, every: Duration)
  case cancel(Timer)
}

extension DurableMachine {
  public mutating func start(emit: (Output) -> Void) {}
}

extension DurableMachine where Timer == Never {
  public static func elapsed(_ timer: Never) -> Event {}
  public static func request(in output: Output) -> Request<Never> { .perform }
}
