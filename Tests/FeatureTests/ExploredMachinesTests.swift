import Foundation
import StateMachineGlue
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// Exploring finds the planted mistakes in machines, and nothing in machines without a mistake. All machines are
/// compiled with their glue into one program.
@Suite struct ExploredMachinesTests {
  struct Explored {
    var name: String
    var text: String
    /// The findings, without their paths.
    var findings: [String]
    /// Lines of the report that must be there besides.
    var told: [String] = []
    /// The text that the machine itself is made from, where its glue is of another version.
    var built: String?
    /// The file beside the program, where it has changed since.
    var file: String?
  }

  /// The machine in the glue reports the rows that a step takes: rows of choices, `always`, `done`, raised and deferred
  /// events count when they are taken, and only then.
  private static let toldRows = [
    Explored(
      name: "NeverHolds",
      text: """
        machine NeverHolds {
          initial state a(n: Int = 0)
          state b
          state c
          event go, back
          a -> b : go
          b -> c : always [false && true]
          b -> a : back
        }
        """,
      findings: ["7: no path leads to this row: b -> c : always [false && true]", "4: 'c' is never reached"]),
    Explored(
      name: "Chosen",
      text: """
        machine Chosen {
          initial state a(n: Int = 0)
          state b
          event go(x: Int), back
          choice which
          a -> which : go(x) / n = x
          which -> b : [n > 1000 && n < 9]
          which -> b : [n > 0]
          which      : [else]
          b -> a : back
        }
        """,
      findings: ["7: no path leads to this row: which -> b : [n > 1000 && n < 9]"]),
    Explored(
      name: "Raised",
      text: """
        machine Raised {
          initial state a
          state b
          state c
          event go, next
          a -> b : go   / raise next
          b -> c : next
          c -> a : go
          c -> b : next
        }
        """,
      findings: []),
    Explored(
      name: "Deferred",
      text: """
        machine Deferred {
          unhandled trap
          initial state busy { defer job }
          state idle
          event job, free
          busy -> idle : free
          idle -> busy : job
          try job [in(busy) || in(idle)]
          try free [in(busy)]
        }
        """,
      findings: []),
    Explored(
      name: "Stops",
      text: """
        machine Stops {
          unhandled trap
          initial state busy { defer job }
          state idle
          event job, free
          busy -> idle : free
        }
        """,
      findings: [
        "6: a raised or deferred event is not handled, and stops the program",
        "4: nothing happens any more in 'idle', which is not final",
      ]),
    Explored(
      name: "Entered",
      text: """
        machine Entered {
          initial state a
          state b
          final state c
          event go
          output beep
          a -> b : go
          b -> c : always / beep
        }
        """,
      findings: []),
    Explored(
      name: "Heart",
      text: """
        machine Heart: Sendable {
          initial state alive(missed: Int = 0)
          final state dead
          event beat
          alive : beat           / missed = 0
          alive : every 30s      / missed += 1
          alive -> dead : after 100s
          invariant alive [missed <= 3]
          try beat [false && true]
        }
        """,
      findings: [
        "5: no path leads to this row: alive : beat / missed = 0",
        "9: 'try beat [false && true]' never comes, as its guard never holds",
      ]),
    Explored(
      name: "Hidden",
      text: """
        swift {
          private func isBig(_ n: Int) -> Bool { n > limit }
          private let limit = 2
        }
        machine Hidden {
          interface methods
          private var count: Int = 0
          initial state a
          private event go(_ n: Int) -> Bool = false
          event step -> Bool = false
          a : step [isBig(count)] / count = 0
          a : step [isOdd] / count = Self.next(count), return true
          a : step [else] / count = Hidden.next(count)
          a : go [isBig(n)] / return true
          swift {
            private static func next(_ n: Int) -> Int { n + 1 }
            private var isOdd: Bool { count % 2 == 1 }
            mutating func goSafely(_ n: Int) -> Bool { n < 9 && go(n) }
          }
        }
        """,
      findings: []),
  ]

  private static let machines = toldRows + bounds + values + statements + versions
  private static let program = Result { try makeProgram() }

