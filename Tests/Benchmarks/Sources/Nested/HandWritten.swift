/// The machine of `Nested.sm` as one would write it by hand: one switch over the state, one over the event.
struct HandWritten {
  enum State {
    case on(total: Int, On)
    case off

    enum On {
      case work(round: Int, Work)
      case paused
    }

    enum Work {
      case slow(Slow)
      case fast(Fast)
    }

    enum Slow {
      case idle
      case busy(level: Int)
    }

    enum Fast {
      case low
      case high(level: Int)
    }
  }

  enum Event { case step, shift, beat, pause, power }
  enum Output { case report(Int) }

  private(set) var state = State.on(total: 0, .work(round: 0, .slow(.idle)))

  @discardableResult
  mutating func handle(_ event: Event, emit: (Output) -> Void) -> Bool {
    switch state {
    case .on(let total, .work(let round, let work)):
      switch event {
      case .step:
        switch work {
        case .slow(.idle):
          state = .on(total: total, .work(round: round, .slow(.busy(level: 1))))
        case .slow(.busy(let level)):
          if level < 5 {
            state = .on(total: total, .work(round: round, .slow(.busy(level: level + 1))))
          } else {
            state = .on(total: total + level, .work(round: round, .slow(.idle)))
          }
        case .fast(.low):
          state = .on(total: total, .work(round: round, .fast(.high(level: 2))))
        case .fast(.high(let level)):
          state = .on(total: total + level, .work(round: round, .fast(.low)))
        }
      case .shift:
        switch work {
        case .slow: state = .on(total: total, .work(round: round, .fast(.low)))
        case .fast: state = .on(total: total, .work(round: round, .slow(.idle)))
        }
      case .beat: state = .on(total: total, .work(round: round + 1, work))
      case .pause:
        emit(.report(total))
        state = .on(total: total, .paused)
      case .power: state = .off
      }
      return true
    case .on(let total, .paused):
      switch event {
      case .pause:
        state = .on(total: total, .work(round: 0, .slow(.idle)))
        return true
      case .power:
        state = .off
        return true
      case .step, .shift, .beat: return false
      }
    case .off:
      switch event {
      case .power:
        state = .on(total: 0, .work(round: 0, .slow(.idle)))
        return true
      case .step, .shift, .beat, .pause: return false
      }
    }
  }
}
