import StateMachineSyntax

/// The Swift in a machine's body, which becomes part of its type.
extension DeclarationResolver {
  mutating func declareSwift(_ block: SwiftBlockSyntax) {
    machine.swift.blocks.append(block.range)
    for index in block.text.uses.indices { machine.swift.usedNames.append(tree.nameUses[index].name) }
    let found = SwiftDeclarations(in: block.range, source.bytes)
    for declaration in found.declarations { declare(declaration) }
    declaredInSwift += found.declarations
    initializersInSwift += found.initializers
    for place in found.assignmentsOfState { diagnostics.append(.helperAssignsState(place)) }
  }

  private mutating func declare(_ declaration: SwiftDeclarations.Declaration) {
    let name = source.text(declaration.name)
    machine.swift.names.insert(name)
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

  /// Reports properties, and members in blocks of Swift, that are called like those which the generated type has
  /// anyway.
  mutating func checkNamesOfMembers() {
    for property in machine.storedProperties where isGeneratedMember(text(property.name.id)) {
      diagnostics.append(.generatedMember(file.written(property.name), text(property.name.id)))
    }
    for member in declaredInSwift where [.function, .property(isStored: false)].contains(member.kind) {
      let name = source.text(member.name)
      if isGeneratedMember(name) { diagnostics.append(.generatedMember(member.name, name, what: "member")) }
    }
  }

  /// Reports the initializers in blocks of Swift that have the labels and the types of a generated one.
  mutating func checkInitializersInSwift() {
    guard !initializersInSwift.isEmpty else { return }
    var whole = ParameterSignature(machine.initializedProperties.map { (text($0.name.id), $0.type) }, source.bytes)
    whole.append("state", type: "State")
    let start = machine.startParameters.map { parameters in
      ParameterSignature(
        parameters.map { parameter in
          switch parameter {
          case .field(let field): (field.label.map { text($0.id) }, field.type)
          case .property(let property): (text(property.name.id), property.type)
          }
        }, source.bytes)
    }
    for initializer in initializersInSwift {
      let signature = ParameterSignature(in: initializer.parameters, source.bytes)
      guard signature == whole || signature == start else { continue }
      diagnostics.append(.generatedInitializer(initializer.keyword))
    }
  }

  private func otherType(_ name: String) -> SourceRange? {
    machine.genericParameters.first { source.text($0.name) == name }?.name
      ?? machine.typealiasIndices[name].map { machine.typealiases[$0].name }
  }
}

extension SwiftMembers.TypeDeclaration {
  init(_ declaration: SwiftDeclarations.Declaration) {
    self.init(name: declaration.name, access: declaration.access ?? .internal, isGeneric: declaration.isGeneric)
  }
}
