import Testing

@testable import StateMachineCompiler

/// The functions of machines that have one for each event.
@Suite struct MethodPrinterTests {
  private func generated(_ body: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> String {
    let source = SourceFile(path: "m.sm", text: "machine M {\n  interface methods\n\(body)\n}\n")
    let result = Compiler().generate(source)
    try #require(
      result.diagnostics.filter { $0.severity == .error }.map(\.message) == [], sourceLocation: sourceLocation)
    return String(decoding: result.swift ?? [], as: UTF8.self)
  }

  @Test func nothingOfTheReducerIsThere() throws {
    let text = try generated("initial state a; final state b; event e; a -> b : e")
    for name in ["Event", "Outcome", "accepts", "isFinal", "start", "handle", "Name", "class", "actor"] {
      #expect(!text.contains(name), "\(name)")
    }
  }

  /// What calls nothing that could change what it reads stands behind the new state; anything else before it.
  @Test(arguments: [
    ("list.isEmpty ? .go : .stop", true), (".some(list)", true), ("Answer(list, 3)", true), ("list + [1]", true),
    ("list.popLast()", false), ("next(list)", false), ("count", false), ("self.limit", false), ("state", false),
    ("try check()", false), ("list[0]", false), ("\"\\(list)\"", false), ("limit", true), (".go", true),
    ("Answer.go.next()", false), ("list!", false),
  ])
  func answersFollowTheNewStateWhereNobodyCanTell(_ answer: String, _ follows: Bool) throws {
    let text = try generated(
      """
      let limit: Int
      var count: Int
      initial state a(list: [Int])
      state b
      event e throws -> Answer
      unhandled trap
      a -> b : e / return \(answer)
      """)
    #expect(text.contains("let answer: Answer = \(answer)\n      self.state = .b\n      return answer") != follows)
    #expect(text.contains("self.state = .b\n      return \(answer)\n") == follows)
  }

  /// In an optional, `.none` and `.some` are those of the optional.
  @Test(arguments: [
    ("Action", "go", ".go"), ("Action?", "go", ".go"), ("Action?", "none", "Action.none"),
    ("Action?", "some", "Action.some"), ("Action", "none", ".none"),
  ])
  func casesAreNamedAsShortAsSwiftFindsThem(_ type: String, _ name: String, _ answer: String) throws {
    let text = try generated(
      "initial state a; action Action { go, none, some }; event e -> \(type)\na : e / \(name)")
    #expect(text.contains("return \(answer)\n"))
  }

