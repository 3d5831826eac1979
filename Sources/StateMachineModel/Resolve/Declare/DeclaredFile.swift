import StateMachineSyntax

/// A file whose machines are declared, and not yet linked with those of other files.
package struct DeclaredFile: Sendable {
  let scope: FileScope
  let machines: [DeclarationResolver]
}

extension MachineContext {
  /// Adds the machines of a file, whose errors are reported when the file is compiled itself.
  package mutating func add(_ source: SourceFile) {
    if let tree = SyntaxTree.read(source) { add(tree, source) }
  }

  /// Adds the machines of a parsed file; returns the machines, which can be linked once all files are known.
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
