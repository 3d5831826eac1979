/// The private types of a run: what is raised, what is done, and what waits.
extension SwiftEmitter {
  /// The private types of a run. Their names are found nowhere in the file.
  mutating func emitRunTypes() {
    guard needsRun else { return }
    if hasDone {
      let isRaw = !traits.raises && traits.completable.count <= 64
      writer.line("/// A state that can be done.")
      writer.write(string: "private enum \(completion)\(isRaw ? ": UInt8" : "")")
      writer.openBrace()
      for state in traits.completable {
        writer.write("case ")
        writer.write(machine.states[state].name)
        writer.endLine()
      }
      writer.closeBrace()
      writer.blankLine()
    }
    if hasDone, traits.raises {
      writer.lines(
        """
        /// What follows from a step.
        private enum \(pending) {
          case raised(Event)
          case done(\(completion))
        }

        """)
    }
    writer.line("/// What is left to do before the machine is at rest, first come, first served.")
    writer.write(string: "private struct \(runType)")
    writer.openBrace()
    if failsLate { writer.line("var failure: UnhandledEvent?") }
    if traits.raises || traits.completable.count > 64 {
      emitQueue()
    } else if hasDone {
      emitCompletions()
    }
    writer.closeBrace()
    writer.blankLine()
  }

  private mutating func emitQueue() {
    let element = !hasDone ? "Event" : traits.raises ? pending : completion
    writer.lines(
      """
      private var queue: [\(element)] = []
      private var handled = 0

      mutating func next() -> \(element)? {
        guard self.handled < self.queue.count else {
          self.queue.removeAll(keepingCapacity: true)
          self.handled = 0
          return nil
        }
        self.handled += 1
        return self.queue[self.handled - 1]
      }
      """)
    if traits.raises {
      writer.lines(
        """

        mutating func raise(_ event: Event) {
          self.queue.append(\(hasDone ? ".raised(event)" : "event"))
        }
        """)
    }
    if hasDone {
      let pattern = traits.raises ? ".done(state)" : "state"
      writer.lines(
        """

        /// A state that waits already is done once.
        mutating func finish(_ state: \(completion)) {
          let isWaiting = self.queue[self.handled...].contains { if case \(pattern) = $0 { true } else { false } }
          if !isWaiting { self.queue.append(\(pattern)) }
        }
        """)
      if finishesRegions {
        writer.lines(
          """

          /// A composite with regions is done when the last of them is.
          mutating func finishLast(_ state: \(completion)) {
            let first = self.handled
            let index = self.queue[first...].firstIndex { if case \(pattern) = $0 { true } else { false } }
            if let index { self.queue.remove(at: index) }
            self.queue.append(\(pattern))
          }
          """)
      }
    }
  }

  private var finishesRegions: Bool { traits.completable.contains(where: machine.isParallel) }

  /// Without raised events, there are at most as many entries as states: a vector holds them without an allocation.
  private mutating func emitCompletions() {
    var lanes = 2
    while lanes < traits.completable.count { lanes *= 2 }
    writer.lines(
      """
      private var states = SIMD\(lanes)<UInt8>()
      private var count = 0

      /// A state that waits already is done once.
      mutating func finish(_ state: \(completion)) {
        for index in 0..<self.count where self.states[index] == state.rawValue { return }
        self.states[self.count] = state.rawValue
        self.count += 1
      }

      mutating func next() -> \(completion)? {
        guard self.count > 0 else { return nil }
        let first = self.states[0]
        self.count -= 1
        for index in 0..<self.count { self.states[index] = self.states[index + 1] }
        return \(completion)(rawValue: first)
      }
      """)
    guard finishesRegions else { return }
    writer.lines(
      """

      /// A composite with regions is done when the last of them is.
      mutating func finishLast(_ state: \(completion)) {
        var kept = 0
        for index in 0..<self.count where self.states[index] != state.rawValue {
          self.states[kept] = self.states[index]
          kept += 1
        }
        self.states[kept] = state.rawValue
        self.count = kept + 1
      }
      """)
  }

  /// The events that are kept for later: part of the machine's value.
  mutating func emitDeferredEvents() {
    guard traits.defers else { return }
    writer.line("/// Events that wait for a state that does not defer them, in order.")
    writer.line(string: "private var \(deferredEvents): [Event] = []")
  }
}
