import JSON
import StateMachineModel
import StateMachineSyntax

/// A place that names a machine. It is the declaration `machine Door`, the submachine of a state, or `Door` in the
/// Swift of an `.sm` file.
struct MachineMention {
  let uri: String
  let range: SourceRange
  /// The full name of the machine, with the enclosing types: `Outer.Door`.
  let machine: String
  let isDeclaration: Bool
  var form = NameForm.itself
  let positions: TextPositions
}

extension Server {
  /// Returns the places that name machines in a text and in the other files of its folder. Names in Swift are left out.
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

  /// Returns all places that name the machine whose name is at an offset, including names in Swift. Nil if the name at
  /// the offset is not a machine's.
  mutating func machine(at offset: Int, _ analysed: AnalysedDocument) -> [MachineMention]? {
    let uri = analysed.document.uri
    let mentions = machineMentions(around: uri)
    guard
      let here = mentions.first(where: { $0.uri == uri && $0.range.touches(offset) })?.machine
        ?? machineInSwift(at: offset, analysed, mentions)
    else { return nil }
    let own = mentions.filter { $0.machine == here }
    return own + own.filter(\.isDeclaration).flatMap { mentionsInSwift(of: $0, own) }
  }

  private func machineInSwift(
    at offset: Int, _ analysed: AnalysedDocument, _ mentions: [MachineMention]
  ) -> String? {
    let occurrences = analysed.analysis.occurrences
    let uri = analysed.document.uri
    let own = occurrences.at(offset).first { $0.kind == .machine }.map { (uri, $0.declaration) }
    let other = occurrences.foreign(at: offset).first { $0.kind == .machine }
      .map { (workspace.uri(of: $0.path), $0.declaration) }
    guard let (place, declaration) = own ?? other else { return nil }
    return mentions.first { $0.isDeclaration && $0.uri == place && $0.range.contains(declaration) }?.machine
  }

  /// Returns the places in Swift that name a machine, in all files of the machine's folder.
  ///
  /// - Parameters:
  ///   - machine: the declaration of the machine.
  ///   - known: places that have been found already. They are left out of the result.
  private mutating func mentionsInSwift(of machine: MachineMention, _ known: [MachineMention]) -> [MachineMention] {
    guard let file = workspace.file(machine.uri) else { return [] }
    let declaration = file.source.bare(machine.range)
    let name = Array(file.source.bytes(declaration))
    var mentions: [MachineMention] = []
    for uri in workspace.neighbours(of: machine.uri) {
      guard let source = workspace.file(uri)?.source, !source.bytes.ranges(of: name).isEmpty,
        let analysed = workspace.analysis(ofFile: uri)
      else { continue }
      let occurrences = analysed.analysis.occurrences
      let own = occurrences.all.filter { $0.kind == .machine && uri == machine.uri && $0.declaration == declaration }
      let others = occurrences.foreign.filter {
        $0.kind == .machine && workspace.uri(of: $0.path) == machine.uri && $0.declaration == declaration
      }
      for (range, form) in own.map({ ($0.range, $0.form) }) + others.map({ ($0.range, $0.form) })
      where !known.contains(where: { $0.uri == uri && $0.range.contains(range) }) {
        mentions.append(
          MachineMention(
            uri: uri, range: range, machine: machine.machine, isDeclaration: false, form: form,
            positions: analysed.document.positions))
      }
    }
    return mentions
  }

  // MARK: Requests

  /// Returns the places at which the name at an offset is declared: a machine, another name of a machine, or a name in
  /// Swift.
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
