extension Code {
  /// Simplifies the statements from one on: this is the list of the passes, in their order. Each takes something away, and
  /// leaves code that does the same.
  ///
  /// - Parameters:
  ///   - answers: whether the function has a result, so that its end is no `return`.
  ///   - mayBindTooMuch: whether patterns may bind names that nothing reads.
  ///   - source: the bytes of which pieces of the code are ranges.
  /// - Returns: whether control never comes behind the statements.
  mutating func simplify(from first: Int = 0, answers: Bool, mayBindTooMuch: Bool, source: [UInt8]) -> Bool {
    let hasVariables = !variables.isEmpty
    if hasVariables { Constants.simplify(&self, from: first) }
    let leaves = Reach.simplify(&self, from: first, answers: answers)
    if hasVariables { Unneeded.simplify(&self, from: first) }
    if mayBindTooMuch, !bindings.isEmpty { Unread.simplify(&self, from: first, source: source) }
    Share.simplify(&self, from: first, source: source)
    Braces.simplify(&self, from: first)
    return leaves
  }
}
