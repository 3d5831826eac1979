import StateMachineSyntax

/// What a row may say, and seldom means to: Swift elsewhere in the module could make sense of it.
extension Resolver {
  /// Notes a name in the Swift of a row, blocks aside, that may be meant as another one. Of what guards and effects with
  /// a name stand for, only labels are: the rest is the same in each row.
  ///
  /// - Parameters:
  ///   - name: nothing that the scope knows.
  ///   - place: where the row names the guard or the effect that the name is part of.
  mutating func noteUnknown(_ name: NameUse, at place: SourceRange, isInPattern: Bool = false) {
    let range = file.range(of: name)
    guard row.carrier.incoming == nil, place == range || names[name.name].isTracked,
      Ascii.isLowercase(source.bytes[range.lowerBound]), !name.isMemberOfSelf, !name.isStateQuery,
      source.bytes[range.upperBound...].first != Ascii.leftParen,
      !row.unknownNames.contains(where: { $0.name == name.name && $0.place == place }),
      !row.effects.contains(where: { isBlock($0, range) }),
      place == range
        || !machine.namedEffects.indices.contains(where: {
          namedEffects[$0].syntax.effects.contains { isBlock($0, range) }
        })
    else { return }
    // What it is declared as is not unused besides.
    let meaning = names[name.name]
    if let event = meaning.event { used.events[event] = true }
    if let output = meaning.output { used.outputs[output] = true }
    if let effect = meaning.namedEffect { used.effects[effect] = true }
    row.unknownNames.append(
      UnknownName(
        name: name.name, place: place, user: place == range ? nil : source.text(place), isInPattern: isInPattern))
  }

  private func isBlock(_ effect: EffectSyntax, _ range: SourceRange) -> Bool {
    if case .block(_, let block) = effect { block.contains(range) } else { false }
  }

  /// Says what the names that no expansion of the row knows may be meant as.
  mutating func reportUnknownNames() {
    guard !row.unknownNames.isEmpty else { return }
    let line = row.carrier.line.flatMap { openLines[$0] } ?? [:]
    let declared = Set(declaredNames(in: row.effects)).union(line.keys)
    for unknown in row.unknownNames
    where !declared.contains(unknown.name) && !row.written.contains(where: { $0.name == unknown.name }) {
      if let doubt = doubt(about: unknown) { reportOnce(doubt) }
    }
  }

  /// What a name that nothing in scope has may be meant as; nil where Swift may know it.
  private func doubt(about unknown: UnknownName) -> Diagnostic? {
    let (name, range) = (unknown.name, unknown.place)
    let spelling = text(name)
    let isInSwift =
      machine.swift.names.contains(spelling) || machine.swift.wordsBeside.types.contains(spelling)
      || file.declarations.contains { source.text($0.name) == spelling }
    // 'true' in a pattern and in an effect is a value in both.
    if isInSwift || isExcused(name) || SwiftKeyword.reserved.contains(spelling) { return nil }
    let meaning = names[name]
    if meaning.isTracked {
      return machine.owner(ofLabel: name).map {
        .labelOfOther(range, spelling, text($0.id), usedBy: unknown.user)
      }
    }
    // A pattern that lacks the 'let' of a name which the row uses.
    let others = row.unknownNames.filter { $0.name == name && $0.isInPattern != unknown.isInPattern }
    if !others.isEmpty { return unknown.isInPattern ? .nameWithoutLet(range, spelling) : nil }
    if meaning.event != nil { return .noValue(range, spelling, "event") }
    if meaning.output != nil { return .noValue(range, spelling, "output") }
    if meaning.namedEffect != nil { return .noValue(range, spelling, "effect") }
    let known = scope.entries.map(\.name) + machine.storedProperties.map(\.name) + machine.namedGuards.map(\.name)
    return Spelling.slip(spelling, among: known.map { text($0.id) }).map { .nearName(range, spelling, nearest: $0) }
  }

