import StateMachineModel
import SystemSupport

/// The files from which the outputs are made, as rules for Make, Ninja and tools that read such rules.
///
/// Each file has a rule of its own without commands, so that Make does not stop if one is removed.
struct DependencyFile {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - outputs: the outputs, each made from one input.
  ///   - relatedFiles: the files that may influence any of the outputs.
  init(_ outputs: [CommandOutput], relatedFiles: [String]) throws(CommandFailure) {
    var text = ""
    var all: [String] = []
    var seen: Set<String> = []
    for output in outputs {
      guard let path = output.path else { continue }
      var files = [output.origin] + relatedFiles.filter { $0 != output.origin }
      files.removeAll { $0 == "-" }
      for name in [path] + files where name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        throw CommandFailure("'\(name)' has a line ending in its name, which no rule can have")
      }
      text += "\(Self.escaped(path)):" + files.map { " \\\n  \(Self.escaped($0))" }.joined() + "\n"
      for file in files where seen.insert(file).inserted { all.append(file) }
    }
    for file in all { text += "\(Self.escaped(file)):\n" }
    bytes = SystemText.bytes(text)
  }

  /// Returns a path as written in a rule, with `\` before blanks and `#`, and `$` before `$`.
  private static func escaped(_ path: String) -> String {
    var result = ""
    // Scalars are compared, not characters: a blank with an accent is a blank for Make.
    for scalar in path.unicodeScalars {
      if scalar == "$" { result += "$" }
      if [" ", "\t", "#"].contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
