import Foundation

/// Compiles machines into one program, and drives them.
extension Oracle {
  struct ProgramError: Error, CustomStringConvertible {
    let description: String
  }

  /// What has become of a machine.
  struct Result {
    /// What the Swift compiler says; a machine with errors is not driven.
    var errors: [String] = []
    var warnings: [String] = []
    /// What the machine has done at its start and at each step.
    var lines: [String] = []

    mutating func add(_ message: String, isError: Bool) {
      if isError, !errors.contains(message) { errors.append(message) }
      if !isError, !warnings.contains(message) { warnings.append(message) }
    }
  }

  static func results(_ machines: [Machine], mode: Mode = .swift6) throws -> [Result] {
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
      // The others have their turn without those that do not compile.
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

  private static func compile(_ machines: [Machine], _ mode: Mode, in folder: URL) throws -> (
    code: Int32, output: String
  ) {
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
      preamble + "setvbuf(stdout, nil, _IOLBF, 0)\nlet first = Int(CommandLine.arguments[1]) ?? 0\n" + calls.joined()
    #if canImport(Darwin)
      main = main.replacing("Glibc", with: "Darwin")
    #endif
    try Data(main.utf8).write(to: folder.appending(path: "main.swift"))
    let flags =
      ["swiftc"] + mode.flags + [
        "-Onone", "-diagnostic-style", "llvm", "-j", "4", "-module-name", "Driver", "-o",
        "driver", "main.swift",
      ]
    return try run("/usr/bin/env", flags + files, in: folder)
  }

  /// Gives each machine what the compiler has said of it, or of its driver.
  private static func note(_ output: String, _ machines: [Machine], _ results: inout [Result]) {
    let places = Dictionary(uniqueKeysWithValues: machines.enumerated().map { ($1.chart.name, $0) })
    for line in output.split(separator: "\n") {
      let pattern = #/^(?:.*\/)?([A-Za-z0-9]+)( driver)?\.swift:\d+:\d+: (error|warning): (.*)/#
      guard let match = line.firstMatch(of: pattern), let place = places[String(match.1)] else { continue }
      let message = (match.2 == nil ? "" : "the driver: ") + match.4
      results[place].add(message, isError: match.3 == "error")
    }
  }

  // MARK: Running

  /// What each machine does, by the lines that it prints.
  private static func drive(count: Int, in folder: URL) throws -> [[String]] {
    var results: [[String]] = []
    while results.count < count {
      let before = results.count
      let driven = try run(folder.appending(path: "driver").path, ["\(results.count)"], in: folder)
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
      // The others have their turn without the one that has crashed.
      if results.count == before { throw ProgramError(description: "the driver has crashed at its start") }
    }
    guard results.count == count else { throw ProgramError(description: "\(results.count) of \(count) ran") }
    return results
  }

  /// Compiles a program of its own, and returns what the Swift compiler has said and what the program has printed.
  static func output(ofProgram files: [(name: String, text: String)]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sm-gen oracle \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files { try Data(file.text.utf8).write(to: folder.appending(path: file.name)) }
    let flags = [
      "swiftc", "-swift-version", "6", "-Onone", "-diagnostic-style", "llvm", "-parse-as-library", "-o", "driver",
    ]
    let compiled = try run("/usr/bin/env", flags + files.map(\.name), in: folder)
    guard compiled.code == 0 else { return compiled.output }
    return try compiled.output + run(folder.appending(path: "driver").path, [], in: folder).output
  }

  private static func run(
    _ program: String, _ arguments: [String], in folder: URL
  ) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: try Data(contentsOf: log), as: UTF8.self))
  }
}
