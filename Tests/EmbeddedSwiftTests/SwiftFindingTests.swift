import Foundation
import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

/// Mistakes that this compiler leaves to Swift are reported at their place in the `.sm` file.
///
/// The carets below a line mark the range that Swift reports, with a part of its message: `// ^ no member 'stp'`.
@Suite struct SwiftFindingTests {
  /// Mistakes in an owner's use of the events and states of its submachine.
  private static let submachines = """
    machine Child: Sendable {
      event work(Int), stop, send(to: String, at: Int = 0)
      initial state idle
      state busy { initial state sending(to: String); state waiting; sending -> waiting : stop }
      final state over(result: Int)
      idle -> over(result: 3) : work, stop
      idle -> busy : send
      busy -> over(result: 1) : work
    }
    machine Owner: Sendable {
      event begin, again(code: Int), more, last
      initial state off
      state on: Child
      off -> on : begin
      on -> off : on(.nonsense)
    //                ^ type 'Child.Event' has no member 'nonsense'
      on -> off : on(.stop(let x))
    //                ^ does not match enum case 'stop'
      on -> off : on(.send(too: let to, at: _))
    //                     ^ label 'too' must be 'to'
      on -> off : on(.work(1, 2, 3))
    //                ^ has the wrong length for tuple type 'Int'
      on -> off : on(.send(to: let one)) [one == 3]
    //                                        ^ (to: String, at: Int)
      on : begin / raise on(.sto)
    //                       ^ no member 'sto'
      on : again / raise on(.work), raise on(.work(3, 4))
    //                       ^ expects argument of type 'Int'
      on : more / raise on(.send(too: "x"))
    //                          ^ (have 'too:', expected 'to:')
      on(.idel) -> off : last
    //    ^ type 'Child.State' has no member 'idel'
      on(.busy(.waitin)) -> off : last
    //          ^ no member 'waitin'
      on(.over(1, 2)) -> off : last
    //    ^ has the wrong length
      off -> on(.over(resul: 3)) : again
    //               ^ (have 'resul:', expected 'result:')
      off -> on(idle) : more
    //          ^ cannot find 'idle' in scope
      on -> off : done(.over(res: 3))
    //                       ^ label 'res' must be 'result'
      on -> off : done(.over(3, 4))
    //                  ^ has the wrong length
    }
    machine Whole {
      initial state a {
        initial state i
        final state e(code: Int)
        i -> e(code: 2) : go
      }
      final state c
      event go
      a -> c : done(.e(kode: let code)) [code > 3]
    //                 ^ label 'kode' must be 'code'
    }
    """

  private static let machines = """
    machine Plain {
      initial state a
      final state b
      event go
      a -> b : go
    }
    machine Single: ~Copyable {
      initial state a
      final state b
      event go
      a -> b : go
    }
    machine Generic<T> {
      initial state a
      final state b
      event go(t: T)
      a -> b : go
    }
    public machine Public {
      initial state a: Plain
    //       ^ enum case in a public enum uses an internal type
      final state c
      a -> c : done
    }
    machine Copied {
      initial state a: Single
    //       ^ has non-Copyable type 'Single'
      final state c
      a -> c : done
    }
    """

  /// Protocols that the types of the machine cannot have, and what is none.
  private static let heads = """
    machine Cases: CaseIterable {
    //      ^ type 'Cases.State' does not conform to protocol 'CaseIterable'
      initial state a(n: Int = 0)
      event e
      a : e
    }
    machine Optionals: Comparable {
    //      ^ type 'Optionals.State' does not conform to protocol 'Comparable'
      initial state a(n: Int? = nil)
      event e
      a : e
    }
    machine Parallel: Sendable, Comparable {
    //      ^ type 'Parallel.State' does not conform to protocol 'Comparable'
      initial state a {
        region r { initial state x; state y; x -> y : e }
        region s { initial state z; state w; z -> w : e }
      }
      event e
    }
    machine Moved: ~Copyable, Hashable {
    //      ^ type 'Moved' does not conform to protocol 'Copyable'
      interface methods
      initial state a
      event e
      a : e
    }
    machine Number: Int {
    //      ^ inheritance from non-protocol type 'Int'
      initial state a
      event e
      a : e
    }
    machine Object: AnyObject {
    //      ^ only protocols can inherit from 'AnyObject'
      initial state a
      event e
      a : e
    }
    machine Misspelled: Hashible {
    //                  ^ cannot find type 'Hashible' in scope
      initial state a
      event e
      a : e
    }
    machine Twice: Hashable, Hashable {
    //                       ^ redundant conformance of 'Twice' to protocol 'Hashable'
      initial state a
      event e
      a : e
    }
    """

