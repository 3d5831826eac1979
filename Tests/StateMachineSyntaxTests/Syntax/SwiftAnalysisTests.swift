import Testing

@testable import StateMachineSyntax

/// The declarations and the changes in a block are known.
@Suite struct SwiftAnalysisTests {
  private func declared(_ block: String) -> [String] {
    let bytes = Array(block.utf8)
    return SwiftAnalysis.declaredNames(in: SourceRange(0, bytes.count), bytes).map {
      String(decoding: bytes[$0.lowerBound..<$0.upperBound], as: UTF8.self)
    }
  }

  /// Returns the change of each `x` in a block.
  private func changes(_ block: String) -> [SwiftAnalysis.Mutation] {
    let bytes = Array(block.utf8)
    let starts = bytes.indices.filter { bytes[$0] == UInt8(ascii: "x") }
    return SwiftAnalysis.uses(of: starts, in: SourceRange(0, bytes.count), bytes).map(\.change)
  }

  @Test(arguments: [
    ("fatalError()", true), ("x += 1; fatalError(\"no\")", true), ("x()\npreconditionFailure(\"\\(x)\")\n", true),
    ("fatalError(\n  \"a\"\n)", true), ("fatalError(); x()", false), ("fatalError()\nx()", false),
    ("if x { fatalError() }", false), ("let x = y ?? fatalError()", false), ("log(fatalError())", false),
    ("self.fatalError()", false), ("x.fatalError()", false), ("guard x else { fatalError() }", false),
    ("fatalErrors()", false), ("", false),
    ("let x = y ??\n  fatalError()", false),
  ])
  func theLastStatementMayBeATrap(_ block: String, _ traps: Bool) {
    let bytes = Array(block.utf8)
    #expect(SwiftAnalysis.endsInTrap(SourceRange(0, bytes.count), bytes) == traps)
  }

  // MARK: Names

  @Test func aBlockDeclaresWhatStandsAfterLetAndVar() {
    #expect(declared("{ let a = b; var c: D = e; print(a) }") == ["a", "c"])
    #expect(declared("{ let `in` = 1 }") == ["in"])
    #expect(declared("{ }") == [])
  }

  @Test func aTupleDeclaresAllOfItsNames() {
    #expect(declared("{ let (a, b) = f(c, d) }") == ["a", "b"])
    #expect(declared("{ var (a, (b, `c`), _) = d; let e = a }") == ["a", "b", "c", "_", "e"])
  }

  /// They are gone at the closing brace.
  @Test func whatInnerBracesDeclareIsTheirOwn() {
    #expect(declared("{ if y { let a = 1 }; let b = list.map { let c = $0; return c } }") == ["b"])
  }

  @Test func membersAndLabelsAreNoNames() {
    let code = Array("f(a, b: c.d, [e: `g`]) + .h { $0 ? i : j }".utf8)
    let names = SwiftAnalysis.usedNames(in: SourceRange(0, code.count), code)
    #expect(names.isSuperset(of: ["f", "a", "c", "e", "g", "i", "j"]))
    #expect(names.isDisjoint(with: ["b", "d", "h"]))
  }

  @Test func aPieceChangesSomeOfTheNamesThatItUses() {
    let code = Array("(a = b; c.d += e; f(&g, h: i); j.sort(); k(l.m = n))".utf8)
    let names = SwiftAnalysis.changedNames(in: SourceRange(1, code.count - 1), code)
    #expect(names.isSuperset(of: ["a", "c", "g", "j", "l"]))
    #expect(names.isDisjoint(with: ["b", "d", "e", "h", "i", "m", "n"]))
  }

  // MARK: Changes

  @Test func whatIsOnlyReadDoesNotChange() {
    #expect(changes("{ print(x, x.count, x[1], x == 3, x <= 3, a & x, a && x) }").allSatisfy { $0 == .none })
  }

  @Test func whatIsAssignedOrPassedInoutChanges() {
    #expect(changes("{ x = 1; x += 1; x <<= 1 }") == [.replaced, .assigned, .assigned])
    #expect(changes("{ swap(&x, &y) }") == [.assigned])
    #expect(changes("{ f(a, &x); g(b: &x.c) }") == [.assigned, .assigned])
  }

  @Test func aChangeOfAMemberIsToldApart() {
    #expect(changes("{ x.a = 1; x[0] += 1; x.a[0]!.b = 1 }") == [.memberAssigned, .memberAssigned, .memberAssigned])
    #expect(
      changes("{ x.put(1); x.a?.put(1); x(1); x.map { $0 } }") == [
        .method("put", ofMember: false), .method("put", ofMember: true), .method("callAsFunction", ofMember: false),
        .method("map", ofMember: false),
      ])
  }
}
