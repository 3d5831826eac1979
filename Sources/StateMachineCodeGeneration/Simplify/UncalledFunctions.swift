/// A pass that drops functions that are never called. A function stays if code outside of the machine's functions calls
/// it (`isEntryPoint`). It also stays if a function that stays calls it.
enum UncalledFunctions: WholePass {
  static func run(_ functions: inout [Function]) {
    let places = Dictionary(functions.indices.map { (functions[$0].id, $0) }) { first, _ in first }
    var reached = Set(functions.filter(\.isEntryPoint).map(\.id))
    var pending = functions.indices.filter { functions[$0].isEntryPoint }
    while let place = pending.popLast() {
      functions[place].body.forEachExpression { node in
        guard case .call(let call) = node, case .own(let id) = call.callee, reached.insert(id).inserted else { return }
        if let place = places[id] { pending.append(place) }
      }
    }
    functions.removeAll { !reached.contains($0.id) }
  }
}
