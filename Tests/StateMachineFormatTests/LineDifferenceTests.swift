import Testing

@testable import StateMachineFormat

/// Differences of files that differ in whitespace have the unified format.
@Suite struct LineDifferenceTests {
  private func unified(_ old: String, _ new: String) -> String {
    String(decoding: LineDifference(Array(old.utf8), Array(new.utf8)).unified(name: "x"), as: UTF8.self)
  }

  @Test func nothing() {
    #expect(unified("a\nb\n", "a\nb\n") == "")
    #expect(unified("", "") == "")
  }

  @Test func linesInOneBlock() {
    #expect(
      unified("1\n2\n3\n4\n a\nb\n5\n6\n7\n8\n", "1\n2\n3\n4\na\n b\n5\n6\n7\n8\n")
        == "--- x\n+++ x\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n- a\n-b\n+a\n+ b\n 5\n 6\n 7\n")
  }

  @Test func blankLinesAndJoinedLines() {
    #expect(unified("a\n\n\nb\n", "a\n\nb\n") == "--- x\n+++ x\n@@ -1,4 +1,3 @@\n a\n \n-\n b\n")
    #expect(unified("a\nb\nc\n", "a b\nc\n") == "--- x\n+++ x\n@@ -1,3 +1,2 @@\n-a\n-b\n+a b\n c\n")
    #expect(unified("a b\n", "a\nb\n") == "--- x\n+++ x\n@@ -1 +1,2 @@\n-a b\n+a\n+b\n")
    #expect(unified("\n", "") == "--- x\n+++ x\n@@ -1 +0,0 @@\n-\n")
  }

  @Test func farChangesAreHunksOfTheirOwn() {
    let lines = (0..<20).map { "l\($0)\n" }
    var new = lines
    new[1] = " l1\n"
    new[9] = " l9\n"
    #expect(
      unified(lines.joined(), new.joined()).matches(of: #/(?m)^@@.*$/#).map { String($0.output) }
        == ["@@ -1,5 +1,5 @@", "@@ -7,7 +7,7 @@"])
    new[8] = " l8\n"
    #expect(
      unified(lines.joined(), new.joined()).matches(of: #/(?m)^@@.*$/#).map { String($0.output) }
        == ["@@ -1,13 +1,13 @@"])
  }

  @Test func noNewlineAtTheEnd() {
    #expect(
      unified("a", "a\n") == "--- x\n+++ x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
  }
}
