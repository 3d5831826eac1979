import StateMachineModel
import StateMachineSyntax

/// Writes how a machine is stored and read again, where its plan says that Swift does not do so by itself.
struct CodingPrinter {
  private let model: SwiftModel
  private let plan: CodingPlan
  private let storedType: String
  /// What an isolated machine needs so that it can be read from anywhere, as `Decodable` wants it.
  private let nonisolated: String

  init(_ model: SwiftModel) {
    self.model = model
    plan = CodingPlan(model)
    storedType = model.names.fresh("Stored")
    nonisolated = model.machine.isolation.attribute == nil ? "" : "nonisolated "
  }

  // MARK: Types

  /// Writes the keys of what is stored, and the type that is read.
  func writeTypes(_ out: inout SwiftWriter) {
    if !plan.keys.isEmpty { writeKeys(&out) }
    if !plan.entries.isEmpty { writeStoredType(&out) }
  }

  private func writeKeys(_ out: inout SwiftWriter) {
    out.line("/// What is stored: a constant with a default is not.")
    out.write("private enum CodingKeys: String, Swift.CodingKey")
    out.openBrace()
    for key in plan.keys {
      out.write("case ")
      if key == .state, model.layout.storedProperty != "state" {
        out.write(string: "\(model.layout.storedProperty) = \"state\"")
      } else {
        writeName(key, &out)
      }
      out.endLine()
    }
    out.closeBrace()
    out.blankLine()
  }

  private func writeStoredType(_ out: inout SwiftWriter) {
    out.line("/// What is read of a machine that was stored. Older data may lack what is optional here.")
    out.write(string: "\(nonisolated)private struct \(storedType): Decodable")
    out.openBrace()
    for entry in plan.entries { writeField(entry, &out) }
    out.closeBrace()
    out.blankLine()
  }

  private func writeField(_ entry: CodingPlan.Entry, _ out: inout SwiftWriter) {
    out.beginLocation(typeRange(of: entry.source))
    out.write("let ")
    writeName(entry.source, &out)
    out.write(": ")
    writeType(of: entry, &out)
    out.endLine()
    out.endLocation()
  }

  /// Where the type of a property is written; nil for what the compiler adds.
  private func typeRange(of source: CodingPlan.Source) -> SourceRange? {
    if case .property(let index) = source { model.machine.storedProperties[index].type } else { nil }
  }

  private func writeType(of entry: CodingPlan.Entry, _ out: inout SwiftWriter) {
    switch entry.source {
    case .property(let index):
      out.code(SwiftCode(range: model.machine.storedProperties[index].type))
      if entry.absence == .initialValue { out.write("?") }
    case .state: out.write("State")
    case .history(let state):
      out.write(string: model.history.type(of: state))
      out.write("?")
    case .deferredEvents: out.write("[Event]?")
    }
  }

  private func writeName(_ source: CodingPlan.Source, _ out: inout SwiftWriter) {
    switch source {
    case .property(let index): out.write(model.machine.storedProperties[index].name)
    case .state: out.write("state")
    case .history(let state): out.write(string: model.names.history(of: state))
    case .deferredEvents: out.write(string: model.names.deferredEvents)
    }
  }

  // MARK: The initializer

  /// Writes the initializer that reads a machine; nothing where Swift has one.
  func writeInit(_ out: inout SwiftWriter) {
    guard !plan.entries.isEmpty else { return }
    out.line("/// Reads a machine that was stored. What older data lack is empty, or has its default.")
    out.write(string: "\(model.access)\(nonisolated)init(from decoder: any Swift.Decoder) throws")
    out.openBrace()
    out.line(string: "let stored = try \(storedType)(from: decoder)")
    writeDelegation(&out)
    for entry in plan.entries where !entry.isArgument { writeAssignment(entry, &out) }
    out.closeBrace()
    out.blankLine()
  }

  private func writeDelegation(_ out: inout SwiftWriter) {
    out.write("self.init(")
    for (index, entry) in plan.entries.filter(\.isArgument).enumerated() {
      if index > 0 { out.write(", ") }
      writeMember(entry.source, &out)
      out.write(": stored.")
      writeMember(entry.source, &out)
    }
    out.write(")")
    out.endLine()
  }

  /// Writes the name of a property behind a dot, or as the label of an argument.
  private func writeMember(_ source: CodingPlan.Source, _ out: inout SwiftWriter) {
    if case .property(let index) = source {
      out.write(member: model.machine.storedProperties[index].name)
    } else {
      writeName(source, &out)
    }
  }

