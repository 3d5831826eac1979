import StateMachineSyntax

/// A file whose declarations have been read. Its rows are resolved later, when the machines of all files are known.
package struct DeclaredFile: Sendable {
  let scope: FileScope
  let machines: [DeclarationResolver]
}

extension MachineContext {
  /// Parses a file and adds its machines, so that other machines can have them as submachines. Errors in the file are
  /// not reported here, but when the file itself is compiled.
  package mutating func add(_ source: SourceFile) {
    if let tree = SyntaxTree.read(source) { add(tree, source) }
  }

  /// Adds the machines of a parsed file, so that other machines can have them as submachines. Returns the file with its
  /// declarations. Its rows are resolved later, when all files are known.
  @discardableResult
  package mutating func add(_ tree: SyntaxTree, _ source: SourceFile) -> DeclaredFile {
    let scope = FileScope(source: source, tree: tree)
    let machines = DeclarationResolver.declare(scope)
    // Of two machines with one name, which is an error, the first counts.
    for declared in machines.reversed() {
      add(MachineInterface(declared.machine, declared.syntax, declared.timers, owners: declared.owners))
    }
    return DeclaredFile(scope: scope, machines: machines)
  }
}
