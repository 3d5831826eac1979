import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax
import TestSupport
import Testing

/// Random rows with patterns for optionals and Booleans match every value as a matcher in this test does: the compiled
/// machine takes the same row, with the same bound values. Swift has no warnings.
@Suite struct PatternProgramTests {
  /// A value of a field; Booleans are 0 and 1.
  typealias Value = Int?

  private enum Pattern {
    case nothing, some
    case value(Int)
    /// A name for the value in the optional: `let v0?`.
    case unwrapped(String)
    /// A name for the whole field: `let v0`.
    case renamed(String)

    func matches(_ value: Value) -> Bool {
      switch self {
      case .nothing: value == nil
      case .some, .unwrapped: value != nil
      case .value(let wanted): value == wanted
      case .renamed: true
      }
    }
  }

  private struct Field {
    var label: String
    var type: String
    var values: [Value]
    var isOptional: Bool { type.hasSuffix("?") }
    var isBool: Bool { type.hasPrefix("Bool") }
  }

  private struct Row {
    /// The patterns of the row, one for each field; nil for a field without one.
    var patterns: [Pattern?]
    /// The smallest number for which the guard is true. The guard compares a bound name, or the property `n`. Nil for
    /// no guard.
    var least: Int?
    var comparedName: String?
    /// The output; nil if the row ignores the event.
    var output: String?
  }

  private static let fields = [
    Field(label: "c", type: "Int?", values: [nil, 0, 2]), Field(label: "on", type: "Bool", values: [0, 1]),
    Field(label: "d", type: "Bool?", values: [nil, 0, 1]), Field(label: "x", type: "Int?", values: [nil, 1, 3]),
    Field(label: "y", type: "Bool", values: [0, 1]),
  ]
  private static let fieldsOfState = 3

  private struct Machine {
    var rows: [Row]
    var random: SeededGenerator

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      rows = []
      for _ in 0..<Int.random(in: 1...5, using: &random) { rows.append(row()) }
      if Int.random(in: 0..<4, using: &random) > 0 { addRest() }
    }

    /// Adds rows that match all values that no other row matches, by patterns for one field or for two.
    private mutating func addRest() {
      let split = fields.indices.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
      var rest = [Row(patterns: fields.map { _ in nil }, output: "")]
      for place in split {
        rest = rest.flatMap { row in
          let name = fields[place].isBool ? Pattern.some : .unwrapped("v\(place)")
          let alternatives: [Pattern] = fields[place].isOptional ? [name, .nothing] : [.value(1), .value(0)]
          return alternatives.map { pattern in
            var row = row
            row.patterns[place] = pattern
            if case .unwrapped(let name) = pattern { row.output = name }
            return row
          }
        }
      }
      for row in rest { rows.insert(row, at: Int.random(in: 0...rows.count, using: &random)) }
    }

    private mutating func row() -> Row {
      var row = Row(patterns: fields.map { _ in nil })
      var names: [String] = []
      for (index, field) in fields.enumerated() where Int.random(in: 0..<10, using: &random) < 5 {
        let name = "v\(index)"
        let choices: [Pattern] =
          field.isOptional
          ? [.nothing, .nothing, .some, field.isBool ? .value(1) : .unwrapped(name), .value(1)]
          : [.value(0), .value(1)]
        row.patterns[index] = choices.randomElement(using: &random)
        if field.label == "x", Int.random(in: 0..<6, using: &random) == 0 { row.patterns[index] = .renamed("r") }
        if case .unwrapped? = row.patterns[index] { names.append(name) }
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        row.least = Int.random(in: 0...3, using: &random)
        row.comparedName = names.randomElement(using: &random)
      }
      if Int.random(in: 0..<4, using: &random) > 0 { row.output = names.randomElement(using: &random) ?? "" }
      return row
    }

    // MARK: What is expected

    /// Returns the line that the program should print for values: the row that is taken, and the values in its output.
    func expected(_ values: [Value]) -> String {
      for (index, row) in rows.enumerated() {
        guard zip(row.patterns, values).allSatisfy({ $0?.matches($1) ?? true }) else { continue }
        if let least = row.least, (row.comparedName.map { value(named: $0, values) } ?? 2) < least { continue }
        guard let output = row.output else { return "false ignored" }
        return "true \(index) \(output.isEmpty ? -1 : value(named: output, values))"
      }
      return "false unhandled"
    }

    private func value(named name: String, _ values: [Value]) -> Int {
      Int(name.dropFirst()).flatMap { values[$0] } ?? -1
    }

    // MARK: Text

