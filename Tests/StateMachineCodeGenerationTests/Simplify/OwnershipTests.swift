import Testing

@testable import StateMachineCodeGeneration

/// The state of a machine gives up its payload before a change in place, and gets the payload back.
@Suite struct OwnershipTests {
  private let code = CodeSamples()
  private let list: Variable
  private let giveUp: Statement
  private let rebuild: Statement
  private let change: Statement

  init() {
    list = code.variable("list", owns: true)
    giveUp = Statement(.giveUp([.assign(state, .state("empty"), role: .empty)], of: [list]))
    rebuild = .assign(state, .state("on", .variable(list)), role: .rebuild([list]))
    change = code.block("list.append(1)", ["list": list], change: .inPlace)
  }

  @Test func theStateIsGivenUpDirectlyBeforeTheFirstChangeInPlace() {
    #expect(
      code.lines([giveUp, .emit("a"), change, .emit("b"), rebuild], by: Ownership.run)
        == "emit(.a)\nself.state = .empty\nlist.append(1)\nemit(.b)\nself.state = .on(list)")
  }

  @Test func whatIsNotChangedIsNeitherGivenUpNorWritten() {
    let assigned = code.block("list = []", ["list": list], change: .assigned)
    #expect(code.lines([giveUp, .emit("a"), rebuild], by: Ownership.run, DeadCode.run) == "emit(.a)")
    #expect(code.lines([giveUp, assigned, rebuild], by: Ownership.run) == "list = []\nself.state = .on(list)")
  }

  @Test func onAWayThatLeavesTheStateIsGivenUpThere() {
    let body = [giveUp, .check([.on("isOn")], [change, rebuild, .leave()]), .emit("a")]
    #expect(
      code.lines(body, by: Ownership.run) == """
        if isOn {
          self.state = .empty
          list.append(1)
          self.state = .on(list)
          return
        }
        emit(.a)
        """)
  }

  @Test func aWayWithoutAChangeTakesBackWhatWasGivenUpBeforeIt() {
    let body = [giveUp, .check([.on("isOn")], [change], otherwise: [rebuild, .leave()]), rebuild]
    #expect(
      code.lines(body, by: Ownership.run) == """
        self.state = .empty
        if isOn {
          list.append(1)
        } else {
          self.state = .on(list)
          return
        }
        self.state = .on(list)
        """)
  }

  @Test func aChangeBeforeAJumpOrAnErrorIsWrittenAfterIt() {
    let label = Label("end")
    let assign = Statement.assign(.variable(list), .literal("[]"))
    let jumping: [Statement] = [.scope([.check([.on("isOn")], [assign, .jump(label)]), .emit("a")], label: label)]
    #expect(code.lines(jumping + [rebuild], by: Ownership.run).hasSuffix("self.state = .on(list)"))
    let throwing = Statement.attempt([assign, code.block("throw Failure()", stops: true)], otherwise: [rebuild])
    #expect(code.lines([throwing], by: Ownership.run).contains("self.state = .on(list)"))
  }

  @Test func anErrorRestoresWhatHasBeenWrittenBeforeIt() {
    let before = code.variable("before", owns: true)
    let restore = Statement.assign(state, .variable(before), role: .restore)
    func lines(_ changes: [Statement], _ rest: [Statement]) -> String {
      let body =
        changes + [
          .bind(before, state), .attempt(rest, otherwise: [restore, .leave(.literal("error"), kind: .throw)]),
        ]
      return code.lines(body, by: Ownership.run, DeadCode.run, UnreadVariables.run, DeadCode.run)
    }
    let throwing = code.block("try f()")
    let new = Statement.assign(state, .state("off"), role: .store)
    #expect(
      lines([change], [rebuild, .emit("a"), throwing, new]) == """
        list.append(1)
        let before = self.state
        do {
          self.state = .on(list)
          emit(.a)
          try f()
          self.state = .off
        } catch {
          self.state = before
          throw error
        }
        """)
    // Where nothing has changed, or nothing throws after it, there is nothing to restore.
    #expect(lines([], [rebuild, throwing, new]) == "try f()\nself.state = .off")
    #expect(lines([change], [throwing, new]) == "list.append(1)\ntry f()\nself.state = .off")
  }

  @Test func whatHasBeenWrittenIsNotWrittenAgain() {
    let assign = Statement.assign(.variable(list), .literal("[]"))
    #expect(
      code.lines([assign, rebuild, .emit("a"), rebuild], by: Ownership.run, DeadCode.run)
        == "list = []\nself.state = .on(list)\nemit(.a)")
  }
}
