import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Guards may bind names: `[let index = tokens.firstIndex(of: token)]`.
@Suite struct GuardBindingTests {
  @Test func aBoundNameIsNoLabel() {
    expectDiagnostics(
      """
      machine A {
        interface methods
        unhandled trap
        guard isFound = let last, last > 3
      //                ^~~ E022 a guard with a name is a value, and binds no other names: write '[let last, last > 3]' in the rows
        initial state open(tokens: [Int] = [], last: Int? = nil, index: Int = 0)
        state closed(index: Int, last: Int?)
        action Found { found(index: Int), none }
        event take(_ token: Int) -> Found
        event get -> Int
        open : take [let last, last > token]                          / last = nil, none
      //                                                                ^~~~ E111 'last' is bound by the guard, which hides the label: bind another name, and assign 'last'
        open : take [var other = tokens.first, other > 3]             / other = 2, none
      //                                                                ^~~~~ E111 'other' is bound by the guard, and is a constant here
        open : take [let index = tokens.first, index > 4]             / found
      //                                                                ^~~~~ E105 the row binds 'index' to a value whose type is not known here, so it does not carry over: write 'found(index: index)'
        open -> closed : take [let last] / found(index: last)
        open : take [let token = tokens.last]             / found(index: token)
        open : take                                       / none
        closed : take                                     / none
        open   : get [let first = tokens.first]           / return first
        open   : get [var first = last]                   / { first += 1 }, return first
        closed : get [case .some(let index) = last]       / return index
        open, closed : get / return 0
      }
      """, notesElsewhere: true)
  }

  /// A field that has the name of what a guard binds keeps its value.
  private static let methods = """
    swift { enum Message { case number(Int, String), text(value: String) } }
    machine Tokens {
      interface methods
      unhandled trap
      let limit: Int = 3
      initial state open(tokens: [Int] = [], index: Int = 7, last: Int? = nil)
      state closed(index: Int, last: Int?)
      event remove(_ token: Int) -> Int = -1
      event note(_ value: Int?)
      event read(_ message: Message) -> Int
      event close
      event both(_ token: Int) -> Int = -1
      choice found
      choice named
      event name(_ token: Int) -> Int = -1
      open -> named : name / { let last = tokens.last }
      named : [let last = last, last > 3] / { tokens.append(last) }, return last
      named : [else] / return last ?? -2
      open : remove [let index = tokens.firstIndex { $0 == token }] / { tokens.remove(at: index) }, return index
      open : remove [let old = last, old > limit] / tokens = [old], last = nil, return old
      open : remove
      open : note [tokens.count > 5, let new = Optional(limit)] / tokens = [new]
      open : note [let value] / tokens += [value]
      open : note
      open : read [case let .number(n, name) = message, let last, last > n] / index = last, return name.count
      open : read [case .number(let count, _) = message] / index += count, return index
      open : read [case .text = message, let k: Int = tokens.first] / return k
      open : read [var k = tokens.first, tokens.count == 1 ? true : false] / { k += 1 }, return k
      open : read / return index
      open -> found : both [let place = tokens.firstIndex(of: token)]
      open -> closed : both / return index
      found -> closed(index: place) : [let last, place > 0] / return last
      found : [let last, place > 9] / return last
      found : [let index = tokens.last, place > 8] / return index
      found : [else] / index += 0, return place
      open -> closed : close [let last]
      open -> closed(index: index) : close [let index = tokens.first]
      open -> closed : close
      closed : remove, note, close, both, name
      closed : read [let last] / return last
      closed : read / return index
    }

    /// What a guard unwraps carries over to answers, too.
    machine Holder {
      interface methods
      initial state outer(last: Int? = nil) { initial state inner(own: Int? = 3) }
      final state ended(last: Int)
      action Found: Equatable { last(_ last: Int), own(own: Int), value(value: Int), none }
      event find -> Found = .none
      event take -> Found = .none
      event ask(value: Int?) -> Found = .none
      event end -> Found = .none
      choice decided
      outer.inner : find [let last, last > 4] / last
      outer.inner : find [let own] / own
      outer : take [let last] / last
      outer, ended : ask [let value] / value
      outer -> decided : end
      decided -> ended : [let last] / last
      decided : [else]
    }
    """

