import StateMachineSyntax

/// The names of declarations, and their payloads.
extension DeclarationResolver {
  func text(_ name: NameID) -> String { file.text(name) }

  /// Returns the identifier of a declaration; reports a name that Swift does not allow.
  mutating func declaredIdentifier(_ name: NameSyntax) -> Identifier {
    reportIfUnusable(name)
    return file.identifier(name)
  }

  /// Returns the identifiers of former names. These need no check, as generated Swift has no such names.
  func formerNames(_ names: [NameSyntax]) -> [Identifier] { names.map(file.identifier) }

  mutating func reportIfUnusable(_ name: NameSyntax) {
    let spelling = text(name.id)
    if SwiftKeyword.unusable.contains(spelling) {
      diagnostics.append(.unusableName(name.range, spelling))
      return
    }
    let isQuoted = source.bytes[name.range.lowerBound] == Ascii.backtick
    guard let mistake = SwiftName.mistake(in: spelling, isQuoted: isQuoted) else { return }
    diagnostics.append(.noName(name.range, spelling, mistake))
  }

  /// Reports a name that means something else where it is used, unless it stands in back-ticks.
  ///
  /// - Parameter mark: the text before the name, where it is used.
  mutating func reportIfMisread(_ name: NameSyntax, as keywords: Set<Keyword>, behind mark: String, _ what: String) {
    guard let keyword = Keyword(source.bytes, name.range.lowerBound, name.range.upperBound), keywords.contains(keyword)
    else { return }
    diagnostics.append(.misreadName(name.range, text(name.id), behind: mark, what))
    // Rows with the name are read as something else.
    isIncomplete = true
    names[name.id].isUnsupported = true
  }

  mutating func fields(_ parameters: [ParameterSyntax]) -> [Field] {
    guard !parameters.isEmpty else { return [] }
    var fields: [Field] = []
    fields.reserveCapacity(parameters.count)
    // By name: the first field that has it as its label, or as its name.
    var labels: [NameID: Int] = [:]
    var inner: [NameID: Int] = [:]
    for parameter in parameters {
      let field = Field(
        label: parameter.label.map { declaredIdentifier($0) },
        name: parameter.name.map {
          // Without another name, the label is the name, too.
          $0.range == parameter.label?.range ? file.identifier($0) : declaredIdentifier($0)
        },
        formerNames: formerNames(parameter.formerNames), type: parameter.type.range,
        key: typeNumbers.key(of: parameter.type.range, source.bytes),
        defaultValue: parameter.defaultValue?.range,
        specifier: parameter.specifier?.range, isVariable: parameter.isVariable)
      if let name = field.name { names[name.id].isTracked = true }
      if parameters.count > 1 {
        if let label = field.label, let earlier = labels[label.id] {
          diagnostics.append(.declaredTwice("label", text(label.id), label.range, first: fields[earlier].label?.range))
          // No row needs a value for the second one.
          continue
        } else if let name = field.name, let earlier = inner[name.id] {
          diagnostics.append(.declaredTwice("label", text(name.id), name.range, first: fields[earlier].name?.range))
        }
        if let label = field.label, labels[label.id] == nil { labels[label.id] = fields.count }
        if let name = field.name, inner[name.id] == nil { inner[name.id] = fields.count }
      }
      if isVoid(parameter.type.range) { diagnostics.append(.voidParameter(parameter.type.range)) }
      checkGeneratedNames(in: parameter.type)
      if let value = parameter.defaultValue { noteNameTypes(in: value) }
      fields.append(field)
    }
    return fields
  }

  /// Warns about a `var` at a field whose values own no memory, such as numbers: the `var` has no use there.
  mutating func checkVariables() {
    let fields = machine.states.map(\.fields) + machine.outputs.map(\.fields) + machine.events.map(\.fields)
    for field in fields.joined() where field.isVariable {
      guard machine.ownsNothing(field.type), let name = field.name else { continue }
      diagnostics.append(.variableNumber(name.range, text(name.id), type: source.text(field.type)))
    }
  }

  /// Returns whether a type is `Void`: Swift warns wherever it is the only parameter of a function.
  private func isVoid(_ range: SourceRange) -> Bool {
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    guard bytes.count < 40 else { return false }
    let spelling = String(decoding: bytes.filter { !Ascii.isBlank($0) && !Ascii.isNewline($0) }, as: UTF8.self)
    return ["Void", "Swift.Void", "()", "(Void)", "(())"].contains(spelling)
  }

  /// Returns whether the generated type has a member of this name.
  func isGeneratedMember(_ name: String) -> Bool {
    Self.memberNames.contains(name) || machine.isSubmachine && (name == "stop" || name == "attempt")
  }

  func propertyOrGuard(_ name: NameID) -> SourceRange? {
    if let property = names[name].property { return machine.storedProperties[property.index].name.range }
    return names[name].namedGuard.map { guards[$0].name.range }
  }

  /// Notes the names in a payload's type that would mean a nested type of the machine.
  mutating func checkGeneratedNames(in type: SwiftText) {
    for index in type.uses.indices {
      let use = tree.nameUses[index]
      let bytes = tree.names.utf8(use.name)
      let mayBeEnum = (hasComposites || machine.isNoncopyable) && bytes.first.map { !Ascii.isLowercase($0) } == true
      let mayBeGenerated = bytes.count >= 5 && bytes.count <= 14
      guard mayBeEnum || isNameType(use) || mayBeGenerated && isGenerated(text(use.name)) else { continue }
      generatedNameUses.append(use)
    }
  }

  /// Notes the names in a default value that would mean a nested type of the machine, as in the payload's type.
  mutating func noteNameTypes(in value: SwiftText) {
    for index in value.uses.indices where isNameType(tree.nameUses[index]) {
      generatedNameUses.append(tree.nameUses[index])
    }
  }

  /// Returns whether a used name is `Name`, the name of the generated types for names of states and events.
  private func isNameType(_ use: NameUse) -> Bool {
    tree.names.utf8(use.name).elementsEqual(StateMachine.nameType.utf8)
  }

  func isGenerated(_ name: String) -> Bool {
    switch name {
    case "State": true
    case "Event", "Output", "Outcome", "UnhandledEvent", "Timer": !machine.hasMethods
    default: false
    }
  }
}
