extension Resolver {
  /// Enters everything that the machine's body declares, before any row is looked at.
  mutating func declare(_ items: [ItemSyntax]) {
    var initial: NameSyntax?
    var policy: SourceRange?
    for item in items {
      switch item {
      case .state(let state):
        declareState(state, in: -1, initial: &initial)
      case .choice(let name, let documentation):
        declareChoice(name, documentation, in: -1)
      case .region(let name, let body):
        declareRegion(name, body, in: -1)
      case .event(let signature):
        declareEvent(signature)
      case .output(let signature, let kind):
        declareOutput(signature, kind)
      case .stored(let property):
        declareProperty(property)
      case .namedGuard(let named):
        declareGuard(named)
      case .typealias(let syntax):
        declareTypealias(syntax)
      case .unhandled(let word, let keyword):
        declarePolicy(word, keyword, earlier: &policy)
      case .wrapper(let syntax):
        declareWrapper(syntax)
      case .transition, .action, .defer, .historyDefault:
        break
      }
    }
    declareHeldEvents()
    let beginsInRegions = checkRegions(of: machine.topStates, choicesIn: -1, machine.name)
    if initial == nil, !beginsInRegions, !isIncomplete, !tree.hasDoubtfulInitialState {
      diagnostics.append(.noInitialState(machine.name.range, text(machine.name.id)))
    }
    checkGeneratedTypeNames()
    choiceRows = machine.choices.map { _ in [] }
    isReached = machine.choices.map { _ in false }
    safeDomains = machine.choices.map { _ in -1 }
    warnAboutCase()
    warnAboutHiddenProperties()
    usedEvents = machine.events.map { $0.holder >= 0 }
    usedOutputs = machine.outputs.map { $0.holder >= 0 }
    effectRanges = machine.outputs.map { _ in nil }
    usedProperties = Array(repeating: false, count: machine.storedProperties.count)
    usedGuards = Array(repeating: false, count: guardNames.count)
  }

  // MARK: Events and outputs

  private mutating func declareEvent(_ signature: SignatureSyntax) {
    let name = declaredIdentifier(signature.name)
    if let other = events[name.id] {
      diagnostics.append(
        .declaredTwice("event", text(name.id), signature.name.range, first: machine.events[other].name.range))
      return
    }
    events[name.id] = machine.events.count
    machine.events.append(
      Event(
        documentation: signature.documentation, name: name, fields: fields(signature.payload, of: "event")))
  }

  private mutating func declareOutput(_ signature: SignatureSyntax, _ kind: OutputKind) {
    let name = declaredIdentifier(signature.name)
    if let other = outputs[name.id] {
      diagnostics.append(
        .declaredTwice("output", text(name.id), signature.name.range, first: machine.outputs[other].name.range))
      return
    }
    outputs[name.id] = machine.outputs.count
    machine.outputs.append(
      Output(
        documentation: signature.documentation, name: name, fields: fields(signature.payload, of: "output"),
        kind: Output.Kind(kind)))
  }

  mutating func fields(_ parameters: [ParameterSyntax], of owner: String) -> [Field] {
    guard !parameters.isEmpty else { return [] }
    var fields: [Field] = []
    fields.reserveCapacity(parameters.count)
    for parameter in parameters {
      let field = Field(
        label: parameter.label.map { declaredIdentifier($0) },
        name: parameter.name.map { identifier($0) },
        type: parameter.type.range,
        typeID: typeID(parameter.type.range),
        defaultValue: parameter.defaultValue?.range)
      for earlier in fields {
        if let label = field.label, earlier.label?.id == label.id {
          diagnostics.append(.declaredTwice("label", text(label.id), label.range, first: earlier.label?.range))
          break
        } else if let name = field.name, earlier.name?.id == name.id {
          diagnostics.append(.declaredTwice("label", text(name.id), name.range, first: earlier.name?.range))
          break
        }
      }
      if let name = field.name { interesting[name.id] = 0 }
      checkGeneratedNames(in: parameter.type)
      fields.append(field)
    }
    return fields
  }

  /// A number for the type's text without blanks: carry-over compares types as they are written.
  private mutating func typeID(_ range: SourceRange) -> Int32 {
    let bytes = source.bytes[range.lowerBound..<range.upperBound]
    let spelling = String(
      decoding: bytes.filter { !Ascii.isBlank($0) && !Ascii.isNewline($0) }, as: UTF8.self)
    if let id = typeIDs[spelling] { return id }
    let id = Int32(typeIDs.count)
    typeIDs[spelling] = id
    return id
  }

