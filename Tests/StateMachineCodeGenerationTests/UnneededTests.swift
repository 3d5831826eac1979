import StateMachineSyntax
import Testing

@testable import StateMachineCodeGeneration

/// What `Unneeded`, `Share` and `Unread` take away, on small pieces of code.
@Suite struct UnneededTests {
  private let slot = Code.Variable(kind: .optional, name: "slot", type: "Slot", values: ["a", "b", "c"])

  // MARK: Unneeded

  @Test func whatNobodyReadsIsNotSet() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.check("c") {
        $0.set("x")
        $0.line("y()")
      }
    }
    #expect(text == ["if c {", "  y()", "}"])
  }

  /// Nor is anything asked of which nothing follows.
  @Test func aQuestionForNothingIsNotAsked() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.openScope(label: "all")
      out.match("e", [("a", { $0.jump(out: "all") }), ("b", { $0.check("c") { $0.set("x") } })])
      out.closeBrace()
      out.line("y()")
    }
    #expect(text == ["y()"])
  }

  @Test func aJumpOverNothingIsNone() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.openScope(label: "all")
      out.check("c") {
        $0.line("y()")
        $0.jump(out: "all")
      }
      out.set("x")
      out.closeBrace()
      out.line("z()")
    }
    #expect(text == ["if c {", "  y()", "}", "z()"])
  }

  @Test func aValueThatAnotherReplacesIsNotSet() {
    let text = simplified(answers: true) { out in
      out.declare(slot)
      out.check("c") { $0.set("slot", to: 1) }
      out.check("d") {
        $0.set("slot", to: 2)
        $0.set("slot", to: 3)
      }
      out.leave(variable: "slot")
    }
    #expect(
      text == ["var slot: Slot?", "if c {", "  slot = .a", "}", "if d {", "  slot = .c", "}", "return slot"])
  }

  @Test func whatIsReadBehindAJumpIsSet() {
    let text = simplified(answers: false) { out in
      out.declare(flag: "x")
      out.openScope(label: "all")
      out.check("c") {
        $0.set("x")
        $0.jump(out: "all")
      }
      out.line("y()")
      out.closeBrace()
      out.check([.isSet("x")]) { $0.line("z()") }
    }
    #expect(
      text == [
        "var x = false", "all: do {", "  if c {", "    x = true", "    break all", "  }", "  y()", "}", "if x {",
        "  z()", "}",
      ])
  }

  // MARK: Share

  @Test func armsThatDoTheSameAreOne() {
    let text = simplified(answers: false) { out in
      out.declare(slot)
      out.match(
        "e", [("a", { $0.set("slot", to: 1) }), ("b", { $0.set("slot", to: 2) }), ("c", { $0.set("slot", to: 3) })])
      out.match(
        variable: "slot", [(1, { $0.line("y()") }), (2, { $0.line("z()") }), (3, { $0.line("y()") }), (0, { _ in })])
    }
    #expect(text.suffix(6) == ["switch slot {", "case .a, .c:", "  y()", "case .b:", "  z()", "}"])
  }

  @Test func whatDoesNothingComesLast() {
    let text = simplified(answers: false) { out in
      out.declare(slot)
      out.match("e", [("a", { $0.set("slot", to: 1) }), ("b", { $0.set("slot", to: 2) }), ("c", { _ in })])
      out.match(variable: "slot", [(1, { _ in }), (2, { $0.line("z()") }), (0, { _ in })])
    }
    #expect(text.suffix(6) == ["switch slot {", "case .b?:", "  z()", "case .a?, nil:", "  break", "}"])
  }

  /// `switch e`, with an arm for each row: where the row begins, the label behind its dot, what that binds, and a line.
  private func rows(_ rows: [(row: Int, label: String, type: SourceRange?, line: String)]) -> [String] {
    simplified(answers: false, source: "Int Int String") { out in
      out.openSwitch(over: "e")
      for (row, label, type, line) in rows {
        out.write(string: "case .\(label)")
        if let type {
          out.write("(")
          out.bind(string: "n", isVariable: false, type: type)
          out.write(")")
        }
        out.openCase()
        let outer = out.beginRow(SourceRange(row, row + 1))
        out.line(string: line)
        out.endRow(outer)
        out.closeCase()
      }
      out.closeSwitch()
    }
  }

  @Test func armsOfOneRowAreOne() {
    let text = rows([(7, "a", nil, "y()"), (9, "b", nil, "z()"), (7, "c", nil, "y()"), (7, "d", nil, "x()")])
    #expect(
      text == ["switch e {", "case .a, .c:", "  y()", "case .b:", "  z()", "case .d:", "  x()", "}"])
  }

  @Test func armsOfSeveralRowsAreNotShared() {
    let text = rows([(7, "a", nil, "y()"), (9, "b", nil, "y()")])
    #expect(text == ["switch e {", "case .a:", "  y()", "case .b:", "  y()", "}"])
  }

  @Test func armsThatBindTheSameAreOne() {
    let (first, second, other) = (SourceRange(0, 3), SourceRange(4, 7), SourceRange(8, 14))
    let alike = rows([(7, "a", first, "y(n)"), (7, "b", second, "y(n)")])
    #expect(alike == ["switch e {", "case .a(let n), .b(let n):", "  y(n)", "}"])
    let different = rows([(7, "a", first, "y(n)"), (7, "b", other, "y(n)")])
    #expect(different == ["switch e {", "case .a(let n):", "  y(n)", "case .b(let n):", "  y(n)", "}"])
    let partly = rows([(7, "a", first, "y()"), (7, "b", nil, "y()")])
    #expect(partly == ["switch e {", "case .a(let n):", "  y()", "case .b:", "  y()", "}"])
  }

  /// The first arm that matches counts: another between the two may match, too.
  @Test func armsInAnOrderAreNotShared() {
    let text = simplified(answers: false) { out in
      out.write("switch e")
      out.openSwitch(keepsArms: true)
      for label in ["1", "2"] {
        out.write(string: "case \(label)")
        out.openCase()
        let outer = out.beginRow(SourceRange(7, 8))
        out.line("y()")
        out.endRow(outer)
        out.closeCase()
      }
      out.closeSwitch()
    }
    #expect(text == ["switch e {", "case 1:", "  y()", "case 2:", "  y()", "}"])
  }

  // MARK: Unread

  private func bound(_ write: (inout SwiftWriter) -> Void) -> [String] {
    simplified(answers: false, mayBindTooMuch: true, write)
  }

  @Test func aNameThatIsNotReadIsNotBound() {
    #expect(
      bound { $0.check(binding: "x", "e") { $0.line("y(x: 1, e.x)") } } == ["if case .a = e {", "  y(x: 1, e.x)", "}"])
    #expect(bound { $0.check(binding: "x", "e") { $0.line("y(x)") } } == ["if case .a(let x) = e {", "  y(x)", "}"])
  }

  @Test func whatIsReadWhereNothingIsReachedDoesNotCount() {
    let text = bound { out in
      out.check(binding: "x", "e") {
        $0.leave("fatalError()")
        $0.line("y(x)")
      }
    }
    #expect(text == ["if case .a = e {", "  fatalError()", "}"])
  }

  @Test func whatIsReadOutsideOfThePatternDoesNotCount() {
    let text = bound { out in
      out.check(binding: "x", "e") { $0.line("y()") }
      out.line("z(x)")
    }
    #expect(text == ["if case .a = e {", "  y()", "}", "z(x)"])
  }

  @Test func whatNothingChangesIsAConstant() {
    #expect(
      bound { $0.check(binding: "x", isVariable: true, "e") { $0.line("y(x)") } }
        == ["if case .a(let x) = e {", "  y(x)", "}"])
    #expect(
      bound { out in
        out.check(binding: "x", isVariable: true, "e") { out in
          out.noteChange(of: "x")
          out.line("y(&x)")
        }
      } == ["if case .a(var x) = e {", "  y(&x)", "}"])
    #expect(
      bound { $0.check(binding: "x", isVariable: true, "e") { $0.line("x.y = x.z") } }
        == ["if case .a(var x) = e {", "  x.y = x.z", "}"])
  }

  /// Patterns of one arm bind the same names.
  @Test func aNameInSeveralPatterns() {
    let text = bound { out in
      out.openSwitch(over: "e")
      out.write("case .a(")
      out.bind(string: "x", isVariable: false)
      out.write("), .b(")
      out.bind(string: "x", isVariable: false)
      out.write(")")
      out.openCase()
      out.line("y(x)")
      out.closeCase()
      out.closeSwitch()
    }
    #expect(text == ["switch e {", "case .a(let x), .b(let x):", "  y(x)", "}"])
  }

  /// Swift warns of a variable that is written to and never read.
  @Test func whatIsChangedAndNotReadIsRead() {
    func lines(_ last: String) -> [String] {
      bound { out in
        out.check(binding: "x", isVariable: true, "e") { out in
          out.readIfUnread("x")
          out.line("x += 1")
          out.line(string: last)
        }
      }
    }
    #expect(lines("y()") == ["if case .a(var x) = e {", "  _ = x", "  x += 1", "  y()", "}"])
    #expect(lines("y(x)") == ["if case .a(var x) = e {", "  x += 1", "  y(x)", "}"])
  }

  @Test func aConstantThatNobodyReadsIsNotDeclared() {
    func lines(_ read: String) -> [String] {
      bound { out in
        out.bind(string: "x", isVariable: true)
        out.write(" = y")
        out.endBinding()
        out.line(string: read)
      }
    }
    #expect(lines("z()") == ["z()"])
    #expect(lines("z(x)") == ["let x = y", "z(x)"])
  }
}
