import StateMachineModel
import StateMachineSyntax

/// Prints a `wrapper struct`: a struct with a machine and the deadlines of its timers. Its user passes the current
/// time, performs the outputs, and may store the struct.
struct ValueWrapperPrinter {
  let model: SwiftModel
  let plan: WrapperPlan
  private var access: String { plan.access }
  private var effect: String { model.throws ? " \(plan.throwsClause)" : "" }
  private var call: String { model.throws ? "try " : "" }
  private var hasEvery: Bool { Self.sorts(plan.performances).contains(where: \.every) }

  func write(_ out: inout SwiftWriter) {
    out.blankLine()
    writeHead(&out)
    writeDeadline(&out)
    WrapperPrinter(model: model, plan: plan).writeAlarmType(&out)
    writeProperties(&out)
    if plan.startsMachine { writeStart(&out) }
    if plan.resumesMachine { writeResume(&out) }
    writeHandling(&out)
    writeElapsing(&out)
    writeKeeping(&out)
    out.closeBrace()
  }

  // MARK: The value

  /// Writes the documentation, the attributes and the declaration of the struct up to its `{`.
  private func writeHead(_ out: inout SwiftWriter) {
    out.lines(
      """
      /// The value `\(plan.machine)` with the deadlines of its timers. The caller says what time it is, and performs the \
      outputs.
      ///
      /// Times are durations on one scale of the caller's: since 1970, if the value outlives the process.
      """)
    let written = plan.wrapper.attributes
    let attributes = plan.availability(of: model) + written.map { .source($0) } + plan.isolationAttribute
    out.beginDeclaration(attributes, at: written.first ?? model.headLocation)
    let nonisolated = model.machine.isolation.isNonisolated ? "nonisolated " : ""
    let introducer = "\(plan.topLevelAccess)\(nonisolated)struct \(plan.type)"
    let conformances = model.conformances { protocolName in
      switch protocolName {
      case "Equatable", "Hashable", "Sendable", "~Copyable": true
      case "Codable", "Encodable", "Decodable": plan.hasDeadlines
      default: false
      }
    }
    if !out.isLocated, let head = model.head(introducer, conformances) { return out.open(head) }
    out.write(string: introducer)
    out.write(model.genericClause + conformances + model.whereClause)
    out.openBrace()
    out.endLocation()
  }

  /// Writes the struct `Deadline`: a running timer with the time at which it elapses.
  private func writeDeadline(_ out: inout SwiftWriter) {
    let nonisolated = model.machine.isolation.isNonisolated ? "" : "nonisolated "
    let coding = plan.hasDeadlines ? ", Swift.Codable" : ""
    out.lines(
      """
      /// A running timer.
      \(access)\(nonisolated)struct Deadline: Swift.Hashable, Swift.Sendable\(coding) {
        /// The timer.
        \(access)let timer: \(plan.alarm)
        /// The time at which the timer elapses next.
        \(access)fileprivate(set) var time: Swift.Duration
        \(if: hasEvery, "/// The time from one firing to the next; nil for a timer that elapses once.")
        \(if: hasEvery, "\(access)let interval: Swift.Duration?")
      }
      """)
  }

  private func writeProperties(_ out: inout SwiftWriter) {
    let value = model.layout.hasDefaultInit ? " = \(plan.machine)()" : ""
    out.lines(
      """

      /// The machine as it is.
      \(access)private(set) var machine: \(plan.machine)
      /// The running timers, the earliest first. Of timers with one deadline, the first is the one that began first.
      \(access)private(set) var deadlines: [Deadline] = []

      /// Wraps a machine.
      \(access)init(_ machine: \(model.isNoncopyable ? "consuming " : "")\(plan.machine)\(value)) { self.machine = machine }
      """)
  }

  // MARK: Functions

  private func writeStart(_ out: inout SwiftWriter) {
    let (effect, call) = model.startThrows ? (" \(plan.throwsClause)", "try ") : ("", "")
    out.lines(
      """

      /// Enters the current state.
      \(access)mutating func start(at now: Swift.Duration, emit: (\(plan.output)) -> Void)\(effect) {
        \(running("\(call)self.machine.start"))
      }
      """)
  }

