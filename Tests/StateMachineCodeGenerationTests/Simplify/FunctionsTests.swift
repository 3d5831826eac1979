import Testing

@testable import StateMachineCodeGeneration

/// Passes simplify several functions together.
@Suite struct FunctionsTests {
  private let code = CodeSamples()
  private let id = FunctionID("inner")

  private func lines(_ functions: [Function], by pass: (inout [Function]) -> Void) -> [String: String] {
    var functions = functions
    pass(&functions)
    return Dictionary(uniqueKeysWithValues: functions.map { ($0.name, code.lines($0)) })
  }

  // MARK: SmallFunctions

  @Test func aFunctionOfOneStatementStandsWhereItIsCalled() {
    let functions = [
      code.function("outer", [.check([.on("isOn")], [.call(id), .emit("b")])]), code.function(id, [.emit("a")]),
    ]
    #expect(lines(functions, by: SmallFunctions.run) == ["outer": "if isOn {\n  emit(.a)\n  emit(.b)\n}"])
  }

  @Test func aFunctionStaysThatIsLongerOrReadsAParameterOrIsCalledWithinSomething() {
    let n = code.variable("n")
    func stays(_ inner: Function, _ calls: [Statement]? = nil) -> Bool {
      lines([code.function("outer", calls ?? [.call(id)]), inner], by: SmallFunctions.run)["inner"] != nil
    }
    #expect(!stays(code.function(id, [.emit("a")])))
    #expect(stays(code.function(id, [.emit("a"), .emit("b")])))
    let handed = [Parameter(variable: n, type: [.text("Int")])]
    #expect(!stays(code.function(id, [.emit("a")], handed), [.call(id, [.literal("1")])]))
    #expect(stays(code.function(id, [.emit("a")], handed), [.call(id, [code.value("g()")])]))
    #expect(stays(code.function(id, [.perform(.variable(n))], handed), [.call(id, [.literal("1")])]))
    #expect(stays(code.function(id, [.perform(code.value("f(n)", ["n": n]))])))
    #expect(stays(code.function(id, [.emit("a")]), [.call(id), .check([.isTrue(.own(id))], [.emit("b")])]))
    // Functions that call one another have no end.
    #expect(stays(code.function(id, [.call(id)])))
  }

  @Test func aFunctionThatOnlyEndsStandsWhereItIsReturned() {
    func returned(_ inner: [Statement]) -> String? {
      lines(
        [code.function("outer", [.leave(.own(id))], isEntryPoint: true), code.function(id, inner)],
        by: SmallFunctions.run)["outer"]
    }
    #expect(returned([.leave()]) == "return")
    #expect(returned([.leave(.literal("fatalError()"), kind: .trap)]) == "fatalError()")
    #expect(returned([.leave(.literal("Failure.one"), kind: .throw)]) == "throw Failure.one")
    // A `return` is none of whoever only calls it.
    let outer = code.function("outer", [.call(id), .emit("a")], isEntryPoint: true)
    #expect(lines([outer, code.function(id, [.leave()])], by: SmallFunctions.run)["outer"] == "emit(.a)")
  }

  @Test func aFunctionThatTellsCasesApartStandsAtItsOnlyCall() {
    let inner = code.function(id, [.match(state, [Arm(.one("a"), [.emit("x")]), Arm(.one("b"), [])])])
    let once = [code.function("outer", [.call(id), .emit("y")]), inner]
    #expect(lines(once, by: SmallFunctions.run)["outer"]?.hasSuffix("}\nemit(.y)") == true)
    #expect(lines(once + [code.function("other", [.call(id)], isEntryPoint: true)], by: SmallFunctions.run).count == 3)
  }

  @Test func aFunctionStaysWhereItsNamesMeanSomethingElse() {
    let inner = code.function(id, [.perform(code.value("f(n)"))])
    func count(_ name: String) -> Int {
      let block = code.block("let \(name) = 1", declares: [name])
      return lines([code.function("outer", [block, .call(id)]), inner], by: SmallFunctions.run).count
    }
    #expect(count("n") == 2)
    #expect(count("m") == 1)
  }

  @Test func whatAFunctionAlwaysAnswersStandsWhereItIsAsked() {
    func asked(_ answer: Leave) -> String? {
      let inner = code.function(id, [Statement(.leave(answer))], answers: true, isPure: true)
      return lines([code.function("outer", [.leave(.own(id))], isEntryPoint: true), inner], by: SmallFunctions.run)[
        "outer"]
    }
    #expect(asked(Leave(value: .literal("true"))) == "return true")
    #expect(asked(Leave(kind: .throw, value: .literal("Failure.one"))) == "throw Failure.one")
  }

  // MARK: UncalledFunctions

