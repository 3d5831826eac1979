#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the shortest paths to the rows of a machine with a transcript: a text file beside the test, which you have
/// read and added to the repository. So a change of the machine's behavior becomes a visible change of the file.
///
///     try expectRowPaths(of: Door.self, in: "Door.txt")
///
/// Each row that a path leads to is one line of the file: the row's text, the state before the row, the event, the
/// outputs, and the state after it.
///
/// If the file is missing, it is written and an issue is reported. With `SM_GEN_RECORD=1` in the environment, the file
/// is written again. List the file in `exclude:` of the SwiftPM target, because it is no source.
///
/// - Parameter file: the name of the transcript, relative to the folder of the test's source file.
public func expectRowPaths<M: Explorable & ~Copyable>(
  of machine: M.Type, in file: String, _ bounds: Bounds = Bounds(),
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  let path =
    filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/" + file
  func find(_ text: String) throws {
    let finding = Finding("\(file): \(text)", Place(filePath, line, column))
    try tell([finding], finding)
  }
  let lines = transcript(of: machine, bounds)
  let isRecording = ProcessInfo.processInfo.environment["SM_GEN_RECORD"].map { !$0.isEmpty && $0 != "0" } ?? false
  if !isRecording, let text = try? String(contentsOfFile: path, encoding: .utf8) {
    if let difference = firstDifference(text, lines) { try find(difference) }
    return
  }
  do {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url)
  } catch {
    return try find("it cannot be written: \(error)")
  }
  if !isRecording { try find("there was no such file: it is written now; read it, and check it in") }
}

/// Returns the lines of a transcript: one line for each row that a path leads to, such as
/// `open -> closed : push | open → push → beep → closed`.
func transcript<M: Explorable & ~Copyable>(of machine: M.Type, _ bounds: Bounds = Bounds()) -> [String] {
  let model = machine.glue
  return machine.rowPaths(bounds).map { path in
    let event = eventText(path.swift.last ?? "")
    let outputs = plainText(ofAll: path.outputs)
    return
      "\(path.row.text) | \(stateText(path.before, model)) → \(event) → \(outputs) → \(stateText(path.after, model))"
  }
}

/// Returns the event in the Swift of a step: `closeButton` for `door.handle(event: .closeButton)`.
private func eventText(_ swift: String) -> String {
  if let call = swift.firstRange(of: "handle(event: ."), swift.hasSuffix(")") {
    return String(swift[call.upperBound...].dropLast())
  }
  return swift.firstRange(of: ".").map { String(swift[$0.upperBound...]) } ?? swift
}

/// Returns the state of a configuration with its payload, as text. It is the value of the machine's property `state`.
/// If the machine has no such property, it is the names of the active states.
private func stateText<M: Model>(_ configuration: M.Configuration, _ model: M) -> String {
  state(ofConfiguration: configuration).map { plainText(of: $0) } ?? model.stateNames(of: configuration)
}

/// Compares the transcript `text` with the lines that it should have. Returns a message about the first line that
/// differs; nil if all lines are equal.
func firstDifference(_ text: String, _ lines: [String]) -> String? {
  // A checkout may have changed the line ends. `\r\n` is one character in Swift.
  var expected = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  if expected.last == "" { expected.removeLast() }
  let count = max(expected.count, lines.count)
  guard let index = (0..<count).first(where: { $0 >= expected.count || $0 >= lines.count || expected[$0] != lines[$0] })
  else { return nil }
  let remedy = "where that is meant, record it anew with SM_GEN_RECORD=1"
  return """
    line \(index + 1) differs: \(remedy)
        expected: \(index < expected.count ? String(expected[index]) : "no line")
        there is: \(index < lines.count ? lines[index] : "no line")
    """
}
