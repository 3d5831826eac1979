import StateMachineModel
import SystemSupport

/// A file of rules for Make, Ninja and similar tools, which say from which files each output is made:
/// `Door.swift: Door.sm`.
///
/// For each input and related file, it also contains an empty rule, `Door.sm:`. Make then does not stop with an error
/// if the file has been removed.
struct DependencyFile {
  let bytes: [UInt8]

  /// Makes a rule for each output. Throws an error if a path contains a line ending, because no rule can contain one.
  ///
  /// - Parameters:
  ///   - outputs: the outputs, each made from the input that is its `origin`. Those without a path get no rule.
  ///   - relatedFiles: the files whose machines may be submachines or owners. Each rule names all of them, because
  ///     every output may depend on them.
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

  /// Returns a path as a rule contains it: with `\` before blanks and `#`, and with `$$` for `$`.
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
