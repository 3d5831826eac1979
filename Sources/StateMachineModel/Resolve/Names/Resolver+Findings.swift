import StateMachineSyntax

/// Adds findings, and decides when an undeclared name is not reported.
extension Resolver {
  /// Reports a mistake in the current statement, and sets `row.isBroken`. No transitions are then made from the
  /// statement.
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

  /// Returns whether no finding about an undeclared name is wanted. Its declaration may be in text that the parser
  /// could not read, or may have an error itself. Also true if a declaration lacks its name, and the undeclared name is
  /// probably not a misspelled one of `known`.
  ///
  /// - Parameter known: the names that are declared.
  func isExcused(_ name: NameID, among known: @autoclosure () -> [String]) -> Bool {
    isExcused(name) || isMissing(text(name), among: known())
  }

  /// Returns whether an undeclared name may belong to a declaration without a name, such as `state` alone. False if all
  /// declarations have names. Also false if the name is probably a misspelled one of `known`.
  ///
  /// - Parameter known: the names that are declared.
  func isMissing(_ name: String, among known: @autoclosure () -> [String]) -> Bool {
    lacksDeclarations && Spelling.slip(name, among: known()) == nil
  }

  /// Returns whether Swift in a row may use a name: it is a label, a named guard, a property, or declared in the file's
  /// Swift. Then the name is no mistake.
  func isKnownToSwift(_ name: String) -> Bool {
    tree.names.find(text: name).map { names[$0].isTracked } == true || machine.swift.names.contains(name)
      || file.declarations.contains { source.text($0.name) == name }
  }
}
