import Testing

@testable import StateMachineSyntax

/// The part of a statement in which a text ends is known: what the parser expects there.
@Suite struct SyntaxPartTests {
  /// The part that a statement of a machine ends in, and what stands of it already.
  private func part(_ statement: String) -> String {
    let text = SourceFile(path: "m.sm", text: "machine M {\n  event e\n  initial state a\n  a -> b : e\n  \(statement)")
    guard let last = Parser.parts(ofLastStatementIn: text).last else { return "none" }
    let kind =
      if case .after(let keyword) = last.kind { "after \(keyword.rawValue)" } else { "\(last.kind)" }
    return "\(kind)|\(text.text(SourceRange(min(last.start, text.bytes.count), text.bytes.count)))"
  }

  @Test(arguments: [
    ("", "statement|"), ("a", "source|a"), ("a, b", "source|a, b"), ("* except ", "source|* except "),
    ("a -> ", "target|"), ("a -> b, ", "target|"), ("a -> b(x: ", "target|b(x: "), ("a ->\n    ", "target|"),
    ("a : ", "trigger|"), ("a -> b : e, ", "trigger|"), ("a : e(let x", "trigger|e(let x"), (": ", "trigger|"),
    ("a : e [", "guardCondition|"), ("a : e [x > (", "guardCondition|x > ("), ("a : e [x] ", "end|"),
    ("a : e / ", "effect|"), ("a : e / log(1, ", "effect|log(1, "), ("a : e\n    / ", "effect|"),
    ("a : e / x = 1, ", "effect|"), ("a : e / x += ", "swift| "), ("a : e / { print(", "swift| print("),
    ("a : e / { }, ", "effect|"), ("a : e / raise ", "raisedEvent|"),
  ])
  func rows(_ statement: String, expected: String) {
    #expect(part(statement) == expected)
  }

  @Test(arguments: [
    ("state ", "after state|"), ("initial ", "after initial|"), ("initial final ", "after final|"),
    ("state c(n: ", "type|(n: "), ("state c(n: Int) ", "end|"), ("state c : ", "submachine|"),
    ("state c {", "statement|"), ("state c {\n entry / ", "effect|"), ("state c { entry [", "guardCondition|"),
    ("state c { initial -> ", "target|"), ("state c { initial -> d / ", "effect|"), ("state c {\n }", "end|"),
    ("event f -> ", "type|"), ("event f -> A = ", "type|A = "),
    ("event f unhandled ", "after unhandled|"), ("output o -> ", "trigger|"), ("group g = ", "source|"),
    ("guard g = ", "guardCondition| "), ("effect x = ", "effect|"), ("var x: ", "type|: "),
    ("unhandled ", "after unhandled|"),
    ("typealias T = ", "type|T = "), ("swift { let ", "swift| let "), ("wrapper ", "after wrapper|"),
    ("action A { ", "after action|A { "),
  ])
  func declarations(_ statement: String, expected: String) {
    #expect(part(statement) == expected)
  }

  @Test func filesBeginWithStatements() {
    func last(_ text: String) -> SyntaxPart.Kind? {
      Parser.parts(ofLastStatementIn: SourceFile(path: "m.sm", text: text)).last?.kind
    }
    #expect(last("") == .statement)
    #expect(last("import Foundation\n") == .statement)
    #expect(last("machine ") == .after(.machine))
    #expect(last("machine M {\n}\n") == .statement)
  }
}
