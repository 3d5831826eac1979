import StateMachineSyntax

/// A type that a file declares: a machine, a wrapper with a name, an `action`, a type alias, or a type in the file's
/// Swift.
package struct DeclaredType: Sendable {
  /// The name of the type. Before it stands the name of the type that contains it, if there is one: `Client.Door`. A
  /// type within a machine has only its own name here.
  package var name: String
  package var range: SourceRange
  /// The kind of declaration, as a message says it: `the machine`, `the wrapper`, `the type`.
  package var kind: String
  package var isNested = false
}

extension SyntaxTree {
  /// Returns the types that the file declares: machines and their named wrappers, type aliases, enums of results
  /// (`action`), and types in Swift code.
  package func declaredTypes(in source: SourceFile) -> [DeclaredType] {
    var types = swiftTypes(swift, source, isNested: false)
    for machine in machines {
      let fullName = machine.fullName(names)
      types.append(DeclaredType(name: fullName, range: source.bare(machine.name.range), kind: "the machine"))
      let outer = machine.outer.map { $0.text(names) + "." } ?? ""
      for item in machine.body {
        switch item {
        case .typealias(let alias):
          var lexer = SwiftLexer(
            bytes: source.bytes, from: alias.text.range.lowerBound, to: alias.text.range.upperBound)
          let token = lexer.next()
          let range = source.bare(SourceRange(token.start, token.end))
          types.append(
            DeclaredType(name: source.text(range), range: range, kind: "the type alias", isNested: true))
        case .actionEnum(let action):
          types.append(
            DeclaredType(
              name: names.text(action.name.id), range: source.bare(action.name.range), kind: "the action",
              isNested: true))
        case .wrapper(let wrapper):
          guard let name = wrapper.name else { continue }
          types.append(
            DeclaredType(
              name: outer + names.text(name.id), range: source.bare(name.range), kind: "the wrapper"))
        case .swift(let block): types += swiftTypes([block], source, isNested: true)
        default: break
        }
      }
    }
    return types
  }

  private func swiftTypes(_ blocks: [SwiftBlockSyntax], _ source: SourceFile, isNested: Bool) -> [DeclaredType] {
    blocks.flatMap { block in
      SwiftDeclarations(in: block.range, source.bytes).declarations.filter { $0.kind == .type }.map { type in
        DeclaredType(name: source.text(type.name), range: type.name, kind: "the type", isNested: isNested)
      }
    }
  }
}
