import Testing

@testable import StateMachineCompiler

/// What the goldens do not show. That the Swift compiles is tested with the goldens and in `Tests/Integration`.
@Suite struct EmitterTests {
  @Test func policies() throws {
    func machine(_ policy: String) throws -> String {
      try generated(
        """
        machine A {
          wrapper none
          unhandled \(policy)
          initial state a
          state b
          event e, f
          a -> b : e
          b -> a : e
          b : f
        }
        """)
    }
    #expect(try !machine("ignore").contains("unhandled("))
    #expect(try machine("assert").contains("return self.unhandled(event)"))
    #expect(try machine("assert").contains("assertionFailure("))
    #expect(try machine("trap").contains("\n        self.unhandled(event)\n"))
    #expect(try machine("trap").contains("-> Never"))
    #expect(try machine("throw").contains("return try self.unhandled(event)"))
    #expect(try machine("throw").contains("throws(UnhandledEvent)"))
  }

  @Test func nothingHidesTheParameters() throws {
    let text = try generated(
      """
      machine A {
        initial state a(event: Int = 0, emit: Int = 0)
        event e(state: Int)
        output o(Int)
        a : e [event > state] / o(emit)
      }
      """)
    #expect(text.contains("handle(event event_: Event, emit emit_: (Output) -> Void)"))
    #expect(text.contains("switch event_ {"))
    #expect(text.contains("emit_(.o(emit))"))
  }

  @Test func namesThatRowsDisputeAreBoundOnceAndGivenToEach() throws {
    let text = try generated(
      """
      machine A {
        initial state a(count: Int = 0)
        event e(count: Int)
        output o(Int)
        a(count: n) : e [count > n] / o(n)
        a : e(count: c) [c > count] / o(c)
      }
      """)
    #expect(text.contains("case .a(let stateCount):"))
    #expect(text.contains("case .e(let eventCount):"))
    #expect(text.contains("let n = stateCount"))
    #expect(text.contains("let c = eventCount"))
  }

