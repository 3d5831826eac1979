import StateMachineSyntax
import Testing

@testable import StateMachineCodeGeneration

/// Passes simplify the arms of a `switch`.
@Suite struct ArmsTests {
  private let code = CodeSamples()
  private let isOn: [Statement] = [.check([.on("isOn")], [.emit("x")])]

  // MARK: EqualArms

  private func equal(_ arms: [Arm], isPure: Bool = false) -> String {
    code.lines([.match(state, arms)], isPure: isPure, by: EqualArms.run)
  }

  @Test func armsThatDoTheSameAreOneAndEndsStandLast() {
    let arms = [
      Arm(.one("a"), [.leave(.literal("nil"))]), Arm(.one("b"), [.emit("x")]), Arm(.one("c"), [.emit("y")]),
      Arm(.one("d"), [.emit("x")]), Arm(.one("e"), [.leave(.literal("nil"))]),
    ]
    #expect(
      equal(arms) == """
        switch self.state {
        case .b, .d:
          emit(.x)
        case .c:
          emit(.y)
        case .a, .e:
          return nil
        }
        """)
  }

  @Test func aSwitchWhoseArmsAllDoTheSameIsNone() {
    #expect(equal([Arm(.one("a"), isOn), Arm(.one("b"), isOn)]) == "if isOn {\n  emit(.x)\n}")
    let declaring = [code.block("let x = 1", declares: ["x"])]
    #expect(equal([Arm(.one("a"), declaring), Arm(.one("b"), declaring)]) == "do {\n  let x = 1\n}")
  }

  @Test func armsThatBindAlikeAreOne() {
    let (int, string) = (SourceRange(1, 4), SourceRange(5, 11))
    let id = FunctionID("f")
    func arm(_ name: String, _ hint: String, of type: SourceRange) -> Arm {
      let (bound, own) = (code.variables.make(hint, type: type), code.variable("own"))
      return Arm(.one(name, .bind(bound)), [.bind(own, .variable(bound)), .call(id, [.variable(own)])])
    }
    let one = arm("a", "n", of: int)
    #expect(
      equal([one, Arm(.one("z"), []), arm("b", "n", of: int)])
        .hasPrefix("switch self.state {\ncase .a(let n), .b(let n):\n  let own = n\n  self.f(own)\ncase .z:"))
    #expect(equal([one, arm("b", "n", of: string)]).contains("case .a(let n):"))
    #expect(equal([one, arm("b", "m", of: int)]).contains("case .a(let n):"))
  }

  @Test func armsStayThatBindOrAskOrAreTheUsers() {
    let (n, m) = (code.variable("n"), code.variable("m"))
    func use(_ variable: Variable) -> [Statement] { [.check([.on("isOn")], [.leave(.variable(variable))])] }
    #expect(equal([Arm(.one("a", .bind(n)), use(n)), Arm(.one("b", .bind(m)), use(m))]).contains("case .a(let n):"))
    #expect(equal([Arm(.one("a", .bind(n)), use(n)), Arm(.one("b", .bind(n)), use(n))]).contains("case .b(let n):"))
    let asking = Arm(patterns: [.one("a")], condition: [code.asks("f()")], body: [.emit("x")])
    #expect(equal([asking, Arm(.one("a"), [.emit("x")]), Arm(.one("b"), [.emit("y")])]).contains("where f():"))
    let user = Arm(code.pattern(".a(3...)"), [.emit("x")])
    #expect(equal([user, Arm(.one("b"), [.emit("x")]), Arm(.one("c"), [])]).contains("case .a(3...):\n"))
  }

  @Test func noArmGoesPastOneThatMayMatchTheSame() {
    let others = Arm(.any, [.emit("y")])
    #expect(equal([Arm(.one("a"), [.leave()]), others]).hasPrefix("switch self.state {\ncase .a:"))
    let outer = [Arm(.one("o", .one("a")), [.leave()]), Arm(.one("o", .any), [.emit("y")]), Arm(.one("p"), [.leave()])]
    #expect(equal(outer).hasPrefix("switch self.state {\ncase .o(.a):\n  return\ncase .o:\n  emit(.y)"))
    let asking = Arm(patterns: [.one("a")], condition: [code.asks("f()")], body: [.emit("x")])
    #expect(
      equal([Arm(.one("b"), [.emit("y")]), asking, Arm(.one("a"), [.emit("y")])])
        .hasSuffix("case .a where f():\n  emit(.x)\ncase .a:\n  emit(.y)\n}"))
  }

  @Test func allCasesOfAnEnumStandForIt() {
    func lines(_ patterns: CasePattern...) -> String {
      String(
        equal([Arm(patterns: patterns, body: [.emit("x")]), Arm(.one("z"), [.emit("y")])]).split(separator: "\n")[1])
    }
    #expect(lines(.one("o", .one("a", of: 2)), .one("o", .one("b", of: 2))) == "case .o:")
    #expect(lines(.one("o", .one("a", of: 3)), .one("o", .one("b", of: 3))) == "case .o(.a), .o(.b):")
    #expect(lines(.one("o", .one("a", of: 2)), .one("o", .one("a", of: 2))) == "case .o(.a), .o(.a):")
    // Those of another part are others.
    #expect(
      lines(.one("o", .one("p"), .one("a", of: 2)), .one("o", .one("q"), .one("b", of: 2)))
        == "case .o(.p, .a), .o(.q, .b):")
    #expect(lines(.one("o", .one("a", of: 2)), .one("o", .any)) == "case .o(.a), .o:")
  }

  @Test func aSwitchStaysThatHasAJumpOrACallOrAQuestionThatMayThrow() {
    let label = Label("end")
    let jumping = [Statement.check([.on("isOn")], [.jump(label)]), .emit("x")]
    let match = Statement.match(state, label: label, [Arm(.one("a"), jumping), Arm(.one("b"), jumping)])
    #expect(code.lines([match], by: EqualArms.run).hasPrefix("end: switch"))
    let calling = Statement.match(.own(FunctionID("f")), [Arm(.one("a"), isOn), Arm(.one("b"), isOn)])
    #expect(code.lines([calling], by: EqualArms.run).hasPrefix("switch self.f()"))
    let asking = Arm(patterns: [.one("a")], condition: [code.asks("try f()")], body: isOn)
    #expect(equal([asking, Arm(.any, isOn)], isPure: true).hasPrefix("switch"))
  }

  @Test func armsThatAreOneSayWhatBothSayOfRows() {
    let arms = [
      Arm(.one("a"), [Statement.emit("x").marked(1)]), Arm(.one("b"), [Statement.emit("x").marked(2)]),
      Arm(.one("c"), [.emit("y")]),
    ]
    var function = code.function("f", [.match(state, arms)])
    EqualArms.run(&function)
    var marks: [Mark] = []
    function.body.forEachStatement { marks += $0.marks }
    #expect(marks == [1, 2].map { Mark(kind: .taken, row: $0, isShared: true) })
  }

  // MARK: SingleArms

  private func single(_ arms: [Arm], then rest: [Statement] = []) -> String {
    code.lines([.match(state, arms)] + rest, answers: true, by: SingleArms.run, DeadCode.run)
  }

  @Test func oneArmThatMattersIsAnIfOrAGuard() {
    let n = code.variable("n")
    let use = Statement.leave(.variable(n))
    #expect(
      single([Arm(.one("a", .bind(n)), [use]), Arm(.one("b"), [])])
        == "if case .a(let n) = self.state {\n  return n\n}")
    #expect(
      single([Arm(.one("b"), [.leave(.literal("0"))]), Arm(.one("a", .bind(n)), [.emit("x"), use])])
        == "guard case .a(let n) = self.state else { return 0 }\nemit(.x)\nreturn n")
    let assumed = Match(
      subject: state, arms: [Arm(.one("a", .bind(n)), [use])], assumed: .otherwise([.leave(.literal("1"))]))
    #expect(
      code.lines([.match(assumed)], answers: true, by: SingleArms.run)
        == "guard case .a(let n) = self.state else { return 1 }\nreturn n")
  }

  @Test func aSwitchStaysWhoseOtherArmMatters() {
    let end = [Statement.leave(.literal("0"))]
    #expect(single([Arm(.one("a"), [.emit("x")]), Arm(.one("b"), [.emit("y")])]).hasPrefix("switch"))
    #expect(single([Arm(.one("a"), [.emit("x")]), Arm(code.pattern(".b(3)"), end)]).hasPrefix("switch"))
    // What a `guard` binds would be known after it.
    let n = code.variable("n")
    let binding = [Arm(.one("a", .bind(n)), [.check([.on("isOn")], [.leave(.variable(n))])]), Arm(.one("b"), end)]
    #expect(single(binding, then: [.emit("z")]).hasPrefix("switch"))
    // The first arm that matches is meant.
    #expect(single([Arm(.one("a"), end), Arm(.any, [.emit("y")])]).hasPrefix("switch"))
  }

  @Test func whatAnArmDeclaresIsNotKnownAfterIt() {
    let arm = Arm(.one("a"), [code.block("let x = 1", declares: ["x"])])
    #expect(
      single([arm, Arm(.one("b"), [.leave(.literal("0"))])], then: [code.block("f(x)")])
        == "guard case .a = self.state else { return 0 }\ndo {\n  let x = 1\n}\nf(x)")
  }
}
