import StateMachineSyntax
import Testing

@testable import StateMachineCodeGeneration

/// What `Reach` takes away, on small pieces of code.
@Suite struct ReachTests {
  @Test func nothingStandsBehindWhatLeaves() {
    let text = simplified(answers: true) { out in
      out.leave("return 1")
      out.line("x += 1")
      out.leave("return 2")
    }
    #expect(text == ["return 1"])
  }

  @Test func aConditionLetsControlPass() {
    let text = simplified(answers: true) { out in
      out.check("x") { $0.leave("return 1") }
      out.leave("return 2")
    }
    #expect(text == ["if x {", "  return 1", "}", "return 2"])
  }

  @Test func nothingStandsBehindTwoBranchesThatLeave() {
    let text = simplified(answers: true) { out in
      out.write("if x")
      out.openBrace(.check)
      out.leave("return 1")
      out.continueBrace("else")
      out.leave("return 2")
      out.closeBrace()
      out.leave("return 3")
    }
    #expect(text == ["if x {", "  return 1", "} else {", "  return 2", "}"])
  }

  @Test func noBranchStandsBehindWhatLeaves() {
    let text = simplified(answers: true) { out in
      out.leave("return 1")
      out.write("if x")
      out.openBrace(.check)
      out.line("y += 1")
      out.continueBrace("else if z")
      out.line("y += 2")
      out.continueBrace("else")
      out.line("y += 3")
      out.closeBrace()
      out.leave("return y")
    }
    #expect(text == ["return 1"])
  }

  @Test func nothingStandsBehindArmsThatAllLeave() {
    let text = simplified(answers: true) { out in
      out.match("e", [("a", { $0.leave("return 1") }), ("b", { $0.leave("fatalError()") })])
      out.leave("return 3")
    }
    #expect(text == ["switch e {", "case .a:", "  return 1", "case .b:", "  fatalError()", "}"])
  }

  @Test func anArmThatIsLeftLetsControlPass() {
    let text = simplified(answers: true) { out in
      out.match("e", [("a", { $0.jump() }), ("b", { $0.leave("return 1") })])
      out.leave("return 3")
    }
    #expect(text == ["switch e {", "case .a:", "  break", "case .b:", "  return 1", "}", "return 3"])
  }

  @Test func theEndOfAFunctionIsNoReturn() {
    let text = simplified(answers: false) { out in
      out.match(
        "e",
        [
          (
            "a",
            {
              $0.check("x") {
                $0.line("y()")
                $0.leave()
              }
              $0.leave()
            }
          ),
          ("b", { $0.leave() }),
          (
            "c",
            {
              $0.check("x") { $0.leave() }
              $0.line("z()")
              $0.leave()
            }
          ),
        ])
    }
    #expect(
      text == [
        "switch e {", "case .a:", "  if x {", "    y()", "  }", "case .b:", "  break", "case .c:", "  if x {",
        "    return",
        "  }", "  z()", "}",
      ])
  }

  @Test func aReturnStaysWhereSomethingFollows() {
    let text = simplified(answers: false) { out in
      out.match(
        "e",
        [
          (
            "a",
            {
              $0.line("y()")
              $0.leave()
            }
          ), ("b", { $0.line("z()") }),
        ])
      out.line("w()")
    }
    #expect(text == ["switch e {", "case .a:", "  y()", "  return", "case .b:", "  z()", "}", "w()"])
  }

  /// What is asked for nothing would look like a mistake.
  @Test func theOnlyStatementOfAConditionStays() {
    let text = simplified(answers: false) { out in out.check("x") { $0.leave() } }
    #expect(text == ["if x {", "  return", "}"])
  }

  @Test func aLabelStaysWhereAJumpNeedsIt() {
    let text = simplified(answers: true) { out in
      out.openScope(label: "all")
      out.check("x") {
        $0.line("y()")
        $0.jump(out: "all")
      }
      out.line("z()")
      out.jump(out: "all")
      out.closeBrace()
      out.openScope(label: "rest")
      out.line("z()")
      out.jump(out: "rest")
      out.closeBrace()
      out.leave("return 1")
    }
    #expect(
      text == [
        "all: do {", "  if x {", "    y()", "    break all", "  }", "  z()", "}", "z()", "return 1",
      ])
  }

  /// Its line stands before the arms that may need it.
  @Test func aSwitchLosesItsLabel() {
    let text = simplified(answers: true) { out in
      for needsLabel in [true, false] {
        out.match(
          "e",
          [
            (
              "a",
              {
                if needsLabel { $0.check("x") { $0.jump(out: "all") } }
                $0.line("y()")
                $0.jump(out: "all")
              }
            ),
            ("b", { $0.line("z()") }),
          ], label: "all")
      }
      out.leave("return 1")
    }
    #expect(
      text == [
        "all: switch e {", "case .a:", "  if x {", "    break all", "  }", "  y()", "case .b:", "  z()", "}",
        "switch e {",
        "case .a:", "  y()", "case .b:", "  z()", "}", "return 1",
      ])
  }

  @Test func aGuardNeedsItsLabel() {
    let text = simplified(answers: true) { out in
      out.openScope(label: "all")
      out.write("guard x")
      out.endGuard(otherwise: "", label: "all")
      out.leave("return 2")
      out.closeBrace()
      out.leave("return 1")
    }
    #expect(text == ["all: do {", "  guard x else { break all }", "  return 2", "}", "return 1"])
  }

  @Test func aScopeWithNothingBesideItHasNoBraces() {
    let text = simplified(answers: true) { out in
      out.match(
        "e",
        [
          (
            "a",
            {
              $0.scope {
                $0.line("let x = y")
                $0.leave("return x")
              }
            }
          ),
          (
            "b",
            {
              $0.scope { $0.line("let x = y") }
              $0.leave("return y")
            }
          ),
        ])
    }
    #expect(
      text == [
        "switch e {", "case .a:", "  let x = y", "  return x", "case .b:", "  do {", "    let x = y", "  }",
        "  return y",
        "}",
      ])
  }

  /// A line may declare a name; what has a scope of its own declares none.
  @Test func aScopeThatKeepsNoNameHasNoBraces() {
    let text = simplified(answers: true) { out in
      out.scope { $0.match("e", [("a", { $0.line("y()") })]) }
      out.leave("return 1")
    }
    #expect(text == ["switch e {", "case .a:", "  y()", "}", "return 1"])
  }

  @Test func anArmOfWhichNothingIsLeftHasABreak() {
    let text = simplified(answers: false) { out in
      out.match("e", [("a", { $0.scope { $0.leave() } }), ("b", { _ in })])
    }
    #expect(text == ["switch e {", "case .a:", "  break", "case .b:", "  break", "}"])
  }

  @Test func aScopeWithACatchKeepsItsBraces() {
    let text = simplified(answers: false) { out in
      out.openScope()
      out.check("x") { $0.line("try y()") }
      out.continueBrace("catch")
      out.leave("throw error")
      out.closeBrace()
    }
    #expect(text == ["do {", "  if x {", "    try y()", "  }", "} catch {", "  throw error", "}"])
  }
}
