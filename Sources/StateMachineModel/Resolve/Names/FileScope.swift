import StateMachineSyntax

/// The facts about a file that all of its machines share while their names are looked up.
struct FileScope: Sendable {
  let source: SourceFile
  let tree: SyntaxTree
  /// The names whose declarations may stand in text that the parser could not read. They are not reported as
  /// undeclared.
  let possiblyDeclared: Set<NameID>
  /// The declarations in the file's Swift outside of machines.
  let declarations: [SwiftDeclarations.Declaration]
  /// The words in the file's Swift outside of machines.
  let wordsOfSwift: SwiftWords
  /// The names of the generic types in the file's Swift outside of machines.
  let genericTypes: Set<String>

  init(source: SourceFile, tree: SyntaxTree) {
    self.source = source
    self.tree = tree
    possiblyDeclared = Set(tree.possiblyDeclaredNames)
    declarations = tree.swift.flatMap { SwiftDeclarations(in: $0.range, source.bytes).declarations }
    var words = SwiftWords()
    for block in tree.swift { words.read(block.range, source.bytes, isType: true) }
    wordsOfSwift = words
    genericTypes = Set(declarations.filter(\.isGeneric).map { source.text($0.name) })
  }

  func text(_ name: NameID) -> String { tree.names.text(name) }

  /// Returns the range of a name that embedded Swift uses, without back-ticks.
  func range(of use: NameUse) -> SourceRange {
    SourceRange(Int(use.start), Int(use.start) + tree.names.utf8(use.name).count)
  }

  /// Returns a name as the model stores it: with its number, its range without back-ticks, and whether it needs
  /// back-ticks in Swift.
  func identifier(_ name: NameSyntax) -> Identifier {
    let bytes = tree.names.utf8(name.id)
    var range = name.range
    let isQuoted = range.lowerBound < source.bytes.count && source.bytes[range.lowerBound] == Ascii.backtick
    if isQuoted { range = SourceRange(range.lowerBound + 1, range.upperBound - 1) }
    // Keywords have at most 15 letters.
    let needsBackticks =
      !SwiftName.isPlain(bytes) || bytes.count <= 15 && SwiftKeyword.reserved.contains(text(name.id))
    return Identifier(id: name.id, range: range, needsBackticks: needsBackticks)
  }

  /// Returns the range of a name including its back-ticks, if it has any.
  func written(_ name: Identifier) -> SourceRange { source.written(name.range) }

  /// Returns the code of a piece of Swift: its range, and the places of names that the generated code replaces. For
  /// `isFull && n > 0` with a named guard `isFull`, this is the place of `isFull`, with the guard's condition.
  /// Parameters of a named effect have places, too. Their arguments are inserted later, where the named effect is used.
  ///
  /// - Parameters:
  ///   - names: the meanings of the names.
  ///   - guards: the named guards of the machine.
  ///   - parameters: the parameters of the named effect that contains the piece; empty elsewhere.
  func code(
    _ text: SwiftText, _ names: borrowing MachineScope, _ guards: Table<NamedGuard>,
    _ parameters: [NameID: Identifier]
  ) -> SwiftCode {
    var code = SwiftCode(range: text.range)
    guard names.hasGuards || !parameters.isEmpty else { return code }
    var expansions: [SwiftCode.Expansion] = []
    for index in text.uses.indices {
      let use = tree.nameUses[index]
      guard !use.isMemberOfSelf else { continue }
      if let parameter = parameters[use.name] {
        let whole = interpolation(around: range(of: use), in: text.range)
        expansions.append(
          .init(
            range: range(of: use), name: parameter, code: SwiftCode(range: parameter.range),
            interpolation: whole.flatMap { source.bytes[$0.lowerBound + 1] == Ascii.leftParen ? $0 : nil }))
      }
      guard parameters[use.name] == nil, let named = names[use.name].namedGuard else { continue }
      expansions.append(.init(range: range(of: use), name: guards[named].name, code: guards[named].expression))
    }
    if !expansions.isEmpty { code.expansions = expansions }
    return code
  }

  /// Returns the interpolations in string literals that consist of `state` or `event` alone, as both do in
  /// `"\(state) takes no \(event)"`. The generated code writes the name of the state or event there, without its
  /// payload.
  func namePlaces(in text: SwiftText) -> [SwiftCode.NamePlace] {
    var places: [SwiftCode.NamePlace] = []
    for index in text.uses.indices {
      let use = tree.nameUses[index]
      let name = tree.names.utf8(use.name)
      guard name.count == 5, !use.isMemberOfSelf else { continue }
      let isState = name.elementsEqual("state".utf8)
      guard isState || name.elementsEqual("event".utf8) else { continue }
      guard let range = interpolation(around: range(of: use), in: text.range) else { continue }
      places.append(SwiftCode.NamePlace(range: range, subject: isState ? .state : .event))
    }
    return places
  }

  /// Returns the range of the interpolation around a name: `\(state)` or `\#(state)`. Nil if the name is not in an
  /// interpolation, or if the interpolation contains more than the name.
  private func interpolation(around name: SourceRange, in text: SourceRange) -> SourceRange? {
    var start = name.lowerBound
    var end = name.upperBound
    while start > text.lowerBound, Ascii.isBlank(source.bytes[start - 1]) { start -= 1 }
    while end < text.upperBound, Ascii.isBlank(source.bytes[end]) { end += 1 }
    guard start > text.lowerBound, source.bytes[start - 1] == Ascii.leftParen, end < text.upperBound,
      source.bytes[end] == Ascii.rightParen
    else { return nil }
    start -= 1
    while start > text.lowerBound, source.bytes[start - 1] == Ascii.hash { start -= 1 }
    guard start > text.lowerBound, source.bytes[start - 1] == Ascii.backslash else { return nil }
    return SourceRange(start - 1, end + 1)
  }

  /// Reports a type that has the same name as a machine, a wrapper or a delegate of the file. An example is a class
  /// `DoorStateMachine` in the file's Swift, beside `machine Door`. Two types in the file's Swift are not compared,
  /// because blocks under `#if` may declare one type twice.
  func checkNamesOfTypes(_ machines: [StateMachine], _ diagnostics: inout DiagnosticList) {
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
      guard check(machine.fullName, machine.name.range) else { continue }
      let outer = machine.outer.map { $0.name + "." } ?? ""
      for wrapper in machine.wrappers {
        let name = wrapper.name.map { text($0.id) } ?? NameForm.wrapper.text(text(machine.name.id))
        let range = wrapper.name?.range ?? machine.name.range
        // A class or an actor has the protocol of its delegate, too.
        if check(outer + name, range), wrapper.kind.hasDelegate { check(outer + name + "Delegate", range) }
      }
    }
    for declaration in declarations where declaration.kind == .type {
      let name = source.text(declaration.name)
      // Two blocks under `#if` may declare one type.
      guard let first = seen[name] else { continue }
      diagnostics.append(.declaredTwice("type", name, declaration.name, first: first))
    }
  }
}
