import Testing

@testable import StateMachineCodeGeneration

/// What `Constants` decides, on small pieces of code; `Unneeded` takes away what is left of the variables.
@Suite struct ConstantsTests {
  private let slot = Code.Variable(kind: .optional, name: "slot", type: "Slot", values: ["a", "b", "c"])

  @Test func aFlagThatIsNeverSetIsFalse() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.check([.isSet("x")]) { $0.line("y()") }
      out.check([.isNotSet("x")]) { $0.line("z()") }
    }
    #expect(text == ["z()"])
  }

  @Test func aFlagThatMayBeSetIsAsked() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.check("c") { $0.set("x") }
      out.check([.isSet("x")]) { $0.line("y()") }
    }
    #expect(text == ["var x = false", "if c {", "  x = true", "}", "if x {", "  y()", "}"])
  }

  @Test func ofTermsOnlyThoseStayThatAreNotKnown() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.declare(flag: "y")
      out.check("c") { $0.set("x") }
      out.check([.isNotSet("y"), .isNotSet("x")]) { $0.line("z()") }
    }
    #expect(text == ["var x = false", "if c {", "  x = true", "}", "if !x {", "  z()", "}"])
  }

  /// Of two texts, one is written where it is known which.
  @Test(arguments: [(false, ["use(now)"]), (true, ["let before = now", "use(before)"])])
  func aTextThatIsKnownStandsAlone(_ isSet: Bool, _ lines: [String]) {
    let text = simplified(answers: false) { out in
      out.declare(Code.Variable(kind: .copy, name: "before", values: ["now"]))
      out.declare(flag: "x")
      if isSet { out.set("x") }
      out.write("use(")
      out.write(either: [.isSet("x")], variable: "before", "now")
      out.line(")")
    }
    #expect(text == lines)
  }

  @Test func aTextThatIsKnownStandsAloneInASwitch() {
    let text = simplified(answers: false) { out in
      out.declare(Code.Variable(kind: .copy, name: "before", values: ["now"]))
      out.declare(flag: "x")
      out.write("switch ")
      out.write(either: [.isSet("x")], variable: "before", "now")
      out.openSwitch()
      out.write("case .a")
      out.openCase()
      out.line("y()")
      out.closeCase()
      out.closeSwitch()
    }
    #expect(text == ["switch now {", "case .a:", "  y()", "}"])
  }

  /// Where all ways set it, it is set.
  @Test func waysThatDoTheSameAgree() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.match("e", [("a", { $0.set("x") }), ("b", { $0.set("x") })])
      out.writeGuard(any: [.isSet("x")]) { $0.write("return") }
      out.line("y()")
    }
    #expect(text == ["y()"])
  }

  @Test func aWayThatLeavesDoesNotCount() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.match("e", [("a", { $0.set("x") }), ("b", { $0.leave("fatalError()") })])
      out.check([.isSet("x")]) { $0.line("y()") }
    }
    #expect(text == ["switch e {", "case .a:", "  break", "case .b:", "  fatalError()", "}", "y()"])
  }

  @Test func aJumpBringsWhatItKnows() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.openScope(label: "all")
      out.check("c") { $0.jump(out: "all") }
      out.set("x")
      out.closeBrace()
      out.check([.isSet("x")]) { $0.line("y()") }
    }
    #expect(
      text == [
        "var x = false", "all: do {", "  if c {", "    break all", "  }", "  x = true", "}", "if x {", "  y()", "}",
      ])
  }

  @Test func whatNeverHoldsIsLeftAtOnce() {
    let text = simplified(answers: true) { out in
      out.declare(slot)
      out.writeGuard(any: [.isNotNil("slot")]) { $0.write("return 1") }
      out.leave("return 2")
    }
    #expect(text == ["return 1"])
  }

  // MARK: Enums

  @Test func aSwitchOverWhatIsKnownIsItsArm() {
    let text = simplified(answers: false) { out in
      out.declareType(of: slot)
      out.declare(slot)
      out.set("slot", to: 2)
      out.match(variable: "slot", [(1, { $0.line("a()") }), (2, { $0.line("b()") }), (0, { _ in })])
    }
    #expect(text == ["b()"])
  }

  @Test func valuesThatItIsNeverGivenAreNoCases() {
    let text = simplified(answers: false) { out in
      out.declareType(of: slot)
      out.declare(slot)
      out.match("e", [("a", { $0.set("slot", to: 1) }), ("b", { $0.set("slot", to: 3) })])
      out.match(
        variable: "slot",
        [(1, { $0.line("a()") }), (2, { $0.line("b()") }), (3, { $0.line("c()") }), (0, { $0.line("d()") })])
    }
    // It is always set, and once: it is no optional, and no variable.
    #expect(
      text == [
        "enum Slot { case a, c }", "let slot: Slot", "switch e {", "case .a:", "  slot = .a", "case .b:",
        "  slot = .c", "}", "switch slot {", "case .a:", "  a()", "case .c:", "  c()", "}",
      ])
  }

  @Test func whatMayBeUnsetIsAnOptional() {
    let text = simplified(answers: false) { out in
      out.declareType(of: slot)
      out.declare(slot)
      out.check("e") { $0.set("slot", to: 1) }
      out.match(variable: "slot", [(1, { $0.line("a()") }), (2, { $0.line("b()") }), (0, { _ in })])
    }
    #expect(
      text == [
        "enum Slot { case a }", "var slot: Slot?", "if e {", "  slot = .a", "}", "switch slot {", "case .a?:", "  a()",
        "case nil:", "  break", "}",
      ])
  }

  @Test func whatIsReadIsAConstantWhereItIsKnown() {
    let text = simplified(answers: true) { out in
      out.declare(slot)
      out.check("e") {
        $0.set("slot", to: 2)
        $0.leave(variable: "slot")
      }
      out.leave(variable: "slot")
    }
    #expect(text == ["if e {", "  return .b", "}", "return nil"])
  }

  // MARK: What rises

  private let outcome = Code.Variable(kind: .rising, name: "o", type: "Outcome", values: ["ignored", "stayed", "left"])

  @Test func whatRisesBeginsWithTheLeastThatIsRead() {
    let text = simplified(answers: true) { out in
      out.declare(outcome)
      out.match("e", [("a", { $0.raise("o", to: 2) }), ("b", { $0.raise("o", to: 3) })])
      out.check("x") { $0.raise("o", to: 2) }
      out.leave(variable: "o")
    }
    #expect(
      text == [
        "var o = Outcome.stayed", "switch e {", "case .a:", "  break", "case .b:", "  o = .left", "}", "return o",
      ])
  }

  @Test func aGreaterValueStays() {
    let text = simplified(answers: true) { out in
      out.declare(outcome)
      out.match("e", [("a", { $0.raise("o", to: 1) }), ("b", { $0.raise("o", to: 3) })])
      out.check("x") { $0.raise("o", to: 2) }
      out.leave(variable: "o")
    }
    #expect(
      text == [
        "var o = Outcome.ignored", "switch e {", "case .a:", "  break", "case .b:", "  o = .left", "}", "if x {",
        "  if o == .ignored { o = .stayed }", "}", "return o",
      ])
  }

  /// It is asked whether it is nil.
  @Test func whatIsSetUnlessItIsSetIsAnOptional() {
    let text = simplified(answers: true) { out in
      out.declare(slot)
      out.check("x") { $0.raise("slot", to: 2) }
      out.raise("slot", to: 1)
      out.leave(variable: "slot")
    }
    #expect(
      text == ["var slot: Slot?", "if x {", "  slot = .b", "}", "if slot == nil { slot = .a }", "return slot"])
  }

  @Test func whatHasOneValueIsThat() {
    let text = simplified(answers: true) { out in
      out.declare(outcome)
      out.match("e", [("a", { $0.raise("o", to: 3) }), ("b", { $0.line("y()") })])
      out.leave(variable: "o")
    }
    #expect(text == ["switch e {", "case .a:", "  break", "case .b:", "  y()", "}", "return .left"])
  }

  // MARK: Many values

  /// Values from 63 on are told apart by Swift alone.
  @Test func manyValues() {
    let many = Code.Variable(kind: .optional, name: "slot", type: "Slot", values: (1...70).map { "v\($0)" })
    let text = simplified(answers: false) { out in
      out.declare(many)
      out.match("e", [("a", { $0.set("slot", to: 69) }), ("b", { $0.set("slot", to: 2) })])
      out.match(variable: "slot", [(2, { $0.line("a()") }), (69, { $0.line("b()") }), (70, { $0.line("c()") })])
    }
    #expect(text.suffix(7) == ["case .v2:", "  a()", "case .v69:", "  b()", "case .v70:", "  c()", "}"])
    #expect(ValueSet(63) == ValueSet(64))
    #expect(ValueSet(64).only == nil)
    #expect(ValueSet(upTo: 2) == ValueSet.all.intersection(ValueSet(upTo: 2)))
  }
}