  /// `{ buzz() }`: the call of an output, which is all that stands in a block, and no function of the file.
  mutating func reportCallOfOutput(_ block: SwiftText) {
    let (start, end) = (block.range.lowerBound, block.range.upperBound)
    guard start < end, Ascii.beginsIdentifier(source.bytes[start]) else { return }
    let name = SourceRange(start, Ascii.endOfIdentifier(source.bytes, from: start, to: end))
    let tokens = SwiftLexer.tokens(of: source.bytes, in: SourceRange(name.upperBound, end))
    guard let id = tree.names.find(start, name.upperBound), names[id].output != nil, !isKnownToSwift(text(id)),
      tokens.first?.isPunctuation(Ascii.leftParen) == true
    else { return }
    var depth = 0
    let closer = tokens.firstIndex { token in
      if token.isPunctuation(Ascii.leftParen) { depth += 1 }
      if token.isPunctuation(Ascii.rightParen) { depth -= 1 }
      return depth == 0
    }
    guard closer == tokens.count - 1 else { return }
    let written = tokens.count == 2 ? text(id) : Diagnostic.quotation(source.text(block.range))
    reportOnce(.callOfOutput(name, text(id), effect: written))
  }

  /// Reports that a block gives a new state where the arrow leads to another.
  mutating func reportChangeOfState(in block: SwiftText, _ range: SourceRange) {
    guard row.isExternal, !machine.hasMethods, let state = tree.names.find(text: "state"), !names[state].isTracked
    else { return }
    let uses = block.uses.indices.map { tree.nameUses[$0] }.filter { $0.name == state }
    let changes = SwiftAnalysis.uses(of: uses.map { Int($0.start) }, in: range, source.bytes)
    for (use, change) in zip(uses, changes) where change.change == .replaced {
      reportOnce(.stateBesideArrow(file.range(of: use)))
      row.isBroken = true
    }
  }

  /// A timer whose row does nothing at all.
  mutating func reportIdleTimer(_ syntax: TransitionSyntax) {
    guard syntax.target == nil, syntax.effects.isEmpty, syntax.guardSyntax == nil, !row.isBroken,
      let timer = row.triggers.first?.trigger.timer, row.sources.allSatisfy({ $0.plan.isEmpty })
    else { return }
    reportOnce(.idleTimer(timer.range, source.text(timer.range)))
  }

  /// `after (tries)`, where that is a number.
  mutating func reportNumber(asDuration code: SwiftText, behind word: String) {
    let range = code.range
    guard code.uses.indices.count == 1, let index = code.uses.indices.first,
      case let use = tree.nameUses[index], file.range(of: use) == range
    else { return }
    let found = scope.find(use.name)
    let entry = (found.event ?? found.source).map { scope.entries[$0] }
    let property = names[use.name].property.map { machine.storedProperties[$0.index].type }
    guard entry?.isDeep != true, let type = entry?.type ?? property, machine.ownsNothing(type),
      !["Duration", "Bool"].contains(source.text(type))
    else { return }
    reportOnce(.numberAsDuration(range, source.text(range), behind: word))
    row.isBroken = true
  }
}

extension StateMachine {
  /// The name of the first event or state that has a label.
  fileprivate func owner(ofLabel name: NameID) -> Identifier? {
    func has(_ fields: [Field]) -> Bool { fields.contains { $0.name?.id == name } }
    return (events.first { has($0.fields) })?.name ?? (states.first { has($0.fields) })?.name
  }
}

/// The same of declarations.
extension DeclarationResolver {
  /// Reports a label in a default or an initial value, which Swift computes where there is no payload.
  mutating func reportLabel(_ use: NameUse, in what: String) {
    guard let owner = machine.owner(ofLabel: use.name), !isDeclared(text(use.name)) else { return }
    diagnostics.append(.labelInValue(file.range(of: use), text(use.name), text(owner.id), in: what))
  }

  /// What Swift calls differently in other languages, and what is no protocol.
  private static let protocols = [
    "Sendable", "Equatable", "Hashable", "Comparable", "Codable", "Encodable", "Decodable", "Identifiable",
    "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible",
  ]
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
    for property in machine.storedProperties { checkType(property.type, label: text(property.name.id)) }
  }

  /// Reports `some P`, which only a parameter of a function can have (SE-0341): what is stored has one type.
  private mutating func checkIsStored(_ field: Field) {
    let words = source.text(field.type).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0] == "some" else { return }
    diagnostics.append(
      .malformedParameter(field.type, "write 'any \(words[1])', or a generic parameter of the machine"))
  }

  private mutating func checkType(_ type: SourceRange, label: String?) {
    let bytes = source.bytes[type.lowerBound..<type.upperBound]
    guard bytes.first.map(Ascii.isLowercase) == true else { return }
    let name = source.text(type).filter { $0 != "?" }
    // C has types that end in '_t'.
    guard name.allSatisfy({ $0.isLetter || $0.isNumber }), !isDeclared(type: name) else { return }
    let written =
      if ["int", "bool", "string", "double", "float"].contains(name) {
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
