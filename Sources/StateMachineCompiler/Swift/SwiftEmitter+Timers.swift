/// Timers, and what states do while they are active: outputs when they begin and end, and an event when they elapse, so
/// that the machine itself knows neither clocks nor tasks.
extension SwiftEmitter {
  /// `playerPlaying` for the timer of `player.playing`, `playerPlaying2` for its second one.
  static func timerNames(of machine: StateMachine) -> [String] {
    var taken: Set<String> = []
    return machine.timers.map { timer in
      let path = machine.path(of: timer.state).map { machine.source.text(machine.states[$0].name.range) }
      let base = (path.prefix(1) + path.dropFirst().map(\.capitalizedFirst)).joined()
      var name = base
      var ordinal = 2
      while !taken.insert(name).inserted {
        name = "\(base)\(ordinal)"
        ordinal += 1
      }
      return SwiftKeyword.reserved.contains(name) ? "`\(name)`" : name.spelledAsName
    }
  }

  var hasTimersAfter: Bool { traits.hasTimersAfter }
  var hasTimersEvery: Bool { traits.hasTimersEvery }

  /// The case that begins a timer of `every`. Swift has no patterns for two cases of one name, so it is another where
  /// there are timers of `after` too.
  static func repeating(besideAfter: Bool) -> String { besideAfter ? "repeat" : "schedule" }

  mutating func emitTimerType() {
    guard !machine.timers.isEmpty else { return }
    var conformances = ["Hashable", "Sendable"]
    conformances += nestedConformances(isState: false).filter { $0.hasSuffix("codable") || $0.hasSuffix("Codable") }
    writer.line("/// A timer, by the state that it runs in.")
    writer.write(string: "\(access)enum Timer")
    writeConformances(conformances)
    writer.openBrace()
    for (timer, name) in zip(machine.timers, timerNames) {
      writer.line(string: "/// `\(MachineText(machine).swift(timer.range))`")
      writer.line(string: "case \(name)")
    }
    writer.closeBrace()
    writer.blankLine()
  }

  /// The outputs that end what `do` has begun, and those that begin and end timers.
  mutating func emitGeneratedOutputs() {
    for output in machine.outputs where output.isActivity {
      writer.line(string: "/// Ends the `\(text(output.name.range))` of the state that is left.")
      writer.line(string: "case \(cancelName(output))")
    }
    guard !machine.timers.isEmpty else { return }
    if hasTimersAfter {
      writer.line("/// Begins a timer that elapses once.")
      writer.line("case schedule(Timer, after: Swift.Duration)")
    }
    if hasTimersEvery {
      writer.line("/// Begins a timer that elapses again and again.")
      let name = hasTimersAfter ? "`repeat`" : "schedule"
      writer.line(string: "case \(name)(Timer, every: Swift.Duration)")
    }
    writer.line("/// Ends a timer, whether it has elapsed or not.")
    writer.line("case cancel(Timer)")
    guard hasTimersAfter, hasTimersEvery else { return }
    writer.lines(
      """

      /// Begins a timer that elapses again and again.
      \(access)static func schedule(_ timer: Timer, every interval: Swift.Duration) -> Self { .repeat(timer, every: interval) }
      """)
  }

  /// `cancelDownload`
  func cancelName(_ output: Output) -> String { ("cancel" + text(output.name.range).capitalizedFirst).spelledAsName }

  mutating func emitScheduling(_ timer: Int) {
    let declaration = machine.timers[timer]
    let function = declaration.repeats ? Self.repeating(besideAfter: hasTimersAfter) : "schedule"
    let label = declaration.repeats ? "every" : "after"
    if case .code(let code) = declaration.delay { writer.beginLocation(code.range) }
    writer.write(string: "\(emit)(.\(function)(.\(timerNames[timer]), \(label): ")
    switch declaration.delay {
    case .literal(let text): writer.write(string: text)
    case .code(let code): writer.code(code, guards: machine.namedGuards)
    }
    writer.line("))")
    writer.endLocation()
  }
}
