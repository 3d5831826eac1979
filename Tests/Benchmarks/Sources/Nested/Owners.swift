// Machines whose payloads own something: one that cannot be copied, one with a queue in each state, and one whose
// composite holds a delegate; and the same by hand.

final class CountingDelegate: SessionDelegate {
  private var sum = 0

  @inline(never)
  func tell(_ x: Int) { sum &+= x }
}

/// Another class, so that Swift cannot foresee what is called.
final class QuietDelegate: SessionDelegate {
  @inline(never)
  func tell(_ x: Int) {}
}

nonisolated(unsafe) private let delegate: any SessionDelegate =
  CommandLine.arguments.count > 9 ? QuietDelegate() : CountingDelegate()

/// The events of the three machines.
protocol Owner: SyntheticMachine, ~Copyable {
  init()
  mutating func begin(_ x: Int) -> Int
  mutating func add(_ x: Int) -> Int
  mutating func finish(_ x: Int) -> Int
  mutating func close(_ x: Int) -> Int
  mutating func reopen(_ x: Int) -> Int
}

extension Owner where Self: ~Copyable {
  static func make() -> Self { Self() }

  /// Not inlined into the loop, where a machine would be a variable of it.
  @inline(never)
  mutating func take(_ event: Int, _ x: Int) -> Int {
    switch event {
    case 0...2: begin(x)
    case 3, 4: finish(x)
    case 5: close(x + 6)
    case 6, 7: reopen(x)
    default: add(x)
    }
  }
}

extension Channel: Owner, SyntheticMachine where Element == Int {
  init() { self.init(state: .idle()) }
  mutating func begin(_ x: Int) -> Int { start(x) }
}

extension HandWrittenChannel: Owner, SyntheticMachine where Element == Int {
  init() { self.init(limit: 32) }
  mutating func begin(_ x: Int) -> Int { start(x) }
}

extension Buffer: Owner {
  init() { self.init(state: .open()) }
  mutating func begin(_ x: Int) -> Int { start(x) }
}

extension HandWrittenBuffer: Owner { mutating func begin(_ x: Int) -> Int { start(x) } }

extension Session: Owner {
  init() { self.init(state: .idle) }
  mutating func begin(_ x: Int) -> Int { start(x, delegate) }
}

extension HandWrittenSession: Owner { mutating func begin(_ x: Int) -> Int { start(x, delegate) } }

func compareOwners() {
  compare("a channel that cannot be copied", Channel<Int>.self, HandWrittenChannel<Int>.self)
  compare("a queue in each state", Buffer.self, HandWrittenBuffer.self)
  compare("a delegate in a composite", Session.self, HandWrittenSession.self)
}
