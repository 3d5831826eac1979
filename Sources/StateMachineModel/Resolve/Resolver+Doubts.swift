import StateMachineSyntax

/// What a row may say, and seldom means to: Swift elsewhere in the module could make sense of it.
extension Resolver {
  /// Notes a name in a row's own Swift, blocks aside, that may be meant as another one.
  ///
  /// - Parameter name: nothing that the scope knows.
  mutating func noteUnknown(_ name: NameUse, at range: SourceRange) {
    let first = source.bytes[range.lowerBound]
    guard row.carrier.incoming == nil, range == file.range(of: name), Ascii.isLowercase(first), !name.isMemberOfSelf,
      !name.isStateQuery,
      source.bytes[range.upperBound...].first != Ascii.leftParen,
      !row.unknownNames.contains(where: { $0.range == range }), !row.effects.contains(where: { isBlock($0, range) })
    else { return }
    row.unknownNames.append((name.name, range))
  }

  private func isBlock(_ effect: EffectSyntax, _ range: SourceRange) -> Bool {
    if case .block(_, let block) = effect { block.contains(range) } else { false }
  }

  /// Says what the names that no expansion of the row knows may be meant as.
  mutating func reportUnknownNames() {
    guard !row.unknownNames.isEmpty else { return }
    let line = row.carrier.line.flatMap { openLines[$0] } ?? [:]
    let declared = Set(declaredNames(in: row.effects)).union(line.keys)
    for (name, range) in row.unknownNames
    where !declared.contains(name) && !row.written.contains(where: { $0.name == name }) {
      let spelling = text(name)
      let isInSwift =
        machine.swift.names.contains(spelling) || machine.swift.wordsBeside.types.contains(spelling)
        || file.declarations.contains { source.text($0.name) == spelling }
      if isInSwift || isExcused(name) { continue }
      if names[name].isTracked {
        if let owner = owner(ofLabel: name) { reportOnce(.labelOfOther(range, spelling, owner)) }
        continue
      }
      let known =
        scope.entries.map(\.name) + machine.storedProperties.map(\.name) + machine.namedGuards.map(\.name)
      if let nearest = Spelling.slip(spelling, among: known.map { text($0.id) }) {
        reportOnce(.nearName(range, spelling, nearest: nearest))
      }
    }
  }

  /// The first event or state that has a label.
  private func owner(ofLabel name: NameID) -> String? {
    func has(_ fields: [Field]) -> Bool { fields.contains { $0.name?.id == name } }
    let event = machine.events.first { has($0.fields) }
    return (event?.name ?? machine.states.first { has($0.fields) }?.name).map { text($0.id) }
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

/// The same of declarations.
extension DeclarationResolver {
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
    var parameters = machine.states.flatMap(\.fields)
    for fields in machine.events.map(\.fields) + machine.outputs.map(\.fields) + machine.choices.map(\.fields) {
      parameters += fields
    }
    for field in parameters {
      checkType(field.type, label: field.label.map { text($0.id) })
      if field.isVariable, machine.ownsNothing(field.type), let name = field.name {
        diagnostics.append(.variableNumber(name.range, text(name.id), type: source.text(field.type)))
      }
    }
    for property in machine.storedProperties { checkType(property.type, label: text(property.name.id)) }
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
    machine.typealiasIndices[name] != nil || machine.swift.names.contains(name)
      || machine.genericParameters.contains { source.text($0.name) == name }
      || file.declarations.contains { source.text($0.name) == name }
  }
}
