import StateMachineModel
import StateMachineSyntax

/// Prints the code that stores a machine and reads it again. It is printed only where the code that Swift synthesises
/// would not be right (see `CodingPlan`).
///
/// Keys are strings. So a renamed value is found by its former name, and an error names the missing key.
struct CodingPrinter {
  private let model: SwiftModel
  private let plan: CodingPlan
  /// The name of the type of the keys under which values are stored.
  private let nameType: String
  /// The names of constants in the generated initializers. The constants contain the stored data, the key that is a
  /// case's name, and the payload of that case. The names are unique, so that they hide no name in a default value.
  private let (stored, name, payload): (String, String, String)
  /// The modifier of the initializer: `nonisolated ` for a machine that is isolated to a global actor, because
  /// `Decodable` requires it. Otherwise it is empty.
  private let nonisolated: String

  init(_ model: SwiftModel) {
    self.model = model
    plan = CodingPlan(model)
    nameType = model.names.fresh("StoredName")
    (stored, name, payload) = (model.names.fresh("stored"), model.names.fresh("name"), model.names.fresh("payload"))
    nonisolated = model.machine.isolation.attribute == nil ? "" : "nonisolated "
  }

  // MARK: Types

  /// Writes the types of the keys under which values are stored: the enum `CodingKeys`, and the type by which generated
  /// initializers read values. A type that is not needed is left out.
  func writeTypes(_ out: inout SwiftWriter) {
    if !plan.keys.isEmpty { writeKeys(&out) }
    if readsByName { writeNameType(&out) }
  }

  /// The cases of all generated enums, for states, events, outputs and timers, as they are stored.
  private var cases: [StoredCase] {
    let signatures = model.machine.hasMethods ? [] : model.storedEvents + model.storedOutputs + model.storedTimers
    return model.machine.states.indices.map(model.storedCase) + signatures
  }

  /// Whether a generated initializer reads values by their names, and therefore needs the type of the keys.
  private var readsByName: Bool {
    guard model.isDecodable else { return false }
    return !plan.entries.isEmpty || !model.machine.formerStates.isEmpty || cases.contains(where: \.hasOlderForm)
  }

  /// Whether a value or a region has former names.
  private var hasFormerNamesOfValues: Bool {
    let values = plan.entries.map(value) + cases.flatMap(\.values)
    return values.contains { !$0.formerNames.isEmpty }
      || model.machine.states.contains { $0.isRegion && !$0.formerNames.isEmpty }
  }

  private func writeNameType(_ out: inout SwiftWriter) {
    out.lines(
      """
      /// The name of a stored value, as this version has it, or an older one.
      \(nonisolated)private struct \(nameType): Swift.CodingKey, Swift.ExpressibleByStringLiteral {
        let stringValue: Swift.String
        var intValue: Swift.Int? { nil }

        init(stringValue: Swift.String) { self.stringValue = stringValue }
        init?(intValue: Swift.Int) { return nil }
        init(stringLiteral: Swift.String) { self.stringValue = stringLiteral }
      """)
    if hasFormerNamesOfValues {
      out.blankLine()
      out.lines(
        """
          /// The first name that has a value; where none has one, the present name, which stands first.
          static func first(_ names: Self..., in stored: Swift.KeyedDecodingContainer<Self>) -> Self {
            names.first { stored.contains($0) } ?? names[0]
          }
        """)
    }
    if cases.contains(where: { $0.values.contains(where: \.isChild) }) {
      out.blankLine()
      out.lines(
        """
          /// The name of what is active within a state: its number is that of the labels before it, of which there may have
          /// been more, or fewer.
          static func child(in stored: Swift.KeyedDecodingContainer<Self>) -> Self {
            let names = stored.allKeys.map(\\.stringValue).filter { $0.hasPrefix("_") }
            return Self(stringValue: "_\\(names.compactMap { Swift.Int($0.dropFirst()) }.max() ?? 0)")
          }
        """)
    }
    out.line("}")
    out.blankLine()
  }

