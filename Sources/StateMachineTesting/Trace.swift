#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The trace of a step: the indices of the rows that the step takes, in order, and whether a `trap` in the file stops
/// the step.
///
/// Only the tracing machine reports rows and traps. It is a copy of the machine in the glue that takes the same steps.
public final class Trace {
  public private(set) var rows: [Int] = []
  private(set) var stop: Stop?
  /// Whether the trap occurred after the event's own transitions: in an `always` transition, or in a completion, raised
  /// or deferred event.
  private(set) var followsEvent = false
  private var goesOn = false

  public enum Stop: Sendable {
    /// A row has the effect `trap`. It is the last row of the trace.
    case stop
    /// An event has no transition, and its policy is `trap`.
    case stopByPolicy
  }

  public init() {}

  /// Whether a `trap` in the file stops the step.
  public var isStopped: Bool { stop != nil }

  func clear() {
    rows.removeAll(keepingCapacity: true)
    (stop, followsEvent, goesOn) = (nil, false, false)
  }

  /// Adds a row to the trace, by its index in ``Model/rows``. After a trap, it does nothing, because the machine would
  /// take no more rows.
  public func tell(row: Int) { if stop == nil { rows.append(row) } }

  public func tell(_ stop: Stop) { if self.stop == nil { (self.stop, followsEvent) = (stop, goesOn) } }

  /// Records that the event's own transitions have ended. A later trap then sets `followsEvent`. Returns false after a
  /// trap, because the run then ends there; otherwise true.
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

    /// Calls `body`. While `body` runs, calls of ``tell(row:)`` and ``tell(_:)`` in the same thread are recorded in
    /// this trace.
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

/// Adds a row to the trace of the current step, by the row's index in ``Model/rows``. Glue calls it for each row that
/// is taken.
public func tell(row: Int) { Trace.current?.tell(row: row) }

/// Records in the trace of the current step that a `trap` in the file stops the step.
public func tell(_ stop: Trace.Stop) { Trace.current?.tell(stop) }

/// Records in the trace of the current step that the event's own transitions have ended. Glue calls it before the
/// machine continues with `always` transitions, and with completion, raised and deferred events.
///
/// - Returns: false after a trap, because the run then ends there; otherwise true.
public func goOn() -> Bool { Trace.current?.goOn() ?? true }

/// The error that a method of the tracing machine throws where a `trap` would stop the machine. The program continues,
/// because a test must not be stopped.
public struct Stopped: Error {
  public init() {}
}

/// A configuration of a model together with its tracing machine, a copy of the machine in the glue that takes the same
/// steps.
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

  /// Returns the trace of a step: the rows that it takes. The step is taken with copies, so that `both` is unchanged.
  func trace(of step: Int, in both: Told<Self>) -> Trace {
    let trace = Trace()
    var both = both
    _ = take(step, in: &both, trace) { _ in }
    return trace
  }

  /// Returns the place of the first row that a step takes. If the step takes no row, returns the place of the first
  /// active state. Nil for a model without states.
  func place(of step: Int, in both: Told<Self>) -> Place? {
    var state: Place?
    forEachState(of: both.configuration) { if state == nil { state = states[$0].place } }
    return trace(of: step, in: both).rows.first.map { rows[$0].place } ?? state
  }
}
