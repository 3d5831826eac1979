/// Machines with bounds, values and statements, and what exploring finds in them.
extension ExploredMachinesTests {
  /// Exploring ends at the bounds of the file, or at default bounds, which the report names.
  static let bounds = [
    Explored(
      name: "FourAreTooMany",
      text: """
        machine FourAreTooMany {
          initial state busy(done: Int = 0) { defer job }
          state idle(done: Int)
          event job, free
          busy -> idle : free
          idle -> idle(done: done + 1) : job
          idle -> busy(done: 0) : free
          never idle [done >= 4]
          within idle [done < 6]
        }
        """,
      findings: ["8: 'never idle [done >= 4]' does not hold"],
      told: ["beyond 'within * [deferred < 5]', a default"]),
    Explored(
      name: "TwoAreDeferred",
      text: """
        machine TwoAreDeferred {
          initial state busy { defer job }
          state idle(done: Int = 0)
          state much
          event job, free
          busy -> idle : free
          idle -> idle(done: done + 1) : job [done < 3]
          idle -> much : job [else]
          much -> busy : free
          within * [deferred < 2]
          within idle [done < 3]
        }
        """,
      findings: [
        "8: no path leads to this row as far as 'within * [deferred < 2]' and 'within idle [done < 3]' goes: "
          + "idle -> much : job [else]",
        "9: no path leads to this row as far as 'within * [deferred < 2]' and 'within idle [done < 3]' goes: "
          + "much -> busy : free",
        "4: 'much' is not reached as far as 'within * [deferred < 2]' and 'within idle [done < 3]' goes",
      ],
      told: ["1 beyond 'within * [deferred < 2]'", "1 beyond 'within idle [done < 3]'"]),
    Explored(
      name: "Repeats",
      text: """
        machine Repeats: Sendable {
          initial state a
          output fetch async -> got
          event more, got
          a : more / fetch
          a : got
        }
        """,
      findings: [], told: ["4 configurations, 5 steps, depth 3, 1 beyond 'within * [tasks < 3]', a default"]),
    Explored(
      name: "RepeatsOnce",
      text: """
        machine RepeatsOnce: Sendable {
          initial state a
          output fetch async -> got
          event more, got
          a : more / fetch
          a : got
          within * [tasks < 1]
        }
        """,
      findings: ["6: no path leads to this row as far as 'within * [tasks < 1]' goes: a : got"],
      told: ["2 configurations, 1 steps, depth 1, 1 beyond 'within * [tasks < 1]';"]),
    Explored(
      name: "Waits",
      text: """
        machine Waits {
          initial state idle(waiting: [CheckedContinuation<Int, Never>] = [])
          event ask(c: CheckedContinuation<Int, Never>), answer
          output reply([CheckedContinuation<Int, Never>])
          idle : ask(c) / { waiting.append(c) }
          idle : answer / reply(waiting), waiting = []
          can be idle [waiting.count == 3]
        }
        """,
      findings: ["7: 'can be idle [waiting.count == 3]' does not hold as far as 'within * [waiters <= 2]' goes"],
      told: ["none beyond 'within * [waiters <= 2]', a default"]),
    Explored(
      name: "WaitsLonger",
      text: """
        machine WaitsLonger {
          initial state idle(waiting: [CheckedContinuation<Int, Never>] = [])
          event ask(c: CheckedContinuation<Int, Never>), answer
          output reply([CheckedContinuation<Int, Never>])
          idle : ask(c) / { waiting.append(c) }
          idle : answer / reply(waiting), waiting = []
          can be idle [waiting.count == 3]
          within * [waiters < 3]
        }
        """,
      findings: [], told: ["6 beyond 'within * [waiters < 3]'"]),
    Explored(
      name: "GivenWaiters",
      text: """
        machine GivenWaiters {
          initial state idle(waiting: [CheckedContinuation<Int, Never>] = [])
          event ask(c: CheckedContinuation<Int, Never>), answer
          output reply([CheckedContinuation<Int, Never>])
          idle : ask(c) / { waiting.append(c) }
          idle : answer / reply(waiting), waiting = []
          can be idle [waiting.count == 3]
          try ask(c: continuation(1...3))
        }
        """,
      findings: [], told: ["16 configurations, 31 steps, depth 3;"]),
    // The advice is a statement that the machine takes.
    Explored(
      name: "Grows",
      text: """
        machine Grows {
          initial state a(n: Int = 0)
          state b(name: String)
          event inc, go, add
          a -> b(name: "") : go
          b : add / name += "x"
          b -> a : go
          within a [n < 2]
          a : inc / n += 1
        }
        """,
      findings: [
        "0: not all was seen within 100000 configurations: say by 'within' what is gone on from, as in "
          + "'within b [name.count < 3]', or call 'explore' with bounds"
      ]),
    Explored(
      name: "Bounded",
      text: """
        machine Bounded {
          initial state a(n: Int = 0)
          state b(name: String)
          event inc, go, add
          a -> b(name: "") : go
          b : add / name += "x"
          b -> a : go
          within a [n < 2]
          a : inc / n += 1
          within b [name.count < 3]
        }
        """,
      findings: [], told: ["1 beyond 'within a [n < 2]', 1 beyond 'within b [name.count < 3]'"]),
  ]

