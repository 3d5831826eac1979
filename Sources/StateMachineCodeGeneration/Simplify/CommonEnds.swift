/// A pass that writes the common end of both branches of an `if` once, after the `if`.
///
/// The end has to be longer than one statement, or than two if no condition is a pattern: short ends are plainer in the
/// branches.
enum CommonEnds: Pass {
  static func run(_ function: inout Function) { function.body.updateLists(join) }

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
