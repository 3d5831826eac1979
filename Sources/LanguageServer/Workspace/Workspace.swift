import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax

/// The server's access to the disk.
package protocol FileAccess {
  /// Returns the paths of the `.sm` files in a folder.
  func stateMachineFiles(in folder: String) -> [String]
  /// Returns the bytes of a file; nil if it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Returns a text of a file's time and size, which differs between versions of the file; nil if there is no file.
  func stamp(of path: String) -> String?
}

/// A text that is open in the editor.
struct OpenDocument {
  let uri: String
  let version: Int?
  let source: SourceFile
  let positions: TextPositions
  /// The path of the text's file; nil if the text has no file.
  let path: String?
}

/// The analysis of a text, together with the text.
struct AnalysedDocument {
  let document: OpenDocument
  let analysis: Compiler.Analysis
}

/// The open texts, and the files in their folders. Every result is computed from the current texts.
struct Workspace {
  private let files: any FileAccess
  let encoding: PositionEncoding
  /// The folders that the editor has opened, in which symbols are searched.
  var folders: [String] = []

  private(set) var documents: [String: OpenDocument] = [:]
  private var analyses: [String: AnalysedDocument] = [:]
  /// The analyses of files that are not open, by URI, each with the file that was analyzed.
  private var closedAnalyses: [String: (file: ParsedFile, analysed: AnalysedDocument)] = [:]
  /// Whether the analysis of an open text may be out of date due to changes of other files.
  var hasChangedOthers = false
  /// The machines of the last version of a text that the parser could read, by URI.
  private var lastModels: [String: [StateMachine]] = [:]
  /// The Swift generated for the current texts, by URI; nil for a text for which no Swift is generated.
  private var currentSwift: [String: SwiftDocument?] = [:]
  /// The last Swift that could be generated for each text, with the text's version, by URI.
  private var swiftDocuments: [String: SwiftDocument] = [:]
  /// The files that are not open, by path, each with the stamp that it had when it was read.
  private var disk: [String: (stamp: String, file: ParsedFile)] = [:]
  /// The files that are open in the editor, by URI.
  private var parsed: [String: ParsedFile] = [:]

  /// A file that is parsed when needed: while another text is being edited, usually only the names in it are used.
  final class ParsedFile {
    let source: SourceFile
    let names: MachineNames
    /// The syntax tree; nil if the file is not text.
    private(set) lazy var tree: SyntaxTree? = SyntaxTree.read(source)

    init(_ source: SourceFile) {
      self.source = source
      names = MachineNames(source.bytes)
    }
  }

  init(files: any FileAccess, encoding: PositionEncoding) {
    self.files = files
    self.encoding = encoding
  }

  // MARK: Texts

  mutating func open(_ uri: String, version: Int?, text: String) {
    let path = FileURI.path(uri)
    let source = SourceFile(path: path ?? uri, text: text)
    documents[uri] = OpenDocument(
      uri: uri, version: version, source: source, positions: TextPositions(source.bytes, encoding), path: path)
    parsed[uri] = nil
    forgetAnalyses(beside: uri)
  }

  mutating func close(_ uri: String) {
    forgetAnalyses(beside: uri)
    documents[uri] = nil
    parsed[uri] = nil
    analyses[uri] = nil
    currentSwift[uri] = nil
    lastModels[uri] = nil
    swiftDocuments[uri] = nil
  }

  /// Handles the change of a file on the disk: removes the analyses of all texts in its folder.
  mutating func fileChanged(_ uri: String) { forgetAnalyses(beside: uri) }

  /// Removes the analyses of all texts in a file's folder, as each text is analyzed with the folder's machines.
  private mutating func forgetAnalyses(beside uri: String) {
    let folder = Self.folder(of: FileURI.path(uri))
    closedAnalyses = [:]
    for other in documents.values where other.uri == uri || folder != nil && Self.folder(of: other.path) == folder {
      analyses[other.uri] = nil
      currentSwift[other.uri] = nil
      if other.uri != uri { hasChangedOthers = true }
    }
  }

