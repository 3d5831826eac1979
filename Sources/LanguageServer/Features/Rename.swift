import JSON
import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax

/// Renames a name at all places where it occurs, and nothing else. The server verifies the result: it analyzes the
/// renamed texts, and each name must refer to the same declaration as before. Otherwise it refuses the request and says
/// why.
extension Server {
  /// Returns the range and the text of the name at an offset, which the editor lets the user change. Throws a refusal
  /// if there is no name.
  mutating func prepareRename(at offset: Int, _ analysed: AnalysedDocument) throws(RPC.Failure) -> JSONValue {
    let named = machine(at: offset, analysed)?.first { $0.uri == analysed.document.uri && $0.range.touches(offset) }
    let occurrences = analysed.analysis.occurrences
    // The name is a machine's, or a name that this file declares, or a name that another file declares.
    let found = named?.range ?? occurrences.at(offset).first?.range ?? occurrences.foreign(at: offset).first?.range
    guard let found else { throw Self.noName }
    let bare = analysed.document.source.bare(found)
    return [
      "range": analysed.document.positions.json(bare), "placeholder": .string(analysed.document.source.text(bare)),
    ]
  }

  mutating func rename(at offset: Int, _ analysed: AnalysedDocument, to written: String) throws(RPC.Failure)
    -> JSONValue
  {
    let name = try Self.name(written)
    guard !analysed.analysis.result.hasErrors else {
      throw Self.refusal("the file has errors: mend them before a name is changed")
    }
    if let mentions = machine(at: offset, analysed) { return try rename(mentions, to: name) }
    let here = declarations(at: offset, analysed)
    guard !here.isEmpty else { throw Self.noName }
    let files = files(naming: here, from: analysed)
    let declarations = linked(here, in: files)
    let renamings = files.map { file in
      Renaming(
        file, to: name, own: Set(declarations.filter { $0.uri == file.document.uri }.map(\.range)),
        foreign: { declarations.contains(NameDeclaration(uri: workspace.uri(of: $0.path), range: $0.declaration)) })
    }
    try refuseUnread(of: declarations, files)
    let edited = renamings.filter { !$0.edits.isEmpty }
    for renaming in edited where renaming.file.analysis.result.hasErrors {
      throw Self.refusal(
        "\(renaming.file.document.source.fileName) names it too, and has errors: mend them before a name is changed")
    }
    var renamed: [String: SourceFile] = [:]
    for renaming in edited { renamed[renaming.uri] = renaming.file.document.source.applying(renaming.edits) }
    let clash = clash(of: name, declarations, files)
    for renaming in edited {
      guard let source = renamed[renaming.uri] else { continue }
      let after = workspace.compiler(for: renaming.uri, replacing: renamed).analysis(of: source)
      try refuse(name, after.result, source, clash)
      let foreign = renaming.file.analysis.occurrences.foreign.map { occurrence in
        var moved = occurrence
        moved.range = renaming.moved(occurrence.range)
        let target = renamings.first { $0.uri == workspace.uri(of: occurrence.path) }
        moved.declaration = target?.moved(occurrence.declaration) ?? occurrence.declaration
        return moved
      }
      let strangers =
        Set(after.occurrences.all).subtracting(renaming.expected).map(\.range)
        + Set(after.occurrences.foreign).subtracting(foreign).map(\.range)
      let isSame = Set(after.occurrences.all) == renaming.expected && Set(after.occurrences.foreign) == Set(foreign)
      guard isSame else {
        let first = strangers.min { $0.start < $1.start }
        let place = first.map { "'\(source.text($0))' in \(Self.place($0, source)) would mean something else then" }
        throw Self.refusal(
          clash ?? "'\(name)' is another name already: \(place ?? "what stands for which would change")")
      }
    }
    try checkNeighbours(of: renamed, name, clash)
    return WorkspaceEdit(edited.map { ($0.file.document, $0.edits) }).json(client)
  }

  private static let noName = refusal("there is no name of a machine at the cursor")

