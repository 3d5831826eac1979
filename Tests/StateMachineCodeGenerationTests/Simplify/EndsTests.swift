import Testing

@testable import StateMachineCodeGeneration

/// Passes simplify the ends of functions and of their branches.
@Suite struct EndsTests {
  private let code = CodeSamples()

  // MARK: FinalReturns

  @Test func aFinalReturnGoesOnEachWayThatEndsTheFunction() {
    let body: [Statement] = [
      .emit("a"),
      .check([.on("isOn")], [.emit("b"), .leave()], otherwise: [.match(state, [Arm(.one("c"), [.leave()])])]),
      .leave(),
    ]
    #expect(
      code.lines(body, by: FinalReturns.run) == """
        emit(.a)
        if isOn {
          emit(.b)
        } else {
          switch self.state {
          case .c:
            break
          }
        }
        """)
  }

  @Test func aReturnStaysThatSkipsSomethingOrAnswers() {
    let early: [Statement] = [.check([.on("isOn")], [.leave()]), .emit("a")]
    #expect(code.lines(early, by: FinalReturns.run) == "if isOn {\n  return\n}\nemit(.a)")
    #expect(code.lines([.leave(.literal("1"))], answers: true, by: FinalReturns.run) == "return 1")
    let labelled: [Statement] = [.scope([.check([.on("isOn")], [.jump(Label("end"))]), .leave()], label: Label("end"))]
    #expect(code.lines(labelled, by: FinalReturns.run).hasSuffix("  return\n}"))
  }

  @Test func whatIsSaidAboveAFinalReturnStays() {
    let body: [Statement] = [.emit("a"), Statement.leave().noted("Done.")]
    #expect(code.lines(body, by: FinalReturns.run) == "emit(.a)\n// Done.")
  }

  @Test func aDeferAtTheEndIsDoneThere() {
    #expect(code.lines([.emit("a"), .atEnd([.emit("b")])], by: FinalReturns.run) == "emit(.a)\nemit(.b)")
    let early: [Statement] = [.atEnd([.emit("b")]), .emit("a")]
    #expect(code.lines(early, by: FinalReturns.run) == "defer { emit(.b) }\nemit(.a)")
    let declaring: [Statement] = [
      code.block("let x = 1", declares: ["x"]), .atEnd([code.block("let x = 2", declares: ["x"])]),
    ]
    #expect(code.lines(declaring, by: FinalReturns.run) == "let x = 1\ndo {\n  let x = 2\n}")
  }

  @Test func whatSaysSomethingOfRowsAloneIsNoEnd() {
    let body: [Statement] = [
      .check([.on("isOn")], [.emit("a"), .leave()]), .nothing(with: [Mark(kind: .taken, row: 1)]),
      Statement.leave().marked(2),
    ]
    #expect(code.lines(body, by: FinalReturns.run) == "if isOn {\n  emit(.a)\n}")
  }

  // MARK: LateResults

  @Test func anAnswerStandsWhereItIsReturned() {
    let (answer, count) = (code.variable("answer"), code.variable("count"))
    let body: [Statement] = [
      .bind(answer, code.value("count + 1", ["count": count])), .assign(state, .state("a")), .leave(.variable(answer)),
    ]
    #expect(
      code.lines(body, answers: true, by: LateResults.run, DeadCode.run) == "self.state = .a\nreturn count + 1")
  }

  @Test func anAnswerDirectlyBeforeItsReturnIsNoVariable() {
    let answer = code.variable("answer")
    let body: [Statement] = [.bind(answer, code.value("next()")), .leave(.variable(answer))]
    #expect(code.lines(body, answers: true, by: LateResults.run, DeadCode.run) == "return next()")
  }

  @Test func anAnswerStaysThatWouldBeAnother() {
    let (answer, count) = (code.variable("answer"), code.variable("count"))
    func isMoved(_ value: Expression, after between: Statement) -> Bool {
      let body = [Statement.bind(answer, value), between, .leave(.variable(answer))]
      return !code.lines(body, answers: true, by: LateResults.run, DeadCode.run).contains("let answer =")
    }
    let next = code.value("count + 1", ["count": count])
    #expect(isMoved(next, after: .emit("a")))
    // It calls something.
    #expect(!isMoved(code.value("next()"), after: .emit("a")))
    // What it reads changes, as a variable or as a whole.
    #expect(!isMoved(next, after: .assign(.variable(count), .literal("0"))))
    #expect(!isMoved(next, after: code.block("count += 1", ["count": count], change: .inPlace)))
    #expect(!isMoved(state, after: .assign(state, .state("a"))))
    // Somebody else reads it.
    #expect(!isMoved(next, after: .check([.on("isOn")], [.leave(.variable(answer))])))
    // A name in it means something else there.
    #expect(!isMoved(code.value("limit + 1"), after: code.block("let limit = 3", declares: ["limit"])))
    // What cannot be copied is gone.
    let use = Statement.perform(.call(Call(callee: .other("keep"), arguments: [Argument(nil, .variable(count))])))
    #expect(isMoved(next, after: use))
    code.variables[count].isNoncopyable = true
    #expect(!isMoved(next, after: use))
  }

  // MARK: SunkenEnds

  @Test func anEndAfterASwitchStandsInTheArmsThatGoOnToIt() {
    let inner = Statement.match(state, [Arm(.one("c"), [.emit("c")]), Arm(.one("d"), [.leave(.literal("1"))])])
    let arms = [Arm(.one("a"), [.emit("a")]), Arm(.one("b"), [inner]), Arm(.one("e"), [.leave(.literal("2"))])]
    let body: [Statement] = [.match(state, arms), .leave(.literal("2"))]
    #expect(
      code.lines(body, answers: true, by: SunkenEnds.run) == """
        switch self.state {
        case .a:
          emit(.a)
          return 2
        case .b:
          switch self.state {
          case .c:
            emit(.c)
            return 2
          case .d:
            return 1
          }
        case .e:
          return 2
        }
        """)
    // It could be one with no other.
    let others: [Statement] = [.match(state, Array(arms.prefix(2))), .leave(.literal("2"))]
    #expect(code.lines(others, answers: true, by: SunkenEnds.run).hasSuffix("}\nreturn 2"))
  }

  @Test func anEndStaysAfterWhatJumpsToItAndWhereItsNamesMeanSomethingElse() {
    func isSunk(_ arm: Arm, label: Label? = nil, end: Statement) -> Bool {
      let body: [Statement] = [
        .match(state, label: label, [arm, Arm(.one("y"), [.leave(.literal("1"))]), Arm(.one("z"), [])]), end,
      ]
      return code.lines(body, answers: true, by: SunkenEnds.run).hasSuffix("}")
    }
    let end = Statement.leave(code.value("limit"))
    #expect(isSunk(Arm(.one("a"), [.emit("a")]), end: end))
    let label = Label("end")
    #expect(!isSunk(Arm(.one("a"), [.jump(label)]), label: label, end: end))
    #expect(!isSunk(Arm(.one("a"), [code.block("let limit = 1", declares: ["limit"])]), end: end))
    #expect(!isSunk(Arm(code.pattern(".a(let limit)", [code.variable("limit", isFixed: true)]), []), end: end))
    #expect(!isSunk(Arm(.one("a"), [.emit("a")]), end: end.noted("The limit.")))
  }

  // MARK: CommonEnds

  private let end: [Statement] = [.emit("end"), .emit("last"), .leave(.literal("1"))]

  @Test func aCommonEndOfSeveralLinesStandsOnce() {
    #expect(
      code.lines([.check([.on("isOn")], [.emit("a")] + end), .emit("b")] + end, answers: true, by: CommonEnds.run)
        == """
        if isOn {
          emit(.a)
        } else {
          emit(.b)
        }
        emit(.end)
        emit(.last)
        return 1
        """)
  }

  @Test func twoLinesStandOnceWhereAnOptionalIsAskedFor() {
    let short = Array(end.dropFirst())
    func joined(_ condition: Condition) -> String {
      let body = [Statement.check([condition], [.emit("a")] + short), .emit("b")] + short
      return code.lines(body, answers: true, by: CommonEnds.run)
    }
    #expect(joined(.matches(.some(.bind(code.variable("old"))), .literal("self.old"))).contains("else"))
    #expect(!joined(.on("isOn")).contains("else"))
  }

  @Test func anEndStaysThatIsOneLineOrReadsWhatIsDeclaredBeforeIt() {
    let one: [Statement] = [.check([.on("isOn")], [.emit("a"), .leave()]), .emit("b"), .leave()]
    #expect(code.lines(one, by: CommonEnds.run) == "if isOn {\n  emit(.a)\n  return\n}\nemit(.b)\nreturn")
    let declaring = code.block("let x = 1", declares: ["x"])
    let body = [Statement.check([.on("isOn")], [declaring] + end), .emit("b")] + end
    #expect(!code.lines(body, answers: true, by: CommonEnds.run).contains("else"))
    let way = [.emit("a"), end[0], end[1].noted("Ends."), end[2]]
    let noted = [Statement.check([.on("isOn")], way), .emit("b")] + end
    #expect(!code.lines(noted, answers: true, by: CommonEnds.run).contains("else"))
  }

  @Test func aCommonEndSaysWhatBothWaysSayOfRows() {
    let marked = [end[0].marked(1), end[1], end[2]]
    var function = code.function("f", [.check([.on("isOn")], [.emit("a")] + marked), .emit("b")] + end, answers: true)
    CommonEnds.run(&function)
    #expect(function.body[1].marks == [Mark(kind: .taken, row: 1, isShared: true)])
  }
}