  private static let reducer = """
    machine Pair: Sendable, Equatable {
      initial state both(x: Int? = nil, list: [Int] = [1, 2]) {
        region left {
          initial state a
          state b(x: Int)
          a -> b : go(let k) [let x, x > k] / found(x)
          b -> a : go(let k) [let y = list.firstIndex(of: k)] / list = [], found(y)
        }
        region right {
          initial state c
          state d
          c -> d : go [let y = list.last] / found(y + 10)
          d -> c : go [let z = list.last, z > 100]
        }
      }
      event go(_ k: Int), set(_ new: Int?)
      output found(Int)
      both : set(new) / x = new
      both -> both(x: nil) : always [let x, x > 50] / found(x)
    }
    """

  private static let program = """
    func expect<T: Equatable>(_ one: T, _ other: T, _ line: Int = #line) {
      if one != other { print("line \\(line): \\(one), and not \\(other)") }
    }
    func state(_ tokens: Tokens) -> String { "\\(tokens.state)" }
    var one = Tokens(state: .open(tokens: [4, 5], index: 7, last: nil))
    expect(one.remove(5), 1)
    expect(state(one), "open(tokens: [4], index: 7, last: nil)")
    expect(one.remove(9), -1)
    expect(one.name(0), 4)
    expect(state(one), "open(tokens: [4, 4], index: 7, last: nil)")
    expect(one.remove(4), 0)
    one.note(3)
    expect(state(one), "open(tokens: [4, 3], index: 7, last: nil)")
    var two = Tokens(state: .open(tokens: [4], index: 7, last: 9))
    expect(two.read(.number(8, "abc")), 3)
    expect(two.read(.number(10, "")), 19)
    expect(two.read(.text(value: "")), 4)
    expect(state(two), "open(tokens: [4], index: 19, last: Optional(9))")
    expect(two.both(4), 0)
    expect(two.both(5), 19)
    expect(state(two), "closed(index: 19, last: Optional(9))")
    var three = Tokens(state: .open(tokens: [4, 6], index: 7, last: 9))
    expect(three.both(6), 9)
    expect(state(three), "closed(index: 1, last: Optional(9))")
    var four = Tokens(state: .open(tokens: [4, 6], index: 7, last: nil))
    four.close()
    expect(state(four), "closed(index: 4, last: nil)")
    var holder = Holder(state: .outer(last: 5, .inner()))
    expect([holder.find(), holder.take(), holder.ask(value: 6)], [.last(5), .last(5), .value(value: 6)])
    expect([holder.end(), holder.ask(value: nil), holder.ask(value: 7)], [.last(5), .none, .value(value: 7)])
    expect([4, nil].map { Holder(state: .outer(last: $0, .inner())).find() }, [.own(own: 3), .own(own: 3)])
    var pair = Pair()
    expect(pair.handle(event: .go(1)), [.found(12)])
    _ = pair.handle(event: .set(9))
    expect(pair.handle(event: .go(1)), [.found(9)])
    expect(pair.handle(event: .go(2)), [.found(1)])
    expect(pair.accepts(.go(2)), true)
    expect(pair.handle(event: .set(60)), [.found(60)])
    """

  @Test(arguments: [false, true]) func whatIsBoundHidesNoField(isLocated: Bool) throws {
    let source = SourceFile(path: "tokens.sm", text: Self.methods + "\n" + Self.reducer)
    var options = Compiler.Options()
    options.writesSourceLocations = isLocated
    let result = Compiler(options: options).generate(source)
    #expect(result.diagnostics.map(\.message) == [])
    let swift = String(decoding: result.swift ?? [], as: UTF8.self)
    let run = try SwiftCompiler().run([("tokens.swift", swift), ("main.swift", Self.program)])
    #expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
  }
}
