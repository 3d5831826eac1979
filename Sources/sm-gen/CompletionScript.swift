import CommandSupport
import StateMachineReports

/// Makes the scripts by which a shell completes the names of subcommands and options. The scripts use the descriptions
/// of options from which the help is made, too.
enum CompletionScript {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// A subcommand with the texts that the scripts need.
  private struct Entry {
    let name: String
    let summary: String
    let options: [OptionDescription]
    /// The words that can follow the subcommand, such as `W311` after `explain`. Nil if names of files follow it. Empty
    /// if nothing can be completed, as after `init`.
    var words: [String]?
  }

  private static var entries: [Entry] {
    SMGen.subcommands.map { subcommand in
      let words: [String]? =
        switch subcommand.name {
        case Explain.name: Explanation.all.map(\.code.rawValue)
        case Initialize.name: []
        default: nil
        }
      return Entry(
        name: subcommand.name, summary: subcommand.summary, options: subcommand.options + SMGen.options, words: words)
    }
  }

  private static var names: String { entries.map(\.name).joined(separator: " ") }
  /// The words that can follow `help`, separated by blanks.
  private static var topics: String { names + SMGen.topics.keys.sorted().map { " " + $0 }.joined() }

  private static func isPath(_ option: OptionDescription) -> Bool { ["path", "old", "file"].contains(option.value) }

  // MARK: bash

  /// The script for bash. It looks for the subcommand in the line, and then offers the words and files that can follow.
  private static var bash: String {
    let arms = entries.map { entry in
      "    \(entry.name)\(entry.name == entries[0].name ? "|''" : "")) \(bashArm(entry)) ;;\n"
    }.joined()
    return """
      _sm_gen() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local subcommand= words= kind=machines each
        # '--format=svg' is three words.
        if [ "$word" = = ]; then
          word=
        elif [ "$previous" = = ]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case " \(names) help " in *" $each "*) subcommand="$each"; break ;; esac
        done
        case "$subcommand" in
      \(arms)    help) words="\(topics)" kind= ;;
        esac
        if [ -z "$subcommand" ] && [ "$kind" = machines ]; then words="\(names) help $words"; fi
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        local IFS=$'\\n'
        case "$kind" in
          files) COMPREPLY+=($(compgen -f -- "$word")) ;;
          machines) COMPREPLY+=($(compgen -f -X '!*.sm' -- "$word") $(compgen -d -- "$word")) ;;
        esac
      }
      complete -o filenames -F _sm_gen sm-gen

      """
  }

  /// Returns the branch for one subcommand in the `case` statement of the bash script. It completes a word after the
  /// subcommand: a value for the option before it, an option, or the name of a file.
  private static func bashArm(_ entry: Entry) -> String {
    let values = entry.options.filter { $0.value != nil || !$0.choices.isEmpty }.map { option in
      let kind = isPath(option) ? "files" : ""
      return
        "      \(option.names.joined(separator: "|"))) words=\"\(option.choices.joined(separator: " "))\" kind=\(kind) ;;\n"
    }
    let words = (entry.words ?? []) + entry.options.flatMap(\.names)
    return """
      case "$previous" in
      \(values.joined())      *) words="\(words.joined(separator: " "))"\(entry.words == nil ? "" : " kind=") ;;
          esac
      """
  }

  // MARK: zsh

  /// The script for zsh. It looks for the subcommand in the line, and then offers the options and files that can
  /// follow.
  private static var zsh: String {
    let arms = entries.map { "    \($0.name)) _arguments -s\(zshOptions($0)) ;;\n" }.joined()
    return """
      #compdef sm-gen

      _sm-gen() {
        local subcommand= each
        for each in ${words[2,CURRENT-1]}; do
          case " \(names) help " in *" $each "*) subcommand=$each; break ;; esac
        done
        case "$subcommand" in
      \(arms)    help) _arguments '*:topic:(\(topics))' ;;
          *) _arguments -s\(zshOptions(entries[0], isAlone: true)) ;;
        esac
      }

      # Works both as a file of the completion path and when it is evaluated.
      if [ "$funcstack[1]" = "_sm-gen" ]; then
        _sm-gen "$@"
      else
        compdef _sm-gen sm-gen
      fi

      """
  }

  /// Returns the arguments for the function `_arguments` of zsh, which completes the options of a subcommand.
  ///
  /// - Parameter isAlone: whether no subcommand has been written yet. Names of subcommands are then completed, too.
  private static func zshOptions(_ entry: Entry, isAlone: Bool = false) -> String {
    var words: [String] = []
    for option in entry.options {
      let value =
        switch option.value {
        case _ where !option.choices.isEmpty: ":value:(\(option.choices.joined(separator: " ")))"
        case _ where isPath(option): ":path:_files"
        case let value?: ":\(value):"
        case nil: ""
        }
      words += option.names.map { "\(option.isRepeatable ? "*" : "")\($0)[\(option.help)]\(value)" }
    }
    if isAlone {
      words.append(
        "1: :{_alternative \"commands:subcommand:(\(names) help)\" \"files:file:_files -g \\\"*.sm\\\"\"}")
    }
    words.append("*:" + (entry.words.map { "word:(\($0.joined(separator: " ")))" } ?? "file:_files -g \"*.sm\""))
    return words.map { " \\\n      '\(escaped($0, by: "'\\''"))'" }.joined()
  }

  // MARK: fish

  /// The script for fish. It has one line for each subcommand and each option, with the condition under which it is
  /// offered.
  private static var fish: String {
    var text = ""
    let others = entries.dropFirst().map(\.name).joined(separator: " ")
    for entry in entries {
      text += "complete -c sm-gen -n __fish_use_subcommand -a \(entry.name) -d '\(escaped(entry.summary, by: "\\'"))'\n"
    }
    text += "complete -c sm-gen -n __fish_use_subcommand -a help\n"
    text += "complete -c sm-gen -n '__fish_seen_subcommand_from help' -x -a '\(topics)'\n"
    for entry in entries {
      // The first subcommand is the default.
      let condition =
        entry.name == entries[0].name
        ? "not __fish_seen_subcommand_from \(others) help" : "__fish_seen_subcommand_from \(entry.name)"
      if let words = entry.words {
        text += "complete -c sm-gen -n '\(condition)' -x -a '\(words.joined(separator: " "))'\n"
      }
      for option in entry.options {
        let names = option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
        let value =
          switch option.value {
          case _ where !option.choices.isEmpty: " -x -a '\(option.choices.joined(separator: " "))'"
          case .some: isPath(option) ? " -r" : " -x"
          case nil: ""
          }
        let help = escaped(option.help, by: "\\'")
        text += "complete -c sm-gen -n '\(condition)' \(names.joined(separator: " "))\(value) -d '\(help)'\n"
      }
    }
    return text
  }

  /// Returns a text as it is written within single quotes of a shell script.
  ///
  /// - Parameter quote: the text that replaces each single quote, such as `\'`.
  private static func escaped(_ text: String, by quote: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: quote)
  }
}