  private static func refusal(_ message: String) -> RPC.Failure {
    RPC.Failure(code: .requestFailed, message: message)
  }

  /// Returns the new name without backticks, or throws a refusal for a text that cannot be a name. A keyword such as
  /// `switch` must be written with backticks, because a keyword without backticks may be a mistake.
  private static func name(_ text: String) throws(RPC.Failure) -> String {
    let written = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    let isQuoted = written.hasPrefix("`") && written.hasSuffix("`") && written.count > 2
    let name = isQuoted ? String(written.dropFirst().dropLast()) : written
    guard SwiftName.isUsable(name) else { throw refusal("'\(name)' cannot be a name") }
    if !isQuoted, let reason = SwiftName.reasonForBackTicks(name) {
      throw refusal("'\(name)' \(reason): choose another name, or write '`\(name)`' with its back-ticks")
    }
    return name
  }

  // MARK: Refusals

  /// Returns the description of a place for a message: `line 4 of Door.sm`.
  private static func place(_ range: SourceRange, _ source: SourceFile) -> String {
    "line \(LineTable(source.bytes).position(of: range.lowerBound).line) of \(source.fileName)"
  }

  /// Throws a refusal if the renamed text has errors.
  ///
  /// - Parameters:
  ///   - name: the new name.
  ///   - result: the result of checking the renamed text.
  ///   - source: the renamed text.
  ///   - clash: the message that the new name is taken, which the refusal then shows. Nil if the name is free; the
  ///     refusal then shows the first error.
  private func refuse(
    _ name: String, _ result: Compiler.Result, _ source: SourceFile, _ clash: String?
  ) throws(RPC.Failure) {
    guard let error = result.diagnostics.first(where: { $0.severity == .error }) else { return }
    if let clash { throw Self.refusal(clash) }
    throw Self.refusal(
      "with the name '\(name)', \(Self.place(error.range, source)) would have an error: \(Self.finding(error))")
  }

  /// Returns the message of an error without the advice that follows a `:` or a `;`. For
  /// `no state 'opn'; did you mean 'open'?`, it is `no state 'opn'`. A colon within quotes does not begin advice.
  private static func finding(_ error: Diagnostic) -> String {
    var isQuoted = false
    var previous: Character = " "
    for index in error.message.indices {
      let character = error.message[index]
      if character == "'" { isQuoted.toggle() }
      if !isQuoted, previous == ":" || previous == ";", character == " " {
        return String(error.message[..<error.message.index(before: index)])
      }
      previous = character
    }
    return error.message
  }

  /// Returns the message of a refusal if the new name is taken: `'open' is taken: …`. It is taken if a machine that
  /// contains one of `declarations` already declares it. Nil if the name is free.
  ///
  /// - Parameter name: the new name.
  private func clash(
    of name: String, _ declarations: Set<NameDeclaration>, _ files: [AnalysedDocument]
  ) -> String? {
    for file in files {
      let own = declarations.filter { $0.uri == file.document.uri }.map(\.range)
      let kinds = Set(file.analysis.occurrences.all.filter { own.contains($0.declaration) }.map(\.kind))
      let bodies = file.analysis.machines.compactMap(\.machine.bodyRange)
        .filter { body in own.contains { body.contains($0) } }
      let taken = file.analysis.occurrences.all.filter { occurrence in
        occurrence.isDeclaration && bodies.contains { $0.contains(occurrence.range) }
          && file.document.source.text(occurrence.range) == name
      }
      // The message names a declaration of the same kind as the renamed one, if there is one.
      guard let first = taken.first(where: { kinds.contains($0.kind) }) ?? taken.first else { continue }
      let place = Self.place(first.range, file.document.source)
      return "'\(name)' is taken: \(first.kind.article) '\(name)' is declared in \(place)"
    }
    return nil
  }

