import Testing

@testable import StateMachineCodeGeneration

/// Passes remove code that is never reached, does nothing, or is not needed.
@Suite struct DeadCodeTests {
  private let code = CodeSamples()
  private let end = Label("end")

  private func lines(_ body: [Statement], isPure: Bool = false) -> String {
    code.lines(body, isPure: isPure, by: DeadCode.run)
  }

  @Test func nothingStandsAfterWhatLeaves() {
    #expect(lines([.emit("a"), .leave(), .emit("b")]) == "emit(.a)\nreturn")
    let both = Statement.check([.on("isOn")], [.leave()], otherwise: [.jump(end)])
    #expect(lines([.scope([both, .emit("b")], label: end), .emit("c")]).contains("emit(.b)") == false)
    #expect(lines([code.block("fatalError()", stops: true), .emit("b")]) == "fatalError()")
  }

  @Test func whatIsJumpedAfterIsReached() {
    let scope = Statement.scope([.check([.on("isOn")], [.jump(end)]), .emit("a"), .leave()], label: end)
    #expect(
      lines([scope, .emit("b")]) == """
        end: do {
          if isOn {
            break end
          }
          emit(.a)
          return
        }
        emit(.b)
        """)
  }

  @Test func jumpsGoToWhereControlGoesAnyway() {
    let scope = Statement.scope(
      [.emit("a"), .check([.on("isOn")], [.emit("b"), .jump(end)], otherwise: [.emit("c"), .jump(end)])], label: end)
    #expect(lines([scope, .emit("d")]) == "emit(.a)\nif isOn {\n  emit(.b)\n} else {\n  emit(.c)\n}\nemit(.d)")
  }

  @Test func bracesStayForADeclarationThatSomethingAfterCouldSee() {
    let x = code.block("let x = 1", declares: ["x"])
    #expect(lines([.scope([.emit("a")]), .emit("b")]) == "emit(.a)\nemit(.b)")
    #expect(lines([.scope([x]), .emit("b")]) == "do {\n  let x = 1\n}\nemit(.b)")
    #expect(lines([.emit("b"), .scope([x])]) == "emit(.b)\nlet x = 1")
    // Swift knows no two of a name in the same braces.
    #expect(lines([x, .scope([x])]) == "let x = 1\ndo {\n  let x = 1\n}")
  }

  @Test func aQuestionWithoutConsequenceGoesUnlessAskingDoesSomething() {
    let own = FunctionID("own")
    #expect(lines([.check([.on("isOn")], []), .check([code.asks("f()")], []), .emit("a")]) == "emit(.a)")
    #expect(lines([.check([code.asks("try f()")], []), .emit("a")]) == "if try f() {\n}\nemit(.a)")
    #expect(lines([.check([.isTrue(.own(own, mayThrow: true))], [])], isPure: true) == "if try self.own() {\n}")
    #expect(lines([.check([.isTrue(.own(own))], []), .emit("a")]) == "if self.own() {\n}\nemit(.a)")
    #expect(lines([.check([.isTrue(.own(own))], []), .emit("a")], isPure: true) == "emit(.a)")
    #expect(lines([.match(state, [Arm(.one("a"), [])]), .emit("a")]) == "emit(.a)")
    #expect(lines([.match(.own(own), [Arm(.one("a"), [])])]).hasPrefix("switch"))
    #expect(lines([.match(code.value("try f()"), [Arm(.one("a"), [])])]).hasPrefix("switch"))
  }

  @Test func aQuestionWithTheSameWaysGoesInAFunctionThatOnlyAnswers() {
    let body: [Statement] = [.check([code.asks("f()")], [.leave(.literal("true"))]), .leave(.literal("true"))]
    #expect(lines(body, isPure: true) == "return true")
    #expect(lines(body).hasPrefix("if f() {"))
    let throwing: [Statement] = [.check([code.asks("try f()")], [.leave(.literal("true"))]), .leave(.literal("true"))]
    #expect(lines(throwing, isPure: true).hasPrefix("if try f() {"))
  }

  @Test func whatIsAssumedAndBindsNothingIsNoQuestion() {
    func assumed(_ pattern: CasePattern, _ body: [Statement]) -> Statement {
      .match(Match(subject: state, arms: [Arm(pattern, body)], label: end, assumed: .asFunction))
    }
    #expect(lines([assumed(.one("a"), [.emit("a")]), .emit("b")]) == "emit(.a)\nemit(.b)")
    #expect(lines([assumed(.one("a", .bind(code.variable("x"))), [.emit("a")])]).hasPrefix("switch"))
    // Its label is that of a jump.
    let jumping: [Statement] = [.check([.on("isOn")], [.jump(end)]), .emit("a")]
    #expect(
      lines([assumed(.one("a"), jumping), .emit("b")])
        == "end: do {\n  if isOn {\n    break end\n  }\n  emit(.a)\n}\nemit(.b)")
    let declaring = assumed(.one("a"), [code.block("let x = 1", declares: ["x"])])
    #expect(lines([declaring, code.block("f(x)")]) == "do {\n  let x = 1\n}\nf(x)")
  }

  @Test func commentsAndMarksGoOnToWhatFollows() {
    let gone = Statement.check([.on("isOn")], []).noted("A question.").marked(7)
    var function = code.function("f", [gone, .emit("a")])
    DeadCode.run(&function)
    #expect(code.lines(function) == "// A question.\nemit(.a)")
    #expect(function.body.flatMap(\.marks).map(\.row) == [7])
    #expect(lines([.emit("a"), gone]) == "emit(.a)\n// A question.")
  }

  @Test func aGuardAsksOnlyWhatIsOpen() {
    #expect(lines([.require([.on("true")], otherwise: [.leave()]), .emit("a")]) == "emit(.a)")
    let body: [Statement] = [.require([.on("true"), .on("isOn")], otherwise: [.leave()]), .emit("a")]
    #expect(lines(body) == "guard isOn else { return }\nemit(.a)")
  }
}
