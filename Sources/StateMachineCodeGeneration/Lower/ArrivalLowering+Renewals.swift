import StateMachineModel

/// What begins anew in what a history brings back.
extension ArrivalLowering {
  /// Writes the state of a body, in which an arrival ends.
  typealias BodyWriter = (StateID, Passage.Arrival, _ restored: [Int: String], inout SwiftWriter) -> Void

  /// Writes over what has come back and is not remembered: region by region, as each is told apart by itself.
  ///
  /// - Parameters:
  ///   - body: the region, or the composite with a history, whose state is in a variable.
  ///   - restored: what the fields further out were.
  func write(
    _ renewals: [Passage.Renewal], within body: StateID, _ variable: String, _ restored: [Int: String],
    _ out: inout SwiftWriter, _ writeBody: BodyWriter
  ) {
    guard renewals.contains(where: { machine.isInside($0.body, body) }) else { return }
    if machine.isParallel(body) {
      for region in machine.states[body].children {
        let name = model.spelling(machine.states[region].name)
        write(renewals, within: region, "\(variable).\(name)", restored, &out, writeBody)
      }
      return
    }
    out.openSwitch(over: variable)
    let leaves = model.behaviour.tree.leaves(of: body)
    var others: [StateID] = []
    for leaf in leaves {
      let path = machine.path(of: leaf).filter { $0 > body }
      if let renewal = renewals.first(where: { isForgotten(leaf, $0) }) {
        let ended = leaves.filter { isForgotten($0, renewal) }
        guard ended.first == leaf else { continue }
        let (bindings, inner) = bind(path.dropLast(), within: leaf, restored)
        out.write("case ")
        for (index, leaf) in ended.enumerated() {
          if index > 0 {
            out.write(",")
            out.breakLine(before: model.layout.pathText(leaf).utf8.count + 6)
          }
          states.writePattern(of: leaf, bindings, within: body, &out)
        }
        out.openCase()
        out.write(string: "\(variable) = ")
        writeBody(body, renewal.arrival, inner, &out)
        out.endLine()
        out.closeCase()
      } else if machine.isParallel(leaf), renewals.contains(where: { machine.isInside($0.body, leaf) }) {
        var (bindings, inner) = bind(path, within: leaf, restored)
        let regions = model.layout.regionsName(model.layout.segments(of: leaf).count - 1)
        bindings.child = .fresh(regions)
        bindings.childIsVariable = true
        out.write("case ")
        states.writePattern(of: leaf, bindings, within: body, &out)
        out.openCase()
        write(renewals, within: leaf, regions, inner, &out, writeBody)
        out.write(string: "\(variable) = ")
        states.writeState(leaf, within: body, child: .fresh(regions), &out) { .name(.fresh(inner[$0] ?? "_")) }
        out.endLine()
        out.closeCase()
      } else {
        others.append(leaf)
      }
    }
    if !others.isEmpty {
      states.writeCaseList(states: others, within: body, &out)
      out.openCase()
      out.closeCase()
    }
    out.closeSwitch()
  }

  /// Tells whether a state is not remembered, and what it stands in begins anew elsewhere.
  private func isForgotten(_ leaf: StateID, _ renewal: Passage.Renewal) -> Bool {
    machine.states[leaf].isForgotten && machine.states[leaf].parent == renewal.body
      && !(machine.states[leaf].isPseudostate && renewal.arrival.state == leaf)
  }

  /// Names for the fields of some states on the path to a leaf.
  private func bind(
    _ path: some Sequence<StateID>, within leaf: StateID, _ restored: [Int: String]
  ) -> (bindings: Bindings, restored: [Int: String]) {
    var restored = restored
    var bindings = Bindings(names: Array(repeating: nil, count: machine.states[leaf].pathFields.count))
    for state in path {
      for place in machine.states[state].ownFields..<machine.states[state].pathFields.count {
        let name = model.names.fresh("restored\(place + 1)")
        restored[place] = name
        bindings.names[place] = .fresh(name)
      }
    }
    return (bindings, restored)
  }
}
