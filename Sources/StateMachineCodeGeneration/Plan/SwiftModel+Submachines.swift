import StateMachineModel

/// What the outputs of submachines are called, and how their types are spelled, in the file of the owner.
extension SwiftModel {
  /// `playerVolumeSet`: the state, the states of the submachines within, and the output.
  func name(of output: SubmachineOutput, of state: StateID) -> String {
    name(of: state) + output.path.map(\.capitalizedFirst).joined()
  }

  /// The states whose submachines an output comes through, outer first.
  func owners(of output: SubmachineOutput, _ state: StateID) -> [String] {
    [name(of: state)] + output.path.dropLast()
  }

  /// The machine that declares an output, with its generic arguments where it is the state's own submachine.
  func type(declaring output: SubmachineOutput, _ submachine: Submachine) -> String {
    output.owner.count == 1 ? text(submachine.type) : output.owner.last?.name ?? ""
  }

  /// A type as it is written in the file of a submachine, with what that machine alone knows replaced: its type aliases
  /// and its generic parameters.
  func qualified(_ type: String, of output: SubmachineOutput, _ submachine: Submachine) -> String {
    guard let owner = output.owner.last else { return type }
    let machine = self.type(declaring: output, submachine)
    var replacements: [String: String] = [:]
    for alias in owner.typealiases { replacements[alias] = "\(machine).\(alias)" }
    if output.owner.count == 1 {
      for (parameter, argument) in zip(owner.genericParameters, machine.genericArgumentList) {
        replacements[parameter] = argument
      }
    }
    return replacements.isEmpty ? type : type.replacingNames(replacements)
  }
}

extension String {
  /// The arguments of `Machine<A, [B]>`.
  fileprivate var genericArgumentList: [String] {
    guard let open = firstIndex(of: "<"), let close = lastIndex(of: ">") else { return [] }
    var arguments = [""]
    var depth = 0
    for character in self[index(after: open)..<close] {
      switch character {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      default: break
      }
      if character == ",", depth == 0 { arguments.append("") } else { arguments[arguments.count - 1].append(character) }
    }
    return arguments.map { argument in
      String(argument.drop { $0 == " " })
    }
  }

  /// A type with some of its names replaced, those of members left out.
  fileprivate func replacingNames(_ replacements: [String: String]) -> String {
    var result = ""
    var word = ""
    for character in self + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += (result.last == "." ? nil : replacements[word]) ?? word
        word = ""
        result.append(character)
      }
    }
    return String(result.dropLast())
  }
}
