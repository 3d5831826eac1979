/// A pass that drops a `return` at the end of a function without a result. The statements of a `defer` at the end of
/// the function replace the `defer`.
enum FinalReturns: Pass {
  static func run(_ function: inout Function) {
    if !function.returnsValue { trim(&function.body) }
  }

  private static func trim(_ list: inout [Statement]) {
    // Statements that only carry marks may follow the last one.
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
