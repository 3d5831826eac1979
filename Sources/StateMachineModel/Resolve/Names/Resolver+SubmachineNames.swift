import StateMachineSyntax

/// Finds the names of a submachine's declarations that its owner uses. The submachine may be in another file.
extension Resolver {
  /// Finds the names of a submachine's states, events and outputs in a list of patterns or arguments: `poke` in
  /// `working(.poke(let k))`. Collects these names for an editor. Also reports a case in a pattern that lacks its dot.
  ///
  /// - Parameters:
  ///   - places: for each element of the list, the index of its field.
  ///   - isPattern: whether the elements are patterns, and not arguments.
  mutating func readSubmachineNames(
    in list: ArgumentListSyntax, _ places: [Int], _ fields: [Field], isPattern: Bool
  ) {
    guard isPattern || occurrences != nil, fields.contains(where: { $0.submachine != nil }) else { return }
    for (item, place) in zip(list.items, places) {
      guard fields.indices.contains(place), let part = fields[place].submachine,
        case .submachine(let state) = fields[place].key, let submachine = machine.states[state].submachine
      else { continue }
      read(item.value.range, of: submachine.interface.name, isPattern: isPattern) { reader, outline in
        switch part {
        case .machine: reader.readState(in: [], of: outline)
        case .event: reader.readEvent(of: outline)
        case .output: reader.readOutput(of: outline)
        }
      }
    }
  }

  /// Collects, for an editor, the final state that a pattern of `done` names: `done(.accepted)`. Whether that state is
  /// really a final state is checked elsewhere.
  ///
  /// - Parameters:
  ///   - range: the range of the pattern.
  ///   - state: the source of the row.
  mutating func read(finalStateIn range: SourceRange, of state: StateID) {
    let name = machine.states[state].submachine?.interface.name ?? machine.fullName
    let path =
      machine.states[state].submachine == nil ? machine.path(of: state).map { stateName($0) } : []
    read(range, of: name, isPattern: true) { $0.readState(in: path, of: $1) }
  }

  /// Sets the types of the names that a pattern of `done` binds: of `code` in `done(.accepted(let code))`. A type comes
  /// from the payload of the submachine's final state. It stays unknown if it contains a name that the owner or the
  /// submachine declares. Such a name, for example `State`, may mean different types in the two machines.
  mutating func setTypes(of pattern: inout Pattern, in submachine: Submachine) {
    var own = Set(submachine.interface.typealiases + submachine.interface.genericParameters)
    own.formUnion(["State", "Event", "Output", "Outcome", "Timer"])
    own.formUnion(machine.typealiasIndices.keys)
    own.formUnion((machine.swift.types.map(\.name) + machine.genericParameters.map(\.name)).map(source.text))
    for found in reader(
      of: pattern.range, submachine.interface.name, isPattern: true, { $0.readState(in: [], of: $1) })?.bindings ?? []
    {
      guard let index = pattern.bindings.firstIndex(where: { $0.name.range == found.name }) else { continue }
      let type = Array(found.field.type.utf8)
      let tokens = SwiftLexer.tokens(of: type, in: SourceRange(0, type.count))
      guard !tokens.contains(where: { own.contains(String(decoding: type[$0.start..<$0.end], as: UTF8.self)) }) else {
        continue
      }
      pattern.bindings[index].key = typeNumbers.key(ofText: found.field.type)
      if found.outline.path == source.path { pattern.bindings[index].type = found.field.typeRange }
    }
  }

  /// Returns whether the Swift of the current row uses the name at `range` also outside of this range. If it does, a
  /// name in a pattern is meant as a variable: `done(code) / show(code)`. If not, the name may be a case that lacks its
  /// dot.
  func isUsed(_ range: SourceRange) -> Bool {
    guard let name = tree.names.find(range.lowerBound, range.upperBound) else { return false }
    return tree.nameUses.contains {
      $0.name == name && row.range.contains(file.range(of: $0)) && !range.contains(file.range(of: $0))
    }
  }

  /// Collects, for an editor, the label of an argument that names a property of a submachine.
  mutating func note(_ label: NameSyntax, propertyOf submachine: Submachine) {
    guard occurrences != nil else { return }
    let outline = outline(of: submachine.interface.name)
    guard let outline, let property = outline.properties.first(where: { $0.label?.text == text(label.id) })?.label
    else {
      return
    }
    Self.add(
      .init(range: source.bare(label.range), name: property, kind: .property, outline: outline), source, &occurrences)
  }