  // MARK: Stored properties, guards, type aliases

  /// Members of the generated type that a stored property would collide with.
  private static let memberNames: Set<String> = ["state", "isFinal", "handle", "accepts", "start"]

  private mutating func declareProperty(_ property: StoredSyntax) {
    let name = declaredIdentifier(property.name)
    let spelling = text(name.id)
    let isForHolder = machine.isHeld && (spelling == "stop" || spelling == "attempt")
    if isForHolder || Self.memberNames.contains(spelling) {
      diagnostics.append(.generatedMember(property.name.range, spelling))
    }
    if let first = propertyOrGuard(name.id) {
      diagnostics.append(.declaredTwice("property or guard", spelling, property.name.range, first: first))
      return
    }
    checkGeneratedNames(in: property.type)
    properties[name.id] = machine.storedProperties.count
    interesting[name.id] = 0
    machine.storedProperties.append(
      StoredProperty(
        documentation: property.documentation, isVariable: property.isVariable, name: name, type: property.type.range,
        initialValue: property.initialValue?.range))
  }

  private mutating func declareGuard(_ named: NamedGuardSyntax) {
    if let first = propertyOrGuard(named.name.id) {
      diagnostics.append(
        .declaredTwice("property or guard", text(named.name.id), named.name.range, first: first))
      return
    }
    guards[named.name.id] = guardNames.count
    interesting[named.name.id] = 0
    guardNames.append(named.name)
  }

  private func propertyOrGuard(_ name: NameID) -> SourceRange? {
    if let property = properties[name] { return machine.storedProperties[property].name.range }
    return guards[name].map { guardNames[$0].range }
  }

  /// The initial value of one property cannot use another: the values become defaults of parameters.
  mutating func checkInitialValues(_ items: [ItemSyntax]) {
    for case .stored(let property) in items {
      guard let value = property.initialValue else { continue }
      for index in value.uses.indices {
        let use = tree.nameUses[index]
        guard let other = properties[use.name] else { continue }
        let name = text(use.name)
        diagnostics.append(
          Diagnostic.initialiserUsesProperty(rangeOf(use), name)
            .note("'\(name)' is declared here", machine.storedProperties[other].name.range))
        break
      }
    }
  }

  private mutating func declareTypealias(_ syntax: TypealiasSyntax) {
    var swift = SwiftLexer(bytes: source.bytes, from: syntax.text.range.lowerBound, to: syntax.text.range.upperBound)
    let name = swift.next()
    guard name.kind == .identifier else {
      diagnostics.append(.expected("'Name = Type'", behind: "typealias", at: syntax.text.range))
      return
    }
    let range = SourceRange(name.start, name.end)
    let spelling = source.text(range)
    if let other = machine.typealiasIndices[spelling] {
      diagnostics.append(.declaredTwice("type alias", spelling, range, first: machine.typealiases[other].name))
      return
    }
    // Behind the `=`, which the parser has seen.
    var type = swift.next()
    while type.kind != .end, type.byte != Ascii.equals { type = swift.next() }
    type = swift.next()
    machine.typealiasIndices[spelling] = machine.typealiases.count
    machine.typealiases.append(
      Typealias(
        documentation: syntax.documentation, range: syntax.text.range, name: range,
        type: SourceRange(min(type.start, syntax.text.range.upperBound), syntax.text.range.upperBound)))
  }

  // MARK: Policy

  private mutating func declarePolicy(_ word: NameSyntax, _ keyword: SourceRange, earlier: inout SourceRange?) {
    guard let policy = UnhandledPolicy(rawValue: text(word.id)) else {
      diagnostics.append(
        .undeclared(
          "policy", text(word.id), word.range,
          nearest: Spelling.nearest(to: text(word.id), among: UnhandledPolicy.allCases.map(\.rawValue)) ?? "ignore"))
      return
    }
    if let first = earlier { diagnostics.append(.declaredTwice("policy", "unhandled", keyword, first: first)) }
    earlier = earlier ?? keyword
    machine.unhandled = policy
  }

