/// A pass for an `if` that ends in the same statements as the code after it. It writes these statements only once.
/// `if a { b(); c(); d(); return }; e(); c(); d(); return` becomes `if a { b() } else { e() }; c(); d(); return`.
///
/// It needs three equal statements; two are enough if a condition has a pattern, as `if case` has. Fewer equal
/// statements stay in the branches, where they are easier to read.
enum CommonEnds: Pass {
  static func run(_ function: inout Function) { function.body.updateLists(join) }

  /// Changes a list of statements whose last `if` ends as the list does.
  /// `if a { b(); x(); y(); return }; c(); x(); y(); return` becomes `if a { b() } else { c() }; x(); y(); return`. The
  /// `if` must have no `else`, and its branch must leave the list, as with `return`.
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