  @Test func aMethodWithoutAnAnswerReturnsWhereSomethingFollows() throws {
    let text = try generated(
      """
      initial state a(n: Int = 0)
      state b
      event e
      a -> b : e [n > 2]
      a : e [n > 1] / n = 0
      a : e
      b : e
      """)
    #expect(
      text.contains(
        """
            case .a(let n):
              if n > 2 {
                self.state = .b
                return
              }
              if n > 1 {
                self.state = .a(n: 0)
                return
              }
            case .b:
              break
        """) || text.contains("return\n      }\n      break\n    case .b:\n      break"))
  }

  /// The payload leaves the state before it is changed, unless something must see the source.
  @Test(arguments: [
    ("{ list.append(1) }", true), ("{ list.append(state.count) }", false), ("{ list.append(self.count) }", true),
    ("{ list.append(self.next()) }", false), ("{ list.append(try next()) }", false), ("{ use(self, &list) }", false),
  ])
  func aPayloadIsChangedInPlace(_ block: String, _ empties: Bool) throws {
    let text = try generated(
      """
      let count: Int
      initial state a(list: [Int] = [])
      state b
      event e throws
      a : e / \(block)
      b : e
      """)
    #expect(text.contains("self.state = .b\n") == empties)
    #expect(text.contains("self.state = .a(list: list)\n"))
  }

  @Test func anInitializerTakesWhatTheInitialStateNeeds() throws {
    let text = try generated(
      """
      let clock: Clock
      var limit: Int = 3
      initial state a(base: Base, _ count: Int, more: Bool = false)
      let interval: Int
      event e
      a : e
      """)
    #expect(
      text.contains(
        """
          init(clock: Clock, base: Base, _ count: Int, interval: Int) {
            self.init(clock: clock, interval: interval, state: .a(base: base, count))
          }
        """))
  }

  @Test func parametersKeepTheNamesOfTheEvent() throws {
    let text = try generated(
      """
      initial state a
      event e(code number: Int, _ text: String)
      a : e(x, _) / { print(x) }
      """)
    #expect(text.contains("mutating func e(code number: Int, _ text: String) {"))
    #expect(text.contains("let x = number"))
  }

  /// Methods that are called on a field are known to change it where it is declared so, and else are not.
  @Test func fieldsThatMethodsChangeAreDeclaredSo() throws {
    let text = try generated(
      """
      initial state a(var inner: Inner, other: Inner)
      state b
      event e
      a : e / { inner.next(); other.next() }
      b : e
      """)
    #expect(text.contains("case .a(var inner, let other):"))
    #expect(!text.contains("mayChange"))
  }

  @Test func aCompositeHasAFunctionForEachOfItsEvents() throws {
    let text = try generated(
      """
      unhandled trap
      initial state out
      state active(n: Int) {
        initial state one
        state two
        -> out : leave(code) / return n + code
        one -> two : leave [n > 3] / return 0
      }
      event enter(n: Int), leave(_ code: Int) -> Int
      out -> active : enter
      """)
    #expect(text.contains("private mutating func leaveActive(_ code: Int) -> Int {"))
    #expect(text.contains("return self.leaveActive(code)"))
  }

  private static let nested = """
    unhandled trap
    initial state idle
    state sending(left: Int, right: Int) {
      initial state head
      state body(count: Int) {
        initial state uploadingTheFirstPartOfAll
        state uploadingWhatFollowsIt
      }
      state trailers
      body : part / count += 1
    }
    event begin, part, end
    idle -> sending(left: 0, right: 0) : begin
    sending.body : end
    """

  /// One label names all that a composite may be in, and none is broken within.
  @Test func compositesStandForAllStatesWithinThem() throws {
    let text = try generated(Self.nested)
    #expect(text.contains("case .sending:\n      preconditionFailure(\"M: begin cannot happen"))
    #expect(text.contains("case .sending(_, _, .body):\n      return self.partBody()"))
    #expect(text.contains("case .idle, .sending(_, _, .head), .sending(_, _, .trailers):\n      precondition"))
  }

  /// Labels that are too long for a line are broken between patterns.
  @Test func labelsAreBrokenBetweenPatterns() throws {
    let states = (1...4).map { "state \(String(repeating: "waiting", count: 4))\($0)" }.joined(separator: "; ")
    let text = try generated(
      """
      unhandled trap
      initial state idle
      state sending(first: Int, second: Int, third: Int) { initial state last; \(states); last : e }
      event e
      idle -> sending(first: 0, second: 0, third: 0) : e
      """)
    let lines = text.split(separator: "\n").filter { $0.contains("waiting") && $0.contains("_, _, _") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= 120 && $0.filter { $0 == "(" }.count == $0.filter { $0 == ")" }.count })
  }

  @Test func aBooleanIsACondition() throws {
    let text = try generated(
      """
      initial state a(m: Int = 0, on: Bool? = nil)
      event turned(on: Bool, by: Int)
      a : turned(on: true, by: 3) / m += 1
      a : turned(on: false) [by > 3] / m -= by
      a(on: true) : turned / m = 0
      """)
    #expect(text.contains("if on, case 3 = by {"))
    #expect(text.contains("if !on, by > 3 {"))
    #expect(text.contains("if case true = "))
  }
}
