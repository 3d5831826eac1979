import StateMachineSyntax

/// The facts that all machines of a file share while their names are looked up.
struct FileScope: Sendable {
  let source: SourceFile
  let tree: SyntaxTree
  /// The names whose declarations may stand in unreadable text: none of the names is reported as undeclared.
  let possiblyDeclared: Set<NameID>
  /// The declarations in the Swift beside machines.
  let declarations: [SwiftDeclarations.Declaration]
  /// The words in the Swift beside machines.
  let wordsOfSwift: SwiftWords
  /// The names of the types with generic parameters in the Swift beside machines.
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

  /// Returns the range of a name's use in embedded Swift, without back-ticks.
  func range(of use: NameUse) -> SourceRange {
    SourceRange(Int(use.start), Int(use.start) + tree.names.utf8(use.name).count)
  }

  /// Returns the name for the model, which says whether Swift needs back-ticks around it.
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

  /// Returns the range of a name, with its back-ticks.
  func written(_ name: Identifier) -> SourceRange { source.written(name.range) }

  /// Returns the code of a text, with the conditions of named guards in it, and with the places of parameters, whose
  /// arguments are not known yet.
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

  /// Returns the places where string literals of a text name the state and the event: `"\(state) takes no \(event)"`.
  /// Each name stands alone in its interpolation.
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

  /// Returns the interpolation that contains nothing but a name: `\(state)`, `\#(state)`; nil if there is none.
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

  /// Reports types of a file with one name: machines, wrappers with their delegates, and types in Swift.
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
