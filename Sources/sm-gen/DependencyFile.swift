/// What the outputs were made from, as Make, Ninja and what writes for them read it.
///
/// Each file has a rule of its own without commands, so that Make does not stop where one has gone.
struct DependencyFile {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - inputs: in the order of the outputs.
  ///   - relatedFiles: what may decide about any of them.
  init(_ outputs: [Output], _ inputs: [String], relatedFiles: [String]) {
    var text = ""
    var all: [String] = []
    var seen: Set<String> = []
    for (output, input) in zip(outputs, inputs) {
      guard let path = output.path else { continue }
      var files = [input] + relatedFiles.filter { $0 != input }
      files.removeAll { $0 == "-" }
      text += "\(Self.escaped(path)):" + files.map { " \\\n  \(Self.escaped($0))" }.joined() + "\n"
      for file in files where seen.insert(file).inserted { all.append(file) }
    }
    for file in all { text += "\(Self.escaped(file)):\n" }
    bytes = Array(text.utf8)
  }

  /// A path in a rule: blanks and `#` stand behind a backslash, and a dollar behind another.
  private static func escaped(_ path: String) -> String {
    var result = ""
    for character in path {
      switch character {
      case " ", "\t", "#": result += "\\" + String(character)
      case "$": result += "$$"
      default: result.append(character)
      }
    }
    return result
  }
}