  /// The values of the file are tried; an event with a type of unknown values is one finding.
  static let values = [
    Explored(
      name: "Constants",
      text: """
        machine Constants {
          initial state locked
          state open
          event word(text: String), level(v: Double), below(v: Float), temp(c: Int), got(r: Result<Int, any Error>)
          choice rank
          event ranked(r: Kind)
          open -> rank : ranked
          rank -> locked : [r == .gold]
          rank -> open : [else]
          event kind(k: Kind), other(k: Kind?), all(ks: [Kind]), list(ids: [Int]), id(ids: [Int]), short(s: String)
          event character(c: Character), byte(b: UInt8), limited(n: Int), range(n: Int), helped(n: Int), sign(n: Int)
          event hex(n: Int), noted(a: String, n: Int), most(n: Int)
          swift {
            enum Kind { case plain, silver, gold }
            enum Names { enum Inner: String { case a = "x", b } }
            static let big = 77
            static func isBig(_ n: Int) -> Bool { n > big }
          }
          let limit: Int = 40
          locked -> open : word(text: "secret")
          open -> locked : level(v) [v > 0.5 && v < 0.7]
          open -> locked : below(v) [v < -0.25]
          open -> locked : temp(c) [c < -3]
          open -> locked : got(r: .success(let v)) [v > 5]
          open -> locked : kind(k) [k == .gold]
          open -> locked : other(k: .silver?)
          open -> locked : all(ks) [ks.contains(.plain)]
          open -> locked : list(ids) [ids.count > 4]
          open -> locked : id(ids) [ids.contains(1_500)]
          open -> locked : short(s) [s.count > 9]
          open -> locked : character(c: "(")
          open -> locked : byte(b) [b == UInt8(ascii: ":")]
          open -> locked : limited(n) [n > limit]
          open -> locked : range(n: 20...25)
          open -> locked : helped(n) [Self.isBig(n)]
          open -> locked : sign(n) [n < 0]
          open -> locked : hex(n) [n == 0xFF]
          open -> locked : noted(a, n) [a == "ab" && n == 12]
          open -> locked : most(n) [n == .max]
        }
        """,
      findings: []),
    Explored(
      name: "Balance",
      text: """
        machine Balance {
          initial state account(total: Int = 0)
          event add(n: Int), close
          final state closed
          account : add(n) [total + n < 9] / total += n
          account -> closed : close
          invariant account [total >= 0]
          within account [total > -2]
        }
        """,
      findings: ["7: 'invariant account [total >= 0]' does not hold"]),
    Explored(
      name: "Unknown",
      text: """
        machine Unknown {
          initial state locked
          state open
          state deep
          final state over
          event word(text: String), go, odd(_ o: Odd)
          swift {
            struct Odd { var x: Int }
            static func isMagic(_ text: String) -> Bool { text.utf8.count == 7 }
          }
          locked -> open : word(text) [Self.isMagic(text)]
          open -> deep   : go
          deep -> over   : go
          deep -> open   : odd
          locked can reach over
          never deep [false]
        }
        """,
      findings: [
        "6: 'word' is tried with text: \"\", \"a\", with which no path leads to this row: "
          + "locked -> open : word(text) [Self.isMagic(text)]; write others after 'try word(text: …)'",
        "6: 'odd' is not tried, as no values of 'o' are known: write some after 'try odd(o: …)', or let the type "
          + "conform to 'Tried'",
      ]),
    // What constants decide, and what the state decides, is a matter of the row.
    Explored(
      name: "Decided",
      text: """
        machine Decided {
          initial state a(k: Int = 0)
          state b, c
          event set(n: Int), name(text: String), kind(k: Kind)
          swift {
            enum Kind { case one, two }
            static func isFine(_ text: String) -> Bool { text.utf8.count < 9 }
          }
          a -> b : set(n) [n > 10 && k == 1]
          a -> b : set(n) [n > 20 && n < 15]
          a -> b : kind(k: .two)
          b -> a(k: 0) : kind(k) [k == .one]
          a : name(text) [Self.isFine(text)] / k = 0
          a -> c : name [else]
        }
        """,
      findings: [
        "4: 'name' is tried with text: \"\", \"a\", with which no path leads to "
          + "this row: a -> c : name [else]; write others after 'try name(text: …)'",
        "9: no path leads to this row: a -> b : set(n) [n > 10 && k == 1]",
        "10: no path leads to this row: a -> b : set(n) [n > 20 && n < 15]",
      ]),
    // What a value is assigned to, given for, or carried over to, is compared elsewhere.
    Explored(
      name: "Flows",
      text: """
        machine Flows {
          var who: String = ""
          initial state a(n: Int = 0)
          state b(n: Int), hot(n: Int), c(left: Int), d
          event set(x: Int), name(s: String), carry(n: Int), give(k: Int), go, lost(x: [String: Int])
          choice pick
          a -> pick : set(x) / n = x
          pick -> hot : [n > 70]
          pick -> b   : [n > 50]
          pick -> a   : [else]
          hot -> b(n: 0) : always [n > 90]
          hot -> a(n: 0) : go
          a : name(s) / who = s
          a -> b(n: 1) : go [who == "admin"]
          c -> a : carry
          b -> a(n: 0) : go
          a -> d : go [n == 33]
          a -> c(left: k) : give
          c -> d : go [left > 44]
          c -> a(n: 0) : go [else]
          a : go [else]
          d -> a(n: 0) : lost(x) [x["key"] == 3]
          d : go
          never a [n == 55]
          never hot [n == 80]
        }
        """,
      findings: ["25: 'never hot [n == 80]' does not hold", "24: 'never a [n == 55]' does not hold"]),
    Explored(
      name: "BeginsTwice",
      text: """
        machine BeginsTwice {
          let limit: Int
          initial state a(n: Int)
          final state b
          event go
          a : go [n < limit] / n += 1
          a -> b : go [else]
          try init(limit: 3)
          try init(limit: 2, n: 1)
        }
        """,
      findings: []),
    Explored(
      name: "Begins",
      text: """
        machine Begins {
          let limit: Int
          initial state a(id: Int)
          state b
          event step
          a -> b : step [limit > 30 && id != 4]
          b -> a(id: 1) : step
          try init(limit: 33, id: 3...4)
          can be a [id == 4]
        }
        """,
      findings: ["3: nothing happens any more in 'a', which is not final"]),
    Explored(
      name: "Overloaded",
      text: """
        machine Overloaded {
          interface methods
          initial state a(n: Int = 0)
          event next -> Int = 0
          event next(for key: Int)
          a : next() / n += 1, return n
          a : next(for:)
          try next(for: 1)
          try next() [n < 3]
          try next(for:) [n > 9]
        }
        """,
      findings: ["10: 'try next(for:) [n > 9]' never comes, as its guard never holds"]),
  ]