  func genericParameter(_ text: SwiftText) -> GenericParameter? {
    guard !text.isEmpty else { return nil }
    var swift = SwiftLexer(bytes: source.bytes, from: text.range.lowerBound, to: text.range.upperBound)
    var name = swift.next()
    var isPlain = true
    let word = source.text(SourceRange(name.start, name.end))
    if word == "each" || word == "let" {
      isPlain = false
      name = swift.next()
    }
    let colon = swift.next()
    var constraint: SourceRange?
    if colon.isPunctuation(Ascii.colon) {
      let first = swift.next()
      constraint = SourceRange(first.start, text.range.upperBound)
    }
    return GenericParameter(
      range: text.range, name: SourceRange(name.start, name.end), constraint: constraint, isPlain: isPlain)
  }

  // MARK: Names that are generated

  private func isGenerated(_ name: String) -> Bool {
    switch name {
    case "State", "Event", "Output", "Outcome", "UnhandledEvent", "Timer": true
    default: false
    }
  }

  /// A payload's type that is called like a nested type of the machine would mean that.
  private mutating func checkGeneratedNames(in type: SwiftText) {
    for index in type.uses.indices {
      let use = tree.nameUses[index]
      let bytes = tree.names.utf8(use.name)
      let mayBeEnum = hasComposites && bytes.first.map { !Ascii.isLowercase($0) } == true
      guard mayBeEnum || bytes.count >= 5 && bytes.count <= 14 && isGenerated(text(use.name)) else { continue }
      generatedNameUses.append(use)
    }
  }

  private mutating func checkGeneratedTypeNames() {
    // The type of a composite's children is named after it.
    let enums = Set(
      machine.states.filter(\.isComposite).map { text($0.name.id).capitalizedFirst })
    for use in generatedNameUses {
      let name = text(use.name)
      guard isGenerated(name) || enums.contains(name) else { continue }
      if name == "Output", machine.outputs.isEmpty, !hasTimers { continue }
      if name == "Timer", !hasTimers { continue }
      if name == "UnhandledEvent", machine.unhandled != .throw { continue }
      diagnostics.append(.generatedType(rangeOf(use), name))
    }
    generatedNameUses = []
    for range in machine.genericParameters.map(\.name) + machine.typealiases.map(\.name) {
      let name = source.text(range)
      if isGenerated(name), name != "Timer" || hasTimers { diagnostics.append(.generatedType(range, name)) }
    }
  }

  /// Two machines of a file cannot have one name, nor a machine that of another's wrapper.
  mutating func checkNamesOfTypes(_ machines: [StateMachine]) {
    var seen: [String: SourceRange] = [:]
    @discardableResult func check(_ name: String, _ range: SourceRange) -> Bool {
      if let first = seen[name] {
        diagnostics.append(.declaredTwice("type", name, range, first: first))
        return false
      }
      seen[name] = range
      return true
    }
    for machine in machines {
      guard check(text(machine.name.id), machine.name.range) else { continue }
      for wrapper in machine.wrappers {
        let name = wrapper.name.map { text($0.id) } ?? text(machine.name.id) + "StateMachine"
        check(name, wrapper.name?.range ?? machine.name.range)
      }
    }
  }

  // MARK: Warnings

  private mutating func warnAboutCase() {
    warnAboutCase("states", machine.states.map(\.name) + machine.choices.map(\.name))
    warnAboutCase("events", machine.events.map(\.name))
    warnAboutCase("outputs", machine.outputs.map(\.name))
  }

  private mutating func warnAboutCase(_ what: String, _ names: [Identifier]) {
    var seen: [UInt64: Int] = [:]
    seen.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in tree.names.utf8(name.id) {
        hash = (hash ^ UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)) &* 0x100_0000_01B3
      }
      guard let other = seen.updateValue(index, forKey: hash) else { continue }
      let first = text(names[other].id)
      let second = text(name.id)
      guard first.lowercased() == second.lowercased() else { continue }
      diagnostics.append(.differsInCase(what, second, name.range, first, names[other].range))
    }
  }

  private mutating func warnAboutHiddenProperties() {
    guard !machine.storedProperties.isEmpty else { return }
    for fields in machine.states.map(\.fields) + machine.events.map(\.fields) {
      for field in fields {
        guard let name = field.name, let property = properties[name.id] else { continue }
        diagnostics.append(
          .hiddenProperty(text(name.id), name.range, machine.storedProperties[property].name.range))
      }
    }
  }

  func rangeOf(_ use: NameUse) -> SourceRange {
    SourceRange(Int(use.start), Int(use.start) + tree.names.utf8(use.name).count)
  }
}
