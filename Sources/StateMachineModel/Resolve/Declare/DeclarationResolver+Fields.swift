import StateMachineSyntax

/// Reads the names and the payloads of declarations.
extension DeclarationResolver {
  func text(_ name: NameID) -> String { file.text(name) }

  /// Returns the name of a declaration as an identifier of the model. Reports a name that Swift does not allow.
  mutating func declaredIdentifier(_ name: NameSyntax) -> Identifier {
    reportIfUnusable(name)
    return file.identifier(name)
  }

  /// Returns the names that a part of the machine had in older versions, as identifiers. They are not checked, because
  /// no generated Swift has these names.
  func formerNames(_ names: [NameSyntax]) -> [Identifier] { names.map(file.identifier) }

  /// Reports a name that Swift does not allow. In back-ticks, Swift allows more names.
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

  /// Reports a name that would be read as a keyword where it is used. An event `done`, for example, would be read as a
  /// completion event: `a -> b : done`. The names of events, outputs, named effects and results are examined. A name in
  /// back-ticks is not reported.
  ///
  /// - Parameters:
  ///   - keywords: the keywords that can stand where the name is used.
  ///   - mark: the text before the name where it is used: `:` for an event, `/` for an output.
  ///   - what: the kind of declaration for messages: `event`.
  mutating func reportIfMisread(_ name: NameSyntax, as keywords: Set<Keyword>, after mark: String, _ what: String) {
    guard let keyword = Keyword(source.bytes, name.range.lowerBound, name.range.upperBound), keywords.contains(keyword)
    else { return }
    diagnostics.append(.misreadName(name.range, text(name.id), after: mark, what))
    // Rows with the name are read as something else.
    isIncomplete = true
    names[name.id].isUnsupported = true
  }

  /// Returns the fields of a payload or a parameter list. Reports labels and names that occur twice, types that are
  /// `Void`, and names that Swift does not allow.
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

  /// Warns about a field with `var` whose values own no memory, such as `Int`. A `var` field is for values that methods
  /// change in place; for other values it has no use.
  mutating func checkVariables() {
    let fields = machine.states.map(\.fields) + machine.outputs.map(\.fields) + machine.events.map(\.fields)
    for field in fields.joined() where field.isVariable {
      guard machine.ownsNothing(field.type), let name = field.name else { continue }
      diagnostics.append(.variableNumber(name.range, text(name.id), type: source.text(field.type)))
    }
  }

  /// Returns whether a type is `Void`, in one of its forms: `Void`, `()`. A field of such a type is reported, because
  /// Swift warns about a function whose only parameter is `Void`.
  private func isVoid(_ range: SourceRange) -> Bool {
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    guard bytes.count < 40 else { return false }
    let spelling = String(decoding: bytes.filter { !Ascii.isBlank($0) && !Ascii.isNewline($0) }, as: UTF8.self)
    return ["Void", "Swift.Void", "()", "(Void)", "(())"].contains(spelling)
  }

  /// Returns whether the generated type of the machine has a member with this name, such as `state` or `handle`.
  func isGeneratedMember(_ name: String) -> Bool {
    // A submachine has two more members: the owner ends it by `stop`, and passes events to it by `attempt`.
    Self.memberNames.contains(name) || machine.isSubmachine && (name == "stop" || name == "attempt")
  }

  func propertyOrGuard(_ name: NameID) -> SourceRange? {
    if let property = names[name].property { return machine.storedProperties[property.index].name.range }
    return names[name].namedGuard.map { guards[$0].name.range }
  }

  /// Adds to `generatedNameUses` the names in a field's type that may be names of generated types, such as `Event`.
  /// Later, `checkGeneratedTypeNames` reports those that are. The generated code uses the field's type within the
  /// machine's type, where Swift would take `Event` for the generated type.
  mutating func checkGeneratedNames(in type: SwiftText) {
    for index in type.uses.indices {
      let use = tree.nameUses[index]
      let bytes = tree.names.utf8(use.name)
      // A composite state, or a payload of a noncopyable machine, gets a type with a capitalized name.
      let mayBeEnum = (hasComposites || machine.isNoncopyable) && bytes.first.map { !Ascii.isLowercase($0) } == true
      // `State` has five letters, `UnhandledEvent` fourteen: other names need no comparison of texts.
      let mayBeGenerated = bytes.count >= 5 && bytes.count <= 14
      guard mayBeEnum || isNameType(use) || mayBeGenerated && isGenerated(text(use.name)) else { continue }
      generatedNameUses.append(use)
    }
  }

  /// Adds to `generatedNameUses` each use of the name `Name` in a default value. The generated code uses the default
  /// value within the machine's type, where Swift would take `Name` for the generated type of this name.
  mutating func noteNameTypes(in value: SwiftText) {
    for index in value.uses.indices where isNameType(tree.nameUses[index]) {
      generatedNameUses.append(tree.nameUses[index])
    }
  }

  /// Returns whether a name in Swift is `Name`. Generated types have this name, too: they list the names of states and
  /// of events.
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
