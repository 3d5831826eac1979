/// Takes away the `return` at the end of a function without a result, and the `defer` there: what it does is done.
enum FinalReturns: Pass {
  static func run(_ function: inout Function) {
    if !function.answers { trim(&function.body) }
  }

  private static func trim(_ list: inout [Statement]) {
    while let last = list.last {
      switch last.kind {
      case .leave(let leave) where leave.kind == .return && leave.value == nil:
        list.removeLast()
        if !last.comments.isEmpty || !last.marks.isEmpty {
          list.append(.nothing(like: last))
          return
        }
      case .atEnd(let inner):
        list.removeLast()
        list += inner.closed
        return
      case .match, .check, .scope(_, nil):
        list[list.count - 1].updateBodies { trim(&$0) }
        return
      default: return
      }
    }
  }
}
