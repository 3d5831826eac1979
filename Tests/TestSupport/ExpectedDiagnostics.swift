import StateMachineCompiler
import StateMachineSyntax
import Testing

/// Compiles a `.sm` text, and reports an issue unless its findings are those that comments in the text list. An
/// expected finding is below its line, with carets below its range:
///
///       opne -> closed : close
///     //^~~~ E101 'opne' is not declared as a state: did you mean 'open'?
///     //  ^ note: text of a note
///
/// The message after the code can be left out; then any message fits. Carets cannot be below the first two columns, so
/// such a range is written with its first and last column: `//@1-4 E010`.
///
/// - Parameters:
///   - notesElsewhere: whether notes may occur that the text does not list.
///   - warnings: whether warnings are compared. If false, they are ignored.
package func expectDiagnostics(
  _ text: String, notesElsewhere: Bool = false, warnings: Bool = true,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let source = SourceFile(path: "test.sm", text: text)
  let result = Compiler().generate(source)
  let lines = LineTable(source.bytes)

  var found: [String] = []
  for diagnostic in result.diagnostics where warnings || diagnostic.severity == .error {
    found.append(describe(diagnostic.code.rawValue, diagnostic.message, diagnostic.range, lines))
    for note in diagnostic.notes { found.append(describe("note:", note.message, note.range, lines)) }
  }
  let expected = expectations(in: text)
  // A message may be left out.
  for (index, expectation) in expected.enumerated() where expectation.message.isEmpty && index < found.count {
    let prefix = expectation.place
    if let match = found.firstIndex(where: { $0.hasPrefix(prefix + " ") }) { found[match] = prefix }
  }
  let wanted = expected.map { $0.message.isEmpty ? $0.place : "\($0.place) \($0.message)" }
  if notesElsewhere { found.removeAll { $0.contains(" note: ") && !wanted.contains($0) } }
  #expect(found.sorted() == wanted.sorted(), sourceLocation: sourceLocation)
  #expect((result.swift == nil) == result.hasErrors, sourceLocation: sourceLocation)
}

private func describe(_ code: String, _ message: String, _ range: SourceRange, _ lines: LineTable) -> String {
  let start = lines.position(of: range.lowerBound)
  let end = lines.position(of: max(range.lowerBound, range.upperBound - 1))
  // Carets do not cross the end of a line.
  let last = end.line == start.line ? "\(end.column)" : "…"
  return "\(start.line):\(start.column)-\(last) \(code) \(message)"
}

private func expectations(in text: String) -> [(place: String, message: String)] {
  var result: [(place: String, message: String)] = []
  var subject = 0
  for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let trimmed = line.drop { $0 == " " }
    guard trimmed.hasPrefix("//"), let mark = trimmed.dropFirst(2).first(where: { $0 != " " }),
      mark == "^" || mark == "@"
    else {
      subject = index + 1
      continue
    }
    let columns: String
    let rest: Substring
    if mark == "@" {
      let words = trimmed.dropFirst(3).split(separator: " ", maxSplits: 1)
      columns = String(words[0])
      rest = words.count > 1 ? words[1] : ""
    } else {
      let caret = line.firstIndex(of: "^") ?? line.startIndex
      let first = line.utf8.distance(from: line.utf8.startIndex, to: caret) + 1
      let marks = line[caret...].prefix { $0 == "^" || $0 == "~" }
      let isOpen = line[caret...].dropFirst(marks.count).hasPrefix("…")
      columns = "\(first)-\(isOpen ? "…" : "\(first + marks.count - 1)")"
      rest = line[caret...].dropFirst(marks.count + (isOpen ? 1 : 0))
    }
    let words = rest.split(separator: " ", maxSplits: 1)
    result.append(("\(subject):\(columns) \(words.first ?? "")", words.count > 1 ? String(words[1]) : ""))
  }
  return result
}

/// Returns the Swift generated for a text, and reports an issue if the text has errors.
package func generated(
  _ text: String, path: String = "test.sm", locations: Bool = false,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> String {
  var options = Compiler.Options()
  options.writesSourceLocations = locations
  let result = Compiler(options: options).generate(SourceFile(path: path, text: text))
  #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [], sourceLocation: sourceLocation)
  return String(decoding: try #require(result.swift, sourceLocation: sourceLocation), as: UTF8.self)
}

/// Returns the lines of a generated function's body, without their indentation.
package func generatedLines(
  of function: String, _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> [String] {
  let lines = try generated(text, sourceLocation: sourceLocation).split(separator: "\n")
  let rest = lines.drop { !$0.contains("func \(function)(") }.dropFirst()
  return rest.prefix { $0 != "  }" }.map { String($0.drop { $0 == " " }) }
}
