// A handwritten counterpart of the wrappers: a queue for events that are sent during an event, a weak delegate that is
// told of every step, and a closure for each output. Events are queued only during an event, and empty arrays are not
// touched.

enum HandState: Sendable {
  case locked(coins: Int)
  case unlocked(coins: Int)
}

enum HandEvent: Sendable {
  case coin, push
}

protocol HandDelegate: AnyObject {
  func turnstile(_ turnstile: HandTurnstile, willHandle event: HandEvent, in state: HandState)
  func turnstile(_ turnstile: HandTurnstile, didEnter state: HandState, on event: HandEvent)
  func turnstile(_ turnstile: HandTurnstile, didStayIn state: HandState, on event: HandEvent)
}

final class HandTurnstile {
  weak var delegate: (any HandDelegate)?
  private(set) var state = HandState.locked(coins: 0)
  private var queue: [HandEvent] = []
  private var isRunning = false
  private let lock: () -> Void
  private let unlock: () -> Void
  private let thank: (Int) -> Void
  private let alarm: () -> Void

  init(
    lock: @escaping () -> Void, unlock: @escaping () -> Void, thank: @escaping (Int) -> Void,
    alarm: @escaping () -> Void
  ) {
    self.lock = lock
    self.unlock = unlock
    self.thank = thank
    self.alarm = alarm
  }

  func send(_ event: HandEvent) {
    guard !isRunning else {
      queue.append(event)
      return
    }
    isRunning = true
    handle(event)
    if !queue.isEmpty {
      var index = 0
      while index < queue.count {
        handle(queue[index])
        index += 1
      }
      queue.removeAll(keepingCapacity: true)
    }
    isRunning = false
  }

  private func handle(_ event: HandEvent) {
    delegate?.turnstile(self, willHandle: event, in: state)
    switch state {
    case .locked(let coins):
      switch event {
      case .coin:
        state = .unlocked(coins: coins + 1)
        unlock()
        delegate?.turnstile(self, didEnter: state, on: event)
      case .push:
        alarm()
        delegate?.turnstile(self, didStayIn: state, on: event)
      }
    case .unlocked(let coins):
      switch event {
      case .coin:
        state = .unlocked(coins: coins + 1)
        thank(coins + 1)
        delegate?.turnstile(self, didStayIn: state, on: event)
      case .push:
        lock()
        state = .locked(coins: coins)
        delegate?.turnstile(self, didEnter: state, on: event)
      }
    }
  }
}

/// The delegate of the class on the main actor.
@MainActor protocol HandMainDelegate: AnyObject {
  func turnstile(_ turnstile: HandMainTurnstile, willHandle event: HandEvent, in state: HandState)
  func turnstile(_ turnstile: HandMainTurnstile, didEnter state: HandState, on event: HandEvent)
  func turnstile(_ turnstile: HandMainTurnstile, didStayIn state: HandState, on event: HandEvent)
}

@MainActor final class HandMainTurnstile {
  weak var delegate: (any HandMainDelegate)?
  private(set) var state = HandState.locked(coins: 0)
  private var queue: [HandEvent] = []
  private var isRunning = false
  private let lock: @MainActor () -> Void
  private let unlock: @MainActor () -> Void
  private let thank: @MainActor (Int) -> Void
  private let alarm: @MainActor () -> Void

  init(
    lock: @escaping @MainActor () -> Void, unlock: @escaping @MainActor () -> Void,
    thank: @escaping @MainActor (Int) -> Void, alarm: @escaping @MainActor () -> Void
  ) {
    self.lock = lock
    self.unlock = unlock
    self.thank = thank
    self.alarm = alarm
  }

  func send(_ event: HandEvent) {
    guard !isRunning else {
      queue.append(event)
      return
    }
    isRunning = true
    handle(event)
    if !queue.isEmpty {
      var index = 0
      while index < queue.count {
        handle(queue[index])
        index += 1
      }
      queue.removeAll(keepingCapacity: true)
    }
    isRunning = false
  }

  private func handle(_ event: HandEvent) {
    delegate?.turnstile(self, willHandle: event, in: state)
    switch state {
    case .locked(let coins):
      switch event {
      case .coin:
        state = .unlocked(coins: coins + 1)
        unlock()
        delegate?.turnstile(self, didEnter: state, on: event)
      case .push:
        alarm()
        delegate?.turnstile(self, didStayIn: state, on: event)
      }
    case .unlocked(let coins):
      switch event {
      case .coin:
        state = .unlocked(coins: coins + 1)
        thank(coins + 1)
        delegate?.turnstile(self, didStayIn: state, on: event)
      case .push:
        lock()
        state = .locked(coins: coins)
        delegate?.turnstile(self, didEnter: state, on: event)
      }
    }
  }
}

protocol HandActorDelegate: AnyObject, Sendable {
  func turnstile(_ turnstile: isolated HandTurnstileActor, willHandle event: Turnstile.Event, in state: Turnstile.State)
  func turnstile(_ turnstile: isolated HandTurnstileActor, didEnter state: Turnstile.State, on event: Turnstile.Event)
  func turnstile(_ turnstile: isolated HandTurnstileActor, didStayIn state: Turnstile.State, on event: Turnstile.Event)
}

/// An actor with the same reducer.
actor HandTurnstileActor {
  private weak var delegate: (any HandActorDelegate)?
  private var machine = Turnstile()
  private var queue: [Turnstile.Event] = []
  private var outputs: [Turnstile.Output] = []
  private var isRunning = false
  private let perform: @Sendable (Turnstile.Output) -> Void

  init(perform: @escaping @Sendable (Turnstile.Output) -> Void) { self.perform = perform }

  func setDelegate(_ delegate: (any HandActorDelegate)?) { self.delegate = delegate }

  func send(_ event: Turnstile.Event) {
    guard !isRunning else {
      queue.append(event)
      return
    }
    isRunning = true
    handle(event)
    while !queue.isEmpty { handle(queue.removeFirst()) }
    isRunning = false
  }

  private func handle(_ event: Turnstile.Event) {
    delegate?.turnstile(self, willHandle: event, in: machine.state)
    let outcome = machine.handle(event: event) { outputs.append($0) }
    for output in outputs { perform(output) }
    outputs.removeAll(keepingCapacity: true)
    switch outcome {
    case .transitioned: delegate?.turnstile(self, didEnter: machine.state, on: event)
    case .stayed: delegate?.turnstile(self, didStayIn: machine.state, on: event)
    case .ignored: break
    }
  }
}
