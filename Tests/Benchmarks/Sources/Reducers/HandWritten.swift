// The same machine twice as one would write it by hand: with nested switches, and with a switch over a tuple.

enum DoorState: Equatable {
  case open(persons: Int)
  case closing(persons: Int)
  case closed(persons: Int)
  case opening(persons: Int)
}

enum DoorEvent {
  case personsEntered(count: Int)
  case closeButton
  case doorLocked
  case openButton
  case doorOpened
}

enum DoorOutput {
  case close(speed: Int)
  case open
  case buzz
}

enum DoorOutcome {
  case ignored, stayed, transitioned
}

struct NestedDoor {
  private(set) var state = DoorState.open(persons: 0)

  @discardableResult
  mutating func handle(_ event: DoorEvent, emit: (DoorOutput) -> Void) -> DoorOutcome {
    switch state {
    case .open(let persons):
      switch event {
      case .personsEntered(let count):
        if persons + count <= 10 {
          state = .open(persons: persons + count)
          return .stayed
        }
        emit(.buzz)
        state = .open(persons: 0)
        return .transitioned
      case .closeButton:
        guard persons < 10 else { return .ignored }
        emit(.close(speed: persons > 5 ? 1 : 2))
        state = .closing(persons: persons)
        return .transitioned
      case .doorLocked, .openButton, .doorOpened:
        return .ignored
      }
    case .closing(let persons):
      switch event {
      case .doorLocked:
        state = .closed(persons: persons)
        return .transitioned
      case .openButton:
        emit(.open)
        state = .opening(persons: persons)
        return .transitioned
      case .personsEntered, .closeButton, .doorOpened:
        return .ignored
      }
    case .closed(let persons):
      switch event {
      case .openButton:
        emit(.open)
        state = .opening(persons: persons)
        return .transitioned
      case .personsEntered, .closeButton, .doorLocked, .doorOpened:
        return .ignored
      }
    case .opening(let persons):
      switch event {
      case .doorOpened:
        state = .open(persons: persons)
        return .transitioned
      case .personsEntered, .closeButton, .doorLocked, .openButton:
        return .ignored
      }
    }
  }
}

struct TupleDoor {
  private(set) var state = DoorState.open(persons: 0)

  @discardableResult
  mutating func handle(_ event: DoorEvent, emit: (DoorOutput) -> Void) -> DoorOutcome {
    switch (state, event) {
    case (.open(let persons), .personsEntered(let count)) where persons + count <= 10:
      state = .open(persons: persons + count)
      return .stayed
    case (.open, .personsEntered):
      emit(.buzz)
      state = .open(persons: 0)
      return .transitioned
    case (.open(let persons), .closeButton) where persons < 10:
      emit(.close(speed: persons > 5 ? 1 : 2))
      state = .closing(persons: persons)
      return .transitioned
    case (.closing(let persons), .doorLocked):
      state = .closed(persons: persons)
      return .transitioned
    case (.closing(let persons), .openButton), (.closed(let persons), .openButton):
      emit(.open)
      state = .opening(persons: persons)
      return .transitioned
    case (.opening(let persons), .doorOpened):
      state = .open(persons: persons)
      return .transitioned
    default:
      return .ignored
    }
  }
}
