import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// A habit of another language is one finding, which says what to write instead.
@Suite struct HabitTests {
  /// Returns the findings for a line in a small machine.
  static func diagnostics(_ line: String) -> [Diagnostic] {
    let text = """
      machine M {
        initial state open
        state closed
        event close, x
        output beep
        var p: Int = 0
        var m: [Int] = []
        open -> closed : close / beep, { p = m.count }
        \(line)
        closed -> open : x
      }
      """
    return Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics
  }

  private func messages(_ line: String) -> [String] { Self.diagnostics(line).map(\.message) }

  @Test(arguments: [
    ("# comment", "write '//' before a comment"),
    ("closed [*] -> open : x", nil),
    ("case closing(Int)", "write 'state' to declare a state"),
    ("open -> closed on x", "write ':' before the event"),
    ("open -> closed when p > 1", "write ': event [condition]'"),
    ("open -> closed : close | x", "separate events by commas"),
    ("open -> closed : close or x", "separate events by commas"),
    ("open -> closed : close && x", "separate events by commas"),
    ("open -> closed : x if p > 1", "write the condition in brackets, as in '[condition]'"),
    (
      "open : x / beep; p += 1", "separate effects by ',', and write Swift statements in braces, as in '{ p += 1 }'"
    ),
    (
      "open : x / beep; print(\"x\")",
      "separate effects by ',', and write Swift statements in braces, as in '{ print(\"x\") }'"
    ),
    ("open : x / beep / beep", "separate effects by commas"),
    ("open : x beep", "write '/' before an effect, and ',' before another event"),
    ("open : x { p += 1 }", "write '/' before an effect"),
    ("open : x / m.append(3)  // three", "write Swift in braces, as in '{ m.append(3) }'"),
    ("open : x / self.p += 1", "write an assignment, as in 'p += 1'"),
    ("open : x / self.m.append(3)", "write Swift in braces, as in '{ self.m.append(3) }'"),
    ("open -> closed[H] : x", "write a history as a target, as in 'closed.history'"),
    ("open -> closed[H*] : x", "write a history as a target, as in 'closed.deepHistory'"),
    ("open -> [*] : x", "declare a state for the end, 'final state done', and write '-> done'"),
    ("state on { initial state dim; history }", "a history is not declared, it is a target, as in 'off -> on.history'"),
    ("history", "a history is not declared, it is a target, as in 'off -> on.history'"),
    ("state held \"On hold\"", "a state has no title; a comment '///' above it documents it, also in diagrams"),
    ("state held { after 5s -> open }", "a timer stands in the place of an event, as in 'b -> a : after 5s'"),
    ("state held { every 1s / beep }", "a timer stands in the place of an event, as in 'b -> a : every 1s'"),
    ("output load async throws", "an output does not throw: let its closure return an event for the failure"),
    ("output load throws", "an output does not throw: handle the error in its closure"),
    ("guard full(n) = n > 3", "a guard has no parameters, as it knows the labels of the rows that use it"),
    ("public var q: Int = 0", "leave out 'public', as a property has the machine's access"),
    ("state other { entry: beep }", "write 'entry / effect'"),
    ("open : x [p > 1] [p < 3]", "join conditions by '&&' in one pair of brackets"),
    ("if p > 1 { }", "write a condition in a row's brackets, as in 'a -> b : event [condition]'"),
    ("open | closed : x", "separate states by commas"),
    ("open > closed : x", "an arrow is written '->'"),
    ("open - > closed : x", "an arrow is written '->'"),
    ("open closed : x", "write '->' before a target, and commas between sources"),
    ("from open to closed : x", "write a row, as in 'a -> b : event'"),
    ("actor", "write 'wrapper actor'"),
    ("third(n: Int)", "write 'state' before a state that is declared"),
    ("third(n: Int) { entry / beep }", "write 'state' before a state that is declared"),
    ("open -> closed ; x [p > 1]", nil),
    ("open : x -> closed", "write the target before ':', as in 'a -> b : event'"),
    ("q: Int = 1", "write 'var' or 'let' before a property"),
    ("open : x else / beep", "write '[else]'"),
    ("open : x p > 1]", "write '[' before a condition"),
    ("open : on x", "leave out 'on'"),
    ("open : x / p++", "write an assignment, as in 'p += 1'"),
    ("open : x / p + 1", "write an assignment, as in 'p += 1'"),
    ("event up down", "separate names by commas"),
    ("event up count: Int", "write a payload in parentheses"),
    ("event up[count: Int]", "write a payload in parentheses"),
    ("output async load", "write 'async' after the output's name"),
    ("output \"load\"", nil),
    ("open : x {", "write '/' before an effect"),
    ("open : x [p > 3 and p < 5]", "write '&&'"),
    ("open : x [p > 3 or p < 5] / beep", "write '||'"),
    ("open : x [(p > 3) and (p < 5)]", "write '&&'"),
    ("open : x [not in(closed)]", "write '!'"),
    ("open : x [p > 3 && not (p < 5)]", "write '!'"),
    ("open : x [p in m]", "to ask whether a list has a value, write 'list.contains(value)'"),
    ("open : x / p = p mod 3", "write '%'"),
    ("guard full = p > 3 and p < 5", "write '&&'"),
    ("var q: Bool = p eq 3", "write '=='"),
    ("open : x [p == 'a']", "write \"a\""),
    ("open : x / { p = 'a' }", "write \"a\""),
    ("var q: String = 'a\"b'", "write \"a\\\"b\""),
    ("state held(n: String = 'a')", "write \"a\""),
    ("open : x / await save(3)", "declare what takes its time as 'output save async', and write '/ save(3)'"),
    ("open : x / try save(3)", "an effect does not fail: let an output handle the error, and write '/ save(3)'"),
    ("open : x / let y = 3", "write Swift in braces, as in '{ let y = 3 }'"),
    ("open : x / if p > 3 { beep }", "write the condition in brackets before '/', as in 'event [condition] / effect'"),
    (
      "open : x / if (p > 3) { beep }",
      "write the condition in brackets before '/', as in 'event [condition] / effect'"
    ),
    ("open : x / for i in m { beep }", "write Swift in braces, as in '{ for i in m { beep } }'"),
    ("open : x / emit beep", "write '/ raise beep' for an event of this machine, and '/ beep' for an output"),
    ("open : x / do beep", "leave out 'do', as in '/ beep'"),
    ("open : x / send close", "write '/ raise close' for an event of this machine, and '/ close' for an output"),
    ("open : x / cancel load", "write 'cancelLoad'"),
    ("open : x / goto closed", "write the target before ':', as in 'a -> b : event'"),
    ("open : x / after 5s, beep", "a timer stands in the place of an event, as in 'b -> a : after 5s'"),
    ("open : x / beep beep", "separate effects by commas, and write arguments in parentheses"),
    ("open : x / \"beep\"", "an output is named without quotes"),
    ("open : x / [beep, beep]", "separate effects by commas, without brackets"),
    ("open -> closed : after 10", "write 'after 10s' (ns, us, ms, s, min or h, without a space)"),
    ("state held { on entry / beep }", "write 'entry / effect' in the state's body"),
    ("state held { at exit / beep }", "write 'exit / effect' in the state's body"),
    ("state held { onExit: beep }", "write 'exit / effect'"),
    ("state held { onEnter: beep }", "write 'entry / effect'"),
    ("state held:", "a body stands in braces, as in 'state held { … }'"),
    (
      "state held:\n    entry / beep\n    open : x\n  closed : close",
      "a body stands in braces, as in 'state held { … }'"
    ),
    ("\"open\" -> closed : x", "names stand without quotes"),
    ("* -> closed : x except closed", "the states that are excepted stand after '*', as in '* except a -> b : event'"),
    ("open -> closed : x in closed", "ask for a state in a guard, as in '[in(state)]'"),
    ("open -> closed in closed : x", "ask for a state in a guard, as in ': event [in(state)]'"),
    ("open : x (p > 3)", "write a condition in brackets, as in '[p > 3]'"),
    (
      "@Published var q: Int = 0", "leave it out, and write 'wrapper @MainActor @Observable class' for views"
    ),
    ("@AppStorage(\"x\") var q: Int = 0", "leave '@AppStorage(\"x\")' out"),
    ("initial -> closed : x", "write 'initial -> closed', with effects after '/'"),
  ])
  func oneFindingWithARemedy(_ line: String, _ remedy: String?) {
    let messages = messages(line)
    #expect(messages.count == 1)
    if let remedy { #expect(messages.first?.hasSuffix(": " + remedy) == true, "\(messages)") }
  }

  /// Habits of Mermaid, PlantUML, XState, SMC, QP, Stateless, SCXML and Swift have a remedy.
  @Test(arguments: [
    ("closed --> [*]", "declare a state for the end, 'final state done', and write '-> done'"),
    (
      "state \"The door\" as held",
      "a name stands without quotes; a comment '///' above it documents it, also in diagrams"
    ),
    ("state held <<choice>>", "write 'choice' in the place of 'state'"),
    ("state held <<fork>>", "regions begin and end together without it: leave this line out"),
    ("note right of open : hello", "write a note as a comment, after '//' or '///'"),
    ("%% comment", "write '//' before a comment"),
    ("' comment", "write '//' before a comment"),
    ("-- comment", "write '//' before a comment"),
    ("direction LR", "the layout of pictures is not written here: leave this line out"),
    ("hide empty description", "the layout of pictures is not written here: leave this line out"),
    ("skinparam state { }", "the layout of pictures is not written here: leave this line out"),
    ("title Door", "the layout of pictures is not written here: leave this line out"),
    ("state held #red", "a state has no colour: leave it out"),
    ("open -down-> closed : x", "an arrow is written '->'"),
    ("open -[#red]-> closed : x", "an arrow is written '->'"),
    ("open ~> closed : x", "an arrow is written '->'"),
    ("open <-- closed : x", "an arrow leads from the source to the target, as in 'a -> b : event'"),
    ("open : entry / beep", "write 'entry / effect' in the state's body"),
    ("state held { history H }", "a history is not declared, it is a target, as in 'off -> on.history'"),
    ("open -> H : x", "write a history as a target, as in 'on.history'"),
    ("on: { x: 'closed' }", "write a row, as in 'a -> b : event'"),
    ("open: { on: { x: 'closed' } }", "write a row, as in 'a -> b : event'"),
    ("initial: 'open'", "write 'initial' before a state, as in 'initial state open'"),
    ("states: { held: {} }", "write 'state' before each state, or before names with commas between them"),
    ("type: 'final'", "write 'final' before a state, as in 'final state done'"),
    ("context: { count: 0 }", "write a property, as in 'var count: Int = 0'"),
    ("after: { 1000: 'closed' }", "write a timer in the place of an event, as in 'a -> b : after 5s'"),
    ("always: closed", "write 'a -> b : always'"),
    ("invoke: { src: 'load' }", "write 'do / output' in the state's body"),
    ("open : x, target: closed", "write a row, as in 'a -> b : event'"),
    ("open -> closed : done.invoke.load", "an event is one name: declare it with 'event'"),
    ("open : x [() => p > 3]", "write the condition alone"),
    ("const n = 3", "write a property, as in 'let limit: Int = 3'"),
    ("open -> #closed : x", "write the state's name, or a path that leads inward, as in 'on.dim'"),
    ("open -> .closed : x", "write the state's name, or a path that leads inward, as in 'on.dim'"),
    ("open -> 'closed' : x", "names stand without quotes"),
    ("final held", "write 'final state held'"),
    ("initial open", "write 'initial state open'"),
    ("state initial held", "write 'initial state held'"),
    ("event: x", "leave it out"),
    ("unhandled: trap", "leave it out"),
    ("Entry { beep(); }", "write 'entry / effect', or 'entry / { … }' for Swift"),
    ("open : Default / beep", "'unhandled' says what becomes of events without a row"),
    ("open -> nil : x", "a row without '->' stays in its state"),
    ("any -> closed : x", "'*' stands for every state"),
    ("* - open -> closed : x", "write '* except a, b' for every state but some"),
    (".Permit(x, closed)", "write a row, as in 'a -> b : event'"),
    ("open.permit(x, closed)", "write a row, as in 'a -> b : event'"),
    ("case x: return Q_TRAN(&closed)", "write a row, as in 'a -> b : event'"),
    ("<transition event=\"x\" target=\"closed\"/>", "write a row, as in 'a -> b : event'"),
    ("open -> closed : x cond p > 3", "write the condition in brackets, as in '[condition]'"),
    ("open -> closed : x, p > 3", "write the condition in brackets, as in '[condition]'"),
    ("open -> closed : *", "a row names its events; 'unhandled' says what becomes of all others"),
    ("open : x [In(closed)]", "write 'in(state)'"),
    ("open : x [default]", "write '[else]'"),
    ("parallel held { }", "write regions in the body of a state, each as 'region b { … }' in a line of its own"),
    ("datamodel { }", "write a property, as in 'var count: Int = 0'"),
    ("event go: Int", "write a payload in parentheses"),
    ("state held { entry() / beep }", "write 'entry / effect'"),
    ("state held { x / beep }", "write ':' before an event, as in 'a : event / effect'"),
    ("open -> closed x", "write ':' before the event"),
    ("(open, x) -> closed : x", "separate sources by commas, without parentheses"),
    ("open -> closed : x [p > 3]: beep", "write '/' before an effect, and ',' before another event"),
    ("open -> closed : x => beep", "write '/' before an effect, and a target before ':'"),
    ("open : x / beep && beep", "separate effects by commas"),
    ("open : x / log \"a\"", "write arguments in parentheses"),
    ("open : x / p := 1", "write an assignment with '=', and effects with commas between them"),
    ("open : x / beep -> closed", "write the target before ':', as in 'a -> b : event'"),
    ("private(set) let q: Int = 0", "a 'let' has no setter: leave out 'private(set)'"),
    ("wrapper observable", "write 'wrapper @MainActor @Observable class'"),
    ("wrapper struct", "write 'wrapper none', as the machine itself is a value"),
  ])
  func linesOfOtherTools(_ line: String, _ remedy: String) {
    let messages = messages(line)
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.first?.hasSuffix(": " + remedy) == true, "\(messages)")
  }

