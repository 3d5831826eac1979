import StateMachineModel
import StateMachineSyntax

/// The declaration of a name: the file, and the range of the name in it.
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

/// Searches for names in several files, because an owner uses the names of its submachine's states, events and
/// properties.
extension Server {
  /// Returns the declarations of the name at an offset. There are several if the name is a label that several sources
  /// of the row declare. Empty if there is no name at the offset.
  mutating func declarations(at offset: Int, _ analysed: AnalysedDocument) -> [NameDeclaration] {
    let occurrences = analysed.analysis.occurrences
    let own = occurrences.at(offset).map { NameDeclaration(uri: analysed.document.uri, range: $0.declaration) }
    let others = occurrences.foreign(at: offset).map {
      NameDeclaration(uri: workspace.uri(of: $0.path), range: $0.declaration)
    }
    var seen: Set<NameDeclaration> = []
    return (own + others).filter { seen.insert($0).inserted }
  }

  /// Returns the analyses of the files in which the names of `declarations` may occur. They are the current file, and
  /// the related files whose text contains at least one of the names.
  ///
  /// - Parameter analysed: the current file, in which the user has selected a name.
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

  /// Returns all places at which the names of `declarations` occur in `files`, each place once. The places in the first
  /// of `files` come first.
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

  /// Returns `declarations`, and all further declarations that must be renamed together with them. If `open -> closing`
  /// carries `persons` over, both states must keep the same label. If `open, ajar -> closed : e / f(persons)` uses a
  /// label of two sources, both sources must keep the same label.
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