  /// Writes `resume`, which begins activities and timers of a stored machine again. A timer keeps its stored deadline,
  /// unless a timer that begins now would elapse sooner.
  private func writeResume(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Begins anew what states do, for a value that was stored. Its timers keep their deadlines, and none elapses later
      /// than one that begins now.
      \(access)mutating func resume(at now: Swift.Duration, emit: (\(plan.output)) -> Void) {
        var deadlines: [Deadline] = []
        self.machine.resume(emit: { Self.keep($0, at: now, in: &deadlines, emit) })
        for stored in self.deadlines {
          guard var deadline = deadlines.first(where: { $0.timer == stored.timer }) else { continue }
          deadline.time = Swift.min(deadline.time, stored.time)
          Self.insert(deadline, into: &deadlines)
        }
        self.deadlines = deadlines
      }
      """)
  }

  /// Writes `handle`, which passes an event to the machine. Also writes `elapse`, which passes it the events of all
  /// timers that are due.
  private func writeHandling(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Handles `event`. Timers that are due elapse by `elapse`, and not here.
      @discardableResult
      \(access)mutating func handle(
        event: \(plan.event), at now: Swift.Duration, emit: (\(plan.output)) -> Void
      )\(effect) -> \(plan.machine).Outcome {
        \(running("return \(call)self.machine.handle", "event: event"))
      }

      /// Handles the events of the timers that were due by `now`, the earliest first. Each elapses once, however late it is.
      \(if: model.throws, "///\n/// - Throws: The first error. The timers that are due then elapse by the next call.")
      \(access)mutating func elapse(at now: Swift.Duration, emit: (\(plan.output)) -> Void)\(effect) {
        for timer in self.deadlines.prefix(while: { $0.time <= now }).map(\\.timer) {
          // The event of another may have ended it.
          guard let index = self.deadlines.firstIndex(where: { $0.timer == timer && $0.time <= now }) else { continue }
          \(call)self.handle(event: self.takeEvent(at: index, now), at: now, emit: emit)
        }
      }
      """)
  }

  /// Returns the statements that call the machine. During the call, a local variable contains the deadlines of the
  /// struct. Outputs that begin or cancel timers change this variable. They cannot change the struct's own property,
  /// because the call already changes the struct.
  ///
  /// - Parameters:
  ///   - call: the Swift before the parentheses: `return self.machine.handle`.
  ///   - arguments: the arguments before `emit`: `event: event`.
  private func running(_ call: String, _ arguments: String...) -> Lines {
    let clearing = "if self.machine.isFinal { deadlines.removeAll() }"
    return """
      var deadlines: [Deadline] = []
      Swift.swap(&deadlines, &self.deadlines)
      defer {
        \(if: model.run.canEnd, clearing)
        self.deadlines = deadlines
      }
      \(call)(\((arguments + ["emit: { Self.keep($0, at: now, in: &deadlines, emit) }"]).joined(separator: ", ")))
      """
  }

  /// Writes `popElapsed`, which returns the event of a timer that was due. It removes the deadline of this timer. A
  /// timer that repeats gets its next deadline.
  private func writeElapsing(_ out: inout SwiftWriter) {
    let event = plan.alarms.count == 1 ? plan.alarms[0].event : "timer.event"
    let single = "let timer = self.deadlines.remove(at: index).timer"
    let repeating = """
      var deadline = self.deadlines.remove(at: index)
      let timer = deadline.timer
      if let interval = deadline.interval, interval > .zero {
        deadline.time = Self.firing(after: now, from: deadline.time, interval)
        Self.insert(deadline, into: &self.deadlines)
      }
      """
    out.lines(
      """

      /// Returns the event of the first timer that was due by `now`, if there is one: for callers that hand each event to
      /// `handle` themselves.
      \(access)mutating func popElapsed(at now: Swift.Duration) -> \(plan.event)? {
        guard let first = self.deadlines.first, first.time <= now else { return nil }
        return self.takeEvent(at: 0, now)
      }

      private mutating func takeEvent(at index: Swift.Int, _ now: Swift.Duration) -> \(plan.event) {
        \(Lines(hasEvery ? repeating : single))
        return \(event)
      }
      """)
  }

  // MARK: Outputs

  /// Writes the function `keep`, which gets each output of the machine. Also writes the functions that it needs to
  /// change the deadlines.
  private func writeKeeping(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Keeps what an output says of a timer, and emits any other.
      private static func keep(
        _ output: \(plan.output), at now: Swift.Duration, in deadlines: inout [Deadline], _ emit: (\(plan.output)) -> Void
      ) {
      """)
    out.indent()
    write(plan.performances, "output", depth: 1, &out)
    out.closeBrace()
    let sorts = Self.sorts(plan.performances)
    guard sorts.contains(where: { $0.after || $0.every }) else { return }
    out.lines(
      """

      private static func insert(_ deadline: Deadline, into deadlines: inout [Deadline]) {
        deadlines.removeAll { $0.timer == deadline.timer }
        let index = deadlines.firstIndex { $0.time > deadline.time }
        deadlines.insert(deadline, at: index ?? deadlines.endIndex)
      }
      """)
    guard hasEvery else { return }
    out.blankLine()
    out.lines(Lines(WrapperSupport.firingText))
  }

  private static func sorts(_ performances: [OutputPerformance]) -> [TimerSorts] {
    performances.flatMap { performance -> [TimerSorts] in
      switch performance {
      case .closure: []
      case .submachine(_, let performances): sorts(performances)
      case .timers(let timers): [timers.sorts]
      }
    }
  }

  /// Writes a `switch` over an output. Outputs that begin or cancel a timer change the deadlines; all others are passed
  /// to `emit`. Each submachine that has timers gets a nested `switch`.
  ///
  /// - Parameters:
  ///   - output: the name of the variable for the output.
  ///   - depth: 1 for the machine's outputs, 2 for those of a submachine, and so on.
  private func write(
    _ performances: [OutputPerformance], _ output: String, depth: Int, _ out: inout SwiftWriter
  ) {
    out.line(string: "switch \(output) {")
    var others: [String] = []
    for performance in performances {
      switch performance {
      case .closure(let call): others += [call.pattern] + (call.cancellation.map { [$0] } ?? [])
      case .submachine(let pattern, let inner) where Self.sorts(inner).isEmpty: others.append(pattern)
      case .submachine(let pattern, let inner):
        let inside = "output\(depth + 1)"
        out.line(string: "case .\(pattern)(let \(inside)):")
        out.indent()
        write(inner, inside, depth: depth + 1, &out)
        out.outdent()
      case .timers(let timers): write(timers, &out)
      }
    }
    if !others.isEmpty { out.line(string: "case \(others.map { ".\($0)" }.joined(separator: ", ")): emit(output)") }
    out.line("}")
  }

  private func write(_ timers: OutputPerformance.Timers, _ out: inout SwiftWriter) {
    if timers.sorts.after {
      let interval = hasEvery ? ", interval: nil" : ""
      out.line("case .schedule(let timer, after: let delay):")
      out.line(
        string: "  Self.insert(Deadline(timer: \(timers.alarm), time: now + delay\(interval)), into: &deadlines)")
    }
    if timers.sorts.every {
      let name = GeneratedNames.repeating(besideAfter: timers.sorts.after)
      out.lines(
        """
        case .\(name)(let timer, every: let interval):
          Swift.precondition(interval > .zero, "The interval of 'every' is \\(interval): it has to be positive.")
          let deadline = Deadline(timer: \(timers.alarm), time: now + interval, interval: interval)
          Self.insert(deadline, into: &deadlines)
        """)
    }
    out.line(string: "case .cancel(let timer): deadlines.removeAll { $0.timer == \(timers.alarm) }")
  }
}
