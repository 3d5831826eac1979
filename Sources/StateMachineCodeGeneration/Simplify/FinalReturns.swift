/// Takes away the `return` at the end of a function without a result, and the `defer` there: what it does is done.
enum FinalReturns: Pass {
  static func run(_ function: inout Function) {
    if !function.answers { trim(&function.body) }
  }

  private static func trim(_ list: inout [Statement]) {
    // What says something of rows alone may stand behind the last statement.
    while let index = list.lastIndex(where: { !$0.isNothing || !$0.comments.isEmpty }) {
      let last = list[index]
      switch last.kind {
      case .leave(let leave) where leave.kind == .return && leave.value == nil:
        if last.saysNothing { list.remove(at: index) } else { list[index] = .nothing(like: last) }
        if !last.comments.isEmpty { return }
      case .atEnd(let inner):
        list.replaceSubrange(index...index, with: inner.closed)
        return
      case .match, .check, .scope(_, nil):
        list[index].updateBodies { trim(&$0) }
        return
      default: return
      }
    }
  }
}
