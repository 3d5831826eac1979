import StateMachineSyntax

/// The report of findings, and the conditions under which an undeclared name is not reported.
extension Resolver {
  /// Reports a mistake that breaks the current row.
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

  /// Returns whether an undeclared name is not reported: its declaration may be unreadable, or may lack its name.
  func isExcused(_ name: NameID, among known: @autoclosure () -> [String]) -> Bool {
    isExcused(name) || isMissing(text(name), among: known())
  }

  /// Returns whether a name may be that of a declaration without a name: it is no slip of a known name.
  func isMissing(_ name: String, among known: @autoclosure () -> [String]) -> Bool {
    lacksDeclarations && Spelling.slip(name, among: known()) == nil
  }

  /// Returns whether a label, a guard, a property or a declaration in the file's Swift has a name.
  func isKnownToSwift(_ name: String) -> Bool {
    tree.names.find(text: name).map { names[$0].isTracked } == true || machine.swift.names.contains(name)
      || file.declarations.contains { source.text($0.name) == name }
  }
}
