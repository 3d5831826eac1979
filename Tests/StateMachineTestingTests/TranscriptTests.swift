import Foundation
import Testing

@testable import StateMachineTesting

/// Paths are written as a text file, which is compared.
@Suite struct TranscriptTests {
  @Test func aRowIsALine() throws {
    #expect(
      transcript(of: Door.self) == [
        "open : personsEntered [persons + count <= 10] / persons += count | "
          + "open(persons: 0) → personsEntered(count: 0) → nothing → open(persons: 0)",
        "open : personsEntered [else] / buzz | "
          + "open(persons: 1) → personsEntered(count: 10) → \"buzz\" → open(persons: 1)",
        "open -> closing : closeButton [persons < 10] | "
          + "open(persons: 0) → closeButton → \"close\" → closing(persons: 0)",
        "closing -> closed : doorLocked | closing(persons: 0) → doorLocked → nothing → closed",
      ])
    try expectRowPaths(of: Door.self, in: "Door.paths")
  }

  @Test func aMissingFileIsWritten() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paths \(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let test = folder.appendingPathComponent("Tests.swift").path
    try withKnownIssue {
      try expectRowPaths(of: Door.self, in: "Door.paths", filePath: test, line: 7)
    } matching: {
      "\($0)".contains("there was no such file") && $0.sourceLocation?.line == 7
    }
    try expectRowPaths(of: Door.self, in: "Door.paths", filePath: test)
    let file = folder.appendingPathComponent("Door.paths")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("\n", with: "\r\n").utf8).write(to: file)
    try expectRowPaths(of: Door.self, in: "Door.paths", filePath: test)
    try Data(text.replacing("→ nothing → closed", with: "→ \"buzz\" → closed").utf8).write(to: file)
    try withKnownIssue {
      try expectRowPaths(of: Door.self, in: "Door.paths", filePath: test)
    } matching: {
      "\($0)".contains("line 4 differs")
    }
  }

  @Test func theFirstDifferenceIsTold() {
    #expect(firstDifference("a\nb\n", ["a", "b"]) == nil)
    #expect(firstDifference("", []) == nil)
    #expect(firstDifference("a\n", ["a", "b"])?.hasSuffix("    expected: no line\n    there is: b") == true)
    #expect(firstDifference("a\nb\n", ["c"])?.hasSuffix("    expected: a\n    there is: c") == true)
  }

  /// Values have the same text in each run, without names of modules.
  @Test func valuesAsText() {
    struct Point { var x = 1, names: Set = ["b", "a"] }
    enum Shape {
      case none
      case point(Point)
      case line(from: Int, Int)
      case at(Door.State)
    }
    #expect(plainText(of: Shape.none) == "none")
    #expect(plainText(of: Shape.point(Point())) == #"point(Point(x: 1, names: ["a", "b"]))"#)
    #expect(plainText(of: Shape.line(from: 1, 2)) == "line(from: 1, 2)")
    #expect(plainText(of: Shape.at(.open(persons: 1))) == "at(open(persons: 1))")
    #expect(plainText(of: [1: Int?.none]) == "[(key: 1, value: nil)]")
    #expect(plainText(of: Duration?.some(.seconds(1)) as Any) == "1.0 seconds")
  }
}
