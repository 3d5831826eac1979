/// Puts an end that stands behind a `switch` into the arms that go on to it, where it may be one with theirs.
enum SunkenEnds {
  static func run(_ function: inout Function) { function.body.updateLists(sink) }

  private static func sink(_ list: inout [Statement]) {
    guard list.count > 1, case .match(var match) = list[list.count - 2].kind, match.label == nil, match.assumed == nil,
      let end = list.last, !end.isNothing, [end].isPlainEnd
    else { return }
    var statement = list[list.count - 2]
    statement.kind = .nothing
    for index in match.arms.indices where !match.arms[index].body.leaves {
      var end = end
      if match.arms[index].body.isEmpty {
        (end.marks, match.arms[index].marks) = (match.arms[index].marks + end.marks, [])
      }
      match.arms[index].body.append(end)
      sink(&match.arms[index].body)
    }
    statement.kind = .match(match)
    list.removeLast()
    list[list.count - 1] = statement
  }
}
