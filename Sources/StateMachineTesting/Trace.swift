#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a step does: the rows that it takes, in their order, and whether a trap of the file stops it.
///
/// The glue of a machine has the machine once more, in a form that tells this.
public final class Trace {
  public private(set) var rows: [Int] = []
  private(set) var stop: Stop?
  /// Whether the stop is not the event's own: it follows from the event.
  private(set) var followsEvent = false
  private var goesOn = false

  public enum Stop: Sendable {
    /// The last row traps.
    case stop
    /// An event is not handled, and its policy is a trap.
    case stopByPolicy
  }

  public init() {}

  /// Whether the step stops the program.
  public var isStopped: Bool { stop != nil }

  func clear() {
    rows.removeAll(keepingCapacity: true)
    (stop, followsEvent, goesOn) = (nil, false, false)
  }

  /// What is told behind a stop does not happen.
  public func tell(row: Int) { if stop == nil { rows.append(row) } }

  public func tell(_ stop: Stop) { if self.stop == nil { (self.stop, followsEvent) = (stop, goesOn) } }

  /// Tells that the event's own step is over. Returns whether others may follow from it: none does behind a stop.
  fileprivate func goOn() -> Bool {
    goesOn = true
    return stop == nil
  }

  // MARK: Listening

  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    /// Takes down what the code that a function calls tells.
    public func listen(_ body: () -> Void) {
      let outer = pthread_getspecific(Self.key)
      pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
      body()
      pthread_setspecific(Self.key, outer)
    }

    fileprivate static var current: Trace? {
      pthread_getspecific(key).map { Unmanaged<Trace>.fromOpaque($0).takeUnretainedValue() }
    }
  #else
    private nonisolated(unsafe) static var stack: [Trace] = []

    public func listen(_ body: () -> Void) {
      Self.stack.append(self)
      body()
      Self.stack.removeLast()
    }

    fileprivate static var current: Trace? { stack.last }
  #endif
}

/// Tells that a row is taken, by its index in the model.
public func tell(row: Int) { Trace.current?.tell(row: row) }

/// Tells that a trap of the file stops the step.
public func tell(_ stop: Trace.Stop) { Trace.current?.tell(stop) }

/// Tells that what follows from an event comes next: transitions without an event, raised and deferred events.
///
/// - Returns: false behind a stop, from which nothing follows.
public func goOn() -> Bool { Trace.current?.goOn() ?? true }

/// What a method throws in the place of a trap.
public struct Stopped: Error {
  public init() {}
}

/// A configuration of a model, with the machine that tells what it does: both take each step.
struct Told<M: Model> {
  var configuration: M.Configuration
  var telling: M.Telling
}

extension Model {
  func begin(with start: Int) -> Told<Self> {
    Told(configuration: starts[start].configuration, telling: tellings[start])
  }

  func take(_ step: Int, in both: inout Told<Self>, _ trace: Trace, emit: (Output) -> Void) -> Bool {
    take(step, in: &both.configuration, &both.telling, trace, emit: emit)
  }

  /// What a step would do.
  func trace(of step: Int, in both: Told<Self>) -> Trace {
    let trace = Trace()
    var both = both
    _ = take(step, in: &both, trace) { _ in }
    return trace
  }

  /// The first row that a step takes; where it takes none, the state that it comes in.
  func place(of step: Int, in both: Told<Self>) -> Place? {
    var state: Place?
    forEachState(of: both.configuration) { if state == nil { state = states[$0].place } }
    return trace(of: step, in: both).rows.first.map { rows[$0].place } ?? state
  }
}