  @Test func aFieldUnderARowsOwnNameIsAVariableOnlyWhereItChanges() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0, y: [Int] = [])
        event e, f, g
        a(x: z) : e [z > 1] / z += 1
        a(y: list) : f / list += [3]
        a : g [x > 2] / x = y.count
      }
      """)
    #expect(text.contains("let z = stateX\n          if z > 1 {\n            self.state = .a(x: z + 1, y: list)"))
    #expect(text.contains("case .a(let stateX, var list):"))
  }

  @Test func machinesWithoutOutputsHaveNoEmit() throws {
    let text = try generated("machine A { initial state a { entry / n += 1 }; var n: Int = 0; event e; a -> a : e }")
    #expect(!text.contains("emit"))
    #expect(!text.contains("Output"))
    #expect(text.contains("mutating func start() {"))
  }

  @Test func payloadsThatGrowLeaveTheStateFirst() throws {
    let text = try generated(
      """
      machine A {
        initial state a(items: Buffer)
        state b
        event e, f
        a : e / { items.put(3) }
        a : f / { print(items) }
        a -> b : f [items.isFull]
        b : e
      }
      """.replacing("  a : f / { print(items) }\n", with: ""))
    #expect(text.contains("case .a(var items):"))
    #expect(text.contains("self.state = .b\n        Self.mayChange(&items)\n        items.put(3)\n"))
  }

  @Test func blocksThatOnlyReadChangeNothing() throws {
    let text = try generated(
      """
      machine A {
        initial state a(items: [Int] = [])
        event e
        a : e / { print(items.count, items.map { $0 }) }
      }
      """)
    #expect(text.contains("case .a(let items):"))
    #expect(!text.contains("mayChange"))
  }

  /// What is known of a type decides: a method of a class is no change of the payload, one of an array is.
  @Test func referencesMayBeUsedWhereTheirStateIsLeft() throws {
    let text = try generated(
      """
      machine A {
        typealias Batch = [Int]
        initial state a(connection: Connection, waiter: CheckedContinuation<Int, Never>, batch: Batch)
        state b
        event e, f, g, h
        a -> b : e / { connection.isOpen = false; connection.remove(3); waiter.resume(returning: 1) }
        a : f / { waiter.resume(returning: 2) }
        a : g / { connection.remove(3) }
        a : h / { batch.append(3) }
        b : e
      }
      """)
    #expect(text.contains("case .a(var connection, let waiter, var batch):"))
    #expect(text.contains("case .f:\n        waiter.resume(returning: 2)\n        return .stayed"))
    #expect(text.contains("Self.mayChange(&connection)\n        connection.remove(3)"))
    #expect(!text.contains("mayChange(&batch)"))
  }

  /// Swift refuses a variable that is captured by a closure which may run at the same time.
  @Test func closuresCaptureConstants() throws {
    let text = try generated(
      """
      machine A {
        initial state a(items: [Int])
        event e, f, g
        a : e / { items.append(1) }
        a : f / { Task { print(items) } }
        a : g / { print(items) }
      }
      """)
    #expect(text.contains("case .a(var items):"))
    #expect(text.contains("let items = items\n          Task { print(items) }"))
    #expect(text.contains("case .g:\n        print(items)"))
  }

  @Test func whatABlockDeclaresHidesNoPayload() throws {
    let text = try generated(
      """
      machine A {
        initial state a(items: [Int], n: Int)
        state b(n: Int)
        event e, f
        a : e / { items.append(1); let n = "x"; print(n) }
        a -> b : f / { let (n, m) = pair(1.5, 2); print(n, m) }
        b -> a(items: []) : e [n > 3]
        b : f
      }
      """)
    #expect(text.contains("case .a(var items, let stateN):"))
    #expect(text.contains("self.state = .a(items: items, n: stateN)"))
    #expect(text.contains("let (n, m) = pair(1.5, 2); print(n, m)\n        self.state = .b(n: stateN)"))
  }

  @Test func numbersAreFoldedIntoTheCase() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0, y: [Int] = [])
        event e(by: Int), f, g
        a : e / x -= by - 1
        a : f / x = 3
        a : g / y += [x]
      }
      """)
    #expect(text.contains("self.state = .a(x: x - (by - 1), y: y)"))
    #expect(text.contains("self.state = .a(x: 3, y: y)"))
    #expect(text.contains("self.state = .a(x: x, y: [])\n        y += [x]\n        self.state = .a(x: x, y: y)"))
  }

  @Test func sourceLocationsStandBeforeEmbeddedSwift() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0)
        event e(Int)
        output o(Int)
        a -> a(x: x + 1) : e(1...3) [x > 1
          && x < 5]
          / o(x), {
            print(x)
          }
      }
      """, path: "/a folder/\"A\".sm", locations: true)
    #expect(
      text.contains(
        """
                #sourceLocation(file: "/a folder/\\"A\\".sm", line: 5)
                if case 1...3 = eventValue1, x > 1
                  && x < 5 {
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\\"A\\".sm", line: 7)
                  emit(.o(x))
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\\"A\\".sm", line: 8)
                  print(x)
                  #sourceLocation()
                  #sourceLocation(file: "/a folder/\\"A\\".sm", line: 5)
                  self.state = .a(x: x + 1)
                  #sourceLocation()
                  return .transitioned
        """))
  }

  @Test func codeOnALaterLineIsReportedThere() throws {
    let text = try generated(
      """
      machine A {
        initial state a(x: Int = 0)
        event e(Int)
        a -> a : e(1...3)
          [x > 1]
      }
      """, locations: true)
    #expect(text.contains("line: 4)\n        if case 1...3 = eventValue1, \n        x > 1 {"))
  }

  @Test func theTextDependsOnNothingButTheSource() throws {
    let text = "machine A { initial state a; event e; a -> a : e }"
    #expect(try generated(text, path: "/one/A.sm") == generated(text, path: "two/A.sm"))
  }

  @Test func aGuardWithATrailingClosureIsPutInParentheses() throws {
    let text = try generated(
      "machine A { initial state a(x: [Int] = []); event e; a -> a(x: []) : e [x.contains { $0 > 1 }] }")
    #expect(text.contains("if (x.contains { $0 > 1 }) {"))
  }
}
