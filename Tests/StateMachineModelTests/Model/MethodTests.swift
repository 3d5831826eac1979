import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineModel
@testable import StateMachineSyntax

/// Mistakes in `interface methods` are found, in declarations and in the results of rows.
@Suite struct MethodTests {
  @Test func theInterfaceIsOneOfTwo() throws {
    #expect(try SmallMachine("initial state a; event e; a : e").machine.interface == .reducer)
    #expect(try SmallMachine("interface reducer; initial state a; event e; a : e").machine.interface == .reducer)
    #expect(try SmallMachine("initial state a; event e; a : e; interface methods").machine.interface == .methods)
    expectDiagnostics(
      """
      machine M {
        interface method
                //^~~~~~ E101 'method' is not declared as an interface: did you mean 'methods'?
        initial state a
        event e
        a : e
      }
      """)
  }

  @Test func whatNeedsAReducerIsRefused() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        wrapper actor
      //^~~~~~~~~~~~~ E241
        initial state a { do / work }
                        //^~ E241
        state b : Other { defer e }
                //^~~~~ E101
                //^~~~~ E241
                        //^~~~~ E241
        event e
        output work async
             //^~~~ E241
        a -> b : e / raise e
                   //^~~~~ E241
        a -> b : after 3s
               //^~~~~ E241
      }
      """, notesElsewhere: true, warnings: false)
  }

  /// An `always` or `done` row needs the method of an event before it: making a machine takes no step.
  @Test func whatNothingCouldFollowIsRefused() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled ignore
        initial -> a / { print("made") }
      //^~~~~~~ E241
        state a
        event e
        a : e
      }
      """, notesElsewhere: true, warnings: false)
    expectDiagnostics(
      """
      machine M: ~Copyable {
        interface methods
        unhandled ignore
        initial state a
        final state b
        event e
        a -> b : e
        b -> a : always [isOpen]
               //^~~~~~ E241
      }
      """, notesElsewhere: true, warnings: false)
    expectDiagnostics(
      """
      machine M: ~Copyable {
        interface methods
        unhandled ignore
        var log: [Int] = []
        initial state a { entry / { log.append(0) } }
        state b(n: Int) {
          entry [log.isEmpty] / n += 1, { log.append(n) }
                                       //            ^ E241 the state has been taken out of a '~Copyable' machine while 'entry' runs, and 'n' with it: use it in the rows that lead into 'b'
          exit [n > 3] / { log.append(1) }
            //  ^ E241
        }
        event e
        a -> b(n: 1) : e
        b -> a : e
      }
      """, notesElsewhere: true, warnings: false)
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled ignore
        initial state a(n: Int = 0)
        state b
        event e -> Int = 0
        a : e / n += 1
        a -> b : always [n > 9] / return 3
                                //^~~~~~~~ E242
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func whatNeedsMethodsIsRefusedInAReducer() {
    expectDiagnostics(
      """
      machine M: Sendable {
        action Act { go }
             //^~~ E241 an action needs a machine whose events are methods: write 'interface methods' in the machine's body
        initial state a
        event e -> Act
        private event f(x: inout Int)
                         //^~~~~ E017
        a : e / return .go
        a : f
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func rowsThatCopyAreNoted() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled ignore
        initial state a(items: [Int] = [], n: Int = 0)
        event e(_ x: Int) -> Int = 0
        event f, g, h, i, j
        swift {
          func helper(_ x: Int) -> Int { x }
          struct Item { let x: Int }
        }
        a : e(x) / { items.append(x); print(state) }
                                          //^~~~~ N403
        a : f / { items.append(helper(n)) }
                             //^~~~~~ N403
        a : g / n += 1, { log(self) }
        a : h / { print(state) }, items = []
        a : i / { print(state.n); items.removeAll() }
                      //^~~~~ N403
        a : j / { items.append(Item(x: n).x) }
      }
      """, notesElsewhere: true)
  }

  /// A call of a method that may change a field without `var` is noted if the call is a statement.
  @Test func callsThatMayChangeAConstantAreNoted() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled ignore
        initial state a(queue: Deque<Int> = [], var other: Deque<Int> = [], list: [Int] = [], byID: [Int: Door] = [:])
        state b(task: Task<Void, Never>)
        event e(_ x: Int), f, g, h, i(channel: Channel) -> Int = 0, j, k
        a : e(x) / { queue.append(x); list.append(x); other.append(x) }
                   //^~~~~ N405 'queue' is a constant in the method: where 'append' changes it, declare it 'var queue' in the state
        a : f / { _ = queue.popFirst() }
                    //^~~~~ N405
        a : g / { if queue.contains(3) { print(queue.count) } }
        a : h / { byID[3]?.open() }
                //^~~~ N405
        a : i(channel) / { channel.flush() }, return queue.first ?? 0
        a : j / { let queue = Deque<Int>(); queue.append(3) }
        b : j / { task.cancel() }
        a -> b(task: Task {}) : k
        b : g
      }
      """, notesElsewhere: true)
  }

  // MARK: Results

  private let head = """
    interface methods
    initial state idle(n: Int = 0)
    state busy(n: Int, items: [String] = [])
    action Act { go(n: Int), stop, fail(Error), take(items: [String] = [], count: Int = 1) }
    event a -> Act
    event b(x: String) -> Act? = nil
    event c
    event d -> Int = 0

    """

  @Test func answersAreFoundInTheActionOfTheEvent() {
    expectDiagnostics(
      """
      machine M {
        \(head.split(separator: "\n").joined(separator: "\n  "))
        unhandled trap
        idle : a / sotp
                 //^~~~ E101 'a' has no result 'sotp': did you mean 'stop'?
        idle : c / go
                 //^~ E242 'c' returns no result: declare 'event c -> Type', or leave this out
        idle : d / go
                 //^~ E242 'd' returns 'Int', which is no action of this machine: write 'return …'
        busy : a / fail
                 //^~~~ E105 'fail' needs a value of type 'Error', which does not carry over: write 'fail(…)'
        busy : b / stop(n: 2)
                      //^ E107 the action 'stop' has no label 'n': it has no labels
        idle -> busy : b / stop, go
                               //^~ E204 the result is the last effect: put this before it
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func aRowMustAnswer() {
    expectDiagnostics(
      """
      machine M {
        \(head.split(separator: "\n").joined(separator: "\n  "))
        unhandled trap
        idle : a, c
      //^~~~~~~~~~~ E242 this row must return 'Act' for 'a': end it in a result, 'return', 'throw' or 'trap', \
      or declare a default, '-> Act = …'
        idle : b, d
        busy : a / trap
        busy : c
      }
      """, notesElsewhere: true, warnings: false)
  }

  /// A row of a choice is checked for each event that gets there.
  @Test func rowsOfChoicesAnswer() {
    expectDiagnostics(
      """
      machine M {
        \(head.split(separator: "\n").joined(separator: "\n  "))
        unhandled trap
        choice next
        idle -> next : a, b
        idle -> next : d / return 3
                         //^~~~~~~~ E242 the rows of the choice 'next' return the result: write it there
        next -> busy : [n > 2] / go
        next -> idle : [else]
      //^~~~~~~~~~~~~~~~~~~~~ E242
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func aRowThatLeadsToAChoiceDoesNotThrow() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        state b
        choice next
        event e throws
        var count: Int
        a -> next : e / throw Gone()
                      //^~~~~ E242 the rows of the choice 'next' end the method: write the 'throw' there
        next -> b : [count > 2] / throw Gone()
        next      : [else]
      }
      """, warnings: false)
  }

  @Test func whatIsIgnoredNeedsADefault() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        state b
        final state c
        event x -> Int
            //^ E242 'x' is ignored in 'b' and 'c', and must return 'Int': write a default, '-> Int = …', the missing \
      rows, or 'unhandled trap'
        event y -> Int unhandled trap
        event z -> Int = 3
        a -> b : x / return 1
        b -> c : y / return 2
        a : z
      }
      """, warnings: false)
  }

  @Test func actionsOfStatesAnswerNothing() {
    expectDiagnostics(
      """
      machine M {
        \(head.split(separator: "\n").joined(separator: "\n  "))
        unhandled trap
        effect greet = return 3
                     //^~~~~~~~ E242
        state more { entry / go }
                           //^~ E242
        idle -> more : c / greet
        idle -> busy : c
      }
      """, notesElsewhere: true, warnings: false)
  }

  @Test func whatIsLeftOutIsCarriedOver() throws {
    let machine = try SmallMachine(
      head + "unhandled trap\nbusy : a / take\nidle : a / go\nbusy : b / go(n: 2)\nidle -> busy : b"
    ).machine
    func arguments(_ row: Int) -> [String] {
      let transition = machine.transitions.first { $0.row.index == row }
      guard case .action(_, _, let arguments, _)? = transition?.result else { return ["none"] }
      return arguments.map { argument in
        switch argument {
        case .local(let name): machine.source.text(name.range)
        case .code(let code): machine.source.text(code.range)
        case .defaultValue: "default"
        default: "other"
        }
      }
    }
    #expect(arguments(0) == ["items", "default"])
    #expect(arguments(1) == ["n"])
    #expect(arguments(2) == ["2"])
    #expect(arguments(3) == ["none"])
  }

  @Test func actionsAndAnswersAreUsed() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        action One { first, second(Int), third, fourth, none }
                          //^~~~~~ W305 the result 'second' is never used: no row gives it
        action Two { go }
             //^~~ W305 the action 'Two' is never used: no event returns it
        action Three { go, stop }
        initial state a(last: Three = .stop)
        event e -> One = .none, f -> [Three]
        a : e [last == .stop] / first
        a : e / return isLate() ? .third : next()
        a : f / return [.go]
        swift {
          func isLate() -> Bool { false }
          func next() -> One { .fourth }
        }
      }
      """)
  }

  /// The results of functions in other files are unknown; cases that Swift in this file names are known.
  @Test func answersMayBeMadeElsewhere() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        action One { first, second, none }
        action Two { first, second, none }
                                  //^~~~ W305 the result 'none' is never used: no row gives it
        initial state a
        event e(x: Int) -> One, f(x: Int) -> Two
        a : e / return answer(to: x)
        a : f / return Two(x)
      }
      swift {
        extension M.Two { init(_ x: Int) { self = x > 3 ? .first : .second } }
      }
      """)
  }

  @Test func whatAPatternBindsMayHideTheFieldThatARowAssigns() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        action OnSend { resume(reader: Reader), none }
        initial state open(reader: Reader?, pair: (Int, Int)? = nil)
        event send -> OnSend = .none
        open(reader: let reader?) : send / reader = nil, resume
                                         //^~~~~~ E111 'reader' is bound by a pattern within a field of the same name, which it hides: give it another name in the pattern, and assign 'reader'
        open(pair: (let first, _)?) : send / first = 1
                                           //^~~~~ E111 'first' is bound by a pattern within a field: assign the whole field
      }
      """)
  }

  @Test func argumentsWithoutLabelsFillFieldsFromTheLeft() {
    let text = """
      machine M {
        interface methods
        action One { write(_ part: String, to: Int, Bool), told(_ number: Int?) }
        initial state a
        event e(_ part: String, to: Int) -> One
        event f(_ number: Int) -> One
        a : e / write(true)
        a : f / told
      }
      """
    let found = Compiler().check(SourceFile(path: "test.sm", text: text)).diagnostics
    #expect(
      found.map(\.message) == [
        "'write' needs a value of type 'Bool', which does not carry over: arguments without labels fill fields from "
          + "the left, so write 'write(part, to: to, …)'",
        "'number' is 'Int?' in 'told' and 'Int' where it would carry over from: write 'told(number)'",
      ])
  }

  // MARK: Errors

  @Test func onlyWhatIsDeclaredThrows() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled throw Gone()
        initial state a { exit / { try stop() } }
                                 //^~~ E114 'try' cannot leave a block: catch the error here, or write 'try?'
        event x throws -> Int, y, z throws(Gone)
        a : x / return try next()
        a : y [try isOpen()] / { print(1) }
             //^~~ E220 'y' does not throw: write 'event y(…) throws', or leave 'try' out
        a : y / { do { try stop() } catch {} }, throw Gone()
      //                                        ^~~~~ E220
        a : z / throw Gone()
      }
      """, notesElsewhere: true, warnings: false)
  }

  /// A named effect may throw where it is used in a row whose event does.
  @Test func namedEffectsThrowAsTheirRowsDo() throws {
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled ignore
        var n: Int = 0
        effect check = { try inspect() }
        effect count = n = try next()
        effect both = check, count
        initial state a { exit / check }
                               //^~~~~ E114 'try' cannot leave a block: catch the error here, or write 'try?'
        event x throws, y, z
        a : x / both
        a : y / both
              //^~~~ E220 'y' does not throw: write 'event y(…) throws', or leave 'try' out
        a : z / count
              //^~~~~ E220
      }
      """, notesElsewhere: true, warnings: false)
    let source = SourceFile(
      path: "m.sm",
      text: """
        machine M {
          interface methods
          effect check = { try inspect() }
          initial state a(list: [Int] = [])
          state b
          event x throws
          a : x / { list.append(1) }, check
          b : x
        }
        """)
    let text = String(decoding: try #require(Compiler().generate(source).swift), as: UTF8.self)
    // The row must find its source: it has not happened where it throws.
    #expect(
      text.contains("case .a(var list):\n      list.append(1)\n      try inspect()\n      self.state = .a(list: list)"))
  }

  @Test func aPolicyThatThrowsNeedsItsError() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        unhandled throw
        initial state a
        state b
        event x throws
            //^ E220 'unhandled throw' has no error to throw for this event: write 'unhandled throw MyError()'
        a -> b : x
        b -> a : x
      }
      """)
  }

  /// If other events throw, an event without `throws` needs rows in all states. The message names the policy of the
  /// event, not that of the machine.
  @Test func whatHasAPolicyOfItsOwnNeedsRowsForThat() {
    #expect(
      messages(
        .pairsMissing,
        "interface methods; unhandled throw Gone(); initial state a; state b; event x throws, y unhandled error; "
          + "a -> b : x; b : y")
        == ["under 'unhandled error' every state needs a row for 'y', and 1 row is missing: a : y"])
  }

  @Test func whatDoesNotThrowNeedsEveryRow() {
    #expect(
      messages(
        .pairsMissing,
        "interface methods; unhandled throw Gone(); initial state a; state b; event x throws, y; a -> b : x; b : y")
        == [
          "'unhandled throw' is for events with 'throws', so every state needs a row for 'y', and 1 row is missing: a : y;"
            + " write it, or 'unhandled trap' in a line of its own"
        ])
  }

  private func messages(_ code: DiagnosticCode, _ body: String) -> [String] {
    let source = SourceFile(path: "m.sm", text: "machine M {\n\(body)\n}\n")
    return Compiler().check(source).diagnostics.filter { $0.code == code }.map(\.message)
  }

  // MARK: Syntax

  @Test func whatStandsAfterAnEventIsRead() throws {
    let machine = try SmallMachine(
      """
      interface methods; unhandled trap; initial state a
      @discardableResult
      private event read<T>(into target: inout [T], done: @escaping () -> Void = {}) throws(Gone) -> [T: Int] where T: Hashable
      event plain(x: Int) -> (first: Int, second: Bool)? = nil, other -> Set<Int>
      a : read / return [:]
      a : plain
      a : other / return []
      """
    ).machine
    let (read, plain, other) = (machine.events[EventID(0)], machine.events[EventID(1)], machine.events[EventID(2)])
    func text(_ range: SourceRange?) -> String? { range.map(machine.source.text) }
    #expect(read.method.attributes.map { machine.source.text($0) } == ["@discardableResult"])
    #expect(read.method.isPrivate && !plain.method.isPrivate)
    #expect(text(read.method.generics) == "<T>")
    #expect(text(read.method.throwing?.type) == "Gone")
    #expect(text(read.method.result?.type) == "[T: Int]")
    #expect(text(read.method.requirements) == "T: Hashable")
    #expect(read.fields.map { text($0.specifier) } == ["inout", "@escaping"])
    #expect(read.fields.map { machine.source.text($0.type) } == ["[T]", "() -> Void"])
    #expect(text(plain.method.result?.type) == "(first: Int, second: Bool)?")
    #expect(text(plain.method.result?.defaultValue) == "nil")
    #expect(text(other.method.result?.type) == "Set<Int>")
    #expect(other.method.result?.defaultValue == nil)
  }

  @Test func anActionHasAnswersAndAnEventNoOtherAccess() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        action Two { }
             //^~~ E242 the action 'Two' has no results: name at least one between its braces
        public event e
      //^~~~~~ E241 an event can be 'private', and has the access of its machine otherwise: leave 'public' out
        a : e
      }
      """, notesElsewhere: true, warnings: false)
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        initial -> c
      //^~~~~~~ E241
        choice c
        c -> a : [else]
        event e
        a : e
      }
      """.replacing("initial state a", with: "state a"), notesElsewhere: true, warnings: false)
  }

  @Test func mistakesOfSyntaxAreSaidAtTheirPlaces() {
    expectDiagnostics(
      """
      machine M {
        interface methods
        initial state a
        action One { x(Int) y }
                          //^ E010
        action Three
                  //^ E010
        event f ->
              //^~ E010 the type of the result should follow '->'
        event g -> Int =
                     //^ E015
        event h = 3
              //^ E010
        a : e / return
              //^~~~~~ E015
      }
      """, notesElsewhere: true, warnings: false)
  }
}