    func source(_ name: String) -> String {
      func parameters(_ fields: ArraySlice<Field>) -> String {
        fields.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
      }
      var text = """
        machine \(name) {
          wrapper none
          unhandled throw
          let n: Int = 2
          initial state a(\(parameters(fields.prefix(fieldsOfState))))
          event e(\(parameters(fields.dropFirst(fieldsOfState))))
          output o(Int, Int)

        """
      for (index, row) in rows.enumerated() { text += "  \(self.text(row, index))\n" }
      return text + "}\n"
    }

    private func text(_ row: Row, _ index: Int) -> String {
      func list(_ range: Range<Int>) -> String {
        let items = range.compactMap { place in
          row.patterns[place].map { "\(fields[place].label): \(self.text($0, fields[place]))" }
        }
        return items.isEmpty ? "" : "(\(items.joined(separator: ", ")))"
      }
      var text = "a\(list(0..<fieldsOfState)) : e\(list(fieldsOfState..<fields.count))"
      if let least = row.least { text += " [\(row.comparedName ?? "n") >= \(least)]" }
      if let output = row.output { text += " / o(\(index), \(output.isEmpty ? "-1" : output))" }
      return text
    }

    private func text(_ pattern: Pattern, _ field: Field) -> String {
      switch pattern {
      case .nothing: "nil"
      case .some: ".some"
      case .unwrapped(let name): "let \(name)?"
      case .renamed(let name): name
      case .value(let value):
        (field.isBool ? value == 1 ? "true" : "false" : "\(value)") + (field.isOptional ? "?" : "")
      }
    }
  }

  /// All values of all fields.
  private static let combinations: [[Value]] = fields.reduce([[]]) { all, field in
    all.flatMap { values in field.values.map { values + [$0] } }
  }

  private static func literal(_ value: Value, _ field: Field) -> String {
    value.map { field.isBool ? $0 == 1 ? "true" : "false" : "\($0)" } ?? "nil"
  }

  private static func arguments(_ fields: ArraySlice<Field>, _ values: ArraySlice<Value>) -> String {
    zip(fields, values).map { "\($0.label): \(literal($1, $0))" }.joined(separator: ", ")
  }

  @Test(arguments: [false, true]) func theFirstRowWhosePatternsMatchIsTaken(isLocated: Bool) throws {
    var files: [(name: String, text: String)] = []
    var main = "@main struct Main {\n  static func main() {\n"
    var expected: [String] = []
    var switches = 0
    let seeds = 1...TestExtent.pick(short: 20, long: 60)
    for seed in seeds {
      let machine = Machine(seed: UInt64(isLocated ? seed + 1000 : seed))
      var options = Compiler.Options()
      options.writesSourceLocations = isLocated
      let source = SourceFile(path: "P\(seed).sm", text: machine.source("P\(seed)"))
      let result = Compiler(options: options).generate(source)
      // Two rows that always apply, and the like.
      guard let swift = result.swift else { continue }
      let text = String(decoding: swift, as: UTF8.self)
      if text.contains("switch (") { switches += 1 }
      files.append(("P\(seed).swift", text))
      main += "    ask\(seed)()\n"
      var function = "func ask\(seed)() {\n  var outputs: [P\(seed).Output] = []\n"
      function += "  func tell(_ state: P\(seed).State, _ event: P\(seed).Event) {\n"
      function += """
            var machine = P\(seed)(state: state)
            outputs = []
            let accepts = machine.accepts(event)
            do {
              let outcome = try machine.handle(event: event) { outputs.append($0) }
              if case .o(let row, let value)? = outputs.first { print(accepts, row, value) } else { print(accepts, outcome) }
            } catch {
              print(accepts, "unhandled")
            }
          }

        """
      for values in Self.combinations {
        let state = Self.arguments(Self.fields.prefix(Self.fieldsOfState), values.prefix(Self.fieldsOfState))
        let event = Self.arguments(Self.fields.dropFirst(Self.fieldsOfState), values.dropFirst(Self.fieldsOfState))
        function += "  tell(.a(\(state)), .e(\(event)))\n"
        expected.append("P\(seed) \(values.map { $0.map(String.init) ?? "nil" }): \(machine.expected(values))")
      }
      files.append(("Ask\(seed).swift", function + "}\n"))
    }
    #expect(files.count > seeds.count)
    #expect(switches > 5)
    files.append(("Main.swift", main + "  }\n}\n"))
    let findings = try SwiftCompiler(isThorough: true).check(files.filter { $0.name.hasPrefix("P") })
    #expect(findings == [])
    let output = try Oracle.output(ofProgram: files).split(separator: "\n").map(String.init)
    try #require(output.count == expected.count)
    let wrong = zip(expected, output).filter { !$0.hasSuffix(": \($1)") }.map { "\($0), and not: \($1)" }
    #expect(wrong.prefix(5) == [])
  }
}
