/// Makes the texts that `--help` prints.
extension Command {
  /// The largest number of columns in a line, which every terminal can show.
  private static var width: Int { 80 }
  /// The column in which explanations begin.
  private static var indentation: Int { 26 }

  static func usage(_ subcommand: (any Subcommand.Type)?) -> String {
    guard let subcommand else { return "sm-gen [<subcommand>] [<options>] <file or folder> ..." }
    return "sm-gen \(subcommand.name) \(subcommand.usage)"
  }

  /// Returns the text that `--help` prints.
  ///
  /// - Parameter explained: the subcommand whose help the user asks for; nil for the help of the whole command.
  static func help(_ explained: (any Subcommand.Type)?) -> String {
    let subcommand = explained ?? subcommands[0]
    var text = """
      OVERVIEW: \(explained?.overview ?? "Turns state diagrams written as text into Swift.")

      USAGE: \(usage(explained))

      ARGUMENTS:
      \(entry(subcommand.operand.name, subcommand.operand.explanation))
      OPTIONS:

      """
    for option in subcommand.options + options {
      let names = option.names.joined(separator: ", ") + (option.takesValue ? " \(option.valueText)" : "")
      text += entry(names, option.help)
    }
    if explained == nil {
      text += "\nSUBCOMMANDS:\n"
      for (index, subcommand) in subcommands.enumerated() {
        text += entry(subcommand.name + (index == 0 ? " (default)" : ""), subcommand.summary)
      }
      text += "\n" + ending.split(separator: "\n").map { "  \($0)\n" }.joined()
    }
    text += "\nEXAMPLES:\n"
    for example in explained?.examples ?? examples { text += "  \(example)\n" }
    return text
  }

  /// Returns the lines of the help for an option or a subcommand: the names, and the explanation in the second column.
  /// After long names, the explanation begins on the next line.
  private static func entry(_ names: String, _ help: String) -> String {
    let blanks = String(repeating: " ", count: indentation)
    let explanation = lines(of: help).map { blanks + $0 + "\n" }.joined()
    let head = "  " + names
    guard head.count < indentation else { return head + "\n" + explanation }
    return head + explanation.dropFirst(head.count)
  }

  /// Breaks an explanation into lines that fit into the second column.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width - indentation {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
