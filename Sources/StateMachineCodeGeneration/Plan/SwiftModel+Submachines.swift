import StateMachineModel

/// The names and types of submachines' outputs in the owner's file.
extension SwiftModel {
  /// Returns `playerVolumeSet`: the names of the state, of the states of submachines within, and of the output.
  func name(of output: SubmachineOutput, of state: StateID) -> String {
    name(of: state) + output.path.map(\.capitalizedFirst).joined()
  }

  /// Returns the states whose submachines lead to an output, outer first.
  func owners(of output: SubmachineOutput, _ state: StateID) -> [String] {
    [name(of: state)] + output.path.dropLast()
  }

  /// Returns the machine that declares an output, with generic arguments if it is the submachine of the state.
  func type(declaring output: SubmachineOutput, _ submachine: Submachine) -> String {
    output.owner.count == 1 ? text(submachine.type) : output.owner.last?.name ?? ""
  }

  /// Returns a type of a submachine's file as the owner's file writes it: with the submachine's type aliases qualified,
  /// and with its generic parameters replaced by arguments.
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

  /// Returns a type with some of its names replaced, except names of members.
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