  @Test(arguments: [
    ("class Door {\n  initial state a\n}\n", "1:1 a machine is written 'machine Name { … }'"),
    ("# Door\nmachine Door {\n  initial state a\n  event e\n  a -> a : e\n}\n", "1:1 write '//' before a comment"),
    ("initial state a\nevent e\na -> a : e\n", "1:1 write 'machine Name {' before it"),
    (
      "machine \"Door\" {\n  initial state a\n}\n",
      "1:9 a name stands without quotes; a comment '///' above it documents it, also in diagrams"
    ),
    ("machine door-lock {\n  initial state a\n}\n", "1:13 a name has letters, digits and '_'"),
    ("machine Door() {\n  initial state a\n}\n", "1:13 a machine has no parameters: write properties in its body"),
    ("import { createMachine } from 'xstate'\n", "1:31 write \"xstate\""),
  ])
  func headsOfOtherTools(_ text: String, _ expected: String) {
    let source = SourceFile(path: "m.sm", text: text)
    let found = Compiler().check(source).diagnostics
    let lines = LineTable(source.bytes)
    #expect(found.count == 1, "\(found.map(\.message))")
    guard let first = found.first else { return }
    let place = lines.position(of: first.range.lowerBound)
    let words = expected.split(separator: " ", maxSplits: 1)
    #expect("\(place.line):\(place.column)" == words[0])
    #expect(first.message.hasSuffix(": " + words[1]), "\(first.message)")
  }