  /// Statements that say something are told from those that do not, and findings say what they follow from.
  static let statements = [
    Explored(
      name: "Witness",
      text: """
        machine Witness {
          initial state a(n: Int = 0)
          state b
          event inc
          a : inc [n < 5] / n += 1
          a -> b : inc [n == 5]
          b -> a : inc
          can be a [n == 5]
          /// It counts to six.
          can be a [n == 6]
          can be b
          never a(n: 7) [true]
          invariant a [n <= 5]
        }
        """,
      findings: [
        "10: 'can be a [n == 6]' does not hold: It counts to six.",
        "12: 'never a(n: 7) [true]' says nothing: no configuration is of its sources",
      ]),
    Explored(
      name: "Dials",
      text: """
        machine Dials: Sendable {
          initial state idle
          state dialling { do / dial }
          state online
          event call, hangUp
          output dial stream -> connected, dropped
          event connected, dropped
          idle -> dialling : call
          dialling -> online : connected
          dialling -> idle : dropped
          online : dropped
          online -> idle : hangUp
        }
        """,
      findings: [
        "11: no path leads to this row: online : dropped; 'dropped' is sent by 'dial' alone, which is not running in "
          + "'online'"
      ]),
    Explored(
      name: "AlsoDials",
      text: """
        machine AlsoDials: Sendable {
          initial state dialling { do / dial }
          state online
          event hangUp, connected, dropped
          output dial stream -> connected, also dropped
          dialling -> online : connected
          online : dropped
          online -> dialling : hangUp
        }
        """,
      findings: []),
    // A number that equals nothing, itself included, is no disagreement of the two machines.
    Explored(
      name: "NotANumber",
      text: """
        machine NotANumber: Equatable {
          initial state a(v: Double = 0)
          event lose, reset
          a : lose  / v = .nan
          a : reset / v = 0
        }
        """,
      findings: []),
    // A guard that always holds says that the event may come at any time.
    Explored(
      name: "MayCome",
      text: """
        machine MayCome {
          initial state a
          state b, c
          event go, job
          a -> b : go
          b -> a : go
          a : job
          b : job / trap("no job")
          b -> c : go [false]
          c -> a : go
          try job [true]
          never c
        }
        """,
      findings: [
        "8: this row stops the program: b : job / trap(\"no job\")",
        "9: no path leads to this row: b -> c : go [false]",
        "10: no path leads to this row: c -> a : go",
        "3: 'c' is never reached",
      ]),
    Explored(
      name: "TwoRegions",
      text: """
        machine TwoRegions {
          region left { initial state l; state l2; l -> l2 : go }
          region right { initial state r; state r2; r -> r2 : go }
          event go
        }
        """,
      findings: ["2: nothing happens any more in 'left.l2, right.r2', which is not final"]),
    Explored(
      name: "Expressed",
      text: """
        machine Expressed: Sendable {
          let patience: Duration = .seconds(1)
          initial state a
          state b
          state c
          event go
          a -> b : after(patience)
          a -> c : after 1ms
          b -> a : go
          c -> a : go
          never b
        }
        """,
      findings: ["11: 'never b' does not hold"],
      told: ["// the duration of 'a' is an expression, so that it elapses at any time"]),
    Explored(
      name: "Lent",
      text: """
        machine Lent: ~Copyable {
          interface methods
          initial state free(times: Int = 0)
          state lent(times: Int)
          event lend(limit: Int)
          free -> lent(times: times + 1) : lend [times < 2]
          lent -> free : lend
          never free [times == 2]
        }
        """,
      findings: [
        "8: 'never free [times == 2]' does not hold"
      ],
      told: ["// lent(times: 2)", "// free(times: 2)"]),
  ]

  /// Glue of another version is told.
  static let versions = [
    Explored(
      name: "Aged", text: lamp("Aged", "on -> off : press"),
      findings: [
        "1: 'Aged.glue.swift' is made from an older version of this file, so that nothing is explored: write it anew "
          + "with 'sm-gen glue'"
      ],
      told: ["0 configurations, 0 steps"], file: lamp("Aged", "on -> off : press  // twice")),
    // The ends of lines are those of the checkout.
    Explored(
      name: "CheckedOut", text: lamp("CheckedOut", "on -> off : press"), findings: [],
      file: lamp("CheckedOut", "on -> off : press").replacing("\n", with: "\r\n")),
    Explored(
      name: "Stale", text: lamp("Stale", "on -> off : press"),
      findings: [
        "6: the machine does something else than its glue has of it: the generated file and the glue are of two versions of "
          + "the file; write both anew"
      ],
      built: lamp("Stale", "on -> dim : press")),
  ]

  private static func lamp(_ name: String, _ row: String) -> String {
    """
    machine \(name) {
      initial state off
      state on, dim
      event press
      off -> on : press
      \(row)
      dim -> off : press
      off -> dim : dim
      event dim
    }
    """
  }
}
