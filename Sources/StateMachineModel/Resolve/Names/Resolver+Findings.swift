import StateMachineSyntax

/// Findings, and the reasons not to make one.
extension Resolver {
  /// Reports a mistake that leaves the row at hand without a meaning.
  mutating func reject(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    row.isBroken = true
  }

  mutating func reportOnce(_ diagnostic: Diagnostic) {
    guard !row.reported.contains(where: { $0.code == diagnostic.code && $0.range == diagnostic.range }) else { return }
    row.reported.append((diagnostic.severity, diagnostic.code, diagnostic.range))
    diagnostics.append(diagnostic)
  }

  func isExcused(_ name: NameID) -> Bool { names[name].isUnsupported || file.possiblyDeclared.contains(name) }

  /// The same, also where a declaration has no name.
  func isExcused(_ name: NameID, among known: @autoclosure () -> [String]) -> Bool {
    isExcused(name) || isMissing(text(name), among: known())
  }

  /// Whether a declaration that has no name may be meant, as no other name is nearly the same.
  func isMissing(_ name: String, among known: @autoclosure () -> [String]) -> Bool {
    lacksDeclarations && Spelling.slip(name, among: known()) == nil
  }

  /// Whether a label, a guard, a property or a block of Swift in the file has a name.
  func isKnownToSwift(_ name: String) -> Bool {
    tree.names.find(text: name).map { names[$0].isTracked } == true || machine.swift.names.contains(name)
      || file.declarations.contains { source.text($0.name) == name }
  }
}
