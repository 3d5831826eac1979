import StateMachineModel
import StateMachineSyntax

/// The declaration of a name, as a place in a file.
struct NameDeclaration: Hashable {
  var uri: String
  var range: SourceRange
}

/// A place in a file at which a name occurs.
struct NamePlace {
  var uri: String
  var range: SourceRange
  var isDeclaration: Bool
  var positions: TextPositions
}

/// Names in all files: an owner uses the names of states, events and properties of its submachine.
extension Server {
  /// Returns the declarations of the name at an offset: several if several sources of the row have this label.
  mutating func declarations(at offset: Int, _ analysed: AnalysedDocument) -> [NameDeclaration] {
    let occurrences = analysed.analysis.occurrences
    let own = occurrences.at(offset).map { NameDeclaration(uri: analysed.document.uri, range: $0.declaration) }
    let others = occurrences.foreign(at: offset).map {
      NameDeclaration(uri: workspace.uri(of: $0.path), range: $0.declaration)
    }
    var seen: Set<NameDeclaration> = []
    return (own + others).filter { seen.insert($0).inserted }
  }

  /// Returns the files in which some declared names may occur: the file of the offset, and related files that contain
  /// the names.
  mutating func files(
    naming declarations: [NameDeclaration], from analysed: AnalysedDocument
  ) -> [AnalysedDocument] {
    let uri = analysed.document.uri
    guard let file = workspace.file(uri) else { return [analysed] }
    let names = Set(
      declarations.compactMap { declaration in
        workspace.file(declaration.uri).map { Array($0.source.bytes(declaration.range)) }
      })
    let related = workspace.relatedFiles(to: [(uri, file)]).filter { _, file in
      names.contains { !file.source.bytes.ranges(of: $0).isEmpty }
    }
    return [analysed] + related.compactMap { workspace.analysis(ofFile: $0.uri) }
  }

  /// Returns all places where some declared names occur, each place once, and those in the current file first.
  func places(of declarations: [NameDeclaration], in files: [AnalysedDocument]) -> [NamePlace] {
    let wanted = Set(declarations)
    return files.flatMap { file -> [NamePlace] in
      let uri = file.document.uri
      var seen: Set<SourceRange> = []
      func place(_ range: SourceRange, _ isDeclaration: Bool) -> NamePlace? {
        guard seen.insert(range).inserted else { return nil }
        return NamePlace(uri: uri, range: range, isDeclaration: isDeclaration, positions: file.document.positions)
      }
      let occurrences = file.analysis.occurrences
      let own = occurrences.all.filter { wanted.contains(NameDeclaration(uri: uri, range: $0.declaration)) }
      let others = occurrences.foreign.filter {
        wanted.contains(NameDeclaration(uri: workspace.uri(of: $0.path), range: $0.declaration))
      }
      return own.compactMap { place($0.range, $0.isDeclaration) } + others.compactMap { place($0.range, false) }
    }
  }

  /// Returns the declarations that must be renamed together with some others, as values carry over between them by
  /// name, or as one place names several of them.
  func linked(_ declarations: [NameDeclaration], in files: [AnalysedDocument]) -> Set<NameDeclaration> {
    var found = Set(declarations)
    var count = 0
    while count < found.count {
      count = found.count
      for file in files {
        let uri = file.document.uri
        let occurrences = file.analysis.occurrences
        var shared: Set<SourceRange> = []
        func declaration(_ occurrence: ForeignOccurrence) -> NameDeclaration {
          NameDeclaration(uri: workspace.uri(of: occurrence.path), range: occurrence.declaration)
        }
        for occurrence in occurrences.foreign where found.contains(declaration(occurrence)) {
          shared.insert(occurrence.range)
        }
        let own = occurrences.all.filter { shared.contains($0.range) }.map(\.declaration)
        let named = occurrences.named(own + found.filter { $0.uri == uri }.map(\.range))
        for occurrence in named {
          found.insert(NameDeclaration(uri: uri, range: occurrence.declaration))
          shared.insert(occurrence.range)
        }
        for occurrence in occurrences.foreign where shared.contains(occurrence.range) {
          found.insert(declaration(occurrence))
        }
      }
    }
    return found
  }
}

extension SourceFile {
  func bytes(_ range: SourceRange) -> ArraySlice<UInt8> {
    bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)]
  }
}
