import Testing

@testable import StateMachineCodeGeneration

/// Passes simplify the values of variables.
@Suite struct ValuesTests {
  private let code = CodeSamples()
  private let count: Variable
  private let other: Variable
  private let store: Statement

  init() {
    count = code.variable("count")
    other = code.variable("other")
    store = .assign(state, .state("on", .variable(count)), role: .store)
  }

  private func set(_ variable: Variable, _ value: Expression, _ symbol: String = "=") -> Statement {
    .assign(.variable(variable), value, symbol: symbol)
  }

  // MARK: FoldedValues

  @Test func whatIsAssignedBeforeANewStateIsAnArgumentOfIt() {
    let next = code.value("count + 1", ["count": count])
    #expect(code.lines([set(count, next), store], by: FoldedValues.run) == "self.state = .on(count + 1)")
    #expect(
      code.lines([set(count, .literal("1"), "+="), store], by: FoldedValues.run) == "self.state = .on(count + 1)")
    let both = Statement.assign(state, .state("on", .variable(count), .variable(other)), role: .store)
    #expect(
      code.lines([set(other, .variable(count)), set(count, .literal("0")), both], by: FoldedValues.run)
        == "self.state = .on(0, count)")
  }

  @Test func anAssignmentStaysWhoseValueIsReadAfter() {
    let assign = set(count, .literal("0"))
    let read = Statement.perform(.call(Call(callee: .other("f"), arguments: [Argument(nil, .variable(count))])))
    func isFolded(_ body: [Statement]) -> Bool { !code.lines(body, by: FoldedValues.run).contains("count = 0") }
    #expect(isFolded([assign, store]))
    #expect(!isFolded([assign, store, read]))
    #expect(!isFolded([.check([.on("isOn")], [assign, store]), read]))
    #expect(isFolded([.check([.on("isOn")], [assign, store, .leave()]), read]))
    #expect(!isFolded([.atEnd([read]), .check([.on("isOn")], [assign, store, .leave()])]))
    #expect(!isFolded([.attempt([assign, store], otherwise: [read])]))
    let label = Label("end")
    #expect(!isFolded([.scope([.check([.on("isOn")], [assign, store, .jump(label)])], label: label), read]))
    code.variables[count].isInout = true
    #expect(!isFolded([assign, store]))
  }

  @Test func theOrderStaysInWhichValuesAreWorkedOut() {
    let calling = code.value("f()")
    let both = Statement.assign(state, .state("on", .variable(other), .variable(count)), role: .store)
    // One may call something.
    #expect(code.lines([set(count, calling), both], by: FoldedValues.run) == "self.state = .on(other, f())")
    #expect(
      code.lines([set(other, calling), set(count, calling), both], by: FoldedValues.run)
        == "other = f()\nself.state = .on(other, f())")
    // It would change what stands before it.
    let changing = code.value("other.removeLast()", ["other": other], change: .inPlace)
    #expect(
      code.lines([set(count, changing), both], by: FoldedValues.run)
        == "count = other.removeLast()\nself.state = .on(other, count)")
  }

  @Test func anAssignmentStaysWhoseVariableIsReadTwiceOrChangedInPlaceOrHasAPlace() {
    let twice = Statement.assign(state, .state("on", .variable(count), .variable(count)), role: .store)
    #expect(code.lines([set(count, .literal("0")), twice], by: FoldedValues.run).hasPrefix("count = 0"))
    let list = code.variable("list", owns: true)
    let owned = Statement.assign(state, .state("on", .variable(list)), role: .store)
    #expect(code.lines([set(list, .literal("[1]"), "+="), owned], by: FoldedValues.run).hasPrefix("list += [1]"))
    let within = Statement.assign(state, .state("on", code.value("count + 1", ["count": count])), role: .store)
    #expect(code.lines([set(count, .literal("0")), within], by: FoldedValues.run).hasPrefix("count = 0"))
  }

  // MARK: KnownValues

  private func known(_ body: [Statement], answers: Bool = false) -> String {
    code.lines(body, answers: answers, by: KnownValues.run, DeadCode.run)
  }

  private func isTrue(_ variable: Variable) -> Condition { .isTrue(.variable(variable)) }

  @Test func aQuestionThatIsAlwaysAnsweredAlikeIsNone() {
    let isDone = code.variable("isDone")
    let start = Statement.declare(isDone, "Bool", "false")
    #expect(known([start, .check([isTrue(isDone)], [.emit("a")], otherwise: [.emit("b")])]).hasSuffix("\nemit(.b)"))
    let some = Statement.check([.on("isOn")], [set(isDone, .literal("true")), .emit("c")])
    #expect(known([start, some, .check([isTrue(isDone)], [.emit("a")])]).contains("if isDone"))
    let early = Statement.check([.on("isOn")], [set(isDone, .literal("true")), .leave()])
    #expect(!known([start, early, .check([isTrue(isDone)], [.emit("a")])]).contains("if isDone"))
  }

  @Test func whatAJumpBringsIsKnownAfterItsLabel() {
    let (isDone, label) = (code.variable("isDone"), Label("end"))
    let scope = Statement.scope(
      [.check([.on("isOn")], [set(isDone, .literal("true")), .jump(label)]), .emit("a")], label: label)
    let ask = Statement.check([isTrue(isDone)], [.emit("b")])
    #expect(known([.declare(isDone, "Bool", "false"), scope, ask]).contains("if isDone"))
  }

  @Test func aVariableIsUnknownThatIsChangedOtherwiseThanAsAWhole() {
    let ask = Statement.check([.isTrue(.operation(.variable(count), "==", .literal("0")))], [.emit("a")])
    func isAsked(_ change: Statement) -> Bool {
      known([.declare(count, "Int", "0"), change, ask]).contains("if count == 0")
    }
    #expect(!isAsked(.emit("b")))
    #expect(isAsked(set(count, .literal("1"), "+=")))
    #expect(isAsked(code.block("count += 1", ["count": count], change: .inPlace)))
    #expect(isAsked(.call(FunctionID("f"), [.reference(.variable(count))])))
    #expect(isAsked(.assign(.member(.variable(count), "a"), .literal("1"))))
    #expect(isAsked(.attempt([set(count, .literal("1")), code.block("try f()")], otherwise: [.emit("c")])))
  }

  @Test func anArmThatCannotBeMeantDoesNothing() {
    let way = code.variable("way")
    func start(_ arms: [Arm]) -> [Statement] {
      [
        .declare(way, "Way", ".a"), .check([.on("isOn")], [set(way, .literal(".b")), .emit("x")]),
        .match(.variable(way), arms),
      ]
    }
    let arms = ["a", "b", "c"].map { Arm(.one($0), [.emit($0)]) }
    #expect(known(start(arms)).hasSuffix("case .b:\n  emit(.b)\ncase .c:\n  break\n}"))
    // An arm for all others is one that may be meant.
    let others = [Arm(.one("a"), [.emit("a")]), Arm(.any, [.emit("b")])]
    #expect(known(start(others)).hasSuffix("case _:\n  emit(.b)\n}"))
    // Where nothing goes on, Swift wants each arm to leave.
    let leaving = ["a", "b", "c"].map { Arm(.one($0), [.leave(.literal($0))]) }
    #expect(!known(start(leaving), answers: true).contains("break"))
  }

  @Test func whatOneArmAloneDoesKeepsItsBracesAndLabel() {
    let (way, label) = (code.variable("way"), Label("end"))
    let arm = Arm(.one("a"), [.check([.on("isOn")], [.jump(label)]), .emit("a")])
    let body: [Statement] = [.declare(way, "Way", ".a"), .match(.variable(way), label: label, [arm]), .emit("b")]
    #expect(known(body).hasSuffix("end: do {\n  if isOn {\n    break end\n  }\n  emit(.a)\n}\nemit(.b)"))
    let declaring = Statement.check([.isTrue(.literal("true"))], [code.block("let x = 1", declares: ["x"])])
    #expect(
      known([.declare(way, "Way", ".a"), declaring, code.block("f(x)")]).hasSuffix("do {\n  let x = 1\n}\nf(x)"))
  }

  @Test func anAssignmentThatIsMadeAnywayIsNotAsked() {
    func lines(_ first: String) -> String {
      code.lines(
        [
          .declare(count, "Way?"), .check([.on("isOn")], [set(count, .literal(first))]),
          .check([.isTrue(.operation(.variable(count), "==", .literal("nil")))], [set(count, .literal(".a"))]),
          .leave(.variable(count)),
        ], answers: true, by: KnownValues.run, DeadCode.run)
    }
    #expect(!lines(".a").contains("== nil"))
    #expect(lines(".b").contains("if count == nil {"))
  }

  @Test func whatMayThrowIsAskedAllTheSame() {
    let isDone = code.variable("isDone")
    let ask = Statement.check([code.asks("try f()"), isTrue(isDone)], [.emit("a")])
    #expect(known([.declare(isDone, "Bool", "false"), ask]).contains("if try f(), isDone"))
  }

  @Test func aVariableThatHasAValueWhereverItIsReadIsNoOptional() {
    let way = code.variable("way")
    let read = Statement.match(.variable(way), [Arm(.none, []), Arm(.one("a"), [.emit("a")]), Arm(.one("b"), [])])
    let setBoth = Statement.check([.on("isOn")], [set(way, .literal(".a"))], otherwise: [set(way, .literal(".b"))])
    #expect(known([.declare(way, "Way?"), setBoth, read]).hasPrefix("let way: Way\n"))
    let setOne = Statement.check([.on("isOn")], [set(way, .literal(".a"))])
    #expect(known([.declare(way, "Way?"), setOne, read]).hasPrefix("let way: Way?\n"))
    #expect(known([.declare(way, "Way?"), .atEnd([read]), setBoth]).hasPrefix("let way: Way?\n"))
    // An arm that stands for other values, too, stays.
    let joined = Statement.match(
      .variable(way), [Arm(.one("a"), [.emit("a")]), Arm(patterns: [.one("b"), .none], body: [])])
    let text = known([.declare(way, "Way?"), setBoth, joined])
    #expect(text.hasPrefix("let way: Way\n") && !text.contains("nil") && text.contains("case .b:"))
  }

  @Test func anOptionalThatIsNeverGivenAValueIsNil() {
    let way = code.variable("way")
    let read = Statement.match(.variable(way), [Arm(.none, []), Arm(.one("a"), [.emit("a")])])
    #expect(code.lines([.declare(way, "Way?"), read], by: Mutability.run).hasPrefix("let way: Way? = nil\n"))
  }

  // MARK: UnreadVariables

  private func read(_ body: [Statement], _ parameters: [Parameter] = []) -> String {
    code.lines(body, parameters, by: UnreadVariables.run, DeadCode.run)
  }

  @Test func whatNobodyReadsGoes() {
    #expect(read([.declare(count, "Int", "0"), set(count, .literal("1")), .emit("a")]) == "emit(.a)")
    let match = Statement.match(state, [Arm(.one("a", .bind(count)), [.emit("a")])])
    #expect(read([match]) == "switch self.state {\ncase .a:\n  emit(.a)\n}")
    let check = Statement.check([.matches(.some(.bind(count)), .literal("self.last"))], [.emit("a")])
    #expect(read([check]) == "if self.last != nil {\n  emit(.a)\n}")
  }

  @Test func whatIsReadForWhatNobodyReadsGoes() {
    let isSet = Condition.isTrue(.operation(.variable(count), "==", .literal("1")))
    let start: [Statement] = [.declare(count, "Int", "0"), .declare(other, "Int", "0")]
    let copy = Statement.check([isSet], [set(other, .variable(count))])
    #expect(read(start + [copy, .emit("a")]) == "emit(.a)")
    #expect(read(start + [copy, .leave(.variable(count))]) == "let count = 0\nreturn count")
    #expect(read(start + [copy, .leave(.variable(other))]).contains("if count == 1 {\n  other = count\n}"))
    let calling = Statement.check([isSet], [set(other, code.value("f()"))])
    #expect(read(start + [calling, .emit("a")]).contains("if count == 1 {\n  _ = f()\n}"))
  }

  @Test func anEnumStaysWhereAVariableIsRead() {
    func enumerations(_ last: Statement) -> [String] {
      var function = code.function("f", [.declare(count, "Way?"), last])
      function.enumerations = [Enumeration(name: "Way", cases: ["a", "b"])]
      UnreadVariables.run(&function)
      return function.enumerations.map(\.name)
    }
    #expect(enumerations(.emit("a")) == [])
    #expect(enumerations(.leave(.variable(count))) == ["Way"])
  }

  @Test func aValueThatCallsSomethingIsWorkedOutAllTheSame() {
    let calling = code.value("f()")
    #expect(read([.bind(count, calling)]) == "_ = f()")
    #expect(read([.declare(count, "Int", "0"), set(count, calling)]) == "_ = f()")
    #expect(read([Statement(.declare(count, type: "Int", calling))]) == "_ = f()")
    #expect(read([.bind(count, code.value("other + 1", ["other": other]))]) == "")
  }

  @Test func whatSomebodyElseSeesStays() {
    #expect(read([set(count, .literal("1"))], [code.inoutParameter(count)]) == "count = 1")
    #expect(read([.assign(state, .state("a"))]) == "self.state = .a")
    let user = code.block("count += 1", ["count": count], change: .inPlace)
    #expect(read([.declare(count, "Int", "0"), user]).hasPrefix("let count: Int = 0") == false)
    #expect(read([.declare(count, "Int", "0"), user]).hasSuffix("= 0\ncount += 1"))
  }

  @Test func whatAVariableIsGivenBeforeATrapGoes() {
    let trap = Statement.leave(.call(Call(callee: .other("fatalError"))), kind: .trap)
    let check = Statement.check([code.asks("count > 1", ["count": count])], [set(count, .literal("2")), trap])
    #expect(read([check, .leave(.variable(count))]) == "if count > 1 {\n  fatalError()\n}\nreturn count")
    let calling = Statement.check([.on("isOn")], [set(count, code.value("f()")), trap])
    #expect(read([calling, .leave(.variable(count))]).contains("count = f()"))
    let reading = [set(count, .literal("2")), code.block("print(count)", ["count": count]), trap]
    #expect(read(reading).contains("count = 2"))
    #expect(read([set(count, .literal("2")), .leave(.variable(count))]).contains("count = 2"))
  }

  // MARK: EarlyResults

  /// Returns statements that select in two places, and return whether something is selected.
  private func selection(_ first: [Statement] = [], after: [Statement] = []) -> [Statement] {
    let isTaken = Expression.operation(
      .operation(.variable(count), "!=", .literal("nil")), "||", .operation(.variable(other), "!=", .literal("nil")))
    return [
      .declare(count, "Way?"), .declare(other, "Way?"), .check([.on("isFirst")], [set(count, .literal(".a"))] + first),
      .check([.on("isSecond")], [set(other, .literal(".b"))]),
      .require([.isTrue(isTaken)], otherwise: [.leave(.literal("false"))]),
    ] + after + [.leave(.literal("true"))]
  }

  private func answered(_ body: [Statement], isPure: Bool = true) -> String {
    code.lines(
      body, answers: true, isPure: isPure, by: EarlyResults.run, KnownValues.run, UnreadVariables.run, DeadCode.run)
  }

  @Test func whatIsCertainIsAnsweredAtOnce() {
    let early = "if isFirst {\n  return true\n}\nif isSecond {\n  return true\n}\nreturn false"
    #expect(answered(selection()) == early)
    let label = Label("first")
    let jumping = selection([.jump(label)])
    #expect(
      answered(jumping[..<2] + [.scope([jumping[2], .emit("b")], label: label)] + jumping[3...])
        .hasPrefix("if isFirst {\n  return true\n}\nemit(.b)"))
  }

  @Test func whatMayStillBeAnsweredOtherwiseIsNot() {
    #expect(answered(selection(), isPure: false).contains("count = .a"))
    let mayFail = [
      Statement.check([.isTrue(.operation(.variable(other), "==", .literal(".b")))], [.leave(.literal("false"))])
    ]
    let text = answered(selection(after: mayFail))
    #expect(text.contains("count = .a"))
    #expect(text.contains("if isSecond {\n  return false\n}"))
    let throwing = [Statement.check([code.asks("try isOn()")], [])]
    #expect(answered(selection(after: throwing)).contains("count = .a"))
  }

  // MARK: Coalescing

  private func coalesced(_ then: Expression, _ otherwise: Expression, of value: Expression = .literal("self.last"))
    -> String
  {
    let check = Statement.check(
      [.matches(.some(.bind(count)), value)], [.assign(state, then)], otherwise: [.assign(state, otherwise)])
    return code.lines([check], by: Coalescing.run)
  }

  @Test func anIfLetThatDiffersInOneValueIsOne() {
    #expect(coalesced(.variable(count), .literal("0")) == "self.state = self.last ?? 0")
    #expect(
      coalesced(.state("on", .literal("1"), .variable(count)), .state("on", .literal("1"), .literal("0")))
        == "self.state = .on(1, self.last ?? 0)")
    #expect(coalesced(.state("on", .variable(count)), .state("off", .literal("0"))).hasPrefix("if let"))
  }

  @Test func noCallGoesPastAnotherAndNoTryStandsAfterTheOperator() {
    let (f, g) = (code.value("f()"), code.value("g()"))
    #expect(coalesced(.state("on", g, .variable(count)), .state("on", g, .literal("0")), of: f).hasPrefix("if let"))
    #expect(
      coalesced(.state("on", .variable(count), g), .state("on", .literal("0"), g), of: f)
        == "self.state = .on(f() ?? 0, g())")
    #expect(coalesced(.variable(count), code.value("try g()")).hasPrefix("if let"))
  }

  @Test func anAnswerIsTheQuestionItself() {
    func answered(_ condition: Condition, _ then: Expression, _ otherwise: String) -> String {
      let body: [Statement] = [.check([condition], [.leave(then)]), .leave(.literal(otherwise))]
      return code.lines(body, answers: true, by: Coalescing.run)
    }
    let bind = Condition.matches(.some(.bind(count)), .literal("self.last"))
    #expect(answered(bind, .variable(count), "nil") == "return self.last")
    #expect(answered(bind, .variable(count), "0") == "return self.last ?? 0")
    #expect(answered(bind, .variable(count), "try f()").hasPrefix("if let"))
    #expect(answered(.on("isOn"), .literal("true"), "false") == "return isOn")
    #expect(answered(.on("isOn"), .literal("false"), "true").hasPrefix("if isOn"))
  }

  @Test func aLineOfTwoWaysSaysWhatBothSayOfRows() {
    let body = [
      Statement.check([.on("isOn")], [Statement.leave(.literal("true")).marked(1)]),
      Statement.leave(.literal("false")).marked(2),
    ]
    var function = code.function("f", body, answers: true)
    Coalescing.run(&function)
    #expect(function.body.flatMap(\.marks).map(\.row) == [1, 2])
    #expect(function.body.flatMap(\.marks).map(\.isShared) == [true, true])
  }
}
