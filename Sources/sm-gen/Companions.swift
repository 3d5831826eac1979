import StateMachineCompiler

/// The files whose machines those of the inputs may hold, or be held by: the other inputs, those of `--with`, and, unless
/// `--standalone` is given, those in the folders of the inputs.
struct Companions {
  let arguments: Arguments

  /// What these files declare. One that cannot be read is passed over here, and told of where it is an input.
  var context: MachineContext {
    var context = MachineContext()
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      // A pipe can be read only once.
      guard FileSystem.isRegularFile(path), let bytes = try? FileSystem.read(path) else { continue }
      context.add(SourceFile(path: path, bytes: bytes))
    }
    return context
  }

  private var paths: [String] {
    let inputs = arguments.inputs.filter { $0 != "-" }
    var paths: [String] = []
    if !arguments.isStandalone {
      var folders: Set<String> = []
      for input in inputs where input.lowercased().hasSuffix(".sm") {
        let folder = FileSystem.folder(of: input)
        guard folders.insert(folder).inserted else { continue }
        for name in FileSystem.names(in: folder) where name.lowercased().hasSuffix(".sm") {
          paths.append(folder == "." && !input.hasPrefix("./") ? name : folder + "/" + name)
        }
      }
    }
    // What is given counts, where a machine is declared in several files: it comes last.
    let alone = inputs.count == 1 && arguments.companions.isEmpty && paths.count <= 1
    return alone ? [] : paths + arguments.companions + inputs
  }
}
