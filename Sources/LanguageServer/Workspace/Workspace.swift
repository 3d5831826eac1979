import StateMachineCompiler
import StateMachineModel
import StateMachineSyntax

/// The server's access to the disk.
package protocol FileAccess {
  /// Returns the paths of the `.sm` files in a folder.
  func stateMachineFiles(in folder: String) -> [String]
  /// Returns the bytes of a file; nil if it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Returns a text made of a file's time and size, which changes when the file changes. Nil if the file does not
  /// exist.
  func stamp(of path: String) -> String?
}

/// A text that is open in the editor.
struct OpenDocument {
  let uri: String
  let version: Int?
  let source: SourceFile
  let positions: TextPositions
  /// The path of the text's file; nil for a text that is not in a file, such as a new one.
  let path: String?
}

/// A text together with its analysis.
struct AnalysedDocument {
  let document: OpenDocument
  let analysis: Compiler.Analysis
}

/// The texts that are open in the editor, the `.sm` files in their folders, and the analyses of these texts and files.
/// An analysis is removed when a text or a file in its folder changes.
struct Workspace {
  private let files: any FileAccess
  let encoding: PositionEncoding
  /// The folders that the editor has opened. A search for symbols reads all `.sm` files in these folders.
  var folders: [String] = []

  private(set) var documents: [String: OpenDocument] = [:]
  private var analyses: [String: AnalysedDocument] = [:]
  /// The analyses of files that are not open in the editor, by URI. Each is stored with the `ParsedFile` from which it
  /// was made. When the file changes, `file(_:)` makes another `ParsedFile`. The analysis then no longer counts.
  private var closedAnalyses: [String: (file: ParsedFile, analysed: AnalysedDocument)] = [:]
  /// Whether a change of one file has removed the analysis of another text that is open. The findings of that text may
  /// have changed, too. The server then asks the client to request all diagnostics again, and sets this to `false`.
  var hasChangedOthers = false
  /// The machines of a text, by the text's URI. They are from the last version of the text in which the parser found
  /// machines. Completion uses them while an open bracket prevents the parser from finding any.
  private var lastModels: [String: [StateMachine]] = [:]
  /// The Swift for the current version of each text, by URI. A value that is nil means that no Swift can be generated
  /// for this version. A missing entry means that nobody has asked for the Swift of this version yet.
  private var currentSwift: [String: SwiftDocument?] = [:]
  /// The last Swift that the compiler could generate for each text, by URI. If a later version of the text has errors,
  /// the server makes the user's changes in a copy of this Swift.
  private var swiftDocuments: [String: SwiftDocument] = [:]
  /// The files that are not open in the editor, by path. Each is stored with the stamp that the file had when it was
  /// read.
  private var disk: [String: (stamp: String, file: ParsedFile)] = [:]
  /// The parsed files of texts that are open, by URI.
  private var parsed: [String: ParsedFile] = [:]

  /// A `.sm` file that is parsed only when its syntax tree is first needed. For most files, the server needs only
  /// `names`, which it finds without parsing. By these names, it decides which files are related.
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

  /// Stores a text that the editor has opened or changed. Removes the analyses that the text may have made wrong.
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

  /// Removes the analyses of all texts in a folder, because a file of the folder has changed on the disk.
  ///
  /// - Parameter uri: the file that has changed.
  mutating func fileChanged(_ uri: String) { forgetAnalyses(beside: uri) }

  /// Removes the analyses of the open texts in the folder of `uri`, and of all files that are not open. They may be
  /// wrong now, because an analysis uses the machines of the whole folder.
  private mutating func forgetAnalyses(beside uri: String) {
    let folder = Self.folder(of: FileURI.path(uri))
    closedAnalyses = [:]
    // A text without a path is in no folder. Then only its own analysis is removed.
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

  /// Returns the machines of other files in the folder that may be submachines of the machines in a text. Empty if no
  /// state of the text has a submachine.
  mutating func submachines(of analysed: AnalysedDocument) -> [Behaviour] {
    let uri = analysed.document.uri
    let machines = analysed.analysis.machines.map(\.machine)
    guard machines.contains(where: { $0.states.contains { $0.submachine != nil } }), let file = file(uri) else {
      return []
    }
    return relatedFiles(to: [(uri, file)]).flatMap { analysis(ofFile: $0.uri)?.analysis.machines ?? [] }
  }

  /// Returns the Swift generated for a text. If the text has errors, the Swift is that of the last version without
  /// errors, with the changes made since. Nil if there was no such version. Also nil if the changes do not lie within
  /// one line of one guard or effect.
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

  /// Returns the machines of a text, from its last version in which the parser found machines. Nil if it has found
  /// machines in no version.
  func lastModel(of uri: String) -> [StateMachine]? { lastModels[uri] }

  /// Returns a compiler for the file `uri`. It knows the machines of the related files in the file's folder. If the
  /// file `uri` cannot be read, it knows no other machines.
  ///
  /// - Parameter replaced: texts that the compiler reads in place of files, by URI. An example is a text in which a
  ///   name has been changed.
  mutating func compiler(for uri: String, replacing replaced: [String: SourceFile] = [:]) -> Compiler {
    var context = MachineContext()
    guard let own = replaced[uri].map({ ParsedFile($0) }) ?? file(uri) else { return Compiler() }
    for (_, file) in relatedFiles(to: [(uri, own)], replacing: replaced) {
      if let tree = file.tree { context.add(tree, file.source) }
    }
    return Compiler(context: context)
  }

  /// Returns the other files of the folder that are related to the files `own`, directly or through further files. Two
  /// files are related if one names a machine that the other declares: its submachine, for example. They are also
  /// related if both declare a machine of the same name.
  ///
  /// - Parameters:
  ///   - own: the files whose related files are wanted, all in one folder.
  ///   - replaced: texts that are read in place of files, by URI.
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

  /// Returns the URIs of the `.sm` files in the folder of `uri`, including `uri` itself, sorted.
  mutating func neighbours(of uri: String) -> [String] {
    guard let folder = Self.folder(of: FileURI.path(uri)) else { return [uri] }
    let open = documents.values.filter { Self.folder(of: $0.path) == folder }
    let openPaths = Set(open.compactMap(\.path))
    let closed = files.stateMachineFiles(in: folder).filter { !openPaths.contains($0) }
    return (open.map(\.uri) + closed.map(FileURI.uri)).sorted()
  }

  /// Returns the parsed file for a URI: its text in the editor if the file is open, otherwise its text on the disk. Nil
  /// if it cannot be read.
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

  /// Returns the document for a file, whether the file is open in the editor or not. Nil if the file cannot be read.
  mutating func document(ofFile uri: String) -> OpenDocument? {
    if let document = documents[uri] { return document }
    guard let file = file(uri) else { return nil }
    return OpenDocument(
      uri: uri, version: nil, source: file.source, positions: positions(of: file), path: FileURI.path(uri))
  }

  /// Returns the URI of a file in the form in which the editor has sent it. If the file is not open, it is a URI made
  /// from the path.
  func uri(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? FileURI.uri(path)
  }

  /// Returns the URIs of all `.sm` files that the server knows: open files, the files in their folders, and the files
  /// in the folders that the editor has opened.
  mutating func allFiles() -> [String] {
    var uris = Set(documents.keys)
    for folder in folders { uris.formUnion(files.stateMachineFiles(in: folder).map(FileURI.uri)) }
    for document in documents.keys { uris.formUnion(neighbours(of: document)) }
    return uris.sorted()
  }

  func positions(of file: ParsedFile) -> TextPositions { TextPositions(file.source.bytes, encoding) }
}
