import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax

/// The requests of the server to the disk.
package protocol FileAccess {
  /// The `.sm` files of a folder, by their paths.
  func stateMachineFiles(in folder: String) -> [String]
  /// The bytes of a file; nil where it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// The time and the size of a file, which tell its versions apart. Nil where it is not there.
  func stamp(of path: String) -> String?
}

/// A text that is open in the editor.
struct OpenDocument {
  let uri: String
  let version: Int?
  let source: SourceFile
  let positions: TextPositions
  /// Nil for what is in no folder.
  let path: String?
}

/// The analysis of a text, with the document that it was made from.
struct AnalysedDocument {
  let document: OpenDocument
  let analysis: Compiler.Analysis
}

/// The texts that are open, and the files around them. Every answer comes from the texts as they are now.
struct Workspace {
  private let files: any FileAccess
  let encoding: PositionEncoding
  /// The folders that the editor has opened, for symbols of all their files.
  var folders: [String] = []

  private(set) var documents: [String: OpenDocument] = [:]
  private var analyses: [String: AnalysedDocument] = [:]
  /// The analyses of files that are not open, each with the file that it was made from.
  private var closedAnalyses: [String: (file: ParsedFile, analysed: AnalysedDocument)] = [:]
  /// Is true where something may have changed in an open text that has not changed itself.
  var hasChangedOthers = false
  /// The machines of a text as they were when its brackets and braces were last closed.
  private var lastModels: [String: [StateMachine]] = [:]
  /// The Swift of a text as it is now; nil where the text has none.
  private var currentSwift: [String: SwiftDocument?] = [:]
  /// The Swift of a text, and the text as it was when it had some.
  private var swiftDocuments: [String: SwiftDocument] = [:]
  /// By path: a file that is not open, with the stamp under which it was read.
  private var disk: [String: (stamp: String, file: ParsedFile)] = [:]
  /// By URI.
  private var parsed: [String: ParsedFile] = [:]

  /// A file, which is parsed when that is asked for: of the text that is being typed, mostly only the names are.
  final class ParsedFile {
    let source: SourceFile
    let names: MachineNames
    /// Nil where the file is no text.
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

  /// A file on the disk has changed: whoever knows its machines is looked at again.
  mutating func fileChanged(_ uri: String) { forgetAnalyses(beside: uri) }

  /// A text is read with the machines of its folder: another one changes what is true of it.
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

  /// The analysis of an open text; nil where it is not open.
  mutating func analysis(of uri: String) -> AnalysedDocument? {
    if let known = analyses[uri] { return known }
    guard let document = documents[uri] else { return nil }
    let analysed = AnalysedDocument(document: document, analysis: compiler(for: uri).analysis(of: document.source))
    analyses[uri] = analysed
    if !analysed.analysis.machines.isEmpty { lastModels[uri] = analysed.analysis.machines.map(\.machine) }
    return analysed
  }

  /// The analysis of a file, open or not; nil where it cannot be read.
  mutating func analysis(ofFile uri: String) -> AnalysedDocument? {
    if documents[uri] != nil { return analysis(of: uri) }
    guard let file = file(uri), let document = document(ofFile: uri) else { return nil }
    if let known = closedAnalyses[uri], known.file === file { return known.analysed }
    let analysed = AnalysedDocument(document: document, analysis: compiler(for: uri).analysis(of: file.source))
    closedAnalyses[uri] = (file, analysed)
    return analysed
  }

  /// The machines of other files that states of a text's machines may hold.
  mutating func submachines(of analysed: AnalysedDocument) -> [Behaviour] {
    let uri = analysed.document.uri
    let machines = analysed.analysis.machines.map(\.machine)
    guard machines.contains(where: { $0.states.contains { $0.submachine != nil } }), let file = file(uri) else {
      return []
    }
    return relatedFiles(to: [(uri, file)]).flatMap { analysis(ofFile: $0.uri)?.analysis.machines ?? [] }
  }

  /// The Swift that is generated for a text; where it has errors, that of the text without them, as far as the two differ
  /// in one piece of Swift.
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

  /// The machines of a text as they were when it could last be told what stands within what.
  func lastModel(of uri: String) -> [StateMachine]? { lastModels[uri] }

  /// The compiler with the machines of the other files of a text's folder.
  mutating func compiler(for uri: String, replacing replaced: [String: SourceFile] = [:]) -> Compiler {
    var context = MachineContext()
    guard let own = replaced[uri].map({ ParsedFile($0) }) ?? file(uri) else { return Compiler() }
    for (_, file) in relatedFiles(to: [(uri, own)], replacing: replaced) {
      if let tree = file.tree { context.add(tree, file.source) }
    }
    return Compiler(context: context)
  }

  /// The files of a folder that have to do with some files of it, by their machines: these are not among them.
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

  /// The `.sm` files in the folder of a text, itself among them, by their URIs.
  mutating func neighbours(of uri: String) -> [String] {
    guard let folder = Self.folder(of: FileURI.path(uri)) else { return [uri] }
    let open = documents.values.filter { Self.folder(of: $0.path) == folder }
    let openPaths = Set(open.compactMap(\.path))
    let closed = files.stateMachineFiles(in: folder).filter { !openPaths.contains($0) }
    return (open.map(\.uri) + closed.map(FileURI.uri)).sorted()
  }

  /// The text of a file, as it is in the editor or else on the disk, as far as it is understood.
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

  /// A file as if it were open.
  mutating func document(ofFile uri: String) -> OpenDocument? {
    if let document = documents[uri] { return document }
    guard let file = file(uri) else { return nil }
    return OpenDocument(
      uri: uri, version: nil, source: file.source, positions: positions(of: file), path: FileURI.path(uri))
  }

  /// The URI of a file, as the editor has it.
  func uri(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? FileURI.uri(path)
  }

  /// All files that are known: those that are open, and those of the folders that the editor has opened.
  mutating func allFiles() -> [String] {
    var uris = Set(documents.keys)
    for folder in folders { uris.formUnion(files.stateMachineFiles(in: folder).map(FileURI.uri)) }
    for document in documents.keys { uris.formUnion(neighbours(of: document)) }
    return uris.sorted()
  }

  func positions(of file: ParsedFile) -> TextPositions { TextPositions(file.source.bytes, encoding) }
}
