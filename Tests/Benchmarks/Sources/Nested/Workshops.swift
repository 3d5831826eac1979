// The generated `Workshop` and the one by hand: whether they do the same, and what drives them in a measurement.

extension Workshop.Event {
  fileprivate init(_ event: HandWrittenWorkshop.Event) {
    self =
      switch event {
      case .opened(let order): .opened(order: order)
      case .shut: .shut
      case .ticked: .ticked
      case .pauseButton: .pauseButton
      case .pieceArrived(let size): .pieceArrived(size: size)
      case .speedChosen(let speed): .speedChosen(speed)
      }
  }
}

extension HandWrittenWorkshop.State {
  fileprivate init(_ state: Workshop.State) {
    self =
      switch state {
      case .closed: .closed
      case .working(let order, let pieces, let regions):
        .working(
          .init(
            order: order, pieces: pieces, saw: .init(regions.saw), press: .init(regions.press), fan: .init(regions.fan))
        )
      }
  }
}

extension HandWrittenWorkshop.Saw {
  fileprivate init(_ saw: Workshop.State.Working.Saw) {
    self =
      switch saw {
      case .parked: .parked
      case .cutting(let remaining): .cutting(remaining: remaining)
      case .halted(let remaining): .halted(remaining: remaining)
      }
  }
}

extension HandWrittenWorkshop.Press {
  fileprivate init(_ press: Workshop.State.Working.Press) {
    self =
      switch press {
      case .open: .open
      case .pressing(let force): .pressing(force: force)
      case .cooling(let heat): .cooling(heat: heat)
      case .stopped(let heat): .stopped(heat: heat)
      }
  }
}

extension HandWrittenWorkshop.Fan {
  fileprivate init(_ fan: Workshop.State.Working.Fan) {
    self =
      switch fan {
      case .still: .still
      case .turning(let speed): .turning(speed: speed)
      case .boosted(let speed): .boosted(speed: speed)
      }
  }
}

extension HandWrittenWorkshop.Output {
  fileprivate init(_ output: Workshop.Output) {
    self =
      switch output {
      case .unlock(let order): .unlock(order)
      case .lock(let pieces): .lock(pieces)
      case .counted(let pieces): .counted(pieces)
      case .startBlade(let remaining): .startBlade(remaining)
      case .stopBlade: .stopBlade
      case .press(let force): .press(force)
      case .release: .release
      case .setFan(let speed): .setFan(speed)
      case .openFlap: .openFlap
      case .closeFlap: .closeFlap
      }
  }
}

extension HandWrittenWorkshop.Outcome {
  fileprivate init(_ outcome: Workshop.Outcome) {
    self =
      switch outcome {
      case .ignored: .ignored
      case .stayed: .stayed
      case .transitioned: .transitioned
      }
  }
}

/// Drives both machines with the same random events. Ends the program where one does what the other does not.
func checkWorkshops() {
  var random = RandomNumbers()
  var generated = Workshop()
  var handWritten = HandWrittenWorkshop()
  for index in 0..<100_000 {
    let event = HandWrittenWorkshop.Event.random(&random, titles: Titles.short)
    let before = handWritten.state
    var expected: [HandWrittenWorkshop.Output] = []
    var outputs: [HandWrittenWorkshop.Output] = []
    let expectedOutcome = handWritten.handle(event) { expected.append($0) }
    let outcome = generated.handle(event: .init(event)) { outputs.append(.init($0)) }
    let isSame =
      outputs == expected && .init(outcome) == expectedOutcome && .init(generated.state) == handWritten.state
    guard isSame else {
      fatalError(
        "event \(index), \(event) in \(before): generated \(outcome), \(outputs), \(generated.state); "
          + "by hand \(expectedOutcome), \(expected), \(handWritten.state)")
    }
  }
}

func compareWorkshops(_ name: String, titles: [String]) {
  var random = RandomNumbers()
  var machine = HandWrittenWorkshop()
  let events = script(&random) { numbers in
    HandWrittenWorkshop.Event.random(&numbers, titles: titles)
  } isHandled: { event in
    machine.handle(event) { _ in } != .ignored
  }
  machine = HandWrittenWorkshop()
  let handled = events.count { event in machine.handle(event) { _ in } != .ignored }
  let generatedEvents = events.map { Workshop.Event($0) }
  Turns.printRow(
    name, handled: handled, generated: { driveGenerated(generatedEvents, passes: $0) },
    handWritten: { driveHandWritten(events, passes: $0) })
}

// Both machines get their events one by one, as a program gets them: `send` is not inlined into the loop, so that the
// state of the machine is in memory between two events.

private func driveGenerated(_ events: [Workshop.Event], passes: Int) -> Int {
  var machine = Workshop()
  var result = 0
  for _ in 0..<passes {
    for event in events { send(event, to: &machine, &result) }
  }
  return result
}

@inline(never)
private func send(_ event: Workshop.Event, to machine: inout Workshop, _ result: inout Int) {
  let outcome = machine.handle(event: event) { output in
    switch output {
    case .unlock(let order): result &+= order.utf8.count
    case .lock(let number), .counted(let number), .startBlade(let number), .press(let number), .setFan(let number):
      result &+= number
    case .stopBlade: result &+= 1
    case .release: result &+= 2
    case .openFlap: result &+= 3
    case .closeFlap: result &+= 4
    }
  }
  if outcome != .ignored { result &+= 1 }
}

private func driveHandWritten(_ events: [HandWrittenWorkshop.Event], passes: Int) -> Int {
  var machine = HandWrittenWorkshop()
  var result = 0
  for _ in 0..<passes {
    for event in events { send(event, to: &machine, &result) }
  }
  return result
}

@inline(never)
private func send(_ event: HandWrittenWorkshop.Event, to machine: inout HandWrittenWorkshop, _ result: inout Int) {
  let outcome = machine.handle(event) { output in
    switch output {
    case .unlock(let order): result &+= order.utf8.count
    case .lock(let number), .counted(let number), .startBlade(let number), .press(let number), .setFan(let number):
      result &+= number
    case .stopBlade: result &+= 1
    case .release: result &+= 2
    case .openFlap: result &+= 3
    case .closeFlap: result &+= 4
    }
  }
  if outcome != .ignored { result &+= 1 }
}
