// The generated `MediaPlayer` and the one by hand: whether they do the same, and what drives them in a measurement.

extension MediaPlayer.Event {
  fileprivate init(_ event: HandWrittenMediaPlayer.Event) {
    self =
      switch event {
      case .play(let track): .play(track: track)
      case .stop: .stop
      case .trackEnded: .trackEnded
      case .playButton: .playButton
      case .pauseButton: .pauseButton
      case .muteButton: .muteButton
      case .volumeButton: .volumeButton
      case .progressed(let seconds): .progressed(seconds)
      case .interruptionBegan: .interruptionBegan
      case .interruptionEnded: .interruptionEnded
      }
  }
}

extension HandWrittenMediaPlayer.State {
  fileprivate init(_ state: MediaPlayer.State) {
    self =
      switch state {
      case .idle: .idle
      case .active(let track, let regions):
        .active(track: track, playback: .init(regions.playback), sound: .init(regions.sound))
      case .interrupted(let track): .interrupted(track: track)
      }
  }
}

extension HandWrittenMediaPlayer.Playback {
  fileprivate init(_ playback: MediaPlayer.State.Active.Playback) {
    self =
      switch playback {
      case .playing(let position): .playing(position: position)
      case .paused(let position): .paused(position: position)
      }
  }
}

extension HandWrittenMediaPlayer.Sound {
  fileprivate init(_ sound: MediaPlayer.State.Active.Sound) {
    self =
      switch sound {
      case .audible(let volume): .audible(volume: volume)
      case .muted(let volume): .muted(volume: volume)
      }
  }
}

extension HandWrittenMediaPlayer.Output {
  fileprivate init(_ output: MediaPlayer.Output) {
    self =
      switch output {
      case .openSession: .openSession
      case .closeSession: .closeSession
      case .play(let track, let position): .play(track, from: position)
      case .pause: .pause
      case .setVolume(let volume): .setVolume(volume)
      }
  }
}

extension HandWrittenMediaPlayer.Outcome {
  fileprivate init(_ outcome: MediaPlayer.Outcome) {
    self =
      switch outcome {
      case .ignored: .ignored
      case .stayed: .stayed
      case .transitioned: .transitioned
      }
  }
}

/// Drives both machines with the same random events. Ends the program where one does what the other does not.
func checkMediaPlayers() {
  var random = RandomNumbers()
  var generated = MediaPlayer()
  var handWritten = HandWrittenMediaPlayer()
  for index in 0..<100_000 {
    if random.next(below: 16) == 0 {
      generated.repeats.toggle()
      handWritten.repeats.toggle()
    }
    let event = HandWrittenMediaPlayer.Event.random(&random, titles: Titles.short)
    let before = handWritten.state
    var expected: [HandWrittenMediaPlayer.Output] = []
    var outputs: [HandWrittenMediaPlayer.Output] = []
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

func compareMediaPlayers(_ name: String, titles: [String]) {
  var random = RandomNumbers()
  var machine = HandWrittenMediaPlayer()
  let events = script(&random) { numbers in
    HandWrittenMediaPlayer.Event.random(&numbers, titles: titles)
  } isHandled: { event in
    machine.handle(event) { _ in } != .ignored
  }
  machine = HandWrittenMediaPlayer()
  let handled = events.count { event in machine.handle(event) { _ in } != .ignored }
  let generatedEvents = events.map { MediaPlayer.Event($0) }
  Turns.printRow(
    name, handled: handled, generated: { driveGenerated(generatedEvents, passes: $0) },
    handWritten: { driveHandWritten(events, passes: $0) })
}

// Both machines get their events one by one, as a program gets them: `send` is not inlined into the loop, so that the
// state of the machine is in memory between two events.

private func driveGenerated(_ events: [MediaPlayer.Event], passes: Int) -> Int {
  var machine = MediaPlayer()
  var result = 0
  for pass in 0..<passes {
    machine.repeats = pass % 2 == 1
    for event in events { send(event, to: &machine, &result) }
  }
  return result
}

@inline(never)
private func send(_ event: MediaPlayer.Event, to machine: inout MediaPlayer, _ result: inout Int) {
  let outcome = machine.handle(event: event) { output in
    switch output {
    case .openSession: result &+= 1
    case .closeSession: result &+= 2
    case .play(let track, let position): result &+= track.utf8.count &+ position
    case .pause: result &+= 3
    case .setVolume(let volume): result &+= volume
    }
  }
  if outcome != .ignored { result &+= 1 }
}

private func driveHandWritten(_ events: [HandWrittenMediaPlayer.Event], passes: Int) -> Int {
  var machine = HandWrittenMediaPlayer()
  var result = 0
  for pass in 0..<passes {
    machine.repeats = pass % 2 == 1
    for event in events { send(event, to: &machine, &result) }
  }
  return result
}

@inline(never)
private func send(_ event: HandWrittenMediaPlayer.Event, to machine: inout HandWrittenMediaPlayer, _ result: inout Int)
{
  let outcome = machine.handle(event) { output in
    switch output {
    case .openSession: result &+= 1
    case .closeSession: result &+= 2
    case .play(let track, let position): result &+= track.utf8.count &+ position
    case .pause: result &+= 3
    case .setVolume(let volume): result &+= volume
    }
  }
  if outcome != .ignored { result &+= 1 }
}