  private func writeKeys(_ out: inout SwiftWriter) {
    out.line("/// The keys of stored values. A constant with a default is not stored.")
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

  // MARK: The initializer of the machine

  /// Writes the initializer that reads a stored machine. Nothing is written if Swift synthesises it.
  func writeInit(_ out: inout SwiftWriter) {
    guard !plan.entries.isEmpty else { return }
    out.line("/// Reads a machine that was stored. What older data lack is empty, or has its default.")
    beginInit(&out)
    let arguments = plan.entries.filter(\.isArgument)
    for (index, entry) in arguments.enumerated() { writeConstant("value\(index + 1)", value(of: entry), stored, &out) }
    out.write("self.init(")
    for (index, entry) in arguments.enumerated() {
      if index > 0 { out.write(", ") }
      writeMember(entry.source, &out)
      out.write(string: ": value\(index + 1)")
    }
    out.write(")")
    out.endLine()
    for entry in plan.entries where !entry.isArgument { writeAssignment(entry, &out) }
    out.closeBrace()
    out.blankLine()
  }

  /// Writes the beginning of an initializer: its head, its opening brace, and the constant that contains the stored
  /// values.
  private func beginInit(_ out: inout SwiftWriter) {
    out.write(string: "\(model.access)\(nonisolated)init(from decoder: any Swift.Decoder) throws")
    out.openBrace()
    out.line(string: "let \(stored) = try decoder.container(keyedBy: \(nameType).self)")
  }

  /// Returns how a property of the machine is stored: its key, its former keys, its type, and the value that replaces
  /// it if it is missing.
  private func value(of entry: CodingPlan.Entry) -> StoredValue {
    switch entry.source {
    case .property(let index):
      let property = model.machine.storedProperties[index]
      return StoredValue(
        name: model.text(property.name), formerNames: property.formerNames.map(model.text),
        type: .written(property.type), absence: entry.absence == .nothing ? .nothing : .failure)
    case .state: return StoredValue(name: "state", type: .generated("State"))
    case .history(let state):
      return StoredValue(
        name: model.names.history(of: state).filter { $0 != "`" },
        formerNames: model.machine.states[state].formerNames.map { model.text($0) + "History" },
        type: .generated(model.history.type(of: state)), absence: .nothing)
    case .deferredEvents:
      return StoredValue(name: model.names.deferredEvents, type: .generated("[Event]"), absence: .nothing)
    }
  }

  /// Writes the assignment of a property for which the machine's `init` has no parameter:
  /// `self.count = try stored.decode(…)`.
  private func writeAssignment(_ entry: CodingPlan.Entry, _ out: inout SwiftWriter) {
    let value = value(of: entry)
    beginLocation(of: value, &out)
    if entry.absence == .initialValue {
      out.write("if let value = ")
      writeDecoding(of: value, ifPresent: true, stored, &out)
      out.write(" { self.")
      writeMember(entry.source, &out)
      out.write(" = value }")
    } else {
      out.write("self.")
      writeMember(entry.source, &out)
      out.write(" = ")
      writeReading(of: value, stored, &out)
      if entry.absence == .noEvents { out.write(" ?? []") }
    }
    out.endLine()
    out.endLocation()
  }

  // MARK: Structs

  /// Writes the initializer that reads a stored struct. It is needed if older versions may have stored the struct
  /// without a member or under another key. Otherwise nothing is written, because Swift synthesises the initializer.
  ///
  /// - Parameter members: the members' names as Swift spells them, each with how its value is stored.
  func writeInit(ofMembers members: [(spelling: String, value: StoredValue)], _ out: inout SwiftWriter) {
    guard isRead(members.map(\.value)) else { return }
    out.blankLine()
    out.line("/// Reads what was stored, also by older versions.")
    beginInit(&out)
    for (spelling, value) in members {
      beginLocation(of: value, &out)
      out.write(string: "self.\(spelling) = ")
      writeReading(of: value, stored, &out)
      out.endLine()
      out.endLocation()
    }
    out.closeBrace()
  }

  /// Returns whether a struct needs a generated initializer. It does if older versions may have stored the struct
  /// without a member, or a member under another key.
  ///
  /// - Parameter values: how the members of the struct are stored.
  func isRead(_ values: [StoredValue]) -> Bool { model.isDecodable && values.contains(where: \.hasOlderForm) }

  // MARK: Enums

  /// Writes the initializer that reads a stored enum. It is needed if older versions may have stored other names of
  /// cases or labels, or fewer labels. Otherwise nothing is written, because Swift synthesises the initializer.
  ///
  /// - Parameters:
  ///   - kind: the word for the enum's cases in an error about an unknown case, such as `state`.
  ///   - former: the states that only older versions of the file have.
  func writeInit(
    of cases: [StoredCase], _ kind: String, former: [FormerState] = [], _ out: inout SwiftWriter
  ) {
    guard model.isDecodable, !former.isEmpty || cases.contains(where: \.hasOlderForm) else { return }
    out.blankLine()
    out.line("/// Reads what was stored, also by older versions.")
    beginInit(&out)
    out.write(string: "guard let \(name) = \(stored).allKeys.first, \(stored).allKeys.count == 1 else")
    out.openBrace()
    out.line("throw Swift.DecodingError.dataCorrupted(")
    out.line(
      string: "  .init(codingPath: decoder.codingPath, debugDescription: \"the \(kind) is no object with one name\"))")
    out.closeBrace()
    out.line(string: "switch \(name).stringValue {")
    for stored in cases { write(stored, &out) }
    for state in former { write(state, &out) }
    out.line("default:")
    out.indent()
    out.line("throw Swift.DecodingError.dataCorruptedError(")
    out.line(
      string: "  forKey: \(name), in: \(stored), debugDescription: \"there is no \(kind) '\\(\(name).stringValue)'\")")
    out.outdent()
    out.line("}")
    out.closeBrace()
  }

  /// Writes the `case` that reads one case of a stored enum, under its name or a former name.
  private func write(_ stored: StoredCase, _ out: inout SwiftWriter) {
    let member = stored.name.spelledAsMember
    let names = ([stored.name] + stored.formerNames).map { "\"\($0)\"" }.joined(separator: ", ")
    guard !stored.values.isEmpty else { return out.line(string: "case \(names): self = .\(member)") }
    out.line(string: "case \(names):")
    out.indent()
    writePayload(&out)
    // Each value is a statement of its own, because with source locations a directive precedes each.
    for (index, value) in stored.values.enumerated() { writeConstant("value\(index + 1)", value, payload, &out) }
    let arguments = stored.labels.enumerated().map { index, label in
      (label.map { $0.spelledAsMember + ": " } ?? "") + "value\(index + 1)"
    }
    out.line(string: "self = .\(member)(\(arguments.joined(separator: ", ")))")
    out.outdent()
  }

  /// Writes the constant that contains the stored payload of a case: `let payload = try stored.nestedContainer(…)`.
  private func writePayload(_ out: inout SwiftWriter) {
    out.line(
      string: "let \(payload) = try \(stored).nestedContainer(keyedBy: \(nameType).self, forKey: \(name))")
  }

  // MARK: Former states

  /// Writes the `case` that reads a state which only older versions of the machine have. The case creates the state
  /// that the `.sm` file names instead: `pay` for `was gone -> pay`.
  private func write(_ former: FormerState, _ out: inout SwiftWriter) {
    let target = model.machine.states[former.target]
    out.line(string: "case \"\(model.text(former.name))\":")
    out.indent()
    let used = former.fields.indices.filter { isUsed($0, of: former) }
    if !used.isEmpty { writePayload(&out) }
    for index in used {
      let field = former.fields[index]
      let value = model.storedValue(of: field, name: field.label.map(model.text) ?? "_\(index)")
      writeConstant(constant(index, of: former), value, payload, &out)
    }
    var arguments: [String] = []
    for (field, value) in zip(target.fields, former.values) {
      let label = field.label.map { model.text($0).spelledAsMember + ": " } ?? ""
      switch value {
      case .ownDefault: continue
      case .carried(let index): arguments.append(label + constant(index, of: former))
      case .code(let range):
        let constant = model.names.fresh("argument") + "\(arguments.count + 1)"
        out.beginLocation(range)
        out.write(string: "let \(constant): ")
        out.code(SwiftCode(range: field.type))
        out.write(" = ")
        out.code(SwiftCode(range: range))
        out.endLine()
        out.endLocation()
        arguments.append(label + constant)
      }
    }
    let isCall = !target.fields.isEmpty || target.isComposite
    let call = isCall ? "(\(arguments.joined(separator: ", ")))" : ""
    out.line(string: "self = .\(model.text(target.name).spelledAsMember)\(call)")
    out.outdent()
  }

  /// Returns the name of the constant for a field of a former state. It is the field's own name. For a field without a
  /// name, it is made from the index: `value1` for index 0.
  private func constant(_ index: Int, of former: FormerState) -> String {
    former.fields[index].name.map { model.text($0).spelledAsName } ?? model.names.fresh("value") + "\(index + 1)"
  }

  /// Returns whether a field of a former state has to be read: the arguments of the new state use it.
  private func isUsed(_ index: Int, of former: FormerState) -> Bool {
    former.values.contains { value in
      switch value {
      case .ownDefault: return false
      case .carried(let carried): return carried == index
      case .code(let range):
        guard let name = former.fields[index].name.map(model.text) else { return false }
        let bytes = model.machine.source.bytes
        return SwiftLexer.tokens(of: bytes, in: range).contains {
          $0.kind == .identifier && bytes[$0.start..<$0.end].elementsEqual(name.utf8)
        }
      }
    }
  }

  // MARK: Values

  /// Writes a constant for a value of the stored data: `let value1 = try stored.decode(…)`.
  ///
  /// - Parameter container: the name of the constant that contains the stored data.
  private func writeConstant(
    _ constant: String, _ value: StoredValue, _ container: String, _ out: inout SwiftWriter
  ) {
    beginLocation(of: value, &out)
    out.write(string: "let \(constant) = ")
    writeReading(of: value, container, &out)
    out.endLine()
    out.endLocation()
  }

  private func beginLocation(of value: StoredValue, _ out: inout SwiftWriter) {
    if case .written(let range, _) = value.type { out.beginLocation(range) } else { out.beginLocation(nil) }
  }

  /// Writes the expression that reads a value: `try stored.decode(…)`. If older data may lack the value, a default
  /// follows: `try stored.decodeIfPresent(…) ?? 0`.
  ///
  /// - Parameter container: the name of the constant that contains the stored data, such as `stored`.
  private func writeReading(of value: StoredValue, _ container: String, _ out: inout SwiftWriter) {
    writeDecoding(of: value, ifPresent: value.absence != .failure, container, &out)
    switch value.absence {
    case .failure: break
    case .nothing: if case .written = value.type { out.write(" ?? nil") }
    case .ownDefault(let range):
      out.write(" ?? ")
      let text = model.text(range)
      write(range, inParentheses: text.contains(" ") && !text.hasPrefix("\"") && !text.hasPrefix("["), &out)
    case .machine:
      out.write(" ?? ")
      if case .written(let range, _) = value.type { out.code(SwiftCode(range: range)) }
      out.write("()")
    }
  }

  /// Writes the expression that reads a value: `try stored.decode(Type.self, forKey: key)`.
  ///
  /// - Parameters:
  ///   - ifPresent: whether the data may lack the value; the expression is then an optional.
  ///   - container: the name of the constant that contains the stored data, such as `stored`.
  private func writeDecoding(
    of value: StoredValue, ifPresent: Bool, _ container: String, _ out: inout SwiftWriter
  ) {
    out.write(string: "try \(container).decode\(ifPresent ? "IfPresent" : "")(")
    switch value.type {
    case .generated(let type): out.write(string: type)
    case .written(let range, let part):
      let isImplicit = model.text(range).hasSuffix("!")
      let type = isImplicit ? SourceRange(range.lowerBound, range.upperBound - 1) : range
      write(type, inParentheses: model.text(type).contains(" "), &out)
      out.write(string: isImplicit ? "?" : part?.rawValue ?? "")
    }
    let names = ([value.name] + value.formerNames).map { "\"\($0)\"" }.joined(separator: ", ")
    let key =
      if value.isChild {
        ".child(in: \(container))"
      } else if value.formerNames.isEmpty {
        names
      } else {
        ".first(\(names), in: \(container))"
      }
    out.write(string: ".self, forKey: \(key))")
  }

  // MARK: Names

  private func writeName(_ source: CodingPlan.Source, _ out: inout SwiftWriter) {
    switch source {
    case .property(let index): out.write(model.machine.storedProperties[index].name)
    case .state: out.write("state")
    case .history(let state): out.write(string: model.names.history(of: state))
    case .deferredEvents: out.write(string: model.names.deferredEvents)
    }
  }

  /// Writes the name of a property as Swift spells it after a dot or before a colon.
  private func writeMember(_ source: CodingPlan.Source, _ out: inout SwiftWriter) {
    if case .property(let index) = source {
      out.write(member: model.machine.storedProperties[index].name)
    } else {
      writeName(source, &out)
    }
  }

  private func write(_ range: SourceRange, inParentheses: Bool, _ out: inout SwiftWriter) {
    if inParentheses { out.write("(") }
    out.code(SwiftCode(range: range))
    if inParentheses { out.write(")") }
  }
}
