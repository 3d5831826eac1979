import Foundation
import TestSupport
import Testing

@testable import StateMachineModel
@testable import StateMachineReports

/// `swift { … }` may contain declarations, ends at its brace, and is copied into the generated code.
@Suite struct SwiftBlockTests {
  // MARK: What is wrong

  @Test func namesAreNotDeclaredTwice() {
    expectDiagnostics(
      """
      swift {
        struct A {}
      //       ^ E102 the type 'A' is declared twice: rename one of them
        enum AStateMachine {}
      //     ^~~~~~~~~~~~~ E102
        import struct Foundation.A
        extension B { struct A {} }
      }
      machine A {
        wrapper class
        typealias T = Int
        let limit: T = 1
        guard big = limit > 2
        event go
        initial state a
        a : go [big]
        swift {
          func limit() -> Int { 1 }
      //       ^~~~~ E102 the property or guard 'limit' is declared twice: rename one of them
          var big: Bool { true }
      //      ^~~ E102
          struct T {}
      //         ^ E102 the type 'T' is declared twice: rename one of them
          enum State {}
      //       ^~~~~ E104
          private static func accepts() {}
          func `handle`() {}
          func == (limit: Int, other: A) -> Bool { let big = 3; return big == limit }
          static let shared = A(), `default` = 2
        }
      }
      """, notesElsewhere: true)
  }

  @Test func storedPropertiesStandElsewhere() {
    expectDiagnostics(
      """
      machine A {
        event go
        initial state a
        a : go
        swift {
          let stored = 1
      //      ^~~~~~ E018 'stored' is stored, and stored properties stand in the machine's body: write it there, outside of 'swift'
          private var other: [Int: Int]
      //              ^~~~~ E018
          var observed: Int = 3 { didSet {} }
      //      ^~~~~~~~ E018
          static var shared: Int = 3
          var computed: Int { 1 }
          func f() { let inner = 3; var more: Int; (more, _) = (inner, 1) }
          struct Inner { var stored: Int }
          var last: Int
      //      ^~~~ E018
        }
      }
      """)
  }

  @Test func helpersDoNotAssignTheState() {
    expectDiagnostics(
      """
      machine A {
        event go
        initial state a
        a : go
        swift {
          init(x: Int) { self.state = .a }
      //                      ^~~~~ E114 a helper does not change the state: write a row, or call 'self.init(…, state:)' in an initialiser
          init(y: Int) { self.init(state: .a) }
          mutating func first() { state = .a }
      //                          ^~~~~ E114
          mutating func second() { swap(&state, &self.state) }
      //                                 ^~~~~ E114
      //                                              ^~~~~ E114
          mutating func third() { self.state.region = .b; if state == .a || self.state == .a {} }
      //                               ^~~~~ E114
          func local() { var state = 3; state = 4; _ = state; other.state = 1; self.other.state = 2 }
          func parameter(state: inout Int, other: inout Other) { state = 2; other.state = 1 }
          struct Inner { var state = 1; mutating func f() { state = 2; self.state = 3 } }
          mutating func fourth() { typealias X = Int; if true { state = .a } }
      //                                                        ^~~~~ E114
        }
      }
      """)
  }

  @Test func itStandsInTheMachinesBody() {
    expectDiagnostics(
      """
      machine A {
        event go
        initial state a {
          swift { func x() {} }
      //  ^~~~~ E022 'swift' stands in the machine's body, not in a state's
        }
        func y() {}
      //^~~~ E018 a function cannot be declared here: write it in 'swift { … }'
        a : go
      }
      """)
  }

  // MARK: Where it ends

