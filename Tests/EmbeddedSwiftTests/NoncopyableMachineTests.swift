import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

/// The generated code of accepted noncopyable machines with methods compiles, with and without optimisation.
@Suite struct NoncopyableMachineTests {
  private static let modes = [SwiftMode.swift5, .swift6].flatMap { mode in
    ["-Onone", "-O"].map { (mode: mode, flags: [$0]) }
  }

  /// Returns the output of the Swift compiler for the generated code; empty if the code compiles without warnings.
  ///
  /// The compiler gets no whole module: it would remove uncalled functions, and with them the code that crashes the
  /// optimiser.
  private func output(_ text: String, _ mode: SwiftMode, _ flags: [String]) throws -> String {
    let swift = Compiler().generate(SourceFile(path: "m.sm", text: text)).swift
    let generated = try #require(swift, "\(text)")
    let folder = try TemporaryFolder([(name: "m.swift", text: String(decoding: generated, as: UTF8.self))])
    let result = try SwiftCompiler(mode: mode).compile(
      ["m.swift"], flags + ["-warnings-as-errors", "-parse-as-library", "-c", "-o", "/dev/null"], in: folder.url)
    return result.code == 0 ? "" : String(result.output.prefix(2000))
  }

  /// A number beside a value of unknown size, taken out of a state that cannot be copied, makes Swift 6.3 crash.
  @Test(arguments: [
    "Failure", "Failure?", "(Int, Failure)", "Any", "CheckedContinuation<Int, Never>", "ContinuousClock.Instant",
  ])
  func numbersBesideValuesOfUnknownSizeCompile(_ type: String) throws {
    let text = """
      machine Link<Failure>: ~Copyable {
        interface methods
        unhandled trap
        initial state a(isOn: Bool, value: \(type), list: [Int], o: Int)
        state b(isOn: Bool)
        final state f
        action OnEnd { call([Int]) }
        event end
        event add(Int)
        event swap -> OnEnd? = nil
        a -> f : end [isOn]
        a : add(let n) / { list.append(n) }, o += n
        a -> b : swap [isOn] / call(list)
        b : swap
      }
      """
    for (mode, flags) in Self.modes { #expect(try output(text, mode, flags) == "") }
  }

  /// `sending` stands before the result of a method alone, and not before the type of a variable.
  @Test func resultsThatAreSentCompile() throws {
    let text = """
      swift { final class Box { var n = 0 } }
      machine Link: ~Copyable {
        interface methods
        initial state a(count: Int = 0)
        action OnTake { some, none }
        event take -> sending OnTake = .none
        event change(_ box: sending Box) -> sending Box
        event put(_: Int)
        a : take [count > 3] / some
        a : change / count += 1, return box
        a : put(let n) / count += n
      }
      """
    for (mode, flags) in Self.modes { #expect(try output(text, mode, flags) == "") }
  }

  /// Random machines: generic parameters, unnamed and named fields, wide states, fields that change in place.
  ///
  /// `SM_GEN_NONCOPYABLE_MACHINES` says how many, and `SM_GEN_NONCOPYABLE_SEED` from which on.
  @Test func randomMachinesCompile() throws {
    let count = TestExtent.count("SM_GEN_NONCOPYABLE_MACHINES", short: 6, long: 60)
    let first = TestExtent.number("SM_GEN_NONCOPYABLE_SEED") ?? 1
    for seed in first..<(first + count) {
      let text = OddNoncopyableMachine(seed: seed).text
      for (mode, flags) in Self.modes {
        let output = try output(text, mode, flags)
        #expect(output == "", "seed \(seed), \(mode), \(flags)\n\(text)")
      }
    }
  }
}

/// Makes up a machine with methods that cannot be copied.
private struct OddNoncopyableMachine {
  private struct Field {
    var name: String?
    var type: String
    var isCounted: Bool { type == "Int" && name != nil }
    var text: String { (name.map { "\($0): " } ?? "") + type }
  }

  private static let types = [
    "Int", "Int", "Bool", "UInt8", "Mode", "Int?", "[Int]", "String", "F", "F?", "G", "Lease", "Any", "[F]",
    "CheckedContinuation<Int, Never>?", "() -> Int",
  ]
  private var random: SeededGenerator
  private(set) var text = ""

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let states = (0..<3).map { index in fields(of: index) }
    let property = pick([
      "", "let limit: Int = 3", "private var limit: Int = 3", "private let limit: Int = 3; var late: F?",
    ])
    let (end, arrow) = pick([
      ("final state end", "end"), ("state end", "end"), ("final state end(code: Int)", "end(code: 1)"),
    ])
    text = """
      swift { struct Lease: ~Copyable { let slot: Int }; enum Mode { case one, two }
        func isOdd(_ n: Int) throws -> Bool { n == 7 } }
      machine Odd<F, G: ~Copyable>: ~Copyable {
        interface methods
        unhandled \(pick(["trap", "ignore"]))
        \(property)

      """
    for (index, fields) in states.enumerated() {
      text += "  \(index == 0 ? "initial " : "")state s\(index)(\(fields.map(\.text).joined(separator: ", ")))\n"
    }
    text += "  \(end)\n  event go(_: Int), add(_ by: Int), stop, ask -> sending Int = 0\n"
    text += "  event test(_ by: Int) throws -> Int = 0\n"
    for (index, fields) in states.enumerated() {
      let numbers = fields.filter(\.isCounted).compactMap(\.name)
      let lists = fields.filter { $0.type == "[Int]" }.compactMap(\.name)
      let switches = fields.filter { $0.type == "Bool" }.compactMap(\.name)
      if let number = numbers.first {
        text += "  s\(index) : add [\(number) > by] / \(number) += by\n"
        text += "  s\(index) : ask / return \(number)\n"
        text += "  s\(index) : test [try isOdd(by)] / \(number) += \(property.isEmpty ? "by" : "limit")\n"
        text += "  s\(index) : test / { \(number) += 1; _ = try isOdd(\(number)) }\n"
      }
      if let list = lists.first { text += "  s\(index) : add / { \(list).append(by) }\n" }
      text += "  s\(index) -> \(arrow) : stop\(switches.first.map { " [\($0)]" } ?? "")\n"
      if pick([true, false]) { text += "  s\(index) -> \(arrow) : go(let n) [n > 3]\n" }
    }
    text += "}\n"
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  private mutating func fields(of state: Int) -> [Field] {
    let isWide = Int.random(in: 0..<4, using: &random) == 0
    return (0..<Int.random(in: isWide ? 9...12 : 1...5, using: &random)).map { index in
      let isNamed = Int.random(in: 0..<6, using: &random) > 0
      return Field(name: isNamed ? "f\(state)x\(index)" : nil, type: pick(Self.types))
    }
  }
}
