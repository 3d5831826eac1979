// What one would write by hand in the place of `Channel.sm`, `Buffer.sm` and `Session.sm`.

/// A queue, as packages for collections have one.
struct Queue {
  private var store: [Int] = []
  private var head = 0

  var count: Int { store.count - head }

  mutating func append(_ x: Int) { store.append(x) }

  mutating func popFirst() -> Int? {
    guard head < store.count else { return nil }
    defer {
      head += 1
      if head == store.count {
        store.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return store[head]
  }
}

protocol SessionDelegate: AnyObject {
  func tell(_ x: Int)
}

struct HandWrittenChannel<Element>: ~Copyable {
  struct Idle {
    var onEnd: (() -> Void)?
    var items: [Element] = []
    var waiting: [Int] = []
    var total = 0
  }

  struct Busy {
    var idle: Idle
    var last: Element?
  }

  enum State: ~Copyable {
    case idle(Idle)
    case busy(Busy)
    case closing(onEnd: (() -> Void)?, total: Int)
  }

  let limit: Int
  private(set) var state: State

  init(limit: Int = 32, state: consuming State = .idle(Idle())) {
    self.limit = limit
    self.state = state
  }

  mutating func start(_ x: Element) -> Int {
    switch consume self.state {
    case .idle(var idle):
      idle.items.append(x)
      self = .init(limit: self.limit, state: .busy(Busy(idle: idle, last: x)))
      return idle.total
    case .busy(let busy):
      self = .init(limit: self.limit, state: .busy(busy))
      return 0
    case .closing(let onEnd, let total):
      self = .init(limit: self.limit, state: .closing(onEnd: onEnd, total: total))
      return 0
    }
  }

  mutating func add(_ x: Element) -> Int {
    switch consume self.state {
    case .idle(var idle):
      idle.total += 3
      let total = idle.total
      self = .init(limit: self.limit, state: .idle(idle))
      return total
    case .busy(var busy):
      if busy.idle.items.count < self.limit {
        busy.idle.items.append(x)
        busy.idle.total += 1
      } else {
        busy.idle.items.removeAll(keepingCapacity: true)
      }
      let total = busy.idle.total
      self = .init(limit: self.limit, state: .busy(busy))
      return total
    case .closing(let onEnd, let total):
      self = .init(limit: self.limit, state: .closing(onEnd: onEnd, total: total - 2))
      return total - 2
    }
  }

  mutating func finish(_ x: Int) -> Int {
    switch consume self.state {
    case .idle(let idle):
      self = .init(limit: self.limit, state: .idle(idle))
      return -2
    case .busy(var busy):
      guard x > 4 else {
        self = .init(limit: self.limit, state: .busy(busy))
        return -2
      }
      busy.idle.total += x
      busy.idle.waiting = [x]
      let count = busy.idle.items.count
      self = .init(limit: self.limit, state: .idle(busy.idle))
      return count
    case .closing(let onEnd, let total):
      self = .init(limit: self.limit, state: .closing(onEnd: onEnd, total: total))
      return -2
    }
  }

  mutating func close(_ x: Int) -> Int {
    switch consume self.state {
    case .idle(let idle):
      guard x > 7 else {
        self = .init(limit: self.limit, state: .idle(idle))
        return -3
      }
      self = .init(limit: self.limit, state: .closing(onEnd: idle.onEnd, total: idle.total))
      return idle.total
    case .busy(let busy):
      guard x > 7 else {
        self = .init(limit: self.limit, state: .busy(busy))
        return -3
      }
      self = .init(limit: self.limit, state: .closing(onEnd: busy.idle.onEnd, total: busy.idle.total))
      return busy.idle.total
    case .closing(let onEnd, let total):
      self = .init(limit: self.limit, state: .closing(onEnd: onEnd, total: total))
      return -3
    }
  }

  mutating func reopen(_ x: Int) -> Int {
    switch consume self.state {
    case .idle(let idle):
      self = .init(limit: self.limit, state: .idle(idle))
      return -4
    case .busy(let busy):
      self = .init(limit: self.limit, state: .busy(busy))
      return -4
    case .closing(let onEnd, let total):
      self = .init(limit: self.limit, state: .idle(Idle(onEnd: onEnd, total: total + 1)))
      return total + 1
    }
  }
}

struct HandWrittenBuffer {
  enum State {
    case open(waiting: Queue, total: Int)
    case paused(waiting: Queue, total: Int, since: Int)
    case closing(total: Int, waiting: Queue)
    case modifying
  }

  private(set) var state: State = .open(waiting: Queue(), total: 0)

  mutating func start(_ x: Int) -> Int {
    switch self.state {
    case .open(let waiting, let total):
      self.state = .open(waiting: waiting, total: total + x)
      return total + x
    case .paused(let waiting, let total, _):
      self.state = .open(waiting: waiting, total: total)
      return total
    case .closing: return 0
    case .modifying: preconditionFailure()
    }
  }

  mutating func add(_ x: Int) -> Int {
    switch self.state {
    case .open(var waiting, let total):
      guard waiting.count < 32 else {
        self.state = .paused(waiting: waiting, total: total, since: x)
        return -1
      }
      self.state = .modifying
      waiting.append(x)
      self.state = .open(waiting: waiting, total: total)
      return waiting.count
    case .paused(var waiting, let total, let since):
      self.state = .modifying
      waiting.append(x)
      self.state = .paused(waiting: waiting, total: total, since: since)
      return since
    case .closing(let total, let waiting):
      self.state = .closing(total: total - x, waiting: waiting)
      return total - x
    case .modifying: preconditionFailure()
    }
  }

  mutating func finish(_ x: Int) -> Int {
    switch self.state {
    case .open(var waiting, let total):
      self.state = .modifying
      let first = waiting.popFirst()
      self.state = .open(waiting: waiting, total: total)
      return first ?? -9
    case .paused(var waiting, let total, let since):
      self.state = .modifying
      let first = waiting.popFirst()
      self.state = .paused(waiting: waiting, total: total, since: since)
      return first ?? -9
    case .closing(let total, var waiting):
      self.state = .modifying
      let first = waiting.popFirst()
      self.state = .closing(total: total, waiting: waiting)
      return first ?? -9
    case .modifying: preconditionFailure()
    }
  }

  mutating func close(_ x: Int) -> Int {
    switch self.state {
    case .open(let waiting, let total):
      guard x > 7 else { return -3 }
      self.state = .closing(total: total, waiting: waiting)
      return total
    case .paused(let waiting, let total, _):
      self.state = .closing(total: total, waiting: waiting)
      return total
    case .closing: return -3
    case .modifying: preconditionFailure()
    }
  }

  mutating func reopen(_ x: Int) -> Int {
    switch self.state {
    case .closing(let total, let waiting):
      self.state = .open(waiting: waiting, total: total + 1)
      return total + 1
    case .open, .paused: return -4
    case .modifying: preconditionFailure()
    }
  }
}

struct HandWrittenSession {
  enum State {
    case idle
    case active(any SessionDelegate, total: Int, Active)

    enum Active {
      case waiting
      case running(items: [Int])
      case draining(items: [Int])
    }
  }

  private(set) var state: State = .idle

  mutating func start(_ x: Int, _ new: any SessionDelegate) -> Int {
    switch self.state {
    case .idle:
      self.state = .active(new, total: 0, .waiting)
      return 0
    case .active(let delegate, let total, .waiting):
      new.tell(x)
      self.state = .active(delegate, total: total, .running(items: []))
      return x
    case .active(_, _, .running):
      new.tell(x)
      return 0
    case .active(_, _, .draining):
      return 0
    }
  }

  mutating func add(_ x: Int) -> Int {
    switch self.state {
    case .idle:
      return -1
    case .active(let delegate, _, .waiting):
      delegate.tell(x)
      return x
    case .active(let delegate, let total, .running(var items)):
      guard items.count < 32 else {
        self.state = .active(delegate, total: total, .draining(items: items))
        return -1
      }
      self.state = .idle
      items.append(x)
      delegate.tell(items.count)
      self.state = .active(delegate, total: total, .running(items: items))
      return items.count
    case .active(let delegate, let total, .draining(var items)):
      guard !items.isEmpty else {
        self.state = .active(delegate, total: total, .waiting)
        return -1
      }
      self.state = .idle
      items.removeLast()
      self.state = .active(delegate, total: total, .draining(items: items))
      return x
    }
  }

  mutating func finish(_ x: Int) -> Int {
    switch self.state {
    case .idle:
      return -2
    case .active(let delegate, let total, .draining(let items)):
      delegate.tell(items.count)
      self.state = .active(delegate, total: total, .waiting)
      return items.count
    case .active(let delegate, let total, let active):
      self.state = .active(delegate, total: total &+ x, active)
      return total &+ x
    }
  }

  mutating func close(_ x: Int) -> Int {
    switch self.state {
    case .active(let delegate, _, _):
      guard x > 10 else { return -3 }
      delegate.tell(3)
      self.state = .idle
      return x
    case .idle:
      return -3
    }
  }

  mutating func reopen(_ x: Int) -> Int {
    switch self.state {
    case .idle:
      return -4
    case .active(let delegate, let total, .running):
      self.state = .active(delegate, total: total, .waiting)
      return x
    case .active(let delegate, let total, let active):
      delegate.tell(total)
      self.state = .active(delegate, total: total &+ x, active)
      return -4
    }
  }
}
