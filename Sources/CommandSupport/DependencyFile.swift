import StateMachineModel
import SystemSupport

/// The files that the outputs were made from, as rules for Make, Ninja and tools that write for them.
///
/// Each file has a rule of its own without commands, so that Make does not stop where one has gone.
struct DependencyFile {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - outputs: what is made of an input each.
  ///   - relatedFiles: what may decide about any of them.
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

  /// A path in a rule: blanks and `#` stand behind a backslash, and a dollar behind another.
  private static func escaped(_ path: String) -> String {
    var result = ""
    // Scalars, not characters: a blank with an accent is a blank for Make.
    for scalar in path.unicodeScalars {
      if scalar == "$" { result += "$" }
      if [" ", "\t", "#"].contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