  /// Types, defaults and initial values.
  private static let values = """
    machine Small {
      initial state x(n: int)
    //                   ^ cannot find type 'int' in scope
      event go(count), on(some Sequence)
    //         ^ cannot find type 'count' in scope
    //                    ^ 'some' types are only permitted in properties
      var p: bool = false
    //       ^ cannot find type 'bool' in scope
      x : go
      x : on [p]
    }
    machine Defaults {
      var base: Int = 3
      var other: Int = base
    //                 ^ cannot use instance member 'base' as a default parameter
      var third: Int = label
    //                 ^ cannot find 'label' in scope
      initial state a(label: Int = base)
    //                             ^ instance member 'base'
      final state b
      event go(x: Int = base), stop(y: String = "\\(base)")
    //                  ^ instance member 'base'
    //                                             ^ instance member 'base'
      a -> b : go [base > other]
      a : stop [third > 3]
    }
    machine Answers {
      interface methods
      action Next { send(to: Int), none }
      initial state a
      state b
      event one -> Next = .non
    //                     ^ type 'Answers.Next' has no member 'non'
      event two -> Next = .send
    //                     ^ member 'send(to:)' expects argument of type 'Int'
      event three -> Next = none
    //                      ^ cannot find 'none' in scope
      a -> b : one / none
      a : two / none
      b -> a : three / none
    }
    """

  /// Members in blocks of Swift that the machine has already, constants, and guards.
  private static let members = """
    machine Members {
      var limit: Int = 3
      initial state a
      final state b
      event go
      a -> b : go [limit > 3]
      swift {
        var isFinal: Bool { true }
    //      ^ invalid redeclaration of 'isFinal'
        func accepts(_ event: Event) -> Bool { true }
    //       ^ invalid redeclaration of 'accepts'
        func start() -> Int { 3 }
        init(limit: Int, state: State) { fatalError() }
    //  ^ invalid redeclaration of 'init(limit:state:)'
      }
    }
    machine Methods {
      interface methods
      initial state a
      final state b
      event go(n: Int), isOn
      a -> b : go, isOn
      swift {
        mutating func go(n: Int) {}
    //                ^ invalid redeclaration of 'go(n:)'
        var isOn: Bool { true }
    //      ^ invalid redeclaration of 'isOn'
      }
    }
    machine Constants {
      let n: Int = 3
      guard big = n > 4
      initial state a
      state b
      event go(k: Int), more
      a -> b : go / n = 4
    //           ^ cannot assign to property: 'n' is a 'let' constant
      b -> a : go [big()]
    //             ^ cannot call value of non-function type 'Bool'
      a : more / n += 3
    //             ^ left side of mutating operator isn't mutable: 'n' is a 'let' constant
      b : more [try mayFail()]
    //          ^ errors thrown from here are not handled
      b -> a : more [n > 3 ? true]
    //                     ^ expected ':' after '? ...' in ternary expression
    }
    swift { func mayFail() throws -> Bool { true } }
    machine Conditions: Sendable {
      var n: Int = 3
      guard same = n = 3
    //               ^ use of '=' in a boolean context, did you mean '=='?
      initial state a { exit [n += 3] / n = 4 }
    //                          ^ cannot convert value of type '()' to expected condition type 'Bool'
      state b
      event go(k: Int), more
      a -> b : go [k = n]
    //               ^ use of '=' in a boolean context, did you mean '=='?
      a -> b : after (n * 2)
    //                ^ cannot convert value of type 'Int' to expected argument type 'Duration'
      b -> a : every (n) [same]
    //                ^ cannot convert value of type 'Int' to expected argument type 'Duration'
      b -> a : go [n > 3, n = 4]
    //                      ^ use of '=' in a boolean context, did you mean '=='?
      b : more / throw "no"
    //                 ^ 'String' does not conform to expected type 'Error'
    }
    """

  @Test(arguments: [submachines, machines, heads, values, members]) func swiftSaysItInPlace(_ text: String) throws {
    let swift = try generated(text, path: "Mistakes.sm", locations: true)
    let findings = try SwiftCompiler().check([(name: "Mistakes.swift", text: swift)]).filter(\.isError)
    let marks = Self.marks(in: text)
    #expect(!marks.isEmpty)
    for mark in marks {
      let said = findings.filter { $0.line == mark.line && $0.column == mark.column }
      #expect(
        said.contains { $0.message.contains(mark.words) },
        "\(mark): \(findings.filter { $0.line == mark.line }.map(\.description))")
    }
    for finding in findings {
      #expect(finding.file == "Mistakes.sm" && marks.contains { $0.line == finding.line }, "\(finding)")
    }
  }

  private struct Mark { var line: Int, column: Int, words: String }

  private static func marks(in text: String) -> [Mark] {
    var marks: [Mark] = []
    var subject = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("//"), let caret = line.firstIndex(of: "^") else {
        subject = index + 1
        continue
      }
      let column = line[..<caret].utf8.count + 1
      marks.append(Mark(line: subject, column: column, words: String(line[caret...].dropFirst(2))))
    }
    return marks
  }
}