  @Test func findingsAreTrue() throws {
    let lines = try Self.program.get().run([]).output.split(separator: "\n")
    for machine in Self.machines {
      let own = lines.drop { $0 != "machine \(machine.name)" }.dropFirst().prefix { !$0.hasPrefix("machine ") }
      let report = "\(machine.name): \(own.joined(separator: "\n"))"
      let found = own.filter { $0.hasPrefix("finding ") }.map { String($0.dropFirst(8)) }
      #expect(found == machine.findings, "\(report)")
      for line in machine.told { #expect(own.contains { $0.contains(line) }, "\(line): \(report)") }
    }
  }

  /// The first thread that a trap stops prints its path before the program ends, whatever other threads do.
  @Test func aWayIsToldWhereSeveralThreadsAreStopped() throws {
    let program = try Self.program.get()
    for _ in 0..<10 {
      let result = try program.run(["crash"])
      #expect(result.code != 0)
      let told = """
        this path stops the program:
            Crashes.sm:5:3: in this row: a : go [else] / { _ = [1, 2][n] }
            var machine = Crashes()     // a(n: 0)
            machine.handle(event: .go)  // a(n: 1)
            machine.handle(event: .go)  // a(n: 2)
            machine.handle(event: .go)
            // Crashes.html#Crashes;go;go;go

        """
      #expect(result.output.contains(told), "\(result.output)")
    }
  }

  private static let crashes = """
    machine Crashes {
      initial state a(n: Int = 0)
      event go
      a : go [n < 2] / n += 1
      a : go [else] / { _ = [1, 2][n] }
    }
    """

  private static func makeProgram() throws -> ExploringProgram {
    var files: [(String, String)] = []
    var main = """
      import Foundation
      import StateMachineTesting

      if CommandLine.arguments.count > 1 {
        for _ in 0..<8 { Thread { _ = try? explore(Crashes.self) }.start() }
        while true { Thread.sleep(forTimeInterval: 1) }
      }

      """
    for machine in machines + [Explored(name: "Crashes", text: crashes, findings: [])] {
      let source = SourceFile(path: "\(machine.name).sm", text: machine.text)
      let analysis = Compiler().analysis(of: source)
      try #require(!analysis.result.hasErrors, "\(machine.name): \(analysis.result.diagnostics)")
      let built = machine.built.map { SourceFile(path: source.path, text: $0) } ?? source
      let swift = try #require(Compiler().generate(built).swift)
      files.append(("\(machine.name).swift", String(decoding: swift, as: UTF8.self)))
      let glue = GluePrinter.write(
        analysis.machines, head: try #require(analysis.tree?.head), source: source, module: nil)
      files.append(("\(machine.name).glue.swift", glue))
      if let file = machine.file { files.append((source.path, file)) }
      if machine.name == "Crashes" { continue }
      main += """
        do {
          print("machine \(machine.name)")
          print("report \\(try explore(\(machine.name).self))")
        } catch {
          guard let report = error as? Report else { fatalError() }
          print("report \\(report)")
          for found in report.findings { print("finding \\(found.place?.line ?? 0): \\(found.text)") }
        }

        """
    }
    return try ExploringProgram(files + [("main.swift", main)])
  }
}

/// A program with the library for tests, of whose sources it is made.
private final class ExploringProgram: Sendable {
  private let folder: TemporaryFolder

  init(_ files: [(name: String, text: String)]) throws {
    folder = try TemporaryFolder([])
    let library = Repository.root.appending(path: "Sources/StateMachineTesting")
    let sources = try FileManager.default.contentsOfDirectory(atPath: library.path).filter { $0.hasSuffix(".swift") }
    let flags = [
      "-wmo", "-Onone", "-parse-as-library", "-emit-module", "-emit-object", "-module-name", "StateMachineTesting",
      "-o", "StateMachineTesting.o",
    ]
    try compile(sources.sorted().map { library.appending(path: $0).path }, flags)
    for file in files { try Data(file.text.utf8).write(to: folder.url.appending(path: file.name)) }
    try compile(
      files.map(\.name).filter { $0.hasSuffix(".swift") },
      ["-wmo", "-Onone", "-I", ".", "-o", "explorer", "StateMachineTesting.o"])
  }

  private func compile(_ files: [String], _ flags: [String]) throws {
    let result = try SwiftCompiler().compile(files, flags, in: folder.url)
    try #require(result.code == 0, "\(result.output)")
    #expect(!result.output.contains("warning:"), "\(result.output)")
  }

  func run(_ arguments: [String]) throws -> ProcessResult {
    try ProcessResult.run(folder.url.appending(path: "explorer").path, arguments, in: folder.url)
  }
}
