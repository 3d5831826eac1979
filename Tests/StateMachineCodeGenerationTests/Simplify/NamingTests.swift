import Testing

@testable import StateMachineCodeGeneration

/// Variables get names without conflicts, and only changed variables are `var`.
@Suite struct NamingTests {
  private let code = CodeSamples()
  private let field: Variable

  init() { field = code.variable("field", fallback: "stateField") }

  /// The lines of a `switch` whose arm binds the field.
  private func named(_ body: [Statement]) -> String {
    var function = code.function("f", [.match(state, [Arm(.one("a", .bind(field)), body)])])
    Naming.run(&function)
    Mutability.run(&function)
    #expect(NameCheck.conflicts(in: function.body, of: function, function.names).isEmpty)
    return code.lines(function).split(separator: "\n").dropFirst().dropLast().map(String.init).joined(separator: "\n")
  }

  private func read(_ name: String) -> Statement { code.block("read(\(name))", [name: field]) }

  private func change(_ name: String) -> Statement {
    code.block("\(name) += 1", [name: field], change: .assigned)
  }

  // MARK: Naming

  @Test func aVariableIsCalledAsThePiecesSay() {
    #expect(named([read("n"), read("n")]) == "case .a(let n):\n  read(n)\n  read(n)")
    #expect(named([.leave(.variable(field))]) == "case .a(let field):\n  return field")
  }

