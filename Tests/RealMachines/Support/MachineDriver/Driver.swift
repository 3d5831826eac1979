import CTraps

/// Keeps the optimiser from seeing that nobody reads this.
@inline(never)
@_optimize(none)
public func keep<Value: ~Copyable>(_ value: borrowing Value) {}

/// Prints the nanoseconds for an event: the shortest of several rounds, as other work of the computer only adds to the
/// time.
///
/// - Parameter life: runs the machine from its beginning to its end, by direct calls as its callers make them, and
///   gives each result to `keep`. Returns the number of events.
public func printTime(of life: (_ round: Int) -> Int) {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<20 {
    var events = 0
    let duration = clock.measure {
      for round in 0..<20_000 { events += life(round) }
    }
    let nanoseconds = Double(duration.components.attoseconds) / 1e9 + Double(duration.components.seconds) * 1e9
    best = min(best, nanoseconds / Double(events))
  }
  let hundredths = Int((best * 100).rounded())
  print("\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)")
}

/// Returns whether a call stops the program. The call gets a copy of the value, as a stopped call leaves its value
/// partly changed.
///
/// - Parameter counts: whether `told` counts this call.
public func stops<Value>(_ value: Value, counts: Bool = true, _ call: @escaping (inout Value) -> Void) -> Bool {
  let trial = Trial { [value] in
    var copy = value
    call(&copy)
  }
  // A call that is never left frees nothing.
  let context = Unmanaged.passRetained(trial)
  let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    if let context = $0 { Unmanaged<Trial>.fromOpaque(context).takeUnretainedValue().body() }
  }
  if machine_traps(call, context.toOpaque()) != 0 {
    stopped += counts ? 1 : 0
    return true
  }
  context.release()
  taken += counts ? 1 : 0
  return false
}

nonisolated(unsafe) private var (taken, stopped) = (0, 0)

/// The number of calls that were tried, as text.
public var told: String { "\(taken) events are the same; \(stopped) others stop both" }

/// A closure that a function of C can call.
private final class Trial {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

/// The state of a machine by hand, which it keeps to itself.
public func state(of machine: Any) -> Case {
  let stored = Mirror(reflecting: machine).children.first { ["state", "_state"].contains($0.label) }
  return Case(stored?.value ?? "no state")
}

/// A case of an enum, and what it has.
public struct Case {
  public let name: String
  public private(set) var fields: [Any] = []

  public init(_ value: Any) {
    guard let child = Mirror(reflecting: value).children.first, let name = child.label else {
      // Some descriptions begin with a dot.
      self.name = "\(value)".filter { $0 != "." }
      return
    }
    self.name = name
    let payload = Mirror(reflecting: child.value)
    fields = payload.displayStyle == .tuple ? payload.children.map(\.value) : [child.value]
  }
}
