import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// Finds the files whose machines may be submachines or owners of machines in the inputs. These are the inputs
/// themselves and the files of `--with`. Without `--standalone`, files in the folders of the inputs are searched, too.
package struct RelatedFiles {
  let arguments: Arguments

  package struct File {
    /// The path by which the system finds the file.
    package let path: String
    package let source: SourceFile
    fileprivate let names: MachineNames

    fileprivate init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      source = SourceFile.named(SystemText.readable(path), contents: bytes)
      names = MachineNames(source.bytes)
    }
  }

  /// Returns the declarations of machines in some files, as the compiler gets them.
  static func context(of files: [File]) -> MachineContext {
    var context = MachineContext()
    for file in files { context.add(file.source) }
    return context
  }

  /// Returns the related files. The files that the user has named are last: if several files declare the same machine,
  /// the last file counts. Throws an error if a file of `--with` cannot be read. Other files that cannot be read are
  /// left out without an error. For inputs among them, the error comes when they are compiled.
  func read() throws(CommandFailure) -> [File] {
    let inputs = arguments.inputs.filter { $0 != "-" }
    let neighbours = arguments.isStandalone ? [] : self.neighbours
    // The compiler knows the machines of a single input without this list.
    guard !arguments.relatedFiles.isEmpty || inputs.count > 1 || !neighbours.isEmpty else { return [] }
    var seen: Set<String> = []
    func new(_ paths: [String]) -> [String] { paths.filter { seen.insert($0).inserted } }
    var own: [File] = []
    for path in new(arguments.relatedFiles) { own.append(File(path, try FileSystem.read(path))) }
    own += new(inputs).compactMap(file)
    // A neighbor that is related only by the name of an input's machine is reported if both are inputs.
    return MachineNames.related(new(neighbours).compactMap(file), to: own, by: \.names, withNamesakes: false) + own
  }

  private func file(_ path: String) -> File? {
    // A pipe can be read only once.
    guard FileSystem.isRegularFile(path), let bytes = try? FileSystem.read(path) else { return nil }
    return File(path, bytes)
  }

  /// The paths of the `.sm` files in the folders of the inputs, without the inputs themselves.
  private var neighbours: [String] {
    var folders: Set<String> = []
    var paths: [String] = []
    for input in arguments.inputs where input != "-" && input.lowercased().hasSuffix(".sm") {
      let folder = FileSystem.folder(of: input)
      guard folders.insert(folder).inserted else { continue }
      // The paths begin as the path of the input does: `Door.sm`, `./Door.sm` or `/Door.sm`.
      let prefix = folder == "." && !input.hasPrefix("./") ? "" : folder == "/" ? folder : folder + "/"
      paths += FileSystem.names(in: folder).filter { $0.lowercased().hasSuffix(".sm") && !$0.hasPrefix(".") }
        .map { prefix + $0 }
    }
    let inputs = Set(arguments.inputs.filter { $0 != "-" }.map(FileSystem.entry))
    return paths.filter { !inputs.contains(FileSystem.entry(of: $0)) }
  }
}