  @Test func bracesThatAreMissingAreOneMistake() {
    expectDiagnostics(
      """
      machine A {
        event go
        swift
      //     ^ E010
          func x() {}
          static func y() -> Int { 1 }
        }
        swift
      //     ^ E010
        {
          func z() {}
        }
        initial state a
        a : go
      }
      """)
    expectDiagnostics(
      """
      machine A {
        event go
        initial state a
        swift {
      //      ^ E006
          func x() { if true {
        }
        a : go
        b : go
        state b
      }
      """)
    expectDiagnostics(
      """
      machine A {
        initial state a
        event go
        a : go / { f(
      //         ^ E006
        swift { func f() {} }
      }
      """)
  }

  /// Lines at the beginning of a line look like rows and statements.
  @Test func whatLooksLikeAStatementIsSwift() throws {
    let text = try generated(
      #"""
      swift {
      final class Box {
        var state = "}"
      }
      private static func unused() -> Int { 1 }
      func a(b: Int) throws -> Int { b }  // }
      }
      machine A {
      initial state swift
      event go
      swift : go [isBig(#"}"#)]
      swift -> swift : go
      swift {
      /* } */ func isBig(_ text: String) -> Bool { "\(text) }" == "}" }
      }
      }
      """#)
    #expect(text.contains("\nfinal class Box {\n  var state = \"}\"\n}\n"))
    #expect(text.contains("\nfunc a(b: Int) throws -> Int { b }  // }\n"))
    #expect(text.contains("\n\n  /* } */ func isBig(_ text: String) -> Bool { \"\\(text) }\" == \"}\" }\n}\n"))
  }

  // MARK: What becomes of it

  @Test func itStandsInTheStructOnce() throws {
    let text = try generated(
      """
      import Dispatch
      swift {
          #if canImport(Glibc)
          import Glibc
          #endif

          struct Shared {}
      }
      machine A {
        wrapper class
        wrapper class B
        let limit: Int
        event go
        output log(Kind, Shared)
        initial state a { entry / { count() } }
        a : go / log(.some, Shared())
        swift {
          enum Kind { case some }
          enum Other {}

          /// Its documentation.
          func enterA() -> Int {
              limit
          }
          private func count() {}
        }
      }
      swift { struct Last {} }
      """)
    let head = """
      import Dispatch

      #if canImport(Glibc)
      import Glibc
      #endif

      struct Shared {}

      struct A {
      """
    // What stands after a machine comes after it.
    #expect(text.contains("\n#endif\n\nstruct Last {}\n\n#if"))
    #expect(text.contains(head))
    #expect(
      text.contains(
        """

          enum Kind { case some }
          enum Other {}

          /// Its documentation.
          func enterA() -> Int {
              limit
          }
          private func count() {}
        }

        #if
        """))
    #expect(text.components(separatedBy: "enum Kind {").count == 2)
    // What the wrappers name is theirs too.
    #expect(text.components(separatedBy: "typealias Kind = A.Kind").count == 3)
    #expect(!text.contains("typealias Other"))
    // The function for the state's entry gets another name.
    #expect(text.contains("private mutating func enterA_("))
  }

  @Test func itHasItsPlaceInTheSource() throws {
    let text = try generated(
      """
      swift { struct Shared {} }
      machine A {
        event go
        initial state a
        a : go
        swift {
              func f() {
              }
        }
      }
      """, path: "A.sm", locations: true)
    #expect(
      text.contains("#sourceLocation(file: \"A.sm\", line: 1)\n        struct Shared {}\n#sourceLocation()\n"))
    #expect(
      text.contains(
        """
          #sourceLocation(file: "A.sm", line: 7)
                func f() {
                }
          #sourceLocation()
        }
        """))
  }

  @Test func picturesLeaveItOut() throws {
    let plain = """
      machine A {
        event go
        initial state a
        a : go
      """
    let with = plain + "\n  swift { func hidden() {} }\n}\nswift { struct Hidden {} }\n"
    #expect(try table(with) == table(plain + "\n}\n"))
  }

  private func table(_ text: String) throws -> String {
    Coverage(try SmallMachine(text).machine).plainText(title: "A")
  }
}
