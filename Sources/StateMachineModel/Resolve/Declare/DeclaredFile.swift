import StateMachineSyntax

/// A file whose machines are declared, and not yet linked with those of other files.
package struct DeclaredFile: Sendable {
  let scope: FileScope
  let machines: [DeclarationResolver]
}

extension MachineContext {
  /// Takes in the machines of a file; what is wrong with it is told when it is compiled itself.
  package mutating func add(_ source: SourceFile) {
    if let tree = SyntaxTree.read(source) { add(tree, source) }
  }

  /// The same for a file that has been parsed; returns its machines, which can be linked once all files are known.
  @discardableResult
  package mutating func add(_ tree: SyntaxTree, _ source: SourceFile) -> DeclaredFile {
    let scope = FileScope(source: source, tree: tree)
    let machines = DeclarationResolver.declare(scope)
    // Of two machines of one name, which is a mistake, the first counts.
    for declared in machines.reversed() {
      add(MachineInterface(declared.machine, declared.syntax, declared.timers, owners: declared.owners))
    }
    return DeclaredFile(scope: scope, machines: machines)
  }
}
