import TestSupport
import Testing

@testable import StateMachineModel

/// Rows that together match everything, by their patterns, are known.
@Suite struct PatternCoverTests {
  private static let declarations = """
    typealias Switch = Bool
    initial state a(c: Int? = nil, on: Bool = false, pair: (Bool, Int?)? = nil, way: Switch = false)
    event e(x: Int?, y: Bool?)
    event ended(with: Result<Int?, any Error>, other: Swift.Result<Bool, any Error>?)
    let g: Bool

    """

  /// Returns the numbers of the tried rows, and the number of rows at the end that together match everything: `1 2 3 |
  /// 2`.
  private func tried(_ rows: [String]) throws -> String {
    let small = try SmallMachine(Self.declarations + rows.joined(separator: "\n"))
    let group = try #require(small.behaviour.group(of: small.state("a"), on: .event(small.event("e"))))
    let first = try #require(small.behaviour.all(group).first)
    let numbers = small.behaviour.tried(group).map { "\($0.index - first.index + 1)" }.joined(separator: " ")
    #expect(small.behaviour.isCertain(group) == (group.covering > 0 || !numbers.isEmpty && isLastPlain(group, small)))
    return "\(numbers) | \(group.covering)"
  }

  private func isLastPlain(_ group: Behaviour.TriggerGroup, _ small: SmallMachine) -> Bool {
    small.behaviour.tried(group).last.map { !small.machine.transitions[$0].isConditional } ?? false
  }

  @Test(arguments: [
    (["a(c: nil) : e", "a(c: let c?) : e / { print(c) }"], "1 2 | 2"),
    (["a(on: true) : e", "a(on: false) : e"], "1 2 | 2"),
    (["a(way: true) : e", "a(way: false) : e"], "1 2 | 2"),
    (["a(c: nil) : e(x: nil)", "a(c: _?) : e", "a : e(x: let x?) / { print(x) }"], "1 2 3 | 3"),
    (
      ["a(pair: nil) : e", "a(pair: (true, _)?) : e", "a(pair: (_, nil)?) : e", "a(pair: (false, _?)?) : e"],
      "1 2 3 4 | 4"
    ),
    (["a : e(y: true?)", "a : e(y: nil)", "a : e(y: false?)"], "1 2 3 | 3"),
    (["a(c: 3?) : e", "a(c: nil) : e [g]", "a(c: nil) : e", "a(c: _?) : e"], "1 2 3 4 | 2"),
    (["a(c: nil) : e", "a(c: let c?) : e [c > 3]", "a(c: .some) : e"], "1 2 3 | 3"),
  ])
  func patternsThatMatchEverything(_ rows: [String], _ expected: String) throws { #expect(try tried(rows) == expected) }

  @Test(arguments: [
    (["(with: .success)", "(with: .failure(let error)) / { print(error) }"], true),
    (["(with: .success(nil))", "(with: .failure)", "(with: .success(let n?)) / { print(n) }"], true),
    (["(with: .success(nil))", "(with: .failure)", "(with: .success(3?))"], false),
    (["(with: .success)", "(with: .success(let n)) / { print(n as Any) }"], false),
    (["(with: .success)", "(with: .failure(.some))"], false),
    (["(other: nil)", "(other: .success(true)?)", "(other: .success(false)?)", "(other: .failure?)"], true),
    (["(other: nil)", "(other: .success(true)?)", "(other: .failure?)"], false),
  ])
  func resultsAreSuccessesAndFailures(_ rows: [String], _ isCovered: Bool) throws {
    let small = try SmallMachine(Self.declarations + rows.map { "a : ended\($0)" }.joined(separator: "\n"))
    let group = try #require(small.behaviour.group(of: small.state("a"), on: .event(small.event("ended"))))
    #expect(small.behaviour.isCertain(group) == isCovered)
  }

  @Test(arguments: [
    (["a(c: nil) : e", "a(c: let c?) : e [c > 3]"], "1 2 | 0"), (["a(on: true) : e", "a(on: true) : e [g]"], "1 | 0"),
    (["a(c: nil) : e", "a(c: 0?) : e", "a(c: 1?) : e"], "1 2 3 | 0"), (["a(c: nil) : e", "a : e"], "1 2 | 0"),
    (["a(c: nil) : e", "a : e(x: _?)"], "1 2 | 0"), (["a(pair: (true, _)?) : e", "a(pair: nil) : e"], "1 2 | 0"),
  ])
  func patternsThatLeaveSomethingOver(_ rows: [String], _ expected: String) throws {
    #expect(try tried(rows) == expected)
  }

  @Test func whatTheRowsBeforeLeaveNothingForIsNotTried() throws {
    let rows = ["a(c: nil) : e", "a(c: nil) : e [g]", "a(c: _?) : e", "a : e(x: nil)", "a : e [else]"]
    #expect(try tried(rows) == "1 3 | 2")
  }

  /// Sixteen fields have 65,536 combinations.
  @Test func theWorkHasABound() throws {
    let fields = (0..<16).map { "f\($0): Bool" }.joined(separator: ", ")
    let rows = (0..<200).map { row in
      "a : e(" + (0..<16).map { "f\($0): \((row >> $0) & 1 == 0)" }.joined(separator: ", ") + ")"
    }
    let small = try SmallMachine("initial state a\nevent e(\(fields))\n" + rows.joined(separator: "\n"))
    let group = try #require(small.behaviour.group(of: small.state("a"), on: .event(small.event("e"))))
    #expect(small.behaviour.tried(group).count == 200)
    #expect(!small.behaviour.isCertain(group))
  }
}
