import StateMachineSyntax

/// Reports names in the Swift of rows that mean no value there, if they are probably meant as something else:
/// `opening`, a state, or `coutn` for `count`. Other names are not reported, because Swift elsewhere in the module may
/// declare them.
extension Resolver {
  /// Stores a name that is not in scope, so that `reportUnknownNames` can find out whether something else is meant.
  /// Names in blocks are not stored. Of the names in named guards and named effects, only labels are stored. All others
  /// mean the same in each row. A call of an output as a value, `n = beep()`, is reported at once.
  ///
  /// - Parameters:
  ///   - name: the name in the Swift of the row, or of a named guard or a named effect.
  ///   - place: the place of the name in the row. For a name in a named guard or effect, the place where the row uses
  ///     that guard or effect.
  ///   - isInPattern: whether the name is in a pattern, where a `let` may be missing.
  mutating func noteUnknown(_ name: NameUse, at place: SourceRange, isInPattern: Bool = false) {
    let range = file.range(of: name)
    let meaning = names[name.name]
    // Swift elsewhere may declare a function; most names of functions end here.
    let isCalled = source.bytes[range.upperBound...].first == Ascii.leftParen
    guard !isCalled || meaning.output != nil, row.carrier.mayBeReworded, place == range || names[name.name].isTracked,
      Ascii.isLowercase(source.bytes[range.lowerBound]), !name.isMemberOfSelf, !name.isStateQuery,
      !row.unknownNames.contains(where: { $0.name == name.name && $0.place == place }),
      !row.effects.contains(where: { isBlock($0, range) }),
      place == range
        || !machine.namedEffects.indices.contains(where: {
          namedEffects[$0].syntax.effects.contains { isBlock($0, range) }
        })
    else { return }
    if isCalled, isKnownToSwift(text(name.name)) { return }
    // The declaration with the name does not count as unused.
    if let output = meaning.output { used.outputs[output] = true }
    if isCalled { return reportOnce(.valueOfOutput(range, text(name.name))) }
    if let event = meaning.event { used.events[event] = true }
    if let effect = meaning.namedEffect { used.effects[effect] = true }
    row.unknownNames.append(
      UnknownName(
        name: name.name, place: place, user: place == range ? nil : source.text(place), isInPattern: isInPattern))
  }

  private func isBlock(_ effect: EffectSyntax, _ range: SourceRange) -> Bool {
    if case .block(_, let block) = effect { block.contains(range) } else { false }
  }

  /// Reports the stored names that are unknown for all sources and triggers of the row, if they are probably meant as
  /// something else.
  mutating func reportUnknownNames() {
    guard !row.unknownNames.isEmpty else { return }
    let line = row.carrier.line.flatMap { openLines[$0] } ?? [:]
    let declared = Set(declaredNames(in: row.effects)).union(line.keys).union(row.bound.map(\.name.id))
    // A name that the row contains twice is one mistake.
    var reported: Set<NameID> = []
    for unknown in row.unknownNames
    where !declared.contains(unknown.name) && !row.written.contains(where: { $0.name == unknown.name }) {
      guard let doubt = doubt(about: unknown), unknown.user != nil || reported.insert(unknown.name).inserted else {
        continue
      }
      reportOnce(doubt)
    }
  }

  /// Returns a finding for a name that means nothing in the row and is probably meant as something else. It may be a
  /// label of another state, a state, an event, an output, an effect, or a misspelled name. Nil if Swift elsewhere may
  /// declare the name.
  private mutating func doubt(about unknown: UnknownName) -> Diagnostic? {
    let (name, range) = (unknown.name, unknown.place)
    let spelling = text(name)
    let isInSwift =
      machine.swift.names.contains(spelling) || machine.swift.wordsBeside.types.contains(spelling)
      || file.declarations.contains { source.text($0.name) == spelling }
    // `true` in a pattern and in an effect is a value in both.
    if isInSwift || isExcused(name) || SwiftKeyword.reserved.contains(spelling) { return nil }
    let meaning = names[name]
    if meaning.isTracked, !unknown.isInPattern {
      return machine.owner(ofLabel: name).map {
        .labelOfOther(range, spelling, text($0.id), usedBy: unknown.user)
      }
    }
    // A pattern may lack the `let` of a name that the row uses.
    let others = row.unknownNames.filter { $0.name == name && $0.isInPattern != unknown.isInPattern }
    if !others.isEmpty || meaning.isTracked { return unknown.isInPattern ? .nameWithoutLet(range, spelling) : nil }
    // After an `in` without parentheses, these are the mistake.
    if let state = meaning.state, !row.hasErrors, !SwiftKeyword.matches("in ", source.bytes, range.lowerBound - 3) {
      let path = machine.path(of: state).map { stateName($0) }.joined(separator: ".")
      return .stateAsValue(range, spelling, path: path)
    }
    if meaning.event != nil { return .noValue(range, spelling, "event") }
    if meaning.output != nil { return .noValue(range, spelling, "output") }
    if meaning.namedEffect != nil { return .noValue(range, spelling, "effect") }
    let known = scope.entries.map(\.name) + machine.storedProperties.map(\.name) + machine.namedGuards.map(\.name)
    guard let nearest = Spelling.slip(spelling, among: known.map { text($0.id) }) else { return nil }
    // The declaration that is probably meant does not count as unused.
    if let meant = tree.names.find(text: nearest) {
      if let property = names[meant].property { used.properties[property] = true }
      if let named = names[meant].namedGuard { used.guards[named] = true }
    }
    // A declaration whose name differs from all its uses is one mistake.
    guard undeclaredNames.insert(UndeclaredName(what: "name", name: name)).inserted else {
      row.reported.append((.warning, .doubtful, range))
      return nil
    }
    return .nearName(range, spelling, nearest: nearest)
  }
}

extension StateMachine {
  /// Returns the name of the first event or state whose payload has a label. Nil if no payload has the label.
  func owner(ofLabel name: NameID) -> Identifier? {
    func has(_ fields: [Field]) -> Bool { fields.contains { $0.name?.id == name } }
    return (events.first { has($0.fields) })?.name ?? (states.first { has($0.fields) })?.name
  }
}
