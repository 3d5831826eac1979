import StateMachineModel

/// Spells the names and types of submachines' outputs as the owner's file needs them.
extension SwiftModel {
  /// Returns the name that the owner's code uses for a submachine's output, such as `playerVolumeSet`. In this example,
  /// the state `player` has a submachine, and its state `volume` has a submachine with the output `set`.
  func name(of output: SubmachineOutput, of state: StateID) -> String {
    name(of: state) + output.path.map(\.capitalizedFirst).joined()
  }

  /// Returns the states that lead from the owner to the submachine that declares an output, outer states first:
  /// `player` and `volume` if the state `player` has a submachine, and its state `volume` has the submachine with the
  /// output.
  func owners(of output: SubmachineOutput, _ state: StateID) -> [String] {
    [name(of: state)] + output.path.dropLast()
  }

  /// Returns the type of the machine that declares an output of a submachine. The type has generic arguments only if
  /// that machine is the state's own submachine, and not one nested in it.
  func type(declaring output: SubmachineOutput, _ submachine: Submachine) -> String {
    output.owner.count == 1 ? text(submachine.type) : output.owner.last?.name ?? ""
  }

  /// Returns a type from a submachine's file as the owner's file has to spell it. A type alias of the submachine is
  /// qualified, `Player.Track`. A generic parameter of the state's own submachine, not of a nested one, is replaced by
  /// its argument: `Item` by `Song`.
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
  /// The generic arguments of a type: `A` and `[B]` of `Machine<A, [B]>`; empty if there are none.
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

  /// Returns this type with some names replaced by others: `[Item]` becomes `[Player.Track]` if `Item` is replaced by
  /// `Player.Track`. A name after a dot, such as `B` in `A.B`, is not replaced.
  fileprivate func replacingNames(_ replacements: [String: String]) -> String {
    var result = ""
    var word = ""
    // The added space ends the last word; it is dropped from the result.
    for character in self + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        // A name after a dot stays, and so does a name without a replacement.
        result += (result.last == "." ? nil : replacements[word]) ?? word
        word = ""
        result.append(character)
      }
    }
    return String(result.dropLast())
  }
}
