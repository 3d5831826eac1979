import StateMachineCompiler

/// Renaming: every place of a name, and no other. Whether that is so is not argued but tried: the renamed text is
/// analysed, and each of its names must stand for what it stood for before.
extension Server {
  mutating func prepareRename(at offset: Int, _ analysed: AnalysedDocument) throws(RPC.Failure) -> JSONValue {
    let named = machine(at: offset, analysed)?.first { $0.uri == analysed.document.uri && $0.range.touches(offset) }
    guard let range = named?.range ?? analysed.analysis.occurrences.at(offset).first?.range else { throw Self.noName }
    let bare = analysed.document.source.bare(range)
    return [
      "range": analysed.document.positions.json(bare), "placeholder": .string(analysed.document.source.text(bare)),
    ]
  }

  mutating func rename(at offset: Int, _ analysed: AnalysedDocument, to written: String) throws(RPC.Failure)
    -> JSONValue
  {
    let name = try Self.name(written)
    guard !analysed.analysis.result.hasErrors else {
      throw RPC.Failure(code: .requestFailed, message: "the file has errors: mend them before a name is changed")
    }
    if let mentions = machine(at: offset, analysed) { return try rename(mentions, to: name) }
    let renaming = Renaming(analysed.analysis, at: offset, to: name)
    guard !renaming.edits.isEmpty else { throw Self.noName }
    let uri = analysed.document.uri
    let renamed = analysed.document.source.applying(renaming.edits)
    let after = workspace.compiler(for: uri).analysis(of: renamed)
    try Self.refuse(name, after.result)
    guard renaming.expected == Set(after.occurrences.all) else {
      throw RPC.Failure(
        code: .requestFailed, message: "'\(name)' is another name already, and what stands for which would change")
    }
    try checkNeighbours(of: [uri: renamed], name)
    return WorkspaceEdit([(analysed.document, renaming.edits)]).json(client)
  }

  private static let noName = RPC.Failure(code: .requestFailed, message: "no name of the machine stands here")

  /// A name as it is to be, without back-ticks.
  private static func name(_ text: String) throws(RPC.Failure) -> String {
    let written = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    let isQuoted = written.hasPrefix("`") && written.hasSuffix("`") && written.count > 2
    let name = isQuoted ? String(written.dropFirst().dropLast()) : written
    guard SwiftName.isUsable(name) else {
      throw RPC.Failure(code: .requestFailed, message: "'\(name)' cannot be a name")
    }
    return name
  }

  private static func refuse(_ name: String, _ result: Compiler.Result) throws(RPC.Failure) {
    guard let error = result.diagnostics.first(where: { $0.severity == .error }) else { return }
    throw RPC.Failure(code: .requestFailed, message: "with the name '\(name)', \(error.message)")
  }

  // MARK: Machines

  private mutating func rename(_ mentions: [MachineMention], to name: String) throws(RPC.Failure) -> JSONValue {
    var edits: [(document: OpenDocument, edits: [TextEdit])] = []
    var renamed: [String: SourceFile] = [:]
    for uri in Set(mentions.map(\.uri)).sorted() {
      guard let file = workspace.file(uri) else { continue }
      let document =
        workspace.documents[uri]
        ?? OpenDocument(
          uri: uri, version: nil, source: file.source, positions: workspace.positions(of: file),
          path: FileURI.path(uri))
      let own = mentions.filter { $0.uri == uri }.map {
        TextEdit(file.source.written($0.range), SwiftName.spelled(name))
      }
      edits.append((document, own))
      renamed[uri] = file.source.applying(own)
    }
    for (uri, source) in renamed.sorted(by: { $0.key < $1.key }) {
      try Self.refuse(name, workspace.compiler(for: uri, replacing: renamed).check(source))
    }
    try checkNeighbours(of: renamed, name)
    return WorkspaceEdit(edits).json(client)
  }

  /// Refuses a renaming that would bring errors into other files, which hold the machine that is changed.
  private mutating func checkNeighbours(of renamed: [String: SourceFile], _ name: String) throws(RPC.Failure) {
    let own = renamed.keys.sorted().compactMap { uri in workspace.file(uri).map { (uri, $0) } }
    for (uri, file) in workspace.relatedFiles(to: own) {
      guard !workspace.compiler(for: uri).check(file.source).hasErrors else { continue }
      try Self.refuse(name, workspace.compiler(for: uri, replacing: renamed).check(file.source))
    }
  }
}

/// The edits that give a name another spelling, and what stands where afterwards.
private struct Renaming {
  private(set) var edits: [TextEdit] = []
  /// What the names of the renamed text must stand for.
  private(set) var expected: Set<Occurrence> = []

  init(_ analysis: Compiler.Analysis, at offset: Int, to name: String) {
    let occurrences = analysis.occurrences
    let concerned = Set(occurrences.named(occurrences.at(offset).map(\.declaration)))
    var texts: [SourceRange: (edit: TextEdit, text: String)] = [:]
    for occurrence in concerned {
      let text = occurrence.isCancellation ? TaskUse.cancel(name) : name
      let written = analysis.source.written(occurrence.range)
      texts[occurrence.range] = (TextEdit(written, SwiftName.spelled(text)), text)
    }
    edits = texts.values.map(\.edit).sorted { $0.range.start < $1.range.start }

    // Where everything is afterwards.
    var starts: [Int] = []
    var shifts: [Int] = []
    var shift = 0
    for edit in edits {
      shift += edit.text.utf8.count - (edit.range.upperBound - edit.range.lowerBound)
      starts.append(edit.range.upperBound)
      shifts.append(shift)
    }
    func moved(_ offset: Int) -> Int {
      var low = 0
      var high = starts.count
      while low < high {
        let middle = (low + high) / 2
        if starts[middle] <= offset { low = middle + 1 } else { high = middle }
      }
      return offset + (low == 0 ? 0 : shifts[low - 1])
    }
    func moved(_ range: SourceRange) -> SourceRange {
      guard let (edit, text) = texts[range] else {
        return SourceRange(moved(range.lowerBound), moved(range.upperBound))
      }
      let start = moved(edit.range.lowerBound) + (edit.text.utf8.count > text.utf8.count ? 1 : 0)
      return SourceRange(start, start + text.utf8.count)
    }
    for var occurrence in occurrences.all {
      occurrence.range = moved(occurrence.range)
      occurrence.declaration = moved(occurrence.declaration)
      expected.insert(occurrence)
    }
  }
}
