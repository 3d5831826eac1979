import Foundation
import StateMachineCompiler
import StateMachineSyntax
import TestSupport
import Testing

/// Compiles many machines to one program, and drives them.
extension Oracle {
  struct ProgramError: Error, CustomStringConvertible {
    let description: String
  }

  /// The results of compiling and driving a machine.
  struct Result {
    /// The errors of the Swift compiler. A machine with errors is not driven.
    var errors: [String] = []
    var warnings: [String] = []
    /// The lines that the machine prints at its start and at each step.
    var lines: [String] = []

    mutating func add(_ message: String, isError: Bool) {
      if isError, !errors.contains(message) { errors.append(message) }
      if !isError, !warnings.contains(message) { warnings.append(message) }
    }
  }

  static func results(_ machines: [Machine], mode: SwiftMode = .swift6) throws -> [Result] {
    // A folder that is asked for is kept, to look at what does not compile.
    let kept = ProcessInfo.processInfo.environment["SM_GEN_ORACLE_FOLDER"]
      .flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
    let folder = kept ?? FileManager.default.temporaryDirectory.appending(path: "sm-gen oracle \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if kept == nil { try? FileManager.default.removeItem(at: folder) } }
    var results = machines.map { _ in Result() }
    var compiled = Array(machines.indices)
    while !compiled.isEmpty {
      let text = try compile(compiled.map { machines[$0] }, mode, in: folder)
      if text.code == 0 {
        note(text.output, machines, &results)
        break
      }
      note(text.output, machines, &results)
      // The others are compiled again without the machines that do not compile.
      let rest = compiled.filter { results[$0].errors.isEmpty }
      guard rest.count < compiled.count else {
        throw ProgramError(description: "swiftc: \(text.output.prefix(4000))")
      }
      compiled = rest
    }
    guard !compiled.isEmpty else { return results }
    for (index, lines) in zip(compiled, try drive(count: compiled.count, in: folder)) { results[index].lines = lines }
    return results
  }

  // MARK: Compiling

  private static func compile(_ machines: [Machine], _ mode: SwiftMode, in folder: URL) throws -> ProcessResult {
    var files: [String] = []
    // Many to a file, so that it stays quick; several files, so that they are compiled side by side.
    for (index, start) in stride(from: 0, to: machines.count, by: 25).enumerated() {
      let batch = machines[start..<min(start + 25, machines.count)]
      let text = batch.map { machine in
        // What the compiler says is said of the machine.
        "#sourceLocation(file: \"\(machine.chart.name).swift\", line: 1)\n" + machine.swift
          + "\n#sourceLocation(file: \"\(machine.chart.name) driver.swift\", line: 1)\n" + driver(machine.chart)
          + "\n#sourceLocation()\n"
      }
      files.append("Machines\(index).swift")
      try Data(text.joined().utf8).write(to: folder.appending(path: "Machines\(index).swift"))
    }
    let calls = machines.enumerated().map { index, machine in
      let steps = machine.steps.map(text).joined(separator: ",")
      return "if first <= \(index) { print(\"machine\"); drive\(machine.chart.name)(\"\(steps)\") }\n"
    }
    // Line by line, so that what a machine has done before a crash is known.
    var main =
      preamble + (machines.contains { $0.chart.isStored } ? storingPreamble : "")
      + "setvbuf(stdout, nil, _IOLBF, 0)\nlet first = Int(CommandLine.arguments[1]) ?? 0\n" + calls.joined()
    #if canImport(Darwin)
      main = main.replacing("Glibc", with: "Darwin")
    #endif
    try Data(main.utf8).write(to: folder.appending(path: "main.swift"))
    let flags = ["-Onone", "-j", "4", "-module-name", "Driver", "-o", "driver"]
    return try SwiftCompiler(mode: mode).compile(["main.swift"] + files, flags, in: folder)
  }

  /// Adds the errors and warnings in the compiler's output to the results of the machines that they are about.
  private static func note(_ output: String, _ machines: [Machine], _ results: inout [Result]) {
    let places = Dictionary(uniqueKeysWithValues: machines.enumerated().map { ($1.chart.name, $0) })
    for finding in SwiftCompiler.findings(in: output) {
      let isDriver = finding.name.hasSuffix(" driver")
      guard let place = places[isDriver ? String(finding.name.dropLast(" driver".count)) : finding.name] else {
        continue
      }
      results[place].add((isDriver ? "the driver: " : "") + finding.message, isError: finding.isError)
    }
  }

  // MARK: Running

  /// Runs the program, and returns the lines that each machine has printed.
  private static func drive(count: Int, in folder: URL) throws -> [[String]] {
    var results: [[String]] = []
    while results.count < count {
      let before = results.count
      let driven = try ProcessResult.run(folder.appending(path: "driver").path, ["\(results.count)"], in: folder)
      for line in driven.output.split(separator: "\n", omittingEmptySubsequences: false) where !line.isEmpty {
        if line == "machine" {
          results.append([])
          continue
        }
        if results.isEmpty { throw ProgramError(description: "unexpected: \(line)") }
        if line.hasPrefix("Driver/") {
          results[results.count - 1].append("crashed: \(line)")
          break
        }
        results[results.count - 1].append(normalized(line))
      }
      if driven.code == 0 { break }
      // The program runs again from the machine after the one that has crashed.
      if results.count == before { throw ProgramError(description: "the driver has crashed at its start") }
    }
    guard results.count == count else { throw ProgramError(description: "\(results.count) of \(count) ran") }
    return results
  }

  /// Compiles files to a program and runs it. Returns the messages of the Swift compiler, and the lines that are
  /// printed.
  static func output(
    ofProgram files: [(name: String, text: String)], _ flags: [String] = ["-Onone"]
  ) throws -> String {
    let folder = try TemporaryFolder(files)
    let flags = flags + ["-parse-as-library", "-o", "driver"]
    let compiled = try SwiftCompiler().compile(files.map(\.name), flags, in: folder.url)
    guard compiled.code == 0 else { return compiled.output }
    return try compiled.output + ProcessResult.run(folder.url.appending(path: "driver").path, [], in: folder.url).output
  }

  /// Returns the lines that a program prints that consists of a `.sm` file, which must have no errors, and a main
  /// function.
  static func output(
    of machines: String, main: String, _ flags: [String] = ["-Onone"],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let result = Compiler().generate(SourceFile(path: "Machine.sm", text: machines))
    let errors = result.diagnostics.filter { $0.severity == .error }.map(\.message)
    try #require(errors == [], sourceLocation: sourceLocation)
    let swift = String(decoding: try #require(result.swift, sourceLocation: sourceLocation), as: UTF8.self)
    return try output(ofProgram: [("Machine.swift", swift), ("Main.swift", main)], flags)
      .split(separator: "\n").map(String.init)
  }
}
