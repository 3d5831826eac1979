import TestSupport
import Testing

/// The bindings and the conditions of a transition stand before the transition.
@Suite struct PatternLoweringTests {
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

  /// A row whose patterns ask for fields of its state is an arm of its own, before that of the other rows.
  @Test func whatRowsAskOfTheirStateIsAPattern() throws {
    let text = try generated(
      """
      machine A {
        interface methods
        unhandled trap
        initial state closed(x: Bool = false, k: Int = 0)
        state open(n: Int?, _ m: Int)
        event e, f, g, h -> Int = 0, both(on: Bool), p, q
        closed(x: false) -> open(n: 1, 2) : e
        closed, open : e
        closed : p
        open(n: let v?, 3) : h / return v
        open : h / return 1
        closed : h / return 2
        closed(x: false) : f / k += 1
        closed(x: true) : f / k -= 1
        closed(x: true) : g / { print(x) }
        closed : g
        closed(x: true) : both(on: true) / k = 1
        closed : both
        closed(k: (limit)) : q
        closed, open : q / k2 += 1
        let limit: Int = 3
        var k2: Int = 0
      }
      """)
    func method(_ name: String) -> Substring {
      let parts = text.split(separator: "func ")
      return parts.first { $0.hasPrefix(name + "(") } ?? ""
    }
    #expect(method("e").contains("    case .closed(x: false, _):\n      self.state = .open(n: 1, 2)\n"))
    #expect(method("h").contains("    case .open(n: let v?, 3):\n      return v\n"))
    for (value, change) in [("false", "k + 1"), ("true", "k - 1")] {
      let arm = "    case .closed(x: \(value), let k):\n      self.state = .closed(x: \(value), k: \(change))\n"
      #expect(method("f").contains(arm))
    }
    // Swift of the user names the value, the event is asked for, too, and a value of the machine is no pattern's own.
    #expect(method("g").contains("    case .closed(let x, _):\n      if x {\n        print(x)\n"))
    #expect(method("both").contains("      if on, x {\n"))
    #expect(method("q").contains("if case (limit) = k"))
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
    #expect(text.contains("case .a(let n):"))
    #expect(text.contains("case .e(let c):"))
    #expect(text.contains("let count = c\n          if count > n {\n            emit(.o(n))\n"))
    #expect(text.contains("let count = n\n        if c > count {\n          emit(.o(c))\n"))
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
    #expect(text.contains("let z = x\n        if z > 1 {\n          self.state = .a(x: x + 1, y: y)"))
    #expect(text.contains("case .a(let x, var y):"))
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

  /// A block that declares a name neither reads nor changes the field of that name, which another effect does.
  @Test func whatABlockDeclaresIsNoFieldThatAnotherEffectChanges() throws {
    let block = #"{ let n = "x"; print(n) }"#
    for (effect, value) in [("n += 1", "stateN + 1"), ("n = 5", "5")] {
      let text = try generated(
        "machine A { initial state a(n: Int = 0) { entry / \(block)\n entry / \(effect) }; event e\n a -> a : e }")
      #expect(text.contains("do {\n\(value == "5" ? "" : "  ")      let n = \"x\"; print(n)\n"), "\(text)")
      #expect(text.contains("self.state = .a(n: \(value))"), "\(text)")
      #expect(!text.contains("n = stateN"), "\(text)")
    }
  }

  @Test func aGuardWithATrailingClosureIsPutInParentheses() throws {
    let trailing = ["x.contains { $0 > 1 }", "x.filter({ $0 > 1 }).contains { $0 > 2 }"]
    let enclosed = ["x.contains(where: { $0 > 1 })", "(x.first { $0 > 1 } ?? 0) > 2", "[{ $0 > 1 }][0](3)"]
    for condition in trailing + enclosed {
      let text = try generated(
        "machine A { initial state a(x: [Int] = []); event e; a -> a(x: []) : e [\(condition)] }")
      #expect(text.contains(trailing.contains(condition) ? "if (\(condition)) {" : "if \(condition) {"), "\(condition)")
    }
  }

  // MARK: Deep patterns

  @Test func aTupleOfNamesCannotFail() throws {
    for pattern in ["let (x, _)", "(let x, _)", "(let x, let y)", "let (x, y)"] {
      let text = try generated(
        """
        machine A {
          initial state a
          event e((Int, Int))
          output o(Int)
          a : e(\(pattern)) / o(x)
        }
        """)
      #expect(text.contains("(x, _) = "), "\(pattern)")
      #expect(!text.contains("if case"), "\(pattern)")
    }
  }

  @Test func whatStandsAfterACastBindsToo() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        event e((any Error, [Int: Int]?, Int))
        output o(Int)
        a : e(let (_ as Failure<Int, Int>, map as [Int: Int], y)) / o(y)
      }
      """)
    #expect(text.contains("if case let (_ as Failure<Int, Int>, _ as [Int: Int], y) = "))
  }

  @Test func aLetThatBindsNothingGoes() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        event e((Int?, (Int, Int)))
        output o(Int)
        a : e((let x?, let (y, z))) / o(x)
      }
      """)
    #expect(text.contains("case .e((let x?, _)):"))
  }

  /// Swift takes `.x((_, _))` for an expression where the tuple has a closure that is `@Sendable`.
  @Test func aTupleThatBindsNothingIsAWildcard() throws {
    let text = try generated(
      """
      machine A {
        initial state a {
          initial state b
          final state x((@Sendable () -> Void, Int)), y((Int, Int), k: Int)
          b -> x(({}, 1)) : e
          b -> y((1, 2), k: 3) : f
        }
        final state c
        event e, f
        output o(Int)
        a -> c : done(.x(let (p, q)))
        a -> c : done(.y((let r, let s), k: let t)) / o(t)
        a -> c : done(.y((0, let u), _))
      }
      """)
    #expect(text.contains("if case .x(_) = "))
    #expect(text.contains("if case .y(_, k: let t) = "))
    #expect(text.contains("if case .y((0, _), _) = "))
  }

  @Test func whatStandsAfterAnUnusedNameStaysThere() throws {
    let text = try generated(
      """
      machine A {
        initial state a
        event e(count: Int??)
        a : e(count: let number??)
      }
      """, locations: true)
    #expect(text.contains("_?? = count {"))
  }
}

