import TestSupport
import Testing

@testable import StateMachineSyntax

/// Names of Swift are recognised as `swiftc` 6.3 recognises them.
@Suite struct SwiftNameTests {
  @Test(arguments: ["a", "a1", "größe", "状態", "_a", "a$", "é\u{1F642}", "\u{A8}x", "a\u{301}", "\u{1F642}"])
  func plain(_ name: String) {
    #expect(SwiftName.isPlain(name.utf8))
    #expect(SwiftName.mistake(in: name, isQuoted: false) == nil)
    #expect(SwiftName.mistake(in: name, isQuoted: true) == nil)
  }

  @Test(arguments: [
    "a b", "a-b", "1st", "1", "$", "{", "#", "@", "&a", "<b>", "!include", "[*]", "%%{x}%%", "a×b", "x\u{200E}",
    "\u{301}", "::", "\u{201C}",
  ])
  func inBackticksOnly(_ name: String) {
    #expect(!SwiftName.isPlain(name.utf8))
    #expect(SwiftName.mistake(in: name, isQuoted: true) == nil)
  }

  @Test func never() {
    for name in ["a\\b", "a\u{1}b", "a\u{7F}", "\t", "a\u{A0}b", "a\u{3000}b", "\u{85}"] {
      guard case .character = SwiftName.mistake(in: name, isQuoted: true) else {
        Issue.record("'\(name)'")
        continue
      }
    }
    for name in [".", "..", "--", "-->", "|", "×", "→", "§", "?", "…"] {
      #expect(SwiftName.mistake(in: name, isQuoted: true) == .isOperator, "'\(name)'")
    }
    for name in [" ", "  ", "\u{200E}"] { #expect(SwiftName.mistake(in: name, isQuoted: true) == .blank) }
    for name in ["$x", "$1"] { #expect(SwiftName.mistake(in: name, isQuoted: true) == .dollar) }
    #expect(SwiftName.mistake(in: "a×b", isQuoted: false) == .unquoted("×"))
  }

  @Test func areReportedWhereTheyAreDeclared() {
    expectDiagnostics(
      """
      machine M {
        initial state `-->`
                    //^~~~~ E020 '-->' is an operator to Swift, also in back-ticks: choose another name
        state a×b
            //^~~~ E020 U+00D7 stands only in a name in back-ticks: write '`a×b`'
        event `$x`(`a\\b`: Int)
            //^~~~ E020 Swift keeps names that begin with '$' to itself: choose another
                 //^~~~~ E020 U+005C stands in no name of Swift: leave it out
        `-->` -> a×b : `$x`
        a×b -> `-->` : `$x`
      }
      """)
  }
}