  /// Throws a refusal if the old name may occur in Swift in which the compiler looks no names up (`UnreadSwift`). The
  /// rename would not change the name there.
  private func refuseUnread(
    of declarations: Set<NameDeclaration>, _ files: [AnalysedDocument]
  ) throws(RPC.Failure) {
    for declaration in declarations {
      guard let file = files.first(where: { $0.document.uri == declaration.uri }),
        let machine = file.analysis.machines.map(\.machine).first(where: {
          $0.bodyRange?.contains(declaration.range) ?? false
        })
      else { continue }
      // Swift can use only some kinds of names.
      let kinds = file.analysis.occurrences.all.filter { $0.declaration == declaration.range }.map(\.kind)
      guard kinds.contains(where: \.isSeenBySwift) else { continue }
      let name = file.document.source.text(declaration.range)
      for other in files {
        for swift in other.analysis.occurrences.unread.sorted(by: { $0.range.start < $1.range.start })
        where swift.machine == machine.fullName {
          guard let mention = other.document.source.mention(of: name, in: swift.range) else { continue }
          throw Self.refusal(
            "'\(other.document.source.text(mention))' in \(Self.place(mention, other.document.source)) may be this name, "
              + "in Swift that is not renamed: change it there first")
        }
      }
    }
  }

  // MARK: Machines

  /// Returns the edits that rename a machine at all places in `mentions`. Throws a refusal if the new name is taken, or
  /// if the edits would cause errors in a file.
  private mutating func rename(_ mentions: [MachineMention], to name: String) throws(RPC.Failure) -> JSONValue {
    try refuseType(name, mentions)
    var edits: [(document: OpenDocument, edits: [TextEdit])] = []
    var renamed: [String: SourceFile] = [:]
    for uri in Set(mentions.map(\.uri)).sorted() {
      guard let document = workspace.document(ofFile: uri) else { continue }
      let own = mentions.filter { $0.uri == uri }.map {
        TextEdit(document.source.written($0.range), SwiftName.spelled($0.form.text(name)))
      }
      edits.append((document, own))
      renamed[uri] = document.source.applying(own)
    }
    for (uri, source) in renamed.sorted(by: { $0.key < $1.key }) {
      try refuse(name, workspace.compiler(for: uri, replacing: renamed).check(source), source, nil)
    }
    try checkNeighbours(of: renamed, name, nil)
    return WorkspaceEdit(edits).json(client)
  }

  /// Throws a refusal if the new name of a machine is taken: a type in the machine's file, or in another `.sm` file of
  /// the folder, has this name.
  private mutating func refuseType(_ name: String, _ mentions: [MachineMention]) throws(RPC.Failure) {
    guard let own = mentions.first(where: \.isDeclaration) else { return }
    let path = own.machine.split(separator: ".").dropLast() + [Substring(name)]
    let fullName = path.joined(separator: ".")
    for uri in workspace.neighbours(of: own.uri) {
      guard let file = workspace.file(uri), let tree = file.tree else { continue }
      for type in tree.declaredTypes(in: file.source) where uri != own.uri || type.range != own.range {
        // A type within a machine has only its own name, so it is compared only within its own file.
        let isTaken = type.isNested ? uri == own.uri && type.name == name : type.name == fullName
        guard isTaken else { continue }
        throw Self.refusal(
          "'\(name)' is taken: \(type.kind) '\(type.name)' is declared in \(Self.place(type.range, file.source))")
      }
    }
  }

  /// Throws a refusal if the rename would cause errors in a related file. A related file declares submachines or owners
  /// of machines in the renamed files. Files with errors before the rename are not checked.
  ///
  /// - Parameters:
  ///   - renamed: the renamed texts, by URI.
  ///   - name: the new name.
  ///   - clash: the message that the new name is taken, which the refusal then shows. Nil if the name is free; the
  ///     refusal then shows the first error.
  private mutating func checkNeighbours(
    of renamed: [String: SourceFile], _ name: String, _ clash: String?
  ) throws(RPC.Failure) {
    let own = renamed.keys.sorted().compactMap { uri in workspace.file(uri).map { (uri, $0) } }
    for (uri, file) in workspace.relatedFiles(to: own) {
      guard !workspace.compiler(for: uri).check(file.source).hasErrors else { continue }
      try refuse(name, workspace.compiler(for: uri, replacing: renamed).check(file.source), file.source, clash)
    }
  }
}

