/// A pass for an `if` whose branches end in equal statements. It writes these statements only once, after the `if`.
///
/// It does so for three equal statements or more; for two if a condition has a pattern, as `if let` and `if case` have.
/// Fewer equal statements stay in the branches, where they are easier to read.
enum CommonEnds: Pass {
  static func run(_ function: inout Function) { function.body.updateLists(join) }

  /// Looks at the last `if` of a list of statements. If its branch ends in the same statements as the list itself, they
  /// are written only once, after the `if`. The `if` must have no `else`, and its branch must leave the list, as with
  /// `return`. The statements between the `if` and the common end become its `else` branch.
  private static func join(_ list: inout [Statement]) {
    guard let index = list.indices.last(where: { if case .check = list[$0].kind { true } else { false } }),
      case .check(var check) = list[index].kind, check.otherwise.isEmpty, check.then.leaves
    else { return }
    let rest = Array(list[(index + 1)...])
    var count = 0
    while count < Swift.min(rest.count, check.then.count),
      rest[rest.count - 1 - count] == check.then[check.then.count - 1 - count]
    {
      count += 1
    }
    let (then, otherwise) = (check.then.dropLast(count), rest.dropLast(count))
    let isTest = check.conditions.allSatisfy { if case .matches = $0 { false } else { true } }
    guard count > (isTest ? 2 : 1), !then.isEmpty, !otherwise.isEmpty, !Array(then).declaresSomething,
      !Array(otherwise).declaresSomething
    else { return }
    var end = Array(rest.suffix(count))
    end.share(marksOf: Array(check.then.suffix(count)))
    check.then = Array(then)
    check.otherwise = Array(otherwise)
    list[index].kind = .check(check)
    list = Array(list[...index]) + end
  }
}
