import TestSupport
import Testing

/// Effects that change the payload of a state in place, and those that only look at it.
@Suite struct ChangeLoweringTests {
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

  /// Behind a trap, nothing is built anew, and nothing that is put behind an entry is reached.
  @Test func anEntryThatTrapsBuildsNothingAnew() throws {
    let text = try generated(
      """
      machine A {
        wrapper @MainActor class
        initial state a
        state b(n: Int = 0, m: Int = 1) { entry / n = m + 2, trap }
        state c(n: [Int]) { entry / n = [3], trap("\\(n)") }
        state d(buffer: Buffer) { entry / { buffer.put(3) }, trap }
        state e {
          entry / trap
          do / load
          -> a : after 3s
        }
        event f, g, h, k
        output load async
        a -> b : f
        a -> c(n: []) : g
        a -> d(buffer: Buffer()) : h
        a -> e : k
        d : f / { buffer.put(4) }, trap
      }
      """)
    #expect(text.contains("case .b(_, let m) = self.state else { return }\n    let _: Int = m + 2\n    precondition"))
    #expect(text.contains("case .c(var n) = self.state else { return }\n    n = [3]\n    precondition"))
    // In the entry, and in the row.
    #expect(text.contains("Self.mayChange(&buffer)\n    buffer.put(3)\n    precondition"))
    #expect(text.contains("Self.mayChange(&buffer)\n        buffer.put(4)\n        precondition"))
    let trap = "preconditionFailure(\"A: this cannot happen\")"
    #expect(text.contains("func enterE(emit: (Output) -> Void) {\n    \(trap)\n  }"))
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
    #expect(text.contains("let items = items\n        Task { print(items) }"))
    #expect(text.contains("case .g:\n        print(items)"))
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

  @Test func aDefaultWithoutALabelIsWrittenWhereSomethingFollows() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        state b(Int = 7, n: Int = 8) {
          initial state x
        }
        state c(Int = 5, n: Int = 6)
        event e, f
        a -> b : e
        a -> c : f
      }
      """)
    #expect(text.contains("self.state = .b(7, .x)"))
    #expect(text.contains("self.state = .c()"))
  }

  @Test func aCompositeWithRegionsKeepsAPayloadThatARowLeavesOut() throws {
    let text = try generated(
      """
      machine A {
        initial state a(n: Int = 0) {
          region r {
            initial state x
            state y(n: Int = 0)
          }
          region s { initial state z }
        }
        event e(Int)
        a(_) -> a.r.y(n: 1) : e(3)
        a.r.y : e / n += 1
      }
      """)
    #expect(!text.contains("n: _"))
    #expect(text.contains("self.state = .a(n: stateN, "))
  }

  @Test func theRegionsOfAnIsolatedMachineAreMadeAnywhere() throws {
    let text = try generated(
      """
      @MainActor machine A {
        initial state a {
          region r { initial state x }
          region s { initial state y }
        }
        event e
        a : e
      }
      """)
    #expect(text.contains("nonisolated init(r: R = .x, s: S = .y) {"))
  }

  @Test func aFieldWithTheLabelOfItsCompositeIsBuiltAnewUnderTheRowsName() throws {
    let text = try generated(
      """
      machine A {
        event e
        initial state a(n: Int? = nil, left: (Int, () -> Int) = (0, { 1 })) {
          region r {
            initial state x(m: Int = 0, n: Int? = nil)
            state y
          }
          region s {
            initial state z(n: Int? = nil) { defer e }
          }
        }
        a.r.x : e / { n = nil }, { if let n { _ = n } }
      }
      """)
    #expect(!text.contains("stateValue4 = n"))
    #expect(text.contains("n: n"))
  }
}
