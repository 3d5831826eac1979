#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The trace of a step: the rows that it takes, in order, and whether a trap of the file stops it.
///
/// Glue contains a copy of the machine, which takes the same steps and reports its rows and traps: the tracing machine.
public final class Trace {
  public private(set) var rows: [Int] = []
  private(set) var stop: Stop?
  /// Whether the trap occurred in a raised or deferred event, or in a transition without an event, after the event.
  private(set) var followsEvent = false
  private var goesOn = false

  public enum Stop: Sendable {
    /// The row that the trace ends with traps.
    case stop
    /// An event has no transition, and its policy is `trap`.
    case stopByPolicy
  }

  public init() {}

  /// Whether the step stops the program.
  public var isStopped: Bool { stop != nil }

  func clear() {
    rows.removeAll(keepingCapacity: true)
    (stop, followsEvent, goesOn) = (nil, false, false)
  }

  /// Adds a row, by its index. After a trap, rows are ignored, as they would not be taken.
  public func tell(row: Int) { if stop == nil { rows.append(row) } }

  public func tell(_ stop: Stop) { if self.stop == nil { (self.stop, followsEvent) = (stop, goesOn) } }

  /// Marks the end of the event's own transitions. Returns whether others may follow: false after a trap.
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

    /// Calls a function, and records the rows and traps that the code in it reports.
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

/// Reports to the current trace that a row is taken, by the row's index in the model.
public func tell(row: Int) { Trace.current?.tell(row: row) }

/// Reports to the current trace that a trap of the file stops the step.
public func tell(_ stop: Trace.Stop) { Trace.current?.tell(stop) }

/// Reports that the event's own transitions are over, and `always`, raised events and deferred events follow.
///
/// - Returns: false after a trap, as nothing follows it.
public func goOn() -> Bool { Trace.current?.goOn() ?? true }

/// The error that a method of the tracing machine throws in place of a trap.
public struct Stopped: Error {
  public init() {}
}

/// A configuration of a model, and its tracing machine, which takes the same steps.
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

  /// Returns the trace of a step, without taking it.
  func trace(of step: Int, in both: Told<Self>) -> Trace {
    let trace = Trace()
    var both = both
    _ = take(step, in: &both, trace) { _ in }
    return trace
  }

  /// Returns the place of the first row that a step takes, or of the active state if it takes none.
  func place(of step: Int, in both: Told<Self>) -> Place? {
    var state: Place?
    forEachState(of: both.configuration) { if state == nil { state = states[$0].place } }
    return trace(of: step, in: both).rows.first.map { rows[$0].place } ?? state
  }
}
