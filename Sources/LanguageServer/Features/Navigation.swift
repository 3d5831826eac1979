import JSON
import StateMachineModel
import StateMachineSyntax

/// A place where a machine is declared, or held by a state, in some file.
struct MachineMention {
  let uri: String
  let range: SourceRange
  /// The full name of the machine that is meant.
  let machine: String
  let isDeclaration: Bool
  let positions: TextPositions
}

extension Server {
  /// Where the files that have to do with a text mention machines.
  mutating func machineMentions(around uri: String) -> [MachineMention] {
    var files: [(uri: String, file: Workspace.ParsedFile)] = []
    var context = MachineContext()
    for other in workspace.neighbours(of: uri) {
      guard let file = workspace.file(other), let tree = file.tree else { continue }
      files.append((other, file))
      context.add(tree, file.source)
    }
    var mentions: [MachineMention] = []
    for (uri, file) in files {
      guard let tree = file.tree else { continue }
      let positions = workspace.positions(of: file)
      for machine in tree.machines {
        let owner = machine.fullName(tree.names)
        mentions.append(
          MachineMention(
            uri: uri, range: machine.name.range, machine: owner, isDeclaration: true, positions: positions))
        machine.body.forEachDeep { item in
          guard case .state(let state) = item, let path = state.submachine,
            let name = context.find(path.text(tree.names), in: owner)
          else { return }
          let last = path.names[path.names.count - 1]
          mentions.append(
            MachineMention(uri: uri, range: last.range, machine: name, isDeclaration: false, positions: positions))
        }
      }
    }
    return mentions
  }

  /// The machine whose name stands at a place, with all of its mentions; nil where there is none.
  mutating func machine(at offset: Int, _ analysed: AnalysedDocument) -> [MachineMention]? {
    let mentions = machineMentions(around: analysed.document.uri)
    guard
      let here = mentions.first(where: { $0.uri == analysed.document.uri && $0.range.touches(offset) })
    else { return nil }
    return mentions.filter { $0.machine == here.machine }
  }

  // MARK: Requests

  mutating func definition(at offset: Int, _ analysed: AnalysedDocument) -> JSONValue {
    if let mentions = machine(at: offset, analysed) {
      return .array(mentions.filter(\.isDeclaration).map { location($0.uri, $0.range, $0.positions) })
    }
    let declarations = declarations(at: offset, analysed)
    if declarations.isEmpty { return swiftDefinition(at: offset, analysed) }
    return .array(
      declarations.compactMap { declaration in
        workspace.document(ofFile: declaration.uri).map { location($0.uri, declaration.range, $0.positions) }
      })
  }

  mutating func references(
    at offset: Int, _ analysed: AnalysedDocument, includesDeclaration: Bool
  ) -> JSONValue {
    if let mentions = machine(at: offset, analysed) {
      return .array(
        mentions.filter { includesDeclaration || !$0.isDeclaration }.map { location($0.uri, $0.range, $0.positions) })
    }
    let declarations = declarations(at: offset, analysed)
    return .array(
      places(of: declarations, in: files(naming: declarations, from: analysed))
        .filter { includesDeclaration || !$0.isDeclaration }.map { location($0.uri, $0.range, $0.positions) })
  }

  mutating func highlights(at offset: Int, _ analysed: AnalysedDocument) -> JSONValue {
    let ranges =
      machine(at: offset, analysed)?.filter { $0.uri == analysed.document.uri }.map(\.range)
      ?? places(of: declarations(at: offset, analysed), in: [analysed]).map(\.range)
    return .array(ranges.map { ["range": analysed.document.positions.json($0)] })
  }

  private func location(_ uri: String, _ range: SourceRange, _ positions: TextPositions) -> JSONValue {
    ["uri": .string(uri), "range": positions.json(range)]
  }
}