  /// `[*]` at the beginning of a line is no guard of the line before it.
  @Test(arguments: ["->", "-->"]) func anInitialArrow(_ arrow: String) {
    expectDiagnostics(
      """
      machine M {
        initial state a
        event e
        a -> a : e
        [*] \(arrow) a
      //^ E010 '[' stands where a declaration or a row should be: write 'initial' before the state that the machine begins in
      }
      """)
  }

  /// A policy is an event's in the line of the event.
  @Test func aPolicyBelowItsEvent() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        event e
          unhandled trap
      //  ^~~~~~~~~ E022 in a line of its own, 'unhandled' is the machine's policy: write it in the line of 'e', or as deep as that
        unhandled ignore
        a -> a : e
      }
      """)
  }

  /// The character that replaces a byte that is no UTF-8 is no second mistake.
  @Test func bytesThatAreNoText() {
    let text = Array("machine M {\n  initial state gr".utf8) + [0xFC] + Array("n\n  event e\n  x : e\n}\n".utf8)
    let found = Compiler().check(SourceFile(path: "m.sm", bytes: text)).diagnostics
    #expect(found.map(\.code) == [.notUTF8])
    #expect(found.map(\.range.lowerBound) == [30])
  }

  /// Two Swift names in a row, and patterns that look like conditions, are no habits.
  @Test func whatLooksLikeAHabitAndIsNone() {
    expectDiagnostics(
      """
      machine M {
        initial state a(x: Int?)
        event e(Bool), f(n: any Hashable), g(Result<Int, any Error>), h(Int)
        output start(Int), run, log(String)
        var list: [Int] = []
        var t: any Sendable = 1 as any Sendable
        a : e(list.count > 3) / start (3), run
        a : e / run
        a : f [n is Int, let m = n as? Int, m > 3, #available(macOS 14, *)] / log("it's \\(m) and 'so'")
        a : f [list.contains { $0 > 3 }, !in(a)] / { let not = 3; list.append(not) }
        a : f(n: is String) / run
        a : g(.success(let n)) [try! 3 == n] / start(list.first ?? n)
        a : g(.failure(let error as CancellationError)) / run
        a : g(.failure(_ as any Error)) / log(#"a"#)
        a : h(..<3)
        a : h(3...)
        a : h(let m) [m == list.count, case 5 = m] / log("x" as String)
        unhandled trap
      }
      """, warnings: false)
  }

  /// A declaration of Swift in the file may have the name of a state, or of another language's word for `else`.
  @Test func namesOfSwiftAreConditions() {
    expectDiagnostics(
      """
      machine M {
        initial state ready
        state closed
        event e, f, g
        swift {
          var closed: Bool { true }
          var otherwise: Bool { true }
        }
        ready -> closed : e [closed]
        ready -> closed : f [otherwise]
        closed -> ready : e [ready]
        //                   ^~~~~ E010 'ready' is no condition here: write 'in(ready)'
        closed : g [closed == true]
        ready : g
          [closed]
      }
      """, warnings: false)
  }

  /// Brackets at the beginning of a line are sources where an arrow follows, and else the guard of the line above.
  @Test func bracketsAtTheBeginningOfALine() {
    expectDiagnostics(
      """
      machine M {
        initial state a
        state b
        event e
        var n: Int = 0
        a -> b : e
          [n - 1 > 2]
        b -> a : e
        [a, b] -> a : e
      //^ E010 '[' stands where a declaration or a row should be: separate sources by commas, without brackets
      }
      """, warnings: false)
  }

  /// After a comma, the next line goes on; where it begins a statement, the comma is too many.
  @Test(arguments: [
    ("event up, down,", "an event should follow ','"), ("output up, down,", "an output should follow ','"),
    ("state up, down,", "a state should follow ','"),
    ("open : x / beep,", "an effect should follow ','"), ("open : x /", "an effect should follow '/'"),
    ("open : x,", "an event should follow ','"),
  ])
  func aListThatDoesNotGoOn(_ line: String, _ message: String) {
    #expect(messages(line) == [message])
  }

  @Test(arguments: [
    ("regoin", "region", "{}"), ("choise", "choice", "c"), ("enrty", "entry", "/ beep"), ("exti", "exit", "/ beep"),
  ])
  func misspelledKeywords(_ word: String, _ keyword: String, _ rest: String) {
    let name = rest == "{}" ? "r " : ""
    #expect(
      messages("state s { \(word) \(name)\(rest) }") == ["'\(word)' begins no statement: did you mean '\(keyword)'?"])
  }

  /// Keywords that stand where names could.
  @Test(arguments: [("open -> closed : alwys", "always"), ("open -> closed.histroy : x", "history")])
  func misspelledWords(_ line: String, _ word: String) {
    #expect(messages(line).map { $0.hasSuffix("did you mean '\(word)'?") } == [true])
  }

  /// A no-break space looks like a blank, and is a character of the name.
  @Test(arguments: [("open\u{A0}-> closed : x", "U+00A0"), ("open -> closed : \u{FEFF}x", "U+FEFF")])
  func blanksThatAreNone(_ line: String, _ name: String) {
    #expect(messages(line) == ["'\(name)' looks like a blank and is none: write a space"])
  }
}