  private static func folder(of path: String?) -> String? {
    path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  // MARK: Analyses

  /// Returns the analysis of an open text; nil if the text is not open.
  mutating func analysis(of uri: String) -> AnalysedDocument? {
    if let known = analyses[uri] { return known }
    guard let document = documents[uri] else { return nil }
    let analysed = AnalysedDocument(document: document, analysis: compiler(for: uri).analysis(of: document.source))
    analyses[uri] = analysed
    if !analysed.analysis.machines.isEmpty { lastModels[uri] = analysed.analysis.machines.map(\.machine) }
    return analysed
  }

  /// Returns the analysis of a file, open or not; nil if the file cannot be read.
  mutating func analysis(ofFile uri: String) -> AnalysedDocument? {
    if documents[uri] != nil { return analysis(of: uri) }
    guard let file = file(uri), let document = document(ofFile: uri) else { return nil }
    if let known = closedAnalyses[uri], known.file === file { return known.analysed }
    let analysed = AnalysedDocument(document: document, analysis: compiler(for: uri).analysis(of: file.source))
    closedAnalyses[uri] = (file, analysed)
    return analysed
  }

  /// Returns the machines of other files that may be submachines of a text's machines.
  mutating func submachines(of analysed: AnalysedDocument) -> [Behaviour] {
    let uri = analysed.document.uri
    let machines = analysed.analysis.machines.map(\.machine)
    guard machines.contains(where: { $0.states.contains { $0.submachine != nil } }), let file = file(uri) else {
      return []
    }
    return relatedFiles(to: [(uri, file)]).flatMap { analysis(ofFile: $0.uri)?.analysis.machines ?? [] }
  }

  /// Returns the Swift generated for a text. If the text has errors, the Swift is that of the last version without
  /// errors, changed accordingly if the versions differ within one piece of Swift; otherwise nil.
  mutating func swiftDocument(for analysed: AnalysedDocument) -> SwiftDocument? {
    let uri = analysed.document.uri
    if let known = currentSwift[uri] { return known }
    let document =
      if analysed.analysis.result.hasErrors {
        swiftDocuments[uri]?.changed(to: analysed.document.source)?.document
      } else {
        SwiftDocument(analysed.document.source, compiler(for: uri))
      }
    if !analysed.analysis.result.hasErrors, let document { swiftDocuments[uri] = document }
    currentSwift[uri] = .some(document)
    return document
  }

  /// Returns the machines of the last version of a text that the parser could read; nil if it could read none.
  func lastModel(of uri: String) -> [StateMachine]? { lastModels[uri] }

  /// Returns a compiler that knows the machines of the other files in a text's folder.
  mutating func compiler(for uri: String, replacing replaced: [String: SourceFile] = [:]) -> Compiler {
    var context = MachineContext()
    guard let own = replaced[uri].map({ ParsedFile($0) }) ?? file(uri) else { return Compiler() }
    for (_, file) in relatedFiles(to: [(uri, own)], replacing: replaced) {
      if let tree = file.tree { context.add(tree, file.source) }
    }
    return Compiler(context: context)
  }

  /// Returns the other files in a folder whose machines are submachines or owners of machines in some of its files.
  mutating func relatedFiles(
    to own: [(uri: String, file: ParsedFile)], replacing replaced: [String: SourceFile] = [:]
  ) -> [(uri: String, file: ParsedFile)] {
    struct Neighbour {
      let uri: String
      let file: ParsedFile
      var names: MachineNames { file.names }
    }
    guard let first = own.first else { return [] }
    let known = Set(own.map(\.uri))
    let neighbours = neighbours(of: first.uri).filter { !known.contains($0) }.compactMap { other in
      (replaced[other].map { ParsedFile($0) } ?? file(other)).map { Neighbour(uri: other, file: $0) }
    }
    let files = own.map { Neighbour(uri: $0.uri, file: $0.file) }
    return MachineNames.related(neighbours, to: files, by: \.names).map { ($0.uri, $0.file) }
  }

  /// Returns the URIs of the `.sm` files in a text's folder, including the text's own.
  mutating func neighbours(of uri: String) -> [String] {
    guard let folder = Self.folder(of: FileURI.path(uri)) else { return [uri] }
    let open = documents.values.filter { Self.folder(of: $0.path) == folder }
    let openPaths = Set(open.compactMap(\.path))
    let closed = files.stateMachineFiles(in: folder).filter { !openPaths.contains($0) }
    return (open.map(\.uri) + closed.map(FileURI.uri)).sorted()
  }

  /// Returns a file as it is in the editor or else on the disk; nil if it cannot be read.
  mutating func file(_ uri: String) -> ParsedFile? {
    if let document = documents[uri] {
      if let known = parsed[uri] { return known }
      let file = ParsedFile(document.source)
      parsed[uri] = file
      return file
    }
    guard let path = FileURI.path(uri), let stamp = files.stamp(of: path) else { return nil }
    if let known = disk[path], known.stamp == stamp { return known.file }
    guard let bytes = files.read(path) else { return nil }
    let file = ParsedFile(SourceFile(path: path, bytes: bytes))
    disk[path] = (stamp, file)
    return file
  }

  /// Returns the text of a file, open or not; nil if the file cannot be read.
  mutating func document(ofFile uri: String) -> OpenDocument? {
    if let document = documents[uri] { return document }
    guard let file = file(uri) else { return nil }
    return OpenDocument(
      uri: uri, version: nil, source: file.source, positions: positions(of: file), path: FileURI.path(uri))
  }

  /// Returns the URI of a file, spelled as the editor spells it.
  func uri(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? FileURI.uri(path)
  }

  /// Returns the URIs of all files that are open, that are in folders of these, or that are in opened folders.
  mutating func allFiles() -> [String] {
    var uris = Set(documents.keys)
    for folder in folders { uris.formUnion(files.stateMachineFiles(in: folder).map(FileURI.uri)) }
    for document in documents.keys { uris.formUnion(neighbours(of: document)) }
    return uris.sorted()
  }

  func positions(of file: ParsedFile) -> TextPositions { TextPositions(file.source.bytes, encoding) }
}
