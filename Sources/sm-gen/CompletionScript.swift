import CommandSupport
import StateMachineReports

/// Scripts that let a shell complete the command's options, from the same table as the help.
enum CompletionScript {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  private static var options: [OptionDescription] { SMGen.allOptions }
  private static let subcommands = SMGen.subcommands.map { $0.name }

  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var words: String {
    (subcommands + options.flatMap(\.names)).joined(separator: " ")
  }

  /// The codes that `explain` takes.
  private static var codes: String { Explanation.all.map(\.code.rawValue).joined(separator: " ") }

  private static var bash: String {
    let choices = options.filter { !$0.choices.isEmpty }.map { option in
      """
          \(option.names.joined(separator: "|")))
            COMPREPLY=($(compgen -W "\(option.choices.joined(separator: " "))" -- "$word")) ;;
      """
    }.joined(separator: "\n")
    return """
      _sm_gen() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -gt 1 ] && [ "${COMP_WORDS[1]}" = explain ]; then
          COMPREPLY=($(compgen -W "\(codes)" -- "$word"))
          return
        fi
        case "$previous" in
      \(choices)
          -o|--output|--since)
            COMPREPLY=($(compgen -f -- "$word")) ;;
          *)
            COMPREPLY=($(compgen -W "\(words)" -- "$word") $(compgen -f -X '!*.sm' -- "$word") $(compgen -d -- "$word")) ;;
        esac
      }
      complete -o filenames -F _sm_gen sm-gen

      """
  }

  private static var zsh: String {
    var text = "#compdef sm-gen\n\n_sm-gen() {\n  _arguments -s \\\n"
    for option in options {
      let help = escaped(option.help)
      for name in option.names {
        let value =
          switch option.value {
          case _ where !option.choices.isEmpty: ":value:(\(option.choices.joined(separator: " ")))"
          case "path", "old": ":path:_files"
          case let value?: ":\(value):"
          case nil: ""
          }
        text += "    '\(option.isRepeatable ? "*" : "")\(name)[\(help)]\(value)' \\\n"
      }
    }
    text +=
      "    '1: :{_alternative \"commands:subcommand:(\(subcommands.joined(separator: " ")))\" \"files:file:_files -g \\\"*.sm\\\"\"}' \\\n"
    text += "    '*:file:{if [[ $words[2] == explain ]]; then compadd \(codes); else _files -g \"*.sm\"; fi}'\n}\n\n"
    // Works both as a file of the completion path and when it is evaluated.
    text += "if [ \"$funcstack[1]\" = \"_sm-gen\" ]; then\n  _sm-gen \"$@\"\nelse\n  compdef _sm-gen sm-gen\nfi\n"
    return text
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }

  private static var fish: String {
    var text = ""
    for subcommand in subcommands {
      text += "complete -c sm-gen -n __fish_use_subcommand -a \(subcommand)\n"
    }
    text += "complete -c sm-gen -n '__fish_seen_subcommand_from explain' -x -a '\(codes)'\n"
    for option in options {
      let names = option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
      let value =
        switch option.value {
        case _ where !option.choices.isEmpty: " -x -a '\(option.choices.joined(separator: " "))'"
        case .some: " -r"
        case nil: ""
        }
      let help = option.help.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
      text += "complete -c sm-gen \(names.joined(separator: " "))\(value) -d '\(help)'\n"
    }
    return text
  }
}
