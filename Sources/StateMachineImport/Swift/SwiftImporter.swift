import StateMachineSyntax

/// Imports the types of a Swift file that are state machines: types that store an enum of states, which their methods
/// assign.
struct SwiftImporter {
  typealias Tokens = SwiftCode.Tokens

  private let code: SwiftCode
  private var findings: [Diagnostic] = []
  private var accounting = Importer.Accounting()

  /// Returns the `.sm` file for a Swift file, with findings. If the Swift file has no machine, returns only a finding.
  static func run(_ source: SourceFile, path: String) -> Importer.Result {
    var importer = SwiftImporter(code: SwiftCode(source))
    return importer.run(path: path)
  }

  private init(code: SwiftCode) { self.code = code }

  /// Writes the `.sm` file. It has the comments at the beginning of the Swift file, its imports, the machines, and the
  /// Swift that belongs to no machine. If there is no machine, returns only a finding.
  private mutating func run(path: String) -> Importer.Result {
    let machines = SwiftMachine.all(in: code)
    guard !machines.isEmpty else {
      let message =
        "there is no machine here: a type with a property whose type is an enum of this file, and with methods that assign it"
      return Importer.Result(diagnostics: [.nothingToImport(SourceRange(0, 0), message)])
    }
    let top = SwiftMember.all(in: 0..<code.tokens.count, code)
    var draft = Draft()
    let header = code.header
    if !header.isEmpty { draft.items += [.comment(header), .blankLine] }
    draft.items += [.comment(["// From \(code.source.fileName)"]), .blankLine]
    // Imports are written first, together with the compiler conditions around them if each `#if` has its `#endif`.
    let imports = top.prefix { ["import", "#"].contains($0.introducer) }
    let conditions = imports.map { code.word($0.start) }
    let isBalanced = conditions.count { $0 == "#if" } == conditions.count { $0 == "#endif" }
    let later = top.dropFirst(imports.count).filter { $0.introducer == "import" }
    if let condition = top.dropFirst(isBalanced ? imports.count : 0).first(where: { code.word($0.start) == "#if" }) {
      findings.append(.conditionLeftOut(code, condition))
    }
    for member in imports + later
    where member.introducer == "import" || isBalanced && !["#error", "#warning"].contains(code.word(member.start)) {
      draft.items.append(.statement(DraftStatement(text: code.line(member.all), place: code.place(member.all))))
    }
    var beside: [String] = []
    // The enum of events of a reducer is left out here, because the machine's file generates it.
    var events: [String] = []
    var transient: Set<String> = []
    for machine in machines {
      var writer = SwiftMachineWriter(machine)
      draft.items += [.blankLine] + writer.items()
      beside += writer.swiftBeside
      if writer.isReducer, let handler = writer.handler { events.append(handler.enumeration.fullName) }
      transient.formUnion(writer.transient)
      findings += writer.findings
      accounting += writer.accounting
    }
    beside += others(top, machines, events, transient)
    if !beside.isEmpty {
      draft.items += [
        .blankLine,
        .statement(
          DraftStatement(
            text: "swift {\n\(SwiftMachineWriter.indented(beside.joined(separator: "\n\n")))\n}",
            place: SourceRange(0, 0))),
      ]
    }
    let file = DraftWriter.file(draft, path: path, from: code.source)
    return Importer.Result(
      file: file, diagnostics: findings.sorted { $0.range.start < $1.range.start }, accounting: accounting)
  }

  /// Returns the Swift of the types and functions that belong to no machine, to be copied into the `.sm` file. In two
  /// cases, it returns only extensions of the machines: if a type encloses a machine, or if this Swift is at least half
  /// of the file. A finding then names the types that stay in the Swift file.
  private mutating func others(
    _ top: [SwiftMember], _ machines: [SwiftMachine], _ events: [String], _ transient: Set<String>
  ) -> [String] {
    func belongs(_ member: SwiftMember) -> Bool {
      if ["import", "#"].contains(member.introducer) { return true }
      if member.introducer == "extension", member.isConstrained(code) { return false }
      return machines.contains { machine in
        let names = [machine.type.fullName, machine.enumeration.fullName] + events
        return names.contains(member.name)
          || names.contains { $0.hasSuffix("." + member.name) && member.introducer == "extension" }
      }
    }
    let (around, others) = top.filter { !belongs($0) }.reduce(into: ([SwiftMember](), [SwiftMember]())) {
      if encloses($1, machines) { $0.0.append($1) } else { $0.1.append($1) }
    }
    let own = others.filter { member in
      member.introducer == "extension"
        && machines.contains { member.name == $0.type.fullName || member.name.hasPrefix($0.type.fullName + ".") }
    }
    let visible = machines.reduce(into: Set<String>()) { $0.formUnion($1.visibleTypes()) }
    func text(_ member: SwiftMember) -> String {
      var text = code.text(member.all, without: transient)
      if let access = member.access, member.isPrivate, visible.contains(member.name),
        let range = text.firstRange(of: access + " ")
      {
        text.removeSubrange(range)
      }
      return (code.comments(above: member.all.lowerBound) + [text]).joined(separator: "\n")
    }
    let size = others.reduce(0) { $0 + $1.all.count }
    let staying = around.filter { !isEmpty($0, without: machines) }
    guard !staying.isEmpty || size * 2 >= code.tokens.count else { return others.map(text) }
    let types = staying + others.filter { $0.isType && $0.introducer != "extension" }
    if let first = types.first {
      func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
      let message =
        "\(list(types.map(\.name))) stay\(types.count == 1 ? "s" : "") in the Swift file, which loses "
        + list(machines.map(\.type.name))
      findings.append(.leftOut(code.place(first.start..<first.start + 1), message))
    }
    return own.map(text)
  }

  /// Returns whether a type encloses one of the machines.
  private func encloses(_ member: SwiftMember, _ machines: [SwiftMachine]) -> Bool {
    machines.contains { member.all.contains($0.type.member.start) && member.start != $0.type.member.start }
  }

  /// Returns whether an extension contains nothing but machines and their enums of states. Nothing of it is then left
  /// for the Swift file.
  private func isEmpty(_ member: SwiftMember, without machines: [SwiftMachine]) -> Bool {
    guard member.introducer == "extension", !member.isConstrained(code), let body = member.body else { return false }
    let starts = Set(machines.flatMap { [$0.type.member.start, $0.enumeration.member.start] })
    return SwiftMember.all(in: body, code).allSatisfy { starts.contains($0.start) }
  }
}

extension Diagnostic {
  /// Returns a warning that an `#if` is left out. The Swift of all its branches is copied, whatever its condition is.
  static func conditionLeftOut(_ code: SwiftCode, _ member: SwiftMember) -> Diagnostic {
    .changedMeaning(
      code.place(member.all), "'\(code.line(member.all))' is left out: what stands on each side of it comes along")
  }
}