  private func writeAssignment(_ entry: CodingPlan.Entry, _ out: inout SwiftWriter) {
    if entry.absence == .initialValue {
      out.write("if let value = stored.")
      writeMember(entry.source, &out)
      out.write(" { self.")
      writeMember(entry.source, &out)
      out.write(" = value }")
    } else {
      out.write("self.")
      writeMember(entry.source, &out)
      out.write(" = stored.")
      writeMember(entry.source, &out)
      if entry.absence == .noEvents { out.write(" ?? []") }
    }
    out.endLine()
  }

  // MARK: Cases

  /// Writes the initializer that reads one of the cases of an enum, where older data may lack labels of their payloads;
  /// nothing where Swift has one.
  ///
  /// - Parameter kind: what the cases are, for the error where the data have none of them.
  func writeInit(of cases: [StoredCase], _ kind: StaticString, _ out: inout SwiftWriter) {
    guard let reading = CaseReading(cases, model) else { return }
    out.blankLine()
    out.line("/// Reads what was stored. What older data lack of a payload has its default.")
    out.write(string: "\(model.access)\(nonisolated)init(from decoder: any Swift.Decoder) throws")
    out.openBrace()
    out.line("let stored = try decoder.container(keyedBy: CodingKeys.self)")
    out.write("guard stored.allKeys.count == 1, let name = stored.allKeys.first else")
    out.openBrace()
    out.line("throw Swift.DecodingError.dataCorrupted(")
    out.indent()
    out.line("Swift.DecodingError.Context(")
    out.indent()
    out.line("codingPath: stored.codingPath,")
    let names = cases.map(\.name).joined(separator: ", ")
    out.write("debugDescription: \"there is no ")
    out.write(kind)
    out.line(string: " here: it is one of \(names)\"))")
    out.outdent()
    out.outdent()
    out.closeBrace()
    out.line("switch name {")
    for stored in reading.cases { write(stored, &out) }
    out.line("}")
    out.closeBrace()
  }

  private func write(_ stored: StoredCase, _ out: inout SwiftWriter) {
    let member = stored.name.spelledAsMember
    guard !stored.fields.isEmpty || stored.last != nil else {
      return out.line(string: "case .\(member): self = .\(member)")
    }
    let keys = stored.name.prefix(1).uppercased() + stored.name.dropFirst() + "CodingKeys"
    out.line(string: "case .\(member):")
    out.indent()
    out.line(
      string: "let payload = try stored.nestedContainer(keyedBy: \(keys.spelledAsName).self, forKey: .\(member))")
    // Statements of their own: where Swift is located, a directive stands before each.
    for (index, field) in stored.fields.enumerated() { write(field, index, &out) }
    let arguments = stored.fields.indices.map { index -> String in
      let label = stored.fields[index].label.map { model.text($0).spelledAsMember + ": " } ?? ""
      return "\(label)value\(index + 1)"
    }
    let last = stored.last.map { "try payload.decode(\($0).self, forKey: ._\(stored.fields.count))" }
    out.line(string: "self = .\(member)(\((arguments + [last].compactMap(\.self)).joined(separator: ", ")))")
    out.outdent()
  }

  /// Reads a value of a payload into a constant: what is stored, or what it is where the data have none for it.
  private func write(_ field: Field, _ index: Int, _ out: inout SwiftWriter) {
    let absent = CaseReading.absentValue(of: field, model)
    out.beginLocation(field.type)
    out.write(string: "let value\(index + 1) = ")
    out.write(string: "try payload.decode\(absent == .required ? "" : "IfPresent")(")
    write(field.type, inParentheses: model.text(field.type).contains(" "), &out)
    if let part = field.submachine { out.write(string: part.rawValue) }
    out.write(".self, forKey: .")
    if let label = field.label { out.write(member: label) } else { out.write(string: "_\(index)") }
    out.write(")")
    switch absent {
    case .required: break
    case .nothing: out.write(" ?? nil")
    case .value(let value):
      out.write(" ?? ")
      let text = model.text(value)
      write(value, inParentheses: text.contains(" ") && !text.hasPrefix("\"") && !text.hasPrefix("["), &out)
    case .machine:
      out.write(" ?? ")
      out.code(SwiftCode(range: field.type))
      out.write("()")
    }
    out.endLine()
    out.endLocation()
  }

  private func write(_ range: SourceRange, inParentheses: Bool, _ out: inout SwiftWriter) {
    if inParentheses { out.write("(") }
    out.code(SwiftCode(range: range))
    if inParentheses { out.write(")") }
  }
}