  /// Returns the first state whose submachine has an event with a name. Nil if no submachine has such an event.
  mutating func state(holdingEvent name: String) -> StateID? {
    for state in machine.states.indices {
      guard let machine = machine.states[state].submachine?.interface.name, let outline = outline(of: machine) else {
        continue
      }
      if outline.events.contains(where: { $0.name.text == name }) { return state }
    }
    return nil
  }

  private mutating func read(
    _ range: SourceRange, of machine: String, isPattern: Bool,
    _ read: (inout SubmachineReader, MachineOutline) -> Void
  ) {
    guard let reader = reader(of: range, machine, isPattern: isPattern, read) else { return }
    Self.add(reader, source, &occurrences)
    // The row may use the names that the pattern binds.
    for (name, kind, machine) in reader.withoutDot where !isUsed(name) {
      reportOnce(.missingDot(name, source.text(name), kind.rawValue, of: machine))
    }
  }

  private mutating func reader(
    of range: SourceRange, _ machine: String, isPattern: Bool,
    _ read: (inout SubmachineReader, MachineOutline) -> Void
  ) -> SubmachineReader? {
    guard let outline = outline(of: machine) else { return nil }
    var reader = SubmachineReader(source, range, isPattern: isPattern, find: context.outline)
    read(&reader, outline)
    return reader
  }

  private mutating func outline(of machine: String) -> MachineOutline? {
    if let known = outlines[machine] { return known }
    guard let outline = context[machine]?.outline else { return nil }
    outlines[machine] = outline
    return outline
  }

  // MARK: Swift of the whole file

  /// Adds the names of machines' declarations in all Swift of a file to `occurrences`, in which an editor finds names.
  /// Names that `occurrences` contains already are not added again.
  package static func noteMembers(
    of context: MachineContext, _ source: SourceFile, _ tree: SyntaxTree, _ occurrences: inout Occurrences
  ) {
    var reader = MemberReader(source, tree, context, occurrences)
    reader.read()
    var found: Occurrences? = Occurrences()
    for name in reader.found { add(name, source, &found) }
    for swift in reader.unread { found?.add(swift) }
    if let found { occurrences.append(found) }
  }

  // MARK: Results

  private static func add(_ reader: SubmachineReader, _ source: SourceFile, _ occurrences: inout Occurrences?) {
    for found in reader.found { add(found, source, &occurrences) }
    for (range, machine) in reader.unread { occurrences?.add(UnreadSwift(range: range, machine: machine)) }
  }

  static func add(
    _ found: SubmachineReader.Found, _ source: SourceFile, _ occurrences: inout Occurrences?
  ) {
    if found.outline.path == source.path {
      occurrences?.add(
        Occurrence(range: found.range, declaration: found.name.range, kind: found.kind, form: found.form))
    } else {
      occurrences?.add(
        ForeignOccurrence(
          range: found.range, path: found.outline.path, declaration: found.name.range, kind: found.kind,
          form: found.form))
    }
  }
}

extension SourceFile {
  /// Returns the first place in a piece of Swift at which a name stands, or a generated name that contains it. Nil if
  /// the piece contains neither.
  ///
  /// The name itself counts after a dot or before a colon: `.playing`. A longer name counts after a dot if it ends with
  /// the name (`.isPlaying` for `playing`). It also counts if it begins with the name and goes on without a small
  /// letter (`.playerPlaying` for `player`).
  package func mention(of name: String, in swift: SourceRange) -> SourceRange? {
    var lexer = SwiftLexer(bytes: bytes, from: swift.lowerBound, to: swift.upperBound)
    let capitalised = name.prefix(1).uppercased() + name.dropFirst()
    var before = lexer.next()
    var token = before
    while token.kind != .end {
      let next = lexer.next()
      if token.kind == .identifier {
        let range = bare(SourceRange(token.start, token.end))
        let word = text(range)
        let isName = word == name && (before.isPunctuation(Ascii.dot) || next.isPunctuation(Ascii.colon))
        let isPart =
          before.isPunctuation(Ascii.dot)
          && (word.hasSuffix(capitalised)
            || word.hasPrefix(name) && word.dropFirst(name.count).first?.isLowercase == false)
        if isName || isPart { return range }
      }
      before = token
      token = next
    }
    return nil
  }
}
