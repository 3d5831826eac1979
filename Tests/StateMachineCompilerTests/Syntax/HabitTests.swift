import Testing

@testable import StateMachineCompiler

/// What people write who come from other languages: one finding, which says what to write instead.
@Suite struct HabitTests {
  private func messages(_ line: String) -> [String] {
    let text = """
      machine M {
        initial state open
        state closed
        event close, x
        output beep
        var p: Int = 0
        var m: [Int] = []
        open -> closed : close / beep, { p = m.count }
        \(line)
        closed -> open : x
      }
      """
    return Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message)
  }

  @Test(arguments: [
    ("# comment", "write '//' before a comment"),
    ("closed [*] -> open : x", nil),
    ("case closing(Int)", "write 'state' to declare a state"),
    ("open -> closed on x", "write ':' before the event"),
    ("open -> closed when p > 1", "write ': event [condition]'"),
    ("open -> closed : close | x", "separate events by commas"),
    ("open -> closed : close or x", "separate events by commas"),
    ("open -> closed : close && x", "separate events by commas"),
    ("open -> closed : x if p > 1", "write the condition in brackets, as in '[condition]'"),
    ("open : x / beep; beep", "separate effects by commas, as in '/ first, beep'"),
    ("open : x / beep / beep", "separate effects by commas"),
    ("open : x beep", "write '/' before an effect"),
    ("open : x { p += 1 }", "write '/' before an effect"),
    ("open : x / p.y += 1", "write Swift in braces, as in '{ p.append(1) }'"),
    ("open : x / m[0] = 1", "write Swift in braces, as in '{ m[0] = 1 }'"),
    ("private var q: Int = 0", "leave out 'private', as a property has the machine's access"),
    ("state other { entry: beep }", "write 'entry / effect'"),
    ("open : x [p > 1] [p < 3]", "join conditions by '&&' in one pair of brackets"),
    ("if p > 1 { }", "write a condition in a row's brackets, as in 'a -> b : event [condition]'"),
  ])
  func oneFindingWithARemedy(_ line: String, _ remedy: String?) {
    let messages = messages(line)
    #expect(messages.count == 1)
    if let remedy { #expect(messages.first?.hasSuffix(": " + remedy) == true, "\(messages)") }
  }

  /// `[*] -> open` goes on the row before it, as a guard.
  @Test func anInitialArrow() {
    let text = "machine M {\n  initial state a\n  event e\n  a -> a : e\n  [*] -> a\n}\n"
    let messages = Compiler().check(SourceFile(path: "m.sm", text: text)).diagnostics.map(\.message)
    #expect(messages.count == 1)
    #expect(messages[0].hasSuffix("write 'initial' before the state that the machine begins in"))
  }

  /// A no-break space looks like a blank, and is a character of the name.
  @Test(arguments: [("open\u{A0}-> closed : x", "U+00A0"), ("open -> closed : \u{FEFF}x", "U+FEFF")])
  func blanksThatAreNone(_ line: String, _ name: String) {
    #expect(messages(line) == ["'\(name)' looks like a blank and is none: write a space"])
  }
}
