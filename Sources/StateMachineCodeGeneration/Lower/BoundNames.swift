import StateMachineModel
import StateMachineSyntax

/// Translates guards that bind names: `[let user]`. Later conditions, effects and arguments of the row can use the
/// bound names.
extension Lowerer {
  /// Returns the conditions of a row's guard. Names that the guard binds, such as `user` in `[let user]`, are added to
  /// `scope`.
  ///
  /// - Parameters:
  ///   - transition: the transition of the row. For a row of a choice, it is the transition that leads to the choice.
  ///   - usage: `.condition` for the guard of a transition, `.branchCondition` for that of a choice's row.
  func guarding(
    _ row: RowID, of transition: Transition, _ usage: LocalUsage, _ scope: inout RowScope
  ) -> [Condition] {
    guard let code = machine.rows[row].condition else { return [] }
    let bound = machine.rows[row].bound
    if bound.isEmpty { return [condition(code, transition, usage, scope)] }
    var conditions: [Condition] = []
    for part in code.conditions(bytes) {
      let own = bound.filter { part.range.contains($0.range) }
      let tokens = SwiftLexer.tokens(of: bytes, in: part.range)
      let outer = scope
      let new = own.map { variables.make(text($0), isFixed: true) }
      for (name, variable) in zip(own, new) {
        scope.bound[name.id] = variable
        // An earlier block may have declared the name.
        scope.hidden.remove(text(name))
        if isWord("var", tokens[0]) { scope.changing.insert(name.id) }
      }
      conditions.append(binding(part, tokens, own, new, outer))
    }
    return conditions
  }

  /// Returns one condition of a guard that binds names. The names become variables, so that passes know them. An
  /// example is `let user = find()`, whose `user` becomes the first variable in `new`.
  ///
  /// - Parameters:
  ///   - bound: the names that this condition binds.
  ///   - new: the variables for the bound names, in the same order.
  private func binding(
    _ part: SwiftCode, _ tokens: [SwiftToken], _ bound: [Identifier], _ new: [Variable], _ scope: RowScope
  ) -> Condition {
    guard !bound.isEmpty else { return test(part, scope) }
    func value(after index: Int) -> Expression {
      let code = part.within(SourceRange(tokens[index].end, part.range.upperBound), bytes)
      let value = Expression.piece(piece(code, .condition, scope))
      // Swift would read a closure as the body of the `if`.
      return code.needsParentheses(bytes) ? .new("", [Argument(nil, value)]) : value
    }
    let isCase = isWord("case", tokens[0])
    if !isCase, tokens.count == 2, bound.count == 1 {
      return .matches(.some(.bind(new[0])), carried(bound[0], scope) ?? plain(bound[0].range))
    }
    let closers = tokens.closers
    // The index of the `=` outside of all brackets; a longer operator, such as `==`, does not count.
    var equals = 1
    while equals < tokens.count, tokens[equals].byte != Ascii.equals || tokens[equals].end > tokens[equals].start + 1 {
      // `closers` has the index of the closing bracket. A token that is no bracket is its own closer.
      equals = closers[equals] + 1
    }
    guard equals < tokens.count, isCase || equals == 2 else {
      // The type of the name is written, or the comma after the part may belong to generic arguments.
      return .test(piece(part, .condition, scope), binds: new)
    }
    if !isCase { return .matches(.some(.bind(new[0])), value(after: equals)) }
    let range = SourceRange(tokens[1].start, tokens[equals - 1].end)
    let pattern = Pattern(range, binding: bound)
    return .matches(
      .user(UserPattern(pattern: pattern, text: machine.source.text(pattern.range), variables: new)),
      value(after: equals))
  }

  private func isWord(_ word: StaticString, _ token: SwiftToken) -> Bool {
    token.kind == .identifier && token.end - token.start == word.utf8CodeUnitCount
      && SwiftKeyword.matches(word, bytes, token.start)
  }
}