  @Test func aFunctionStaysThatAnEntryPointReaches() {
    let (first, second) = (FunctionID("first"), FunctionID("second"))
    let functions = [
      code.function("entry", [.check([.isTrue(.own(first))], [])], isEntryPoint: true),
      code.function(first, [.call(second)]), code.function(second, [.emit("a")]),
      // It calls itself alone.
      code.function(id, [.call(id)]),
    ]
    #expect(lines(functions, by: UncalledFunctions.run).keys.sorted() == ["entry", "first", "second"])
  }

  // MARK: UnreadParameters

  private func adjusted(_ argument: Expression, _ body: (Variable) -> Statement) -> String {
    let n = code.variable("n")
    code.variables[n].isInout = if case .reference = argument { true } else { false }
    let parameter = Parameter(variable: n, type: [.text("Int")], mayGo: true)
    var functions = [
      code.function("outer", [.call(id, [argument])]), code.function(id, [body(n)], [parameter]),
    ]
    UnreadParameters.run(&functions)
    return code.lines(functions[0])
  }

  @Test func aParameterGoesThatNobodyReads() {
    let m = Expression.variable(code.variable("m"))
    #expect(adjusted(.literal("1")) { _ in .emit("a") } == "self.inner()")
    #expect(adjusted(m) { .leave(.variable($0)) } == "self.inner(m)")
    #expect(adjusted(.reference(m)) { .assign(.variable($0), .literal("1")) } == "self.inner(&m)")
  }

  @Test func anArgumentThatCallsSomethingIsWorkedOutAllTheSame() {
    #expect(adjusted(code.value("g()")) { _ in .emit("a") } == "self.inner(g())")
  }

  // MARK: ReleasedState

  @Test func aCompositeThatChangesItsStateIsCalledWhereNothingElseHoldsIt() {
    let child = code.variable("child", owns: true)
    let empty = Statement.assign(state, .state("empty"), role: .empty)
    var leave = Leave(value: .own(id), meaning: .handed)
    leave.about = .one("on", .any)
    let arms = [
      Arm(
        .one("on", .bind(child)),
        [.check([code.asks("f(child)", ["child": child])], [.emit("a")]), Statement(.leave(leave))]),
      Arm(.one("off"), [.leave(.literal("nil"))]),
    ]
    var outer = code.function(
      "outer", [.match(Match(subject: state, arms: arms, keepsArms: true))], answers: true, isEntryPoint: true)
    outer.otherwise = [.leave(.literal("nil"))]
    #expect(
      lines([outer, code.function(id, [empty])], by: ReleasedState.run)["outer"]
        == """
        switch self.state {
        case .on(let child):
          if f(child) {
            emit(.a)
          }
        case .off:
          return nil
        }
        // The bindings above end here, so that the payload of a composite can change without a copy.
        switch self.state {
        case .on:
          return self.inner()
        case .off:
          return nil
        }
        """)
    // A function that changes nothing in place may see a second owner.
    #expect(
      lines([outer, code.function(id, [.emit("b")])], by: ReleasedState.run)["outer"]?.contains("above") == false)
  }

  // MARK: Erasure

  private func question(_ body: [Statement], asking: [FunctionID: FunctionID] = [:]) -> String {
    var function = code.function("f", body, answers: true)
    var erasure = Erasure(asking: asking)
    erasure.run(&function)
    return code.lines(function)
  }

  @Test func aQuestionIsTheFunctionWithoutItsEffects() {
    let taken = Statement.leave(.literal(".transitioned"), .taken)
    let body: [Statement] = [
      .check([code.asks("isOpen")], [.emit("a"), .assign(state, .state("b")), taken]).noted("A row."),
      .leave(.literal(".ignored"), .ignored),
    ]
    #expect(
      question(body) == "// A row.\nif isOpen {\n  return true\n}\nreturn false")
    #expect(question([.leave(.own(id), .handed)], asking: [id: FunctionID("asks")]) == "return self.asks()")
    #expect(question([code.block("fatalError()", stops: true), taken]) == "return false")
  }

  @Test func aQuestionAboutWhatAnEffectHasDeclaredIsAnsweredWithYes() {
    let declaring = code.block("let x = f()", declares: ["x"])
    let taken = Statement.leave(.literal(".transitioned"), .taken)
    #expect(question([declaring, .check([code.asks("x > 1")], [taken]), .leave(nil, .ignored)]) == "return true")
  }

  @Test func ownVariablesKeepTheirValues() {
    let (own, handed) = (code.variable("own"), code.variable("handed"))
    let body: [Statement] = [
      .declare(own, "Bool", "false"), .assign(.variable(own), .literal("true")),
      .assign(.variable(handed), .literal("true")), .leave(nil, .ignored),
    ]
    #expect(question(body) == "let own = false\nown = true\nreturn false")
  }
}

extension CodeSamples {
  fileprivate func function(
    _ id: FunctionID, _ body: [Statement], _ parameters: [Parameter] = [], answers: Bool = false, isPure: Bool = false
  ) -> Function {
    function(id.name, body, parameters, answers: answers, isPure: isPure, id: id)
  }
}
