import StateMachineSyntax

/// Checks blocks of Swift (`{ … }`), and finds the changes that they make.
extension Resolver {
  /// Returns the name of an output if a block contains this name and nothing else: `{ beep }`. Such a block is a
  /// mistake, because Swift would take the name for a value. Nil for any other block.
  func outputAlone(in block: SwiftText) -> String? {
    let (start, end) = (block.range.lowerBound, block.range.upperBound)
    guard start < end, Ascii.beginsIdentifier(source.bytes[start]),
      Ascii.endOfIdentifier(source.bytes, from: start, to: end) == end,
      let name = tree.names.find(start, end), names[name].output != nil
    else { return nil }
    return text(name)
  }

  /// Checks a block, and returns the changes that it makes to labels and properties: for `{ list.append(1) }`, a change
  /// of `list`. Reports words that would leave the generated function, such as `return`. A `try` of Swift is allowed in
  /// rows of a machine with methods. The names that the block declares, as in `{ let n = 1 }`, are stored. Those of
  /// labels, properties and named guards are added to `row.blockNames`. If the row leads to a choice, all are added to
  /// `row.declared`.
  ///
  /// - Parameters:
  ///   - text: the Swift of the block.
  ///   - range: the range of the block with its braces.
  mutating func checkBlock(
    _ text: SwiftText, _ range: SourceRange
  ) -> [BlockChange] {
    for (word, place) in SwiftAnalysis.forbiddenWords(in: range, source.bytes) {
      // A row of a machine with methods may throw to the caller of the method.
      if word == "try", machine.hasMethods, row.carrier.mayThrow { continue }
      reject(.forbiddenInBlock(word, place))
    }
    for name in SwiftAnalysis.declaredNames(in: range, source.bytes) {
      guard let id = tree.names.find(name.lowerBound, name.upperBound) else { continue }
      if names[id].isTracked { row.blockNames.append(id) }
      if row.choice != nil {
        row.declared.append(id)
        names[id].isDeclaredInBlock = true
      }
    }
    return changes(in: text, range)
  }

  /// Returns the certain and possible changes that an argument or a result makes to labels and properties. For the
  /// argument `list.removeLast()`, this is a change of `list`. In each change, `use.hasResult` is true, because the
  /// value of the whole expression is used.
  func changes(in argument: SwiftText) -> [BlockChange] {
    // The range of a block includes its braces.
    changes(in: argument, SourceRange(argument.range.lowerBound - 1, argument.range.upperBound + 1))
      .map { change in
        var change = change
        change.use.hasResult = true
        return change
      }
  }

  private func changes(in text: SwiftText, _ range: SourceRange) -> [BlockChange] {
    let uses = text.uses.indices.map { tree.nameUses[$0] }.filter {
      !$0.isMemberOfSelf && names[$0.name].isTracked
    }
    let found = SwiftAnalysis.uses(of: uses.map { Int($0.start) }, in: range, source.bytes)
    guard found.contains(where: { $0.change != .none }) else { return [] }
    let hasLoops = SwiftAnalysis.hasLoops(in: range, source.bytes)
    var changes: [BlockChange] = []
    for (name, use) in zip(uses, found) where use.change != .none {
      changes.append(
        BlockChange(name: name.name, use: use, start: name.start, range: file.range(of: name), isInLoop: hasLoops))
    }
    return changes
  }

  /// Reports a block that calls an output like a function: `{ buzz() }`. Nothing is reported if `buzz` may be something
  /// else, such as a function in the file's Swift. In a machine without methods, also reports a call of `handle`. A
  /// block runs while the machine handles an event, and it cannot handle another one meanwhile.
  mutating func reportCallsOfOutputs(_ block: SwiftText, _ range: SourceRange) {
    for index in block.uses.indices {
      let (id, name) = (tree.nameUses[index].name, file.range(of: tree.nameUses[index]))
      if SwiftKeyword.matches("handle(", source.bytes, name.lowerBound), !machine.hasMethods, !isKnownToSwift("handle")
      {
        reportOnce(.eventWithinStep(name, "handle"))
      }
      guard let output = names[id].output, source.bytes[name.upperBound] == Ascii.leftParen, !isKnownToSwift(text(id)),
        !declaredNames(in: [.block(block, range: range)]).contains(id)
      else { continue }
      used.outputs[output] = true
      let tokens = SwiftLexer.tokens(of: source.bytes, in: SourceRange(name.upperBound, block.range.upperBound))
      let closer = tokens.closer(of: 0, in: tokens.indices) ?? 1
      let call = SourceRange(name.lowerBound, tokens[closer].end)
      reportOnce(
        .callOfOutput(name, text(id), effect: closer == 1 ? text(id) : Diagnostic.quotation(source.text(call))))
    }
  }

  /// Reports a block that assigns to the machine's state: `{ state = .open }`. Such an assignment is no transition, so
  /// the diagram would not show it, and the checks would not examine it. Nothing is reported in a machine with methods,
  /// or if a label or the block itself declares the name `state`.
  mutating func reportChangeOfState(in block: SwiftText, _ range: SourceRange) {
    guard !machine.hasMethods, let state = tree.names.find(text: "state"), !names[state].isTracked else { return }
    let uses = block.uses.indices.map { tree.nameUses[$0] }.filter { $0.name == state }
    guard !uses.isEmpty, !declaredNames(in: [.block(block, range: range)]).contains(state) else { return }
    let changes = SwiftAnalysis.uses(of: uses.map { Int($0.start) }, in: range, source.bytes)
    for (use, change) in zip(uses, changes) where change.change == .replaced {
      reportOnce(.stateBesideArrow(file.range(of: use), in: row.isExternal ? nil : row.carrier.noun))
      row.isBroken = true
      // The row that should replace the block may lead to the state.
      isIncomplete = true
    }
  }
}