/// Rows whose patterns together match everything are the cases of a `switch`.
@Suite struct PatternSwitchTests {
  private static func text(_ rows: String) throws -> String {
    try generated(
      """
      machine A {
        initial state a(c: Int? = nil, on: Bool = false)
        event e(x: Int?)
        output o(Int)
        let g: Bool
      \(rows)
      }
      """)
  }

  @Test func theirPatternsAreLabelsOfCases() throws {
    let text = try Self.text("  a(c: nil) : e / o(0)\n  a(c: let c?) : e / o(c)")
    #expect(text.contains("switch c {\n        case nil:\n          emit(.o(0))\n          return .stayed\n"))
    #expect(
      text.contains("        case let c?:\n          emit(.o(c))\n          return .stayed\n        }\n      }\n"))
    #expect(!text.contains("return .ignored"))
    // What accepts is known without a look.
    #expect(text.contains("func accepts(_ event: Event) -> Bool {\n    return true\n  }\n"))
  }

  @Test func severalFieldsAreATuple() throws {
    let text = try Self.text("  a(on: true) : e(x: nil) / o(0)\n  a(on: false) : e\n  a : e(x: let x?) / o(x)")
    #expect(text.contains("switch (on, x) {\n        case (true, nil):"))
    #expect(text.contains("case (false, _):\n          return .ignored\n        case (_, let x?):"))
  }

  @Test func guardsStandAfterWhere() throws {
    let rows = "  a(c: nil) : e\n  a(c: let c?) : e(x: n) [c == n] / o(c)\n  a(c: .some) : e / c = nil"
    let text = try Self.text(rows)
    #expect(text.contains("switch stateC {\n        case nil:"))
    #expect(text.contains("case let c? where c == n:\n") || text.contains("case (let c?, let n) where c == n:"))
    #expect(text.contains("case .some:\n          self.state = .a(c: nil, on: on)"))
  }

  /// A condition that binds names is none that `where` takes.
  @Test func aGuardThatBindsIsTestedBefore() throws {
    let text = try Self.text("  a(c: nil) : e\n  a(c: _?) : e(x: n) [let m = n] / o(m)\n  a(c: _?) : e / o(1)")
    #expect(text.contains("if case _? = c, let m = n {"))
    #expect(!text.contains("switch c {"))
  }

  /// Swift has shorter words for what asks an optional for nothing else.
  @Test(arguments: [
    ("nil", "o(1)", "c == nil"), ("let x?", "o(x)", "let x = c"), ("let x?", "o(1)", "c != nil"),
    ("let `in`?", "o(`in`)", "let `in` = c"), ("_?", "o(1)", "case _? = c"), ("x?", "o(1)", "case x? = c"),
    ("let x??", "o(1)", "case _?? = c"), (".none", "o(1)", "case .none = c"),
  ])
  func anOptionalIsAskedInItsWords(_ pattern: String, _ effect: String, _ test: String) throws {
    let text = try Self.text("  let x: Int\n  a(c: \(pattern)) : e [g] / \(effect)")
    #expect(text.contains("if \(test), g {"))
  }

  @Test func whatStandsBeforeIsTestedBefore() throws {
    let rows = "  a(c: 3?) : e / o(3)\n  a(c: nil) : e [g] / o(2)\n  a(c: nil) : e\n  a(c: _?) : e / o(1)"
    let text = try Self.text(rows)
    #expect(text.contains("if case 3? = c {"))
    #expect(text.contains("if c == nil, g {"))
    #expect(text.contains("switch c {\n        case nil:\n          return .ignored\n        case _?:"))
  }
}
