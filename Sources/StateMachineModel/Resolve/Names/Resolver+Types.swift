import StateMachineSyntax

/// Types, as the patterns and the rules for carrying over see them.
extension Resolver {
  var typeReader: TypeReader { TypeReader(bytes: source.bytes, alias: machine.alias) }
}
