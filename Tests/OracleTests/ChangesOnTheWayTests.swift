import Testing

/// The effects of an external transition change a payload without a copy, and the target has the changed payload.
@Suite struct ChangesOnTheWayTests {
  /// The main function of the programs. It counts how often an array has another storage than before, so that it was
  /// copied.
  private static let main = """
    @main struct Main {
      static func main() {
        var list: [Int] = []
        list.reserveCapacity(1_000)
        var machine = Lists(state: .a(list: list))
        list = []
        func address() -> UInt {
          switch machine.state {
          case .a(let list), .b(let list, _): list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
          default: 0
          }
        }
        var copies = 0
        for number in 0..<100 {
          let before = address()
          machine.handle(event: .add(number))
          if address() != before { copies += 1 }
        }
        print(copies, machine.state)
      }
    }
    """

  private static let hundred = "\((0..<100).map { $0 })"

  @Test(arguments: ["state c", "state c(Int = 0)"])
  func collectionsGrowInPlaceOnTheWayToAnotherState(_ other: String) throws {
    let lines = try Oracle.output(
      of: """
        machine Lists {
          wrapper none
          initial state a(list: [Int] = [])
          state b(list: [Int], count: Int)
          \(other)
          event add(Int), stop
          a -> b(count: list.count) : add(x) / { list.append(x) }
          b -> a : add(x) / { list.append(x) }
          a, b -> c : stop
        }
        """, main: Self.main)
    #expect(lines == ["0 a(list: \(Self.hundred))"])
  }

  @Test func collectionsGrowInPlaceOnTheWayThroughAChoice() throws {
    let lines = try Oracle.output(
      of: """
        machine Lists {
          wrapper none
          initial state a(list: [Int] = [])
          state b(list: [Int], count: Int)
          choice even
          event add(Int)
          a, b -> even : add(x) / { list.append(x) }
          even -> a : [list.count % 2 == 0]
          even -> b(count: list.count) : [else] / { list.reserveCapacity(2) }
        }
        """, main: Self.main.replacing("default: 0", with: ""))
    #expect(lines == ["0 a(list: \(Self.hundred))"])
  }

  /// Guards can use the names that a block of Swift has declared, and so can the effects after them.
  @Test func whatABlockDeclaresIsKnownAfterTheChoice() throws {
    let lines = try Oracle.output(
      of: """
        machine Lists {
          wrapper none
          initial state a(list: [Int] = [])
          state b(list: [Int], count: Int)
          choice counted
          output over(Int)
          event add(Int)
          a, b -> counted : add(x) / { let count = list.count + 1 }, { list.append(x) }
          counted -> b(count: count) : [count > 99] / over(count)
          counted -> a : [else]
        }
        """,
      main: Self.main.replacing("default: 0", with: "").replacing("add(number))", with: "add(number)) { print($0) }"))
    #expect(lines == ["over(100)", "0 b(list: \(Self.hundred), count: 100)"])
  }

  /// The guards of the choice's rows test a name that a block in the row to the choice has declared.
  @Test func collectionsGrowInPlaceWhereACallDecides() throws {
    let lines = try Oracle.output(
      of: """
        machine Lists {
          wrapper none
          initial state a(list: [Int] = [], reader: Reader = Reader())
          state b(list: [Int], count: Int, reader: Reader)
          choice answered
          output told(Int)
          event add(Int)
          a, b -> answered : add(x) / { list.append(x); let answer = reader.read(x) }
          answered -> a : [let y = answer, y > 90] / told(y), { list.removeLast() }, { list.append(y) }
          answered : [let y = answer, y > 50] / { list[list.count - 1] = y }
          answered -> b(count: list.count) : [answer == nil && list.count > 0]
          answered -> a : [else]
        }
        """,
      main: Self.main.replacing("default: 0", with: "").replacing(
        ".a(let list), .b(let list, _)", with: ".a(let list, _), .b(let list, _, _)"
      )
      .replacing("add(number))", with: "add(number)) { print($0) }") + """

        struct Reader {
          var total = 0
          mutating func read(_ number: Int) -> Int? {
            total += 1
            return number == 99 ? 99 : number % 3 == 0 ? nil : number
          }
        }
        """)
    #expect(
      lines == [
        "told(91)", "told(92)", "told(94)", "told(95)", "told(97)", "told(98)", "told(99)",
        "0 a(list: \(Self.hundred), reader: driver.Reader(total: 100))",
      ])
  }

  /// The history remembers the changes of a submachine at its exit, whatever function lowers the row to a choice.
  @Test(arguments: [
    """
    initial state open(count: Int = 0) {
      choice next
      initial state a: Inner
      state b
      a -> next : go / count += 1
      next -> b : [count > 9]
      next -> open.history : [else]
    }
    """,
    """
    initial state open {
      choice next
      initial state a: Inner
      state b
      a -> next : go / { let number = Int(CommandLine.argc) }
      next -> b : [number > 9]
      next -> open.history : [else]
    }
    """,
    """
    region first {
      initial state open(count: Int = 0) {
        choice next
        initial state a: Inner
        state b
        a -> next : go / count += 1
        next -> b : [count > 9]
        next -> first.open.history : [else]
      }
    }
    region second { initial state other }
    """,
    """
    initial state all(total: Int = 0) {
      region first {
        initial state open(count: Int = 0) {
          choice next
          initial state a: Inner
          state b
          a -> next : go / count += 1, total += 1
          a -> next : done / count += 1
          next -> b : [count > 9]
          next -> all.first.open.history : [else]
        }
      }
      region second {
        initial state other(count: Int = 0)
        other : go / count += 1
      }
    }
    """,
  ])
  func whatASubmachineDoesAsItIsLeftIsRemembered(_ states: String) throws {
    let lines = try Oracle.output(
      of: """
        machine Inner {
          wrapper none
          var exits: Int = 0
          initial state s { exit / exits += 1 }
          final state over
          event look, end
          output tell(Int)
          s : look / tell(exits)
          s -> over : end
        }
        machine Outer {
          wrapper none
          event go
          \(states)
        }
        """,
      main: """
        @main struct Main {
          static func main() {
            var machine = Outer()
            for event in [.go, .go, .a(.look)] as [Outer.Event] { print(machine.handle(event: event)) }
          }
        }
        """)
    #expect(lines == ["[]", "[]", "[driver.Outer.Output.a(driver.Inner.Output.tell(2))]"])
  }
}
