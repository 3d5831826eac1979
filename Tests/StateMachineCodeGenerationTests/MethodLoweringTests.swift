import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Machines with `interface methods` have a function for each event.
@Suite struct MethodLoweringTests {
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

  /// A result whose expression the new state cannot change is written after the assignment of the state; any other
  /// before it.
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
    #expect(text.contains("let result: Answer = \(answer)\n      self.state = .b\n      return result") != follows)
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
              }
            case .b:
              break
        """))
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

  /// A value that owns no memory is changed without emptying the state: a copy of the value costs nothing.
  @Test(arguments: [
    ("isLast = true", "Bool", false), ("n += 1", "Int", false), ("n += 1", "Count", false), ("n += 1", "Big", true),
  ])
  func aNumberIsChangedWithoutGivingUpThePayload(_ effect: String, _ type: String, _ empties: Bool) throws {
    let text = try generated(
      """
      typealias Count = Int
      initial state a(list: [Int] = [], isLast: Bool = false, n: \(type) = 0)
      state b
      event e -> [Int]
      a : e / \(effect), return list
      b : e / return []
      """)
    #expect(text.contains("self.state = .b\n") == empties)
    #expect(text.contains("self.state = .a(list: list, isLast: "))
  }

  /// States share a case where their row looks at no payload of theirs.
  @Test func statesOfOneRowShareACase() throws {
    let text = try generated(
      """
      initial state a(n: Int = 0)
      state b(n: Int), c
      state d { exit / { print("left") } }
      final state end
      event stop -> Int = 0, count -> Int
      * -> end : stop / return 1
      a, b : count / return n
      c, d, end : count / return 3
      """)
    #expect(
      text.contains(
        """
            case .a, .b, .c:
              self.state = .end
              return 1
            case .d:
              self.exitD()
              self.state = .end
              return 1
            case .end:
              return 0
        """))
    #expect(
      text.contains(
        """
            case .a(let n), .b(let n):
              return n
            case .c, .d, .end:
              return 3
        """))
  }

  /// A row that says which state is its source has a case for each.
  @Test func statesThatARowNamesShareNoCase() throws {
    let text = try generated(
      """
      initial state a
      state b
      event stop, fail(text: String) -> String
      a, b : stop / trap("\\(state) on \\(event)")
      a, b : fail / return "\\(event): \\(text)"
      """)
    #expect(text.contains("case .a:\n      preconditionFailure(\"a on stop\")"))
    #expect(text.contains("case .b:\n      preconditionFailure(\"b on stop\")"))
    #expect(text.contains("func fail(text: String) -> String {\n    return \"fail: \\(text)\"\n  }\n"))
  }

  /// An error of a guard leaves the state as it is; after an error after a change of the payload, the state is
  /// restored.
  @Test(arguments: [("[try check(x)] / return 1", false), ("[x > 2] / return try next(x)", true)])
  func theStateIsPutBackWhereItHasChanged(_ row: String, _ catches: Bool) throws {
    let text = try generated(
      """
      initial state a(b: Int = 0) {
        exit / { print(b) }
        initial state i
        state j(k: Int)
        choice c
        j -> c : e(x) / k = x
        c -> z(n: k) : \(row)
        c -> a(b: k) : [else] / return 2
      }
      state z(n: Int)
      event e(x: Int) throws -> Int = 0
      z : e / return 3
      """)
    #expect(text.contains("catch") == catches)
  }

  /// Arguments of the target, and a block before a choice, see the source, too.
  @Test func argumentsSeeTheSource() throws {
    let text = try generated(
      """
      initial state a(list: [Int] = [])
      state b(list: [Int], n: Int)
      choice decided
      event e, f, g
      a -> b(n: depth(of: state)) : e / { list.append(1) }
      a -> decided : f / { list.append(2) }, { let m = depth(of: state) }
      a -> b(n: 3) : g / { list.append(3) }
      decided -> b(n: 4) : [m > 3]
      decided : [else]
      """)
    for number in 1...2 { #expect(text.contains("case .a(var list):\n      list.append(\(number))")) }
    #expect(text.contains("self.state = .a(list: [])\n      list.append(3)"))
    #expect(text.contains("self.state = .a(list: list)\n    case .b:"))
  }

  /// Another value in the place of the old one changes nothing in place: no other state stands in, and where nothing comes
  /// between, the value becomes the argument of the new state.
  @Test(arguments: [
    ("reader = nil, return 1", "reader: nil", false), ("reader = new, return list.count", "reader: new", false),
    ("{ print(list) }, reader = new, return 1", "reader: new", false),
    ("{ print(reader as Any) }, reader = new, return 1", "reader: new", false),
    ("{ let old = reader.count }, reader = new, return old", "reader: new", false),
    ("{ take(&reader) }, reader = new, return 1", "reader: new", true),
    ("{ reader += 1 }, reader = new, return 1", "reader: new", true),
    ("{ reader.list[0] = 1 }, reader = new, return 1", "reader: new", true),
    ("reader = new, return reader.count", "reader: reader", false),
    ("{ let isNew = reader != new }, reader = new, return isNew ? 1 : 0", "reader: new", false),
    ("reader = nil, { list.append(1) }, return 1", "reader: reader", true),
    ("reader = reader.map { $0 }, return 1", "reader: reader.map { $0 }", false),
    ("{ reader?.add() }, reader = nil, return 1", "reader: nil", true),
  ])
  func whatIsReplacedNeedsNoOtherState(_ effects: String, _ argument: String, _ empties: Bool) throws {
    let text = try generated(
      """
      initial state a(var reader: Reader? = nil, list: [Int] = [])
      state b
      event e(new: Reader) -> Int
      a : e / \(effects)
      b : e / return 0
      """)
    #expect(text.contains("self.state = .b\n") == empties, "\(text)")
    #expect(text.contains("self.state = .a(\(argument), list: list)\n"), "\(text)")
  }

  /// A composite has a case of its own where no state within it has a row, and a method else. Its payload need not be
  /// released for what changes nothing in place.
  @Test func compositesHaveCases() throws {
    let text = try generated(
      """
      initial state idle
      state busy(reader: Reader? = nil, list: [Int] = []) {
        initial state near
        state far(list: [Int])
        far : f [list.isEmpty]
        far : g [list.isEmpty]
        near -> far(list: [1]) : h
      }
      event e(new: Reader), f(new: Reader), g, h
      idle -> busy : h
      busy : e / reader = new
      busy : f / reader = new
      busy : g / { list.append(1) }
      """)
    #expect(
      text.contains(
        """
            switch self.state {
            case .busy(_, let list, let child):
              self.state = .busy(reader: new, list: list, child)
            case .idle:
              break
            }
          }
        """))
    #expect(!text.contains("func eBusy("))
    #expect(text.contains("      return self.fBusy(new: new)\n    case .busy(_, _, .near):\n"), "\(text)")
    #expect(text.contains("func gBusy() {"))
    #expect(text.ranges(of: "// The bindings above end here").count == 1)
  }

  /// The rows of a composite stand after those of the states within, where these always take the event: nothing looks
  /// at the state a second time.
  @Test func rowsOfACompositeFollowThoseWithin() throws {
    let text = try generated(
      """
      initial state idle
      state busy(peer: Peer, n: Int = 0) {
        initial state near
        state far(list: [Int]) { initial state one; state two; state three }
        state last
        near -> far(list: []) : e
        far.two -> far.one : e
        far.one : f [n > 3]
        last : g
        last : h
      }
      event e(_ x: Int) -> Int = 0, f, g, h
      idle -> busy(peer: Peer()) : e
      busy.far : e / { list.append(x) }, return 3
      busy : e [x > 3] / n += x, return n
      busy : f / n = 1
      busy.far : h [n > 0] / n = 0
      busy : g, h / n += 1
      """)
    #expect(
      text.contains(
        """
            case .busy(let peer, let n, .far(let list, .two)):
              self.state = .busy(peer: peer, n: n, .far(list: list, .one))
              return 0
            case .busy(let peer, let n, .far(var list, let child)):
              self.state = .idle
              list.append(x)
              self.state = .busy(peer: peer, n: n, .far(list: list, child))
              return 3
            case .busy(let peer, var n, let child):
              if x > 3 {

        """), "\(text)")
    #expect(!text.contains("self.eBusy") && !text.contains("self.gBusy") && !text.contains("self.eBusyFar"))
    // A guard that does not hold leaves the event to the composite.
    #expect(text.contains("self.fBusy()") && text.contains("self.hBusy()"))
  }

  /// A message that names the state has a literal for each state; that of a composite's row has one for all within.
  @Test func statesWhoseNamesAreTheSameShareACase() throws {
    let text = try generated(
      """
      initial state a
      state b, c
      state d {
        initial state x
        state y
      }
      event e, f
      a, b -> c : e
      c, d : e / trap("no \\(event) in \\(state)")
      a, b : f / trap("no \\(event)")
      d.x, d.y : f / trap("\\(state)")
      c -> d : f
      """)
    #expect(text.contains("case .a, .b:\n      self.state = .c\n"))
    #expect(text.contains("case .c:\n      preconditionFailure(\"no e in c\")\n"))
    #expect(text.contains("case .d:\n      preconditionFailure(\"no e in d\")\n"))
    #expect(text.contains("case .a, .b:\n      preconditionFailure(\"no f\")\n"))
    #expect(text.contains("case .d(.x):\n      preconditionFailure(\"d.x\")\n"))
  }

  /// States that need the same of their payloads share a case, wherever they stand.
  @Test func statesOfOnePayloadShareACase() throws {
    let text = try generated(
      """
      initial state a(n: Int = 0, x: Int = 0)
      state b(n: Int)
      state c(n: Int?)
      final state d
      event e -> Int
      a, b -> d : e / return n
      c -> d : e / return n ?? 0
      d : e / return 0
      """)
    #expect(text.contains("case .a(let n, _), .b(let n):\n      self.state = .d\n      return n\n"))
    #expect(text.contains("case .c(let n):\n"))
  }

  /// In a method without a result, a conditional effect is the last statement of its case.
  @Test func methodsWithoutAnswersEndWithoutAWord() throws {
    let text = try generated(
      """
      initial state a(n: Int = 0)
      state b { initial state c }
      event e
      a -> b : e [n > 3]
      """)
    #expect(
      text.contains(
        """
            case .a(let n):
              if n > 3 {
                self.state = .b(.c)
              }
            case .b(.c):
              break
            }
        """))
  }

  /// The name that a pattern binds may hide its field if nothing else uses the field.
  @Test func patternsHideTheirField() throws {
    let text = try generated(
      """
      initial state a(c: Int? = nil)
      state b(c: Int)
      event e(c: Int?), f
      a(c: let c?) -> b : f
      b : e(c: let c?) / { print(c) }
      a(c: let c?) : e(c: 3) / { print(c) }
      """)
    #expect(text.contains("case .a(c: let c?):\n      self.state = .b(c: c)\n"))
  }

  /// A state that is not emptied, as a `try` may throw, binds no field that gets a new value.
  @Test func aFieldThatIsReplacedIsNotBound() throws {
    let text = try generated(
      """
      initial state a(list: [Int] = [], n: Int = 0)
      event e throws, f
      a -> a(n: try next()) : e / { list.append(1) }
      a -> a(n: 3) : f / { list.append(1) }
      """)
    #expect(
      text.contains("case .a(var list, _):\n      list.append(1)\n      self.state = .a(list: list, n: try next())"))
    #expect(text.contains("case .a(var list, let n):\n      self.state = .a(list: [], n: n)\n"))
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
    #expect(text.contains("  func e(code number: Int, _ text: String) {"))
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

  /// Messages about unhandled events are literals: a state has its own case if the message names the state.
  @Test func messagesNameStateAndEvent() throws {
    let body = """
      initial state a
      state b
      state c { initial state d; state f; d -> f : g }
      event e throws, g unhandled trap "no \\(event)"
      a -> c : e
      b -> a : g
      """
    let text = try generated("unhandled trap #\"\\#(state) takes no \\#(event)\"#\n\(body)")
    for state in ["b", "c.d", "c.f"] {
      #expect(text.contains(":\n      preconditionFailure(#\"\(state) takes no e\"#)\n"), "\(state)")
    }
    #expect(text.contains("case .a, .c(.f):\n      preconditionFailure(\"no g\")\n"))
    let thrown = try generated("unhandled throw Wrong(\"\\(event) in \\(state)\")\n\(body)")
    #expect(thrown.contains("case .b:\n      throw Wrong(\"e in b\")\n"))
  }

  // MARK: Names and messages

  @Test func rowsAndPoliciesNameStateAndEvent() throws {
    let text = try generated(
      """
      unhandled trap "\\(state) cannot take \\(event)"
      initial state a
      state b
      event x
      event y throws unhandled throw Gone("\\(event) in \\(state)")
      a -> b : x
      a : y / throw Refused("not \\(event) from \\(state)")
      """)
    #expect(text.contains(#"preconditionFailure("b cannot take x")"#))
    #expect(text.contains(#"throw Gone("y in b")"#))
    #expect(text.contains(#"throw Refused("not y from a")"#))
  }

  @Test func eventsWithOneBaseNameAreMethodsWithOne() throws {
    let text = try generated(
      """
      unhandled trap
      initial state a
      event next -> Int, next(for id: Int) -> Int, next(for id: Int, at time: Int) -> Int
      a : next() / return 0
      a : next(for:) / return id
      a : next(for: i, at: _) / return i
      """)
    for head in ["next()", "next(for id: Int)", "next(for id: Int, at time: Int)"] {
      #expect(text.contains("  func \(head) -> Int {"), "\(head)")
    }
    // One state is no question.
    #expect(text.contains("let i = id\n    return i\n"))
  }

  // MARK: Machines that cannot be copied

  private func noncopyable(_ body: String) throws -> String {
    let source = SourceFile(path: "m.sm", text: "machine M: ~Copyable {\n  interface methods\n\(body)\n}\n")
    let result = Compiler().generate(source)
    try #require(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return String(decoding: result.swift ?? [], as: UTF8.self)
  }

  @Test func everyWayPutsAStateBack() throws {
    let text = try noncopyable(
      """
      initial state free
      state held(token: Token, n: Int = 0)
      event take(_ token: consuming Token), drop, count -> Int = 0
      event grow throws(Full)
      free -> held : take
      held -> free : drop [n > 3]
      held : count / return n
      held : grow / { n += 1; try check(n) }
      """)
    #expect(text.contains("enum State: ~Copyable {"))
    // `check` may be a method of the machine.
    #expect(text.ranges(of: "switch Swift.exchange(&self.state, with: .free) {").count == 1)
    #expect(text.ranges(of: "switch consume self.state {").count == 2)
    let back = "self.state = .held(token: token, n: n)\n"
    // `grow` and what it throws.
    #expect(text.ranges(of: back).count == 2)
    #expect(text.contains("} catch {\n        \(back)        throw error\n"))
    // `drop` whose guard does not hold, and `take`, which is ignored.
    #expect(text.ranges(of: "self = .init(state: .held(token: token, n: n))\n").count == 2)
    #expect(text.contains("    case .free:\n      self = .init(state: .free)\n"))
  }

  /// A method that only reads what can be copied leaves the state where it is.
  @Test func whatOnlyReadsTakesNothingOut() throws {
    func body(_ row: String) throws -> String {
      let text = try noncopyable(
        """
        initial state free
        state held(token: Token, n: Int = 0, name: Name)
        var total: Int = 0
        event count -> Int = 0
        event take(_ token: consuming Token, name: Name)
        free -> held(name: name) : take
        \(row)
        """)
      let method = try #require(text.range(of: "func count() -> Int {\n"))
      return String(text[method.upperBound...])
    }
    let reading = "    switch self.state {\n    case .held(_, let n, _):\n"
    #expect(try body("held : count / return n").hasPrefix(reading + "      return n\n"))
    #expect(try body("held : count [n > 3] / return n").hasPrefix(reading + "      if n > 3 {\n        return n\n"))
    // These may give away what cannot be copied, or change the machine while a pattern holds a part of it.
    for row in ["return token.n", "total += n, return n", "n += 1, return n", "return name.count"] {
      #expect(try body("held : count / \(row)").hasPrefix("    switch consume self.state {"), "\(row)")
    }
    #expect(try body("held : count / return next(n)").hasPrefix("    switch Swift.exchange("))
    let full = try noncopyable(
      """
      initial state a(token: Token, n: Int)
      state b(token: Token)
      event go, count -> Int = 0
      a -> b : go / { step() }
      a : count / return n
      """)
    #expect(full.contains("    switch self.state! {\n    case .a(_, let n):\n      return n\n    case .b:\n"))
  }

  @Test func whatTheStateIsTakenOutOfIsNotNamed() {
    expectDiagnostics(
      """
      machine M: ~Copyable {
        interface methods
        initial state free
        state held(n: Int)
        event go throws
        free -> held(n: state.count) : go
                      //^~~~~ E241
        held -> free : go / { try check() }, throw Gone()
                            //^~~ E220
      }
      """, warnings: false)
  }

  /// If each state has a payload, the consumed state is nil meanwhile: hosts need not know a further state.
  @Test func whereNoStateIsEmptyNilStandsIn() throws {
    let text = try noncopyable(
      """
      initial state a(token: Token, n: Int)
      state b(token: Token)
      group all = a, b
      event go
      a -> b : go [isLate(n)]
      """)
    #expect(text.contains("\n  private(set) var state: State?\n"))
    #expect(text.contains("init(token: consuming Token, n: Int) {"))
    #expect(text.contains("self.state = consume state\n"))
    #expect(
      text.contains("let current = self.state.take()!\n    switch consume current {\n    case .a(let token, let n):"))
    let groups = try noncopyable(
      "initial state a(n: Int); state b; state c(n: Int); group g = a, b; event e; a -> b : e")
    #expect(groups.contains("    case .a: return true\n      case .b: return true\n      case .c: return false\n"))
    let copyable = try generated(
      """
      initial state a(var inner: Inner)
      state b(inner: Inner)
      event go, rest
      a : go / { inner.next() }
      a -> b : rest
      """)
    #expect(copyable.contains("  var state: State {\n    // Each method has put a state back when it ends.\n"))
    #expect(copyable.contains("  private var storedState: State?\n"))
    #expect(
      copyable.contains("self.storedState = nil\n      inner.next()\n      self.storedState = .a(inner: inner)\n"))
    // What a literal can stand for needs no such thing, and neither does what is replaced as a whole.
    let plain = try generated(
      """
      initial state a(inner: Inner, list: [Int])
      event add(x: Int), set(new: Inner, list: [Int])
      a : add / { list.append(x) }
      a : set(new: i, list: l) / inner = i, list = l
      """)
    #expect(plain.contains("  private(set) var state: State\n"))
    #expect(plain.contains("self.state = .a(inner: inner, list: [])\n      list.append(x)\n"))
    #expect(plain.ranges(of: "self.state = .a").count == 3)
  }

  /// A new value is an argument of the new state if nothing reads the field after its assignment.
  @Test func newValuesAreArgumentsOfTheNewState() throws {
    func body(_ row: String) throws -> String {
      try generated(
        "initial state a(n: Int, m: Int, list: [Int] = []); state b; event e(x: Int) -> Int = 0; event f; \(row); a -> b: f"
      )
    }
    let plain = try body("a : e / n = x, m = 1, return 3")
    #expect(plain.contains("self.state = .a(n: x, m: 1, list: list)\n      return 3\n"))
    let read = try body("a : e / { let k = n }, n = x, return k")
    #expect(read.contains("let k = n\n      self.state = .a(n: x, m: m, list: list)\n"))
    #expect(try body("a : e / n += 1, list = []").contains("self.state = .a(n: n + 1, m: m, list: [])\n"))
    #expect(
      try body("a : e / { list.append(x) }, n = 1").contains(
        "self.state = .b\n      list.append(x)\n      self.state = .a(n: 1, m: m, list: list)\n"))
    #expect(try body("a : e / n += Int(x / 2)").contains("self.state = .a(n: n + Int(x / 2), m: m, list: list)\n"))
    #expect(try body("a : e / n -= x - 1").contains("self.state = .a(n: n - (x - 1), m: m, list: list)\n"))
    // The result, a later value or a call reads the assigned value, or the row has changed the field before.
    #expect(try body("a : e / n = x, return n").contains("n = x\n      self.state = .a(n: n,"))
    #expect(try body("a : e / n = x, m = n + 1").contains("n = x\n      self.state = .a(n: n, m: n + 1,"))
    #expect(try body("a : e / n = x, m = f()").contains("n = x\n      self.state = .a(n: n, m: f(),"))
    #expect(
      try body("a : e / { n = 3 }, m = n, n = x").contains("n = 3\n      self.state = .a(n: x, m: n, list: list)\n"))
    #expect(try body("a : e / n = x, return g(n: 3)").contains("n = x\n      let result: Int = g(n: 3)\n"))
    let carried = try generated(
      "action A { t(n: Int) }; initial state a(n: Int, m: Int); event e(x: Int) -> A; a : e / n = x, m = x, t")
    #expect(carried.contains("n = x\n      self.state = .a(n: n, m: x)\n      return .t(n: n)\n"))
  }

  /// A method that only reads in the standard library is taken to read elsewhere, too.
  @Test func methodsThatReadDoNotChange() throws {
    let text = try generated(
      "initial state a(var items: Items); event e -> Bool; a : e / return items.contains(3)")
    #expect(
      text.contains("case .a(let items):\n      let result: Bool = items.contains(3)\n      return result\n")
        || text.contains("case .a(let items):\n      return items.contains(3)\n"))
  }

  /// Data without a state are no machine, whatever the property is called.
  @Test func anOptionalStateIsStoredAsOne() throws {
    let source = SourceFile(
      path: "m.sm",
      text:
        "machine M: Codable {\n  interface methods\n  initial state a(var x: X)\n  event e\n  a : e / { x.go() }\n}\n")
    let text = String(decoding: Compiler().generate(source).swift ?? [], as: UTF8.self)
    #expect(text.contains("case storedState = \"state\"\n"))
    #expect(text.contains("try stored.decode(State.self, forKey: \"state\")\n"))
  }

  // MARK: Inlining

  @Test func whatOtherModulesInlineIsUsableThere() throws {
    func text(_ access: String) throws -> String {
      let source = SourceFile(
        path: "m.sm",
        text: """
          @inlinable
          \(access)machine M {
            interface methods
            private var n: Int = 0
            initial state a
            state b
            event e
            private event f
            a : e / n += 1
            a -> b : f
          }
          """)
      return String(decoding: Compiler().generate(source).swift ?? [], as: UTF8.self)
    }
    let open = try text("public ")
    #expect(open.contains("@inlinable\n  public var state: State { self.storedState }\n"))
    #expect(open.contains("@usableFromInline var storedState: State\n"))
    #expect(open.contains("@inlinable public mutating func e() {\n    switch self.storedState {"))
    #expect(open.contains("@inlinable mutating func f() {"))
    let closed = try text("")
    #expect(closed.contains("@usableFromInline struct M {"))
    #expect(closed.contains("@usableFromInline var state: State\n"))
    #expect(closed.contains("@usableFromInline var n: Int = 0\n"))
    let reducer = "@inlinable\nmachine M {\n  initial state a\n  event e\n  a : e\n}\n"
    let found = Compiler().check(SourceFile(path: "m.sm", text: reducer)).diagnostics.map(\.code)
    #expect(found == [.interface])
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
    #expect(text.contains("case .sending(let left, let right, .body(let count, let child)):\n      self.state ="))
    #expect(!text.contains("partBody"))
    #expect(text.contains("case .idle, .sending(_, _, .head), .sending(_, _, .trailers):\n      precondition"))
  }

  /// A row of a composite that only throws, traps or does nothing stands in the cases of the states within.
  @Test(arguments: [
    ("", "break"), ("/ throw Failure()", "throw Failure()"), ("/ trap \"no\"", "preconditionFailure(\"no\")"),
  ])
  func aRowOfACompositeThatOnlyEndsIsNoMethod(_ effects: String, _ written: String) throws {
    let text = try generated(
      """
      initial state open { initial state a; state b; state c; a -> b : ping; b -> c : ping [n > 3]; open : ping \(effects) }
      event ping(_ n: Int) throws
      """)
    #expect(!text.contains("pingOpen"))
    #expect(text.contains("case .open(.c):\n      \(written)\n"))
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

  /// The exit after a choice sees the changed payload; if the row throws then, the state is restored.
  @Test func aRowThatThrowsAfterAnExitIsNotTaken() throws {
    let text = try generated(
      """
      initial state a(k: Int = 0) {
        exit / { left(k) }
        initial state i
        choice c
        state j
      }
      state b
      event x throws(Failure)
      a.i -> a.c : x / k += 1
      a.c -> b : [k > 1] / { try check(k) }
      a.c -> a.j : [else]
      b : x
      a.j : x
      """)
    #expect(
      text.contains(
        """
                let before = self.state
                do throws(Failure) {
                  self.state = .a(k: k, .i)
                  self.exitA()
                  try check(k)
                  self.state = .b
                  return
                } catch {
                  self.state = before
                  throw error
                }
        """))
  }
}
