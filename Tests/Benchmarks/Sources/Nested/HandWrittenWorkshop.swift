/// The machine of `Workshop.sm` as one would write it by hand: the regions are fields of the composite's payload, and
/// each event that regions handle has a method of its own.
struct HandWrittenWorkshop {
  enum State: Equatable {
    case closed
    case working(Working)
  }

  struct Working: Equatable {
    var order: String
    var pieces = 0
    var saw = Saw.parked
    var press = Press.open
    var fan = Fan.still
  }

  enum Saw: Equatable {
    case parked
    case cutting(remaining: Int)
    case halted(remaining: Int)
  }

  enum Press: Equatable {
    case open
    case pressing(force: Int)
    case cooling(heat: Int)
    case stopped(heat: Int)
  }

  enum Fan: Equatable {
    case still
    case turning(speed: Int)
    case boosted(speed: Int)
  }

  enum Event {
    case opened(order: String)
    case shut
    case ticked, pauseButton
    case pieceArrived(size: Int)
    case speedChosen(Int)
  }

  enum Output: Equatable {
    case unlock(String)
    case lock(Int)
    case counted(Int)
    case startBlade(Int)
    case stopBlade
    case press(Int)
    case release
    case setFan(Int)
    case openFlap, closeFlap
  }

  enum Outcome { case ignored, stayed, transitioned }

  private(set) var state = State.closed

  @discardableResult
  mutating func handle(_ event: Event, emit: (Output) -> Void) -> Outcome {
    switch state {
    case .closed:
      switch event {
      case .opened(let order):
        state = .working(Working(order: order))
        emit(.unlock(order))
        return .transitioned
      case .shut, .ticked, .pauseButton, .pieceArrived, .speedChosen:
        return .ignored
      }
    case .working(var working):
      let outcome: Outcome
      switch event {
      case .ticked: outcome = working.tick(emit: emit)
      case .pauseButton: outcome = working.pause(emit: emit)
      case .pieceArrived(let size): outcome = working.take(size: size, emit: emit)
      case .speedChosen(let speed): outcome = working.choose(speed: speed, emit: emit)
      case .shut:
        working.exit(emit: emit)
        state = .closed
        return .transitioned
      case .opened:
        return .ignored
      }
      state = .working(working)
      return outcome
    }
  }
}

extension HandWrittenWorkshop.Working {
  fileprivate typealias Output = HandWrittenWorkshop.Output
  fileprivate typealias Outcome = HandWrittenWorkshop.Outcome

  /// All regions handle this event. Their guards see how many pieces there were before the effects of the step.
  fileprivate mutating func tick(emit: (Output) -> Void) -> Outcome {
    let hasPieces = pieces > 0
    let isDusty = pieces % 4 == 3
    // What is left, from the last region to the first.
    switch fan {
    case .boosted: if !isDusty { emit(.closeFlap) }
    case .still, .turning: break
    }
    switch press {
    case .pressing: emit(.release)
    case .open, .cooling, .stopped: break
    }
    var outcome = Outcome.ignored
    // The saw is the first region, so that the last of the exits and the first of the effects are one case.
    switch saw {
    case .cutting(let remaining):
      if remaining > 1 {
        saw = .cutting(remaining: remaining - 1)
        outcome = .stayed
      } else {
        emit(.stopBlade)
        pieces += 1
        emit(.counted(pieces))
        saw = .parked
        outcome = .transitioned
      }
    case .parked, .halted: break
    }
    switch press {
    case .pressing(let force):
      press = .cooling(heat: force)
      outcome = .transitioned
    case .cooling(let heat):
      if heat > 2 {
        press = .cooling(heat: heat - 2)
        if outcome == .ignored { outcome = .stayed }
      } else {
        pieces += 1
        emit(.counted(pieces))
        press = .open
        outcome = .transitioned
      }
    case .open, .stopped: break
    }
    // Only the fan enters states that have entry effects.
    switch fan {
    case .still:
      if hasPieces {
        fan = .turning(speed: 1)
        emit(.setFan(1))
        outcome = .transitioned
      }
    case .turning(let speed):
      if isDusty {
        fan = .boosted(speed: speed)
        emit(.openFlap)
        outcome = .transitioned
      }
    case .boosted(let speed):
      if !isDusty {
        fan = .turning(speed: speed)
        emit(.setFan(speed))
        outcome = .transitioned
      }
    }
    return outcome
  }

  /// All regions handle this event, and the fan always leaves its state.
  fileprivate mutating func pause(emit: (Output) -> Void) -> Outcome {
    // What is left, from the last region to the first.
    switch fan {
    case .boosted: emit(.closeFlap)
    case .still, .turning: break
    }
    switch press {
    case .pressing(let force):
      emit(.release)
      press = .stopped(heat: force)
    case .cooling(let heat): press = .stopped(heat: heat)
    case .stopped(let heat): press = .cooling(heat: heat)
    case .open: break
    }
    switch saw {
    case .cutting(let remaining):
      emit(.stopBlade)
      saw = .halted(remaining: remaining)
    case .halted(let remaining):
      saw = .cutting(remaining: remaining)
      emit(.startBlade(remaining))
    case .parked: break
    }
    // No state of the press that is entered has entry effects.
    switch fan {
    case .still:
      fan = .turning(speed: 2)
      emit(.setFan(2))
    case .turning, .boosted: fan = .still
    }
    return .transitioned
  }

  /// The saw and the press handle this event; neither leaves a state that has exit effects.
  fileprivate mutating func take(size: Int, emit: (Output) -> Void) -> Outcome {
    var outcome = Outcome.ignored
    switch saw {
    case .parked:
      if size <= 5 {
        saw = .cutting(remaining: size)
        emit(.startBlade(size))
        outcome = .transitioned
      }
    case .cutting, .halted: break
    }
    switch press {
    case .open:
      if size > 3 {
        press = .pressing(force: size)
        emit(.press(size))
        outcome = .transitioned
      }
    case .pressing, .cooling, .stopped: break
    }
    return outcome
  }

  /// The fan alone handles this event.
  fileprivate mutating func choose(speed chosen: Int, emit: (Output) -> Void) -> Outcome {
    switch fan {
    case .still:
      fan = .turning(speed: chosen)
      emit(.setFan(chosen))
      return .transitioned
    case .turning(let speed):
      guard chosen != speed else { return .ignored }
      fan = .turning(speed: chosen)
      emit(.setFan(chosen))
      return .stayed
    case .boosted(let speed):
      guard chosen != speed else { return .ignored }
      fan = .boosted(speed: chosen)
      emit(.setFan(chosen))
      return .stayed
    }
  }

  /// The exit effects of all that is active, from the last region to the first, and then those of the composite.
  fileprivate func exit(emit: (Output) -> Void) {
    switch fan {
    case .boosted: emit(.closeFlap)
    case .still, .turning: break
    }
    switch press {
    case .pressing: emit(.release)
    case .open, .cooling, .stopped: break
    }
    switch saw {
    case .cutting: emit(.stopBlade)
    case .parked, .halted: break
    }
    emit(.lock(pieces))
  }
}
