import StateMachineSyntax

/// Warnings about the head and the types of a machine, which Swift would accept or explain badly.
extension DeclarationResolver {
  /// Reports a label in a default or an initial value, which Swift computes where there is no payload.
  mutating func reportLabel(_ use: NameUse, in what: String) {
    guard let owner = machine.owner(ofLabel: use.name), !isDeclared(text(use.name)) else { return }
    diagnostics.append(.labelInValue(file.range(of: use), text(use.name), text(owner.id), in: what))
  }

  /// Protocols of the standard library, to find those that are misspelled.
  private static let protocols = [
    "Sendable", "Equatable", "Hashable", "Comparable", "Codable", "Encodable", "Decodable", "Identifiable",
    "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible",
  ]
  /// Types that are taken for protocols.
  private static let types = [
    "AnyObject", "Int", "UInt", "Double", "Float", "String", "Bool", "Character", "Array", "Set",
  ]

  /// Looks at the names in a machine's head.
  mutating func checkHead() {
    if let range = machine.requirements, case let text = source.text(range),
      !text.contains(where: { ":=".contains($0) })
    {
      let word = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !word.isEmpty { diagnostics.append(.incompleteRequirement(range, word)) }
    }
    var seen: Set<String> = []
    for conformance in machine.conformances {
      let name = StateMachine.protocolName(source.text(conformance))
      if !seen.insert(name).inserted {
        diagnostics.append(.namedTwice("protocol", name, conformance, in: "machine"))
      } else if Self.types.contains(name) {
        diagnostics.append(.typeAsProtocol(conformance, name))
      } else if let nearest = Spelling.slip(name, among: Self.protocols), !Self.protocols.contains(name),
        !isDeclared(type: name)
      {
        diagnostics.append(.nearName(conformance, name, nearest: nearest))
        if nearest == "Sendable" { isHeadDoubtful = true }
      }
    }
  }

  /// Types that begin with a small letter, as names do, and a `var` that says nothing of a number.
  mutating func checkTypes() {
    let stored = machine.states.flatMap(\.fields) + machine.outputs.flatMap(\.fields)
    let sent = machine.events.flatMap(\.fields)
    for field in machine.hasMethods ? stored : stored + sent { checkIsStored(field) }
    for field in stored + sent + machine.choices.flatMap(\.fields) {
      checkType(field.type, label: field.label.map { text($0.id) })
      if field.isVariable, machine.ownsNothing(field.type), let name = field.name {
        diagnostics.append(.variableNumber(name.range, text(name.id), type: source.text(field.type)))
      }
    }
    for answer in machine.events.compactMap(\.method.answer) where answer.actionEnum == nil {
      checkType(answer.type, label: nil, isAlone: true)
    }
    for property in machine.storedProperties { checkType(property.type, label: text(property.name.id)) }
  }

  /// Reports `some P`, which only a parameter of a function can have (SE-0341): what is stored has one type.
  private mutating func checkIsStored(_ field: Field) {
    let words = source.text(field.type).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "some" else { return }
    diagnostics.append(
      .malformedParameter(field.type, "write 'any \(words[1])', or a generic parameter of the machine"))
  }

  /// - Parameter isAlone: whether a type stands there, and no name before it.
  private mutating func checkType(_ type: SourceRange, label: String?, isAlone: Bool = false) {
    let bytes = source.bytes[type.lowerBound..<type.upperBound]
    guard bytes.first.map(Ascii.isLowercase) == true else { return }
    let name = source.text(type).filter { $0 != "?" }
    // C has types that end in '_t'.
    guard name.allSatisfy({ $0.isLetter || $0.isNumber }), !isDeclared(type: name) else { return }
    let written =
      if isAlone || ["int", "bool", "string", "double", "float"].contains(name) {
        (label.map { "\($0): " } ?? "") + source.text(type).capitalizedFirst
      } else if let label {
        label.first?.isUppercase == true ? "\(name): \(label)" : "\(label): Type"
      } else {
        "\(name): Type"
      }
    diagnostics.append(.smallType(type, name, write: written))
  }

  /// Whether a type of this name is declared in the file.
  private func isDeclared(type name: String) -> Bool {
    machine.typealiasIndices[name] != nil || isDeclared(name)
      || machine.genericParameters.contains { source.text($0.name) == name }
  }

  /// Whether Swift in the file declares this name.
  private func isDeclared(_ name: String) -> Bool {
    machine.swift.names.contains(name) || file.declarations.contains { source.text($0.name) == name }
  }
}
