import StateMachineSyntax

/// Reads the blocks of Swift in a machine's body, which become part of the generated type.
extension DeclarationResolver {
  mutating func declareSwift(_ block: SwiftBlockSyntax) {
    machine.swift.blocks.append(block.range)
    for index in block.text.uses.indices { machine.swift.usedNames.append(tree.nameUses[index].name) }
    let found = SwiftDeclarations(in: block.range, source.bytes)
    for declaration in found.declarations { declare(declaration) }
    machine.swift.noteFunctions(found.declarations, source)
    for place in found.assignmentsOfState { diagnostics.append(.helperAssignsState(place)) }
  }

  /// Adds a declaration in a `swift { … }` block to the machine. Reports a stored property, and a name that the machine
  /// declares already.
  private mutating func declare(_ declaration: SwiftDeclarations.Declaration) {
    let name = source.text(declaration.name)
    machine.swift.names.insert(name)
    if declaration.kind != .type { machine.swift.members.insert(name) }
    switch declaration.kind {
    case .type:
      // Two blocks under `#if` may declare one type.
      if let first = otherType(name) {
        diagnostics.append(.declaredTwice("type", name, declaration.name, first: first))
      } else {
        machine.swift.types.append(.init(declaration))
      }
    case .property(isStored: true):
      diagnostics.append(.storedInSwift(declaration.name, name))
      return
    case .property, .function: break
    }
    guard let id = tree.names.find(text: name), let first = propertyOrGuard(id) else { return }
    diagnostics.append(.declaredTwice("property or guard", name, declaration.name, first: first))
  }

  /// Reports properties with the name of a member that the generated type has anyway: `var state: Int`.
  mutating func checkNamesOfMembers() {
    for property in machine.storedProperties where isGeneratedMember(text(property.name.id)) {
      diagnostics.append(.generatedMember(file.written(property.name), text(property.name.id)))
    }
  }

  private func otherType(_ name: String) -> SourceRange? {
    machine.genericParameters.first { source.text($0.name) == name }?.name
      ?? machine.typealiasIndices[name].map { machine.typealiases[$0].name }
  }
}

extension SwiftMembers {
  /// Adds to `readingFunctions` the names of functions that are not `mutating`, so that their calls change nothing. If
  /// some function with such a name is `mutating`, the name is left out.
  mutating func noteFunctions(_ declarations: [SwiftDeclarations.Declaration], _ source: SourceFile) {
    let functions = declarations.filter { $0.kind == .function }
    mutatingFunctions.formUnion(functions.lazy.filter(\.isMutating).map { source.text($0.name) })
    readingFunctions.formUnion(functions.lazy.filter { !$0.isMutating }.map { source.text($0.name) })
    readingFunctions.subtract(mutatingFunctions)
  }
}

extension SwiftMembers.TypeDeclaration {
  init(_ declaration: SwiftDeclarations.Declaration) {
    self.init(name: declaration.name, access: declaration.access ?? .internal, isGeneric: declaration.isGeneric)
  }
}
