import Testing

@testable import StateMachineCompiler

/// Mistakes in choices, histories, regions, submachines, and in what follows from a step. What these do when they are
/// right is `OracleTests`' business.
@Suite struct StatechartTests {
  // MARK: Choices

  @Test func aChoiceIsPassedThrough() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b
        choice k
        event e, f
        a -> k : e
        k -> a : e [else]
      //         ^ E206 a choice is passed through and waits for no event: leave it out, and write '[guard]' or '[else]'
        k, b -> a : [else]
      //   ^ E206 'b' is no choice as the others of this row are: give it a row of its own, with an event
        b, k -> a : e
      //   ^ E206 'k' is a choice, which the machine is never in: name a state
        k(x) -> a : [else]
      // ^~~ E206 the choice 'k' has no payload: leave this out; labels that all rows to it have stay in scope
        a -> k(x: 1) : f
      //      ^~~~~~ E206 the choice 'k' has no payload: leave this out; labels that all rows to it have stay in scope
        k : [true] / { }
      //^~~~~~~~~~~~~~~~ E206 this row of a choice leads nowhere: write '-> target' before the ':'
      //     ^~~~ W306
        a -> kk : f
      //     ^~ E101
      }
      """)
  }

  @Test func aChoiceAlwaysLeadsOn() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        choice noElse
      //       ^~~~~~ E207 the choice 'noElse' may have no way on: write a row 'noElse -> target : [else]'
        choice twice
        choice late
        event e, f, g
        a -> noElse : e / n += 1
        a -> twice : f
        a -> late : g
        noElse -> a : [n > 1]
        twice -> a : [else]
      //^~~~~~~~~~~~~~~~~~~ note: this row always applies before it
        twice -> a : [else]
      //^~~~~~~~~~~~~~~~~~~ W303 this row never applies: the choice 'twice' has a row before it that always does
        late -> a : [else]
      //^~~~~~~~~~~~~~~~~~ note: this row always applies before it
        late -> a : [n > 2]
      //^~~~~~~~~~~~~~~~~~~ W303 this row never applies: the choice 'late' has a row before it that always does
      }
      """)
  }

  @Test func aChoiceIsReached() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        choice unreached
      //       ^~~~~~~~~ W301 no arrow leads to 'unreached' from the initial state
        event e
        a -> a : e
        unreached -> a : [else]
      }
      """)
  }

  @Test func choicesDoNotLeadBack() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        choice x
        choice y
        event e
        a -> x : e / n += 1
        x -> y : [n > 1]
        x -> a : [else]
        y -> x : [else]
      //^~~~~~~~~~~~~~~ E208 choices cannot lead back to themselves, as x -> y -> x does: put a state between them
      }
      """)
  }

  @Test func labelsStayInScopeWhereAllWaysInHaveThem() {
    expectDiagnostics(
      """
      machine A {
        initial state a(n: Int = 0)
        state b(n: Int)
        state c
        choice k
        choice l
        event e(x: Int), f, g(x: Int)
        a, b -> k : e
        a -> k : g
        b -> a : f
        k -> b(n: x + n) : [x > n]
        k -> a : [else]
        a -> l : f
        c -> l : e
        l -> b(n: 1) : [x > 1]
      //                ^ E110 'x' is not known on every way into the choice: only labels that all rows to it have are in scope
        l -> b(n: n) : [else]
      //          ^ E110
        b -> c : g
      }
      """, warnings: false)
  }

  @Test func entangledChoicesAreBounded() {
    var source = "machine A {\n  var n: Int = 0\n  initial state a\n  event e\n  a -> c0 : e / n += 1\n"
    for index in 0..<40 {
      source += "  choice c\(index)\n"
      let next = index == 39 ? "a" : "c\(index + 1)"
      source += "  c\(index) -> \(next) : [n > \(index)]\n  c\(index) -> \(next) : [else]\n"
    }
    let result = Compiler().check(SourceFile(path: "a.sm", text: source + "}\n"))
    #expect(result.diagnostics.map(\.code) == [.choiceRow])
  }

  // MARK: Always, raise, defer

  @Test func alwaysRowsComeToRest() {
    expectDiagnostics(
      """
      machine A {
        var n: Int = 0
        initial state a
        state b
        state c { : always / n += 1 }
      //          ^~~~~~~~~~~~~~~~~ E208 these 'always' rows never come to rest: c -> c; give one of them a guard, or an event
        state d { : always [n > 3] }
      //          ^~~~~~~~~~~~~~~~ E208 this 'always' row does nothing, and so does it again for ever: give it an arrow or an effect
        state f(n: Int = 3)
        state outer {
          initial state x
          state y
          x -> y : always
          y -> x : e
        }
        event e
        a -> b : always
      //^~~~~~~~~~~~~~~ E208 these 'always' rows never come to rest: a -> b -> a; give one of them a guard, or an event
        b -> a : always
        a -> c : e
        b -> d : e
        c -> f : e
        // A guard before it is a way out.
        f -> outer : always [n == 0]
        f : always / n -= 1
        outer -> a : e [n > 1]
      }
      """, warnings: false)
  }

  @Test func deferredEventsAreDeclaredAndHaveAUse() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          defer e, x, e
      //           ^ E101 'x' is not declared as an event: did you mean 'e'?
      //              ^ E102 'e' is deferred here already: leave it out
        }
        state b { defer e }
      //                ^ W303 'e' is never deferred: 'b' has a row that always takes it
        final state c { defer e }
      //                ^~~~~ E211 the final state 'c' ends here and keeps no events: leave this out
        event e, f, g(n: Int)
      //            ^ note: 'g' is declared here
      //            ^ note: 'g' is declared here
        a -> b : f / raise h
      //                   ^ E101
        a : g / raise g
      //              ^ E105 the event 'g' needs 'n: Int': write 'g(n: …)'
        a : g(n: m) / raise g(n: m, o: 1)
      //                            ^ E107
        b -> c : e
      //^~~~~~~~~~ note: the row is here
      }
      """)
  }

  // MARK: History and done

  @Test func historyIsThatOfAComposite() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b {
          initial state c
          state d
          c -> d : e
          d -> c : e
          history -> d
          history -> a
      //             ^ E209 the history of 'b' begins in a state within it: name one
          history -> c
      //  ^~~~~~~ E102
        }
        state q { history -> a }
      //          ^~~~~~~ E209 'history ->' says where a composite's history begins: move it into the composite's body
        state f {
          initial state g
          state h
          g -> h : e
          h -> g : e
        }
        event e, x, y, z, w
        a -> a.history : x
      //       ^~~~~~~ E209 'a' has no states within it, and so no history: write '-> a'
        a -> b.history(1) : y
      //              ^~~ E209
        a -> b.history.c : z
      //       ^~~~~~~ E209 'history' stands at the end of a target, as in '-> player.history'
        a -> f.deepHistory : w
        b, f, q -> a : x
        a -> q : e
      }
      """)
  }

  @Test func onlyWhatCanEndIsDone() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          initial state b
          final state c(n: Int = 0)
          final state d
          b -> c : e
          b -> d : f
        }
        state x {
          initial state y
        }
        event e, f, g
        a -> x : done(.d)
        a -> x : done(.c(let n)) [n > 2]
        a -> x : done(.b)
      //               ^ E210 'b' is no final state of 'a': did you mean '.c'?
        a -> x : done(.q)
      //               ^ E210
        a -> x : done(.c, .d)
      //                  ^~ E108 'done' takes one pattern without a label, for the final state: write 'done(.name)'
        x -> a : done
      //         ^~~~ E210 'x' is never done: declare one of the states within it 'final'
        y -> a : done
      //^ E101 'y' is not declared as a state: did you mean 'x.y'?
        x -> a : g
      }
      """, warnings: false)
  }

  // MARK: Regions

  @Test func regionsStandSideBySide() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          region r {
            initial state b
            state c { entry / o }
            entry / o
      //    ^~~~~ E212 a region has no 'entry': move it into the composite, or into a state of the region
            : e / o
      //    ^ E016
            b -> c : e
            c -> b : e
          }
          region s {
            initial state d
            state f
            d -> c : e
      //         ^ E101 'c' is not declared as a state: did you mean 'a.r.c'?
            d -> f : e
            f -> a.r.c : e
      //             ^ E213
            f -> d : e [else]
            history -> f
          }
        }
        state one {
          region only { initial state p }
      //         ^~~~ E212 'one' has one region only: declare another, or its states without a region
        }
        state mixed {
          region t { initial state q }
      //         ^ note: a region is here
          initial state u
      //                ^ E212 'u' stands beside regions: move it into one of them
          region v { }
      //         ^ E212 the region 'v' has no states: declare an initial one
        }
        event e, g, h, i
        output o
        a.r -> a : g
      //^ E212 'r' is a region, which is always active with the others: name a state
        one -> a.s : g
      //         ^ E212
        a -> one : g
        one -> mixed : h
        mixed -> a.history : i
      //           ^~~~~~~ E209 'a' has regions, each with a history of its own: write 'a.r.history', or 'a.deepHistory' for all of them
      }
      """, warnings: false)
  }

  @Test func rowsOfRegionsCanConflict() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          region r {
            initial state b
            b -> out : e
      //    ^~~~~~~~~~~~ note: the other is here
          }
          region s {
            initial state c
            state d
            c -> out : e
      //    ^~~~~~~~~~~~ W310 this row and one of the region 'r' both leave 'a' on 'e': where both apply, the first region's is taken
            c -> d : f
            d -> c : f
          }
          // Every region takes it.
          : e
        }
        state out
        event e, f
        out -> a : e
      }
      """)
  }

  @Test func rowsThatAllChildrenOverride() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          initial state b
          state c
          final state d
          b -> c : e
          c -> b : e
          b, c : f / o
          c -> d : g
        }
        state x {
          initial state y
          state z { defer e }
          y -> z : e
          z -> y : f
        }
        event e, f, g
        output o
        // The final state has no row of its own.
        a -> x : e
        x -> a : e
      //^~~~~~~~~~ N401 this row never applies: every state within 'x' has a row of its own that always takes 'e'
        x -> a : g
        * : g / o
      }
      """)
  }

  /// What a mistake makes look wrong elsewhere is not told.
  @Test func oneMistakeGivesOneDiagnostic() {
    expectDiagnostics(
      """
      machine A {
        initial state a
        state b {
          region r
      //          ^ E010
            initial state c
            state d
            c -> d : e
            d -> c : e
            history -> d
          }
          region s {
            initial state f
            f : e
          }
          b -> a : g
        }
        state z
        choice k
      //       ^ E207
        event e, g
        a -> k : e
        k -> a : [1 > 2]
        a -> kk : g
      //     ^~ E101 'kk' is not declared as a state: did you mean 'k'?
        z -> a.history : g
      //       ^~~~~~~ E209
      }
      """)
  }

  // MARK: Submachines

  @Test func statesHoldMachines() {
    expectDiagnostics(
      """
      machine A: Hashable {
        initial state a: B
      //                 ^ E214 'A' is 'Hashable', and so must be what it holds: write 'machine B: Hashable'
        state c: Bb
      //         ^~ E101 'Bb' is not declared as a machine: did you mean 'B'?
        state d(n: Int): D { initial state x }
      //      ^ E214 'd' holds a machine and has states of its own: move them into that machine
        state e: D
      //      ^ note: 'e' is declared here
      //      ^ note: the state is here
        event e, f, g, h
      //      ^ E102 the event 'e' is that of the machine in the state 'e': rename one of them
        output o
        a -> c : f
        a -> d(n: 1, .y, limit: 3) : g
        d -> d(.y) : g
      //     ^ E105
        d -> e(.y, limit: 1, other: 2) : f
      //                     ^~~~~ E107 the state 'e' has no label 'other': it has 'limit'
        d -> a : h
        e -> a : done(.z)
        e -> a : done(.y)
      //               ^ E210 'y' is no final state of 'e': did you mean '.z'?
        a : a(.p) / o
        a -> a : done
      //         ^~~~ E210 'a' is never done, as it has no states within it: name an event
      }
      machine B {
        initial state p
        event p
        p -> p : p
      }
      machine D: Hashable {
        var limit: Int
        initial state y
        final state z
        event go
        y -> z : go [limit > 2]
      }
      """, warnings: false)
  }

  @Test func machinesDoNotHoldEachOther() {
    expectDiagnostics(
      """
      machine A {
        initial state a: B
      //                 ^ E214 machines cannot hold each other, as A -> B -> C -> A do: let one of them send events to the other instead
      }
      machine B {
        initial state b: C
      //                 ^ E214 machines cannot hold each other, as B -> C -> A -> B do: let one of them send events to the other instead
      }
      machine C {
        initial state c: A
      //                 ^ E214
      }
      machine D {
        initial state d: D
      //                 ^ E214 machines cannot hold each other, as D -> D do: let one of them send events to the other instead
      }
      """)
  }

  @Test func machinesOfOtherFilesAreKnown() {
    let child = SourceFile(
      path: "b.sm",
      text: """
        machine B {
          initial state p
          final state q
          event go
          p -> q : go
        }
        """)
    let parent = SourceFile(
      path: "a.sm",
      text: """
        machine A {
          initial state a: B
          final state c
          a -> c : done(.q)
        }
        """)
    var context = MachineContext()
    context.add(child)
    context.add(parent)
    #expect(Compiler().check(parent).diagnostics.map(\.code) == [.undeclaredName])
    let known = Compiler(context: context)
    #expect(known.check(parent).diagnostics.map(\.message) == [])
    // What is held has a way in of its own.
    func swift(_ compiler: Compiler) -> String {
      String(decoding: compiler.generate(child).swift ?? [], as: UTF8.self)
    }
    #expect(swift(known).contains("func attempt(event: Event) -> Outcome?"))
    #expect(!swift(Compiler()).contains("attempt"))
  }
}
