import Testing

/// A machine by hand, and calls that random lives are made of.
struct ByHand: Sendable, CustomTestStringConvertible {
  let name: String
  /// The file that is imported.
  let swift: String
  /// The expression that makes a machine `m`; nil for an initializer without arguments.
  var start: String?
  /// Statements that do something with `m`, and may `say` what comes of it. `n` is a number from 0 to 5.
  let calls: [String]
  /// The expression of the machine's state.
  var state = "m.state"
  /// The number of arms in the file, `default` included; a method without arms counts as one.
  let arms: Int
  /// The number of arms about states that are left out.
  var toldArms = 0

  var testDescription: String { name }

  static let all: [ByHand] = [
    ByHand(
      name: "Turnstile",
      swift: """
        struct Turnstile {
          enum State { case locked, unlocked(coins: Int), broken }
          private(set) var state = State.locked
          private var total = 0

          /// A coin is thrown in.
          mutating func coin() -> Int {
            switch state {
            case .locked:
              // The first one opens.
              total += 1
              state = .unlocked(coins: 1)
              return total
            case .unlocked(let coins):
              total += 1
              state = .unlocked(coins: coins + 1)
              return total
            case .broken: return -1
            }
          }

          mutating func push(force: Int) {
            switch self.state {
            case .locked: if force > 3 { self.state = .broken }
            case .unlocked(let coins):
              guard coins > 1 else {
                state = .locked
                return
              }
              state = .unlocked(coins: coins - 1)
            default: break
            }
          }

          mutating func mend() { state = .locked }
          var isOpen: Bool { if case .unlocked = state { return true } else { return false } }
        }
        """,
      calls: ["say(m.coin())", "m.push(force: n)", "if n == 0 { m.mend() }", "say(m.isOpen)"], arms: 7),
    ByHand(
      name: "Queue",
      swift: """
        struct Queue {
          enum State {
            struct Open { var items: [Int] = []; var sum = 0 }
            case open(Open)
            case draining(Open)
            case closed(reason: String)
            case modifying
          }
          struct Full: Error {}
          private(set) var state: State
          let limit: Int

          init(limit: Int = 3) {
            self.limit = limit
            self.state = .open(State.Open())
          }

          mutating func add(_ item: Int) throws -> Int {
            switch self.state {
            case .open(var state):
              guard state.items.count < limit else { throw Full() }
              self.state = .modifying
              state.items.append(item)
              state.sum += item
              self.state = .open(state)
              return state.items.count
            case .draining: return 0
            case .closed: throw Full()
            case .modifying: preconditionFailure("Invalid state")
            }
          }

          mutating func next() -> Int? {
            let result: Int?
            switch self.state {
            case .open(var open):
              if let first = open.items.popLast() {
                self.state = .open(open)
                result = first
              } else {
                result = nil
              }
            case .draining(var rest):
              result = rest.items.popLast()
              if rest.items.isEmpty {
                state = .closed(reason: "drained \\(rest.sum)")
              } else {
                state = .draining(rest)
              }
            case .closed, .modifying: result = nil
            }
            return result
          }

          mutating func close() -> String {
            guard case .open(let open) = state else { return "late" }
            let reason = open.items.isEmpty ? "empty" : "full"
            state = open.items.isEmpty ? .closed(reason: reason) : .draining(open)
            return reason
          }
        }
        """,
      start: "Queue(limit: 2)",
      calls: [
        "do { say(try m.add(n)) } catch { say(\"full\") }", "say(m.next() as Any)", "if n == 0 { say(m.close()) }",
      ],
      arms: 8, toldArms: 1),
    ByHand(
      name: "Shadows",
      swift: """
        struct Shadows {
          enum State { case idle, running(value: Int, text: String), ended(value: Int) }
          private(set) var state: State = .idle
          var text = "outer"

          mutating func begin(value: Int) -> Int {
            switch state {
            case .idle:
              state = .running(value: value, text: "")
              let value = value * 2
              return value
            case .running(let old, let text):
              state = .running(value: value, text: text + "+")
              return old
            case .ended(let value): return value
            }
          }

          mutating func grow() -> Int {
            switch state {
            case .running(var value, _):
              value += 10
              text += "x"
              return value
            case .idle, .ended: return 0
            }
          }

          mutating func end() -> String {
            switch state {
            case .running(var value, let text) where value > 2:
              value -= 1
              state = .ended(value: value + 1)
              return text + self.text + "\\(value)"
            case .running(_, let text):
              state = .idle
              return text
            case .idle: return "idle"
            case .ended:
              state = .idle
              return "again"
            }
          }
        }
        """,
      calls: ["say(m.begin(value: n))", "say(m.grow())", "say(m.end())", "say(m.text)"], arms: 9),
    // A value is bound in one pattern and tested in another, and is changed in all ways.
    ByHand(
      name: "Gate",
      swift: """
        struct Gate {
          enum State { case open(count: Int), locked, shut(last: Int?), parts([Int]) }
          private(set) var state: State = .locked
          private(set) var total = 40

          mutating func push() {
            switch state {
            case .open(let count):
              switch state {
              case .open(0): state = .locked
              default: state = .open(count: count - 1)
              }
            case .locked: state = .open(count: 2)
            case .shut(nil): state = .parts([1, total])
            case .shut(let last):
              if case .shut(7) = state { total += 1 }
              state = .shut(last: last.map { $0 + 1 })
            case .parts(let list): state = .shut(last: list.first)
            }
          }

          mutating func pull() {
            switch state {
            case .open(let count):
              guard case .open(1) = state else {
                state = .locked
                return
              }
              state = .shut(last: count)
            case .locked:
              state = .shut(last: total)
              total /= 2
            case .shut(nil):
              guard case .shut(let last) = state else { return }
              state = .open(count: last ?? 5)
            case .shut(let last):
              state = .shut(last: total + (last ?? 0))
              total %= 7
            case .parts(var list):
              list[0] += 3
              total |= 8
              state = .parts(list)
            }
          }
        }
        """,
      calls: ["m.push()", "m.pull()", "say(m.total)"], arms: 11),
    ByHand(
      name: "Reducer",
      swift: """
        enum Order: Equatable { case cart(items: Int), paying(items: Int), done }
        enum OrderEvent {
          /// Something is put into the cart.
          case add(Int)
          case pay, paid, cancel(reason: String)
        }
        struct Reducer {
          private(set) var order: Order = .cart(items: 0)
          private(set) var reasons: [String] = []

          @discardableResult
          mutating func handle(_ event: OrderEvent) -> Order {
            switch (order, event) {
            case (.cart(let items), .add(let more)): order = .cart(items: items + more)
            case (.cart(let items), .pay) where items > 0: order = .paying(items: items)
            case (.paying, .paid): order = .done
            case (.paying(let items), .cancel(let why)):
              reasons.append(why)
              order = .cart(items: items)
            case (_, .cancel): order = .cart(items: 0)
            default: break
            }
            return order
          }
        }
        """,
      calls: [
        "say(m.handle(.add(n)))", "say(m.handle(.pay))", "say(m.handle(.paid))",
        "if n < 2 { say(m.handle(.cancel(reason: \"r\\(n)\"))) }", "say(m.reasons)",
      ], state: "m.order", arms: 6),
    ByHand(
      name: "Branches",
      swift: """
        struct Branches {
          enum State { case a, b(Int, String), c(x: Int?) }
          private(set) var state: State
          private let id: Int
          private(set) var log: [String] = []
          var onChange: ((State) -> Void)?

          init(id: Int) {
            self.id = id
            state = .b(id, "s")
          }

          mutating func one(_ n: Int) throws -> String {
            log.append("one")
            switch state {
            case .a where n > 3, .b(_, "x"): throw CancellationError()
            case let .b(count, text) where count == n:
              state = .c(x: count)
              onChange?(state)
              return text
            case .b(let count, _):
              switch count {
              case 0: return "zero"
              case 1...2:
                state = .a
                fallthrough
              case 3: return "few"
              default: return "many"
              }
            case .c(let x?): return "\\(x)"
            case .c(nil): return "nil"
            default: return "?"
            }
          }

          mutating func again() { state = .b(3, "x") }

          mutating func three(flag: Bool) -> Int {
            let old = state
            if flag { state = .a } else { again() }
            if case .b = old { return 1 }
            return 2
          }

          @discardableResult
          mutating func four() -> Bool {
            guard case let .c(x) = state, let x, x > 1 else { return false }
            state = x > 4 ? .a : .b(x, "four")
            return true
          }
        }
        """,
      start: "Branches(id: 2)",
      calls: [
        "do { say(try m.one(n)) } catch { say(\"thrown\") }", "if n == 0 { m.again() }",
        "if n < 2 { say(m.three(flag: n == 0)) }", "say(m.four())", "say(m.log.count)",
      ], arms: 9),
    ByHand(
      name: "Mixed",
      swift: """
        struct Mixed<Item: Equatable> {
          enum Mode {
            case filling(items: [Item], last: Item?)
            case full((count: Int, note: String?))
            case drained
          }
          enum Answer: Equatable { case kept(Int), dropped(reason: String), none }
          private(set) var mode: Mode
          var note: String? = nil
          private(set) var items = 0

          init(first: Item) { mode = .filling(items: [first], last: nil) }

          mutating func put(_ item: Item, limit: Int) -> Answer {
            switch mode {
            case .filling(let items, _) where items.contains(item): return .dropped(reason: "twice")
            case .filling(var items, let last):
              items.append(item)
              self.items += 1
              guard items.count < limit else {
                mode = .full((count: items.count, note: note))
                return last == nil ? .none : .kept(items.count)
              }
              mode = .filling(items: items, last: item)
              return .kept(items.count)
            case .full(let info):
              if let text = info.note { return .dropped(reason: text) }
              return .dropped(reason: "full")
            case .drained: return .none
            }
          }

          mutating func put(all more: [Item], into total: inout Int) {
            guard case .filling(let items, let last) = mode, let first = more.first else {
              total = -1
              return
            }
            total += items.count
            mode = .filling(items: items + [first], last: last ?? first)
          }

          mutating func drain() -> [Item] {
            switch mode {
            case .filling(let items, .some(let last)):
              mode = .drained
              note = "drained"
              return items + [last]
            case .filling(let items, nil):
              note = nil
              return items
            case .full, .drained:
              defer { mode = .drained }
              return []
            }
          }

          mutating func refill(_ item: Item) {
            if case .drained = mode, items % 2 == 0 || note == nil {
              mode = .filling(items: [item], last: item)
              return
            }
            note = note.map { $0 + "!" } ?? "?"
          }
        }
        """,
      start: "Mixed(first: 0)",
      calls: [
        "say(m.put(n, limit: 3))", "do { var total = n; m.put(all: [n, 1], into: &total); say(total) }",
        "if n < 2 { say(m.note as Any) }", "m.refill(n)", "say(m.items)",
      ], state: "m.mode", arms: 9, toldArms: 1),
    ByHand(
      name: "NextState",
      swift: """
        struct NextState {
          enum State: Equatable { case idle, connecting(attempt: Int), online, failed }
          enum Event { case connect, connected, lost, giveUp }
          private(set) var state: State = .idle
          private(set) var count = 0

          mutating func reduce(_ event: Event, if isWanted: Bool) -> Bool {
            guard isWanted else { return false }
            let next: State
            switch (state, event) {
            case (.idle, .connect), (.failed, .connect): next = .connecting(attempt: 1)
            case (.connecting(let attempt), .lost) where attempt < 3: next = .connecting(attempt: attempt + 1)
            case (.connecting, .lost): next = .failed
            case (.connecting, .connected): next = .online
            case (_, .giveUp): next = .failed
            case (.online, .lost):
              count += 1
              next = .idle
            default: return false
            }
            state = next
            return true
          }
        }
        """,
      calls: [
        "say(m.reduce(.connect, if: n > 0))", "say(m.reduce(.connected, if: n > 0))", "say(m.reduce(.lost, if: true))",
        "if n == 0 { say(m.reduce(.giveUp, if: true)) }", "say(m.count)",
      ], arms: 7),
    ByHand(
      name: "NestedReducer",
      swift: """
        struct NestedReducer {
          enum State { case off, on(level: Int) }
          enum Event { case press, turn(by: Int) }
          private(set) var state: State = .off

          mutating func handle(event: Event) {
            switch state {
            case .off:
              switch event {
              case .press: state = .on(level: 1)
              case .turn: break
              }
            case .on(let level):
              switch event {
              case .press: state = .off
              case .turn(let by):
                if by > 3 { return }
                state = .on(level: level + by)
              }
            }
          }
        }
        """,
      calls: ["m.handle(event: .press)", "m.handle(event: .turn(by: n))"], arms: 4),
    ByHand(
      name: "PureReducer",
      swift: """
        enum Login: Equatable {
          case out, inside(user: String), failed(Int)
          enum Event { case ok(String), bad(Int), leave }
          static func reduce(_ state: Login, _ event: Event) -> Login {
            switch (state, event) {
            case (.out, .ok(let user)), (.failed, .ok(let user)): return .inside(user: user)
            case (.failed(let count), .bad(let more)): return count + more > 6 ? .out : .failed(count + more)
            case (.out, .bad(let count)): return .failed(count)
            case (_, .leave): return .out
            default: return state
            }
          }
        }
        """,
      start: "Login.out",
      calls: [
        "m = Login.reduce(m, .ok(\"u\\(n)\"))", "m = Login.reduce(m, .bad(n))", "m = Login.reduce(m, .leave)",
      ], state: "m", arms: 5),
    ByHand(
      name: "Connection",
      swift: """
        enum Connection {
          case idle
          case connecting(attempt: Int)
          case connected, closed

          mutating func connect() -> Bool {
            switch self {
            case .idle:
              self = .connecting(attempt: 1)
              return true
            case .connecting(let attempt):
              self = .connecting(attempt: attempt + 1)
              return attempt < 3
            case .connected, .closed: return false
            }
          }
          mutating func established() {
            guard case .connecting = self else { return }
            self = .connected
          }
          mutating func close() { self = .closed }
          var isOpen: Bool { if case .connected = self { return true } else { return false } }
        }
        """,
      start: "MADE",
      calls: ["say(m.connect())", "m.established()", "if n == 0 { m.close() }", "say(m.isOpen)"], state: "STATE",
      arms: 5),
    ByHand(
      name: "Player",
      swift: """
        final class Player {
          enum State: Equatable { case idle, playing(String), paused(String) }
          private(set) var state: State = .idle
          var isMuted = false

          func play(_ item: String) {
            guard state != .playing(item) else { return }
            state = .playing(item)
            isMuted = false
          }
          func toggle() {
            if case .playing(let item) = state {
              state = .paused(item)
            } else if case .paused(let item) = state, !isMuted {
              state = .playing(item)
            }
          }
          func stop() {
            if state == .idle || isMuted { return }
            state = .idle
          }
          func mute() { isMuted = true }
        }
        """,
      calls: ["m.play(\"\\(n % 2)\")", "m.toggle()", "m.stop()", "if n == 0 { m.mute() }"], arms: 3),
    ByHand(
      name: "Noncopyable",
      swift: """
        struct Noncopyable: ~Copyable {
          struct Open: ~Copyable { var count: Int }
          enum State: ~Copyable { case open(Open), closed(total: Int) }
          private(set) var state: State = .open(Open(count: 0))

          init(state: consuming State = .open(Open(count: 0))) { self.state = state }

          mutating func add(_ more: Int) {
            switch consume self.state {
            case .open(var open):
              open.count += more
              self = .init(state: .open(open))
            case .closed(let total): self = .init(state: .closed(total: total))
            }
          }
          mutating func close() -> Int {
            switch consume self.state {
            case .open(let open):
              let count = open.count
              self = .init(state: .closed(total: count))
              return count
            case .closed(let total):
              self = .init(state: .closed(total: total))
              return -1
            }
          }
        }
        """,
      calls: ["m.add(n)", "if n == 0 { say(m.close()) }"], state: "0", arms: 4),
    ByHand(
      name: "Cow",
      swift: """
        struct Cow {
          enum State { case empty, full(items: [Int]), modifying }
          private(set) var state: State = .empty

          mutating func add(_ item: Int) -> Int {
            switch state {
            case .empty:
              state = .full(items: [item])
              return 1
            case .full(var items):
              return self.modify { state -> Int in
                items.append(item)
                state = .full(items: items)
                return items.count
              }
            case .modifying: fatalError()
            }
          }
          mutating func take() -> Int? {
            guard case .full(var items) = state, !items.isEmpty else {
              state = .empty
              return nil
            }
            state = .modifying
            let first = items.removeFirst()
            state = .full(items: items)
            return first
          }
          private mutating func modify<Result>(_ body: (inout State) -> Result) -> Result {
            state = .modifying
            defer { if case .modifying = state { fatalError() } }
            return body(&state)
          }
        }
        """,
      calls: ["say(m.add(n))", "say(m.take() as Any)"], arms: 4, toldArms: 1),
    ByHand(
      name: "Winch",
      swift: """
        struct Winch {
          enum State { case off, at(floor: Int, ticks: Int = 0), held(by: Int, note: String? = nil), gone(code: Int?) }
          struct Odd: Error {}
          private(set) var state = State.off
          private(set) var calls = 0, log = [String]()

          mutating func call(floor: Int) -> Int {
            calls += 1
            switch state {
            case .off: state = .at(floor: floor)
            case .at(let current, let ticks):
              if ticks > 2 {
                state = .held(by: current, note: "n")
              } else {
                state = .at(floor: current, ticks: ticks + 1)
              }
            case .held(let n, _) where n > floor: state = .held(by: floor)
            case .held: state = floor == 0 ? .off : .gone(code: floor)
            case .gone: state = .off
            }
            return calls
          }
          mutating func count(to floor: Int) throws -> Int {
            guard case .at(var now, let ticks) = state else { throw Odd() }
            now += 1
            if floor > 3 { return now }
            state = .at(floor: now, ticks: ticks)
            return -now
          }
          mutating func end(code: Int?) -> String {
            switch state {
            case .gone(let old?):
              state = .gone(code: code)
              return "\\(old)"
            case .gone(nil):
              state = .gone(code: code)
              return "nothing"
            case .off: state = .gone(code: code)
            case .at(let ticks, let floor): state = .held(by: ticks + floor)
            case .held(let by, let note):
              let by = by + 1
              if by > 4 { state = .gone(code: by) }
              return note ?? "\\(by)"
            }
            return "ended"
          }
          mutating func swap() { state = state == .off ? .gone(code: 1) : .off }
        }
        extension Winch.State: Equatable {}
        """,
      calls: [
        "say(m.call(floor: n))", "say((try? m.count(to: n)) as Any)", "say(m.end(code: n > 2 ? n : nil))", "m.swap()",
      ], arms: 12),
  ]
}