  @Test func aSecondVariableStandsWhereAPieceHasAnotherName() {
    #expect(
      named([read("n"), read("n"), read("m"), .emit("a")])
        == "case .a(let n):\n  read(n)\n  read(n)\n  let m = n\n  read(m)\n  emit(.a)")
    // Where the name means something else after it, it ends before that.
    #expect(
      named([read("n"), read("n"), read("m"), code.block("read(m)")]).hasSuffix(
        "  do {\n    let m = n\n    read(m)\n  }\n  read(m)"))
  }

  @Test func twoVariablesOfWhichPiecesHaveOneNameStandInBracesOfTheirOwn() {
    let next = code.variable("next")
    let body: [Statement] = [
      read("n"), read("n"), .bind(next, code.value("m + 1", ["m": field])),
      code.block("read(m)", ["m": next]), code.block("read(k)", ["k": next]), .leave(.variable(next)),
    ]
    #expect(
      named(body)
        == "case .a(let n):\n  read(n)\n  read(n)\n  let m = n\n  let k = m + 1\n  do {\n    let m = k\n    read(m)\n"
        + "    read(k)\n    return k\n  }")
  }

  @Test func eachNameThatPiecesHaveIsKnownWhereTheyStand() {
    let several = [read("n"), read("n"), read("n"), read("m"), read("m"), read("k")]
    #expect(
      named(several).hasSuffix(
        "  let m = n\n  read(m)\n  read(m)\n  let k = n\n  read(k)"))
    let changing = [change("n"), change("n"), change("m"), read("k"), change("m"), read("n")]
    #expect(named(changing).count(of: "var m = n") == 2)
  }

  @Test func aSecondVariableThatChangesIsWrittenBack() {
    let changes = [change("n"), change("n")]
    #expect(
      named(changes + [change("m"), read("n")])
        == "case .a(var n):\n  n += 1\n  n += 1\n  do {\n    var m = n\n    m += 1\n    n = m\n  }\n  read(n)")
    // It is read after the list, too.
    #expect(
      named(changes + [.check([.on("isOn")], [change("m")]), read("n")]).contains(
        "    m += 1\n    n = m\n  }\n  read(n)"))
    let label = Label("end")
    let leaving = Statement.check([.on("isOn")], [.jump(label)])
    let scope = Statement.scope([change("m"), leaving, change("m"), .emit("a")], label: label)
    #expect(
      named(changes + [scope, read("n")]).contains(
        "      var m = n\n      defer {\n        n = m\n      }\n      m += 1\n"))
  }

  @Test func aCatchSeesWhatASecondVariableIsChangedTo() {
    let throwing = Statement.check([.on("isOn")], [.leave(.literal("Failure.one"), kind: .throw)])
    let attempt = Statement.attempt([change("m"), throwing, change("m")], otherwise: [read("n")])
    #expect(named([change("n"), change("n"), change("n"), attempt]).contains("defer {\n      n = m\n    }\n"))
  }

  @Test func whatIsDoneAtTheEndSeesWhatASecondVariableIsChangedTo() {
    let leaving = Statement.check([.on("isOn")], [.leave()])
    let body = [change("n"), change("n"), change("n"), .atEnd([read("n")]), change("m"), leaving, change("m")]
    #expect(named(body).contains("  var m = n\n  defer {\n    n = m\n  }\n  m += 1\n"))
  }

  @Test func whoeverCallsSeesWhatASecondVariableIsChangedToOnEachWay() {
    let n = code.variable("n")
    let body = [
      code.block("m += 1", ["m": n], change: .assigned), .check([.on("isOn")], [.leave()]),
      code.block("m += 2", ["m": n], change: .assigned),
    ]
    #expect(
      code.lines(body, [code.inoutParameter(n)], by: Naming.run, Mutability.run) == """
        var m = n
        defer {
          n = m
        }
        m += 1
        if isOn {
          return
        }
        m += 2
        """)
  }

  @Test func aThirdVariableIsWrittenBackAsASecondIs() {
    let n = code.variable("n")
    let change = code.block("k += 1", ["k": n], change: .assigned)
    let inner = [change, .check([.on("isOn")], [.leave()]), change]
    let body: [Statement] = [.check([code.asks("isBig(m)", ["m": n])], inner), .emit("a")]
    let lines = code.lines(body, [code.inoutParameter(n)], by: Naming.run, Mutability.run)
    #expect(lines.contains("n = m\n"))
    #expect(lines.contains("m = k\n"))
    #expect(lines.count(of: "defer") == 2)
  }

  @Test func aVariableOfAnInnerListMayHaveTheNameOfTheOneItIsMadeFrom() {
    let own = code.variable("field")
    let inner = [Statement.bind(own, .variable(field)), code.block("n += 1", ["n": own], change: .assigned), .leave()]
    #expect(
      named([.check([.on("isOn")], inner), read("n")])
        == "case .a(let n):\n  if isOn {\n    var n = n\n    n += 1\n    return\n  }\n  read(n)")
  }

  /// The code that the generator writes names types and functions, too.
  @Test func aVariableHidesNoTypeOfTheCode() {
    let outcome = code.variable("outcome")
    let read = read("Outcome")
    #expect(named([read]) == "case .a(let Outcome):\n  read(Outcome)")
    #expect(
      named([.declare(outcome, "Outcome"), read, .leave(.variable(outcome))]).hasPrefix(
        "case .a(let stateField):\n  let outcome: Outcome\n  let Outcome = stateField\n"))
    #expect(named([self.read("emit"), .emit("a")]).hasPrefix("case .a(let stateField):"))
  }

  @Test func aVariableHidesNothingThatAPieceMeans() {
    // The name that pieces have for the variable is that of something else there.
    #expect(named([read("n"), code.block("use(n)")]).contains("let n = field\n    read(n)\n  }\n  use(n)"))
    #expect(named([.leave(.variable(field)), code.block("field()")]).hasPrefix("case .a(let stateField):"))
    // Nor does a second variable.
    let several = [read("n"), read("n"), read("m"), code.block("use(m)"), read("m")]
    #expect(named(several).contains("    read(m)\n  }\n  use(m)\n  "))
  }

  @Test func whatABlockDeclaresHidesNoVariable() {
    let body = [code.block("let field = 1", declares: ["field"]), .leave(.variable(field))]
    #expect(named(body) == "case .a(let stateField):\n  let field = 1\n  return stateField")
  }

  @Test func aPatternOfTheUserHidesNoVariable() {
    let user = code.variable("field", isFixed: true)
    let inner = Statement.check(
      [.matches(code.pattern("let field?", [user]), .literal("self.last"))],
      [code.block("use(field)", ["field": user]), .leave(.variable(field))])
    #expect(named([inner]).hasPrefix("case .a(let stateField):"))
  }

  @Test func twoVariablesOfAListHaveTwoNames() {
    let other = code.variable("field", fallback: "eventField")
    let body: [Statement] = [
      .bind(other, .literal("1")), .assign(state, .state("b", .variable(field), .variable(other))),
    ]
    let lines = named(body)
    #expect(lines.contains("let eventField = 1") || lines.contains("let stateField)"))
  }

  // MARK: NameCheck

  private func conflicts(_ body: [Statement], _ names: [Variable: String]) -> Set<Variable> {
    NameCheck.conflicts(in: body, of: code.function("f", body), names)
  }

  @Test func aNameIsFoundThatMeansSomethingElse() {
    let other = code.variable("other")
    let use = Statement.leave(.variable(field))
    let bind = Statement.bind(field, .literal("1"))
    #expect(conflicts([bind, use], [field: "a"]) == [])
    // Another variable hides it.
    let inner = Statement.check([.matches(.some(.bind(other)), .literal("self.last"))], [use])
    #expect(conflicts([bind, inner], [field: "a", other: "a"]) == [other])
    #expect(conflicts([bind, inner, use], [field: "a", other: "b"]) == [])
    // A variable that one branch binds is not in scope of the other.
    let ways = Statement.check([.matches(.some(.bind(other)), .literal("self.last"))], [], otherwise: [use])
    #expect(conflicts([bind, ways], [field: "a", other: "a"]) == [])
    // Both stand in the same braces.
    #expect(!conflicts([bind, .bind(other, .literal("2"))], [field: "a", other: "a"]).isEmpty)
    // A block declares it, and a piece means something else.
    #expect(conflicts([bind, code.block("let a = 1", declares: ["a"]), use], [field: "a"]) == [field])
    #expect(conflicts([bind, code.block("use(a)")], [field: "a"]) == [field])
  }

  // MARK: Mutability

  private func keyword(_ body: [Statement]) -> Substring {
    code.lines(body, by: Mutability.run).prefix(3)
  }

  @Test func aVariableIsVarIfItIsChanged() {
    let give = Statement.assign(.variable(field), .literal("1"))
    let use = code.block("read(field)", ["field": field])
    #expect(keyword([.declare(field, "Int", "0"), use]) == "let")
    #expect(keyword([.declare(field, "Int", "0"), give, use]) == "var")
    #expect(keyword([.bind(field, .literal("0")), change("field")]) == "var")
  }

  @Test func aVariableThatIsGivenItsOnlyValueLaterIsLet() {
    let give = Statement.assign(.variable(field), .literal("1"))
    let use = code.block("read(field)", ["field": field])
    let start = Statement.declare(field, "Int")
    #expect(keyword([start, give, use]) == "let")
    #expect(keyword([start, .check([.on("isOn")], [give], otherwise: [give]), use]) == "let")
    #expect(keyword([start, give, .check([.on("isOn")], [give]), use]) == "var")
    #expect(keyword([start, .check([.on("isOn")], [give, .leave()]), give, use]) == "let")
    // An optional is nil to begin with.
    #expect(keyword([.declare(field, "Int?"), give, use]) == "var")
    let label = Label("end")
    let jumping = Statement.scope([.check([.on("isOn")], [give, .jump(label)])], label: label)
    #expect(keyword([start, jumping, give, use]) == "var")
    #expect(keyword([start, give, change("field")]) == "var")
    let leaving = Statement.scope([.check([.on("isOn")], [give, .jump(label)]), give], label: label)
    #expect(keyword([start, leaving, use]) == "let")
    #expect(keyword([start, leaving, give, use]) == "var")
    let failing = Statement(.attempt([give, code.block("try f()")], clause: "", otherwise: [give]))
    #expect(keyword([start, failing, use]) == "var")
    let guarding = Statement.require([.on("isOn")], otherwise: [.leave()])
    #expect(keyword([start, guarding, give, use]) == "let")
    #expect(keyword([start, guarding, give, .check([.on("isOff")], [give]), use]) == "var")
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { indices.filter { self[$0...].hasPrefix(part) }.count }
}
