import Foundation
import StateMachineCompiler
import StateMachineImport
import StateMachineModel
import StateMachineSyntax
import TestSupport
import Testing

/// Imported handwritten machines are accepted, and do the same as the originals.
@Suite struct SwiftImportTests {
  private func imported(_ machine: ByHand) throws -> (result: Importer.Result, file: SourceFile) {
    let result = Importer.run(SourceFile(path: "\(machine.name).swift", text: machine.swift))
    return (result, try #require(result.file))
  }

  @Test(arguments: ByHand.all) func machinesAreAccepted(_ machine: ByHand) throws {
    let (result, file) = try imported(machine)
    #expect(result.diagnostics.filter { $0.severity == .error } == [])
    let errors = Compiler().machines(of: file).result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(DiagnosticRenderer(source: file).render) == [])
  }

  @Test(arguments: ByHand.all) func eachArmIsARowOrTold(_ machine: ByHand) throws {
    let accounting = try imported(machine).result.accounting
    #expect(accounting.isBalanced)
    #expect(accounting.arrows == machine.arms)
    // What a state has that is left out is told with it.
    #expect(accounting.told == machine.toldArms)
  }

  /// Both are compiled and live the same random lives.
  @Test func machinesDoTheSame() throws {
    var made: [(name: String, text: String)] = []
    for machine in ByHand.all {
      let file = try imported(machine).file
      made.append(
        ("\(machine.name).swift", String(decoding: try #require(Compiler().generate(file).swift), as: UTF8.self)))
    }
    let byHand = ByHand.all.map { (name: "\($0.name).swift", text: $0.swift) }
    let expected = try run(byHand + [("main.swift", Self.lives(of: ByHand.all, isMade: false))])
    let found = try run(made + [("main.swift", Self.lives(of: ByHand.all, isMade: true))])
    for (name, lines) in expected { #expect(found[name] == lines, "\(name)") }
    #expect(expected.count == ByHand.all.count && expected.values.allSatisfy { $0.count > 100 })
  }

  /// Runs a program, and returns its output lines by the name before their colon.
  private func run(_ files: [(name: String, text: String)]) throws -> [String: [Substring]] {
    let folder = try TemporaryFolder(files)
    let compiled = try SwiftCompiler().compile(files.map(\.name), ["-o", "program"], in: folder.url)
    #expect(compiled.code == 0, "\(compiled.output)")
    let result = try ProcessResult.run(folder.url.appending(path: "program").path, [], in: folder.url)
    #expect(result.code == 0)
    return Dictionary(grouping: result.output.split(separator: "\n")) { String($0.prefix { $0 != ":" }) }
  }

  private static func lives(of machines: [ByHand], isMade: Bool) -> String {
    """
    var seed: UInt64 = 1
    @MainActor func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(count))
    }
    nonisolated(unsafe) var name = ""
    func say(_ value: Any) { print("\\(name): \\(value)") }

    """
      + machines.map { machine in
        let own = isMade ? "Connection()" : "Connection.idle"
        let start = (machine.start ?? "\(machine.name)()").replacing("MADE", with: own)
        let state = machine.state.replacing("STATE", with: isMade ? "m.state" : "m")
        let calls = machine.calls.enumerated().map { "case \($0): \($1)" }.joined(separator: "\n      ")
        return """
          @MainActor func live\(machine.name)() {
            name = "\(machine.name)"
            for life in 1...20 {
              seed = UInt64(life)
              var m = \(start)
              for _ in 1...40 {
                let n = random(6)
                switch random(\(machine.calls.count)) {
                \(calls)
                default: break
                }
                say(\(state))
              }
            }
          }
          live\(machine.name)()

          """
      }.joined()
  }
}