extension Occurrence.Kind {
  /// The kind with its article, for messages: `the state`.
  fileprivate var article: String {
    switch self {
    case .machine: "the machine"
    case .wrapper: "the wrapper"
    case .state: "the state"
    case .region: "the region"
    case .choice: "the choice"
    case .group: "the group"
    case .event: "the event"
    case .output: "the output"
    case .property: "the property"
    case .namedGuard: "the guard"
    case .namedEffect: "the effect"
    case .actionEnum: "the action"
    case .result: "the result"
    case .typeAlias: "the type alias"
    case .label: "the label"
    case .binding: "the pattern's name"
    }
  }

  /// Whether Swift outside of the declaring statement can use a name of this kind.
  fileprivate var isSeenBySwift: Bool {
    switch self {
    case .state, .region, .group, .event, .output, .property, .result, .label: true
    default: false
    }
  }
}

/// The edits that rename declarations in one file, and the names that the file must contain after them (`expected`).
/// The server analyzes the edited text, and refuses the rename if it finds other names there.
private struct Renaming {
  let file: AnalysedDocument
  private(set) var edits: [TextEdit] = []
  /// The occurrences of all names that this file declares, at their places after the edits. The analysis of the renamed
  /// text must find exactly these.
  private(set) var expected: Set<Occurrence> = []
  private var texts: [SourceRange: (edit: TextEdit, text: String)] = [:]
  /// The offset in the old text at which each edit ends, in order.
  private var starts: [Int] = []
  /// For each edit, the number of bytes by which the text after it moves, up to the next edit.
  private var shifts: [Int] = []

  var uri: String { file.document.uri }

  /// Collects the edits that rename declarations in a file, and the occurrences of names that the renamed file must
  /// have.
  ///
  /// - Parameters:
  ///   - name: the new name.
  ///   - own: the ranges of the renamed declarations in this file.
  ///   - foreign: returns whether an occurrence in this file means a renamed declaration in another file.
  init(
    _ file: AnalysedDocument, to name: String, own: Set<SourceRange>, foreign: (ForeignOccurrence) -> Bool
  ) {
    self.file = file
    let analysis = file.analysis
    for occurrence in analysis.occurrences.all where own.contains(occurrence.declaration) {
      add(occurrence.range, occurrence.form.text(name))
    }
    for occurrence in analysis.occurrences.foreign where foreign(occurrence) {
      add(occurrence.range, occurrence.form.text(name))
    }
    edits = texts.values.map(\.edit).sorted { $0.range.start < $1.range.start }
    var shift = 0
    for edit in edits {
      shift += edit.text.utf8.count - (edit.range.upperBound - edit.range.lowerBound)
      starts.append(edit.range.upperBound)
      shifts.append(shift)
    }
    for var occurrence in analysis.occurrences.all {
      occurrence.range = moved(occurrence.range)
      occurrence.declaration = moved(occurrence.declaration)
      expected.insert(occurrence)
    }
  }

  private mutating func add(_ range: SourceRange, _ text: String) {
    texts[range] = (TextEdit(file.document.source.written(range), SwiftName.spelled(text)), text)
  }

  // MARK: Places after renaming

  /// Returns the range of a name after the edits. For a renamed name, it is the range of the new name.
  func moved(_ range: SourceRange) -> SourceRange {
    guard let (edit, text) = texts[range] else {
      return SourceRange(moved(range.lowerBound), moved(range.upperBound))
    }
    // If the edit is longer than the name, it has a back-tick before the name.
    let start = moved(edit.range.lowerBound) + (edit.text.utf8.count > text.utf8.count ? 1 : 0)
    return SourceRange(start, start + text.utf8.count)
  }

  /// Returns the offset in the edited text for an offset in the old text. A binary search finds the edits that end
  /// before the offset.
  private func moved(_ offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return offset + (low == 0 ? 0 : shifts[low - 1])
  }
}
